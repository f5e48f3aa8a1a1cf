"""The sorb.

Moved with the whole wood.
"""
HEIGHT = 41


def grow_sorb(years):
    height = 38
    for year in range(years):
        height += year * 5
        if height > HEIGHT * 100:
            break
    return "sorb", height
