"""Auctions: sealed at the first, second or third price, or open with bids in turn.

Each is a generator on a :class:`~classkit.engine.table.Table` that asks the bidders and returns a
:class:`Sale`. It moves nothing: the game decides who pays whom, and for what. Amounts are in the
game's money; a bid of 0 is no bid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from classkit.engine.errors import in_figures
from classkit.engine.fields import Sensible
from classkit.engine.moves import Amount, Answer, Move
from classkit.engine.requests import NO_FACTS, Decision, Flow, Seat
from classkit.engine.table import Table

Price = Literal["first", "second", "third"]
PLACES: Mapping[Price, int] = {"first": 0, "second": 1, "third": 2}


class Sale(NamedTuple):
    """The end of an auction: the ``winner`` or None, the ``price`` to pay, each seat's last bid."""

    winner: Seat | None
    price: int
    bids: dict[Seat, int]


class Lot(NamedTuple):
    """A lot, and how bids for it are asked.

    ``minimum`` is the lowest bid, ``step`` the distance between bids, ``rule`` the clause cited,
    ``about`` what is for sale. ``limit`` returns the most that a seat can bid, by default its
    cash. With ``passes`` a bidder declines by a pass instead of a bid of 0. ``on_bid`` is called
    with a seat and its bid (0 for none) when the bid becomes known. ``sensible`` returns the bids
    worth offering between the lowest and the highest possible one (:class:`Amount`).
    """

    minimum: int
    step: int = 1
    rule: str = ""
    about: Mapping[str, Any] = NO_FACTS
    decision: str = "bid"
    limit: Callable[[Seat], int] | None = None
    unit: str = ""
    passes: bool = False
    on_bid: Callable[[Seat, int], None] | None = None
    sensible: Sensible | None = None

    def most(self, t: Table, seat: Seat) -> int:
        """Return the most that a seat can bid, by ``limit`` or by its cash on the table ``t``."""
        return t.cash(seat) if self.limit is None else self.limit(seat)

    def moves(self, seat: Seat, least: int, most: int, standing: int = 0) -> tuple[Move, ...]:
        """Return the moves of ``seat``: a bid between ``least`` and ``most``, or none.

        ``standing`` is the last bid, of which a refusal speaks; 0 where none has been made.
        """
        step, unit, sensible = self.step, self.unit, self.sensible
        why = partial(self.refuse, seat, least, most, standing)
        if self.passes:
            return (Move("bid", amount=Amount(least, most, step, (), unit, sensible, why)), PASS)
        return (Move("bid", amount=Amount(least, most, step, (0,), unit, sensible, why)),)

    def refuse(self, seat: Seat, least: int, most: int, standing: int, amount: int) -> str:
        """Say why ``seat`` may not bid this amount, which is above ``most`` or below ``least``.

        ``standing`` is the last bid, 0 where none has been made.
        """
        if amount > most:
            has, bid = self.in_unit(most), self.in_unit(amount)
            if self.limit is not None:
                return f"{seat} may bid {has} at most, not {bid} ({self.rule})."
            return f"{seat} has {has} and cannot bid {bid} ({self.rule})."
        if amount <= 0 and self.passes:
            return f"A bid is at least {self.in_unit(least)}; to decline, pass ({self.rule})."
        if standing:
            last, following = self.in_unit(standing), self.in_unit(least)
            return f"The last bid is {last}, and the next is at least {following} ({self.rule})."
        return f"The least bid for this lot is {self.in_unit(least)} ({self.rule})."

    def in_unit(self, amount: int) -> str:
        """Write an amount in the unit of the bids.

        >>> Lot(1, unit="$").in_unit(20_000), Lot(1, unit="coins").in_unit(3), Lot(1).in_unit(3)
        ('$20,000', '3 coins', '3')
        """
        figures = in_figures(amount)
        return f"${figures}" if self.unit == "$" else f"{figures} {self.unit}".rstrip()

    @property
    def no_bid(self) -> Answer:
        """The answer of a bidder who declines."""
        return NOT_BIDDING if self.passes else NO_BID

    def tell(self, seat: Seat, amount: int) -> None:
        """Make known that ``seat`` bids this amount, 0 for none, by calling ``on_bid``."""
        if self.on_bid is not None:
            self.on_bid(seat, amount)


NO_BID = Answer("bid", {"amount": 0})
NOT_BIDDING = Answer("pass")
PASS = Move("pass")
ENOUGH = 2
"""Bidders that make a contest: with this many in, no joiner is asked."""


def bid_of(answer: Answer) -> int:
    """Return the amount of a bid; 0 for a pass."""
    return int(answer.fields.get("amount", 0))


