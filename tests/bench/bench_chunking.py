"""Chunking against bare parsing: CPU seconds of one process, the same bytes, the same grammars.

    python -m tests.bench.bench_chunking FOLDER... [--rounds 5] [--json]

Files are read into memory first. Parsing and chunking take turns on each file, and each file's best
time of either counts, so that a busy machine spoils neither side. Prints a table to read, or one JSON
object a language; `ratio` is chunking over parsing and holds symbols and digests.
"""

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from tree_sitter import Parser

from goldkeeper.chunking.chunker import DefinitionChunker
from goldkeeper.chunking.decoding import decode_source
from goldkeeper.chunking.grammars import GrammarSource, load_grammar
from goldkeeper.chunking.languages import known_languages
from goldkeeper.model.chunks import BlobId, FileChunks

_MAX_BYTES = 4_000_000  # larger files are mostly data


def read_corpus(folders: list[Path]) -> dict[str, list[tuple[str, bytes]]]:
    """Language → (path, bytes) of every file below the folders that can be chunked."""
    corpus: dict[str, list[tuple[str, bytes]]] = defaultdict(list)
    for folder in folders:
        for parent, _, names in os.walk(folder):
            for name in sorted(names):
                path = Path(parent, name)
                rules = known_languages().find(path.as_posix())
                if rules is None or path.is_symlink() or not path.is_file() or path.stat().st_size > _MAX_BYTES:
                    continue
                corpus[rules.language].append((path.as_posix(), path.read_bytes()))
    return corpus


def measure(files: list[tuple[str, bytes]], rounds: int) -> dict[str, float]:
    """Best CPU seconds of parsing and of chunking one language's files, and what was found."""
    chunker = DefinitionChunker(clock=time.process_time)  # as the commands have it
    rules = known_languages().find(files[0][0])
    grammar = load_grammar(rules, GrammarSource.OFFICIAL) if rules else None
    decoded = [(path, data, source.data) for path, data in files if (source := decode_source(data)) is not None]
    if grammar is None or not decoded:
        return {}
    parser = Parser(grammar)
    chunks = damaged = 0
    parse_seconds = chunk_seconds = 0.0
    for path, data, text in decoded:
        file = chunker.chunk_file(path, BlobId("0"), data)
        assert isinstance(file, FileChunks)
        chunks, damaged = chunks + len(file.chunks), damaged + bool(file.damage)
        turns = [
            (_cpu_seconds(parser.parse, text), _cpu_seconds(chunker.chunk_file, path, BlobId("0"), data))
            for _ in range(rounds)
        ]
        parse_seconds += min(parsing for parsing, _ in turns)
        chunk_seconds += min(chunking for _, chunking in turns)
    megabytes = sum(len(text) for _, _, text in decoded) / 1e6
    return {
        "files": len(decoded),
        "megabytes": round(megabytes, 2),
        "chunks": chunks,
        "damaged_files": damaged,
        "parse_seconds": round(parse_seconds, 4),
        "chunk_seconds": round(chunk_seconds, 4),
        "parse_megabytes_per_second": round(megabytes / max(parse_seconds, 1e-9), 1),
        "ratio": round(chunk_seconds / max(parse_seconds, 1e-9), 3),
    }


def _cpu_seconds(work: Callable[..., object], *arguments: object) -> float:
    begun = time.process_time()
    work(*arguments)
    return time.process_time() - begun


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folders", nargs="+", type=Path)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--json", action="store_true")
    arguments.add_argument("--language", default="", help="only this one")
    given = arguments.parse_args()
    if not given.json:
        sys.stdout.write("language     files      MB   chunks  damaged  parse s  chunk s  MB/s  ratio\n")
    for language, files in sorted(read_corpus(given.folders).items()):
        result = measure(files, given.rounds) if given.language in {"", language} else {}
        if not result:
            continue
        if given.json:
            sys.stdout.write(json.dumps({"language": language, **result}) + "\n")
        else:
            sys.stdout.write(
                f"{language:12}{result['files']:6}{result['megabytes']:8}{result['chunks']:9}"
                f"{result['damaged_files']:9}{result['parse_seconds']:9.3f}{result['chunk_seconds']:9.3f}"
                f"{result['parse_megabytes_per_second']:6}{result['ratio']:7}\n"
            )


if __name__ == "__main__":
    main()
