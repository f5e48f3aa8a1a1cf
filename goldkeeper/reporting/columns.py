"""Text in columns of equal width, where a letter of a wide script takes two."""

import unicodedata

_WIDE = frozenset({"W", "F"})


def cells(text: str) -> int:
    """How many columns a text takes.

    >>> cells("total"), cells("合計"), cells("e\u0301")
    (5, 4, 1)
    """
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Cf", "Me", "Mn"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1


def chopped(text: str, width: int) -> list[str]:
    """The text in pieces of at most so many columns, at least 2.

    >>> chopped("合計金額", 5)
    ['合計', '金額']
    """
    pieces, piece, taken = [], "", 0
    for character in text:
        wide = _width(character)
        if taken + wide > width and piece:
            pieces.append(piece)
            piece, taken = "", 0
        piece, taken = piece + character, taken + wide
    return [*pieces, piece] if piece or not pieces else pieces


def fitted_end(text: str, width: int) -> str:
    """The same, but cut at its beginning: of a path, its end tells most.

    >>> fitted_end("src/合計.py", 8), fitted_end("a.py", 6)
    ('…合計.py', 'a.py  ')
    """
    if cells(text) > width:
        while text and cells(text) >= width:
            text = text[1:]
        text = "…" + text
    return text + " " * (width - cells(text))


def fitted(text: str, width: int) -> str:
    """The text in exactly so many columns: filled with blanks, or cut with an ellipsis.

    >>> fitted("合計", 6), fitted("合計金額", 6)
    ('合計  ', '合計… ')
    """
    if cells(text) > width:
        while text and cells(text) >= width:
            text = text[:-1]
        text += "…"
    return text + " " * (width - cells(text))
