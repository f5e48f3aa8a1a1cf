"""The elder."""
HEIGHT = 29


def grow_elder(years):
    height = 26
    for year in range(years):
        height += year * 7
        if height > HEIGHT * 100:
            break
    return "elder", height
