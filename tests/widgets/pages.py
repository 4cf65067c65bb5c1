"""A page without a browser: it keeps what it was told, and puts patches together as pages do."""

from __future__ import annotations

import json
from typing import Any

from classkit.engine.match import Match
from classkit.widgets.channel import Channel, Hub
from classkit.widgets.desk import Desk

Data = dict[str, Any]


class Page:
    """A page at the other end of a channel."""

    def __init__(self, hub: Hub) -> None:
        self.messages: list[Data] = []
        self.buffers: list[list[bytes]] = []
        self.fixed: Data = {}
        self.now: Data = {}
        self.ids = 0
        self.channel = Channel(hub, self.take)

    @classmethod
    def of(cls, match: Match, bots: Any = "default") -> Page:
        """A page that shows a match, and has seen its first snapshot."""
        page = cls(Hub(Desk(match, bots)))
        page.do("snapshot")
        return page

    @property
    def desk(self) -> Desk:
        return self.channel.hub.desk

    @property
    def match(self) -> Match:
        return self.desk.match

    @property
    def last(self) -> Data:
        """The latest message."""
        return self.messages[-1]

    def do(self, verb: Any, /, **arguments: Any) -> Data:
        """Send an action; gives its one answer."""
        self.ids += 1
        before = len(self.messages)
        self.channel.receive({"do": verb, "id": self.ids, **arguments})
        answers = [m for m in self.messages[before:] if m.get("reply") == self.ids]
        assert len(answers) == 1, answers
        return answers[0]

    def take(self, content: Data, buffers: list[bytes] | None = None) -> None:
        """A message arrives, as JSON."""
        content = json.loads(json.dumps(content, allow_nan=False))
        self.messages.append(content)
        self.buffers.append(buffers or [])
        if content["kind"] == "snapshot":
            self.fixed, self.now = content["fixed"], whole(content["now"])
        elif content["kind"] == "step":
            self.now = patched(self.now, content["patch"])


def whole(now: Data) -> Data:
    """A snapshot with everything filled in."""
    board = {**now["board"], "looks": looks({}, now["board"])}
    board.pop("same", None)
    news = [line(parts) for parts in now["news"]]
    return {
        **now,
        "news": news,
        "board": board,
        "chart": {"rows": filled(now["chart"]["rows"], None)},
    }


def line(parts: list[Any] | Data) -> Data:
    """A line of the news with the names of its parts."""
    names = ("id", "turn", "seat", "text", "rule")
    return parts if isinstance(parts, dict) else dict(zip(names, parts, strict=True))


def move(parts: Data) -> Data:
    """A move with what it leaves out: no fields, and the space by whose title it is called."""
    named = {} if "label" in parts else {"space": parts["name"]}
    return {"fields": [], **named, **parts}


def patched(now: Data, patch: Data) -> Data:
    """The present after a patch, by the rules of the protocol."""
    after = dict(now)
    for key, value in patch.items():
        if key == "board":
            board = {**now["board"], "looks": looks(now["board"]["looks"], value)}
            parts = ("pieces", "signs", "path", "links", "told")
            board |= {part: value[part] for part in parts if part in value}
            for part, changed in (("pieces", "moved"), ("signs", "signed")):
                differs = {thing["id"]: thing for thing in value.get(changed, [])}
                board[part] = [{**one, **differs.get(one["id"], {})} for one in board[part]]
            after[key] = board
        elif key == "chart":
            kept = now["chart"]["rows"][: value["cut"]]
            after[key] = {"rows": [*kept, *filled(value["add"], kept[-1] if kept else None)]}
        elif key == "news":
            after[key] = grown_news(now["news"], value)
        elif key == "seats":
            after[key] = {**now["seats"], **{s: {**now["seats"][s], **value[s]} for s in value}}
        elif key == "timeline":
            after[key] = {**now["timeline"], **value}
        elif key == "standings" and isinstance(value, dict):
            after[key] = [{**one, **value.get(one["seat"], {})} for one in now["standings"]]
        elif key == "asks":
            after[key] = [
                {**ask, "moves": [move(parts) for parts in ask["moves"]]} for ask in value
            ]
        else:
            after[key] = value
    return after


def grown_news(news: list[Data], change: Data) -> list[Data]:
    """The news after a change: lines cut off, dropped, put anew, and added."""
    gone = {one[0] for one in change.get("put", [])} | set(change.get("drop", []))
    kept = [
        one
        for one in news
        if change.get("from", 0) <= one["id"] < change["cut"] and one["id"] not in gone
    ]
    anew = sorted([*kept, *map(line, change.get("put", []))], key=lambda one: one["id"])
    return [*anew, *map(line, change["add"])]


def looks(before: Data, board: Data) -> Data:
    """Looks by space, those said once for several spaces as well."""
    after = {**before, **board.get("looks", {})}
    for look, spaces in board.get("same", []):
        after |= dict.fromkeys(spaces, look)
    return after


def filled(rows: list[Data], before: Data | None) -> list[Data]:
    """Rows with what they leave out because it is as in the row before."""
    made = []
    for row in rows:
        values = merged(before["values"], row["values"]) if before else row["values"]
        before = {**row, "values": values}
        made.append(before)
    return made


def merged(before: Any, change: Any) -> Any:
    if not isinstance(before, dict) or not isinstance(change, dict):
        return change
    return {**before, **{key: merged(before.get(key), item) for key, item in change.items()}}
