"""The review queue: gold sets, groups, items and what happened to them."""

import sqlalchemy as sa

from goldkeeper.stores.tables.base import Moment, metadata

# One row a gold set. Whoever numbers items or groups updates it first, and so waits for anybody
# else who does: the row is the lock that lets two scans at once come one after the other.
scopes = sa.Table(
    "scopes",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("last_item", sa.Integer, nullable=False),
    sa.Column("last_group", sa.Integer, nullable=False),
)

# A cause keeps its number over scans. Keys and chunk IDs are stored as digests: they may be longer
# than an index takes, and a path may hold bytes that are no UTF-8.
groups = sa.Table(
    "groups",
    metadata,
    sa.Column("scope", sa.Text, sa.ForeignKey("scopes.name"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("cause", sa.String(32), nullable=False),
    sa.UniqueConstraint("scope", "cause", name="one_number_a_cause"),
)

items = sa.Table(
    "items",
    metadata,
    sa.Column("scope", sa.Text, sa.ForeignKey("scopes.name"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("group_number", sa.Integer, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("chunk", sa.String(32), nullable=False),
    sa.Column("content_key", sa.String(64), nullable=False),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("payload_digest", sa.String(32), nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("supersedes", sa.Integer),
    sa.Column("answer", sa.String(16)),
    sa.Column("judge", sa.Text),
    sa.Column("decision", sa.Text),
    sa.ForeignKeyConstraint(["scope", "group_number"], ["groups.scope", "groups.number"]),
)
_UNSETTLED = sa.text("state IN ('waiting', 'deferred', 'decided')")
sa.Index(
    "one_question_a_chunk",
    items.c.scope,
    items.c.chunk,
    unique=True,
    sqlite_where=_UNSETTLED,  # in PostgreSQL too, as the migration says; saying so here loads all of that dialect
)
sa.Index("items_of_a_chunk", items.c.scope, items.c.chunk, items.c.number)
sa.Index("items_in_a_state", items.c.scope, items.c.state)

events = sa.Table(
    "events",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("scope", sa.Text, nullable=False),
    sa.Column("item", sa.Integer, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("who", sa.Text, nullable=False),
    sa.Column("what", sa.String(32), nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.ForeignKeyConstraint(["scope", "item"], ["items.scope", "items.number"]),
    sqlite_autoincrement=True,
)
sa.Index("events_of_an_item", events.c.scope, events.c.item, events.c.id)
