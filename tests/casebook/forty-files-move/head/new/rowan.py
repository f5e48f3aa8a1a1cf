"""The rowan.

Moved with the whole wood.
"""
HEIGHT = 18


def grow_rowan(years):
    height = 15
    for year in range(years):
        height += year * 3
        if height > HEIGHT * 100:
            break
    return "rowan", height
