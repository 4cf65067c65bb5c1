"""Metrics and charts that a game declares (section 7 of each rules file)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from inspect import unwrap
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from ..errors import FigureError, truncate_text, truncate_value
from ..untrusted_input import FrozenDict, freeze_json
from .components import AnyComponents
from .expressions import Expression

Scope = Literal["table", "seat", "parts", "seat_parts"]
ChartKind = Literal[
    "line", "step", "bar", "stacked_bar", "stacked_area", "timeline", "heat_map", "scatter"
]


SCOPE_LABELS: dict[Scope, str] = {
    "table": "of the table",
    "seat": "of each seat",
    "parts": "by parts",
    "seat_parts": "of each seat by parts",
}
"""Description of each scope."""


class GivesAway(NamedTuple):
    """Displays other than its chart that reveal a metric. They are hidden during predictions.

    Args:
        signs: Prefixes of the ids of signs and gauges on the board.
        pieces: Prefixes of the ids of pieces.
        spaces: Prefixes of the ids of spaces. The texts of these spaces are hidden.
        events: Names of events.
        figures: Keys of other metrics.
        amounts: Units of money, such as "$" or "gold". Amounts in these units are hidden in forms,
            news and ledger.
        questions: Names of decisions. The numbers in these decisions are hidden.

    Example:
        >>> GivesAway(signs=("price-",), amounts=("$",)).amounts
        ('$',)
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
    """Computation and meaning of a metric.

    Metrics are public. Frames, exports, charts and ``classkit games NAME --figures`` show their
    descriptions, and a law tests that the descriptions are complete.

    Args:
        key: Name in history rows, frames and exports.
        label: Name shown to people.
        unit: Unit shown on the axis: "$", "%", "squares".
        scope: "table", "seat", "parts" or "seat_parts".
        compute: An expression (:mod:`classkit.engine.metrics.expressions`), which declares the
            value, its explanation and its disclosures. Or a function that takes the state, and the
            seat for scopes of seats. It returns a number or text, or ``{part: number}`` for scopes
            with parts. After construction, the attribute is the function that computes the value.
        clause: Clause that defines the metric.
        definition: One sentence that describes the quantity, with unit and window: "The player's
            cash at this moment, in dollars."
        window: Period that the metric covers, as worded in the definition: "this moment" (in a
            history, the end of the row's turn), "this turn", "this round", "since the match began",
            "the last 5 properties auctioned".
        relative_to: Reference that the metric is relative to, as worded in the definition: "net
            worth", "the opening", or an empty string if there is none.
        colours: Function that takes the state and returns ``{part: "#rrggbb"}`` for parts that have
            a colour on the board. For a metric without parts, it returns the colours of its texts,
            or its own colour under its key.
        same_as: Name of the column that already contains these values in tables, such as
            "market_{part}". Charts show the metric; tables omit it.
        made_of: Function with the same arguments as ``compute``, plus the part for metrics that
            consist of parts. It returns the public :class:`Components`, :class:`DerivedComponents`
            or :class:`CountedComponents` used to split a change. Without it, the ledger explains as
            much of a change as possible.
        told_by: Events that change a metric without components. A change is then explained turn by
            turn by these events; for a metric of seats, only by events of the seat.
        unsplit: Sentence that describes the composition of the metric if a change cannot be split.
        expression: The expression given as ``compute``, which also declares ``made_of``,
            ``told_by`` and ``unsplit``.

    Example:
        >>> import classkit
        >>> rich = classkit.Metric("richest", "Richest seat", "$", "table",
        ...     lambda table: max(table.cash(seat) for seat in table.seats), definition="...")
        >>> m = classkit.new("opoly", seats=3, seed=7, metrics=[rich])
        >>> m.metrics()["richest"]
        1500
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
    made_of: Callable[..., AnyComponents] | None = None
    told_by: tuple[str, ...] = ()
    unsplit: str = ""
    expression: Expression | None = None

    def __post_init__(self) -> None:
        """Set the function for the value and the explanation from the expression."""
        declared = self.compute
        if isinstance(declared, Expression):
            derived = {
                "expression": declared,
                "compute": declared.value,
                "made_of": self.made_of or declared.components,
                "told_by": self.told_by or declared.events,
                "unsplit": self.unsplit or declared.unsplit,
            }
            for name, value in derived.items():
                object.__setattr__(self, name, value)
        elif self.expression is not None and declared is not self.expression.value:
            object.__setattr__(self, "expression", None)  # the function was replaced

    def meaning(self) -> dict[str, str]:
        """Return the definition, window, reference and clause.

        Returns:
            A dict with the keys "definition", "window", "relative_to" and "clause".
        """
        return {
            "definition": self.definition,
            "window": self.window,
            "relative_to": self.relative_to,
            "clause": self.clause,
        }

    def __repr__(self) -> str:
        """Return a text with the key, label, unit, scope and clause.

        >>> Metric("price", "Price", "$", "table", lambda t: 5, "P5.1")
        <Metric price: Price, in $, of the table (P5.1)>
        >>> Metric("price", "Price", "$", "match", lambda t: 5)
        <Metric price: Price, in $, of 'match'>
        """
        unit = f", in {self.unit}" if self.unit else ""
        clause = f" ({self.clause})" if self.clause else ""
        whose = (
            SCOPE_LABELS[self.scope]
            if self.scope in [*SCOPE_LABELS]
            else f"of {truncate_text(self.scope)}"
        )
        return f"<Metric {self.key}: {self.label}{unit}, {whose}{clause}>"


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of one or several metrics.

    Args:
        key: Name of the chart.
        title: Title.
        kind: Kind of chart. A "heat_map" shows the current values of a metric of scope
            "seat_parts", seats by parts. A "scatter" plots two metrics of seats against each other,
            with one line for each seat.
        metrics: Keys of the metrics.
        y_title: Title of the y-axis.
        note: Remark below the chart.
        marks: Key of a text metric whose values are shown as markers on the line. If its window is
            "this turn", every turn with a value gets a marker; otherwise every change does.
        lines: Reference lines ``(value, label)``.
        per: Period that a bar represents: a "turn", a "round", or each value of a counting metric,
            given by its key ("election").
        shade: Key of a metric of seats. Bars of a seat are paler while this metric is 0.
        bands: Key of a table metric. While it is neither 0 nor None, a band is drawn behind the
            lines, for example for a recession.
        told: Keys of table metrics that are shown only in the chart's header.
        log: Offer a logarithmic axis.
        now: Draw bars only for the current values.
        ticks: Unit of the numbers along the axis of turns; "round" places each number at the
            beginning of its round.
        most: Maximum of the first metric, for a chart of prices. The axis ends there, and the
            timeline and the room show how high prices are.
        names: Short names of the metrics, such as "Cash", shown at the ends of their lines.
        zero: Start the value axis at 0. Only an index may start at another value.
        behind: Keys of metrics of the table that an index is composed of. They are drawn as thin
            lines behind the index, each scaled to start at the same point.

    Example:
        >>> cash = Chart("cash", "Cash", "line", ("cash",), "$")
        >>> cash.drawn
        ('cash',)
    """

    key: str
    title: str
    kind: ChartKind
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
    most: float | None = None
    names: tuple[str, ...] = ()
    zero: bool = True
    behind: tuple[str, ...] = ()

    @property
    def drawn(self) -> tuple[str, ...]:
        """Keys of the metrics that the chart shows."""
        return (*self.metrics, *self.behind, *self.told)


