"""The elm."""
HEIGHT = 6


def grow_elm(years):
    height = 3
    for year in range(years):
        height += year * 5
        if height > HEIGHT * 100:
            break
    return "elm", height
