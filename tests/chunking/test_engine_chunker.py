"""The chunker's door: options, fingerprint, cache rows, unusual files."""

import json
import warnings
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.chunking import grammars
from goldkeeper.chunking.chunker import ChunkOptions, DefinitionChunker
from goldkeeper.chunking.grammars import GrammarSource
from goldkeeper.model.chunks import BlobId, Chunk, FileChunks, SkipReason
from goldkeeper.ports import Chunker
from tests.chunking.cutting import cut, symbols, table

STATEMENTS = ("import os", "x = 1", "# note", "", "def f():\n    return 1", "class A:\n    def m(self):\n        pass")


def test_the_chunker_fits_the_port() -> None:
    chunker: Chunker = DefinitionChunker()
    assert chunker.language_of("src/a.py") == "python"


def test_unknown_types_and_missing_grammars_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammars, "_load_carried", lambda _: None)
    chunker = DefinitionChunker(ChunkOptions(grammars=GrammarSource.CARRIED))
    assert chunker.language_of("a.xyz") is SkipReason.UNKNOWN_TYPE
    assert chunker.chunk_file("a.xyz", BlobId("0"), b"") is SkipReason.UNKNOWN_TYPE
    assert chunker.language_of("a.py") is SkipReason.NO_GRAMMAR
    assert chunker.chunk_file("a.py", BlobId("0"), b"") is SkipReason.NO_GRAMMAR
    assert all(not grammar.available and not grammar.version for grammar in chunker.fingerprint.grammars)


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a/b.PY", "python"),
        ("x.d.ts", "typescript"),
        ("x.mts", "typescript"),
        ("x.tsx", "tsx"),
        ("x.jsx", "javascript"),
        ("x.h", "cpp"),
        ("x.C", "cpp"),
        ("x.c", "c"),
        ("SConstruct", "python"),
        ("a.b/go.go", "go"),
    ],
)
def test_the_name_of_a_file_says_its_language(path: str, language: str) -> None:
    assert DefinitionChunker().language_of(path) == language


@pytest.mark.parametrize("path", ["py", ".py", "a.", "a.pyx2", "dir.py/readme"])
def test_a_name_that_only_looks_like_it_says_nothing(path: str) -> None:
    assert DefinitionChunker().language_of(path) is SkipReason.UNKNOWN_TYPE


def test_files_without_code_have_no_chunks() -> None:
    for source in ("", "\n\n", "# a\n# b", "\ufeff"):
        assert cut("a.py", source).chunks == ()


def test_top_level_code_is_one_chunk_for_each_run_between_definitions() -> None:
    source = (
        "# licence\n\nimport os\n\n# why\nX = 1\n\n\ndef f():\n    pass\n\n\n"
        "if X:\n    def g():\n        pass\n\n# end\nclass A:\n    y = 2\n\nmain()\n# done\n"
    )
    expected = """
    3-6:<module> module
    9-10:f function
    13-15:<module> module
    14-15:g function
    18-19:A class
    21-21:<module> module
    """
    assert table("a.py", source) == expected


def test_definitions_with_the_same_lines_and_symbol_are_numbered() -> None:
    source = "function f(){}function f(){}class A{f(){}f(){}}\nfunction f(){}\n"
    assert symbols("a.js", source) == ["f", "f#2", "A", "A.f", "A.f#2", "f"]
    assert len({chunk.id for chunk in cut("a.js", source).chunks}) == 6


def test_the_text_of_a_line_with_many_definitions_is_kept_once() -> None:
    chunks = cut("a.min.js", "".join(f"function f{n}(){{}}" for n in range(500))).chunks
    assert len(chunks) == 500
    assert len({id(chunk.text) for chunk in chunks}) == 1


def test_leading_comments_come_in_only_where_asked_for() -> None:
    source = (
        "# of the file\n\nX = 1  # of x\ndef f():\n    pass\n    # still f\n\n# one\n# two\n@dec\ndef g():\n"
        "    pass\n\n"
        "class A:\n    # of m\n    def m(self):\n        pass\n\n# apart\n\ndef h():\n    pass\n"
    )
    chunker = DefinitionChunker(ChunkOptions(leading_comments=True))
    file = chunker.chunk_file("a.py", BlobId("0"), source.encode())
    assert isinstance(file, FileChunks)
    with_comments = {chunk.symbol: str(chunk.span) for chunk in file.chunks}
    plain = {chunk.symbol: str(chunk.span) for chunk in cut("a.py", source).chunks}
    assert plain == {"<module>": "3-3", "f": "4-6", "g": "10-12", "A": "14-17", "A.m": "16-17", "h": "21-22"}
    assert with_comments == {**plain, "g": "8-12", "A.m": "15-17"}


