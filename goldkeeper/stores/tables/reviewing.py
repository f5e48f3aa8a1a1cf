"""What judges said of questions that are still open: with two judges an answer alone decides nothing."""

import sqlalchemy as sa

from goldkeeper.stores.tables.base import Moment, metadata

# One row a judge and item; when enough of them agree the item is decided, and the rows stay as the
# record of who said what. `counts` is false for those who were not sure or put it off.
opinions = sa.Table(
    "opinions",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("scope", sa.Text, nullable=False),
    sa.Column("item", sa.Integer, nullable=False),
    sa.Column("judge", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("counts", sa.Boolean, nullable=False),
    sa.Column("decision", sa.Text, nullable=False),
    sa.ForeignKeyConstraint(["scope", "item"], ["items.scope", "items.number"]),
    sa.UniqueConstraint("scope", "item", "judge", name="one_opinion_a_judge"),
    sqlite_autoincrement=True,
)

# What judges said to questions whose right answer is known. Beside the queue: nothing here is ever applied, and an
# item that is answered here may wait in the queue all the same. `correct` is empty for who was not sure.
known_answers = sa.Table(
    "known_answers",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("scope", sa.Text, nullable=False),
    sa.Column("item", sa.Integer, nullable=False),
    sa.Column("judge", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("correct", sa.Boolean),
    sa.Column("decision", sa.Text, nullable=False),
    sa.ForeignKeyConstraint(["scope", "item"], ["items.scope", "items.number"]),
    sa.UniqueConstraint("scope", "item", "judge", name="one_known_answer_a_judge"),
    sqlite_autoincrement=True,
)

# Which questions a judge had before them, both sides of each; one row a judge and item, the newest look. A key that
# is not the item's any more tells that they saw another question.
looks = sa.Table(
    "looks",
    metadata,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("judge", sa.Text, primary_key=True),
    sa.Column("item", sa.Integer, primary_key=True),
    sa.Column("content_key", sa.String(64), nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.ForeignKeyConstraint(["scope", "item"], ["items.scope", "items.number"]),
)
