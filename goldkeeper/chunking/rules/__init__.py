"""The rules of each language, one file a language; `base.py` says what a rules file is.

`ALL_RULES` gathers the `RULES` of every file in this folder (one value, or a tuple of them), by file
name; a new file is found without being listed. Where two claim a suffix, the earlier one has it,
and the carried languages, whose files begin with `carried`, come last.
"""

import importlib
import pkgutil
from typing import Final

from goldkeeper.chunking.rules.base import LanguageRules


def _gather() -> tuple[LanguageRules, ...]:
    names = [found.name for found in pkgutil.iter_modules(__path__)]
    gathered: list[LanguageRules] = []
    for name in sorted(names, key=lambda each: (each.startswith("carried"), each)):
        rules = getattr(importlib.import_module(f"{__name__}.{name}"), "RULES", ())
        gathered.extend((rules,) if isinstance(rules, LanguageRules) else rules)
    return tuple(gathered)


ALL_RULES: Final = _gather()
