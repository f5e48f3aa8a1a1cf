"""Language → grammar: where it comes from, loaded when first asked for.

Official wheels hold one grammar each. tree-sitter-languages holds many in one shared library; its
own Python layer fails with a current tree-sitter, but the library's grammars (ABI 14) fit. So the
library is opened here and the pointer handed over in the capsule that tree-sitter expects. The
package has no wheel for Python 3.13 and newer: there its languages are unavailable, which is a fact
of the fingerprint and never a silent fall-back.
"""

import ctypes
import importlib
import importlib.util
import sys
from enum import StrEnum
from functools import cache
from importlib import metadata
from typing import Final

from tree_sitter import Language

from goldkeeper.chunking.rules.base import LanguageRules
from goldkeeper.model.passports import GrammarVersion

_CARRIER: Final = "tree_sitter_languages"
_LIBRARY_NAMES: Final = ("languages.dll",) if sys.platform == "win32" else ("languages.so", "languages.dylib")
_CAPSULE_NAME: Final = b"tree_sitter.Language"  # tree-sitter looks for exactly this name


class GrammarSource(StrEnum):
    """Which packages the grammars are taken from."""

    OFFICIAL = "official"  # single wheels; the others, where they exist, from tree-sitter-languages
    CARRIED = "tree-sitter-languages"  # everything from there, for an index that was built that way


def load_grammar(rules: LanguageRules, source: GrammarSource) -> Language | None:
    """The grammar of a language, or None when its package is absent, broken or of a foreign ABI."""
    if _from_wheel(rules, source):
        return _load_wheel(rules.wheel, rules.entry)
    return _load_carried(rules.carried) if rules.carried else None


def grammar_version(rules: LanguageRules, source: GrammarSource) -> GrammarVersion:
    """Package, version and ABI of the grammar `load_grammar` gives; ABI 0 when it gives none."""
    package = (rules.wheel if _from_wheel(rules, source) else _CARRIER).replace("_", "-")
    grammar = load_grammar(rules, source)
    return GrammarVersion(
        language=rules.language,
        package=package,
        version=_installed_version(package) if grammar else "",
        abi=grammar.abi_version if grammar else 0,
    )


def _from_wheel(rules: LanguageRules, source: GrammarSource) -> bool:
    return source is GrammarSource.OFFICIAL and bool(rules.wheel)


@cache
def _installed_version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


@cache
def _load_wheel(module: str, entry: str) -> Language | None:
    try:
        pointer = getattr(importlib.import_module(module), entry)()
        return Language(_capsule(pointer) if isinstance(pointer, int) else pointer)
    except (ImportError, AttributeError, ValueError):  # not installed, another entry, another ABI
        return None


@cache
def _load_carried(name: str) -> Language | None:
    library = _open_library()
    try:
        entry = getattr(library, f"tree_sitter_{name}")
    except AttributeError:  # also when there is no library
        return None
    entry.restype = ctypes.c_void_p
    try:
        return Language(_capsule(entry()))
    except ValueError:
        return None


@cache
def _open_library() -> ctypes.CDLL | None:
    # The specification only: importing the package runs code that breaks with a current tree-sitter.
    found = importlib.util.find_spec(_CARRIER)
    for folder in (found.submodule_search_locations if found else None) or ():
        for name in _LIBRARY_NAMES:
            try:
                return ctypes.CDLL(f"{folder}/{name}")
            except OSError:
                continue
    return None


def _capsule(pointer: int) -> object:
    make = ctypes.pythonapi.PyCapsule_New
    make.restype = ctypes.py_object
    make.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    capsule: object = make(pointer, _CAPSULE_NAME, None)
    return capsule
