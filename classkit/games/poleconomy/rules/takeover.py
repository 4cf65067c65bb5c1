"""Takeovers at McLeod Young Weir (P12)."""

from __future__ import annotations

from functools import partial

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Move, OneOf

from ..state import BANK, PoleconomyState
from .shared_moves import PASS

MAX_ROLLS = 2


def bid_for_square(t: PoleconomyState, bidder: Seat) -> Flow[None]:
    """Name a player's square, pay the fee, and roll up to twice for a double (P12.1, P12.2)."""
    fee = t.edition.prices.takeover_fee
    square = yield from name_target(t, bidder, "takeover_target", fee, "P12.1")
    if square is None:
        return
    t.pay(bidder, BANK, fee, "takeover_fee", "P12.1")
    rolls_left = MAX_ROLLS - (yield from attempt_takeover(t, bidder, square, MAX_ROLLS))
    if rolls_left:  # the first roll was a double
        fee = t.options.second_takeover_fee
        square = yield from name_target(t, bidder, "second_target", fee, "P12.3")
        if square is not None:
            t.pay(bidder, BANK, fee, "takeover_fee", "P12.3")
            yield from attempt_takeover(t, bidder, square, rolls_left)


def name_target(
    t: PoleconomyState, bidder: Seat, name: str, fee: int, rule: str
) -> Flow[str | None]:
    """Return the square that the bidder names, or None for a pass (P12.1, P12.3)."""
    answer = yield from t.ask(
        bidder, name, partial(list_target_moves, t, bidder, fee, rule), rule=rule, default="pass",
        about={"fee": fee},
    )  # fmt: skip
    return None if answer.move == "pass" else str(answer.fields["square"])


def list_target_moves(t: PoleconomyState, bidder: Seat, fee: int, rule: str) -> tuple[Move, ...]:
    """Return the moves: pass, and take over another player's square (P12.1)."""
    target = Move(
        "target",
        barred=partial(explain_no_target, t, bidder, fee, rule),
        square=OneOf(
            t.edition.places, of="space", rule=partial(refuse_target, t, bidder, fee, rule)
        ),
    )
    return (PASS, target)


def refuse_target(t: PoleconomyState, bidder: Seat, fee: int, rule: str, square: str) -> str | None:
    """Return a reason if no other player owns the square, or it is too expensive (P12.1)."""
    if square not in t.ledger.titles:
        return f"{square} is {t.edition.describe_space(square)}, which nobody can own ({rule})."
    owner = t.get_owner(square)
    if owner == BANK:
        return f"{square} belongs to the Bank, not to another player ({rule})."
    if owner == bidder:
        return f"{square} belongs to {bidder}, not to another player ({rule})."
    return refuse_unaffordable(t, bidder, t.get_price(square), fee, "", rule)


def explain_no_target(t: PoleconomyState, bidder: Seat, fee: int, rule: str) -> str:
    """Return the reason why the bidder cannot name any square, or "" (P12.1)."""
    rivals = list_rival_squares(t, bidder)
    if not rivals:
        return f"No other player owns a square ({rule})."
    cheapest = min(t.get_price(square) for square in rivals)
    return refuse_unaffordable(t, bidder, cheapest, fee, "at least ", rule) or ""


def refuse_unaffordable(
    t: PoleconomyState, bidder: Seat, price: int, fee: int, least: str, rule: str
) -> str | None:  # fmt: skip
    """Return a reason if the bidder cannot pay price and fee. It shows ``least`` before the sum."""
    cash, cost = t.cash(bidder), price + fee
    if cost <= cash:
        return None
    included, has, needed = ", fee included" if fee else "", *map(t.currency.write, (cash, cost))
    return f"{bidder} has {has} and needs {least}{needed}{included} ({rule})."


def list_rival_squares(t: PoleconomyState, bidder: Seat) -> list[str]:
    """Return the squares of other players."""
    return [
        square for square in t.edition.ownable_squares if t.get_owner(square) not in (BANK, bidder)
    ]


def attempt_takeover(t: PoleconomyState, bidder: Seat, square: str, rolls: int) -> Flow[int]:
    """Roll for a double and return the number of rolls. A 6-6 is not a disaster (P12.2, P12.4)."""
    owner, value = t.get_owner(square), t.get_price(square)
    dice_rolled: list[tuple[int, ...]] = []
    won = False
    while not won and len(dice_rolled) < rolls:
        dice = yield from t.roll_dice(bidder, "takeover", "P12.2")
        dice_rolled.append(dice)
        won = dice[0] == dice[1]
    t.tell(
        "takeover_bid", "P12.2", bidder, bidder=bidder, owner=owner, square=square, value=value,
        throws=[list(dice) for dice in dice_rolled], won=won,
    )  # fmt: skip
    if won:
        with t.link_rows("takeover_bid"):
            t.pay(bidder, owner, value, "takeover_price", "P12.2")
            t.transfer_square(square, owner, bidder, "takeover_price", "P12.2")
    return len(dice_rolled)
