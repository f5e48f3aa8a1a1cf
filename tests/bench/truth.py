"""When a candidate counts as what a labelled case names: same path, same last name, half of the lines in common."""

import re
from collections.abc import Mapping
from typing import Any

from goldkeeper.model.chunks import ChunkId, Span

MIN_OVERLAP = 0.5  # intersection over union


def matches(candidate: ChunkId, truth: Mapping[str, Any]) -> bool:
    """Whether the candidate is the truth `{path, start, end, symbol}`."""
    return (
        candidate.path == truth["path"]
        and _last(candidate.symbol) == _last(truth["symbol"])
        and candidate.span.overlap(Span(truth["start"], truth["end"])) >= MIN_OVERLAP
    )


def _last(symbol: str) -> str:
    return re.split(r"\.|::|#|->", re.sub(r"#\d+$", "", symbol))[-1]
