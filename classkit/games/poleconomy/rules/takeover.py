"""McLeod Young Weir: takeovers (P12)."""

from __future__ import annotations

from functools import partial

from classkit.engine.moves import Move, OneOf
from classkit.engine.requests import Flow, Seat

from ..state import BANK, Poleconomy
from .answers import PASS

THROWS = 2


def bid_for_square(t: Poleconomy, bidder: Seat) -> Flow[None]:
    """Name another's square, pay the fee, and throw for a double, up to twice (P12.1, P12.2)."""
    fee = t.edition.prices.takeover_fee
    square = yield from name_target(t, bidder, "takeover_target", fee, "P12.1")
    if square is None:
        return
    t.pay(bidder, BANK, fee, "takeover_fee", "P12.1")
    throws_left = THROWS - (yield from attempt(t, bidder, square, THROWS))
    if throws_left:  # so the first throw won
        fee = t.options.second_takeover_fee
        square = yield from name_target(t, bidder, "second_target", fee, "P12.3")
        if square is not None:
            t.pay(bidder, BANK, fee, "takeover_fee", "P12.3")
            yield from attempt(t, bidder, square, throws_left)


def name_target(t: Poleconomy, bidder: Seat, name: str, fee: int, rule: str) -> Flow[str | None]:
    """Return the square that the bidder names, or ``None`` for a pass (P12.1, P12.3)."""
    answer = yield from t.ask(
        bidder, name, partial(target_moves, t, bidder, fee, rule), rule=rule, default="pass",
        about={"fee": fee},
    )  # fmt: skip
    return None if answer.move == "pass" else str(answer.fields["square"])


def target_moves(t: Poleconomy, bidder: Seat, fee: int, rule: str) -> tuple[Move, ...]:
    """List the pass, and the takeover of another player's square (P12.1)."""
    target = Move(
        "target",
        barred=partial(no_target, t, bidder, fee, rule),
        square=OneOf(
            t.edition.places, of="space", rule=partial(refuse_target, t, bidder, fee, rule)
        ),
    )
    return (PASS, target)


def refuse_target(t: Poleconomy, bidder: Seat, fee: int, rule: str, square: str) -> str | None:
    """Refuse a square that no other player owns, or whose value the bidder cannot pay (P12.1)."""
    if square not in t.ledger.titles:
        return f"{square} is {t.edition.kind_of(square)}, which nobody can own ({rule})."
    owner = t.owner(square)
    if owner == BANK:
        return f"{square} is the Bank's. No other player owns {square} ({rule})."
    if owner == bidder:
        return f"{square} is {bidder}'s own. No other player owns {square} ({rule})."
    return too_poor(t, bidder, t.price(square), fee, "", rule)


def no_target(t: Poleconomy, bidder: Seat, fee: int, rule: str) -> str:
    """Return why no square can be bid for; an empty text if one can (P12.1)."""
    rivals = rivals_of(t, bidder)
    if not rivals:
        return f"No other player owns a square ({rule})."
    cheapest = min(t.price(square) for square in rivals)
    return too_poor(t, bidder, cheapest, fee, "at least ", rule) or ""


def too_poor(
    t: Poleconomy, bidder: Seat, price: int, fee: int, least: str, rule: str
) -> str | None:  # fmt: skip
    """Say that a bidder cannot pay a price and the fee; ``least`` stands before the sum."""
    cash, cost = t.cash(bidder), price + fee
    if cost <= cash:
        return None
    included = ", fee included" if fee else ""
    return f"{bidder} has ${cash:,} and needs {least}${cost:,}{included} ({rule})."


def rivals_of(t: Poleconomy, bidder: Seat) -> list[str]:
    """List the squares of other players."""
    return [square for square in t.edition.ownable if t.owner(square) not in (BANK, bidder)]


def attempt(t: Poleconomy, bidder: Seat, square: str, throws: int) -> Flow[int]:
    """Throw for a double; return the number of throws. A 6-6 is no disaster (P12.2, P12.4)."""
    owner, value = t.owner(square), t.price(square)
    thrown: list[tuple[int, ...]] = []
    won = False
    while not won and len(thrown) < throws:
        dice = yield from t.throw(bidder, "takeover", "P12.2")
        thrown.append(dice)
        won = dice[0] == dice[1]
    t.tell(
        "takeover_bid", "P12.2", bidder, bidder=bidder, owner=owner, square=square, value=value,
        throws=[list(dice) for dice in thrown], won=won,
    )  # fmt: skip
    if won:
        t.pay(bidder, owner, value, "takeover_price", "P12.2")
        t.hand_square(square, owner, bidder, "takeover_price", "P12.2")
    return len(thrown)
