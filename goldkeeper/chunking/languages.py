"""Path → language, by the name alone: no file is opened to find out what it is.

`.h` is read as C++: the C++ grammar takes nearly all C, the C grammar takes no class, and a header
of a C++ project read as C would lose every method.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from goldkeeper.chunking.rules import ALL_RULES
from goldkeeper.chunking.rules.base import LanguageRules


class LanguageIndex:
    """Looks paths up among the rules of many languages; the first of two equal claims wins."""

    def __init__(self, rules: Iterable[LanguageRules]) -> None:
        self._by_name: Final[dict[str, LanguageRules]] = {}
        self._by_suffix: Final[dict[str, LanguageRules]] = {}
        for each in rules:
            for name in each.file_names:
                self._by_name.setdefault(name, each)
            for suffix in each.suffixes:
                self._by_suffix.setdefault(suffix, each)

    def find(self, path: str) -> LanguageRules | None:
        """The rules for a path with `/` between its parts, or None for an unknown type of file."""
        name = path.rpartition("/")[2]
        if name in self._by_name:
            return self._by_name[name]
        # `a.blade.php` is tried as `.blade.php` before `.php`; `.bashrc` has no suffix but a name.
        at = name.find(".", 1)
        while at > 0:
            suffix = name[at:]
            rules = self._by_suffix.get(suffix) or self._by_suffix.get(suffix.lower())
            if rules is not None:
                return rules
            at = name.find(".", at + 1)
        return None


@cache
def known_languages() -> LanguageIndex:
    """Every language that has rules."""
    return LanguageIndex(ALL_RULES)
