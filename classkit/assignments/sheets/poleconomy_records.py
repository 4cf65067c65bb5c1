"""Questions on recorded matches of Poleconomy, of both games."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..answers import Number, listed
from ..bank import Maker
from ..drawing import Drawing
from ..question import Question
from ..records import largest_step, one_turn_of, recorded, turns_where

RECORD = {"A": "tycoon", "B": "saver", "C": "politician", "D": "saver"}


def illusion(game: int) -> Maker:
    """Return a maker that asks when somebody grew rich in dollars and poor in companies."""
    return partial(illusion_in, game)


def illusion_in(game: int, draw: Drawing) -> Question:
    """Ask for the next turn with net worth up in dollars but down in companies (P4.2, P15.3)."""
    match = recorded("poleconomy", 4, draw.seed(), RECORD, game=game)
    seat = draw.one_of(("A", "C"))

    def fooled(old: Any, new: Any) -> bool:
        nominal = new["net_worth"][seat] - old["net_worth"][seat]
        return bool(nominal > 0 and new["real_worth"][seat] < old["real_worth"][seat])

    turn, after = one_turn_of(turns_where(match.history, fooled), draw)
    return Question(
        text="A match has been recorded: `sheet.match('illusion').history` has a row for every "
        f"turn. In which turn, the first after turn **{after}**, did **{seat}'s net worth rise in "
        "dollars and fall in companies** (`net_worth` and `real_worth`), compared with the row "
        "before?",
        kind=Number(
            "", ordered=False,
            miss="Compare both figures with those of the row before; the chart of the Number "
            "shows where to look (P4.2, P15.3).",
        ),
        right=turn,
        clauses=("P4.2", "P15.3"),
        worked=f"Turn {turn}.",
        facts={"seat": seat, "after": after, "turns": len(match.history) - 1},
        match=match,
        open=True,
    )  # fmt: skip


def jump(draw: Drawing) -> Question:
    """Ask for the turn in which prices rose most (P4.1)."""
    match = recorded("poleconomy", 4, draw.seed(), RECORD)
    key = "inflation_number"
    turns = largest_step(match.history, lambda old, new: new[key] - old[key])
    draw.need(len(turns) <= 3)
    return Question(
        text="Another recorded match: `sheet.match('jump').history`. In which turn did the price "
        "of a company rise most, in dollars?",
        kind=Number("", ordered=False, miss="Subtract the row before; falls do not count (P4.2)."),
        right=turns,
        clauses=("P4.1", "P4.2"),
        worked=f"Turn {listed(map(str, turns))}: the Number made its largest step up.",
        facts={"turns": len(match.history) - 1},
        match=match,
        open=True,
    )
