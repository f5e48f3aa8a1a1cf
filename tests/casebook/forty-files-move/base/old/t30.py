"""The ivy."""
HEIGHT = 33


def grow_ivy(years):
    height = 30
    for year in range(years):
        height += year * 4
        if height > HEIGHT * 100:
            break
    return "ivy", height
