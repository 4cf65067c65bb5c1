"""Python side of a table in the browser: runs in a web worker and exchanges JSON with the page.

The script of the worker (``worker.js``) calls this module. The table is the same as in a notebook,
and the session is the same as on a server (``classkit.hosting.session``), with a store in the
worker's memory. The worker copies new texts from this store into the browser's storage before it
sends the page the messages that depend on them.
"""

from __future__ import annotations

import asyncio
import base64
import io
import json
import zipfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from classkit import platform_features
from classkit.engine.registry import loads, new
from classkit.hosting.match_store import MATCH, WRITER, MatchStore, StoreError, check_code
from classkit.hosting.session import HostedSession
from classkit.hosting.table_serialization import TableSerializer, split_stored_text
from classkit.widgets.connection_protocol import Channel, Hub
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.widgets.connection_protocol import Handler

Data = dict[str, Any]

FOLDER = "/matches"
"""Folder of the match store in the worker's memory."""
HOMEWORK_REFUSAL = (
    "Homework needs an installed classkit. Save this match, and run there: classkit homework FILE."
)
NO_MATCHES_TEXT = "This browser has not stored any match yet."


class BrowserStore(MatchStore):
    """Match store that collects new texts for the browser's storage.

    ``barred`` is a short reason why the browser cannot store texts now; empty if it can.
    """

    def __init__(self, directory: str) -> None:
        super().__init__(directory)
        self.unkept: dict[tuple[str, str], str] = {}
        self.barred = ""

    def write(self, code: str, text: str, kind: str = MATCH) -> None:
        """Store a text in memory and mark it for the browser's storage.

        Raises:
            StoreError: The browser cannot store texts.
        """
        super().write(code, text, kind)
        self.unkept[code, kind] = text
        if self.barred:
            raise StoreError(
                f"This match is not stored in this browser: {self.barred}. You can play on, but "
                "save it to a file before you leave this page."
            )

    def take_unkept(self) -> list[Data]:
        """Return the texts written since the last call, each as ``{"code", "kind", "text"}``."""
        unkept, self.unkept = self.unkept, {}
        return [{"code": code, "kind": kind, "text": text} for (code, kind), text in unkept.items()]

    def load_text(self, code: str, kind: str, text: str) -> None:
        """Load a text from the browser's storage into this store."""
        super().write(code, text, kind)

    def release_match(self, code: str) -> None:
        """Release a match to another page: from now on it cannot be written here."""
        self.get_path(code, WRITER).write_bytes(b"another page")


