"""The cherry.

Moved with the whole wood.
"""
HEIGHT = 25


def grow_cherry(years):
    height = 22
    for year in range(years):
        height += year * 3
        if height > HEIGHT * 100:
            break
    return "cherry", height
