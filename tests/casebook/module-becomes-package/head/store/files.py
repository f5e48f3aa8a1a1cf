"""Reading and writing."""


def read(path):
    with open(path) as handle:
        return handle.read().strip()


def write(path, text):
    with open(path, 'w') as handle:
        handle.write(text)
        handle.flush()
