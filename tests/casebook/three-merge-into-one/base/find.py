def first_above(rows, limit):
    place = -1
    for pos, row in enumerate(rows):
        weight = row.net + row.tare
        if weight > limit:
            place = pos
            break
    return place


def first_below(rows, limit):
    place = -1
    for pos, row in enumerate(rows):
        weight = row.net + row.tare
        if weight < limit:
            place = pos
            break
    return place


def first_equal(rows, limit):
    place = -1
    for pos, row in enumerate(rows):
        weight = row.net + row.tare
        if weight == limit:
            place = pos
            break
    return place
