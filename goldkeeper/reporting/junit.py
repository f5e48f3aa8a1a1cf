"""A verdict of the gate as JUnit XML, which build servers show as tests: one a check.

What somebody let pass, and what can't be said yet, is *skipped* with the reason, so that nothing vanishes.

Source:
    The schema that the Ant JUnit task writes and that Jenkins, GitLab and others read (testsuites, testsuite, testcase,
    failure, skipped).
"""

from xml.etree import ElementTree as ET

from goldkeeper.model.gates import CheckOutcome, GateVerdict
from goldkeeper.reporting.visible import visible


def junit_text(verdict: GateVerdict) -> str:
    """The verdict as an XML document."""
    refused = 0 if verdict.override is not None else len(verdict.failed)
    skipped = sum(outcome.passed is None for outcome in verdict.outcomes)
    if verdict.override is not None:
        skipped += len(verdict.failed)
    counts = {
        "tests": str(len(verdict.outcomes)),
        "failures": str(refused),
        "errors": "0",
        "skipped": str(skipped),
        "time": "0",
    }
    root = ET.Element("testsuites", {"name": "goldkeeper gate", **counts})
    suite = ET.SubElement(
        root,
        "testsuite",
        {
            "name": visible(f"gate {verdict.release}"),
            **counts,
            "timestamp": f"{verdict.at:%Y-%m-%dT%H:%M:%S}",
        },
    )
    for outcome in verdict.outcomes:
        _case(suite, outcome, verdict)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _case(suite: ET.Element, outcome: CheckOutcome, verdict: GateVerdict) -> None:
    names = {"classname": "goldkeeper.gate", "name": str(outcome.check), "file": visible(verdict.gold), "time": "0"}
    case = ET.SubElement(suite, "testcase", names)
    sentence = visible(outcome.sentence)
    if outcome.passed is None:
        ET.SubElement(case, "skipped", {"message": sentence})
    elif not outcome.passed and verdict.override is not None:
        word = verdict.override
        ET.SubElement(case, "skipped", {"message": visible(f"{sentence} Let pass by {word.by}: {word.reason}")})
    elif not outcome.passed:
        failure = ET.SubElement(case, "failure", {"message": sentence, "type": str(outcome.check)})
        advice = [part for part in (outcome.remedy, *outcome.commands) if part]
        places = [f"{verdict.gold}:{place.line}: {place.sentence}" for place in outcome.places]
        failure.text = "\n".join(visible(line) for line in [outcome.sentence, *places, *advice])
