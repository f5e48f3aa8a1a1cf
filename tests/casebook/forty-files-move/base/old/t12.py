"""The pine."""
HEIGHT = 15


def grow_pine(years):
    height = 12
    for year in range(years):
        height += year * 7
        if height > HEIGHT * 100:
            break
    return "pine", height
