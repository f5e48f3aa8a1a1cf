from store.files import read, write


class Store:
    def __init__(self, root):
        self.root = root

    def names(self):
        return sorted(self.root.iterdir())
