"""The thuja.

Moved with the whole wood.
"""
HEIGHT = 42


def grow_thuja(years):
    height = 39
    for year in range(years):
        height += year * 6
        if height > HEIGHT * 100:
            break
    return "thuja", height
