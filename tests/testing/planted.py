"""A hidden stock in any game, and ways in which it leaks a turn later, one class for each.

Each is laid over a game: nothing of its rules changes, but that something is drawn besides which
nobody sees. It lies among the counts of throws, which no view shows.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

from classkit.engine.board import Scene
from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.events import ALL_SEATS
from classkit.engine.fields import Amount
from classkit.engine.game import Game, Standing
from classkit.engine.metrics import Chart, Metric
from classkit.engine.views import View

STOCK, SINCE = "planted stock", "planted in turn"


def late(table: Any) -> int:
    """Return the stock once a turn has passed, and 0 before."""
    drawn = table.throws.get(STOCK, 0)
    return drawn if drawn and table.turn > table.throws[SINCE] else 0


class Planted:
    """What is laid over a game; by itself it leaks nothing."""

    who, what = "", ""

    def segment(self, table: Any) -> Flow[None] | None:
        flow = super().segment(table)  # type: ignore[misc]  # a game stands below
        return None if flow is None else self.hoarding(table, flow)

    def hoarding(self, t: Any, flow: Flow[None]) -> Generator[Any, Any, None]:
        """Draw the stock in the first turn, and keep it from round to round."""
        kept = {key: t.throws[key] for key in (STOCK, SINCE) if key in t.throws}
        if not kept and t.turn > 0:
            rule = next(iter(self.rulebook.clauses))  # type: ignore[attr-defined]
            (drawn,) = yield from t.draw(["3", "5", "8"], purpose="stock", rule=rule, seen_by=())
            kept = {STOCK: int(drawn), SINCE: t.turn}
            t.throws.update(kept)
        self.leak(t)
        given: Any = None
        while True:
            try:
                request = flow.send(given)
            except StopIteration:
                break
            self.spoil(t, request)
            given = yield request
        t.throws.update(kept)

    def leak(self, t: Any) -> None:
        """Tell what is not to be told; here nothing."""

    def spoil(self, t: Any, request: Any) -> None:
        """Put what is not to be told into a question; here nothing."""


class ByEvent(Planted):
    what = "the event 'stock_told'"

    def leak(self, t: Any) -> None:
        if late(t):
            t.tell("stock_told", next(iter(self.rulebook.clauses)), stock=late(t))  # type: ignore[attr-defined]


class ByFigure(Planted):
    what = "figures['stock']"

    def active_metrics(self, table: Any) -> tuple[Metric, ...]:
        figures: tuple[Metric, ...] = super().active_metrics(table)  # type: ignore[misc]
        return (*figures, Metric("stock", "Stock", "", "table", late))


class ByChart(Planted):
    what = "charts[0][0].note"

    def active_charts(self, table: Any) -> tuple[Chart, ...]:
        first, *others = super().active_charts(table)  # type: ignore[misc]
        return (replace(first, note=f"{late(table)} left"), *others)


class ByStandings(Planted):
    what = "standings[0].tie"

    def standings(self, table: Any) -> list[Standing]:
        first, *others = super().standings(table)  # type: ignore[misc]
        return [first._replace(tie=f"{late(table)} goods"), *others]


class ByScene(Planted):
    what = "scene.told"

    def scene(self, table: Any, seat: Seat | None = None) -> Scene:
        shown: Scene = super().scene(table, seat)  # type: ignore[misc]
        return replace(shown, told=f"{late(table)} left")


class ByQuestion(Planted):
    what = "['about']['stock']"

    def spoil(self, t: Any, request: Any) -> None:
        if isinstance(request, Decision):
            request._facts, request._told = {**request.about, "stock": late(t)}, None


class ByRefusal(Planted):
    what = "refusals["

    def spoil(self, t: Any, request: Any) -> None:
        if isinstance(request, Decision):
            stock = late(t)
            request.why = lambda _move: f"There are {stock} goods."


class ByView(Planted):
    what = "view.stock"

    def view(self, source: Any, seat: Seat | None) -> View:
        own: View = super().view(source, seat)  # type: ignore[misc]
        stock = property(lambda view: late(view._source.table))
        own.__class__ = type("Spoilt", (type(own),), {"stock": stock, "__slots__": ()})
        return own


class ByRefusalOfValue(Planted):
    """Only amounts that are too large are refused with it, as one form of many."""

    what = "refusals["

    def spoil(self, t: Any, request: Any) -> None:
        for amount in amounts_of(request):
            amount.why = f"there are {late(t)} goods"


class ByBound(Planted):
    """The most that may be answered."""

    what = "questions[0]['moves']"

    def spoil(self, t: Any, request: Any) -> None:
        for amount in amounts_of(request):
            if late(t) > 4 and amount.high > amount.low + amount.step:
                amount.high -= amount.step


class ByReason(Planted):
    """The reason of a row of the ledger."""

    what = "the ledger: "

    def leak(self, t: Any) -> None:
        if late(t):
            rule = next(iter(self.rulebook.clauses))  # type: ignore[attr-defined]
            t.log_transfer(t.money, 1, t.seats[0], t.seats[0], f"gift {late(t)}", rule, ALL_SEATS)


class ByOrder(Planted):
    """The order in which things are listed."""

    what = "things: "

    def thing_titles(self, table: Any) -> Mapping[str, str]:
        own: Mapping[str, str] = super().thing_titles(table)  # type: ignore[misc]
        listed = [*own.items(), ("corn", "Corn"), ("salt", "Salt")]
        return dict(reversed(listed) if late(table) > 4 else listed)


class BySheet(Planted):
    """A table of the game, which is exported with it."""

    what = "sheets['stock'][0]['left']"

    def sheets(self, table: Any, transfers: Any) -> Mapping[str, list[dict[str, Any]]]:
        own: Mapping[str, Any] = super().sheets(table, transfers)  # type: ignore[misc]
        return {**own, "stock": [{"left": late(table)}]}


class BornLate(Planted):
    """A stock that is drawn in every turn, of which only those of later turns leak."""

    what = "the event 'stock_told'"

    def hoarding(self, t: Any, flow: Flow[None]) -> Generator[Any, Any, None]:
        kept = {key: t.throws[key] for key in (STOCK, SINCE) if key in t.throws}
        rule = next(iter(self.rulebook.clauses))  # type: ignore[attr-defined]
        if t.turn > 3 and kept and kept[SINCE] < t.turn:
            t.tell("stock_told", rule, stock=kept[STOCK])
        if t.turn > kept.get(SINCE, 0):
            (drawn,) = yield from t.draw(["3", "5", "8"], purpose="stock", rule=rule, seen_by=())
            kept = {STOCK: int(drawn), SINCE: t.turn}
        yield from flow
        t.throws.update(kept)


LEAKS: tuple[type[Planted], ...] = tuple(Planted.__subclasses__())
OF_AMOUNTS = (ByRefusalOfValue, ByBound)
"""Leaks that need a question for an amount which everybody may read, as the starter asks it."""


def amounts_of(request: Any) -> list[Amount]:
    """List the amounts that a question asks for."""
    moves = request.moves if isinstance(request, Decision) else ()
    return [one for move in moves for one in move.fields.values() if isinstance(one, Amount)]


def laid_over(game: Game[Any], planted: type[Planted]) -> Game[Any]:
    """Return the game with something planted in it."""
    kind: Any = type(planted.__name__, (planted, type(game)), {})
    made: Game[Any] = kind()
    return made
