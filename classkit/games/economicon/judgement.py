"""Phase 9: rewards and penalties (N13)."""

from __future__ import annotations

from typing import NamedTuple

from classkit.engine.requests import Seat

from .measures import holds, unmet_consumption
from .state import RESERVE, Economicon
from .tokens import change_tokens


class Verdict(NamedTuple):
    """How a nation did in this round (N13.1)."""

    production_ok: bool
    consumption_ok: bool
    laws_broken: list[str]


def judge_all(t: Economicon) -> None:
    """All are judged on the state at the start of the phase, then rewarded in turn (N13.3)."""
    verdicts = {seat: verdict(t, seat) for seat in t.seats}
    for seat, found in verdicts.items():
        t.tell("judged", "N13.3", seat, **found._asdict())
    for seat, found in verdicts.items():
        causes = int(not (found.production_ok and found.consumption_ok))
        causes += bool(found.laws_broken)
        if not causes:
            t.draw_from_supply("gold", t.edition.reward_gold, RESERVE[seat], "reward", "N13.1")
            change_tokens(t, seat, -t.edition.tokens_removed, "phase9", "N13.1")
        elif t.options.token_counting == "per_cause":
            change_tokens(t, seat, causes, "phase9", "N13.2")
        else:
            change_tokens(t, seat, 1, "phase9", "N13.2")


def verdict(t: Economicon, seat: Seat) -> Verdict:
    """Production, consumption, and every law in force (N13.1)."""
    nation = t.nations[seat]
    broken = [law for law, _ in nation.laws if not holds(t, seat, t.edition.laws[law].must)]
    return Verdict(nation.unmet_production == 0, unmet_consumption(t, seat) == 0, broken)
