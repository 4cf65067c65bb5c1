"""Long messages go compressed: what a step costs, in every game, whatever happened in it."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

import classkit
from classkit.engine.registry import list_games
from classkit.widgets.connection_protocol import Channel, Hub
from classkit.widgets.match_controller import MatchController
from classkit.widgets.message_compression import COMPRESSION_THRESHOLD, PLAIN_KEYS, with_compression

Data = dict[str, Any]
BUDGET = 4_096
AROUND = 1_800
"""So many bytes Jupyter's own three messages have around what the table says in a step."""


class Line:
    """The far end of a connection: what comes over it, and what it means."""

    def __init__(self) -> None:
        self.came: list[tuple[Data, list[bytes]]] = []

    def take(self, content: Data, buffers: list[bytes] | None = None) -> None:
        """Note what comes, as a page reads it: JSON knows lists where Python has tuples."""
        self.came.append((json.loads(json.dumps(content)), buffers or []))

    @property
    def size(self) -> int:
        """The bytes of the latest message, as Jupyter writes it."""
        content, buffers = self.came[-1]
        return len(json.dumps(content, ensure_ascii=False).encode()) + sum(map(len, buffers))

    @property
    def meant(self) -> Data:
        """The latest message, whole."""
        content, buffers = self.came[-1]
        if not content.get("packed"):
            return content
        (inside,) = buffers
        return {
            **{name: content[name] for name in PLAIN_KEYS},
            **json.loads(gzip.decompress(inside)),
        }


@pytest.mark.parametrize("game", list_games())
def test_a_turn_stays_in_its_budget_whatever_happened_in_it(game: str) -> None:
    """Also where all prices change at once, or an auction with twenty bids is told."""
    line, open_line = Line(), Line()
    hub = Hub(MatchController(classkit.new(game, seats=4, seed=1)))
    page, bare = Channel(hub, with_compression(line.take)), Channel(hub, open_line.take)
    page.receive_message({"do": "snapshot", "id": 1})
    bare.receive_message({"do": "snapshot", "id": 1})
    page.receive_message(
        {"do": "step", "until": "turn", "id": 2}
    )  # with all the dealing of the beginning
    sizes = []
    for number in range(3, 70):
        page.receive_message({"do": "step", "until": "turn", "id": number})
        if line.meant["kind"] != "step":
            break  # the match is over
        assert line.meant["change"] == open_line.meant["change"]
        sizes.append(line.size)
    assert len(sizes) >= 20
    assert sum(sizes) / len(sizes) + AROUND <= 0.9 * BUDGET
    assert max(sizes) + AROUND <= 1.25 * BUDGET, "a turn with which a round of many deals ends"


def test_what_is_short_goes_as_it_is() -> None:
    line = Line()
    send = with_compression(line.take)
    send({"kind": "pong", "reply": 3})
    send(
        {
            "kind": "step",
            "seq": 2,
            "reply": None,
            "change": {"said": "x" * (COMPRESSION_THRESHOLD - 30)},
        }
    )
    assert [content.get("packed") for content, _ in line.came] == [None, None]


def test_what_has_bytes_of_its_own_is_left_alone() -> None:
    line = Line()
    with_compression(line.take)({"kind": "detail", "data": "x" * 5_000}, [b"bytes"])
    assert line.came == [({"kind": "detail", "data": "x" * 5_000}, [b"bytes"])]


def test_the_same_message_gives_the_same_bytes() -> None:
    """No time of day and no order of a set is in it."""
    line = Line()
    for _ in range(2):
        with_compression(line.take)(
            {"kind": "step", "seq": 1, "reply": 1, "change": {"said": "ab" * 2_000}}
        )
    assert line.came[0] == line.came[1]
