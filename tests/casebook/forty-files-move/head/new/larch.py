"""The larch.

Moved with the whole wood.
"""
HEIGHT = 11


def grow_larch(years):
    height = 8
    for year in range(years):
        height += year * 3
        if height > HEIGHT * 100:
            break
    return "larch", height
