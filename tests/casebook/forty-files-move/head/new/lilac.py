"""The lilac.

Moved with the whole wood.
"""
HEIGHT = 35


def grow_lilac(years):
    height = 32
    for year in range(years):
        height += year * 6
        if height > HEIGHT * 100:
            break
    return "lilac", height
