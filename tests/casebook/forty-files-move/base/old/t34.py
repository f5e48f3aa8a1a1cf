"""The medlar."""
HEIGHT = 37


def grow_medlar(years):
    height = 34
    for year in range(years):
        height += year * 8
        if height > HEIGHT * 100:
            break
    return "medlar", height
