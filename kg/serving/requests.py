"""Read what a request asks, and in which formats it takes the answer, strictly: what is not clear is refused.

And say why a request is not answered: the status of the protocol, and a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from kg import untrusted
from kg.errors import (
    AnswerFormatError,
    BusyError,
    EngineError,
    KgError,
    LimitError,
    NotArrangedError,
    QueryError,
    ReachOutError,
    ReadOnlyError,
    StoreError,
    UsageError,
    WorkerError,
)
from kg.rdf import Dataset, GraphFormat, RowFormat
from kg.serving.guard import TooLargeError

T = TypeVar("T")

ROWS: Mapping[str, RowFormat] = {
    **{each.value: each for each in RowFormat},
    "application/json": RowFormat.JSON,
    "application/xml": RowFormat.XML,
    "text/xml": RowFormat.XML,
    "text/plain": RowFormat.TSV,
}
"""Media type -> format of rows, the standard's own first."""
GRAPHS: Mapping[str, GraphFormat] = {
    **{each.value: each for each in GraphFormat},
    "application/x-turtle": GraphFormat.TURTLE,
    "text/n3": GraphFormat.TURTLE,
    "text/plain": GraphFormat.N_TRIPLES,
    "application/json": GraphFormat.JSON_LD,
    "application/xml": GraphFormat.RDF_XML,
    "text/xml": GraphFormat.RDF_XML,
}
"""Media type -> format of triples."""
HTML = {"text/html": True, "application/xhtml+xml": True}


def choose(accept: str, known: Mapping[str, T]) -> T | None:
    """Choose by an Accept header; an empty one takes anything. None if nothing fits.

    Of equal wishes the more specific counts, then what stands first in the header, then what stands first here.

    >>> choose("text/html, application/xml;q=0.9, */*;q=0.1", ROWS), choose("text/csv;q=0", ROWS)
    (<RowFormat.XML: 'application/sparql-results+xml'>, None)
    """
    best: tuple[float, T] | None = None
    for wanted, quality in _wishes(accept):
        name = next((name for name in known if _fits(wanted, name)), None)
        if name is not None and quality > 0 and (best is None or quality > best[0]):
            best = quality, known[name]
    return None if best is None else best[1]


def prefers_html(accept: str) -> bool:
    """Return whether a browser asks: it takes a page, and no format of data that it names is dearer to it.

    >>> prefers_html("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"), prefers_html("*/*")
    (True, False)
    """
    qualities = dict(_wishes(accept))
    page = max((qualities.get(name, 0.0) for name in HTML), default=0.0)
    return page > 0 and all(q <= page for name, q in qualities.items() if name in ROWS or name in GRAPHS)


def _wishes(accept: str) -> list[tuple[str, float]]:
    """Return the media ranges of an Accept header with their qualities, the most specific first."""
    wishes = []
    for part in (accept or "*/*").split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        quality = next((value[2:] for value in parameters if value.startswith("q=")), "1")
        wishes.append((name, untrusted.number(quality)))
    return sorted(wishes, key=lambda wish: wish[0].count("*"))


def _fits(wanted: str, name: str) -> bool:
    return wanted in ("*/*", name) or (wanted.endswith("/*") and name.startswith(wanted[:-1]))


FORM = "application/x-www-form-urlencoded"
QUERY = "application/sparql-query"
UPDATE = "application/sparql-update"
RETRY = "2"
"""Seconds after which one should ask again."""
_STATUS: dict[type[KgError], int] = {
    ReachOutError: 403,
    QueryError: 400,
    UsageError: 400,
    AnswerFormatError: 406,
    BusyError: 429,
    LimitError: 503,
    NotArrangedError: 503,
    StoreError: 503,
    WorkerError: 503,
    EngineError: 500,
}
_UPDATES = {"update", "using-graph-uri", "using-named-graph-uri"}
_ONCE = ("query", "update")


