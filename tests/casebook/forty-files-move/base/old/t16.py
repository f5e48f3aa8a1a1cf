"""The spruce."""
HEIGHT = 19


def grow_spruce(years):
    height = 16
    for year in range(years):
        height += year * 4
        if height > HEIGHT * 100:
            break
    return "spruce", height
