"""Which branch a project's scans stay with, and what people hear of it."""

from goldkeeper.daemon.care import Care
from goldkeeper.daemon.following import short
from goldkeeper.daemon.orders import Outcome
from goldkeeper.daemon.tenancy import Tenancy
from goldkeeper.model.daemon_happenings import BranchGone, BranchLeft


class Branches:
    """The branch that is scanned and the one that is checked out, as the last check saw them."""

    def __init__(self, project: str, tenancy: Tenancy, care: Care) -> None:
        self._project, self._tenancy, self._care = project, tenancy, care
        self.followed = ""
        self._checked_out = ""

    def known(self, followed: str) -> None:
        """What the ledger remembers."""
        self.followed = followed or self.followed

    def seen(self, outcome: Outcome, *, configured: str) -> None:
        """What a check saw; where the configuration names a branch, none is missed."""
        now = self._care.clocks.now()
        if outcome.followed and outcome.followed != self.followed:
            before, self.followed = self.followed, outcome.followed
            self._care.ask(lambda: self._tenancy.follow(outcome.followed), lambda _: None)
            if before and not configured:
                self._care.tell(BranchGone(self._project, now, short(before), short(outcome.followed)))
        if outcome.checked_out is None or outcome.checked_out == self._checked_out:
            return
        self._checked_out = outcome.checked_out
        if outcome.followed and outcome.checked_out != outcome.followed:
            self._care.tell(BranchLeft(self._project, now, short(outcome.followed), short(outcome.checked_out)))
