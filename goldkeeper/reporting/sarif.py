"""A verdict of the gate as SARIF 2.1.0, which code hosts show beside the lines that it is about.

Source:
    OASIS Standard, Static Analysis Results Interchange Format (SARIF) Version 2.1.0; section numbers in the comments.
"""

from collections.abc import Iterator
from hashlib import blake2b
from urllib.parse import quote

from goldkeeper.model.gates import CheckOutcome, GateCheck, GatePlace, GateVerdict
from goldkeeper.reporting.visible import visible

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_TOP = "The top of the repository that holds the gold file."
MOST_PLACES = 1000  # of one check; code hosts cut off what is more

RULES = {
    GateCheck.SCAN: "The last scan saw this very state of code, gold file and chunker",
    GateCheck.PASSPORT: "The index's passport is the one that was scanned",
    GateCheck.DAMAGE: "The gold file has no damage",
    GateCheck.DRIFT: "Every question about drift is answered",
    GateCheck.APPLIED: "Every decision is in the gold file",
    GateCheck.AUDIT: "An audit was drawn for the release",
    GateCheck.FINISHED: "Every row of the audit is settled",
    GateCheck.OVERDUE: "The audit is recent",
    GateCheck.UNCHANGED: "The gold file is the one that was audited",
    GateCheck.MENDED: "What the audit found wrong is mended",
    GateCheck.BOUND: "The share of wrong pairs is bounded",
    GateCheck.AGREEMENT: "The judges agree",
}


def sarif_record(verdict: GateVerdict, *, version: str, path: str = "") -> dict[str, object]:
    """The verdict as a SARIF log: a result for each failed check, or for each line that one is about.

    Args:
        version: of goldkeeper.
        path: of the gold file from the top of its repository, which is where code hosts look; empty: as it is named.
    """
    rules = [
        {
            "id": str(check),
            "name": "".join(part.capitalize() for part in check.split("-")),  # 3.49.7: a name for people
            "shortDescription": {"text": f"{text}."},
            "defaultConfiguration": {"level": "error"},
        }
        for check, text in RULES.items()
    ]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "goldkeeper", "version": version, "rules": rules}},
                "automationDetails": {"id": f"goldkeeper/gate/{verdict.release}"},  # 3.17.3: one of a series
                "invocations": [
                    {"executionSuccessful": True, "endTimeUtc": f"{verdict.at:%Y-%m-%dT%H:%M:%S}Z"}  # 3.20.8
                ],
                "originalUriBaseIds": {
                    "SRCROOT": {"description": {"text": "The top of the repository that holds the gold file."}}
                },
                "columnKind": "unicodeCodePoints",
                "results": [result for outcome in verdict.failed for result in _results(verdict, outcome, path)],
            }
        ],
    }


def _results(verdict: GateVerdict, outcome: CheckOutcome, path: str) -> Iterator[dict[str, object]]:
    for place in outcome.places[:MOST_PLACES] or (GatePlace(1, outcome.sentence),):
        text = place.sentence if place.sentence == outcome.sentence else f"{outcome.sentence} {place.sentence}"
        remedy = f" What would do: {outcome.advice}." if outcome.advice else ""
        uri = quote(path or verdict.gold, errors="surrogatepass")
        location = {
            "physicalLocation": {
                "artifactLocation": {"uri": uri, "uriBaseId": "SRCROOT"},
                "region": {"startLine": max(1, place.line)},
            }
        }
        yield {
            "ruleId": str(outcome.check),
            "ruleIndex": list(RULES).index(outcome.check),
            "level": "error",
            "message": {"text": visible(f"{text}{remedy}")},
            "locations": [location],
            # 3.27.17: what makes it the same result tomorrow; the line may move.
            "partialFingerprints": {"goldkeeper/v1": _fingerprint(outcome, place)},
            "suppressions": _suppressions(verdict),
        }


def _suppressions(verdict: GateVerdict) -> list[dict[str, object]]:
    word = verdict.override
    if word is None:
        return []  # 3.27.23: empty says that nothing is suppressed
    return [{"kind": "external", "status": "accepted", "justification": visible(f"{word.by}: {word.reason}")}]


def _fingerprint(outcome: CheckOutcome, place: GatePlace) -> str:
    about = place.sentence if outcome.places else ""
    return blake2b(f"{outcome.check}\0{about}".encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
