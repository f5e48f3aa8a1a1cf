"""Errors of the pages and the API: who is let in, and which requests are refused."""

from goldkeeper.model.errors import GoldkeeperError


class UnknownToken(GoldkeeperError):
    """No token of that number."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"no token {number}; goldkeeper token list shows what there is")


class TokensNeeded(GoldkeeperError):
    """Others could reach the pages, and nothing would tell who they are."""

    def __init__(self, host: str) -> None:
        self.host = host
        super().__init__(
            f"web.host: {host} can be reached from other machines, and there is no token yet;"
            " make one with goldkeeper token add NAME, or listen on 127.0.0.1"
        )


class AddressInUse(GoldkeeperError):
    """Nothing can be served at that address."""

    def __init__(self, host: str, port: int, problem: str) -> None:
        super().__init__(f"{host}:{port}: {problem}; name another with --port, or end what listens there")


class RequestRefused(GoldkeeperError):
    """A request that is not let in as it stands.

    Attributes:
        status: of HTTP.
        title: what sort of refusal, in a few words; stable.
    """

    def __init__(self, status: int, title: str, problem: str, remedy: str) -> None:
        self.status, self.title, self.problem, self.remedy = status, title, problem, remedy
        super().__init__(f"{problem}; {remedy}")
