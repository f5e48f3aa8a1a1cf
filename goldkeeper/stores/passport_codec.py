"""A passport ⇄ the JSON that the database keeps and that commands print."""

import json
from typing import Any

from goldkeeper.model.passports import Fact, Origin, Passport, Trait


def encode_passport(passport: Passport) -> str:
    """One line of JSON in ASCII: trait, value, origin, place."""
    return json.dumps([[fact.trait.name, fact.value, fact.origin.value, fact.place] for fact in passport.facts])


def decode_passport(text: str) -> Passport:
    """The passport again; traits that a newer goldkeeper knew are passed over."""
    rows: list[Any] = json.loads(text)
    return Passport.of(
        Fact(Trait[name], value, Origin(origin), place)
        for name, value, origin, place in rows
        if name in Trait.__members__
    )
