"""Which graph a command asks: that of the folder, or that of another store, and who asks there."""

from __future__ import annotations

import getpass
import os
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from kg.errors import UsageError

if TYPE_CHECKING:
    from kg.connection import Connection
    from kg.rdf import Store
    from kg.rdf.endpoint import Endpoint

PASSWORD, TOKEN = "KG_PASSWORD", "KG_TOKEN"
"""Of the environment: others see what stands on a command line."""
SECONDS = 60


def endpoint_arguments(parser: ArgumentParser) -> None:
    """Add `--endpoint` and `--user`."""
    parser.add_argument(
        "--endpoint", default="", metavar="URL", help="query the graph in another store, at its SPARQL endpoint"
    )
    user_argument(parser)


def user_argument(parser: ArgumentParser) -> None:
    """Add `--user`."""
    parser.add_argument(
        "--user",
        default="",
        metavar="NAME",
        help=f"user name there; the password is read from ${PASSWORD} or asked for (for a token, set ${TOKEN} instead)",
    )


def open_asked(asked: Namespace, *, seconds: float = SECONDS) -> Store | Endpoint:
    """Open what a command asks: the graph of its folder, or of its endpoint.

    Args:
        asked: arguments of the command.
        seconds: how long to wait for an endpoint; 0 for as long as it takes.

    Raises:
        StoreError: nothing was built there.
        RemoteError: the address is not valid.
    """
    if asked.endpoint:
        from kg.rdf.endpoint import Endpoint

        return Endpoint(connect(asked.endpoint, asked.user, seconds=seconds))
    from kg.library.graphs import open_graph

    return open_graph(asked.graph)


def connect(address: str, user: str, *, seconds: float) -> Connection:
    """Connect to a server as a user, whose password is looked up or asked for.

    Raises:
        RemoteError: the address is not valid.
        UsageError: there is no password, and nobody to ask for it.
    """
    from kg.connection import Connection, Credentials

    Connection(address)  # before a password is asked for
    told = Credentials(user, _password(user)) if user else Credentials(token=os.environ.get(TOKEN, ""))
    connection = Connection(address, told, seconds=seconds)
    if any(told) and connection.is_open_to_others:
        print(
            "kg: the connection is not encrypted, so others could read the password or token: use https",
            file=sys.stderr,
        )
    return connection


def _password(user: str) -> str:
    if PASSWORD in os.environ:
        return os.environ[PASSWORD]
    if not sys.stdin.isatty():
        raise UsageError(f"the password of {user!r} is needed: put it into the environment variable {PASSWORD}")
    return getpass.getpass(f"Password of {user}: ")
