"""Why a request is not answered: the status of the protocol, and a sentence."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

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
from kg.serving.guard import TooLargeError
from kg.serving.requests import Refusal, updates_refused

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
