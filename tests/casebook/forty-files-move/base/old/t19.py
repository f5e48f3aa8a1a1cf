"""The alder."""
HEIGHT = 22


def grow_alder(years):
    height = 19
    for year in range(years):
        height += year * 7
        if height > HEIGHT * 100:
            break
    return "alder", height
