"""Auctions: sealed at the first, second or third price, and open by turns.

Each is a generator on a :class:`~classkit.engine.table.Table` that asks the bidders and gives a
:class:`Sale`. It moves nothing: who pays whom for what is the game's affair. Amounts are in the
game's money; a bid of 0 is no bid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from classkit.engine.moves import Amount, Answer, Move
from classkit.engine.requests import NO_FACTS, Decision, Flow, Seat
from classkit.engine.table import Table

Price = Literal["first", "second", "third"]
PLACES: Mapping[Price, int] = {"first": 0, "second": 1, "third": 2}


class Sale(NamedTuple):
    """How an auction ended: ``winner`` or None, the ``price`` to pay, and the last bid of each."""

    winner: Seat | None
    price: int
    bids: dict[Seat, int]


class Lot(NamedTuple):
    """How bids are asked for one lot.

    ``minimum`` is the least bid, ``step`` the distance between bids, ``rule`` the clause cited,
    ``about`` what is for sale. ``limit`` gives the most that a seat can bid, by default its cash.
    """

    minimum: int
    step: int = 1
    rule: str = ""
    about: Mapping[str, Any] = NO_FACTS
    decision: str = "bid"
    limit: Callable[[Seat], int] | None = None
    unit: str = ""

    def most(self, t: Table, seat: Seat) -> int:
        """The most that a seat can bid."""
        return t.cash(seat) if self.limit is None else self.limit(seat)

    def bid(self, least: int, most: int) -> Move:
        """The move of bidding at least ``least``, at most ``most``, or 0."""
        return Move("bid", amount=Amount(least, most, self.step, also=(0,), unit=self.unit))


NO_BID = Answer("bid", {"amount": 0})


def sealed_auction(
    t: Table, bidders: Sequence[Seat], lot: Lot, price: Price = "first"
) -> Flow[Sale]:
    """Each bidder names a sum in secret; the highest wins, ties go to who stands first.

    The winner pays the highest, second highest or third highest bid; tied bids count one by one,
    and a bid that is missing counts as the minimum.
    """
    asked = [
        Decision(
            seat, lot.decision, (lot.bid(lot.minimum, lot.most(t, seat)),),
            lot.rule, NO_BID, lot.about,
        )
        for seat in bidders
    ]  # fmt: skip
    answers = yield from t.ask_all(asked)
    bids = {seat: int(answer.fields["amount"]) for seat, answer in answers.items()}
    return decide(bids, lot.minimum, price)


def decide(bids: Mapping[Seat, int], minimum: int, price: Price = "first") -> Sale:
    """Who wins with these bids, listed in the order in which ties are broken, and what it costs.

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
    t: Table, bidders: Sequence[Seat], lot: Lot, increment: int, ask_unable: bool = True
) -> Flow[Sale]:
    """Bidders are asked in turn to raise or drop out, until only the last bid is left.

    The first bid is at least the minimum, each later one at least ``increment`` above the last; a
    bid of 0 drops out for good. One who has not bid yet is asked even if he is the last. With
    ``ask_unable`` false, whoever cannot afford the next bid drops out unasked.
    """
    bids = dict.fromkeys(bidders, 0)
    still_in = list(bidders)
    holder: Seat | None = None
    standing = 0
    while still_in != [holder] and still_in:
        for seat in tuple(still_in):
            if still_in == [holder]:
                break
            if seat == holder:
                continue
            least = lot.minimum if holder is None else standing + increment
            amount = 0
            if ask_unable or lot.most(t, seat) >= least:
                amount = yield from ask_bid(t, seat, lot, least, standing, holder)
            if amount:
                bids[seat] = standing = amount
                holder = seat
            else:
                still_in.remove(seat)
    return Sale(holder, standing, bids)


def ask_bid(
    t: Table, seat: Seat, lot: Lot, least: int, standing: int, holder: Seat | None
) -> Flow[int]:
    """One bidder's next bid in an open auction; 0 drops out."""
    about = {**lot.about, "standing": standing, "holder": holder}
    answer = yield from t.ask(
        seat,
        lot.decision,
        lambda: (lot.bid(least, lot.most(t, seat)),),  # an aside may bring in cash
        rule=lot.rule,
        default=NO_BID,
        about=about,
    )
    return int(answer.fields["amount"])
