"""Auction formats: sealed auctions at the first, second or third price, and open auctions.

Each format is a generator that takes a :class:`~classkit.engine.state.GameState`, asks the bidders
and returns a :class:`Sale`. It does not transfer anything: the game handles the payment. Amounts
are in the game's money. A bid of 0 means no bid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from classkit.deprecation import warn_about_members
from classkit.engine.currency import find_currency
from classkit.engine.decisions import NO_FACTS, Decision, Flow, Seat
from classkit.engine.errors import format_int
from classkit.engine.fields import Sensible
from classkit.engine.moves import Amount, Answer, Move
from classkit.engine.state import GameState

PriceRule = Literal["first", "second", "third"]
PRICE_RANKS: Mapping[PriceRule, int] = {"first": 0, "second": 1, "third": 2}


class Sale(NamedTuple):
    """Result of an auction.

    Args:
        winner: The seat that won, or None if nobody bid.
        price: Price that the winner pays.
        bids: The last bid of each seat, or 0 for no bid.

    Example:
        >>> Sale("B", 60, {"A": 50, "B": 60}).winner
        'B'
    """

    winner: Seat | None
    price: int
    bids: dict[Seat, int]


@warn_about_members
class Lot(NamedTuple):
    """A lot and its terms.

    Args:
        minimum: The lowest bid.
        step: Distance between allowed bids.
        rule: The clause.
        about: Facts about the lot.
        limit: Function that returns the maximum bid of a seat. Defaults to its cash.
        passes: True if bidders decline with a pass instead of a bid of 0.
        on_bid: Function called with a seat and its bid (0 for no bid) when the bid becomes public.
        sensible: Function that suggests bids in a range (see
            :class:`classkit.engine.fields.Amount`).
        decision: Name of the decision.
        unit: Unit of the bids. Defaults to money.

    Example:
        >>> import classkit
        >>> t = classkit.new("opoly", seats=3, seed=7).table
        >>> Lot(10, rule="Q4.2").max_bid(t, "A")
        1500
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

    def max_bid(self, t: GameState, seat: Seat) -> int:
        """Return the maximum bid of a seat in the state ``t``.

        Args:
            t: The state.
            seat: The bidder.

        Returns:
            The amount, in the unit of the bids.
        """
        return t.cash(seat) if self.limit is None else self.limit(seat)

    def bid_moves(self, seat: Seat, least: int, most: int, standing: int = 0) -> tuple[Move, ...]:
        """Return the moves of a bidder: a bid from ``least`` to ``most``, or no bid.

        ``standing`` is the last bid, or 0, for error messages.
        """
        step, unit, sensible = self.step, self.unit, self.sensible
        why = partial(self.bid_refusal, seat, least, most, standing)
        if self.passes:
            return (
                Move("bid", amount=Amount(least, most, step, (), unit, sensible, why)),
                PASS_MOVE,
            )
        return (Move("bid", amount=Amount(least, most, step, (0,), unit, sensible, why)),)

    def bid_refusal(self, seat: Seat, least: int, most: int, standing: int, amount: int) -> str:
        """Return why a seat may not bid an amount above ``most`` or below ``least``.

        ``standing`` is the last bid, or 0.
        """
        if amount > most:
            has, bid = self.format_amount(most), self.format_amount(amount)
            if self.limit is not None:
                return f"{seat} may bid at most {has}, not {bid} ({self.rule})."
            return f"{seat} has {has} and cannot bid {bid} ({self.rule})."
        if amount <= 0 and self.passes:
            minimum = self.format_amount(least)
            return f"A bid must be at least {minimum}; to decline, pass ({self.rule})."
        if standing:
            last, following = self.format_amount(standing), self.format_amount(least)
            return f"The last bid is {last}; the next must be at least {following} ({self.rule})."
        return f"The minimum bid for this lot is {self.format_amount(least)} ({self.rule})."

    def format_amount(self, amount: int) -> str:
        """Format an amount in the unit of the bids.

        >>> Lot(1, unit="$").format_amount(20_000)
        '$20,000'
        >>> Lot(1, unit="coins").format_amount(3), Lot(1).format_amount(3)
        ('3 coins', '3')
        """
        if (currency := find_currency(self.unit)) is not None:
            return currency.write(amount)
        return f"{format_int(amount)} {self.unit}".rstrip()

    @property
    def no_bid(self) -> Answer:
        """The answer of a bidder who declines."""
        return PASS_ANSWER if self.passes else NO_BID

    def announce_bid(self, seat: Seat, amount: int) -> None:
        """Call ``on_bid`` with a seat and its bid, which is 0 for no bid."""
        if self.on_bid is not None:
            self.on_bid(seat, amount)


