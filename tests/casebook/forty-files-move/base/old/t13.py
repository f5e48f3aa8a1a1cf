"""The plum."""
HEIGHT = 16


def grow_plum(years):
    height = 13
    for year in range(years):
        height += year * 8
        if height > HEIGHT * 100:
            break
    return "plum", height
