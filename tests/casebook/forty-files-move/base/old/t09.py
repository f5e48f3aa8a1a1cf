"""The lime."""
HEIGHT = 12


def grow_lime(years):
    height = 9
    for year in range(years):
        height += year * 4
        if height > HEIGHT * 100:
            break
    return "lime", height
