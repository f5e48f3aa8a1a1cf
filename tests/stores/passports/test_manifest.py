"""Manifests: whatever form they have, pointers find what is said, and a broken one says where and what."""

from pathlib import Path

import pytest

from goldkeeper.model.errors import ConfigInvalid
from goldkeeper.model.errors_passports import PassportSourceMissing, PassportSourceUnreadable
from goldkeeper.model.passports import Origin, Passport, Trait
from goldkeeper.settings.index import IndexSettings
from goldkeeper.stores.passports.manifest import canonical_options, look_up, read_manifest

POINTERS = IndexSettings().pointers
JSON = '{"embedding": {"model": "m", "revision": "1.10", "dimension": 384}, "chunker": {"name": "c", "version": 2}}'
TOML = '[embedding]\nmodel = "m"\nrevision = 1.10\ndimension = 384\n[chunker]\nname = "c"\nversion = 2\n'
YAML = "embedding:\n  model: m\n  revision: 1.10\n  dimension: 384\nchunker: {name: c, version: 2}\n"


def read(tmp_path: Path, text: str | bytes, name: str = "m.json", **pointers: str) -> Passport:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Passport.of(read_manifest(path, name, {**POINTERS, **pointers}, asked=frozenset(pointers)))


@pytest.mark.parametrize(("name", "text"), [("m.json", JSON), ("m.toml", TOML), ("m.yaml", YAML), ("m.yml", YAML)])
def test_each_form_says_the_same(tmp_path: Path, name: str, text: str) -> None:
    passport = read(tmp_path, text, name)
    said = {fact.trait: fact.value for fact in passport.facts}
    assert said == {
        Trait.MODEL: "m",
        Trait.REVISION: "1.10",  # a number to YAML and TOML, and no 1.1
        Trait.DIMENSION: "384",
        Trait.CHUNKER: "c",
        Trait.CHUNKER_VERSION: "2",
    }
    fact = passport.fact(Trait.MODEL)
    assert fact is not None
    assert (fact.origin, fact.place) == (Origin.READ, f"{name}: embedding.model")


def test_a_byte_order_mark_is_no_damage(tmp_path: Path) -> None:
    assert read(tmp_path, b"\xef\xbb\xbf" + JSON.encode()).value(Trait.MODEL) == "m"


@pytest.mark.parametrize("pointer", ["/models/0/id~1name", "models.0.id/name"])
def test_pointers_step_into_lists_and_odd_keys(tmp_path: Path, pointer: str) -> None:
    assert read(tmp_path, '{"models": [{"id/name": "m"}]}', embedding_model=pointer).value(Trait.MODEL) == "m"


def test_a_key_with_dots_is_found(tmp_path: Path) -> None:
    assert read(tmp_path, '{"embedding.model": "m"}').value(Trait.MODEL) == "m"


def test_options_of_any_order_and_form_are_the_same(tmp_path: Path) -> None:
    one = read(tmp_path, '{"chunker": {"options": {"size": 5, "overlap": true}}}')
    other = read(tmp_path, '[chunker.options]\noverlap = true\nsize = "5"\n', "m.toml")
    assert one == other
    assert one.value(Trait.CHUNKER_OPTIONS) == canonical_options({"overlap": "true", "size": "5"})


def test_silence_is_no_fault(tmp_path: Path) -> None:
    assert read(tmp_path, '{"embedding": {"model": "m", "revision": null}}') == read(
        tmp_path, '{"embedding": {"model": " m ", "revision": ""}}'
    )


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("", "m.json", "m.json: is empty; wait until it is written"),
        ("  \n", "m.toml", "m.toml: is empty"),
        ('{"embedding": {"mod', "m.json", "m.json: not JSON: Unterminated string"),
        ("[embedding]\nmodel = ", "m.toml", "m.toml: not TOML: Invalid value"),
        ("a: [1, 2", "m.yaml", "m.yaml: not YAML"),
        (b"\xff\xfe{}", "m.json", "m.json: not JSON"),
        ("[" * 100_000, "m.json", "m.json: not JSON"),
        ('{"a": {"b": 1}, "c": 2}', "m.json", "none of the configured pointers leads anywhere; it has a.b, c;"),
        ("[]", "m.json", "none of the configured pointers leads anywhere; it has nothing"),
        (
            '{"embedding": {"model": {"id": "m"}}}',
            "m.json",
            "m.json: embedding.model: is a table and no embedding model; point at",
        ),
        ('{"format": "goldkeeper-passport", "schema": 2}', "m.json", "its schema 2 is not 1; upgrade goldkeeper"),
    ],
)
def test_what_can_not_be_used_is_told_and_may_be_tried_again(
    tmp_path: Path, text: str | bytes, name: str, said: str
) -> None:
    with pytest.raises(PassportSourceUnreadable) as told:
        read(tmp_path, text, name)
    assert said in str(told.value)


def test_a_pointer_that_was_asked_for_must_lead_somewhere(tmp_path: Path) -> None:
    with pytest.raises(PassportSourceUnreadable, match=r"has no encoder\.name; did you mean encoder\.names\? Correct"):
        read(tmp_path, '{"encoder": {"names": "m"}, "chunker": {"name": "c"}}', embedding_model="encoder.name")


def test_a_manifest_that_is_not_there_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(PassportSourceMissing, match=r"^m\.json: no such manifest; build the index"):
        read_manifest(tmp_path / "m.json", "m.json", POINTERS, asked=frozenset())


def test_a_folder_is_no_manifest(tmp_path: Path) -> None:
    (tmp_path / "m.json").mkdir()
    with pytest.raises(PassportSourceUnreadable):
        read_manifest(tmp_path / "m.json", "m.json", POINTERS, asked=frozenset())


def test_a_pointer_with_an_empty_step_is_the_configurations_fault() -> None:
    with pytest.raises(ConfigInvalid, match=r"index\.commit: 'a\.\.b' has an empty step"):
        look_up({}, "a..b", "commit")
