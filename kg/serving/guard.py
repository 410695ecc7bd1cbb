"""What stands before every request: who may ask from where, how large and how slow a request may be."""

from __future__ import annotations

import asyncio
import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg import untrusted
from kg.serving.options import LONGEST_HEAD, LOOPBACK, Options

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Without a referrer, a browser would not say either from which page a form of ours was sent.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Vary": "Accept, Origin",
}
"""What every answer says, also those that the server gives without the application."""
_PIECE = 64 * 1024
"""Bytes of an answer that are handed to the system at once."""
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^\s:/?#@\[\]\\%]+)(?::[0-9]{0,5})?", re.IGNORECASE)
_NAVIGATION = {"", "navigate", "nested-navigate"}
_OWN = {"none", "same-origin"}
"""Whence a browser says a request comes when no other site caused it; another port of this machine is another site."""


class Guard:
    """Refuses what other sites could have a browser send here, what is too large, and who is too slow.

    A page of another site can make a browser send requests to this machine. It is told by the `Origin` and
    `Sec-Fetch-Site` headers, and, when it makes its own name point here (DNS rebinding), by the `Host` header.
    """

    def __init__(self, app: ASGIApp, options: Options) -> None:
        self._app = app
        self._options = options
        host = options.host
        host = f"[{host}]" if ":" in host and not host.startswith("[") else host.lower()
        self._names = {*(name.lower() for name in options.names), *LOOPBACK, host}
        self._origins = set(options.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = _malformed(scope, headers) or self._refusal(scope, headers)
        origin = headers.get("origin", "")
        sent = _in_pieces(_with_headers(send, origin if origin in self._origins else ""))
        if refusal is not None:
            await refusal(scope, receive, sent)
        elif scope["method"] == "OPTIONS" and origin in self._origins:
            await _preflight()(scope, receive, sent)
        else:
            await self._app(scope, _bounded(receive, self._options), sent)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not self._is_here(host):
            return _refused(
                421,
                f"This server does not answer to the name {host!r}. If you want it to, "
                "start it with --allow-host NAME.",
            )
        origin = headers.get("origin")
        if origin is not None and origin not in self._origins and origin.lower() != f"http://{host.lower()}":
            return _refused(
                403,
                f"Pages of {origin!r} may not query this server. To allow them, start it with --allow-origin ORIGIN.",
            )
        if origin is None and _is_of_another_site(scope, headers):
            return _refused(403, "Another site sent this request; open the address yourself.")
        size = headers.get("content-length", "0")
        if not 0 <= untrusted.integer(size, -1) <= self._options.largest_request:
            return _refused(413, f"A request may have at most {self._options.largest_request:,} bytes.")
        return None

    def _is_here(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        return found is not None and found["name"].lower() in self._names


def _malformed(scope: Scope, headers: Headers) -> Response | None:
    """Refuse what could be read in two ways, and whoever sends it."""
    head = len(scope["raw_path"]) + len(scope["query_string"]) + sum(len(n) + len(v) + 4 for n, v in headers.raw)
    if not scope["http_version"].startswith("1."):
        return _refused(505, "This server speaks HTTP/1.1.", ends=True)
    if head > LONGEST_HEAD:
        return _refused(
            431, f"The address and headers of a request may have at most {LONGEST_HEAD:,} bytes.", ends=True
        )
    if not scope["path"].startswith("/"):
        return _refused(400, "The address of a request must begin with a slash.", ends=True)
    if "transfer-encoding" in headers and "content-length" in headers:
        return _refused(400, "A request must state its length in exactly one way.", ends=True)
    return None


def _refused(status: int, message: str, *, ends: bool = False) -> Response:
    return PlainTextResponse(f"{message}\n", status, {"Connection": "close"} if ends else {})


def _is_of_another_site(scope: Scope, headers: Headers) -> bool:
    """Return whether a browser says that another site had it send the request, beyond a mere link to a page."""
    if headers.get("sec-fetch-site", "none") in _OWN:
        return False
    is_link = scope["method"] == "GET" and headers.get("sec-fetch-mode", "") in _NAVIGATION
    return bool(scope["query_string"]) or not is_link


def _preflight() -> Response:
    return Response(
        status_code=204,
        headers={
            "Access-Control-Allow-Methods": "GET, HEAD, POST",
            "Access-Control-Allow-Headers": "Accept, Content-Type",
            "Access-Control-Max-Age": "600",
        },
    )


def _with_headers(send: Send, origin: str) -> Send:
    """Say to browsers that an answer is of this moment, and to the page of another origin that it may read it."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("Cache-Control", "no-cache")
            headers.setdefault("Content-Security-Policy", POLICY)
            if origin:
                headers["Access-Control-Allow-Origin"] = origin
        await send(message)

    return sent


def _in_pieces(send: Send) -> Send:
    """Hand over an answer piece by piece, so that whoever takes none is noticed before the end."""

    async def sent(message: Message) -> None:
        body = message.get("body", b"")
        if message["type"] == "http.response.body" and body:
            for start in range(0, len(body), _PIECE):
                await send({**message, "body": body[start : start + _PIECE], "more_body": True})
            message = {**message, "body": b""}
        await send(message)

    return sent


def _bounded(receive: Receive, options: Options) -> Receive:
    """Give up a client that sends too much, or too slowly."""
    taken = 0
    whole = False
    ends = asyncio.get_running_loop().time() + options.slowest

    async def received() -> Message:
        nonlocal taken, whole
        async with asyncio.timeout_at(None if whole else ends):
            message = await receive()
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if taken > options.largest_request:
                raise TooLargeError
        return message

    return received


class TooLargeError(Exception):
    """The body of a request is larger than allowed."""
