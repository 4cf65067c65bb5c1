"""Types of the messages between kernel and page.

The state of a page is ``fixed``, which is constant during a match, and ``now``, the current moment.
A *snapshot* message contains both; *step* messages contain changes of ``now``; *detail* messages
answer queries; *refused* messages contain the reason for an error. The types of the page
(``page/types.js``) are generated from these classes, from :mod:`classkit.charts.chart_types`, and
from :mod:`classkit.engine.board`, whose objects are sent without empty fields.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from classkit.charts.chart_types import (
    ChartData,
    ChartPlanData,
    CurrencyData,
    MetricPlanData,
    PredictionData,
    TurningMarkData,
)
from classkit.engine import board

SpaceData: TypeAlias = Annotated[dict[str, Any], board.Space]
DecorData: TypeAlias = Annotated[dict[str, Any], board.Decor]
LookData: TypeAlias = Annotated[dict[str, Any], board.SpaceLook]
PieceData: TypeAlias = Annotated[dict[str, Any], board.Piece]
SignData: TypeAlias = Annotated[dict[str, Any], board.BoardSign]
GaugeData: TypeAlias = Annotated[dict[str, Any], board.Gauge]
LinkData: TypeAlias = Annotated[dict[str, Any], board.SpaceLink]
"""Types of the engine's boards, sent without empty fields."""

# --- forms of decisions ---------------------------------------------


class AmountFormData(TypedDict):
    """Amount field: from ``low`` to ``high``, or in ``also``; ``words`` names special numbers."""

    kind: Literal["amount"]
    low: int
    high: int
    step: int
    also: NotRequired[list[int]]
    unit: NotRequired[str]
    one: NotRequired[str]
    currency: NotRequired[CurrencyData]
    words: NotRequired[dict[str, str]]


class ChoiceData(TypedDict):
    """An option of a choice, and its label."""

    value: Any
    label: str


class OneOfFormData(TypedDict):
    """Choice of one option: ``of`` is the kind of the options, ``ways`` a piece's route to each."""

    kind: Literal["one_of"]
    options: list[ChoiceData]
    of: NotRequired[str]
    ways: NotRequired[dict[str, str]]


class DependencyData(TypedDict):
    """The field that a choice depends on, and the values of that field that enable the choice."""

    field: str
    values: list[Any]


class SomeOfFormData(TypedDict):
    """Choice of several options."""

    kind: Literal["some_of"]
    options: list[ChoiceData]
    at_least: int
    at_most: int | None
    of: NotRequired[str]
    given: NotRequired[DependencyData]


class TextFormData(TypedDict):
    """Free text field."""

    kind: Literal["text"]
    longest: int


class ExampleData(TypedDict):
    """A complete suggested answer, and its title."""

    title: str
    value: Any


class FieldsByChoiceData(TypedDict):
    """Names of the fields that apply, by the value chosen in ``field``."""

    field: str
    by: dict[str, list[str]]


class BundleFormData(TypedDict):
    """Group of fields. Some fields may be optional."""

    kind: Literal["bundle"]
    fields: list[FieldData]
    optional: NotRequired[list[str]]
    goes_with: NotRequired[FieldsByChoiceData]
    examples: NotRequired[list[ExampleData]]


class ListFormData(TypedDict):
    """A list of items with the same form."""

    kind: Literal["list_of"]
    form: FormData
    at_least: int
    at_most: int


class GridRowData(TypedDict):
    """Row of a grid: its label and cells, the current amount, and the form for a new amount."""

    name: str
    label: str
    cells: list[str]
    now: int
    form: AmountFormData


class GridFormData(TypedDict):
    """Grid form that has an amount in each row."""

    kind: Literal["grid"]
    columns: list[str]
    rows: list[GridRowData]


FormData: TypeAlias = (
    AmountFormData
    | OneOfFormData
    | SomeOfFormData
    | TextFormData
    | BundleFormData
    | ListFormData
    | GridFormData
)


class FieldData(TypedDict):
    """Field of a form. ``suggest`` lists suggested values, some of them with a title."""

    name: str
    label: str
    form: FormData
    suggest: NotRequired[list[Any]]


class MoveData(TypedDict):
    """A move as a button or a form. If it is disabled, ``barred`` is the reason.

    The fields of a ``large`` move are omitted; the page requests them when the form is opened.
    """

    name: str
    label: str
    fields: list[FieldData]
    barred: NotRequired[str]
    space: NotRequired[str]
    rule: NotRequired[str]
    preview: NotRequired[bool]
    large: NotRequired[bool]


