"""Phase 9: rewards and penalties (N13)."""

from __future__ import annotations

from classkit.engine.decisions import Seat

from ..account_names import RESERVE
from ..state import EconomiconState
from .measures import count_unmet_consumption, meets_condition
from .volatility_tokens import change_tokens


def judge_all(t: EconomiconState) -> None:
    """Judge all nations on the same state, then apply rewards and penalties in turn (N13.3)."""
    verdicts = [judge_nation(t, seat) for seat in t.seats]
    for seat, production_ok, consumption_ok, broken in verdicts:
        titles = [t.edition.laws[law].name for law in broken]
        t.tell(
            "judged", "N13.3", seat, production_ok=production_ok, consumption_ok=consumption_ok,
            laws_broken=broken, titles=titles,
        )  # fmt: skip
    for seat, production_ok, consumption_ok, broken in verdicts:
        if production_ok and consumption_ok and not broken:
            t.draw_from_supply("gold", t.edition.reward.gold, RESERVE[seat], "reward", "N13.1")
            change_tokens(t, seat, -t.edition.reward.tokens_removed, "phase9", "N13.1")
        elif t.options.token_counting == "per_cause":
            causes = int(not (production_ok and consumption_ok)) + bool(broken)
            change_tokens(t, seat, causes, "phase9", "N13.2")
        else:
            change_tokens(t, seat, 1, "phase9", "N13.2")


def judge_nation(t: EconomiconState, seat: Seat) -> tuple[Seat, bool, bool, list[str]]:
    """Return whether production and consumption met the demands, and the broken laws (N13.1)."""
    nation, laws = t.nations[seat], t.edition.laws
    broken = [law for law, _ in nation.laws if not meets_condition(t, seat, laws[law].must)]
    return seat, nation.unmet_production == 0, count_unmet_consumption(t, seat) == 0, broken
