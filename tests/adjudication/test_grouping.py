from collections.abc import Iterable
from dataclasses import replace

from goldkeeper.adjudication.cause_facts import moved_prefix
from goldkeeper.adjudication.grouping import group_causes
from goldkeeper.model.changes import ChangeKind, CommitNote
from goldkeeper.model.chunks import CommitId
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.proposals import Action, Cause, RemapProposal
from goldkeeper.model.staleness import Edit, Staleness
from tests.builders import a_candidate, a_commit_note, a_drift, a_match, a_proposal, a_recut


def went(old: str, new: str, **others: object) -> RemapProposal:
    return a_proposal(old, match=a_match(old, a_candidate(new)), **others)  # type: ignore[arg-type]  # test shorthand


def test_a_moved_directory_is_one_card() -> None:
    moved = [
        went("lib/a.py:1-5:f", "src/lib/a.py:1-5:f", commits=[a_commit_note()]),
        went("lib/b/c.py:1-5:g", "src/lib/b/c.py:3-7:g", commits=[a_commit_note()]),
    ]
    causes = {proposal.cause for proposal in group_causes(moved)}
    assert len(causes) == 1
    cause = causes.pop()
    assert cause.key == "directory:lib/>src/lib/"
    assert cause.sentence == "2 chunks: lib/ moved to src/lib/ in a1b2c3d"


def test_one_file_that_moved_is_a_file() -> None:
    moved = [went(f"lib/a.py:{n}-{n + 4}:f{n}", f"src/b.py:{n}-{n + 4}:f{n}") for n in (1, 9)]
    assert {p.cause.sentence for p in group_causes(moved)} == {"2 chunks: moved from lib/a.py to src/b.py"}


def test_lines_that_shifted_in_one_file_are_one_card() -> None:
    ids = ["a.py:3-7:f", "a.py:9-13:g"]
    shifted = [a_proposal(i, drift=a_drift(DriftKind.SHIFTED, chunk=i), match=a_match(i, a_candidate(i))) for i in ids]
    assert {p.cause.sentence for p in group_causes(shifted)} == {"2 chunks: lines shifted in a.py, text unchanged"}


def test_a_licence_header_that_grew_in_many_files_is_one_card() -> None:
    ids = [f"src/{name}.c:3-7:f" for name in "abc"]
    shifted = [a_proposal(i, drift=a_drift(DriftKind.SHIFTED, chunk=i), match=a_match(i, a_candidate(i))) for i in ids]
    (cause,) = {p.cause for p in group_causes(shifted)}
    assert cause == Cause("shift:", "3 chunks: lines shifted in 3 files of src/, text unchanged")


def test_a_class_that_got_another_name_is_one_card() -> None:
    renamed = [went(f"a.py:{n}-{n + 4}:Cart.f{n}", f"a.py:{n}-{n + 4}:Basket.f{n}") for n in (1, 9)]
    assert {p.cause.key for p in group_causes(renamed)} == {"symbol:Cart>Basket"}


def test_gone_chunks_of_which_no_commit_is_known_are_grouped_by_their_directory() -> None:
    gone = [
        a_proposal(i, match=a_match(i, change=ChangeKind.GONE), action=Action.RETIRE)
        for i in ("lib/a.py:1-5:f", "lib/a.py:9-13:g")
    ]
    assert {p.cause for p in group_causes(gone)} == {Cause("gone:lib/", "2 chunks: gone from lib/a.py")}


def test_edits_of_one_commit_are_one_card() -> None:
    edited = [
        a_proposal(
            f"{name}.py:1-5:f",
            drift=a_drift(DriftKind.EDITED, chunk=f"{name}.py:1-5:f"),
            match=a_match(f"{name}.py:1-5:f", a_candidate(f"{name}.py:1-5:f"), change=ChangeKind.SAME),
            action=Action.KEEP,
            commits=[a_commit_note("Sums are exact")],
        )
        for name in "abc"
    ]
    assert {p.cause.sentence for p in group_causes(edited)} == {"3 chunks: edited in a1b2c3d “Sums are exact”"}


