"""What other tools call the fields of a gold file, most usual name first.

Collected from public gold sets; names are compared without case, `_` and `-`.
"""

from typing import Any

from goldkeeper.model.json_text import Members

LISTS = ("queries", "cases", "questions", "tasks", "items", "data", "examples", "tests")
QUERY_TEXT = ("query", "question", "q", "text", "prompt", "input")
QUERY_ID = ("id", "qid", "query_id", "task_id", "case_id", "question_id")
QUERY_TYPE = ("type", "query_type", "kind", "category")
# Blocks that hold gold fields, or gold itself.
GOLD = (
    "gold",
    "gold_spans",
    "spans",
    "expected",
    "golden",
    "expect",
    "relevant",
    "evidence",
    "graded_evidence",
    "gold_chunks",
    "gold_chunk",
    "gold_chunk_ids",
    "relevant_chunk_ids",
    "relevant_chunks",
    "correct_chunks",
    "required_sources",
    "ground_truth",
    "expected_citations",
    "primary_answer",
    "acceptable_answers",
    "answers",
)
GOLD_PATHS = (
    "expected_files",
    "expected_paths",
    "expect_paths",
    "relevant_files",
    "relevant_doc_ids",
    "answer_files",
    "must_include_paths",
    "acceptable_files",
)
GOLD_SYMBOLS = ("expected_symbols", "must_include_symbols", "ground_truth_symbols", "relevant_symbols")
ALL_GOLD = (*GOLD, *GOLD_PATHS, *GOLD_SYMBOLS)
PATH = ("path", "file", "file_path", "filename", "file_name", "source", "doc", "document")
SYMBOL = ("symbol", "qualified_name", "name", "function", "method", "class", "func_name")
KIND = ("kind", "symbol_kind", "type")
IDENTIFIER = ("chunk_id", "id", "ref", "location", "node_id")
GRADE = ("grade", "relevance", "score", "rel", "rating")
START = ("start_line", "line_start", "lineno", "from_line", "start", "from", "line")
END = ("end_line", "line_end", "end_lineno", "to_line", "end", "to")
# The state that a record, or a whole document, was written for; the blocks in which documents keep such facts.
REVISION = (
    "commit",
    "commit_sha",
    "commit_hash",
    "repo_sha",
    "repo_commit",
    "base_commit",
    "git_commit",
    "git_sha",
    "revision",
    "ref",
)
ITEM_REVISION = tuple(name for name in REVISION if name != "ref")  # which names the chunk itself there
ABOUT = ("repo", "repository", "corpus", "meta", "metadata")
SPAN = ("span", "lines", "line_range", "range")


def plain(name: str) -> str:
    """A field's name as names are compared.

    >>> plain("gradedEvidence") == plain("graded_evidence")
    True
    """
    return name.replace("_", "").replace("-", "").lower()


def pick(record: Members, names: tuple[str, ...]) -> Any:
    """The value of the first of these names that the record has and that is not null, else None."""
    found = {plain(key): value for key, value in record.items if value is not None}
    return next((found[plain(name)] for name in names if plain(name) in found), None)
