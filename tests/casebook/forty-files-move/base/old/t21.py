"""The box."""
HEIGHT = 24


def grow_box(years):
    height = 21
    for year in range(years):
        height += year * 2
        if height > HEIGHT * 100:
            break
    return "box", height