def test_a_cause_keeps_its_key_while_proposals_come_and_go() -> None:
    all_three = [went(f"lib/{n}.py:1-5:f", f"src/{n}.py:1-5:f") for n in "abc"]
    keys = {p.cause.key for p in group_causes(all_three)}
    assert keys == {p.cause.key for p in group_causes(all_three[1:])}


def test_order_is_kept() -> None:
    given = [went("b.py:1-5:f", "c.py:1-5:f"), went("a.py:1-5:f", "d.py:1-5:f")]
    assert [p.chunk_id for p in group_causes(given)] == [p.chunk_id for p in given]


def test_a_proposal_by_itself_has_a_cause_too() -> None:
    (proposal,) = group_causes([went("a.py:1-5:f", "b.py:1-5:f")])
    assert proposal.cause.key == "file:a.py>b.py"


def test_an_ordinal_hides_no_class_that_got_another_name() -> None:
    renamed = [went(f"a.rb:{n}-{n + 4}:Cart#total#{n}", f"a.rb:{n}-{n + 4}:Basket#total#{n}") for n in (2, 9)]
    assert {p.cause.key for p in group_causes(renamed)} == {"symbol:Cart>Basket"}


def gone(chunk: str, *commits: CommitNote) -> RemapProposal:
    return a_proposal(chunk, match=a_match(chunk, change=ChangeKind.GONE), action=Action.RETIRE, commits=commits)


def test_a_directory_that_went_is_one_card() -> None:
    note = a_commit_note()
    causes = {p.cause for p in group_causes([gone(f"lib/old/{n}.py:1-5:f", note) for n in "abc"])}
    assert len(causes) == 1
    assert causes.pop().sentence == "3 chunks: gone from 3 files of lib/old/ in a1b2c3d"


def test_files_of_a_directory_that_went_in_two_commits_are_two_cards() -> None:
    one, other = a_commit_note(), replace(a_commit_note(), commit=CommitId("f" * 40))
    causes = [p.cause.key for p in group_causes([gone("lib/a.py:1-5:f", one), gone("lib/b.py:1-5:f", other)])]
    assert causes == [f"gone:{one.commit}", f"gone:{other.commit}"]


def test_a_file_that_changed_its_name_moved_no_directory() -> None:
    assert moved_prefix("a/x.py", "b/y.py") is None


SUMS = a_commit_note("Sums are exact")
BLACK = replace(a_commit_note("Run the formatter"), commit=CommitId("e" * 40))


def edited(
    chunk: str,
    staleness: Staleness = Staleness.BEHAVIOUR,
    turned_by: CommitNote | None = None,
    commits: Iterable[CommitNote] = (),
) -> RemapProposal:
    return a_proposal(
        chunk,
        drift=a_drift(DriftKind.EDITED, chunk=chunk),
        match=a_match(chunk, a_candidate(chunk), change=ChangeKind.SAME),
        action=Action.KEEP,
        commits=commits,
        turned_by=turned_by,
        edit=Edit(staleness),
    )


def causes(*proposals: RemapProposal) -> list[Cause]:
    return [proposal.cause for proposal in group_causes(proposals)]


def test_a_formatter_that_ran_in_one_commit_is_one_card_beside_what_else_the_commit_did() -> None:
    runs = [edited(f"{n}.py:1-5:f", Staleness.REFORMATTED, turned_by=BLACK) for n in "abc"]
    *layout, other = causes(*runs, edited("d.py:1-5:f", turned_by=BLACK))
    assert set(layout) == {Cause(f"layout:{BLACK.commit}", "3 chunks: reformatted in eeeeeee “Run the formatter”")}
    assert other == Cause(f"commit:{BLACK.commit}", "1 chunk: edited in d.py by eeeeeee “Run the formatter”")


def test_a_formatter_whose_commit_is_not_known_ran_since_the_judgement() -> None:
    runs = [edited(f"{n}.py:1-5:f", Staleness.REFORMATTED) for n in "ab"]
    assert {cause.sentence for cause in causes(*runs)} == {"2 chunks: reformatted since bbbbbbb"}


def test_each_commit_that_turned_chunks_is_its_own_card_however_many_it_turned() -> None:
    found = causes(
        edited("a.py:1-5:f", turned_by=SUMS),
        edited("a.py:7-9:g", turned_by=BLACK),
        edited("b.py:1-5:f", turned_by=SUMS),
    )
    assert [cause.key for cause in found] == [f"commit:{note.commit}" for note in (SUMS, BLACK, SUMS)]


