"""A page without a browser: it keeps what it was told, and carries out changes as pages do."""

from __future__ import annotations

import json
from typing import Any

from classkit.charts.chart_types import BranchRowsData, MetricRowData
from classkit.engine.match import Match
from classkit.widgets.connection_protocol import Channel, Hub
from classkit.widgets.match_controller import MatchController
from classkit.widgets.message_compression import with_compression
from classkit.widgets.page_view import PageView

Data = dict[str, Any]


class Page:
    """A page at the other end of a channel."""

    def __init__(self, hub: Hub, sight: PageView | None = None) -> None:
        self.messages: list[Data] = []
        self.buffers: list[list[bytes]] = []
        self.fixed: Data = {}
        self.now: Data = {}
        self.ids = 0
        self.channel = Channel(hub, self.take, sight)

    @classmethod
    def of(cls, match: Match, bots: Any = "passive") -> Page:
        """A page that shows a match, and has seen its first snapshot."""
        page = cls(Hub(MatchController(match, bots)))
        page.do("snapshot")
        return page

    @property
    def desk(self) -> MatchController:
        return self.channel.hub.controller

    @property
    def sight(self) -> PageView:
        return self.channel.page_view

    @property
    def match(self) -> Match:
        return self.desk.match

    @property
    def rows(self) -> list[MetricRowData]:
        """The rows from which its charts are filled."""
        return self.sight.get_rows()

    @property
    def drawn_branches(self) -> list[BranchRowsData]:
        """The branches that are drawn on its charts, with their rows."""
        return self.sight.get_branch_rows(self.rows)

    @property
    def fan(self) -> Any:
        """The futures that are drawn on its charts; None where there are none."""
        return self.desk.studies.build_forecast(self.match, self.sight.viewer)["fan"]

    @property
    def last(self) -> Data:
        """The latest message."""
        return self.messages[-1]

    def do(self, verb: Any, /, **arguments: Any) -> Data:
        """Send an action; gives its one answer. The text of a ``file`` goes beside it as bytes."""
        self.ids += 1
        before = len(self.messages)
        self.channel.receive_message(*apart({"do": verb, "id": self.ids, **arguments}))
        answers = [m for m in self.messages[before:] if m.get("reply") == self.ids]
        assert len(answers) == 1, answers
        return answers[0]

    def take(self, content: Data, buffers: list[bytes] | None = None) -> None:
        """A message arrives, as JSON in UTF-8."""
        content = json.loads(json.dumps(content, allow_nan=False, ensure_ascii=False).encode())
        self.messages.append(content)
        self.buffers.append(buffers or [])
        if content["kind"] == "snapshot":
            self.fixed, self.now = content["fixed"], content["now"]
        elif content["kind"] == "step":
            self.now = after(self.now, content["change"])


def apart(action: Data) -> tuple[Data, list[bytes]]:
    """What a page says, and beside it the file that it opens."""
    said = {name: value for name, value in action.items() if name != "file"}
    return said, [action["file"].encode()] if "file" in action else []


def sent(message: Data) -> int:
    """Return how many bytes a message has on its way to the page; Jupyter adds its own."""
    parts: list[int] = []

    def weigh(content: Data, buffers: list[bytes] | None = None) -> None:
        parts.extend([len(json.dumps(content)), *map(len, buffers or [])])

    with_compression(weigh)(message)
    return sum(parts)


def after(value: Any, change: Data) -> Any:
    """Return a value after a change, by the rules of the protocol."""
    if "is" in change:
        return change["is"]
    if "splice" in change:
        for at, cut, items in change["splice"]:
            value = [*value[:at], *items, *value[at + cut :]]
        return value
    left = {key: part for key, part in value.items() if key not in change.get("gone", ())}
    inside = change.get("in", {})
    return {**left, **{key: after(left.get(key), part) for key, part in inside.items()}}
