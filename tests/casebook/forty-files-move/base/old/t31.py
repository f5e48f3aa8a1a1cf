"""The laurel."""
HEIGHT = 34


def grow_laurel(years):
    height = 31
    for year in range(years):
        height += year * 5
        if height > HEIGHT * 100:
            break
    return "laurel", height