NO_BID = Answer("bid", {"amount": 0})
PASS_ANSWER = Answer("pass")
PASS_MOVE = Move("pass")
MIN_CONTEST_BIDDERS = 2
"""Minimum number of bidders for a contest. With fewer, joiners are asked."""


def bid_amount(answer: Answer) -> int:
    """Return the amount of a bid, or 0 for a pass."""
    return int(answer.fields.get("amount", 0))


def sealed_auction(
    t: GameState,
    bidders: Sequence[Seat],
    lot: Lot,
    price: PriceRule = "first",
    *,
    joiners: Sequence[Seat] = (),
    joining: Lot | None = None,
    order: Sequence[Seat] = (),
    drawn_ties: bool = False,
) -> Flow[Sale]:
    """Run a sealed auction. The highest bid wins. Ties are broken by the order of seats.

    If fewer bids than the price rule requires are made, the price is the minimum. If at most one
    bidder has bid, all ``joiners`` are also asked; their bids count in order until there are two
    bids.

    Args:
        t: The state.
        bidders: Seats that may bid, in order.
        lot: The lot and its terms.
        price: "first", "second" or "third": the winner pays the highest, second highest or third
            highest bid. Equal bids count separately.
        joiners: Seats that are asked if there is no contest.
        joining: Terms for the joiners.
        order: Order that breaks ties. Defaults to bidders, then joiners.
        drawn_ties: Break ties by lot instead of by order.

    Returns:
        A generator that yields the requests and returns the sale. Call it with
        ``sale = yield from sealed_auction(...)``.

    Example:
        >>> import classkit
        >>> t = classkit.new("opoly", seats=3, seed=7).fork().table
        >>> next(sealed_auction(t, t.seats, Lot(10, rule="Q4.2")))
        <Sealed by seats A, B, C: bid (Q4.2)>
    """
    bids = yield from ask_sealed_bids(t, bidders, lot)
    if joiners and count_bids(bids) < MIN_CONTEST_BIDDERS:
        joined = yield from ask_sealed_bids(t, joiners, joining or lot, bidders)
        for seat in joiners:
            if count_bids(bids) < MIN_CONTEST_BIDDERS:
                bids[seat] = joined[seat]
    bids = {seat: bids[seat] for seat in order or bids if seat in bids}
    for seat, bid in bids.items():
        lot.announce_bid(seat, bid)
    if drawn_ties:
        best = max(bids.values(), default=0)
        tied = [seat for seat, bid in bids.items() if bid == best > 0]
        if len(tied) > 1:
            (first,) = yield from t.draw(tied, purpose="tie", rule=lot.rule)
            bids = {first: best, **bids}
    return settle_bids(bids, lot.minimum, price)


def ask_sealed_bids(
    t: GameState, bidders: Sequence[Seat], lot: Lot, before: Sequence[Seat] = ()
) -> Flow[dict[Seat, int]]:
    """Ask all bidders for a sealed bid, and return the bids; 0 means no bid.

    Earlier bids of the seats ``before`` stay sealed in the meantime.
    """
    asked = [
        Decision(
            seat, lot.decision, lot.bid_moves(seat, lot.minimum, lot.max_bid(t, seat)),
            lot.rule, lot.no_bid, lot.about,
        )
        for seat in bidders
    ]  # fmt: skip
    answers = yield from t.ask_all(asked, before)
    return {seat: bid_amount(answer) for seat, answer in answers.items()}


