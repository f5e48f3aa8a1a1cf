"""The oak.

Moved with the whole wood.
"""
HEIGHT = 14


def grow_oak(years):
    height = 11
    for year in range(years):
        height += year * 6
        if height > HEIGHT * 100:
            break
    return "oak", height
