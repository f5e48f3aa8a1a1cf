from dataclasses import replace

from goldkeeper.adjudication.grouping import group_causes, moved_prefix
from goldkeeper.model.changes import ChangeKind, CommitNote
from goldkeeper.model.chunks import CommitId
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.proposals import Action, RemapProposal
from tests.builders import a_candidate, a_commit_note, a_drift, a_match, a_proposal


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


def test_a_class_that_got_another_name_is_one_card() -> None:
    renamed = [went(f"a.py:{n}-{n + 4}:Cart.f{n}", f"a.py:{n}-{n + 4}:Basket.f{n}") for n in (1, 9)]
    assert {p.cause.key for p in group_causes(renamed)} == {"symbol:a.py:Cart>Basket"}


def test_gone_chunks_are_grouped_by_their_file() -> None:
    gone = [
        a_proposal(i, match=a_match(i, change=ChangeKind.GONE), action=Action.RETIRE)
        for i in ("a.py:1-5:f", "a.py:9-13:g")
    ]
    assert {p.cause.key for p in group_causes(gone)} == {"gone:a.py"}


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
    assert {p.cause.key for p in group_causes(renamed)} == {"symbol:a.rb:Cart>Basket"}


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
    assert causes == ["gone:lib/a.py", "gone:lib/b.py"]


def test_a_file_that_changed_its_name_moved_no_directory() -> None:
    assert moved_prefix("a/x.py", "b/y.py") is None
