"""What is worked out once and shown until something changes."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from goldkeeper.web.kept import Kept, stamp_of
from goldkeeper.web.office import Office
from tests.projects import a_shop_with_answers
from tests.web.houses import keeper_of

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


def test_the_gold_file_is_read_once_for_all_who_look_at_once_and_again_when_it_was_written(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    office = Office(lambda: keeper_of(shop.top))
    with office.workplace() as one, office.workplace() as other:
        assert one.desk.world.gold_set() is other.desk.world.gold_set()
        before = len(one.desk.world.gold_set().pairs)
    gold = shop.top / "gold.jsonl"
    gold.write_text("".join(gold.read_text().splitlines(keepends=True)[:-1]))
    with office.workplace() as place:
        assert len(place.desk.world.gold_set().pairs) < before
    office.close()
