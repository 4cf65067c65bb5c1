"""The figures of a game, and the charts they belong to: section 7 of each rules file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import unwrap
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
    TypeVarTuple,
)

from .data import WrittenDown, written_down
from .errors import FigureError, cut, shorten

if TYPE_CHECKING:
    from fractions import Fraction

    from .log import Transfer

Scope = Literal["table", "seat", "parts", "seat_parts"]
Kind = Literal[
    "line", "step", "bar", "stacked_bar", "stacked_area", "timeline", "heat_map", "scatter"
]


WHOSE: dict[Scope, str] = {
    "table": "of the table",
    "seat": "of each seat",
    "parts": "by parts",
    "seat_parts": "of each seat by parts",
}
"""What a figure of each scope is about, in words."""


# --- what a figure is made of: by it its changes are split into parts ---------------------------

Exact: TypeAlias = "int | Fraction"
"""A number without any rounding."""


class Holding(NamedTuple):
    """One thing that a figure counts: so much of it, each of which is worth so much.

    ``unit`` is a unit of the ledger, or a name of the game's own for what no ledger holds, such as
    a loan. ``kind`` names the things whose worth rises and falls together ("company"): a change of
    their worth is told as one, in the words of :attr:`Words.worth`. ``reason`` says why the amount
    changes where no transfer tells it; what ``goes_with`` a title, such as its mortgage, changes
    for the reason for which that title moves.
    """

    unit: str
    amount: Exact
    worth: Exact = 1
    kind: str = ""
    reason: str = ""
    goes_with: str = ""


class Makeup(NamedTuple):
    """What a figure is made of at one moment: the sum of its holdings, in the figure's unit.

    ``accounts`` are those of the ledger in which its units lie. What is worth something at one
    moment of a match is named at all of them, with the amount 0 where nothing of it is held: what
    it is worth then is needed too. ``prices`` are what the worths follow, for the words that tell
    of a change ("number": 5). ``paid_for`` gives for the reason of a payment that of the thing paid
    for, where the two differ: both are told as one. ``exchanged`` are the reasons for which things
    are exchanged at their price on a market: what is gained by that is a change of their worth.

    >>> made = Makeup(("A",), [Holding("dollars", 50), Holding("bond", 2, 100, "bond")])
    >>> made.total
    250
    """

    accounts: tuple[str, ...]
    holdings: Sequence[Holding]
    prices: Mapping[str, Any] = {}
    paid_for: Mapping[str, str] = {}
    exchanged: Collection[str] = ()

    @property
    def total(self) -> Exact:
        """The sum of the holdings: the figure, before it is rounded."""
        return sum((one.amount * one.worth for one in self.holdings), start=0)


Places: TypeAlias = "Mapping[tuple[str, str], int]"
"""How much of a unit lies in an account: ``{("market", "grain"): 12}``."""


class Reckoned(NamedTuple):
    """What a figure is reckoned from at one moment, where it is no sum of things.

    ``places`` is how much lies where of all that it depends on. ``terms`` reckons the figure from
    such places, as terms by name that sum to it; all else that it depends on, such as a peg, is as
    it is at this moment. A change is split transfer by transfer: by the reasons for which things
    moved where the one term has no name, else by the terms. What changes it besides, and each of
    the terms, is told in the words of :attr:`Words.worth` for ``kind``: with ``prices`` as it was
    and as it is of what else the figure follows ("peg"), or of each term by its name.

    >>> lie = {("market", "gold"): 20, ("market", "oil"): 5}
    >>> price = Reckoned(lie, lambda at: {"": at["market", "gold"] // at["market", "oil"]})
    >>> price.total
    4
    """

    places: Places
    terms: Callable[[Places], Mapping[str, Exact]]
    kind: str = ""
    prices: Mapping[str, Any] = {}
    paid_for: Mapping[str, str] = {}

    @property
    def total(self) -> Exact:
        """The sum of the terms: the figure, before it is rounded."""
        return sum(self.terms(self.places).values(), start=0)


class Counted(NamedTuple):
    """What a figure has counted of all that moved, since its window began: ``total``.

    ``worth`` gives what a transfer adds to it, 0 for most. Where that depends on how much lies
    where, ``places`` says it of this moment; ``worth`` is given those just before the transfer.
    """

    total: Exact
    worth: Callable[[Transfer, Places], Exact]
    places: Mapping[tuple[str, str], int] = {}


MadeOf: TypeAlias = "Makeup | Reckoned | Counted"


# --- figures and charts -------------------------------------------------------------------------


class GivesAway(NamedTuple):
    """What tells a figure besides its chart: covered while the class is asked about it.

    ``signs`` (gauges among them), ``pieces`` and ``spaces`` of the board are named by how their ids
    begin, of spaces what is written on them; ``events`` by their names, and other ``figures`` by
    their keys. ``amounts`` are the signs of money, such as "$" or "gold", in which everything that
    is told gives it away: prices in forms, in the news and in the ledger. Of ``questions``, named
    by their decisions, no number is told.
    """

    signs: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure, and what it means.

    ``compute`` is called with the table (scopes "table" and "parts") or the table and a seat
    ("seat" and "seat_parts") and gives a number or text, for scopes with parts ``{part: number}``.
    What it computes is known to everybody. ``unit`` is shown on the axis: "$", "%", "squares".

    ``definition`` says in a sentence what is counted, and names the unit and the window:
    "The player's cash at this moment, in dollars." ``window`` is the time that the figure covers,
    in the same words: "this moment" (in a history the end of the turn of its row), "this turn",
    "this round", "since the match began", "the last 5 properties auctioned". ``relative_to`` is
    what it is measured against, also in the words of the definition: "net worth", "the opening";
    empty where there is no such thing. Frames, exports, charts and ``classkit games NAME
    --figures`` show all of it, and a law asks that it is there.

    ``colours`` is called with the table and gives the colours ``{part: "#rrggbb"}`` of parts that
    have one on the board, so that a chart and the board agree; of a figure without parts those of
    its texts, or its own by its key. ``same_as`` is for a figure whose
    values tables have under other names already: the name of that column, such as
    "market_{part}". Charts draw it, tables leave it out.

    ``made_of`` is called as ``compute`` is, of a figure by parts with the part as well, and tells
    what the figure is made of, which everybody may know as well: the sum of a :class:`Makeup`, what
    it is :class:`Reckoned` from, or what it has :class:`Counted`. By it a change is split into its
    parts; of a figure without one, the ledger tells what it can. ``told_by`` names the events that
    change a figure which is made of nothing that moves: a change is then told turn by turn, by
    those events; of a figure of seats by those of the seat. Where neither can tell, ``unsplit``
    says in a sentence what the figure is made of.
    """

    key: str
    label: str
    unit: str
    scope: Scope
    compute: Callable[..., Any]
    clause: str = ""
    definition: str = ""
    window: str = "this moment"
    relative_to: str = ""
    colours: Callable[..., Mapping[str, str]] | None = None
    same_as: str = ""
    made_of: Callable[..., MadeOf] | None = None
    told_by: tuple[str, ...] = ()
    unsplit: str = ""

    def meaning(self) -> dict[str, str]:
        """Return what the figure means: definition, window, what it is relative to, and clause."""
        return {
            "definition": self.definition,
            "window": self.window,
            "relative_to": self.relative_to,
            "clause": self.clause,
        }

    def __repr__(self) -> str:
        """
        >>> Metric("price", "Price", "$", "table", lambda t: 5, "P5.1")
        <Metric price: Price, in $, of the table (P5.1)>
        >>> Metric("price", "Price", "$", "match", lambda t: 5)
        <Metric price: Price, in $, of 'match'>
        """
        unit = f", in {self.unit}" if self.unit else ""
        clause = f" ({self.clause})" if self.clause else ""
        whose = WHOSE[self.scope] if self.scope in [*WHOSE] else f"of {shorten(self.scope)}"
        return f"<Metric {self.key}: {self.label}{unit}, {whose}{clause}>"


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of one or several metrics, as a page or a figure draws it.

    ``marks`` is the key of a text metric whose values stand as markers on the line: in each turn
    that has one if its window is "this turn", else where it changes; ``shade`` the key of a metric
    of seats: in bars, seats for which it is 0 are drawn paler; ``lines`` are reference lines
    ``(value, label)``; ``per`` says what a bar stands for: a "turn", a "round", or each value of a
    figure that counts, by its key ("election").

    A "heat_map" shows a figure of kind "seat_parts" as it is now, seats by parts; a "scatter" its
    two metrics of seats against each other, one line of points per seat. ``bands`` is the key of a
    figure of the table: where it is neither 0 nor None a band stands behind the lines (a
    recession). ``told`` are figures of the table that the legend tells beside the lines, without
    drawing them. ``log`` offers a logarithmic axis. ``now`` draws bars of the present alone.
    ``ticks`` says what the numbers along an axis of turns count: where people speak of rounds,
    each round has its number where it begins.
    """

    key: str
    title: str
    kind: Kind
    metrics: tuple[str, ...]
    y_title: str
    note: str = ""
    marks: str = ""
    lines: tuple[tuple[float, str], ...] = ()
    per: str = "turn"
    shade: str = ""
    bands: str = ""
    told: tuple[str, ...] = ()
    log: bool = False
    now: bool = False
    ticks: Literal["turn", "round"] = "turn"


Declared = TypeVar("Declared", Metric, Chart)


def on_table(
    declared: tuple[Declared, ...], shipped: tuple[Declared, ...], there: tuple[Declared, ...]
) -> tuple[Declared, ...]:
    """Return the figures or charts that a game declares, without those that this table lacks.

    ``shipped`` are those of the game that ``declared`` was made from, and ``there`` are the ones of
    them that this table has, in its order. All others are somebody's own and keep their place. One
    with the key of a shipped one replaces it.

    >>> money, debt = (Chart(key, key, "line", (key,), "$") for key in ("money", "debt"))
    >>> mine = Chart("mine", "Mine", "line", ("mine",), "$")
    >>> [chart.key for chart in on_table((mine, money, debt), (money, debt), (debt,))]
    ['mine', 'debt']
    """
    if declared is shipped:
        return there
    of_shipped = {one.key: one for one in shipped}
    own = {one.key: one for one in declared if of_shipped.get(one.key) != one}
    keys = {one.key for one in declared}
    left = iter([own.get(one.key, one) for one in there if one.key in keys])
    found = (next(left, None) if one.key in of_shipped else one for one in declared)
    return tuple(one for one in found if one is not None)


OnTable = TypeVar("OnTable", bound="HasRow")
Else = TypeVarTuple("Else")
Found = TypeVar("Found")
MISSING: Any = object()


class HasRow(Protocol):
    """A table, of which a row of figures is computed."""

    worked_out: dict[Any, Any] | None


def once_a_row(
    work_out: Callable[[OnTable, *Else], Found],
) -> Callable[[OnTable, *Else], Found]:
    """Cache a function while a row is computed, so that its figures share one result.

    ``work_out`` takes the table, and what else it needs, such as a seat. Nobody may change what it
    returns. Outside a row, where the table changes, it works it out each time.
    """

    @wraps(work_out)
    def found(table: OnTable, *of: *Else) -> Found:
        known = table.worked_out
        if known is None:
            return work_out(table, *of)
        key = (work_out, *of)
        there: Found = known.get(key, MISSING)
        if there is MISSING:
            there = known[key] = work_out(table, *of)
        return there

    return found


def compute_row(metrics: tuple[Metric, ...], table: Any) -> dict[str, Any]:
    """Compute all figures of a table: ``{key: value, or {seat: value} for figures of a seat}``.

    The row and what it holds stay as they are: all who look at the history read them.
    """
    seats = table.seats
    row: dict[str, Any] = {"turn": table.turn, "round": table.round}
    table.worked_out = {}
    try:
        for metric in metrics:
            key, scope, compute = metric.key, metric.scope, metric.compute
            if scope == "table":
                row[key] = compute(table)
            elif scope == "seat":
                row[key] = WrittenDown({seat: compute(table, seat) for seat in seats})
            elif scope == "parts":
                row[key] = read_parts(compute(table))
            else:
                row[key] = WrittenDown({seat: read_parts(compute(table, seat)) for seat in seats})
    except Exception as error:
        raise figure_error(key, compute, error) from error
    finally:
        table.worked_out = None
    return WrittenDown(row)


class GappyRow(WrittenDown):
    """A row in which some figures have no value, since their functions raised errors.

    ``broken`` tells of each by its key: "The figure 'squares' cannot be computed (...)."
    """

    __slots__ = ("broken",)

    def __init__(self, row: Mapping[str, Any], broken: Mapping[str, str]) -> None:
        super().__init__(row)
        self.broken = broken


def compute_row_with_gaps(metrics: tuple[Metric, ...], table: Any) -> dict[str, Any]:
    """Compute all figures of a table as :func:`compute_row` does, but break off for none.

    A figure that breaks has no value: None, for each seat where it is one of seats, or no parts.
    """
    try:
        return compute_row(metrics, table)
    except FigureError:
        pass
    row: dict[str, Any] = {"turn": table.turn, "round": table.round}
    broken: dict[str, str] = {}
    for metric in metrics:
        try:
            row[metric.key] = compute_row((metric,), table)[metric.key]
        except FigureError as error:
            row[metric.key] = no_value(metric.scope, table.seats)
            broken[metric.key] = str(error)
    return GappyRow(row, broken)


EMPTY = "It is empty wherever it cannot be computed."
"""What a warning says of a figure that broke, after its error."""


def no_value(scope: Scope, seats: Sequence[str]) -> Any:
    """Return what stands in a row for a figure without a value.

    >>> no_value("table", "AB"), no_value("seat", "AB"), no_value("seat_parts", "AB")
    (None, {'A': None, 'B': None}, {'A': {}, 'B': {}})
    """
    if scope == "table":
        return None
    if scope == "parts":
        return WrittenDown()
    one = None if scope == "seat" else WrittenDown()
    return WrittenDown(dict.fromkeys(seats, one))


def broken_in(rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return which figures have no value in some row since they broke, and what is told of each.

    What is told is the error of the first such row.
    """
    found: dict[str, str] = {}
    for row in rows:
        if isinstance(row, GappyRow):
            found = {**row.broken, **found}
    return found


def refuse_broken(rows: Iterable[Mapping[str, Any]], keys: Collection[str]) -> None:
    """Raise FigureError if one of these figures broke in some row."""
    for key, told in broken_in(rows).items():
        if key in keys:
            raise FigureError(told)


def read_parts(value: Any) -> Mapping[str, Any]:
    """Read the parts of a figure, which nobody may change from now on."""
    parts = written_down(value)
    if type(parts) is WrittenDown or isinstance(parts, Mapping):
        return parts
    raise TypeError(f"what it returns must be a dict of its parts, not {shorten(value)}")


def figure_error(
    key: str, called: Callable[..., Any], error: Exception, done: str = "computed"
) -> FigureError:
    """Return the error that names a figure, what the function it ``called`` raised, and where.

    ``done`` says what cannot be done with the figure.
    """
    reason = f"{type(error).__name__}{line_of(called, error)}: {shorten(error, 200)}"
    return FigureError(f"The figure {key!r} cannot be {done} ({reason}).")


def line_of(called: Callable[..., Any], error: Exception) -> str:
    """Return the line of a function's file that led to an error, as " in line 3 of mine.py".

    Where the error came before the function's first line, such as from a missing argument, it is
    the line where the function begins; empty for a function that Python itself has.
    """
    found: list[tuple[str, int]] = []
    trace = error.__traceback__
    callers = {__file__}
    if trace is not None:
        callers.add(trace.tb_frame.f_code.co_filename)
    while trace is not None:
        place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        if place[0] not in callers and (not found or place[0] == found[0][0]):
            found.append(place)
        trace = trace.tb_next
    code = getattr(unwrap(called), "__code__", None)
    if not found and code is not None:
        found.append((code.co_filename, code.co_firstlineno))
    if not found:
        return ""
    file, line = Path(found[-1][0]), found[-1][1]
    in_notebook = file.parent.name.startswith("ipykernel_")
    return f" in line {line} of {'its cell' if in_notebook else cut(file.name)}"
