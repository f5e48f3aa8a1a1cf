"""Passports: what counts, what is silence, and what follows what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.passports import Fact, Origin, Passport, Trait
from goldkeeper.model.upgrades import (
    Upgrade,
    UpgradeKind,
    changed_kinds,
    changes_between,
    succeed,
    take_in,
    told_kinds,
)
from tests.builders import NOON, a_passport

PASSPORTS = st.dictionaries(st.sampled_from(Trait), st.sampled_from(["1", "2", "3"])).map(
    lambda said: Passport.of(Fact(trait, value) for trait, value in said.items())
)


def test_who_says_it_is_no_part_of_what_is_said() -> None:
    read = Passport((Fact(Trait.MODEL, "m", Origin.READ, "a.json"),))
    told = Passport((Fact(Trait.MODEL, "m", Origin.TOLD, "ci"),))
    assert read == told
    assert read.digest == told.digest


def test_facts_are_ordered_and_one_a_trait() -> None:
    with pytest.raises(ValueError, match="ordered"):
        Passport((Fact(Trait.DIMENSION, "3"), Fact(Trait.MODEL, "m")))
    with pytest.raises(ValueError, match="one a trait"):
        Passport((Fact(Trait.MODEL, "m"), Fact(Trait.MODEL, "n")))


def test_of_two_sources_the_first_counts() -> None:
    assert Passport.of([Fact(Trait.MODEL, "m"), Fact(Trait.MODEL, "n")]).value(Trait.MODEL) == "m"


def test_another_model_is_an_embedding_upgrade() -> None:
    assert changed_kinds(a_passport(model="m"), a_passport(model="n")) == (UpgradeKind.EMBEDDING,)


def test_both_at_once_name_the_chunker_first() -> None:
    before, after = a_passport(model="m", chunker="a"), a_passport(model="n", chunker="b")
    assert changed_kinds(before, after) == (UpgradeKind.CHUNKER, UpgradeKind.EMBEDDING)


def test_a_new_commit_is_no_upgrade() -> None:
    assert changed_kinds(a_passport(commit="a", boundaries="1"), a_passport(commit="b", boundaries="2")) == ()


def test_other_boundaries_at_the_same_commit_were_cut_by_another_chunker() -> None:
    before, after = a_passport(commit="a", boundaries="1"), a_passport(commit="a", boundaries="2")
    assert changed_kinds(before, after) == (UpgradeKind.CHUNKER,)


def test_other_boundaries_prove_nothing_while_the_commit_is_not_known() -> None:
    assert changed_kinds(a_passport(boundaries="1"), a_passport(boundaries="2")) == ()


@given(PASSPORTS)
def test_silence_changes_nothing(passport: Passport) -> None:
    assert changed_kinds(passport, Passport()) == ()
    assert changed_kinds(Passport(), passport) == ()
    assert succeed(passport, Passport()) == passport


@given(PASSPORTS, PASSPORTS)
def test_what_the_news_say_is_known_afterwards(before: Passport, news: Passport) -> None:
    after = succeed(before, news)
    assert all(after.value(fact.trait) == fact.value for fact in news.facts)


@given(PASSPORTS, PASSPORTS)
def test_reading_the_same_again_changes_nothing(standing: Passport, reading: Passport) -> None:
    once = take_in(standing, reading, None)
    assert take_in(once, reading, reading) == once


def test_a_new_model_does_not_inherit_the_old_ones_revision() -> None:
    after = succeed(a_passport(model="m", revision="7", dimension="384"), a_passport(model="n"))
    assert after == a_passport(model="n")


def test_a_revision_that_was_silent_for_a_while_is_still_compared() -> None:
    silent = succeed(a_passport(model="m", revision="1"), a_passport(model="m"))
    assert changed_kinds(silent, a_passport(model="m", revision="2")) == (UpgradeKind.EMBEDDING,)


def test_a_manifest_that_lags_behind_does_not_take_back_what_was_told() -> None:
    manifest = a_passport(model="m", dimension="384")
    told = succeed(manifest, a_passport(model="n"))
    assert take_in(told, manifest, manifest) == a_passport(model="n")


def test_a_manifest_that_is_written_anew_counts_again() -> None:
    old, new = a_passport(model="m", dimension="384"), a_passport(model="n", dimension="1024")
    told = succeed(old, a_passport(model="n"))
    assert take_in(told, new, old) == new
    assert take_in(told, a_passport(model="o"), old) == a_passport(model="o")


def test_what_is_told_for_the_first_time_is_an_upgrade() -> None:
    assert told_kinds(Passport(), a_passport(model="m")) == (UpgradeKind.EMBEDDING,)
    assert told_kinds(a_passport(model="m"), a_passport(model="m", revision="1")) == ()


def test_a_change_is_told_trait_by_trait() -> None:
    before, after = a_passport(model="m", dimension="384"), a_passport(model="n", revision="7", dimension="1024")
    said = [str(change) for change in changes_between(before, after, (UpgradeKind.EMBEDDING,))]
    assert said == ["embedding model m → n", "model revision (not said) → 7", "dimension 384 → 1024"]


def test_of_options_those_are_told_that_changed() -> None:
    before, after = (
        a_passport(options='{"a":"1","size":"5"}', fingerprint="x"),
        a_passport(options='{"a":"1","overlap":"2","size":"6"}', fingerprint="y"),
    )
    upgrade = Upgrade(1, before, after, changed_kinds(before, after), NOON, "ci")
    assert upgrade.sentence == "chunker option overlap (not said) → 2, chunker option size 5 → 6"
    alone = Upgrade(1, a_passport(fingerprint="x"), a_passport(fingerprint="y"), (UpgradeKind.CHUNKER,), NOON, "ci")
    assert alone.sentence == "fingerprint x → y"


def test_a_title_names_model_and_chunker() -> None:
    passport = a_passport(model="bge-m3", revision="5617a9f61b02", dimension="1024", chunker="cast")
    assert passport.title == "bge-m3@5617a9f61b02 (1024), chunker cast"
    assert Passport().title == "model and chunker not named"