class Refusal(Exception):  # noqa: N818 - it is what the client is told, and mostly its own doing
    """The request is not answered."""

    def __init__(self, status: int, message: str, **headers: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.headers = headers


class Asked(NamedTuple):
    """What a request asks."""

    query: str | None
    """None when it asks nothing: it wants the description of the service."""
    dataset: Dataset | None


async def read(request: Request, *, longest: int) -> Asked:
    """Read a request: a query by GET, or by POST as a form or as it is.

    Args:
        longest: characters of a query at most.

    Raises:
        Refusal: it is malformed, or an update.
    """
    fields = _fields(request.scope["query_string"], "the address")
    if request.method == "POST":
        fields += await _posted(request)
    elif any(name in _UPDATES for name, _ in fields):
        raise updates_refused()
    _check(fields)
    queries = [value for name, value in fields if name == "query"]
    if not queries and (request.method == "POST" or fields):
        raise Refusal(400, "there is no query. Send one as the parameter 'query', or as the body with the "
                           f"media type {QUERY}")  # fmt: skip
    if queries and len(queries[0]) > longest:
        raise Refusal(413, f"a query may have {longest:,} characters at most")
    default = tuple(value for name, value in fields if name == "default-graph-uri")
    named = tuple(value for name, value in fields if name == "named-graph-uri")
    dataset = Dataset(default, named) if default or named else None
    return Asked(queries[0] if queries else None, dataset)


def updates_refused() -> Refusal:
    """Return why nothing is written."""
    return Refusal(
        403,
        "this endpoint is read-only: the graph says what the notes say. Change a note, or decide with kg same, "
        "kg different, kg rename or kg ignore, and build again",
    )


def is_from_here(request: Request) -> bool:
    """Return whether a page of this server sent a request."""
    return request.headers.get("origin", "").lower() == f"http://{request.headers.get('host', '').lower()}"


async def form(request: Request) -> dict[str, str]:
    """Read a form that a page of ours has sent.

    Raises:
        Refusal: it is no form, or malformed.
    """
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != FORM:
        raise Refusal(415, f"send a form as {FORM}")
    return dict(_fields(await request.body(), "the form"))


async def _posted(request: Request) -> list[tuple[str, str]]:
    media_type, _, parameters = request.headers.get("content-type", "").partition(";")
    media_type = media_type.strip().lower()
    charset = parameters.partition("charset=")[2].strip().strip('"').lower()
    if charset not in ("", "utf-8", "utf8"):
        raise Refusal(415, f"the body is declared as {charset!r}. Send it as UTF-8")
    if media_type == UPDATE:
        raise updates_refused()
    if media_type not in (FORM, QUERY):
        raise Refusal(415, f"send a query as {FORM} or as {QUERY}, not as {media_type or 'a body without media type'}")
    body = await request.body()
    if media_type == FORM:
        return _fields(body, "the form")
    return [("query", _text(body, "the body"))]


def _fields(text: bytes, where: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(
            text.decode("ascii"), keep_blank_values=True, strict_parsing=bool(text), errors="strict", max_num_fields=100
        )
    except UnicodeDecodeError as error:
        raise Refusal(400, f"{where} is not UTF-8: {error.reason} at byte {error.start}") from error
    except ValueError as error:
        raise Refusal(400, f"{where} is malformed: {error}") from error


def _text(body: bytes, where: str) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal(400, f"{where} is not UTF-8: {error.reason} at byte {error.start}") from error


def _check(fields: Sequence[tuple[str, str]]) -> None:
    names = [name for name, _ in fields]
    for name in _ONCE:
        if names.count(name) > 1:
            raise Refusal(400, f"the parameter {name!r} is given {names.count(name)} times. Send it once")
    if not _UPDATES.isdisjoint(names):
        raise updates_refused()


def gone(_request: Request, _error: Exception) -> Response:
    """Answer nobody: the client has gone before its request was whole, or answered."""
    return Response(status_code=400)


def refused(_request: Request, error: Exception) -> Response:
    """Return why a request is not answered, in a sentence."""
    return refusal(error)


def message_and_status(error: Exception) -> tuple[str, int]:
    """Return what an error says, and its status, for a page."""
    response = refusal(error)
    return bytes(response.body).decode().strip(), response.status_code


def refusal(error: Exception) -> Response:
    """Return what went wrong: the status of the protocol, and a sentence."""
    if isinstance(error, TooLargeError):
        return _plain("the request is larger than this server accepts", 413, {})
    if isinstance(error, TimeoutError):
        return _plain("the request took too long to arrive", 408, {"Connection": "close"})
    if isinstance(error, Refusal):
        return _plain(error.message, error.status, error.headers)
    status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 500)
    if isinstance(error, ReadOnlyError):
        return _plain(updates_refused().message, 403, {})
    headers = {"Retry-After": RETRY} if isinstance(error, BusyError | NotArrangedError | StoreError) else {}
    return _plain(str(error), status, headers)


def _plain(message: str, status: int, headers: dict[str, str]) -> Response:
    return Response(f"{message}\n", status, headers, "text/plain; charset=utf-8")