def find_disclosures(
    metrics: Iterable[Metric], declared: Mapping[str, GivesAway]
) -> dict[str, GivesAway]:
    """Return the displays that reveal each metric, from declarations and expressions.

    From the expressions, these are metrics that share a leaf, and events that set a value.

    Args:
        metrics: All metrics of a state.
        declared: Displays declared by the game, by metric key, such as signs on the board that
            expressions do not include.

    Example:
        >>> from classkit.engine.metrics.expressions import holding
        >>> bank = Metric("bank", "Bank", "$", "table", holding("dollars", "bank"))
        >>> cash = Metric("cash", "Cash", "$", "seat", holding("dollars"))
        >>> find_disclosures([bank, cash], {})["cash"].figures
        ('bank',)
    """
    of_metric = {one.key: one.expression for one in metrics}
    found = dict(declared)
    for key, expression in of_metric.items():
        if expression is None:
            continue
        others = [
            other for other, one in of_metric.items()
            if other != key and one is not None and one.gives_away(expression)
        ]  # fmt: skip
        told = declared.get(key, GivesAway())
        found[key] = told._replace(
            figures=tuple(dict.fromkeys((*told.figures, *others))),
            events=tuple(dict.fromkeys((*told.events, *expression.events))),
        )
    return found


Declared = TypeVar("Declared", Metric, Chart)


