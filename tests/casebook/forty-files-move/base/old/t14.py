"""The poplar."""
HEIGHT = 17


def grow_poplar(years):
    height = 14
    for year in range(years):
        height += year * 2
        if height > HEIGHT * 100:
            break
    return "poplar", height
