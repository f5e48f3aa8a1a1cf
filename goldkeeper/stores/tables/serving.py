"""Serving: tokens of judges, and answers that were given to requests with an idempotency key."""

import sqlalchemy as sa

from goldkeeper.stores.tables.base import Moment, metadata

# A token is a long random text, so its plain digest can't be guessed back; the text itself is shown once and
# kept nowhere.
tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("judge", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("created", Moment, nullable=False),
    sa.Column("expires", Moment),
    sa.Column("revoked", Moment),
)

# `status` is empty while the first request of a key is under way.
answered_requests = sa.Table(
    "answered_requests",
    metadata,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("judge", sa.String(64), primary_key=True),
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("request", sa.String(64), nullable=False),
    sa.Column("status", sa.Integer),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
)
sa.Index("answered_requests_by_age", answered_requests.c.at)
