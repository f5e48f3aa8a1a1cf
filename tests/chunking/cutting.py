"""Cutting for tests: the chunks of a sample as a table, and the walk held against one that passes nothing by."""

from dataclasses import replace
from pathlib import Path

from tree_sitter import Parser

from goldkeeper.chunking.chunker import DefinitionChunker
from goldkeeper.chunking.grammars import GrammarSource, load_grammar
from goldkeeper.chunking.languages import known_languages
from goldkeeper.chunking.plan import Plan
from goldkeeper.chunking.rules.base import EVERYWHERE
from goldkeeper.chunking.walk import Walk
from goldkeeper.model.chunks import BlobId, FileChunks

SAMPLES = Path(__file__).parent / "samples"
_CHUNKER = DefinitionChunker()


def read_sample(name: str) -> str:
    return (SAMPLES / name).read_text(encoding="utf-8")


def cut(path: str, source: str | bytes | None = None) -> FileChunks:
    """The chunks of a text, or of the sample of that name."""
    text = read_sample(path) if source is None else source
    data = text.encode() if isinstance(text, str) else text
    file = _CHUNKER.chunk_file(path, BlobId("b"), data)
    assert isinstance(file, FileChunks), file
    return file


def table(path: str, source: str | bytes | None = None) -> str:
    """A line a chunk: its ID without the path, and its kind."""
    file = cut(path, source)
    assert all(str(chunk.id) == f"{path}:{chunk.span}:{chunk.symbol}" for chunk in file.chunks)
    return "\n".join(["", *(f"    {chunk.span}:{chunk.symbol} {chunk.kind}" for chunk in file.chunks), "    "])


def symbols(path: str, source: str | bytes) -> list[str]:
    return [chunk.symbol for chunk in cut(path, source).chunks]


def found_with_and_without_pruning(path: str, source: str) -> tuple[list[str], list[str]]:
    """What the walk finds by its rules, and what it finds when it enters every node."""
    rules = known_languages().find(path)
    assert rules is not None
    grammar = load_grammar(rules, GrammarSource.OFFICIAL)
    assert grammar is not None
    data = source.encode()
    root = Parser(grammar).parse(data).root_node
    both = []
    for each in (rules, replace(rules, hinted=EVERYWHERE, hint=(), hint_without_error=())):
        found = Walk(Plan(each, grammar), data, errors=root.has_error).run(root)
        both.append(sorted(f"{one.start_byte}-{one.end_byte}:{one.symbol} {one.kind}" for one in found))
    return both[0], both[1]
