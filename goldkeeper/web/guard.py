"""What a request must be before anything looks at it, and what every answer says to the browser.

A page on the loopback address is reached by every site that the user's browser visits, so being unreachable
from outside is no protection. Three things are looked at. The *Host*: a site whose name is made to point at
127.0.0.1 (DNS rebinding) still sends its own name. The *origin*: a form or script of another site is told
by Origin and Sec-Fetch-Site, which scripts can't forge. And the *size*: nothing is read beyond the limit.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address

from anyio import fail_after
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from goldkeeper.model.errors_web import RequestRefused

API = "/api/"
PROBLEM_TYPE = "application/problem+json"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_FORWARDED = (
    *("forwarded", "via", "x-forwarded", "x-real-ip", "x-client-ip", "client-ip", "x-cluster-client-ip"),
    *("x-original", "x-rewrite-url", "true-client-ip", "cf-", "fastly-client-ip", "x-envoy-", "x-arr-", "x-azure-"),
)
HEARD_OUT = 2 * 1024 * 1024  # bytes beyond the limit that are let pass, so that whoever sends them hears why
LONGEST_LENGTH = 12  # digits of a length that is read at all
BODY_SECONDS = 20.0  # for a body of some KiB; whoever takes longer keeps a connection open for nothing

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAID_TO_BROWSERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # stricter ones make browsers send `Origin: null` with our own forms
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


@dataclass(frozen=True, slots=True)
class DoorRules:
    """Who may call, and how.

    Attributes:
        hosts: names under which we are called, in small letters and without port; localhost and plain
            addresses are always ours, since neither can be rebound.
        proxies: whose forwarding headers are believed.
        max_body: bytes.
        tls: whether we serve TLS ourselves.
        believes_peer: whoever reaches us is taken for the person at this machine, so that nothing may come
            through a proxy that nobody configured.
    """

    hosts: frozenset[str] = frozenset()
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    max_body: int = 256 * 1024
    tls: bool = False
    believes_peer: bool = True
    static: str = "/static/"

    def is_proxy(self, peer: str) -> bool:
        """Whether an address is one of the configured proxies'."""
        try:
            address = ip_address(peer)
        except ValueError:  # a Unix socket, or a test
            return False
        return any(address in network for network in self.proxies)


class Guard:
    """Middleware in front of everything."""

    def __init__(self, app: ASGIApp, rules: DoorRules) -> None:
        self._app, self._rules = app, rules

    @property
    def app(self) -> ASGIApp:
        """What is guarded."""
        return self._app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a sound request in; answer any other with a sentence."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        rules, headers = self._rules, Headers(scope=scope)
        peer = scope["client"][0] if scope.get("client") else ""
        if rules.tls or (rules.is_proxy(peer) and headers.get("x-forwarded-proto", "").lower() == "https"):
            scope["scheme"] = "https"
        if scope["method"] == "HEAD":  # as GET, of which the server sends no body then
            scope = {**scope, "method": "GET"}
        told = _Telling(send, scope, static=rules.static)
        try:
            check_request(rules, scope["method"], scope["scheme"], headers, peer=peer)
            with fail_after(BODY_SECONDS):
                body = await _body(receive, headers.get("content-length"), rules.max_body)
            if body and scope["path"].startswith(API):
                _check_json(headers.get("content-type", ""))
        except TimeoutError:
            late = RequestRefused(408, "Too slow", "the rest of the request did not come", "send it again")
            await _refuse(late, scope["path"], told)
            return
        except RequestRefused as problem:
            await _refuse(problem, scope["path"], told)
            return
        await self._app(scope, _Replay(body, receive), told)


