"""Small pieces of a shop's code, out of which histories are told."""

TOTAL = """\
def total(cart, lines):
    amount = sum(line.price for line in cart.lines)
    return amount + shipping(cart)
"""
GRAND_TOTAL = TOTAL.replace("total", "grand_total")
REFUND = """\
def refund(order, reason):
    ticket = open_ticket(order.customer, reason)
    return pay_back(order.paid, ticket)
"""
SHIPPING = """\
def shipping(cart):
    weight = sum(line.weight for line in cart.lines)
    return 4 if weight < 2 else 9
"""
ANOTHER_TOTAL = """\
def total(order):
    rows = database.query("orders", order)
    return render(rows, kind="report", when=today())
"""
CHECKOUT = """\
def checkout(cart, customer):
    weight = sum(line.weight for line in cart.lines)
    postage = 4 if weight < 2 else 9
    parcel = pack(cart.lines, weight)
    amount = sum(line.price for line in cart.lines)
    vat = amount * rate_of(customer.country)
    bill = write_bill(customer, amount, vat)
    send(parcel, postage)
    return collect(bill)
"""
SHORTER_CHECKOUT = """\
def checkout(cart, customer):
    parcel, postage = parcel_of(cart)
    amount = sum(line.price for line in cart.lines)
    vat = amount * rate_of(customer.country)
    bill = write_bill(customer, amount, vat)
    send(parcel, postage)
    return collect(bill)
"""
PARCEL_OF = """\
def parcel_of(cart):
    weight = sum(line.weight for line in cart.lines)
    postage = 4 if weight < 2 else 9
    parcel = pack(cart.lines, weight)
    return parcel, postage
"""


def a_file(*pieces: str) -> str:
    """Pieces of code, two blank lines between them."""
    return "\n\n".join(pieces)


CODE = a_file(TOTAL, REFUND)
