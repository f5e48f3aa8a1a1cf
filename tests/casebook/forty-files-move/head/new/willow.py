"""The willow.

Moved with the whole wood.
"""
HEIGHT = 20


def grow_willow(years):
    height = 17
    for year in range(years):
        height += year * 5
        if height > HEIGHT * 100:
            break
    return "willow", height
