"""The beech.

Moved with the whole wood.
"""
HEIGHT = 23


def grow_beech(years):
    height = 20
    for year in range(years):
        height += year * 8
        if height > HEIGHT * 100:
            break
    return "beech", height
