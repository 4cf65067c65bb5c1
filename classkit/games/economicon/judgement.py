"""Phase 9: rewards and penalties (N13)."""

from __future__ import annotations

from classkit.engine.requests import Seat

from .accounts import RESERVE
from .measures import holds, unmet_consumption
from .notes import Verdict
from .state import Economicon
from .tokens import change_tokens


def judge_all(t: Economicon) -> None:
    """All are judged on the state at the start of the phase, then rewarded in turn (N13.3)."""
    verdicts = tuple([verdict(t, seat) for seat in t.seats])
    t.tell_of(("judged", verdicts, t.page, t.told), len(verdicts))
    for seat, production_ok, consumption_ok, broken, _ in verdicts:
        if production_ok and consumption_ok and not broken:
            t.draw_from_supply("gold", t.edition.reward_gold, RESERVE[seat], "reward", "N13.1")
            change_tokens(t, seat, -t.edition.tokens_removed, "phase9", "N13.1")
        elif t.options.token_counting == "per_cause":
            causes = int(not (production_ok and consumption_ok)) + bool(broken)
            change_tokens(t, seat, causes, "phase9", "N13.2")
        else:
            change_tokens(t, seat, 1, "phase9", "N13.2")


def verdict(t: Economicon, seat: Seat) -> Verdict:
    """Whether production and consumption were as they should, and the laws broken (N13.1)."""
    nation, laws = t.nations[seat], t.edition.laws
    broken: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    for law, _ in nation.laws:
        card = laws[law]
        if not holds(t, seat, card.must):
            broken, titles = (*broken, law), (*titles, card.name)
    return seat, nation.unmet_production == 0, unmet_consumption(t, seat) == 0, broken, titles
