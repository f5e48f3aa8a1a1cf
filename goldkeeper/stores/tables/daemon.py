"""The daemon: who looks after a gold set, and which slots of its timetable were run."""

import sqlalchemy as sa

from goldkeeper.stores.tables.base import Moment, metadata

# One row a gold set. `token` names the daemon that has it, and is empty when none has; `beat` changes
# as long as that lives. `followed` is the branch that scans stay with, kept over restarts.
daemons = sa.Table(
    "daemons",
    metadata,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("token", sa.String(32), nullable=False),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("since", Moment, nullable=False),
    sa.Column("beat", Moment, nullable=False),
    sa.Column("followed", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
)

# A row is claimed by whoever inserts it. The first row of a job is the moment it was declared.
slots = sa.Table(
    "slots",
    metadata,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("job", sa.Text, primary_key=True),
    sa.Column("slot", Moment, primary_key=True),
    sa.Column("token", sa.String(32), nullable=False),
    sa.Column("claimed", Moment, nullable=False),
    sa.Column("ended", Moment),
    sa.Column("outcome", sa.Text, nullable=False),
)