class FactTableData(TypedDict):
    """A small table of text, such as the effects of an answer or the votes of each seat."""

    columns: list[str]
    rows: list[list[str]]
    note: str


class OfferData(TypedDict):
    """Asides that a seat may use while a decision waits. If ``private``, their list is empty."""

    seat: str
    asides: list[MoveData]
    private: NotRequired[bool]


class AskData(TypedDict):
    """A decision, roll or draw that waits for a seat.

    If ``closed``, it is behind a curtain and can be opened; if ``shut``, this viewer cannot open
    it.
    """

    seat: str
    name: str
    rule: str
    kind: str
    bot: str | None
    question: str
    moves: list[MoveData]
    asides: NotRequired[list[MoveData]]
    others: NotRequired[list[OfferData]]
    default: NotRequired[str]
    answered: NotRequired[bool]
    closed: NotRequired[bool]
    shut: NotRequired[bool]
    facts: NotRequired[FactTableData]


class VerdictData(TypedDict):
    """Result of checking a form: the reason for a refusal and the path to the affected field.

    ``table`` is a preview of the effects. For a grid, ``limits`` is the legal range of each row.
    """

    reason: str | None
    at: list[str | int]
    table: NotRequired[FactTableData | None]
    limits: NotRequired[dict[str, tuple[int, int]]]


class OptionFieldData(FieldData):
    """A field in the form of a new match, with its current value and, for an option, its clause."""

    value: Any
    about: NotRequired[str]
    rule: NotRequired[str]


class SetupFormData(TypedDict):
    """The form of a new match."""

    seats: OptionFieldData
    options: list[OptionFieldData]


# --- constants of a match ---------------------------------------------


class SeatNameData(TypedDict):
    """A seat and its name."""

    id: str
    name: str


class BotData(TypedDict):
    """A bot and a description of its strategy."""

    id: str
    label: str
    idea: str


class BoardLayoutData(TypedDict):
    """The constant layout of a board."""

    width: float
    height: float
    spaces: list[SpaceData]
    decor: list[DecorData]
    legend: list[tuple[str, str]]
    least: float


class AboutData(TypedDict):
    """Introduction of a game: sentences with titles, clauses that they cite, and an SVG picture."""

    sentences: list[tuple[str, str]]
    rules: list[str]
    picture: str
    cards: list[tuple[str, str, str, str]]


class SheetNameData(TypedDict):
    """A record sheet of the game."""

    name: str
    label: str


class AddressesData(TypedDict):
    """URLs from which the page can load the chart library."""

    urls: list[str]


class ConstantsData(TypedDict):
    """Data that is constant during a match."""

    game: str
    title: str
    credits: str
    about: AboutData | None
    seats: list[SeatNameData]
    bots: list[BotData]
    board: BoardLayoutData
    charts: list[ChartPlanData]
    metrics: dict[str, MetricPlanData]
    units: dict[str, str]
    options: list[tuple[str, str]]
    sheets: list[SheetNameData]
    score: str
    raced: list[str]
    races: list[str]
    secrets: bool
    forgets: str
    plotly: AddressesData


# --- the current state ---------------------------------------------


class BoardStateData(TypedDict):
    """Current state of the board. Spaces and signs are keyed by id."""

    looks: dict[str, LookData]
    pieces: list[PieceData]
    signs: dict[str, SignData]
    gauges: list[GaugeData]
    path: list[str]
    links: list[LinkData]
    told: str
    lit: list[str]
    heat: float | None


class SignalData(TypedDict):
    """A signal that the host may send to the game, and its clause."""

    name: str
    label: str
    rule: str


class PaymentsData(TypedDict):
    """Payments of the last step: payer, payee (None if not a seat) and formatted amount."""

    step: int
    flows: list[tuple[str | None, str | None, str]]


class BranchNameData(TypedDict):
    """A branch: its name, its title, whether charts omit it, and the turn where it diverges.

    ``folded`` branches were kept automatically, when an answer or a new match replaced others.
    """

    name: str
    title: str
    folded: bool
    from_turn: int


class BranchTrackData(TypedDict):
    """Prices in two branches by turn, from turn ``first``. No price exceeds ``top``."""

    title: str
    first: int
    top: float
    here: list[float | None]
    there: list[float | None]


class BranchScoresData(TypedDict):
    """Scores of two branches by seat, at the last turn that both have finished."""

    title: str
    unit: str
    currency: NotRequired[CurrencyData]
    here: dict[str, float]
    there: dict[str, float]


