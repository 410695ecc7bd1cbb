"""A connection to one server over HTTP: who asks, what is tried again, and every failure as a sentence.

Nothing but a push or a query with an address makes one. Credentials go to the server of that address alone: no redirect
is followed, and a password is given as the server asks for it (Basic or Digest), never before.
"""

from __future__ import annotations

import base64
import http.client
import re
import time
import urllib.request
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import NamedTuple, Self
from urllib.parse import SplitResult, urlencode, urlsplit

from kg import untrusted
from kg.errors import RemoteError, reason

TRIES = 6
"""How often a request is sent to a server that is busy."""
LONGEST_WAIT = 60.0
"""Seconds; who asks for more is not waited for."""
_BUSY = (429, 503)
_SHOWN = 300
_TAG = re.compile(
    r"<(?:style|script|head)\b(?:(?!<(?:style|script|head)\b).)*?</(?:style|script|head)>|<[!/a-z][^<>]*>",
    re.IGNORECASE | re.DOTALL,
)


class Credentials(NamedTuple):
    """Who asks."""

    user: str = ""
    password: str = ""
    token: str = ""
    """Instead of both: for the scheme Bearer."""

    def __repr__(self) -> str:
        return "Credentials(...)"


class Request(NamedTuple):
    """What is sent."""

    method: str
    parameters: tuple[tuple[str, str], ...] = ()
    """Added to the address."""
    body: bytes | None = None
    headers: Mapping[str, str] = {}
    most: int = 0
    """Bytes to read of the answer, 0 for all."""


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: Message
    body: bytes

    @property
    def media_type(self) -> str:
        """The format of the body, in small letters and without parameters."""
        return self.headers.get_content_type()