def test_leading_comments_of_many_lines_come_in_whole() -> None:
    source = b"int a;\n/*\n * Adds.\n */\n// twice\nint f() { return 1; } // f\nint g() { return 2; }\n"
    file = DefinitionChunker(ChunkOptions(leading_comments=True)).chunk_file("a.c", BlobId("0"), source)
    assert isinstance(file, FileChunks)
    assert [str(chunk.span) for chunk in file.chunks] == ["1-1", "2-6", "7-7"]


def test_the_fingerprint_names_every_grammar_and_follows_the_options() -> None:
    official = DefinitionChunker().fingerprint
    by_language = {grammar.language: grammar for grammar in official.grammars}
    assert by_language["python"].package == "tree-sitter-python"
    assert by_language["python"].available
    assert by_language["python"].version
    assert official.digest == DefinitionChunker().fingerprint.digest
    others = (ChunkOptions(leading_comments=True), ChunkOptions(grammars=GrammarSource.CARRIED))
    assert len({official.digest, *(DefinitionChunker(each).fingerprint.digest for each in others)}) == 3


def test_options_can_be_given_as_text() -> None:
    given_as_text = ChunkOptions(grammars="tree-sitter-languages")  # type: ignore[arg-type]  # as a configuration has it
    assert given_as_text.grammars is GrammarSource.CARRIED
    with pytest.raises(ValueError, match="pack"):
        ChunkOptions(grammars="tree-sitter-language-pack")  # type: ignore[arg-type]  # the same


def test_carried_grammars_cut_the_same_chunks_without_a_warning() -> None:
    chunker = DefinitionChunker(ChunkOptions(grammars=GrammarSource.CARRIED))
    if chunker.language_of("a.py") is SkipReason.NO_GRAMMAR:
        pytest.skip("tree-sitter-languages is not installed")
    source = "@dec\nclass A:\n    async def m(self):\n        pass\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        file = chunker.chunk_file("a.py", BlobId("b"), source.encode())
    assert file == cut("a.py", source)


@given(st.lists(st.sampled_from(STATEMENTS)), st.booleans())
def test_packed_rows_give_the_same_chunks_without_parsing(parts: list[str], broken: bool) -> None:
    source = "\n".join(parts) + ("\ndef broken(x:\n    return (x\n\ndef good():\n    pass\n" if broken else "")
    file = cut("a.py", source)
    chunker = DefinitionChunker()
    again = chunker.rebuild("a.py", BlobId("b"), source.encode(), chunker.pack(file))
    assert again == file
    assert [chunk.text for chunk in again.chunks] == [chunk.text for chunk in file.chunks]
    assert again.source == file.source


def test_packed_rows_are_a_fraction_of_the_text_and_foreign_ones_are_refused() -> None:
    source = "def f():\n    pass\n\n" * 100
    chunker = DefinitionChunker()
    rows = chunker.pack(cut("a.py", source))
    assert len(rows) < len(source)
    with pytest.raises(ValueError, match="do not belong"):
        chunker.rebuild("a.py", BlobId("b"), source.encode(), json.dumps([99, [], []]).encode())


@given(st.lists(st.sampled_from(STATEMENTS)))
def test_chunks_are_ordered_whole_lines_with_unique_ids(parts: list[str]) -> None:
    source = "\n".join(parts)
    chunks = cut("a.py", source).chunks
    lines = source.split("\n")
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    assert [c.span.start for c in chunks] == sorted(c.span.start for c in chunks)
    assert all(chunk.text.split("\n") == lines[chunk.span.start - 1 : chunk.span.end] for chunk in chunks)
    for outer, inner in pairwise(chunks):
        assert inner.span.start > outer.span.end or outer.span.holds(inner.span)


@given(st.lists(st.sampled_from(STATEMENTS)), st.integers(1, 5))
def test_blank_lines_on_top_only_shift(parts: list[str], count: int) -> None:
    def facts(chunks: tuple[Chunk, ...], shift: int) -> list[tuple[int, int, str, str]]:
        return [(c.span.start - shift, c.span.end - shift, c.symbol, c.digest) for c in chunks]

    source = "\n".join(parts)
    assert facts(cut("a.py", "\n" * count + source).chunks, count) == facts(cut("a.py", source).chunks, 0)


@pytest.mark.parametrize("path", ["a.py", "a.js", "a.ts", "a.tsx", "A.java", "a.go", "a.rs", "a.c", "a.cpp"])
def test_brackets_nested_far_beyond_the_stack_are_walked(path: str) -> None:
    depth = 100_000
    cut(path, "x = " + "(" * depth + ")" * depth + "\n")


def test_definitions_nested_far_beyond_the_stack_are_all_found() -> None:
    assert len(cut("a.js", "function f(){" * 3000 + "}" * 3000).chunks) == 3000
