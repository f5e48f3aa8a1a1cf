"""The juniper."""
HEIGHT = 10


def grow_juniper(years):
    height = 7
    for year in range(years):
        height += year * 2
        if height > HEIGHT * 100:
            break
    return "juniper", height
