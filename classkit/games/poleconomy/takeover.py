"""McLeod Young Weir: takeovers (P12)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.moves import JudgedMove, Move, OneOf
from classkit.engine.requests import Flow, Seat

from .answers import PASS
from .state import BANK, Poleconomy

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
    """The square the bidder names, or None when he passes (P12.1, P12.3)."""
    answer = yield from t.ask(
        bidder, name, partial(target_moves, t, bidder, fee, rule), rule=rule, default="pass",
        about={"fee": fee},
    )  # fmt: skip
    return None if answer.move == "pass" else str(answer.fields["square"])


def target_moves(t: Poleconomy, bidder: Seat, fee: int, rule: str) -> tuple[Move, ...]:
    """Squares of other players whose value, with the fee, the bidder holds in cash (P12.1)."""
    listing = partial(target_move, t, bidder, fee, rule)
    return (PASS, JudgedMove("target", listing, partial(is_target, t, bidder, fee)))


def is_target(t: Poleconomy, bidder: Seat, fee: int, values: Mapping[str, Any]) -> bool:
    """Whether another player's square is named that the bidder can pay, fee included (P12.1)."""
    square = values.get("square")
    if type(square) is not str or square not in t.ledger.titles or len(values) > 1:
        return False
    return t.owner(square) not in (BANK, bidder) and t.price(square) + fee <= t.cash(bidder)


def target_move(t: Poleconomy, bidder: Seat, fee: int, rule: str) -> Move:
    """Name one of the squares that can be bid for, or the reason why there is none (P12.1)."""
    cash = t.cash(bidder)
    titles = t.ledger.titles
    no_rivals = (BANK, bidder)
    rivals = [square for square in t.edition.ownable if titles[square] not in no_rivals]
    if not rivals:
        nobody = f"No other player owns a square ({rule})."
        return Move("target", barred=nobody, square=OneOf((), of="space"))
    within = tuple([square for square in rivals if t.price(square) + fee <= cash])
    if not within:
        cheapest = min(t.price(square) for square in rivals) + fee
        short = f"{bidder} has ${cash:,} and needs at least ${cheapest:,}, fee included ({rule})."
        return Move("target", barred=short, square=OneOf((), of="space"))
    return Move("target", square=OneOf(within, of="space"))


def attempt(t: Poleconomy, bidder: Seat, square: str, throws: int) -> Flow[int]:
    """Throw for a double; gives how many throws were used. A 6-6 is no disaster (P12.2, P12.4)."""
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
