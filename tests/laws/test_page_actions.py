"""Whatever a page sends is carried out or refused: no error inside, no file opened, no harm done.

Every action of the page, with every argument replaced by what a stranger might put there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.testing.opened import noted
from classkit.widgets.actions import ACTIONS, Action
from tests.widgets.pages import Page

GAMES = ["poleconomy", "economy", "opoly", "economicon"]
LONGEST_REASON = 1_000


def nested(levels: int, inside: Any = 1) -> Any:
    """Lists in lists."""
    for _ in range(levels):
        inside = [inside]
    return inside


def nested_tables(levels: int) -> Any:
    """Tables in tables."""
    inside: Any = 1
    for _ in range(levels):
        inside = {"a": inside}
    return inside


FORBIDDEN = ("position", "seed", "luck", "keep", "edition", "game", "seats")

STRANGE: dict[str, Any] = {
    "nothing": None,
    "true": True,
    "zero": 0,
    "negative": -1,
    "huge": 10**30,
    "huge negative": -(10**30),
    "longer than Python writes": 10**5_000,
    "half": 0.5,
    "huge float": 1e308,
    "nan": float("nan"),
    "infinite": float("-inf"),
    "empty text": "",
    "absolute path": "/etc/passwd",
    "path back": "../../../../etc/passwd",
    "path of Windows": "C:\\Windows\\win.ini",
    "address": "file:///etc/passwd",
    "toml": "edition.toml",
    "control characters": "\x00\x1b[2J\r\n\u202e\u2028",
    "half a character": "\ud800",
    "long text": "x" * 200_000,
    "text of digits": "9" * 5_000,
    "empty list": [],
    "list": ["A", 1, None],
    "nested lists": nested(1_000),
    "nested far": nested(100_000),
    "nested tables": nested_tables(1_000),
    "empty table": {},
    "paths by name": dict.fromkeys(FORBIDDEN, "/etc/passwd"),
    "position": {"position": "/etc/passwd"},
    "edition": {"edition": "/etc"},
    "edition as a table": {"edition": {"extends": "/etc/passwd"}},
    "seed": {"seed": 1},
    "luck": {"luck": [[1, 1]]},
    "keep": {"keep": None},
    "dunder": {"__class__": {"__init__": 1}},
    "table of nested": {"amount": nested(5_000)},
    "table of huge": {"amount": 10**5_000, "count": float("nan")},
    "wide table": {str(number): number for number in range(20_000)},
}


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
        "edition": next(iter(page.match.game.editions())), "text": "{}", "game": "economy",
        "chart": page.fixed["charts"][0]["key"], "value": "5", "theme": "dark",
        "seen_as": "everybody", "n": 1, "bots": "passive", "metrics": [], "horizon": 1,
        "unit": "turn", "outcome": "score", "news": 1, "from": 0, "rule": "P1.1",
        "aside": False, "private": False,
    }  # fmt: skip
    return {key: fit[key] for key in (*action.needed, *action.maybe)}


def goes_well(page: Page, content: dict[str, Any]) -> None:
    """Send an action; it is carried out or refused, and the match is unharmed."""
    steps, digest = page.match.last_step, page.match.digest()
    match = page.match
    page.channel.receive({**content, "id": 5})
    answer = page.last
    assert answer["kind"] in ("step", "snapshot", "detail", "refused"), answer["kind"]
    if answer["kind"] == "refused":
        assert "error inside" not in answer["reason"], (content["do"], answer["reason"])
        assert 10 < len(answer["reason"]) <= LONGEST_REASON, answer["reason"][:200]
        assert page.match is match and match.last_step == steps and match.digest() == digest


@pytest.mark.parametrize("name", ACTIONS)
def test_every_argument_may_be_anything(name: str, deep: bool) -> None:
    for game in GAMES if deep else GAMES[:1]:
        anything_goes(game, name)


def anything_goes(game: str, name: str) -> None:
    """Try an action of the page with every argument replaced, on a table of this game."""
    page = Page.of(classkit.new(game, seats=3, seed=7), bots="passive")
    page.do("step", until="turn")
    page.do("step")
    action = ACTIONS[name]
    arguments = (*action.needed, *action.maybe)
    with noted() as opened:
        for argument in (*arguments, "extra"):
            for value in STRANGE.values():
                goes_well(page, {"do": name, **usual(page, name, action), argument: value})
                if argument not in action.needed:
                    goes_well(page, {"do": name, argument: value})
        for value in STRANGE.values():
            goes_well(page, {"do": name, **dict.fromkeys(arguments, value)})
    assert [name for name in opened if not name.startswith(OWN)] == []
    page.do("cancel_study")
    page.do("goto", step=0)
    assert page.do("step")["kind"] in ("step", "snapshot"), "and the match goes on"
