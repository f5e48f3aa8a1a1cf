"""The dogwood.

Moved with the whole wood.
"""
HEIGHT = 28


def grow_dogwood(years):
    height = 25
    for year in range(years):
        height += year * 6
        if height > HEIGHT * 100:
            break
    return "dogwood", height