def check_request(rules: DoorRules, method: str, scheme: str, headers: Headers, *, peer: str) -> None:
    """Whether a request may come in at all.

    Raises:
        RequestRefused: another host, another site, or a proxy that nobody configured.
    """
    hosts = headers.getlist("host")
    host = hosts[0].lower() if len(hosts) == 1 else ""
    if not host or not _is_ours(_without_port(host), rules.hosts):
        raise RequestRefused(
            421,
            "Another host",
            f"this is not {host or 'a request for one host'}",
            "call localhost or the address, or add the name to web.allowed_hosts",
        )
    if rules.believes_peer and not rules.is_proxy(peer) and any(name.startswith(_FORWARDED) for name in headers):
        raise RequestRefused(
            403,
            "Unknown proxy",
            "the request came through a proxy that is not configured, so nobody knows who asks",
            "add its address to web.proxies with web.identity_header, or set web.tokens",
        )
    if len(headers.getlist("origin")) > 1 or len(headers.getlist("sec-fetch-site")) > 1:  # no browser says two
        raise _from_elsewhere("two places")
    site = headers.get("sec-fetch-site", "")
    origin = headers.get("origin")
    if method in SAFE_METHODS:
        looked_at = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        if site in {"cross-site", "same-site"} and not looked_at:
            raise _from_elsewhere(origin or site)
        return
    if site not in {"", "same-origin", "none"}:
        raise _from_elsewhere(origin or site)
    if origin is not None and origin.lower() != f"{scheme}://{host}":
        raise _from_elsewhere(origin)


def _check_json(kind: str) -> None:
    """Whether a body says that it is JSON, or says nothing; forms of browsers can't say the former."""
    name = kind.partition(";")[0].strip().lower()
    if name and name != "application/json" and not (name.startswith("application/") and name.endswith("+json")):
        raise RequestRefused(415, "Not JSON", f"the body is {name}", "send JSON, as application/json")


def _from_elsewhere(what: str) -> RequestRefused:
    return RequestRefused(403, "Another site", f"the request comes from {what}", "send it from these very pages")


def _is_ours(host: str, names: frozenset[str]) -> bool:
    if host in names or host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _without_port(host: str) -> str:
    """The name of a Host header.

    >>> _without_port("localhost:8765"), _without_port("[::1]:8765"), _without_port("[::1]")
    ('localhost', '[::1]', '[::1]')
    """
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


async def _body(receive: Receive, said: str | None, most: int) -> bytes:
    """The whole body; it is small, and what reads it then can't be kept waiting half-way."""
    too_large = RequestRefused(
        413, "Too large", f"the request is larger than {most // 1024} KiB", "send less, or raise web.max_body_kib"
    )
    if said is not None and (not said.isascii() or not said.isdigit() or len(said) > LONGEST_LENGTH):
        raise too_large
    length, found = 0, bytearray()
    if said is not None and int(said) > most + HEARD_OUT:
        raise too_large
    while True:
        message = await receive()
        part = message.get("body", b"")
        length += len(part)
        if length <= most:
            found += part
        elif length > most + HEARD_OUT:
            raise too_large
        if message["type"] != "http.request" or not message.get("more_body", False):
            break
    if length > most:
        raise too_large
    return bytes(found)


class _Replay:
    """The body again, and then whatever comes."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body, self._receive, self._read = body, receive, False

    async def __call__(self) -> Message:
        if self._read:
            return await self._receive()
        self._read = True
        return {"type": "http.request", "body": self._body, "more_body": False}


class _Telling:
    """Adds to every answer what browsers should hold to."""

    def __init__(self, send: Send, scope: Scope, *, static: str) -> None:
        self._send, self._scope, self._static = send, scope, static

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SAID_TO_BROWSERS.items():
                headers[name] = value
            if self._scope["scheme"] == "https":
                headers["Strict-Transport-Security"] = "max-age=31536000"
            if not self._scope["path"].startswith(self._static) or message["status"] >= 400:
                headers["Cache-Control"] = "no-store"
        await self._send(message)


async def _refuse(problem: RequestRefused, path: str, send: Send) -> None:
    if path.startswith(API):
        body, kind = json.dumps(problem_record(problem.status, problem.title, str(problem))), PROBLEM_TYPE
    else:
        body, kind = f"goldkeeper: {problem}\n", "text/plain; charset=utf-8"
    encoded = body.encode("utf-8", "backslashreplace")
    headers: Sequence[tuple[bytes, bytes]] = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(encoded)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": problem.status, "headers": list(headers)})
    await send({"type": "http.response.body", "body": encoded})


def problem_record(status: int, title: str, detail: str, **more: object) -> dict[str, object]:
    """A problem as RFC 9457 has it; the detail is the sentence that every face of goldkeeper says."""
    return {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}
