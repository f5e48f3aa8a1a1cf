"""What `goldkeeper init` prints: what was found, what each gold chunk was anchored at, what to do next."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from goldkeeper.cli.output import emit_json, talk, visible
from goldkeeper.model.anchors import Anchor, AnchorOrigin, NeverResolved
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import GoldSet

_ORIGINS = {
    AnchorOrigin.JUDGED: "as they were judged",
    AnchorOrigin.INTRODUCED: "at the commit that brought the ID into the gold file",
    AnchorOrigin.RESOLVED: "at the newest state in which the ID resolves",
}


def print_start(
    config: Path, gold_set: GoldSet, anchors: Mapping[ChunkId, Anchor | NeverResolved], *, as_json: bool
) -> None:
    """Print the facts as JSON, or in words on stderr."""
    origins = Counter(anchor.origin for anchor in anchors.values() if isinstance(anchor, Anchor))
    never = [anchor for anchor in anchors.values() if isinstance(anchor, NeverResolved)]
    if as_json:
        record = {
            "config": str(config),
            "gold": gold_set.name,
            "queries": len(gold_set.queries),
            "chunks": len(anchors),
            "anchored": {str(origin): origins[origin] for origin in AnchorOrigin},
            "never_resolved": [{"id": str(one.chunk_id), "reason": one.reason} for one in never],
            "problems": [
                {"line": p.line, "code": p.code, "severity": str(p.severity), "message": p.message, "remedy": p.remedy}
                for p in gold_set.problems
            ],
        }
        emit_json(record)
        return
    talk(f"configuration  {config}")
    talk(f"gold set       {gold_set.name}: {len(gold_set.queries)} queries, {len(anchors)} chunks")
    for origin, words in _ORIGINS.items():
        if origins[origin]:
            talk(f"anchored       {origins[origin]} {words}")
    for one in never[:MOST_SHOWN]:
        talk(visible(f"never resolved {one.chunk_id}: {one.reason}"))
    if len(never) > MOST_SHOWN:
        talk(f"               and {len(never) - MOST_SHOWN} more that never resolved")
    for problem in gold_set.problems[:MOST_SHOWN]:
        place = f"{gold_set.name}:{problem.line}" if problem.line else gold_set.name
        talk(visible(f"{problem.severity:<14} {place}: {problem.message}; {problem.remedy}"))
    if len(gold_set.problems) > MOST_SHOWN:
        talk(f"               and {len(gold_set.problems) - MOST_SHOWN} more problems in the gold file")
    talk("next           goldkeeper scan")


MOST_SHOWN = 10  # the rest is in the scan's report
