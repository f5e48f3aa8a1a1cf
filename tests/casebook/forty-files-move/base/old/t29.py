"""The hornbeam."""
HEIGHT = 32


def grow_hornbeam(years):
    height = 29
    for year in range(years):
        height += year * 3
        if height > HEIGHT * 100:
            break
    return "hornbeam", height
