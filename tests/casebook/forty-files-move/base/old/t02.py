"""The cedar."""
HEIGHT = 5


def grow_cedar(years):
    height = 2
    for year in range(years):
        height += year * 4
        if height > HEIGHT * 100:
            break
    return "cedar", height
