"""What is worked out once and shown until something changes."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from goldkeeper.web.kept import Kept, stamp_of

AT_ONCE = 6


def test_a_value_is_made_again_only_where_what_it_is_made_from_changed() -> None:
    kept, made = Kept(), list[str]()

    def make(text: str) -> str:
        made.append(text)
        return text

    for seen in ("a", "a", "b", "b", "a"):
        assert kept.of("one", seen, lambda seen=seen: make(seen)) == seen  # type: ignore[misc]  # bound at once
    assert made == ["a", "b", "a"]
    assert kept.of("two", "a", lambda: 2) == 2


def test_of_many_who_ask_at_once_one_makes_it() -> None:
    kept, made, ready = Kept(), list[int](), Barrier(AT_ONCE)

    def make() -> int:
        made.append(1)
        return len(made)

    def ask(_: int) -> int:
        ready.wait(20)
        return kept.of("one", "a", make)

    with ThreadPoolExecutor(AT_ONCE) as workers:
        assert set(workers.map(ask, range(AT_ONCE))) == {1}


def test_a_file_that_is_written_has_another_stamp_and_one_that_is_gone_none(tmp_path: Path) -> None:
    file = tmp_path / "last-scan.json"
    assert stamp_of(file) == "none"
    file.write_text("1")
    first = stamp_of(file)
    file.write_text("22")
    assert len({first, stamp_of(file), "none"}) == 3