class Connection:
    """Sends requests to an address, one after the other.

    Args:
        address: of a service, with its own parameters if it has any.
        credentials: who asks; the server is told when it wants to know.
        seconds: how long to wait for the server to go on; 0 for as long as it takes.
        pause: waits for a number of seconds.

    Raises:
        RemoteError: the address is none, or names a user or a password.
    """

    def __init__(
        self,
        address: str,
        credentials: Credentials = Credentials(),  # noqa: B008 - a constant value
        *,
        seconds: float = 60,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._parts = _checked(address)
        self._credentials = credentials
        self._seconds = seconds
        self._pause = pause
        self._authorize: Callable[[str, str], str] | None = None
        if credentials.token:
            self._authorize = lambda _method, _path: f"Bearer {credentials.token}"
        secure = self._parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        self._inner = kind(self._parts.hostname or "", self._parts.port, timeout=seconds or None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the server go."""
        self._inner.close()

    @property
    def address(self) -> str:
        """Where requests go, as it was given."""
        return self._parts.geturl()

    @property
    def parameters(self) -> str:
        """What the address itself asks, behind its `?`."""
        return self._parts.query

    @property
    def is_open_to_others(self) -> bool:
        """Whether credentials would go over a network without encryption."""
        host = self._parts.hostname or ""
        return self._parts.scheme == "http" and host != "localhost" and not host.startswith(("127.", "::1"))

    def ask(self, request: Request) -> Reply:
        """Send a request and give the answer, whatever its status; a busy server is asked again, a few times.

        Requests have to be such that sending one twice does what sending it once does.

        Raises:
            RemoteError: there is no answer, it redirects, or the server does not accept who asks.
        """
        wait = 1.0
        for left in range(TRIES - 1, -1, -1):
            reply = self._authorized(request)
            if reply.status not in _BUSY:
                return reply
            wanted = _retry_after(reply.headers)
            pause = wait if wanted is None else wanted
            if not left or pause > LONGEST_WAIT:
                raise RemoteError(f"{self.address} is busy ({reply.status}). Try again in {pause:g} s")
            self._pause(pause)
            wait *= 2
        raise AssertionError

    def demand(self, request: Request, *also: int) -> Reply:
        """Send a request that has to be answered with success, or with one of some other statuses.

        Raises:
            RemoteError: it is not; the message has what the server says.
        """
        reply = self.ask(request)
        if reply.status // 100 == 2 or reply.status in also:
            return reply
        raise RemoteError.answered(self.address, reply.status, self._server_message(reply))

    def _authorized(self, request: Request) -> Reply:
        """Send a request, and once more when the server wants to know who asks, or no longer takes its own nonce."""
        was_told = self._authorize is not None
        reply = self._sent(request)
        if reply.status == 401:
            self._meet(reply.headers.get_all("WWW-Authenticate") or [], was_told=was_told)
            reply = self._sent(request)
        if reply.status == 401:
            raise RemoteError.refuses_credentials(self.address)
        return reply

    def _meet(self, challenges: Iterable[str], *, was_told: bool) -> None:
        """Choose how to say who asks."""
        offered = {scheme.lower(): rest for scheme, _, rest in (c.strip().partition(" ") for c in challenges)}
        user, password, token = self._credentials
        if not user:
            raise (RemoteError.refuses_credentials if token else RemoteError.needs_credentials)(self.address)
        if "digest" in offered:
            self._authorize = _digest(self.address, self._credentials, offered["digest"])
        elif "basic" in offered:
            if was_told:
                raise RemoteError.refuses_credentials(self.address)
            told = base64.b64encode(f"{user}:{password}".encode()).decode()
            self._authorize = lambda _method, _path: f"Basic {told}"
        else:
            raise RemoteError.no_scheme(self.address, _plain(", ".join(offered)))

    def _sent(self, request: Request) -> Reply:
        query = "&".join(filter(None, (self._parts.query, urlencode(request.parameters))))
        path = (self._parts.path or "/") + (f"?{query}" if query else "")
        headers = {"User-Agent": "kg", **request.headers}
        if self._authorize is not None:
            headers["Authorization"] = self._authorize(request.method, path)
        reply = self._exchange(request, path, headers)
        if reply.status // 100 == 3:
            raise RemoteError.redirects(self.address, _plain(reply.headers.get("Location", "nowhere")))
        return reply

    def _exchange(self, request: Request, path: str, headers: Mapping[str, str]) -> Reply:
        was_open = self._inner.sock is not None
        try:
            try:
                return self._once(request, path, headers)
            except (ConnectionError, http.client.BadStatusLine):
                # The server has closed a connection that it had kept open: it is opened anew, once.
                self._inner.close()
                if not was_open:
                    raise
                return self._once(request, path, headers)
        except TimeoutError as error:
            self._inner.close()
            raise RemoteError(
                f"{self.address} has not answered for {self._seconds:g} s. Allow more time with --timeout"
            ) from error
        except http.client.HTTPException as error:
            self._inner.close()
            told = _plain(str(error)) or type(error).__name__
            raise RemoteError(f"{self.address} closed the connection before it answered: {told}. Try again") from error
        except OSError as error:
            self._inner.close()
            hint = "Is the server running, and is this its host and port?"
            raise RemoteError(f"cannot reach {self.address}: {reason(error)}. {hint}") from error

    def _once(self, request: Request, path: str, headers: Mapping[str, str]) -> Reply:
        # A server that refuses may answer before it has read everything.
        with suppress(BrokenPipeError):
            self._inner.request(request.method, path, request.body, dict(headers))
        answer = self._inner.getresponse()
        body = answer.read(request.most) if request.most else answer.read()
        if request.most:
            self._inner.close()
        return Reply(answer.status, answer.msg, body)

    def _server_message(self, reply: Reply) -> str:
        """Return what a server says of an error, in one line without markup, control codes and secrets."""
        text = reply.body[: 64 * _SHOWN].decode("utf-8", "replace")
        for secret in filter(None, (self._credentials.password, self._credentials.token)):
            text = text.replace(secret, "***")
        said = _plain(_TAG.sub(" ", text))
        return said if len(said) <= _SHOWN else f"{said[:_SHOWN]}…"


def _checked(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        has_port = parts.port != 0
    except ValueError as error:
        raise RemoteError.bad_address("the address", f"cannot be read ({error})") from error
    if "@" in parts.netloc:
        raise RemoteError.names_a_secret(parts.hostname or "the server")
    if parts.scheme not in ("http", "https") or not parts.hostname or not has_port:
        raise RemoteError.bad_address(address, "is not the address of a server")
    if any(c <= " " or c > "~" for c in address):
        raise RemoteError.bad_address(address, "contains a character that an address cannot have")
    return parts._replace(fragment="")


def _digest(address: str, credentials: Credentials, challenge: str) -> Callable[[str, str], str]:
    """Return what answers a challenge; further requests answer the same one, and count."""
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    passwords.add_password(None, address, credentials.user, credentials.password)
    handler = urllib.request.AbstractDigestAuthHandler(passwords)
    values = urllib.request.parse_keqv_list([v for v in urllib.request.parse_http_list(challenge) if v])
    parts = urlsplit(address)

    def authorize(method: str, path: str) -> str:
        asked = urllib.request.Request(f"{parts.scheme}://{parts.netloc}{path}", method=method)  # noqa: S310 - checked
        try:
            answer = handler.get_authorization(asked, values)
        except UnicodeEncodeError as error:
            raise RemoteError(
                f"{address} asks for Digest credentials, for which the user and the password must be plain ASCII"
            ) from error
        except ValueError as error:
            raise RemoteError.no_scheme(address, _plain(f"Digest {values.get('algorithm', '')}")) from error
        if answer is None:
            raise RemoteError.no_scheme(address, "Digest")
        return f"Digest {answer}"

    return authorize


def _retry_after(headers: Message) -> float | None:
    """Return the seconds that a server asks to wait; a day and time is compared with the server's own."""
    wanted = headers.get("Retry-After", "").strip()
    if re.fullmatch(r"[0-9]{1,9}", wanted):
        return untrusted.number(wanted)
    with suppress(ValueError, TypeError, OverflowError):
        now, then = parsedate_to_datetime(headers.get("Date", "")), parsedate_to_datetime(wanted)
        return max((then - now).total_seconds(), 0.0)
    return None


def _plain(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
