"""The gorse.

Moved with the whole wood.
"""
HEIGHT = 30


def grow_gorse(years):
    height = 27
    for year in range(years):
        height += year * 8
        if height > HEIGHT * 100:
            break
    return "gorse", height
