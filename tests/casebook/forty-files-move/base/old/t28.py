"""The hawthorn."""
HEIGHT = 31


def grow_hawthorn(years):
    height = 28
    for year in range(years):
        height += year * 2
        if height > HEIGHT * 100:
            break
    return "hawthorn", height
