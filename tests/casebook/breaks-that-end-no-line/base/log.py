PAGE = "one"
NOTE = "ab"
LAST = "xyz"

def open_log():
    return "nel  here"


def close_log():
    return "ls   ps  "
