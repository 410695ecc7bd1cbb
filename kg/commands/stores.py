"""Which graph a command asks: that of its folder, or of another store."""

from __future__ import annotations

import getpass
import os
import sys
from argparse import Namespace

from kg.commands.command import PASSWORD, TOKEN
from kg.connection import Connection, Credentials
from kg.errors import UsageError
from kg.rdf import Store, open_store
from kg.rdf.endpoint import Endpoint

SECONDS = 60


def open_asked(asked: Namespace, *, seconds: float = SECONDS) -> Store | Endpoint:
    """Open what a command asks: the graph of its folder, or of its endpoint.

    Args:
        seconds: how long to wait for an endpoint; 0 for as long as it takes.

    Raises:
        StoreError: nothing was built there.
        RemoteError: the address is not valid.
    """
    if asked.endpoint:
        return Endpoint(connect(asked.endpoint, asked.user, seconds=seconds))
    return open_store(asked.graph)


def connect(address: str, user: str, *, seconds: float) -> Connection:
    """Connect to a server as a user, whose password is looked up or asked for.

    Raises:
        RemoteError: the address is not valid.
        UsageError: there is no password, and nobody to ask for it.
    """
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
