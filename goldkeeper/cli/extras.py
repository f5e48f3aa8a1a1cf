"""Parts that are installed apart."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import what an extra brings, or say how to get it.

    Raises:
        ExtraMissing: it is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as problem:
        if (problem.name or "").startswith("goldkeeper"):
            raise
        from goldkeeper.model.errors import ExtraMissing

        raise ExtraMissing("this command", name) from None
