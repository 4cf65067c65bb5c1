"""Phase 5: laws are ratified, and later expire (N7)."""

from __future__ import annotations

from classkit.engine.requests import Draw, Flow

from ..state import Economicon


def ratify(t: Economicon) -> Flow[None]:
    """Turn up the top law of each nation's pile in the rounds of laws (N7.1, N7.2)."""
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


def expire(t: Economicon) -> None:
    """Remove a law that lasts some rounds after phase 10 of the last one (N7.2, N14.2)."""
    now = t.round
    for seat, nation in t.nations.items():
        for law, last in nation.laws:
            if 0 < last <= now:
                nation.laws = tuple([other for other in nation.laws if other[0] != law])
                t.tell("law_expired", "N7.2", seat, id=law, title=t.edition.laws[law].name)
