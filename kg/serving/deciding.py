"""Decisions by buttons: shown first, then confirmed with a token that only a page of this process can have."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from kg import origin
from kg.errors import KgError, VaultError
from kg.exploring import addresses
from kg.exploring.rendering import render
from kg.rdf import Question
from kg.resolution.decisions import FILE_NAME, parse
from kg.serving.explorer import Explorer
from kg.serving.options import Options
from kg.serving.requests import Refusal, form, is_from_here, message_and_status

_SIGNED = ("table", "told", "key")


class Deciding:
    """Answers requests for decisions.

    Args:
        options: of the server; nothing is decided unless they say so.
    """

    def __init__(self, explorer: Explorer, options: Options) -> None:
        self._explorer = explorer
        self._options = options
        self._secret = os.urandom(32)
        self._turns = CapacityLimiter(1)

    async def handle(self, request: Request) -> Response:
        """Show what a decision would be, or write it down."""
        if not self._options.decides:
            return self._explorer.problem(
                "This server does not accept decisions. To allow them, start kg serve --decide.", 403
            )
        try:
            return await (self._decided(request) if request.method == "POST" else self._proposed(request))
        except KgError as error:
            return self._explorer.problem(*message_and_status(error))

    async def _proposed(self, request: Request) -> Response:
        asked = {name: request.query_params.get(name, "") for name in ("sort", "name", "other")}
        given = {**asked, "key": request.query_params.get("thing", "")}
        answer = await self._explorer.ask(request, Question(page="proposal", given=given))
        if answer is None:
            return self._explorer.problem("This is not in the graph.", 404)
        shown = {**json.loads(answer.content), "key": given["key"]}
        return self._page({**shown, "token": self._token(shown)}, done=False)

    async def _decided(self, request: Request) -> Response:
        """Write down what was shown: the token is the proof that it was shown here, and that nobody changed it."""
        if not is_from_here(request):
            raise Refusal(403, "only a page of this server can send a decision")
        from kg.pipeline.deciding import record  # which imports what reads notes: only for those who decide

        fields = await form(request)
        shown = {name: fields.get(name, "") for name in _SIGNED}
        if not hmac.compare_digest(self._token(shown).encode(), fields.get("token", "").encode()):
            raise Refusal(
                403, "this server has not proposed this decision since it was started. Go back and decide again"
            )
        decided = parse(shown["table"]).all
        new = await to_thread.run_sync(partial(record, decided, self._vault()), limiter=self._turns)
        if not new:
            return self._explorer.problem("You have already decided this.", 409)
        return self._page(shown, done=True)

    def _page(self, shown: Mapping[str, str], *, done: bool) -> Response:
        back = addresses.thing(shown["key"], "")
        return HTMLResponse(render("decide.html", **{"token": "", **shown}, file=FILE_NAME, back=back, done=done))

    def _token(self, shown: Mapping[str, str]) -> str:
        # Browsers send other line ends than they were given.
        text = json.dumps([shown[name].replace("\r\n", "\n") for name in _SIGNED])
        return hmac.new(self._secret, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def _vault(self) -> Path:
        vault = self._options.notes or origin.find(self._options.graph)
        if vault is None:
            raise VaultError(
                "kg does not know where the notes are. Start the server with them: kg serve NOTES --decide"
            )
        return vault