class BrowserTable:
    """A table without a Jupyter widget: the interface that the session and the channel use."""

    def __init__(self, match: Match, send: Callable[[str], object], bots: Any = None) -> None:
        self.code = ""
        desk = MatchController(match, bots)
        desk.summary = get_opening_text(match)
        self.hub, self.page_view = Hub(desk), PageView(desk)
        self._send = send
        self.channel = Channel(self.hub, self.send, self.page_view)
        self.on_action("homework", refuse_homework)

    @property
    def controller(self) -> MatchController:
        """The match controller of the table."""
        return self.hub.controller

    @property
    def match(self) -> Match:
        return self.controller.match

    @property
    def read_only(self) -> str | None:
        """Why the table is read-only, as a sentence, or None if it is not."""
        return self.controller.read_only

    @read_only.setter
    def read_only(self, why: str | None) -> None:
        if self.controller.read_only != why:
            self.controller.read_only = why
            self.hub.publish_all()

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message to the page as JSON text. ``buffers`` are ignored."""
        self._send(json.dumps(content, ensure_ascii=False, separators=(",", ":")))

    def on_action(self, name: str, handler: Handler) -> None:
        """Register ``handler(content)`` for an action that the table does not define."""
        self.channel.handlers[name] = handler


def refuse_homework(content: Data) -> Data:
    """Return the refusal of the homework action, which needs files and processes."""
    return {"kind": "refused", "reason": HOMEWORK_REFUSAL}


async def collect_nothing() -> str:
    """Return an empty JSON list, because no matches are stored."""
    return "[]"


class Kernel:
    """One table in a browser, as used by the worker's script.

    ``kept`` contains the texts of this match from the browser's storage; ``collect`` returns the
    texts of all stored matches. A match is stored from the first action at its table.
    """

    def __init__(
        self,
        match: Match,
        send: Callable[[str], object],
        kept: Sequence[Mapping[str, str]] = (),
        collect: Callable[[], Awaitable[str]] = collect_nothing,
        folder: str = FOLDER,
    ) -> None:
        self.collect = collect
        self.store = BrowserStore(folder)
        for one in kept:
            self.store.load_text(one["code"], one["kind"], one["text"])
        self.table = BrowserTable(match, send)
        self.table.on_action("everything", self.take_everything)
        self.session = HostedSession(self.table, self.store)
        self.session.start(None)
        self.untouched = "" if kept else TableSerializer().dump_text(self.table.page_view)

    def receive(self, text: str, files: Sequence[bytes | memoryview] = ()) -> None:
        """Handle one message from the page and its attached files."""
        self.table.channel.receive_message(json.loads(text), [bytes(one) for one in files])

    def unkept(self) -> str:
        """Return the texts that the browser must store now, as a JSON list.

        Each text is accompanied by data for a list of matches: the title of the game, the turn,
        whether the match is over, and whether anything has been played.
        """
        if self.untouched in self.store.unkept.values():
            return "[]"
        self.untouched = ""
        match = self.table.match
        facts = {
            "title": match.game.title,
            "turn": match.turn,
            "over": match.is_over,
            "played": match.step > 0 or match.can_redo,
        }
        return json.dumps([one | facts for one in self.store.take_unkept()], ensure_ascii=False)

    def bar(self, why: str) -> None:
        """Set the reason why the browser cannot store texts, or "" if it can again."""
        if why != self.store.barred:
            self.store.barred = why
            self.session.force_save()

    def take_everything(self, content: Data) -> None:
        """Start collecting all stored matches, to send them to the page as one file."""
        asyncio.get_running_loop().create_task(self.send_everything(content.get("id")))

    async def send_everything(self, reply: Any) -> None:
        """Send all matches as a ZIP file, or a refusal if there are none."""
        channel = self.table.channel
        packed = pack_matches(await self.collect())
        if packed is None:
            channel.send_refusal(reply, NO_MATCHES_TEXT)
            return
        data = {
            "name": "classkit-matches.zip",
            "base64": base64.b64encode(packed).decode(),
            "note": "Each file in it opens with “Open a saved match”.",
        }
        channel.send_numbered({"kind": "detail", "what": "work", "data": data}, reply)

    def hand_over(self, code: str) -> None:
        """Make the table read-only, because another page has taken over the match."""
        if code == self.session.code:
            self.store.release_match(code)
            self.session.check_lease({})


class SecondPython:
    """Second worker of the page, behind the ``Helper`` object of ``helping.js``."""

    def __init__(self, worker: Any) -> None:
        self.worker = worker

    async def request(self, message: bytes) -> bytes:
        """Send a message to the second worker and return its response."""
        answer = await self.worker.ask(message)
        return bytes(answer.to_bytes())

    def stop(self) -> None:
        """Stop the second worker. The next request restarts it."""
        self.worker.rest()


def begin(
    told: str,
    send: Callable[[str], object],
    collect: Callable[[], Awaitable[str]] = collect_nothing,
    second: Any = None,
) -> Kernel:
    """Start the table of a page.

    ``told`` is a JSON object with the keys that :func:`first_match` reads, and ``"kept"``, the
    match's stored texts. ``second`` is a second worker of the page, which plays futures.
    """
    if second is not None:
        platform_features.helper = SecondPython(second)
    asked = json.loads(told)
    return Kernel(first_match(asked), send, asked["kept"], collect)


def first_match(asked: Mapping[str, Any]) -> Match:
    """Return the match that a page shows first.

    ``asked`` is ``{"game", "settings"}`` for a new match, or ``{"record", "names"}`` for a saved
    match. A saved match starts at step 0; its recorded answers can be redone.
    """
    if "record" not in asked:
        return new(asked["game"], **asked["settings"])
    match = loads(asked["record"])
    match.names = dict(asked["names"])
    return match.goto(step=0)


def get_opening_text(match: Match) -> str:
    """Return the line above a table before the first action."""
    if match.can_redo:
        return (
            f"{match.game.title}, a saved match: Step and Play show what was played; a fork tries "
            "something else."
        )
    return f"{match.game.title}: press Step, or decide yourself."


def pack_matches(told: str) -> bytes | None:
    """Return the matches of a browser as a ZIP file, or None if none has been played.

    ``told`` is a JSON list of objects from :meth:`Kernel.unkept`. The file contains one record for
    each match; other branches and the names of the seats are not included.
    """
    matches = [one for one in json.loads(told) if one["kind"] == MATCH and one["played"]]
    if not matches:
        return None
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for one in matches:
            packed.writestr(
                f"{get_file_name(one)}.classkit.json", split_stored_text(one["text"])[1]
            )
    return made.getvalue()


def get_file_name(kept: Mapping[str, str]) -> str:
    """Return the file name of a stored match: its game and the beginning of its code.

    >>> get_file_name({"code": "abcdefghijklmnop1234", "text": '{"game": "opoly"}'})
    'opoly-abcdefgh'
    """
    code = check_code(kept["code"])
    try:
        game = str(json.loads(split_stored_text(kept["text"])[1]).get("game", ""))
    except (ValueError, AttributeError):
        game = ""
    return f"{game if game.isidentifier() else 'match'}-{code[:8]}"


def first_snapshot(match: Match) -> Data:
    """Return the snapshot that a page shows until Python has started. It has no open decisions."""
    sent: list[Data] = []
    table = BrowserTable(match, lambda text: sent.append(json.loads(text)))
    table.channel.send_snapshot()
    (shown,) = sent
    shown["now"] |= {"asks": [], "said": ""}
    return {key: shown[key] for key in ("kind", "fixed", "now")} | {"seq": 0, "reply": None}
