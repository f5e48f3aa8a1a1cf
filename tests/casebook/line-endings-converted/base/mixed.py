def weigh(crate):
    return crate.net + crate.tare


def stamp(crate):
    crate.stamped = True
    return crate
