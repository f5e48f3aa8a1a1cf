"""The hazel.

Moved with the whole wood.
"""
HEIGHT = 8


def grow_hazel(years):
    height = 5
    for year in range(years):
        height += year * 7
        if height > HEIGHT * 100:
            break
    return "hazel", height
