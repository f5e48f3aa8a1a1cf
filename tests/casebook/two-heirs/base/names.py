def fold_name(name):
    letters = [letter for letter in name if letter.isalpha()]
    return ''.join(letters).casefold()


def other():
    return [1, 2, 3]
