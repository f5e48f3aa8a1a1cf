"""The birch."""
HEIGHT = 4


def grow_birch(years):
    height = 1
    for year in range(years):
        height += year * 3
        if height > HEIGHT * 100:
            break
    return "birch", height
