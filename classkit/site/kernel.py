"""The kernel of a table in a browser: Python in a worker of the page, which speaks JSON with it.

The worker's own script (``worker.js``) calls what is here. The table is the very one of a notebook,
and what keeps it is that of a server (``classkit.hosting.session``): it writes into a folder in the
worker's memory. What has been written there the worker puts into the browser's storage before the
page is told of it.
"""

from __future__ import annotations

import asyncio
import base64
import io
import json
import zipfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from classkit import abilities
from classkit.engine.registry import loads, new
from classkit.hosting.session import Session
from classkit.hosting.store import MATCH, WRITER, Store, StoreError, check_code
from classkit.hosting.stored_desk import StoredDesk, split_stored
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
NONE_KEPT = "This browser keeps no match yet."


class BrowserStore(Store):
    """A store that notes what was written last, for the browser to keep.

    ``barred`` says why the browser keeps nothing now, in a few words; empty while it does.
    """

    def __init__(self, directory: str) -> None:
        super().__init__(directory)
        self.unkept: dict[tuple[str, str], str] = {}
        self.barred = ""

    def write(self, code: str, text: str, kind: str = MATCH) -> None:
        """Store a text in memory, and note it. StoreError where the browser keeps nothing."""
        super().write(code, text, kind)
        self.unkept[code, kind] = text
        if self.barred:
            raise StoreError(
                f"This match is not kept in this browser: {self.barred}. It goes on; save it to a "
                "file before you leave this page."
            )

    def take_unkept(self) -> list[Data]:
        """Return the texts written since the last call, each as ``{"code", "kind", "text"}``."""
        unkept, self.unkept = self.unkept, {}
        return [{"code": code, "kind": kind, "text": text} for (code, kind), text in unkept.items()]

    def put(self, code: str, kind: str, text: str) -> None:
        """Put a text from the browser's storage into this store."""
        super().write(code, text, kind)

    def hand_over(self, code: str) -> None:
        """Let another page have a match, which then cannot be written here any more."""
        self.path(code, WRITER).write_bytes(b"another page")


class BrowserTable:
    """A table without a widget: what its session and its page's line need of it."""

    def __init__(self, match: Match, send: Callable[[str], object], bots: Any = None) -> None:
        self.code = ""
        desk = Desk(match, bots)
        desk.said = first_words(match)
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


async def none_kept() -> str:
    """Return the JSON list of the matches in a browser that has stored none."""
    return "[]"


class Kernel:
    """One table in a browser: what the worker's script calls.

    ``kept`` are the texts of this match that the browser has stored; ``collect`` returns those of
    all its matches. A match is stored from the first action at its table.
    """

    def __init__(
        self,
        match: Match,
        send: Callable[[str], object],
        kept: Sequence[Mapping[str, str]] = (),
        collect: Callable[[], Awaitable[str]] = none_kept,
        folder: str = FOLDER,
    ) -> None:
        self.collect = collect
        self.store = BrowserStore(folder)
        for one in kept:
            self.store.put(one["code"], one["kind"], one["text"])
        self.table = BrowserTable(match, send)
        self.table.on_action("everything", self.take_everything)
        self.session = Session(self.table, self.store)
        self.session.start(None)
        self.untouched = "" if kept else StoredDesk().text(self.table.sight)

    def receive(self, text: str, files: Sequence[bytes | memoryview] = ()) -> None:
        """Answer one message of the page, with the files that it opens."""
        self.table.channel.receive(json.loads(text), [bytes(one) for one in files])

    def unkept(self) -> str:
        """Return what the browser has to keep now, as the text of a JSON list.

        With each text goes what a list of matches says of it: the game's title and the turn.
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
        """Note in a few words why the browser stores nothing, or with "" that it does again."""
        if why != self.store.barred:
            self.store.barred = why
            self.session.write_again()

    def take_everything(self, content: Data) -> None:
        """Send the page all matches that the browser keeps, as soon as they are collected."""
        asyncio.get_running_loop().create_task(self.send_everything(content.get("id")))

    async def send_everything(self, reply: Any) -> None:
        """Answer with all matches as a file, or say that there are none."""
        channel = self.table.channel
        packed = everything(await self.collect())
        if packed is None:
            channel.refuse(reply, NONE_KEPT)
            return
        data = {
            "name": "classkit-matches.zip",
            "base64": base64.b64encode(packed).decode(),
            "note": "Each file in it opens with “Open a saved match”.",
        }
        channel.tell({"kind": "detail", "what": "work", "data": data}, reply)

    def hand_over(self, code: str) -> None:
        """Turn read-only: another page has this match now."""
        if code == self.session.code:
            self.store.hand_over(code)
            self.session.look({})


class SecondPython:
    """A second worker of the page, as ``helping.js`` hands it over: it speaks arrays of bytes."""

    def __init__(self, worker: Any) -> None:
        self.worker = worker

    async def ask(self, message: bytes) -> bytes:
        """Send it a message, and return what it answers."""
        answer = await self.worker.ask(message)
        return bytes(answer.to_bytes())

    def rest(self) -> None:
        """End it until it is needed again."""
        self.worker.rest()


def begin(
    told: str,
    send: Callable[[str], object],
    collect: Callable[[], Awaitable[str]] = none_kept,
    second: Any = None,
) -> Kernel:
    """Begin the table that the page asks for: what :func:`first_match` reads, and ``"kept"``.

    ``second`` is a second worker of the page, which plays futures.
    """
    if second is not None:
        abilities.helper = SecondPython(second)
    asked = json.loads(told)
    return Kernel(first_match(asked), send, asked["kept"], collect)


def first_match(asked: Mapping[str, Any]) -> Match:
    """Return the match with which a page begins.

    ``asked`` is ``{"game", "settings"}`` of a new one, or ``{"record", "names"}`` of a saved one,
    which begins where it began once: what was played lies ahead.
    """
    if "record" not in asked:
        return new(asked["game"], **asked["settings"])
    match = loads(asked["record"])
    match.names = dict(asked["names"])
    return match.goto(step=0)


def first_words(match: Match) -> str:
    """Return what is said above a table before anything has been done."""
    if match.can_redo:
        return (
            f"{match.game.title}, a saved match: Step and Play show what was played; a fork tries "
            "something else."
        )
    return f"{match.game.title}: press Step, or decide yourself."


def everything(told: str) -> bytes | None:
    """Return all matches that a browser keeps, as one ZIP file; those nobody has played are not.

    ``told`` is a JSON list of what :meth:`Kernel.unkept` gave. Each match is a record that opens
    anywhere; other branches and names of seats stay in the browser. None if there is no match.
    """
    matches = [one for one in json.loads(told) if one["kind"] == MATCH and one["played"]]
    if not matches:
        return None
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for one in matches:
            packed.writestr(f"{title_of(one)}.classkit.json", split_stored(one["text"])[1])
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


def first_snapshot(match: Match) -> Data:
    """Return what a page shows before Python is there: board and empty charts, and no question."""
    sent: list[Data] = []
    table = BrowserTable(match, lambda text: sent.append(json.loads(text)))
    table.channel.snapshot()
    (shown,) = sent
    shown["now"] |= {"asks": [], "said": ""}
    return {key: shown[key] for key in ("kind", "fixed", "now")} | {"seq": 0, "reply": None}
