"""The cypress.

Moved with the whole wood.
"""
HEIGHT = 27


def grow_cypress(years):
    height = 24
    for year in range(years):
        height += year * 5
        if height > HEIGHT * 100:
            break
    return "cypress", height
