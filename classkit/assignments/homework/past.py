"""The past of a match, prepared for questions about it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from classkit.engine.log import Transfer
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.words import Say

from .exchanges import CORNERED
from .parted import parts_figure


class Purchase(NamedTuple):
    """A title bought at auction: the price paid, and its list price just before."""

    turn: int
    title: str
    buyer: str
    price: int
    listed: int


FEW = 5
"""The least score from which growth counts: a lower one may grow many times over in one turn."""


class Past:
    """A match that was played: its seats, its money, and its figures turn by turn.

    >>> import classkit
    >>> past = Past(classkit.new("poleconomy", seats=3, seed=7).play(until="end"))
    >>> past.money, past.score.key, past.holder("A"), past.holder("bank")
    ('dollars', 'net_worth', 'A', '')
    """

    def __init__(self, match: Match, names: bool = False, hurried: bool = False) -> None:
        self.match, self.seats = match, match.seats
        self.say: Say = match.say(names)
        self.rows: list[dict[str, Any]] = match.history
        self.transfers: list[Transfer] = match.transfers
        self.hurried = hurried
        """Whether a few futures are enough, as when only the existence of questions matters."""
        self.weighed: list[Any] = []
        """What the futures gave of those decisions of which they have been played."""
        self.weighing: Any = None
        """What plays those of further decisions, once the first have been asked for."""
        self.splits: Any = None
        """The changes of the score that have been split, once they have."""

    @cached_property
    def money(self) -> str:
        """The unit of money: that of the standings, or else the one that moves most often.

        Titles and cards, which move one by one, are not money. Empty if nothing else has moved.
        """
        some = [t for t in self.transfers if self.holder(t.source) or self.holder(t.target)]
        unit = self.match.standings()[0].unit
        if unit in {t.unit for t in some}:
            return unit
        sums_of_it = {t.unit for t in some if t.amount > 1}
        moved = [t.unit for t in some if t.unit in sums_of_it]
        return max(dict.fromkeys(moved), key=moved.count, default="")

    @cached_property
    def moneys(self) -> list[Transfer]:
        """The transfers of money."""
        return [transfer for transfer in self.transfers if transfer.unit == self.money]

    def holder(self, account: str) -> str:
        """Return the seat that owns an account; empty for the Bank, the market, a space."""
        whose = account.rpartition(":")[2]
        return whose if whose in self.seats else ""

    @cached_property
    def score(self) -> Metric | None:
        """The figure that the standings go by; None if no figure shows it."""
        last = self.rows[-1] if self.rows else {}
        final = {line.seat: float(line.score) for line in self.match.standings()}
        for metric in self.match.game.metrics_of(self.match.table):
            shown = last.get(metric.key)
            if metric.scope == "seat" and isinstance(shown, Mapping) and near(shown, final):
                return metric
        return None

    @cached_property
    def parted(self) -> Metric | None:
        """The figure by whose parts the score counts; None where its causes are reasons."""
        return parts_figure(self.match, self.score)

    @cached_property
    def leader(self) -> str:
        """The best in the standings of those who have won; the best of all while nobody has."""
        winners = self.match.winners or self.seats
        return next(line.seat for line in self.match.standings() if line.seat in winners)

    @property
    def outcome(self) -> str:
        """What the leader has done, in words: won, or only lies ahead; of several races which."""
        match = self.match
        lines = match.standings()
        place = next(line.place for line in lines if line.seat == self.leader)
        race = f" {match.game.score_title(match.table)}" if len(match.races_shown(None)) > 1 else ""
        if not match.is_over:
            return f"leads in{race}" if race else "leads"
        if not match.winners:
            return "was ahead at the end, though nobody won"
        return f"won{race}" if place == 1 else "won"

    def has(self, *keys: str) -> bool:
        """Return True if the first and the last row have these figures."""
        return bool(self.rows) and all(
            row.get(key) not in (None, "") for row in (self.rows[0], self.rows[-1]) for key in keys
        )

    @cached_property
    def figures(self) -> dict[str, Metric]:
        """The figures of the match by key."""
        return {m.key: m for m in self.match.game.metrics_of(self.match.table)}

    def named(self, key: str) -> str:
        """Name a figure by its label, and by its key in the frame of figures."""
        return f"“{self.figures[key].label}” ({key})"

    @property
    def score_named(self) -> str:
        """The figure that the standings go by, named."""
        assert self.score is not None
        return self.named(self.score.key)

    def scores(self) -> list[tuple[int, dict[str, float]]]:
        """Return (turn, seat -> score) after each turn; empty if no figure shows the score."""
        if self.score is None:
            return []
        key = self.score.key
        return [
            (row["turn"], {seat: float(value) for seat, value in row[key].items()})
            for row in self.rows
            if key in row
        ]

    @cached_property
    def calm(self) -> list[dict[str, Any]]:
        """The rows before any seat becomes over ten times as rich in one turn; all if none does.

        Such a seat has bought a market empty, and from then on its prices tell nothing.
        """
        scores = [of for _, of in self.scores()]
        for at, (had, has) in enumerate(pairwise(scores), start=1):
            if any(has[seat] > CORNERED * had[seat] >= CORNERED * FEW for seat in self.seats):
                return self.rows[:at]
        return self.rows

    def paid(self, reason: str) -> dict[str, int]:
        """Return the amount each seat paid for a reason."""
        some = (t for t in self.moneys if t.reason == reason and self.holder(t.source))
        return sums(some, lambda transfer: self.holder(transfer.source))

    @cached_property
    def purchases(self) -> list[Purchase]:
        """The titles bought at auction, each with its list price at that moment."""
        if not any(transfer.reason == AUCTION for transfer in self.transfers):
            return []
        again, steps, found = self.match.fork(), range(self.match.step), []
        titles = {t.unit for t in self.transfers if t.reason == AUCTION and t.unit != self.money}
        sold = [at for at, t in enumerate(self.transfers) if t.reason == AUCTION]
        while sold:  # to the step of the first sale that is left, and to the one before it
            step = bisect_right(steps, sold[0], key=lambda at: len(again.goto(step=at).transfers))
            again.goto(step=max(step - 1, 0))
            prices = {title: again.game.list_price(again.table, title) for title in titles}
            seen = len(again.transfers)
            now = again.goto(step=step).transfers
            found += self.bought(now[seen:], prices)
            sold = [at for at in sold if at >= len(now)]
        return found

    def bought(self, moved: list[Transfer], prices: Mapping[str, int | None]) -> list[Purchase]:
        """Return the titles among these transfers that a seat bought at auction."""
        sold = [t for t in moved if t.reason == AUCTION and t.unit in prices]
        if len({transfer.target for transfer in sold}) < len(sold):
            return []  # one buyer of several at a time: their prices cannot be told apart
        found = []
        for title in sold:
            buyer = self.holder(title.target)
            spent = [t.amount for t in moved if t.reason == AUCTION and t.unit == self.money]
            payers = {t.source for t in moved if t.reason == AUCTION and t.unit == self.money}
            listed = prices[title.unit]
            if buyer and listed and payers == {title.target}:
                found.append(Purchase(title.turn, title.unit, buyer, sum(spent), listed))
        return found


AUCTION = "auction"
"""The reason that every game's auctions give for moving goods and payments."""


def near(shown: Mapping[str, Any], final: Mapping[str, float]) -> bool:
    """Return True if a figure agrees with the standings, up to rounding."""
    return set(shown) == set(final) and all(
        isinstance(value, (int, float)) and abs(float(value) - final[seat]) <= 0.01
        for seat, value in shown.items()
    )


def sums(some: Iterable[Transfer], key: Callable[[Transfer], str]) -> dict[str, int]:
    """Add up amounts by a key."""
    found: dict[str, int] = {}
    for transfer in some:
        found[key(transfer)] = found.get(key(transfer), 0) + transfer.amount
    return found
