"""Chance that anybody can repeat: numbers that follow from a seed and from nothing else.

A language's own random module may change its algorithm between versions, and other languages have other ones. Here
the hash function BLAKE2b (RFC 7693) is the only source, so a draw can be redone on any platform, in any language,
in ten years.
"""

from collections.abc import Iterator
from hashlib import blake2b

_WORD = 4  # bytes of one number: 2**32 values are plenty for samples of some thousands
_BLOCK = 64  # bytes that one hash gives
_VALUES = 1 << (8 * _WORD)


def ticket(seed: str, *parts: str) -> bytes:
    """Where something stands in a seeded order: sort by it.

    It is BLAKE2b with a digest of 16 bytes over seed and parts in UTF-8, each followed by a zero byte.

    >>> ticket("v1.4", "q1", "a.py:1-2:f").hex()
    'ba2124c56eccce7c853bcd62ba282352'
    """
    text = "".join(f"{part}\0" for part in (seed, *parts))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class Chance:
    """An endless row of numbers from a seed; two of one seed say the same."""

    def __init__(self, seed: str) -> None:
        self._numbers = _numbers(seed)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each as likely; limit is 1 to 2**32."""
        ceiling = _VALUES
        fair = ceiling - ceiling % limit  # above it the small numbers would come a little more often
        while (number := next(self._numbers)) >= fair:
            pass
        return number % limit

    def uniform(self) -> float:
        """A number in 0..1, without both ends."""
        return (next(self._numbers) + 0.5) / _VALUES


def _numbers(seed: str) -> Iterator[int]:
    key = seed.encode("utf-8", "surrogatepass")
    block = 0
    while True:
        digest = blake2b(block.to_bytes(8, "big") + key, digest_size=_BLOCK).digest()
        for start in range(0, _BLOCK, _WORD):
            yield int.from_bytes(digest[start : start + _WORD], "big")
        block += 1
