"""Part 2: landings that pay all owners in a sector (E4)."""

from __future__ import annotations

from classkit.engine.decisions import Seat

from ..state import BANK, PLAYER_ACCOUNTS, POINTS, SCORE_ACCOUNTS, EconomyState, Landing
from .board_changes import hide_location, reveal_location, take_free_card
from .ending import check_target


def resolve_earning_landing(
    t: EconomyState, mover: Seat, way: tuple[str, ...], victim: Seat | None
) -> None:
    """Resolve a landing in part 2. ``victim`` was put out there, if any (E4.1 to E4.5)."""
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
        reveal_location(t, space, "E4.2")
        what = "taken"
        if not take_free_card(t, mover, space, "E3.8"):
            what, loser = take_over_property(t, mover, space)
    elif victim is not None:
        hide_location(t, mover, space, "E4.3")
        what = "taken" if take_free_card(t, mover, space, "E3.8") else "attacked"
    else:
        what = "taken" if take_free_card(t, mover, space, "E3.8") else "scored"
    paid: dict[Seat, int] = {}
    if was_down or victim is None:
        paid = score_sector(t, mover, space)
    t.landing = Landing(mover, way, what, victim or "", loser, tuple(paid.items()))
    if paid:
        check_target(t)


def take_over_property(t: EconomyState, mover: Seat, space: str) -> tuple[str, Seat]:
    """Move the property to the mover without payment, or secure the mover's own (E4.2).

    Returns:
        The outcome, "taken_over" or "secured", and the former owner. The owner is "" if the
        property was the mover's.
    """
    card = t.cards[space]
    owner = t.holder(card)
    assert owner is not None, "a card that nobody holds is free (E3.8)"
    if owner == mover:
        t.tell("property_secured", "E4.2", mover, space=space, card=card)
        return "secured", ""
    t.move_title(card, PLAYER_ACCOUNTS[owner], PLAYER_ACCOUNTS[mover], "taken_over", "E4.2")
    t.take_overs[mover][0] += 1
    t.take_overs[owner][1] += 1
    t.tell(
        "property_taken_over", "E4.2", space=space, card=card,
        source=PLAYER_ACCOUNTS[owner], to=PLAYER_ACCOUNTS[mover],
    )  # fmt: skip
    return "taken_over", owner


def score_sector(t: EconomyState, mover: Seat, space: str) -> dict[Seat, int]:
    """Pay every owner in the sector its worth there, in seat order (E4.1, E4.6)."""
    sector = t.deck.sector_of[t.cards[space]]
    worth = t.get_sector_worth(sector)
    paid = {seat: worth[seat] for seat in t.seats if seat in worth}
    t.scorings += 1
    t.tell(
        "sector_scored", "E4.1", space=space, sector=sector, mover=mover, total=sum(paid.values())
    )
    points = t.ledger.balances[POINTS]
    with t.link_rows("sector_scored"):
        for seat, amount in paid.items():
            payee = SCORE_ACCOUNTS[seat]
            # The ledger records the space, not the sector, so nothing must be hidden later
            # (E6.2).
            t.move(POINTS, amount, BANK, payee, space, "E4.1")
            t.scored[seat][sector] += amount
            t.tell(
                "points_scored", "E4.1", payer=BANK, payee=payee, amount=amount, space=space,
                reason=sector, total=points[payee],
            )  # fmt: skip
    return paid
