"""Whatever a page sends is carried out or refused: no error inside, no file opened, no harm done.

Every action of the page, with every argument replaced by what a stranger might put there.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.testing.file_audit import audit_opens
from classkit.widgets.actions import ACTIONS, Action
from tests.strange import STRANGE
from tests.widgets.pages import Page

GAMES = ["poleconomy", "economy", "opoly", "economicon"]
LONGEST_REASON = 1_000


KINDS = ("step", "snapshot", "detail", "refused", "pong", "session", "modules")

OWN = (str(Path(classkit.__file__).parent), sys.prefix, sys.base_prefix)
"""Modules of Python and of classkit itself may be read, wherever an action needs them first."""


def usual(page: Page, name: str, action: Action) -> dict[str, Any]:
    """Arguments with which the action might be carried out now."""
    ask = page.now["asks"][0]
    shown = [move["name"] for move in ask["moves"]]  # none where the choices are secret
    move = next(iter(shown), "pass")
    fit = {
        "until": "turn", "turn": 1, "step": 1, "on": True, "speed": 2.0, "move": move,
        "seat": ask["seat"], "with": {}, "name": "Ada", "bot": "passive", "who": "person",
        "label": "here", "options": {}, "seats": 3, "names": ["Ada", "Bo", "Cy"],
        "edition": next(iter(page.match.game.editions())), "file": "{}", "game": "economy",
        "chart": page.fixed["charts"][0]["key"], "value": "5", "theme": "dark",
        "seen_as": "everybody", "n": 1, "bots": "passive", "metrics": [], "horizon": 1,
        "unit": "turn", "outcome": "score", "news": 1, "from": 0, "rule": "P1.1",
        "aside": False, "private": False, "minutes": 45, "stay": True, "to": "Bold move",
        "line": [[1, 2.0], [2, 3.0]], "at": 3, "figure": page.fixed["charts"][0]["metrics"][0],
        "since": 0, "round": 1, "part": "", "per": "round", "whole": False,
        "point": 1, "events": [1], "transfers": [1],
    }  # fmt: skip
    return {key: fit[key] for key in (*action.needed, *action.maybe)}


def goes_well(page: Page, content: dict[str, Any], files: Sequence[bytes] = ()) -> None:
    """Send an action; it is carried out or refused, and the match is unharmed."""
    steps, digest = page.match.last_step, page.match.digest()
    match, told = page.match, len(page.messages)
    page.channel.receive_message({"id": 5, **content}, files)
    assert len(page.messages) == told + (content["do"] != "leave"), "one answer to each"
    answer = page.last
    assert answer["kind"] in KINDS, answer["kind"]
    if answer["kind"] == "refused":
        assert "error inside" not in answer["reason"], (content["do"], answer["reason"])
        assert 10 < len(answer["reason"]) <= LONGEST_REASON, answer["reason"][:200]
        assert page.match is match and match.last_step == steps and match.digest() == digest


@pytest.mark.parametrize("name", ACTIONS)
def test_every_argument_may_be_anything(
    name: str, deep: bool, caplog: pytest.LogCaptureFixture
) -> None:
    for game in GAMES if deep else GAMES[:1]:
        anything_goes(game, name)
    assert caplog.messages == [], "strangers write nothing into the log"


def anything_goes(game: str, name: str) -> None:
    """Try an action of the page with every argument replaced, on a table of this game."""
    page = Page.of(classkit.new(game, seats=3, seed=7), bots="passive")
    page.do("step", until="turn")
    page.do("step")
    action = ACTIONS[name]
    arguments = (*action.needed, *action.maybe)
    with audit_opens() as opened:
        for argument in (*arguments, "extra"):
            for value in STRANGE.values():
                goes_well(page, {"do": name, **usual(page, name, action), argument: value})
                if argument not in action.needed:
                    goes_well(page, {"do": name, argument: value})
        for value in STRANGE.values():
            goes_well(page, {"do": name, **dict.fromkeys(arguments, value)})
    assert [name for name in opened if not name.startswith(OWN)] == []
    goes_on(page)


def goes_on(page: Page) -> None:
    """See that the match goes on."""
    page.do("cancel_study")
    page.do("goto", step=0)
    assert page.do("step")["kind"] in ("step", "snapshot"), "and the match goes on"


OF_THE_LINE = ("ping", "snapshot", "leave", "modules", "plotly", "session", "homework")
"""What a page asks of its line, or of whoever keeps the table, beside the actions."""


def test_what_is_asked_for_may_be_anything_too(caplog: pytest.LogCaptureFixture) -> None:
    """In place of an action, of its number, of the kernel it is meant for, and of its file."""
    table = classkit.table("poleconomy", seats=3, seed=7, options={"game": 1})
    page = Page(table.hub)
    page.channel.handlers.update(table._channel.handlers)
    page.do("snapshot")
    for value in STRANGE.values():
        goes_well(page, {"do": value})
        page.channel.receive_message(value)
        for name in OF_THE_LINE:
            goes_well(page, {"do": name, "code": value})
            goes_well(page, {"do": name, "id": value})
            goes_well(page, {"do": name, "kernel": value})
        for action in ({"do": "step"}, {"do": "rules"}, {"do": "open"}):
            goes_well(page, {**action, "id": value, "kernel": value})
            goes_well(page, {**action, "file": value})
    assert caplog.messages == []
    goes_on(page)