class DivergenceData(TypedDict):
    """Comparison of the active branch with another one.

    ``here`` and ``there`` are the decisions of the two branches at the ``step`` and ``turn`` where
    they diverge, or "" for a branch that has not reached that step; ``parts`` describes both in a
    sentence. ``words`` is the difference at the last turn that both have finished, and ``charts``
    the difference in each chart; ``told`` lists the charts that ``words`` mentions. ``behind`` is
    the name of the shorter branch. ``track`` and ``scores`` are for a picture, if the page may show
    their charts.
    """

    other: str
    here: str
    there: str
    step: int
    turn: int
    parts: str
    words: str
    told: list[str]
    charts: dict[str, str]
    behind: str
    track: BranchTrackData | None
    scores: BranchScoresData | None


class NewsLineData(TypedDict):
    """A line of news. ``id`` is its event's number."""

    id: int
    turn: int
    seat: str | None
    text: str
    rule: str


class StandingData(TypedDict):
    """A seat's place and score in each race."""

    seat: str
    score: float | None
    place: int
    text: str
    races: NotRequired[list[tuple[str, int]]]
    tie: NotRequired[str]
    held_back: NotRequired[list[str]]


class ScoreCaptionData(TypedDict):
    """Title of the scores next to the seats, their unit, and the unit shared by all scores."""

    title: str
    unit: str
    shared: str


class BookmarkData(TypedDict):
    """A bookmark."""

    turn: int
    label: str


class TimelineData(TypedDict):
    """Position of the match between its beginning and its end, and the bookmarks.

    ``heat`` is the price level at the end of each turn, from 0 to 4. It is empty if hidden.
    """

    turn: int
    last: int
    step: int
    last_step: int
    marks: list[BookmarkData]
    can_undo: bool
    can_redo: bool
    moment: str
    heat: list[int]


class SeatData(TypedDict):
    """A seat's player and name, and whether it has an open decision."""

    who: str
    name: str
    mover: bool


class AutoplayData(TypedDict):
    """Whether the page steps automatically, and at what speed."""

    running: bool
    speed: float


ClockState: TypeAlias = Literal["set-up", "running", "stopped", "time-out", "overtime", "over"]


class ClockData(TypedDict):
    """The clock of a match: total minutes, seconds left, seconds of overtime, and the pace.

    ``pace`` says whether the time or the rounds are likely to run out first.
    """

    state: ClockState
    minutes: int
    left: int
    overtime: int
    pace: str


class EvidenceData(TypedDict):
    """Evidence of a sentence: numbers of events, and of ledger rows that they do not report."""

    events: list[int]
    transfers: list[int]


class TurningPointData(TurningMarkData):
    """A turning point of a finished match: a mark on the line of its seat and metric.

    ``at`` names the turn or round, and ``turn`` is the turn to go to; the mark is drawn at
    ``score``. The change is measured from the end of turn ``since``. ``label`` is its kind, such as
    "largest lasting gain". ``key`` identifies it in ``weights``. It is empty if it cannot be
    weighed. ``head`` and ``words`` are a short form of ``text``, and ``change`` is the label of the
    mark on a chart. ``evidence`` is the evidence of ``text``.
    """

    since: int
    at: str
    text: str
    head: str
    words: str
    change: str
    label: str
    key: str
    evidence: EvidenceData


class RaceData(TypedDict):
    """A race: a sentence on the winner's lead, seats with score and place, and tie-breaks in words.

    ``lead`` is only the lead. ``metric`` is the key of the score's metric, or "" if it has none.
    ``shares`` are the scores divided by the largest one, from 0 to 1.
    """

    title: str
    metric: str
    words: str
    lead: str
    lines: list[tuple[str, str, int]]
    shares: list[float]
    ties: list[str]


class EndData(TypedDict):
    """The end screen of a match.

    ``courses`` are the charts with turning points on their lines, and ``below`` the charts drawn
    small below them. If ``void`` is true, no score counts. ``sum`` is the text below the head: the
    leader's score, or why the match ended without a winner. ``evidence`` is the evidence for the
    head, the reason and the race sentences.
    """

    head: str
    sum: str
    why: str
    void: bool
    races: list[RaceData]
    turns: list[TurningPointData]
    courses: list[str]
    below: list[str]
    evidence: EvidenceData


class StudyData(TypedDict, total=False):
    """A forecast's progress, or the reason why it is unavailable, failed or outdated.

    ``words`` is the result, including whether it may be due to luck.
    """

    barred: str
    state: str
    head: str
    turn: int
    problem: str
    stale: str
    done: int
    n: int
    note: str
    words: str


