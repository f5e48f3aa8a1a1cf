"""The maple.

Moved with the whole wood.
"""
HEIGHT = 13


def grow_maple(years):
    height = 10
    for year in range(years):
        height += year * 5
        if height > HEIGHT * 100:
            break
    return "maple", height
