"""Queries and pairs → a new gold file; one that exists is revised and never printed anew."""

from collections.abc import Iterable, Sequence

from goldkeeper.model.gold import GoldPair, Query, QueryId
from goldkeeper.model.json_text import write_text


def write_gold_lines(queries: Sequence[Query], pairs: Iterable[GoldPair]) -> bytes:
    r"""A gold file of our own form: a line a query, in the order given, gold in the order of the pairs.

    >>> write_gold_lines([Query(QueryId("q1"), "sum", None, 1)], [])
    b'{"qid": "q1", "query": "sum", "gold": {}}\n'
    """
    gold: dict[QueryId, list[GoldPair]] = {query.query_id: [] for query in queries}
    for pair in pairs:
        gold[pair.query_id].append(pair)
    lines: list[bytes] = []
    for query in queries:
        fields = [b'"qid": ' + write_text(query.query_id), b'"query": ' + write_text(query.text)]
        if query.type is not None:
            fields.append(b'"type": ' + write_text(query.type))
        held = (write_text(str(pair.chunk_id)) + b": " + str(pair.grade).encode() for pair in gold[query.query_id])
        fields.append(b'"gold": {' + b", ".join(held) + b"}")
        lines.append(b"{" + b", ".join(fields) + b"}\n")
    return b"".join(lines)