class FuturesData(StudyData, total=False):
    """Results of the futures simulated so far: how often each outcome occurred.

    Each entry of ``chances`` is (kind, seat, outcome in words, count, share, standard error).
    """

    chances: list[tuple[str, str, str, str, float, float]]


class AnswerMarkData(TypedDict):
    """Outcome of a compared move, for its button: the position of its mean on an axis from 0 to 1.

    All moves share the axis, which ends at the lowest and highest mean, including its ``error``.
    """

    move: str
    at: float
    error: float
    words: str


class ComparisonData(StudyData, total=False):
    """The answers to the current decision, compared in simulated futures.

    ``marks`` are for the moves without fields. ``wins`` is the share of futures that ``seat`` wins
    after each answer, with its standard error.
    """

    columns: list[str]
    rows: list[list[str]]
    marks: list[AnswerMarkData]
    wins: list[tuple[float, float]]
    seat: str
    futures: int


class WeightData(StudyData, total=False):
    """Results so far of futures with and without the turning point ``key``.

    ``decisive`` is true if the match would have ended differently without it.
    """

    key: str
    decisive: bool


class SpanData(TypedDict):
    """The interval of a metric's change: from the end of turn ``since`` to the end of ``turn``."""

    since: int
    turn: int


class PredictionResultData(PredictionData):
    """A prediction of the class: its question in words and, once it may be seen, the outcome.

    ``figures`` are the metrics of the chart that can be predicted: (key, label, whether it is a
    metric of seats). ``why`` is the interval of turns for an explanation of the change.
    """

    question: str
    figures: list[tuple[str, str, bool]]
    came: str
    why: NotRequired[SpanData]


class PhoneWaitData(TypedDict):
    """Wait for a person who answers on a phone, in seconds of the server's clock.

    ``since`` is when the decision was opened, and ``until`` when a bot answers instead (0 if none
    will). ``away`` is true if a bot has repeatedly had to answer for the person.
    """

    since: float
    until: float
    away: bool


class CostData(TypedDict):
    """Immediate cost of an answer. If ``amount`` is None, it is the value of its only field."""

    amount: int | None
    words: str


class ScaleData(TypedDict):
    """Value at each price level: (level, abbreviated amount, whether it is the current level)."""

    title: str
    cells: list[tuple[str, str, bool]]


class BelongingsData(TypedDict):
    """Possessions of a seat: an amount with its unit, also formatted, and items in words."""

    label: str
    amount: float | None
    unit: str
    currency: NotRequired[CurrencyData]
    text: str
    things: list[str]


class NextGuessData(TypedDict):
    """A guess on the next value of the first instrument: -1 lower, 0 the same, 1 higher.

    ``words`` is the question and ``value`` the current value; both are empty if there is nothing to
    guess now. ``mine`` is this phone's guess, ``last`` whether its latest evaluated guess was
    right, and ``score`` the number of right guesses.
    """

    words: str
    value: str
    mine: int | None
    last: bool | None
    score: str


class OwnData(TypedDict):
    """Data that only a seat's own page shows.

    About its open question: the ``space``, a ``caption`` on how it came about, a short form of the
    question, facts, ``usual`` returns, the value at each price level (``scale``), and the
    ``costs`` of each move. About the table: ``changes`` of each seat's score since the last turn
    ended, in words; ``turns`` until this seat's turn (0 if unknown); and ``opening``, which is true
    if nobody has decided anything yet. About a sealed answer that is not yet revealed: its words
    (``sent``), and whether a bot made it.
    """

    space: str
    caption: str
    question: str
    facts: list[tuple[str, str]]
    usual: list[tuple[str, str]]
    scale: ScaleData | None
    costs: dict[str, CostData]
    belongings: BelongingsData
    changes: dict[str, str]
    turns: int
    opening: bool
    sent: str
    sent_by_bot: bool
    guess: NotRequired[NextGuessData | None]


class HallData(TypedDict):
    """Whether the hall's view is blank, and the charts that are covered only there."""

    blank: bool
    covered: list[str]


class ViewerStateData(TypedDict):
    """The parts of the state that may differ between two seats at the same moment."""

    over: str | None
    end: EndData | None
    said: str
    said_by: EvidenceData
    said_note: str
    more_said: int
    paid: PaymentsData | None
    board: BoardStateData
    asks: list[AskData]
    news: list[NewsLineData]
    theme: str
    seen_as: str


