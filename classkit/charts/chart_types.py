"""Types of the input of charts, and of the chart data sent to a page.

The page's types are generated from these
(:mod:`classkit.widgets.wire_types`).
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Given: TypeAlias = dict[str, Any]
"""A trace or a layout, as plotly takes it, with colours of the theme (:mod:`.chart_style`)."""


class ChartPlanData(TypedDict):
    """A chart as a game declares it, and as these eyes may see it.

    ``absent`` is the reason why it may not be seen; a ``covered`` one waits for predictions.
    """

    key: str
    title: str
    kind: str
    metrics: list[str]
    y_title: str
    note: str
    marks: str
    lines: list[tuple[float, str]]
    per: str
    shade: str
    bands: str
    told: list[str]
    log: bool
    now: bool
    ticks: str
    names: list[str]
    zero: bool
    behind: list[str]
    top: float
    role: Literal["prices", "purse", "scores", ""]
    absent: NotRequired[str]
    covered: NotRequired[bool]


class MetricPlanData(TypedDict):
    """A figure: its label, its unit, whose it is, and what it means."""

    label: str
    unit: str
    scope: str
    parts: NotRequired[list[tuple[str, str]]]
    colours: NotRequired[dict[str, str]]
    texts: NotRequired[dict[str, str]]
    definition: NotRequired[str]
    window: NotRequired[str]
    relative_to: NotRequired[str]
    clause: NotRequired[str]


class MetricRowData(TypedDict):
    """The figures after a turn, by key."""

    turn: int
    round: int
    values: dict[str, Any]


class BranchRowsData(TypedDict):
    """Another line of play by its name, what it is called, and the rows from where it left."""

    name: str
    title: str
    from_turn: int
    rows: list[MetricRowData]


class GuessData(TypedDict):
    """What somebody expects, as it was typed; the class as a whole has no name.

    A ``line`` is what was drawn on the chart, as points along its turns or rounds.
    """

    who: str
    value: str
    line: NotRequired[list[tuple[float, float]]]


class PredictionData(TypedDict):
    """What a class was asked about a chart at a turn, and what it expects.

    It was asked for a ``figure``, of a seat where it is one of seats, as it will stand after the
    turn or round ``at``. The figure is empty where none of the chart can be asked for so. ``top``
    is as high as a line may be drawn.
    """

    turn: int
    figure: str
    seat: str
    at: int
    unit: str
    top: float
    guesses: list[GuessData]


class FanLinesData(TypedDict):
    """The five quantiles of figures, by whose line it is, along their turns or rounds."""

    x: list[int]
    figures: dict[str, dict[str, list[list[float | None]]]]


class FanData(TypedDict):
    """What may come: how many futures, from which turn, and their quantiles by turn and round.

    ``wins`` is the number of futures that each seat wins.
    """

    run: int
    n: int
    turn: int
    by: dict[str, FanLinesData]
    wins: NotRequired[dict[str, int]]


class MetricRefData(TypedDict):
    """A figure, whose it is, and which part; of the table the seat is empty, else the part may."""

    figure: str
    seat: str
    part: str


class TraceMetricsData(TypedDict):
    """The figures that the points of a trace show, and ``by`` what a point is one of them.

    "line": all are of one, along the turns; "stack": so too, and a point is all below it as far as
    the next one. "present": each is of its own, as it is now. "plane": each is of both figures, at
    the turn that its text names.
    """

    by: Literal["line", "stack", "present", "plane"]
    figures: list[MetricRefData]


class TurningMarkData(TypedDict):
    """A point of a line that turned a match: after which turn, and how the figure stood there."""

    figure: str
    seat: str
    turn: int
    score: int | float


class AxesData(TypedDict):
    """What the axes of a chart show (:func:`classkit.charts.axes.describe_axes`).

    ``across`` are turns, rounds or another count ("counts"), names, or values; ``word`` is what it
    counts, such as "turn", and ``x_unit`` the unit of values. ``up`` are values of ``unit``, or
    names. ``zero`` says that the axis of values includes 0, ``counted`` that it counts things,
    ``most`` what no value exceeds, ``top`` where it ends at least, ``steady`` that lines or areas
    run over turns, ``rounds`` that turns are labelled by their rounds, ``log`` that the axis can be
    logarithmic. ``ahead`` is the turn or round of a prediction, up to which the axis reaches.
    """

    across: Literal["counts", "names", "values"]
    up: Literal["values", "names"]
    word: str
    unit: str
    x_unit: str
    zero: bool
    counted: bool
    most: NotRequired[int]
    top: float
    steady: bool
    rounds: bool
    log: bool
    ahead: NotRequired[int]


class PlotlyChartData(TypedDict):
    """A chart as plotly takes it, but for the colours of the theme."""

    data: list[Given]
    layout: Given


class LegendEntryData(TypedDict):
    """An entry of the legend of a chart of the class."""

    name: str
    colour: str
    dash: str


class ChartLabelData(TypedDict):
    """A label next to a chart: a name, the present value, and its change in the last step.

    It is tied to the value ``at`` at the end of its line, and where ``x`` is given to that point.
    A label without ``at`` explains a colour. Without a ``name`` only the end of the line is marked.
    """

    name: str
    seat: str
    colour: str
    symbol: str
    value: str
    change: str
    at: NotRequired[float | None]
    x: NotRequired[float]


class ChartHeadData(TypedDict):
    """The head of a chart, next to its title: a remark, and the figure of its first metric."""

    remark: str
    figure: str
    colour: str


class NumbersTableData(TypedDict):
    """A table of formatted numbers, as a dict. The first column names the rows.

    Attributes:
        caption: Heading of the table.
        columns: Headings of the columns.
        rows: The cells of each row.
        of: Key of the line that each column shows, if the numbers are points of lines.
        at: Place of each row along the axis.
        asks: Metrics of each row of the current values, one for each cell.

    Example:
        >>> table: NumbersTableData = {"caption": "Cash", "columns": ["turn", "A"], "rows": []}
        >>> table["columns"][1]
        'A'
    """

    caption: str
    columns: list[str]
    rows: list[list[str]]
    of: NotRequired[list[str]]
    at: NotRequired[list[int]]
    asks: NotRequired[list[list[MetricRefData]]]


class ChartData(TypedDict):
    """The current state of a chart: the page resolves its colours and hands it to plotly.

    ``traces`` are by name, in the ``order`` in which plotly draws them, so that a step sends the
    points that it adds. ``labels`` are by the name of their trace. ``splits`` are the traces whose
    points can be explained, and ``per`` what their points count. ``numbers`` are sent when somebody
    looks at them.
    """

    order: list[str]
    traces: dict[str, Given]
    layout: Given
    axes: AxesData
    head: ChartHeadData
    labels: dict[str, ChartLabelData]
    splits: dict[str, TraceMetricsData]
    per: str
    fan_words: str
    numbers: NotRequired[list[NumbersTableData]]
    absent: NotRequired[str]
