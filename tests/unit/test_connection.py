"""Connections: who asks, what is tried again, which server says what, and that no secret is told."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from stores import PASSWORD, TOKEN, USER, Answer, Fake, Sent, fake, free_port

from kg.connection import LONGEST_WAIT, TRIES, Connection, Credentials, Request
from kg.errors import RemoteError

ASK = Request("GET", (("default", ""),))
PUT = Request("PUT", (("graph", "urn:g"),), b"<urn:a> <urn:b> <urn:c> .\n")


@pytest.fixture
def store() -> Iterator[Fake]:
    with fake() as running:
        yield running


@pytest.fixture
def waited() -> list[float]:
    return []


@pytest.fixture
def connection(store: Fake, waited: list[float]) -> Iterator[Connection]:
    with Connection(f"{store.address}/store", pause=waited.append) as made:
        yield made


def told(connection: Connection, request: Request = ASK) -> str:
    with pytest.raises(RemoteError) as stopped:
        connection.demand(request)
    return str(stopped.value)


@pytest.mark.parametrize("auth", ["basic", "digest"])
def test_a_user_is_named_when_the_server_asks_and_from_then_on(store: Fake, auth: str) -> None:
    store.auth = auth
    with Connection(f"{store.address}/store", Credentials(USER, PASSWORD)) as connection:
        for request in (PUT, PUT, ASK):
            assert connection.demand(request).status in (200, 204)

    assert [bool(sent.authorization) for sent in store.got] == [False, True, True, True]


def test_a_token_is_sent_with_every_request(store: Fake) -> None:
    store.auth = "bearer"
    with Connection(f"{store.address}/store", Credentials(token=TOKEN)) as connection:
        assert connection.demand(PUT).status == 204
        assert len(store.got) == 1


@pytest.mark.parametrize(
    ("auth", "given", "message"),
    [
        ("basic", Credentials(), "asks for credentials"),
        ("digest", Credentials(), "asks for credentials"),
        ("basic", Credentials(USER, "wrong"), "does not accept this user"),
        ("digest", Credentials(USER, "wrong"), "does not accept this user"),
        ("bearer", Credentials(token="wrong"), "does not accept this user"),
        ("bearer", Credentials(USER, PASSWORD), "asks for 'bearer' credentials"),
        ("digest", Credentials(USER, "mot de passé"), "plain ASCII"),
    ],
)
def test_who_is_not_let_in_is_told_why(store: Fake, auth: str, given: Credentials, message: str) -> None:
    store.auth = auth
    with Connection(f"{store.address}/store", given) as connection:
        assert message in told(connection)


def test_secrets_are_in_no_message(store: Fake) -> None:
    store.instead = lambda sent, _: Answer(403, {}, f"{sent.authorization} {PASSWORD} {TOKEN}".encode())
    for given in (Credentials(USER, PASSWORD), Credentials(token=TOKEN)):
        secret = given.token or given.password
        with Connection(f"{store.address}/store", given) as connection:
            message = told(connection)

        assert secret not in message
        assert "***" in message
        assert secret not in repr(given)


def test_an_address_with_a_password_is_refused_and_not_repeated() -> None:
    with pytest.raises(RemoteError) as stopped:
        Connection("http://ada:secret@example.org/store")

    assert "secret" not in str(stopped.value)
    assert "KG_PASSWORD" in str(stopped.value)


@pytest.mark.parametrize(
    "address", ["localhost:3030", "file:///etc/passwd", "http://", "http://a b/", "http://a:x/", ""]
)
def test_what_is_no_address_of_a_server_is_refused(address: str) -> None:
    with pytest.raises(RemoteError, match="address"):
        Connection(address)


@pytest.mark.parametrize(
    ("status", "message"),
    [(403, "does not allow"), (404, "docs/stores.md"), (413, "--batch"), (415, "N-Triples"), (500, "error 500")],
)
def test_an_error_says_what_the_server_says(store: Fake, connection: Connection, status: int, message: str) -> None:
    store.instead = lambda *_: Answer(status, {}, b"<html><head><title>x</title></head><h1>disk\x1b[31m full</h1>\r\n")

    said = told(connection)

    assert message in said
    assert said.endswith(": disk [31m full")


def test_a_long_error_is_cut(store: Fake, connection: Connection) -> None:
    store.instead = lambda *_: Answer(500, {}, b"x" * 1_000_000)

    assert len(told(connection)) < 500


def test_a_redirect_is_not_followed(store: Fake) -> None:
    with fake() as other:
        store.auth = "basic"
        to = f"{other.address}/store"
        store.instead = lambda sent, _: Answer(307, {"Location": to}) if sent.authorization else None
        with Connection(f"{store.address}/store", Credentials(USER, PASSWORD)) as connection:
            assert to in told(connection)
        assert other.got == []


def test_a_busy_server_is_asked_again_when_it_says(store: Fake, connection: Connection, waited: list[float]) -> None:
    answers = [
        Answer(503, {"Retry-After": "7"}),
        Answer(429),
        Answer(503, {"Date": "Mon, 01 Jan 2024 00:00:00 GMT", "Retry-After": "Mon, 01 Jan 2024 00:00:09 GMT"}),
    ]
    store.instead = lambda _, number: answers[number - 1] if number <= len(answers) else None

    assert connection.demand(PUT).status == 204
    assert waited == [7, 2, 9]


def test_a_server_that_stays_busy_is_given_up(store: Fake, connection: Connection, waited: list[float]) -> None:
    store.instead = lambda *_: Answer(503)

    assert "is busy (503)" in told(connection)
    assert len(store.got) == TRIES
    assert max(waited) <= LONGEST_WAIT


def test_a_server_that_asks_for_an_hour_is_not_waited_for(
    store: Fake, connection: Connection, waited: list[float]
) -> None:
    store.instead = lambda *_: Answer(429, {"Retry-After": "3600"})

    assert "in 3600 s" in told(connection)
    assert (len(store.got), waited) == (1, [])


def test_a_connection_that_was_closed_meanwhile_is_opened_anew(store: Fake, connection: Connection) -> None:
    store.instead = lambda _, number: Answer(0) if number == 2 else None

    assert [connection.demand(PUT).status for _ in range(2)] == [204, 204]
    assert len(store.got) == 3


def test_a_server_that_hangs_up_is_told(store: Fake, connection: Connection) -> None:
    store.instead = lambda *_: Answer(0)

    assert "closed the connection" in told(connection)


def test_a_server_that_says_nothing_is_not_waited_for_any_longer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}/store"
        with Connection(address, seconds=0.05) as connection:
            assert "has not answered for 0.05 s" in told(connection)


def test_a_server_that_is_not_there_is_told() -> None:
    with Connection(f"http://127.0.0.1:{free_port()}/store") as connection:
        assert "Is the server running" in told(connection)


def test_parameters_of_the_address_stay(store: Fake) -> None:
    with Connection(f"{store.address}/store?key=1#part") as connection:
        connection.demand(ASK)
    assert store.got[0] == Sent("GET", "/store", {"key": "1", "default": ""}, "", b"")


@pytest.mark.parametrize(
    ("address", "is_open"),
    [
        ("http://example.org/", True),
        ("https://example.org/", False),
        ("http://localhost:1/", False),
        ("http://127.0.0.1/", False),
    ],
)
def test_it_is_known_where_others_could_read_along(address: str, is_open: bool) -> None:
    assert Connection(address).is_open_to_others is is_open
