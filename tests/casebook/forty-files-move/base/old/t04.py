"""The fir."""
HEIGHT = 7


def grow_fir(years):
    height = 4
    for year in range(years):
        height += year * 6
        if height > HEIGHT * 100:
            break
    return "fir", height
