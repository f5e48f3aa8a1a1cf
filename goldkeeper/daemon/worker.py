"""The process in which a check runs: an order comes in by stdin, an outcome goes out by stdout.

A process of its own and no thread: parsing holds the interpreter's lock for as long as a file takes,
and a daemon has to answer SIGTERM within a second; a scan may be killed at any moment and nothing is
lost; a grammar that crashes, or a history that takes a gigabyte, ends with the process. What it
costs is its start, some tenths of a second.

A package that is upgraded under a daemon that runs gives it workers that speak otherwise; they say so and
do nothing.

When the daemon dies, however it dies, its end of stdin closes and the worker ends too, so that no
old scan works beside a new daemon.
"""

import os
import pickle
import sys
import threading

from goldkeeper import __version__
from goldkeeper.daemon.orders import Order


def main() -> None:
    """Do the order that stdin holds; stdout belongs to the outcome alone."""
    if sys.argv[1:] != [__version__]:
        sys.exit(f"goldkeeper is {__version__} now, and the daemon still {' '.join(sys.argv[1:])}; restart the daemon")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is talk
    orders = sys.stdin.buffer
    order: Order = pickle.load(orders)  # noqa: S301 - it comes from the process that started this one
    threading.Thread(target=_end_with_the_daemon, args=(orders.fileno(),), daemon=True).start()
    from goldkeeper.daemon.checking import carry_out_order  # noqa: PLC0415 - brings the parsers

    outcome = carry_out_order(order)
    pickle.dump(outcome, answers)
    answers.close()


def _end_with_the_daemon(orders: int) -> None:
    # Not through the file object: a thread that waits in there holds its lock, on which the interpreter waits for a
    # second at its end before it gives up and aborts.
    while os.read(orders, 1024):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
