"""What can be wrong with the sources of a passport."""

from goldkeeper.model.errors import GoldkeeperError


class PassportSourceUnreadable(GoldkeeperError):
    """A file that says how the index was made can't be read, or makes no sense.

    It may be half-written: whoever watches it tries again in a moment, and tells people if it stays so.
    """

    def __init__(self, place: str, problem: str, remedy: str) -> None:
        self.place, self.problem, self.remedy = place, problem, remedy
        super().__init__(f"{place}: {problem}; {remedy}")


class PassportSourceMissing(PassportSourceUnreadable):
    """A configured source does not exist, or not at this moment: an index that is built anew may have none."""

    def __init__(self, place: str, what: str, key: str) -> None:
        super().__init__(place, f"no such {what}", f"build the index, or correct {key} in the configuration")


class RunUnreadable(GoldkeeperError):
    """A run file that is none."""

    def __init__(self, place: str, problem: str, remedy: str) -> None:
        self.place, self.problem, self.remedy = place, problem, remedy
        super().__init__(f"{place}: {problem}; {remedy}")


class UpgradeNotWaiting(GoldkeeperError):
    """An upgrade can't be carried out: somebody else does, or has done."""

    exit_code = 1

    def __init__(self, number: int, state: str, by: str = "") -> None:
        self.number, self.state = number, state
        who = f" by {by}" if by else ""
        super().__init__(f"upgrade {number}: already {state}{who}; goldkeeper upgrade list tells more")


class UnknownUpgrade(GoldkeeperError):
    """No upgrade, or no chunk to judge, of that number."""

    def __init__(self, what: str, number: int, remedy: str) -> None:
        self.number = number
        super().__init__(f"no {what} {number}; {remedy}")


class NoIndexCommit(GoldkeeperError):
    """The commit of the index is to be scanned, and nobody says which that is."""

    def __init__(self, place: str) -> None:
        self.place = place
        super().__init__(
            f'{place}: repository.revision is "passport", and nobody says at which commit the index was made;'
            " name it in the manifest (index.commit says where), tell it with goldkeeper upgrade --commit,"
            " or scan a branch"
        )