def count_bids(bids: Mapping[Seat, int]) -> int:
    """Return the number of bids above 0."""
    return sum(bid > 0 for bid in bids.values())


def settle_bids(bids: Mapping[Seat, int], minimum: int, price: PriceRule = "first") -> Sale:
    """Determine the winner and the price. Ties are broken by the order of ``bids``.

    >>> settle_bids({"A": 120, "B": 120, "C": 50}, minimum=10)
    Sale(winner='A', price=120, bids={'A': 120, 'B': 120, 'C': 50})
    >>> settle_bids({"A": 120, "B": 90, "C": 0}, 10, "second").price
    90
    >>> settle_bids({"A": 120, "B": 90, "C": 0}, 10, "third").price
    10
    """
    made = sorted((bid for bid in bids.values() if bid), reverse=True)
    if not made:
        return Sale(None, 0, dict(bids))
    winner = next(seat for seat, bid in bids.items() if bid == made[0])
    place = PRICE_RANKS[price]
    return Sale(winner, made[place] if place < len(made) else minimum, dict(bids))


def open_auction(
    t: GameState,
    bidders: Sequence[Seat],
    lot: Lot,
    increment: int,
    ask_unable: bool = True,
    *,
    joiners: Sequence[Seat] = (),
    joining: Lot | None = None,
) -> Flow[Sale]:
    """Run an open auction in which bidders raise in turn or drop out until one remains.

    The first bid must be at least the minimum, and each later bid at least ``increment`` above the
    previous one. A bidder who bids 0 is out for the rest of the auction. A bidder who has not bid
    yet is asked even if no others remain. When all but the last bidder are out, the ``joiners`` are
    asked once for a bid, in order, until there are two bidders; these two continue.

    Args:
        t: The state.
        bidders: Seats that may bid, in order.
        lot: The lot and its terms.
        increment: Minimum raise.
        ask_unable: Ask bidders who cannot afford the next bid. Otherwise, they drop out.
        joiners: Seats that may join at the end.
        joining: Terms for the joiners.

    Returns:
        A generator that yields the requests and returns the sale. Call it with
        ``sale = yield from open_auction(...)``.

    Example:
        >>> import classkit
        >>> t = classkit.new("opoly", seats=3, seed=7).fork().table
        >>> next(open_auction(t, t.seats, Lot(10, rule="Q4.2"), increment=5)).seat
        'A'
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
            decided = len(still_in) >= MIN_CONTEST_BIDDERS if joins else still_in == [holder]
            if decided:
                break
            if seat == holder:
                continue
            own = lots[seat]
            least = own.minimum if holder is None else standing + increment
            amount = 0
            if ask_unable or own.max_bid(t, seat) >= least:
                amount = yield from ask_bid(t, seat, own, least, standing, holder)
            own.announce_bid(seat, amount)
            if amount:
                bids[seat] = standing = amount
                holder = seat
                if joins:
                    still_in.append(seat)
            elif not joins:
                still_in.remove(seat)


def ask_bid(
    t: GameState, seat: Seat, lot: Lot, least: int, standing: int, holder: Seat | None
) -> Flow[int]:
    """Ask a bidder for the next bid in an open auction; 0 means dropping out."""
    about = {**lot.about, "standing": standing, "holder": holder}
    answer: Answer = yield Decision(
        seat,
        lot.decision,
        lambda: lot.bid_moves(
            seat, least, lot.max_bid(t, seat), standing
        ),  # recomputed because an aside may raise cash
        lot.rule,
        lot.no_bid,
        about,
    )
    return bid_amount(answer)
