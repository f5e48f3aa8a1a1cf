def measure(crate):
    return crate.net + crate.tare


def seal(crate):
    crate.sealed = True
    return crate