def test_the_commit_that_turned_a_chunk_counts_and_not_those_that_touched_its_file() -> None:
    (cause,) = causes(edited("a.py:1-5:f", turned_by=SUMS, commits=(BLACK, SUMS)))
    assert cause.key == f"commit:{SUMS.commit}"


def test_a_namespace_that_got_another_name_is_one_card_over_all_its_files() -> None:
    found = causes(
        went("a.cs:1-5:Shop.Cart.add", "a.cs:1-5:Store.Cart.add"),
        went("b.cs:1-5:Shop.Till.open", "b.cs:1-5:Store.Till.open", turned_by=SUMS),
    )
    assert set(found) == {
        Cause("symbol:Shop>Store", "2 chunks: members of Shop are in Store now in 2 files in a1b2c3d")
    }


def test_a_class_that_is_gold_itself_is_in_the_card_of_its_members() -> None:
    found = causes(went("a.py:1-9:Cart", "a.py:1-9:Basket"), went("a.py:2-5:Cart.add", "a.py:2-5:Basket.add"))
    assert set(found) == {Cause("symbol:Cart>Basket", "2 chunks: Cart became Basket in a.py")}


def test_a_class_that_took_its_file_along_is_told_by_its_name() -> None:
    (cause,) = causes(went("Cart.java:2-5:Cart.add", "Basket.java:2-5:Basket.add"))
    assert cause.key == "symbol:Cart>Basket"


def test_what_got_another_name_while_its_directory_moved_is_in_the_card_of_the_directory() -> None:
    found = causes(went("lib/a.py:1-5:f", "src/a.py:1-5:f"), went("lib/b.py:1-5:g", "src/b.py:1-5:h"))
    assert {cause.key for cause in found} == {"directory:lib/>src/"}


def test_a_directory_whose_last_file_is_left_keeps_its_key_and_says_which_file() -> None:
    (cause,) = causes(went("lib/a.py:1-5:f", "src/a.py:1-5:f"))
    assert cause == Cause("directory:lib/>src/", "1 chunk: moved from lib/a.py to src/a.py")


def test_a_move_of_which_most_was_done_in_one_commit_names_it() -> None:
    moves = [went(f"lib/{n}.py:1-5:f", f"src/{n}.py:1-5:f", turned_by=SUMS) for n in "abcdefgh"]
    last = went("lib/z.py:1-5:f", "src/z.py:1-5:f", turned_by=BLACK)
    assert causes(*moves, last)[0].sentence == "9 chunks: lib/ moved to src/, most of it in a1b2c3d"
    assert causes(moves[0], last)[0].sentence == "2 chunks: lib/ moved to src/"


def test_groups_do_not_depend_on_the_order_of_proposals() -> None:
    given = [
        edited("a.py:1-5:f", turned_by=SUMS),
        went("lib/a.py:1-5:f", "src/a.py:1-5:f"),
        gone("old/a.py:1-5:f", BLACK),
        gone("old/b/c.py:1-5:f", BLACK),
    ]
    there, back = group_causes(given), group_causes(reversed(given))
    assert sorted(there, key=lambda p: p.chunk_id) == sorted(back, key=lambda p: p.chunk_id)


def test_a_new_chunker_is_one_card_over_all_files_and_what_wants_a_look_another() -> None:
    same = [a_recut(f"{name}.py:3-7:f", f"{name}.py:2-7:f") for name in "ab"]
    fewer = [a_recut("c.py:3-7:f", "c.py:4-7:f", share=0.8)]
    joined = [a_recut("d.py:3-7:C.f", "d.py:1-20:C", change=ChangeKind.MERGED)]
    assert [proposal.cause.sentence for proposal in group_causes([*same, *fewer, *joined])] == [
        "2 chunks: cut otherwise by the chunker, the code is the same",
        "2 chunks: cut otherwise by the chunker, the code is the same",
        "1 chunk: cut otherwise by the chunker, with other lines",
        "1 chunk: cut otherwise by the chunker, merged",
    ]
