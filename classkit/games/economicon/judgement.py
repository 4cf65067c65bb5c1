"""Phase 9: rewards and penalties (N13)."""

from __future__ import annotations

from classkit.engine.requests import Seat

from .accounts import RESERVE
from .measures import holds, unmet_consumption
from .state import Economicon
from .tokens import change_tokens


def judge_all(t: Economicon) -> None:
    """All are judged on the state at the start of the phase, then rewarded in turn (N13.3)."""
    verdicts = {seat: verdict(t, seat) for seat in t.seats}
    for seat, (production_ok, consumption_ok, broken) in verdicts.items():
        t.tell(
            "judged", "N13.3", seat, production_ok=production_ok, consumption_ok=consumption_ok,
            laws_broken=broken, titles=names(t, broken) if broken else [],
        )  # fmt: skip
    for seat, (production_ok, consumption_ok, broken) in verdicts.items():
        causes = int(not (production_ok and consumption_ok)) + bool(broken)
        if not causes:
            t.draw_from_supply("gold", t.edition.reward_gold, RESERVE[seat], "reward", "N13.1")
            change_tokens(t, seat, -t.edition.tokens_removed, "phase9", "N13.1")
        elif t.options.token_counting == "per_cause":
            change_tokens(t, seat, causes, "phase9", "N13.2")
        else:
            change_tokens(t, seat, 1, "phase9", "N13.2")


def names(t: Economicon, laws: list[str]) -> list[str]:
    """What laws are called."""
    return [t.edition.laws[law].name for law in laws]


def verdict(t: Economicon, seat: Seat) -> tuple[bool, bool, list[str]]:
    """Whether production and consumption were as they should, and the laws broken (N13.1)."""
    nation, laws = t.nations[seat], t.edition.laws
    broken: list[str] = []
    for law, _ in nation.laws:
        if not holds(t, seat, laws[law].must):
            broken.append(law)
    return nation.unmet_production == 0, unmet_consumption(t, seat) == 0, broken