class StateData(ViewerStateData):
    """State of the current moment.

    - ``charts``: the charts sent so far; the charts in ``filled`` are up to date.
    - ``rounds``: each round and its first turn.
    - ``timed``: whether a clock can be set.
    - ``covered_with``: charts that would reveal a covered chart, each with the title of that chart.
    - ``said_note``: text next to the sentence on the last step, such as who must decide.
    - ``more_said``: number of events of that step that the sentence omits.
    - ``hall``: what is hidden only in the hall's view.
    - ``until``: on a phone, when a bot will answer the open decision of its seat, in seconds of the
    server's clock, or 0 if none will.
    - ``decided``: on a phone, number of decisions of its seat so far, to recognize late answers.
    - ``own``: on a phone, data that nobody else sees.
    - ``phones``: on the teacher's page of a room, the waits for people with open decisions.
    """

    turn: int
    round: int
    step: int
    winners: list[str]
    signals: list[SignalData]
    asked: int
    rounds: list[tuple[int, int]]
    charts: dict[str, ChartData]
    filled: list[str]
    first_charts: list[str]
    absent: dict[str, str]
    branches: list[BranchNameData]
    branch: str
    apart: DivergenceData | None
    opens: str
    standings: list[StandingData]
    counted: ScoreCaptionData
    timeline: TimelineData
    seats: dict[str, SeatData]
    play: AutoplayData
    clock: ClockData | None
    timed: bool
    covered: list[str]
    covered_with: dict[str, str]
    predictions: dict[str, PredictionResultData]
    curtain: str | None
    hall: HallData
    read_only: str | None
    futures: FuturesData
    moves: ComparisonData
    weights: list[WeightData]
    until: NotRequired[float]
    decided: NotRequired[int]
    phones: NotRequired[dict[str, PhoneWaitData]]
    own: NotRequired[OwnData]


# --- replies to queries ---------------------------------------------


class RuleData(TypedDict):
    """A clause of the rule book."""

    id: str
    text: str


LedgerRowData = TypedDict(
    "LedgerRowData",
    {
        "turn": int,
        "unit": str,
        "amount": int,
        "from": str,
        "to": str,
        "reason": str,
        "rule": str,
        "text": str,
    },
)
"""A ledger row in words."""

LedgerPageData = TypedDict(
    "LedgerPageData", {"from": int, "total": int, "rows": list[LedgerRowData]}
)
"""A page of the ledger."""


class ReportedEventData(TypedDict):
    """An event in words, and the ledger rows that it reports."""

    turn: int
    text: str
    rule: str
    entries: list[LedgerRowData]


class TrailData(TypedDict):
    """The evidence of a sentence: events with their ledger rows, further rows, and its clause.

    ``note`` says why there are no rows, if there are none. ``left`` is the number of omitted events
    and rows.
    """

    events: list[ReportedEventData]
    entries: list[LedgerRowData]
    clause: RuleData | None
    note: str
    left: int


class SheetColumnData(TypedDict):
    """A column of a sheet. Columns of numbers are right-aligned."""

    label: str
    number: bool


class SheetData(TypedDict):
    """A sheet as text: its columns and latest rows, oldest first."""

    name: str
    total: int
    columns: list[SheetColumnData]
    rows: list[list[str]]


class FileData(TypedDict):
    """A text file to download, and an optional warning."""

    name: str
    text: str
    note: NotRequired[str]


class WorkData(TypedDict):
    """A student's work as a ZIP file in base64, and a note about its contents."""

    name: str
    base64: str
    note: str


class ChartRowsData(TypedDict):
    """All rows of one chart."""

    chart: str
    rows: list[Any]


# --- messages ---------------------------------------------


class SnapshotMessage(TypedDict):
    """The whole state of a table."""

    kind: Literal["snapshot"]
    fixed: ConstantsData
    now: StateData


class StepMessage(TypedDict):
    """The changes of ``now`` since the previous message."""

    kind: Literal["step"]
    change: Any


class DetailMessage(TypedDict):
    """The reply to a query of a page."""

    kind: Literal["detail"]
    what: str
    data: Any


class RefusalMessage(TypedDict):
    """The reason why an action was refused, and an alternative if there is one."""

    kind: Literal["refused"]
    reason: str
    offer: NotRequired[Any]


class PongMessage(TypedDict):
    """The reply to a ping. It has the number of the latest message."""

    kind: Literal["pong"]
    at: int


class SessionMessage(TypedDict):
    """Whether the server stores the match, and under which code."""

    kind: Literal["session"]
    code: str
    problem: str | None
    warning: NotRequired[str]


MessageContent: TypeAlias = (
    SnapshotMessage | StepMessage | DetailMessage | RefusalMessage | PongMessage | SessionMessage
)
