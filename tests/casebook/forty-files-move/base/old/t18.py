"""The yew."""
HEIGHT = 21


def grow_yew(years):
    height = 18
    for year in range(years):
        height += year * 6
        if height > HEIGHT * 100:
            break
    return "yew", height