def sealed_auction(
    t: Table,
    bidders: Sequence[Seat],
    lot: Lot,
    price: Price = "first",
    *,
    joiners: Sequence[Seat] = (),
    joining: Lot | None = None,
    order: Sequence[Seat] = (),
    drawn_ties: bool = False,
) -> Flow[Sale]:
    """Ask each bidder for a secret bid. The highest wins; of equal bids, the first in order.

    ``t`` is the table. The winner pays the highest, second highest or third highest bid, as
    ``price`` says: "first", "second" or "third". Tied bids count one by one,
    and a missing bid counts as the minimum. If at most one bidder has bid, all ``joiners`` are
    asked too, under the terms of ``joining``; their bids count in their order until two are in.
    Ties are broken by ``order`` (by default bidders, then joiners), or by lot with ``drawn_ties``.
    """
    bids = yield from ask_sealed_bids(t, bidders, lot)
    if joiners and bids_made(bids) < ENOUGH:
        joined = yield from ask_sealed_bids(t, joiners, joining or lot, bidders)
        for seat in joiners:
            if bids_made(bids) < ENOUGH:
                bids[seat] = joined[seat]
    bids = {seat: bids[seat] for seat in order or bids if seat in bids}
    for seat, bid in bids.items():
        lot.tell(seat, bid)
    if drawn_ties:
        best = max(bids.values(), default=0)
        tied = [seat for seat, bid in bids.items() if bid == best > 0]
        if len(tied) > 1:
            (first,) = yield from t.draw(tied, purpose="tie", rule=lot.rule)
            bids = {first: best, **bids}
    return decide(bids, lot.minimum, price)


def ask_sealed_bids(
    t: Table, bidders: Sequence[Seat], lot: Lot, before: Sequence[Seat] = ()
) -> Flow[dict[Seat, int]]:
    """Ask all bidders for a bid that stays secret until the last one is in; 0 for none.

    The bids of those who were asked ``before`` stay secret as long.
    """
    asked = [
        Decision(
            seat, lot.decision, lot.moves(seat, lot.minimum, lot.most(t, seat)),
            lot.rule, lot.no_bid, lot.about,
        )
        for seat in bidders
    ]  # fmt: skip
    answers = yield from t.ask_all(asked, before)
    return {seat: bid_of(answer) for seat, answer in answers.items()}


def bids_made(bids: Mapping[Seat, int]) -> int:
    """Count the bids above 0."""
    return sum(bid > 0 for bid in bids.values())


def decide(bids: Mapping[Seat, int], minimum: int, price: Price = "first") -> Sale:
    """Return the winner and the price. The order of ``bids`` breaks ties.

    >>> decide({"A": 120, "B": 120, "C": 50}, minimum=10)
    Sale(winner='A', price=120, bids={'A': 120, 'B': 120, 'C': 50})
    >>> decide({"A": 120, "B": 90, "C": 0}, 10, "second").price
    90
    >>> decide({"A": 120, "B": 90, "C": 0}, 10, "third").price
    10
    """
    made = sorted((bid for bid in bids.values() if bid), reverse=True)
    if not made:
        return Sale(None, 0, dict(bids))
    winner = next(seat for seat, bid in bids.items() if bid == made[0])
    place = PLACES[price]
    return Sale(winner, made[place] if place < len(made) else minimum, dict(bids))


def open_auction(
    t: Table,
    bidders: Sequence[Seat],
    lot: Lot,
    increment: int,
    ask_unable: bool = True,
    *,
    joiners: Sequence[Seat] = (),
    joining: Lot | None = None,
) -> Flow[Sale]:
    """Ask bidders in turn to raise or drop out, until only the last bid is left.

    ``t`` is the table, and ``lot`` what is for sale, on which terms. The first bid is at least the
    minimum, each later one at least ``increment`` above the last. A bid of 0 drops out for good. A
    bidder who has not bid yet is asked even when alone. Without ``ask_unable``, a bidder who cannot
    afford the next bid drops out unasked. When all but the last bidder are out, ``joiners`` are
    asked once, under the terms of ``joining``, to come in with a bid of their own until two are in;
    then the two go on.
    """
    bids = dict.fromkeys(bidders, 0)
    still_in = list(bidders)
    lots = dict.fromkeys(bidders, lot) | dict.fromkeys(joiners, joining or lot)
    waiting = list(joiners)
    holder: Seat | None = None
    standing = 0
    while True:
        joins = still_in in ([], [holder])
        asked, waiting = (waiting, []) if joins else (still_in, waiting)
        if not asked:
            return Sale(holder, standing, bids)
        for seat in tuple(asked):
            decided = len(still_in) >= ENOUGH if joins else still_in == [holder]
            if decided:
                break
            if seat == holder:
                continue
            own = lots[seat]
            least = own.minimum if holder is None else standing + increment
            amount = 0
            if ask_unable or own.most(t, seat) >= least:
                amount = yield from ask_bid(t, seat, own, least, standing, holder)
            own.tell(seat, amount)
            if amount:
                bids[seat] = standing = amount
                holder = seat
                if joins:
                    still_in.append(seat)
            elif not joins:
                still_in.remove(seat)


def ask_bid(
    t: Table, seat: Seat, lot: Lot, least: int, standing: int, holder: Seat | None
) -> Flow[int]:
    """Ask one bidder for the next bid of an open auction; 0 drops out."""
    about = {**lot.about, "standing": standing, "holder": holder}
    answer: Answer = yield Decision(
        seat,
        lot.decision,
        lambda: lot.moves(seat, least, lot.most(t, seat), standing),  # an aside may bring in cash
        lot.rule,
        lot.no_bid,
        about,
    )
    return bid_of(answer)
