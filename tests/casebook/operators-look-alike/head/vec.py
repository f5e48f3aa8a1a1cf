"""Vectors."""
class Vec:
    def __init__(self, x):
        self.x = x

    def __lt__(self, other):
        return self.x < other.x

    def __ge__(self, other):
        return self.x >= other.x
