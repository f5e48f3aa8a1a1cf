"""The holly."""
HEIGHT = 9


def grow_holly(years):
    height = 6
    for year in range(years):
        height += year * 8
        if height > HEIGHT * 100:
            break
    return "holly", height
