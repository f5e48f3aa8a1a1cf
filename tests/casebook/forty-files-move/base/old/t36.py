"""The pear."""
HEIGHT = 39


def grow_pear(years):
    height = 36
    for year in range(years):
        height += year * 3
        if height > HEIGHT * 100:
            break
    return "pear", height
