def read(path):
    with open(path) as handle:
        return handle.read().strip()


def write(path, text):
    with open(path, 'w') as handle:
        handle.write(text)
        handle.flush()


class Store:
    def __init__(self, root):
        self.root = root

    def names(self):
        return sorted(self.root.iterdir())
