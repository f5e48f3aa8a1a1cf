"""Links into the code host of a project: the configured form, else what the remote's name tells."""

from functools import cached_property

from goldkeeper.model.chunks import CommitId, Span
from goldkeeper.model.code_hosts import code_url, filled_link
from goldkeeper.wiring.keeper import Keeper


class CodeLinks:
    """Permanent links to lines at a commit."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    def url(self, commit: CommitId | None, path: str = "", span: Span | None = None) -> str | None:
        """A permanent link into the code host; None outside git, or for a host that nobody told of."""
        form = self._keeper.settings.web.code_host
        if commit is None:
            return None
        if form and path:
            return filled_link(form, commit, path, span)
        return code_url(self._remote, commit, path, span) if self._remote else None

    @cached_property
    def _remote(self) -> str:
        from goldkeeper.stores.git_remote import remote_url

        history = self._keeper.history
        return remote_url(history) if history is not None else ""
