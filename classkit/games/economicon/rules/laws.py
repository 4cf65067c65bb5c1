"""Phase 5: laws are ratified or expire (N7)."""

from __future__ import annotations

from classkit.engine.decisions import Draw, Flow

from ..state import EconomiconState


def ratify_laws(t: EconomiconState) -> Flow[None]:
    """Ratify the top law of each nation's pile in law rounds (N7.1, N7.2)."""
    if t.round not in t.law_rounds:
        return
    for seat in t.seats:
        nation = t.nations[seat]
        if not nation.pile:
            continue
        nation.pile -= 1
        drawn = yield Draw(tuple(t.laws_left), 1, "law", "N7.1", seat)
        card = t.edition.laws[drawn[0]]
        t.laws_left.remove(card.id)
        nation.laws += ((card.id, t.round + card.lasts - 1 if card.lasts else 0),)
        t.tell("law_ratified", "N7.1", seat, id=card.id, title=card.name, text=card.text)


def expire_laws(t: EconomiconState) -> None:
    """Remove temporary laws after phase 10 of their last round (N7.2, N14.2)."""
    now = t.round
    for seat, nation in t.nations.items():
        for law, last in nation.laws:
            if 0 < last <= now:
                nation.laws = tuple([other for other in nation.laws if other[0] != law])
                t.tell("law_expired", "N7.2", seat, id=law, title=t.edition.laws[law].name)
