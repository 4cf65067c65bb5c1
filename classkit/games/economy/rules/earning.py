"""Part 2: every landing on a location pays all owners in its sector (E4)."""

from __future__ import annotations

from classkit.engine.requests import Seat

from ..state import BANK, PLAYER, POINTS, SCORE, Economy, Landing
from .ending import look_for_end
from .putting_out import take_free, turn_down, turn_up


def land_earning(t: Economy, mover: Seat, way: tuple[str, ...], victim: Seat | None) -> None:
    """Carry out a landing in part 2, where a piece may have been put out (E4.1 to E4.5)."""
    space = way[-1]
    location, was_down = space in t.cards, space in t.face_down
    what, loser = "", ""
    if not location:
        what = "put_out" if victim is not None else "empty"
        if victim is None:
            t.tell("nothing_happened", "E4.5", mover, space=space, why=what)
        t.landing = Landing(mover, way, what, victim or "")
        return
    if was_down:
        turn_up(t, space, "E4.2")
        what = "taken"
        if not take_free(t, mover, space, "E3.8"):
            what, loser = take_over(t, mover, space)
    elif victim is not None:
        turn_down(t, mover, space, "E4.3")
        what = "taken" if take_free(t, mover, space, "E3.8") else "attacked"
    else:
        what = "taken" if take_free(t, mover, space, "E3.8") else "scored"
    paid: dict[Seat, int] = {}
    if was_down or victim is None:
        paid = score(t, mover, space)
    t.landing = Landing(mover, way, what, victim or "", loser, tuple(paid.items()))
    if paid:
        look_for_end(t)


def take_over(t: Economy, mover: Seat, space: str) -> tuple[str, Seat]:
    """Take the property for the mover from its holder, unpaid; one's own is safe again.

    Return what happened, and who lost it (E4.2).
    """
    card = t.cards[space]
    owner = t.holder(card)
    assert owner is not None, "a card that nobody holds is free (E3.8)"
    if owner == mover:
        t.tell("property_secured", "E4.2", mover, space=space, card=card)
        return "secured", ""
    t.hand_over(card, PLAYER[owner], PLAYER[mover], "taken_over", "E4.2")
    t.take_overs[mover][0] += 1
    t.take_overs[owner][1] += 1
    t.tell(
        "property_taken_over", "E4.2", space=space, card=card,
        source=PLAYER[owner], to=PLAYER[mover],
    )  # fmt: skip
    return "taken_over", owner


def score(t: Economy, mover: Seat, space: str) -> dict[Seat, int]:
    """Pay every owner in the sector its worth there, in order of the seats (E4.1, E4.6)."""
    sector = t.deck.sector_of[t.cards[space]]
    worth = t.worth_in(sector)
    paid = {seat: worth[seat] for seat in t.seats if seat in worth}
    t.scorings += 1
    t.tell(
        "sector_scored", "E4.1", space=space, sector=sector, mover=mover, total=sum(paid.values())
    )
    points = t.ledger.balances[POINTS]
    for seat, amount in paid.items():
        payee = SCORE[seat]
        # The ledger names the space, not the sector: nothing in it has to be hidden later (E6.2).
        t.move(POINTS, amount, BANK, payee, space, "E4.1")
        t.scored[seat][sector] += amount
        t.tell(
            "points_scored", "E4.1", payer=BANK, payee=payee, amount=amount, space=space,
            reason=sector, total=points[payee],
        )  # fmt: skip
    return paid
