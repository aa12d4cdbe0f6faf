"""Who is answered: pages of this server, opened with the token of this start, and nobody else.

A server on the own machine can be reached by every page in every browser on it. So the host that a
request names has to be one of ours, its origin as well, and it has to bring the cookie that the
address with the token was exchanged for.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

__all__ = ["HEADERS", "Guard", "Secrets", "origins"]

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_NAMES = ("127.0.0.1", "localhost", "[::1]")
_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""Headers of every answer."""
_REFUSED = 1008
"""Code of a WebSocket that is closed because it may not be opened."""


@dataclass(frozen=True)
class Secrets:
    """What a page has to know to be answered; made anew at every start.

    Attributes
    ----------
    port : int
        Port of the server.
    token : str
        Part of the address that opens the page.
    cookie : str
        What it is exchanged for.
    """

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    cookie: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def cookie_name(self) -> str:
        """Name of the cookie: servers on other ports share the cookies of this machine."""
        return f"drivetrain_studio_{self.port}"

    @property
    def address(self) -> str:
        """The address that opens the page."""
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    def header(self) -> bytes:
        """Return the header that sets the cookie."""
        return f"{self.cookie_name}={self.cookie}; HttpOnly; SameSite=Strict; Path=/".encode()


def origins(port: int) -> frozenset[str]:
    """Return the origins that pages of this server have."""
    return frozenset(f"http://{name}:{port}" for name in _NAMES)


class Guard:
    """Layer around an application that answers only what is allowed to ask.

    Parameters
    ----------
    app : callable
        The ASGI application.
    known : Secrets
        What a request has to know.
    """

    def __init__(self, app: App, known: Secrets) -> None:
        self._app, self._known = app, known
        self._origins = origins(known.port)
        self._hosts = frozenset(origin.partition("//")[2] for origin in self._origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(scope, send, *refusal)
        elif scope["type"] == "http" and self._brings_token(scope):
            await self._let_in(send)
        elif not self._is_known(scope):
            await _refuse(scope, send, 403, "open the address that the terminal shows")
        else:
            await self._app(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return status and reason if host, origin or method are not ours."""
        if _all(scope, b"host") not in ([host] for host in self._hosts):
            return 400, "this host is not served"
        asked, is_socket = _all(scope, b"origin"), scope["type"] == "websocket"
        if asked not in ([origin] for origin in self._origins) and (asked or is_socket):
            return 403, "this origin is not served"
        if not is_socket and scope["method"] not in ("GET", "HEAD"):
            return 405, "pages are read only; commands go through the socket"
        return None

    def _brings_token(self, scope: Scope) -> bool:
        """Tell whether a request is the first one, with the token in its address."""
        if scope["path"] != "/":
            return False
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        return len(given) == 1 and _same(given[0], self._known.token)

    def _is_known(self, scope: Scope) -> bool:
        name = self._known.cookie_name
        return any(_same(value, self._known.cookie) for value in _cookies(scope, name))

    async def _let_in(self, send: Send) -> None:
        """Exchange the token for the cookie, and remove it from the address."""
        headers = [(b"location", b"/"), (b"set-cookie", self._known.header())]
        await _answer(send, 303, headers, b"")


def _all(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


def _cookies(scope: Scope, name: str) -> Iterable[str]:
    for line in _all(scope, b"cookie"):
        try:
            found = SimpleCookie(line)
        except CookieError:
            continue
        if name in found:
            yield found[name].value


def _same(given: str, known: str) -> bool:
    """Compare in a time that does not tell how much is right."""
    return hmac.compare_digest(given.encode(), known.encode())


async def _refuse(scope: Scope, send: Send, status: int, reason: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": _REFUSED, "reason": reason})
        return
    text = f"{status}: {reason}\n".encode()
    await _answer(send, status, [(b"content-type", b"text/plain; charset=utf-8")], text)


async def _answer(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    sent = [*headers, *HEADERS, (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": sent})
    await send({"type": "http.response.body", "body": body})


def _with_headers(send: Send) -> Send:
    async def wrapped(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return wrapped
