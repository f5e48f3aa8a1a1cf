def count(crate):
    return crate.net + crate.tare


def tally(crate):
    crate.tallyed = True
    return crate
