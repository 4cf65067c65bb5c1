"""Types of the input of charts, and of the chart data sent to a page.

The page's types are generated from these
(:mod:`classkit.widgets.wire_types`).
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Given: TypeAlias = dict[str, Any]
"""What stands in a description in place of a value (see :mod:`.data_binding`), or a part of a
picture."""


class ChartPlanData(TypedDict):
    """A chart as a game declares it, and as these eyes may see it."""

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
    absent: NotRequired[str]


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
    """What may come: how many futures, from which turn, and their quantiles by turn and round."""

    run: int
    n: int
    turn: int
    by: dict[str, FanLinesData]


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
    """What a page may do for the axes while a match goes on (:func:`.chart_layout.axes`)."""

    plane: bool
    values: bool
    counted: bool
    most: NotRequired[int]
    steady: bool
    counts: bool
    rounds: bool
    log: bool


class FanLineData(TypedDict):
    """A line that has futures: its name, its figure and whose it is, and its unit."""

    name: str
    of: list[str]
    unit: str


class NumbersData(TypedDict):
    """The numbers of a chart as a table yet to be filled: its cells over time, or its lines now.

    ``of`` has the trace of each of the cells; an empty text where a cell is no point of one.
    """

    columns: list[str]
    cells: NotRequired[list[Given]]
    lines: NotRequired[list[list[Any]]]
    of: NotRequired[list[str]]


class ChartSpecData(TypedDict):
    """A chart as plotly data and layout, in which lists are columns yet to be filled."""

    title: str
    per: str
    latest: NotRequired[int]
    data: list[Given]
    layout: Given
    axes: AxesData
    x_title: str
    y_title: str
    legend: list[Given]
    numbers: NumbersData
    courses: dict[str, TraceMetricsData]
    fan: list[FanLineData]
    absent: NotRequired[str]


class PlotlyChartData(TypedDict):
    """A chart as plotly takes it, once it is painted."""

    data: list[Given]
    layout: Given


class LegendEntryData(TypedDict):
    """An entry of a legend, or its heading."""

    name: str
    heading: NotRequired[bool]
    colour: NotRequired[str]
    dash: NotRequired[str]
    symbol: NotRequired[str]
    filled: NotRequired[bool]
    mark: NotRequired[bool]
    told: NotRequired[bool]
    fan: NotRequired[bool]
    about: NotRequired[str]
    empty: NotRequired[bool]


class NumbersTableData(TypedDict):
    """Numbers in words: the first column names the rows.

    Where they are the points of lines, ``of`` has the line of each column, and ``at`` the place of
    each row along the axis. Of the present ``asks`` has the figures of each row, one for a cell.
    """

    caption: str
    columns: list[str]
    rows: list[list[str]]
    of: NotRequired[list[str]]
    at: NotRequired[list[int]]
    asks: NotRequired[list[list[MetricRefData]]]


class ChartData(TypedDict):
    """A chart as it is now, filled: the page paints it and hands it to plotly.

    ``traces`` are by name, in the ``order`` in which plotly draws them, so that a step sends the
    points that it adds. ``values`` says where each line of the legend stands, None where it has no
    value. ``splits`` are the traces of whose points it can be told why they are where they are, and
    ``per`` what their points count. ``numbers`` are there where somebody looks at them.
    """

    order: list[str]
    traces: dict[str, Given]
    layout: Given
    axes: AxesData
    x_title: str
    y_title: str
    legend: list[LegendEntryData]
    values: list[str | None]
    splits: dict[str, TraceMetricsData]
    per: str
    fan_words: str
    numbers: NotRequired[list[NumbersTableData]]
    absent: NotRequired[str]
