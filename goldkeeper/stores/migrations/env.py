"""What alembic runs: the steps, on the connection and in the transaction of its caller."""

from alembic import context

if not __name__.startswith("goldkeeper"):  # alembic runs this file by its path; importing it does nothing
    context.configure(connection=context.config.attributes["connection"], target_metadata=None)
    context.run_migrations()
