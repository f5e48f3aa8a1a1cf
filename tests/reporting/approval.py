"""Approved texts: what a report looked like when somebody last read it and found it good.

A text that differs fails its test and is left beside the approved one as `<name>.received`; read
it, and rename it if it is better.
"""

from pathlib import Path

APPROVED = Path(__file__).parent / "approved"


def assert_approved(name: str, text: str) -> None:
    """Hold a text against the approved file of that name."""
    approved = APPROVED / name
    received = approved.with_name(f"{name}.received")
    expected = approved.read_text(encoding="utf-8") if approved.exists() else ""
    if text != expected:
        received.write_text(text, encoding="utf-8")
    else:
        received.unlink(missing_ok=True)
    assert text == expected, f"{received.name} differs from what was approved; read it"