def filter_declared(
    declared: tuple[Declared, ...], shipped: tuple[Declared, ...], there: tuple[Declared, ...]
) -> tuple[Declared, ...]:
    """Return the metrics or charts that a game declares and that exist in this state.

    Custom metrics or charts stay in place. One with the key of a shipped one replaces it.

    Args:
        declared: All metrics or charts that the game declares.
        shipped: Metrics or charts of the original game that ``declared`` extends.
        there: Items of ``shipped`` that exist in this state, in the state's order.

    Example:
        >>> money, debt = (Chart(key, key, "line", (key,), "$") for key in ("money", "debt"))
        >>> mine = Chart("mine", "Mine", "line", ("mine",), "$")
        >>> [chart.key for chart in filter_declared((mine, money, debt), (money, debt), (debt,))]
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


def compute_row(metrics: tuple[Metric, ...], table: Any) -> dict[str, Any]:
    """Return all metrics of a state by key. A seat metric's value is a dict by seat.

    The result is frozen because it is shared by all readers of the history.
    """
    seats = table.seats
    row: dict[str, Any] = {"turn": table.turn, "round": table.round}
    table.worked_out = {}
    try:
        for metric in metrics:
            key, scope, compute = metric.key, metric.scope, metric.compute
            if scope == "table":
                row[key] = compute(table)
            elif scope == "parts":
                row[key] = freeze_parts(compute(table))
            elif (made := metric.expression) is not None and (read := made.read_seats):
                values = read(table)
                if type(values) is not FrozenDict:
                    if scope == "seat_parts":
                        values = {seat: freeze_parts(value) for seat, value in values.items()}
                    values = FrozenDict(values)
                row[key] = values
            elif scope == "seat":
                row[key] = FrozenDict({seat: compute(table, seat) for seat in seats})
            else:
                row[key] = FrozenDict({seat: freeze_parts(compute(table, seat)) for seat in seats})
    except Exception as error:
        raise metric_error(key, compute, error) from error
    finally:
        table.worked_out = None
    return FrozenDict(row)


class PartialRow(FrozenDict):
    """A row in which some values are empty because the metrics raised errors.

    ``broken`` maps the key of each failed metric to its message: "The metric 'squares' cannot be
    computed (...)."
    """

    __slots__ = ("broken",)

    def __init__(self, row: Mapping[str, Any], broken: Mapping[str, str]) -> None:
        super().__init__(row)
        self.broken = broken


def compute_row_lenient(metrics: tuple[Metric, ...], table: Any) -> dict[str, Any]:
    """Return all metrics of a state like :func:`compute_row`, but never raise FigureError.

    The value of a failed metric is None, None for each seat, or an empty dict of parts.
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
            row[metric.key] = empty_value(metric.scope, table.seats)
            broken[metric.key] = str(error)
    return PartialRow(row, broken)


EMPTY_REMARK = "It is left empty where it cannot be computed."
"""Remark that follows the error of a metric in a warning."""


def empty_value(scope: Scope, seats: Sequence[str]) -> Any:
    """Return the value that a failed metric has in a row.

    >>> empty_value("table", "AB"), empty_value("seat", "AB"), empty_value("seat_parts", "AB")
    (None, {'A': None, 'B': None}, {'A': {}, 'B': {}})
    """
    if scope == "table":
        return None
    if scope == "parts":
        return FrozenDict()
    one = None if scope == "seat" else FrozenDict()
    return FrozenDict(dict.fromkeys(seats, one))


def failed_metrics(rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the first error of each metric that failed in any row."""
    found: dict[str, str] = {}
    for row in rows:
        if isinstance(row, PartialRow):
            found = {**row.broken, **found}
    return found


def require_computed(rows: Iterable[Mapping[str, Any]], keys: Collection[str]) -> None:
    """Raise FigureError if any of these metrics failed in any row."""
    for key, told in failed_metrics(rows).items():
        if key in keys:
            raise FigureError(told)


def freeze_parts(value: Any) -> Mapping[str, Any]:
    """Return the parts of a metric as an immutable mapping."""
    kind = type(value)
    if kind is FrozenDict:
        frozen: Mapping[str, Any] = value
        return frozen
    if kind is dict:
        return FrozenDict(value)
    parts = freeze_json(value)
    if isinstance(parts, Mapping):
        return parts
    raise TypeError(f"its function must return a dict of parts, not {truncate_text(value)}")


def metric_error(
    key: str, called: Callable[..., Any], error: Exception, done: str = "computed"
) -> FigureError:
    """Return the FigureError for a metric whose function raised an error.

    Args:
        key: Key of the metric.
        called: The function.
        error: The error that the function raised.
        done: Participle for the failed operation, such as "computed".
    """
    reason = f"{type(error).__name__}{locate_error(called, error)}: {truncate_text(error, 200)}"
    return FigureError(f"The metric {key!r} cannot be {done} ({reason}).")


def locate_error(called: Callable[..., Any], error: Exception) -> str:
    """Return the line in a function's file that caused an error, such as " in line 3 of mine.py".

    If the error was raised before the function's first line, for example because of a missing
    argument, this is the line of the definition. The result is empty for a built-in function.
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
    return f" in line {line} of {'its cell' if in_notebook else truncate_value(file.name)}"
