"""The chestnut.

Moved with the whole wood.
"""
HEIGHT = 26


def grow_chestnut(years):
    height = 23
    for year in range(years):
        height += year * 4
        if height > HEIGHT * 100:
            break
    return "chestnut", height
