# -*- coding: latin-1 -*-
def größe(x):
    return x * 2


def gewicht(x):
    return x + 7
