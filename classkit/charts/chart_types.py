"""Types of the input data of charts, and of the chart data sent to a page.

The types in the page's code are generated from these (:mod:`classkit.widgets.wire_types`).
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Given: TypeAlias = dict[str, Any]
"""A trace or a layout in plotly's format, with colours of the theme (:mod:`.chart_style`)."""


class ChartPlanData(TypedDict):
    """A chart as declared by a game, and redacted for a viewer.

    ``absent`` is the reason why the viewer may not see the chart. A ``covered`` chart is hidden
    until the class has made its predictions.
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


class CurrencyData(TypedDict):
    """A currency for pages: its sign, plural noun, side and mark of thousands."""

    sign: str
    many: str
    after: bool
    thousands: str


class MetricPlanData(TypedDict):
    """A metric: its label, unit, scope and meaning."""

    label: str
    unit: str
    currency: NotRequired[CurrencyData]
    scope: str
    parts: NotRequired[list[tuple[str, str]]]
    colours: NotRequired[dict[str, str]]
    texts: NotRequired[dict[str, str]]
    definition: NotRequired[str]
    window: NotRequired[str]
    relative_to: NotRequired[str]
    clause: NotRequired[str]


class MetricRowData(TypedDict):
    """The metrics after a turn, by key."""

    turn: int
    round: int
    values: dict[str, Any]


class BranchRowsData(TypedDict):
    """Another branch: its name, its title, and its rows since it diverged."""

    name: str
    title: str
    from_turn: int
    rows: list[MetricRowData]


class GuessData(TypedDict):
    """A prediction as typed by a person, or of the class as a whole, which has no name.

    ``line`` is a line drawn on the chart, as points along its turns or rounds.
    """

    who: str
    value: str
    line: NotRequired[list[tuple[float, float]]]


class PredictionData(TypedDict):
    """A question to a class about a chart, and the predictions.

    The question, asked at ``turn``, is about the value of the metric ``figure`` (of a ``seat``, for
    a metric of seats) after the turn or round ``at``. ``figure`` is empty if no metric of the chart
    is suitable for such a question. ``top`` is the maximum height of a line drawn by hand.
    """

    turn: int
    figure: str
    seat: str
    at: int
    unit: str
    top: float
    guesses: list[GuessData]


class FanLinesData(TypedDict):
    """Five quantiles of metrics in the futures, by owner, along their turns or rounds."""

    x: list[int]
    figures: dict[str, dict[str, list[list[float | None]]]]


class FanData(TypedDict):
    """Simulated futures: their number, their first turn, and their quantiles by turn and round.

    ``wins`` is the number of futures won by each seat.
    """

    run: int
    n: int
    turn: int
    by: dict[str, FanLinesData]
    wins: NotRequired[dict[str, int]]


class MetricRefData(TypedDict):
    """Reference to a metric, its seat (empty for a metric of the table), and its part, if any."""

    figure: str
    seat: str
    part: str


class TraceMetricsData(TypedDict):
    """The metrics that the points of a trace show, and how points correspond to metrics (``by``).

    "line": all points show one metric along the turns. "stack": the same, but a point also
    represents the area below it, down to the next trace. "present": each point shows the current
    value of a different metric. "plane": each point shows two metrics at the turn in its text.
    """

    by: Literal["line", "stack", "present", "plane"]
    figures: list[MetricRefData]


class TurningMarkData(TypedDict):
    """Turn and metric value of a turning point on a line."""

    figure: str
    seat: str
    turn: int
    score: int | float


class AxesData(TypedDict):
    """Description of a chart's axes (:func:`classkit.charts.axes.describe_axes`).

    ``across`` is the kind of the x-axis: turns, rounds or another count ("counts"), names, or
    values. ``word`` is the counted unit, such as "turn", and ``x_unit`` the unit of values. ``up``
    is the kind of the y-axis: values of ``unit``, or names. ``zero`` means that the value axis
    includes 0, ``counted`` that its values are counts, ``steady`` that lines or areas run over
    turns, ``rounds`` that turns are labelled by round, and ``log`` that the axis can be
    logarithmic. ``most`` is a maximum of all values, and ``top`` the minimum for the end of the
    axis. ``currency`` is the money of the units. ``ahead`` is the turn or round
    of a prediction, up to which the axis extends.
    """

    across: Literal["counts", "names", "values"]
    up: Literal["values", "names"]
    word: str
    unit: str
    x_unit: str
    currency: NotRequired[CurrencyData]
    zero: bool
    counted: bool
    most: NotRequired[int]
    top: float
    steady: bool
    rounds: bool
    log: bool
    ahead: NotRequired[int]


class PlotlyChartData(TypedDict):
    """A chart in plotly's format, except for the colours of the theme."""

    data: list[Given]
    layout: Given


class LegendEntryData(TypedDict):
    """An entry in the legend of a chart for the class."""

    name: str
    colour: str
    dash: str


class ChartLabelData(TypedDict):
    """A label next to a chart: a name, the current value, and its change in the last step.

    It is placed at the value ``at`` at the end of its line, or at the point ``x`` if present. A
    label without ``at`` explains a colour. Without a ``name``, only the end of the line is marked.
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
    """The head of a chart, next to its title: a remark, and the value of its first metric."""

    remark: str
    figure: str
    colour: str


class NumbersTableData(TypedDict):
    """A table of formatted numbers, as a dict. The first column contains the names of the rows.

    Attributes:
        caption: Heading of the table.
        columns: Headings of the columns.
        rows: The rows, each as a list of cells.
        of: Key of the line for each column, if the numbers are points on lines.
        at: Position of each row along the axis.
        asks: For a table of current values, the metric shown in each cell, by row.

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
    """The current state of a chart. The page resolves its colours and passes it to plotly.

    ``traces`` maps names to traces, so that a step sends only the new points; ``order`` is the
    order in which plotly draws them. ``labels`` maps the name of a trace to its label. ``splits``
    contains the traces with points that can be explained, and ``per`` the unit of these points.
    ``numbers`` are sent only while the table is open.
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
