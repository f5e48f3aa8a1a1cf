"""What serving over a network needs of a project: tokens, kept answers, and the key that signs sessions."""

from functools import cached_property
from typing import TYPE_CHECKING

from goldkeeper.ports import AnsweredRequests, Tokens
from goldkeeper.wiring.stores import ProjectStores

if TYPE_CHECKING:
    from goldkeeper.stores.database import Database


class Doorkeeping:
    """Who may come in, over the database of a project."""

    def __init__(self, stores: ProjectStores) -> None:
        self._stores = stores

    @property
    def _database(self) -> "Database":
        return self._stores.database

    @property
    def tokens(self) -> Tokens:
        """Tokens of judges."""
        from goldkeeper.stores.tokens import DatabaseTokens

        return DatabaseTokens(self._database, self._stores.scope)

    @property
    def answered(self) -> AnsweredRequests:
        """Answers by idempotency key."""
        from goldkeeper.stores.answered_requests import DatabaseAnsweredRequests

        return DatabaseAnsweredRequests(self._database, self._stores.scope)

    @cached_property
    def session_key(self) -> bytes:
        """Signs sessions; made once and kept, so that a restart logs nobody out."""
        from goldkeeper.stores.session_key import session_key

        return session_key(self._stores.state_folder / "session.key")
