"""The mulberry.

Moved with the whole wood.
"""
HEIGHT = 38


def grow_mulberry(years):
    height = 35
    for year in range(years):
        height += year * 2
        if height > HEIGHT * 100:
            break
    return "mulberry", height
