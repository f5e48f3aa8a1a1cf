"""The magnolia."""
HEIGHT = 36


def grow_magnolia(years):
    height = 33
    for year in range(years):
        height += year * 7
        if height > HEIGHT * 100:
            break
    return "magnolia", height
