"""Questions on recorded matches of Poleconomy, of both games."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..answers import Number, listed
from ..bank import Maker
from ..drawing import Drawing
from ..question import Question
from ..records import largest_step, recorded, turns_where

RECORD = {"A": "tycoon", "B": "saver", "C": "politician", "D": "saver"}


def illusion(game: int) -> Maker:
    """Return a maker that asks when somebody grew rich in dollars and poor in companies."""
    return partial(illusion_in, game)


def illusion_in(game: int, draw: Drawing) -> Question:
    """Ask for a turn with net worth up in dollars but down in companies (P4.2, P15.3)."""
    match = recorded("poleconomy", 4, draw.seed(), RECORD, game=game)
    seat = draw.one_of(("A", "C"))

    def fooled(old: Any, new: Any) -> bool:
        nominal = new["net_worth"][seat] - old["net_worth"][seat]
        return bool(nominal > 0 and new["real_worth"][seat] < old["real_worth"][seat])

    turns = turns_where(match.history, fooled)
    draw.need(0 < len(turns) <= 5)
    return Question(
        text=f"A match has been recorded: `sheet.match('illusion').history` has "
        f"a row for every turn. Find a turn in which **{seat}'s net worth rose in dollars and fell "
        "in companies** (`net_worth` and `real_worth`), compared with the row before. Write its "
        "number.",
        kind=Number(
            "", ordered=False,
            miss="Compare both figures with those of the row before; the chart of the Number "
            "shows where to look (P4.2, P15.3).",
        ),
        right=turns,
        clauses=("P4.2", "P15.3"),
        worked=f"Turns {listed(map(str, turns))}." if len(turns) > 1 else f"Turn {turns[0]}.",
        facts={"seat": seat, "turns": len(match.history) - 1},
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
