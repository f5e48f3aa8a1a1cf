def alpha(ledger, month):
    rows = ledger.of(month)
    paid = sum(row.paid for row in rows)
    owed = sum(row.owed for row in rows)
    return owed - paid
