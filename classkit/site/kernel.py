"""The kernel of a table in a browser: Python in a worker of the page, which speaks JSON with it.

The worker's own script (``worker.js``) calls what is here. The table is the very one of a notebook,
and what keeps it is that of a server (``classkit.hosting.session``): it writes into a folder in the
worker's memory. What has been written there the worker puts into the browser's storage before the
page is told of it.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from classkit.engine.registry import new
from classkit.hosting.session import Session
from classkit.hosting.store import MATCH, WRITER, Store, check_code
from classkit.hosting.stored_desk import split_stored
from classkit.widgets.channel import Channel, Hub
from classkit.widgets.desk import Desk
from classkit.widgets.sight import Sight

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.widgets.channel import Handler

Data = dict[str, Any]

FOLDER = "/matches"
"""Where the store of the browser's one match lies, in the worker's memory."""
ELSEWHERE = (
    "Homework is made where classkit is installed: save this match, and write there "
    "classkit homework FILE."
)


class BrowserStore(Store):
    """A store that notes what was written last, for the browser to keep."""

    def __init__(self, directory: str) -> None:
        super().__init__(directory)
        self.unkept: dict[tuple[str, str], str] = {}

    def write(self, code: str, text: str, kind: str = MATCH) -> None:
        """Store a text in memory, and note it."""
        super().write(code, text, kind)
        self.unkept[code, kind] = text

    def take_unkept(self) -> list[Data]:
        """Return what was written since, each as ``{"code", "kind", "text"}``, once."""
        unkept, self.unkept = self.unkept, {}
        return [{"code": code, "kind": kind, "text": text} for (code, kind), text in unkept.items()]

    def put(self, code: str, kind: str, text: str) -> None:
        """Lay here what the browser has kept."""
        super().write(code, text, kind)

    def hand_over(self, code: str) -> None:
        """Let another page have a match: whoever wrote it here may do so no more."""
        self.path(code, WRITER).write_bytes(b"another page")


class BrowserTable:
    """A table without a widget: what its session and its page's line need of it."""

    def __init__(self, match: Match, send: Callable[[str], object], bots: Any = None) -> None:
        self.code = ""
        desk = Desk(match, bots)
        desk.said = f"{match.game.title}: press Step, or decide yourself."
        self.hub, self.sight = Hub(desk), Sight(desk)
        self._send = send
        self.channel = Channel(self.hub, self.send, self.sight)
        self.on_action("homework", refuse_homework)

    @property
    def desk(self) -> Desk:
        """The desk behind the table."""
        return self.hub.desk

    @property
    def match(self) -> Match:
        """The match on the screen."""
        return self.desk.match

    @property
    def read_only(self) -> str | None:
        """Why this table only looks on, as a sentence; else None."""
        return self.desk.read_only

    @read_only.setter
    def read_only(self, why: str | None) -> None:
        if self.desk.read_only != why:
            self.desk.read_only = why
            self.hub.show()

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message to the page, as the text of a JSON object; a page asks for no bytes."""
        self._send(json.dumps(content, ensure_ascii=False, separators=(",", ":")))

    def on_action(self, name: str, handler: Handler) -> None:
        """Let ``handler(content)`` answer an action of the page that the table does not know."""
        self.channel.handlers[name] = handler


def refuse_homework(content: Data) -> Data:
    """Say where homework is made, which needs what no browser has."""
    return {"kind": "refused", "reason": ELSEWHERE}


class Kernel:
    """One table in a browser: what the worker's script calls."""

    def __init__(
        self,
        game: str,
        settings: Mapping[str, Any],
        send: Callable[[str], object],
        kept: Sequence[Mapping[str, str]] = (),
        folder: str = FOLDER,
    ) -> None:
        self.store = BrowserStore(folder)
        for one in kept:
            self.store.put(one["code"], one["kind"], one["text"])
        self.table = BrowserTable(new(game, **settings), send)
        self.session = Session(self.table, self.store)
        self.session.start(None)

    def receive(self, text: str, files: Sequence[bytes | memoryview] = ()) -> None:
        """Answer one message of the page, with the files that it opens."""
        self.table.channel.receive(json.loads(text), [bytes(one) for one in files])

    def unkept(self) -> str:
        """Return what the browser has to keep now, as the text of a JSON list."""
        return json.dumps(self.store.take_unkept(), ensure_ascii=False)

    def hand_over(self, code: str) -> None:
        """Turn read-only: another page has this match now."""
        if code == self.session.code:
            self.store.hand_over(code)
            self.session.look({})


def begin(told: str, send: Callable[[str], object]) -> Kernel:
    """Begin the table that the page asks for: ``{"game", "settings", "kept"}`` as JSON."""
    asked = json.loads(told)
    return Kernel(asked["game"], asked["settings"], send, asked["kept"])


def everything(told: str) -> bytes:
    """Return all matches that a browser keeps, ``[{"code", "kind", "text"}]``, as one ZIP file.

    Each is a record that opens anywhere; other branches and names of seats stay in the browser.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for one in json.loads(told):
            if one["kind"] == MATCH:
                record = split_stored(one["text"])[1]
                packed.writestr(f"{title_of(one)}.classkit.json", record)
    return made.getvalue()


def title_of(kept: Mapping[str, str]) -> str:
    """Return the name of a kept match's file: its game and the beginning of its code.

    >>> title_of({"code": "abcdefghijklmnop1234", "text": '{"game": "opoly"}'})
    'opoly-abcdefgh'
    """
    code = check_code(kept["code"])
    try:
        game = str(json.loads(split_stored(kept["text"])[1]).get("game", ""))
    except (ValueError, AttributeError):
        game = ""
    return f"{game if game.isidentifier() else 'match'}-{code[:8]}"


def first_snapshot(game: str, settings: Mapping[str, Any]) -> Data:
    """Return what a page shows before Python is there: board and empty charts, and no question."""
    sent: list[Data] = []
    table = BrowserTable(new(game, **settings), lambda text: sent.append(json.loads(text)))
    table.channel.snapshot()
    (shown,) = sent
    shown["now"] |= {"asks": [], "said": ""}
    return {key: shown[key] for key in ("kind", "fixed", "now")} | {"seq": 0, "reply": None}
