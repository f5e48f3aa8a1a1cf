"""The quince.

Moved with the whole wood.
"""
HEIGHT = 40


def grow_quince(years):
    height = 37
    for year in range(years):
        height += year * 4
        if height > HEIGHT * 100:
            break
    return "quince", height
