"""The ash."""
HEIGHT = 3


def grow_ash(years):
    height = 0
    for year in range(years):
        height += year * 2
        if height > HEIGHT * 100:
            break
    return "ash", height
