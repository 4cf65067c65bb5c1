"""Played match: the data that homework questions use."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from classkit.engine.events import Transfer
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.rulebook_text import TextFormatter

from .market_exchanges import CORNER_FACTOR
from .score_parts import find_parts_metric


class AuctionPurchase(NamedTuple):
    """Price of a title bought at auction, and its list price just before the auction."""

    turn: int
    title: str
    buyer: str
    price: int
    listed: int


MIN_GROWTH_SCORE = 5
"""Minimum score for computing growth, because smaller scores may multiply in one turn."""


class PlayedMatch:
    """Seats, money and metrics (by turn) of a match that was played.

    >>> import classkit
    >>> past = PlayedMatch(classkit.new("poleconomy", seats=3, seed=7).play(until="end"))
    >>> past.money, past.score.key, past.get_holder("A"), past.get_holder("bank")
    ('dollars', 'net_worth', 'A', '')
    """

    def __init__(self, match: Match, names: bool = False, hurried: bool = False) -> None:
        self.match, self.seats = match, match.seats
        self.say: TextFormatter = match.say(names)
        self.rows: list[dict[str, Any]] = match.history
        self.transfers: list[Transfer] = match.transfers
        self.hurried = hurried
        """True to play fewer futures, when only the existence of questions matters."""
        self.decision_futures: list[Any] = []
        """Cache of the decisions whose futures have been played."""
        self.futures_iterator: Any = None
        """Iterator that plays the futures of further decisions, or None until it is needed."""
        self.score_splits: Any = None
        """Cache of the decomposed score changes, or None until it is needed."""

    @cached_property
    def money(self) -> str:
        """Unit of money: the unit of the standings, or else the unit transferred most often.

        Titles and cards, which are transferred one by one, do not count as money. Empty if there is
        no money.
        """
        some = [t for t in self.transfers if self.get_holder(t.source) or self.get_holder(t.target)]
        unit = self.match.standings()[0].unit
        if unit in {t.unit for t in some}:
            return unit
        sums_of_it = {t.unit for t in some if t.amount > 1}
        moved = [t.unit for t in some if t.unit in sums_of_it]
        return max(dict.fromkeys(moved), key=moved.count, default="")

    @property
    def money_noun(self) -> str:
        """Noun of the money, for questions."""
        currency = self.match.game.currency
        return currency.many if currency.covers(self.money) else self.say.unit(self.money)

    @property
    def answer_unit(self) -> str:
        """Unit of answers in money: the currency, or the noun of another unit."""
        return self.say.read_unit(self.money) if self.say.is_money(self.money) else self.money_noun

    @cached_property
    def money_transfers(self) -> list[Transfer]:
        """The transfers of money."""
        return [transfer for transfer in self.transfers if transfer.unit == self.money]

    def get_holder(self, account: str) -> str:
        """Return the seat that owns an account, or "" for the bank, a market or a space."""
        whose = account.rpartition(":")[2]
        return whose if whose in self.seats else ""

    @cached_property
    def score(self) -> Metric | None:
        """The metric that equals the score of the standings, or None."""
        last = self.rows[-1] if self.rows else {}
        final = {line.seat: float(line.score) for line in self.match.standings()}
        for metric in self.match.game.active_metrics(self.match.table):
            shown = last.get(metric.key)
            if (
                metric.scope == "seat"
                and isinstance(shown, Mapping)
                and is_equal_score(shown, final)
            ):
                return metric
        return None

    @cached_property
    def parts_metric(self) -> Metric | None:
        """The metric whose parts sum to the score, or None."""
        return find_parts_metric(self.match, self.score)

    @cached_property
    def leader(self) -> str:
        """The best winner in the standings, or the best seat if nobody has won."""
        winners = self.match.winners or self.seats
        return next(line.seat for line in self.match.standings() if line.seat in winners)

    @property
    def outcome(self) -> str:
        """Verb phrase for the leader, such as "won" or "leads". It names the race if ambiguous."""
        match = self.match
        lines = match.standings()
        place = next(line.place for line in lines if line.seat == self.leader)
        race = (
            f" {match.game.score_title(match.table)}"
            if len(match.as_seen_by(None).races) > 1
            else ""
        )
        if not match.is_over:
            return f"leads in{race}" if race else "leads"
        if not match.winners:
            return "was ahead at the end, though nobody won"
        return f"won{race}" if place == 1 else "won"

    def has_metrics(self, *keys: str) -> bool:
        """Return True if the first and the last row have these metrics."""
        return bool(self.rows) and all(
            row.get(key) not in (None, "") for row in (self.rows[0], self.rows[-1]) for key in keys
        )

    @cached_property
    def metrics(self) -> dict[str, Metric]:
        """The metrics of the match by key."""
        return {m.key: m for m in self.match.game.active_metrics(self.match.table)}

    def format_metric(self, key: str) -> str:
        """Format a metric as its label and its key in the history frame."""
        return f"“{self.metrics[key].label}” ({key})"

    @property
    def score_name(self) -> str:
        """Label and key of the metric that equals the score."""
        assert self.score is not None
        return self.format_metric(self.score.key)

    def list_scores(self) -> list[tuple[int, dict[str, float]]]:
        """Return (turn, {seat: score}) for each turn.

        Return an empty list if no metric equals the score.
        """
        if self.score is None:
            return []
        key = self.score.key
        return [
            (row["turn"], {seat: float(value) for seat, value in row[key].items()})
            for row in self.rows
            if key in row
        ]

    @cached_property
    def calm_rows(self) -> list[dict[str, Any]]:
        """Rows before a seat's score first grows by more than ``CORNER_FACTOR`` in one turn.

        Such growth means that the seat has cornered a market. From then on, prices are meaningless.
        """
        scores = [of for _, of in self.list_scores()]
        for at, (had, has) in enumerate(pairwise(scores), start=1):
            if any(
                has[seat] > CORNER_FACTOR * had[seat] >= CORNER_FACTOR * MIN_GROWTH_SCORE
                for seat in self.seats
            ):
                return self.rows[:at]
        return self.rows

    def sum_paid(self, reason: str) -> dict[str, int]:
        """Return the amount that each seat paid for a reason."""
        some = (t for t in self.money_transfers if t.reason == reason and self.get_holder(t.source))
        return sum_amounts(some, lambda transfer: self.get_holder(transfer.source))

    @cached_property
    def purchases(self) -> list[AuctionPurchase]:
        """Titles bought at auction, and their list prices just before the auction."""
        if not any(transfer.reason == AUCTION_REASON for transfer in self.transfers):
            return []
        again, steps, found = self.match.fork(), range(self.match.step), []
        titles = {
            t.unit for t in self.transfers if t.reason == AUCTION_REASON and t.unit != self.money
        }
        sold = [at for at, t in enumerate(self.transfers) if t.reason == AUCTION_REASON]
        while sold:  # go to the last remaining sale, then to the step before it, to read prices
            step = bisect_right(steps, sold[0], key=lambda at: len(again.goto(step=at).transfers))
            again.goto(step=max(step - 1, 0))
            prices = {title: again.game.list_price(again.table, title) for title in titles}
            seen = len(again.transfers)
            now = again.goto(step=step).transfers
            found += self.find_purchases(now[seen:], prices)
            sold = [at for at in sold if at >= len(now)]
        return found

    def find_purchases(
        self, moved: list[Transfer], prices: Mapping[str, int | None]
    ) -> list[AuctionPurchase]:
        """Return the titles among these transfers that a seat bought at auction."""
        sold = [t for t in moved if t.reason == AUCTION_REASON and t.unit in prices]
        if len({transfer.target for transfer in sold}) < len(sold):
            return []  # one buyer of several titles at once: the individual prices are unknown
        found = []
        for title in sold:
            buyer = self.get_holder(title.target)
            spent = [t.amount for t in moved if t.reason == AUCTION_REASON and t.unit == self.money]
            payers = {
                t.source for t in moved if t.reason == AUCTION_REASON and t.unit == self.money
            }
            listed = prices[title.unit]
            if buyer and listed and payers == {title.target}:
                found.append(AuctionPurchase(title.turn, title.unit, buyer, sum(spent), listed))
        return found


AUCTION_REASON = "auction"
"""Reason of auction transfers, the same in every game."""


def is_equal_score(shown: Mapping[str, Any], final: Mapping[str, float]) -> bool:
    """Return True if a metric equals the scores of the standings, up to rounding."""
    return set(shown) == set(final) and all(
        isinstance(value, (int, float)) and abs(float(value) - final[seat]) <= 0.01
        for seat, value in shown.items()
    )


def sum_amounts(some: Iterable[Transfer], key: Callable[[Transfer], str]) -> dict[str, int]:
    """Sum amounts by key."""
    found: dict[str, int] = {}
    for transfer in some:
        found[key(transfer)] = found.get(key(transfer), 0) + transfer.amount
    return found
