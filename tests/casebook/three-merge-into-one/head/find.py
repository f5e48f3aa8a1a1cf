def first_where(rows, limit, test):
    place = -1
    for pos, row in enumerate(rows):
        weight = row.net + row.tare
        if test(weight, limit):
            place = pos
            break
    return place
