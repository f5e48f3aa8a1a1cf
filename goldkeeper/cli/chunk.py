"""`goldkeeper chunk`: print the chunks of a revision, a work tree or a folder."""

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Literal

import typer


def chunk(
    repo: Annotated[
        Path, typer.Option("--repo", help="Work tree, bare git directory, or a folder without git.")
    ] = Path(),
    rev: Annotated[
        str | None, typer.Option("--rev", help="Anything git can name; without it the files on disk.")
    ] = None,
    *,
    include: Annotated[list[str] | None, typer.Option(help="Only paths that match; may be repeated.")] = None,
    exclude: Annotated[list[str] | None, typer.Option(help="Not paths that match; may be repeated.")] = None,
    grammars: Annotated[
        Literal["official", "tree-sitter-languages"], typer.Option(help="Where grammars come from.")
    ] = "official",
    leading_comments: Annotated[bool, typer.Option(help="Take comments right above a definition in.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Print the chunks of a revision, one a line."""
    from goldkeeper.chunking.listing import json_lines
    from goldkeeper.cli.output import talk, visible
    from goldkeeper.model.chunks import SkipReason
    from goldkeeper.model.errors import BadRequest
    from goldkeeper.reporting.visible import tab_field
    from goldkeeper.wiring import make_chunker, open_tree

    if rev == "":  # an unset variable of a script; the files on disk would be a silent other answer
        raise BadRequest("--rev", "is empty", "name a revision, or leave the option out for the files on disk")
    tree = open_tree(repo, rev or "", include=include or (), exclude=exclude or ())
    chunker = make_chunker(grammars, leading_comments=leading_comments)
    skipped: Counter[SkipReason] = Counter(tree.skipped().values())
    entries = tree.files()
    wanted = []
    for path in sorted(entries):
        language = chunker.language_of(path)
        if isinstance(language, SkipReason):
            skipped[language] += 1
        else:
            wanted.append(path)
    chunks = files = 0
    write = sys.stdout.write
    for path, data in tree.read(wanted):
        made = data if isinstance(data, SkipReason) else chunker.chunk_file(path, entries[path].blob, data)
        if isinstance(made, SkipReason):
            skipped[made] += 1
            continue
        files += 1
        chunks += len(made.chunks)
        if as_json:
            write(json_lines(made.chunks))
        else:
            write("".join(f"{tab_field(str(found.id))}\t{found.kind}\t{found.language}\n" for found in made.chunks))
    left_out = "; ".join(f"{count} {reason}" for reason, count in sorted(skipped.items()))
    talk(visible(f"{chunks} chunks in {files} files of {tree.label}" + (f"; skipped: {left_out}" if left_out else "")))
