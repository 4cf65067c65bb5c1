"""Types of the messages between kernel and page.

The state of a page is ``fixed``, which is constant during a match, and ``now``, the current moment.
A *snapshot* message contains both; *step* messages contain changes of ``now``; *detail* messages
answer queries; *refused* messages contain the reason of an error. The types of the page
(``page/types.js``) are generated from these classes, from :mod:`classkit.charts.chart_types`, and
from :mod:`classkit.engine.board`, whose objects are sent without empty fields.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from classkit.charts.chart_types import (
    ChartData,
    ChartPlanData,
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
    """An amount from ``low`` to ``high``, or one of ``also``; ``words`` stand for numbers."""

    kind: Literal["amount"]
    low: int
    high: int
    step: int
    also: NotRequired[list[int]]
    unit: NotRequired[str]
    one: NotRequired[str]
    words: NotRequired[dict[str, str]]


class ChoiceData(TypedDict):
    """Something that may be chosen, and its words."""

    value: Any
    label: str


class OneOfFormData(TypedDict):
    """A choice of one option: ``of`` is their kind, ``ways`` the route of a piece to each."""

    kind: Literal["one_of"]
    options: list[ChoiceData]
    of: NotRequired[str]
    ways: NotRequired[dict[str, str]]


class DependencyData(TypedDict):
    """The field on which a choice depends, and the values with which it may be made."""

    field: str
    values: list[Any]


class SomeOfFormData(TypedDict):
    """A choice of some."""

    kind: Literal["some_of"]
    options: list[ChoiceData]
    at_least: int
    at_most: int | None
    of: NotRequired[str]
    given: NotRequired[DependencyData]


class TextFormData(TypedDict):
    """A text of one's own."""

    kind: Literal["text"]
    longest: int


class ExampleData(TypedDict):
    """A whole answer that may be taken as it is, and its title."""

    title: str
    value: Any


class FieldsByChoiceData(TypedDict):
    """Which fields go with each choice of one of them: the names of others, by what is chosen."""

    field: str
    by: dict[str, list[str]]


class BundleFormData(TypedDict):
    """Several fields together, some of which may be left out."""

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
    """A row of a table that is filled in: what is said in it, where it stands, what is legal."""

    name: str
    label: str
    cells: list[str]
    now: int
    form: AmountFormData


class GridFormData(TypedDict):
    """A table that is filled in, with an amount in each row."""

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
    """One field of a form; ``suggest`` are values worth offering, some of them with a title."""

    name: str
    label: str
    form: FormData
    suggest: NotRequired[list[Any]]


class MoveData(TypedDict):
    """A move as a button or a form, or barred with the reason.

    A ``large`` one comes without its fields: the page asks for them when somebody opens it.
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
    """A small table of texts, such as the effects of an answer or the votes of each seat."""

    columns: list[str]
    rows: list[list[str]]
    note: str


class OfferData(TypedDict):
    """What a seat may do while a decision waits; of what is ``private`` only that there is some."""

    seat: str
    asides: list[MoveData]
    private: NotRequired[bool]


class AskData(TypedDict):
    """What a seat is asked now.

    A ``closed`` one is behind a curtain, and one that is ``shut`` stays there.
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
    """Why a form as filled in would be refused, and the way to the field that is spoken of.

    With a preview, what it would bring about; of a table, what is legal in each row.
    """

    reason: str | None
    at: list[str | int]
    table: NotRequired[FactTableData | None]
    limits: NotRequired[dict[str, tuple[int, int]]]


class OptionFieldData(FieldData):
    """A field of the form of a new match, with its present value; an option has its clause."""

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
    """A bot, and how it reasons."""

    id: str
    label: str
    idea: str


class BoardLayoutData(TypedDict):
    """A board as it lies before the first turn."""

    width: float
    height: float
    spaces: list[SpaceData]
    decor: list[DecorData]
    legend: list[tuple[str, str]]
    least: float


class AboutData(TypedDict):
    """The game in sentences, each with its title, its clauses, and its picture as SVG."""

    sentences: list[tuple[str, str]]
    rules: list[str]
    picture: str
    cards: list[tuple[str, str, str, str]]


class SheetNameData(TypedDict):
    """A sheet that the game keeps."""

    name: str
    label: str


class AddressesData(TypedDict):
    """Where the page may find the charts' library."""

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
    """What is to be seen on the board now, spaces and signs by their ids."""

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
    """Something that the host may tell the game from outside, and its clause."""

    name: str
    label: str
    rule: str


class PaymentsData(TypedDict):
    """Who paid whom in the last step: payer, payee and the amount in words; None is no seat."""

    step: int
    flows: list[tuple[str | None, str | None, str]]


class BranchNameData(TypedDict):
    """A branch, what it is called, whether it is folded away, and where it left this one.

    Folded away is what nobody has asked for: what a new answer or a new beginning has cut off.
    """

    name: str
    title: str
    folded: bool
    from_turn: int


class BranchTrackData(TypedDict):
    """Prices of two branches, turn by turn from the ``first``; ``top`` is the greatest possible."""

    title: str
    first: int
    top: float
    here: list[float | None]
    there: list[float | None]


class BranchScoresData(TypedDict):
    """Scores of two branches at the last turn that both have finished, by seat."""

    title: str
    unit: str
    here: dict[str, float]
    there: dict[str, float]


class DivergenceData(TypedDict):
    """The branch on the screen beside another: where they part, and what came of it.

    ``here`` and ``there`` say what was decided at the ``step`` and ``turn`` where they part, or
    nothing in the one that has not come so far; ``parts`` is that in a sentence. ``words`` say the
    difference at the last turn that both have finished, and ``charts`` that of each chart; those in
    ``told`` are told by the ``words``. ``behind`` names the branch that is shorter. ``track`` and
    ``scores`` are for a picture, if the page may show their charts.
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
    """A line of the news, by the number of its event."""

    id: int
    turn: int
    seat: str | None
    text: str
    rule: str


class StandingData(TypedDict):
    """A seat's place, with its score in words, and its score and place in further races."""

    seat: str
    score: float | None
    place: int
    text: str
    races: NotRequired[list[tuple[str, int]]]
    tie: NotRequired[str]
    held_back: NotRequired[list[str]]


class ScoreCaptionData(TypedDict):
    """What the figures beside the seats count, and the unit that they share."""

    title: str
    unit: str
    shared: str


class BookmarkData(TypedDict):
    """A bookmark."""

    turn: int
    label: str


class TimelineData(TypedDict):
    """Where the match stands between its beginning and its end, and the bookmarks.

    ``heat`` is that of prices at the end of each turn, from 0 to 4; empty if nobody may know it.
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
    """Who plays a seat, what it is called, and whether it is asked now."""

    who: str
    name: str
    mover: bool


class AutoplayData(TypedDict):
    """Whether the clock of the page runs, and how fast."""

    running: bool
    speed: float


ClockState: TypeAlias = Literal["set-up", "running", "stopped", "time-out", "overtime", "over"]


class ClockData(TypedDict):
    """The clock of a match: its minutes, the seconds left and those of overtime, and the pace.

    ``pace`` says what is likelier to come first, the end of the time or of the last round.
    """

    state: ClockState
    minutes: int
    left: int
    overtime: int
    pace: str


class EvidenceData(TypedDict):
    """The evidence of a sentence: numbers of events, and of ledger rows that they do not report."""

    events: list[int]
    transfers: list[int]


class TurningPointData(TurningMarkData):
    """A turning point of a match that is over: a mark on the line of its seat and figure.

    ``at`` says which turn or round it was, ``turn`` the one to go to; the mark stands at ``score``.
    The change is that ``since`` the end of another turn. ``label`` says what kind it is, such as
    "largest lasting gain". ``key`` names it in ``weights``; it is empty if it cannot be weighed.
    ``head`` and ``words`` are the ``text`` in short, ``change`` is what a mark on a chart says.
    ``evidence`` is that of the ``text``.
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
    """A race: its title, how its winner leads, seats with score and place, and ties in words.

    ``lead`` is the lead alone. ``metric`` is the figure of its scores, or "" if it has none.
    ``shares`` are the scores of the lines as shares of the largest one, from 0 to 1.
    """

    title: str
    metric: str
    words: str
    lead: str
    lines: list[tuple[str, str, int]]
    shares: list[float]
    ties: list[str]


class EndData(TypedDict):
    """The end of a match.

    ``courses`` are the charts of its course with the turning points on their lines, ``below`` the
    instruments that are drawn small below them. ``void`` says that no score counts. ``sum`` is what
    stands below the head: the score of the first, or what ended a match that nobody wins.
    ``evidence`` is that of the head, of the reason, and of the sentences of the races.
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
    """Progress of a forecast, with the reason if there is none, has failed or is outdated.

    ``words`` say what it comes to, and whether that may be luck.
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
    """Futures as far as they have come: how often what comes true.

    A chance is its kind, its seat, what is told, how often it came true, its share and the standard
    error of that.
    """

    chances: list[tuple[str, str, str, str, float, float]]


class AnswerMarkData(TypedDict):
    """Outcome of a compared move, for its button: where its mean stands on an axis from 0 to 1.

    All moves share the axis, which ends at the lowest and highest mean with its ``error``.
    """

    move: str
    at: float
    error: float
    words: str


class ComparisonData(StudyData, total=False):
    """The answers to what is asked, compared by futures of each.

    ``marks`` are those of the moves without fields. ``wins`` has the share of futures that ``seat``
    wins after each answer, with its standard error.
    """

    columns: list[str]
    rows: list[list[str]]
    marks: list[AnswerMarkData]
    wins: list[tuple[float, float]]
    seat: str
    futures: int


class WeightData(StudyData, total=False):
    """Futures with and without the turning point of this key, as far as they have come.

    ``decisive`` says whether the match would have ended otherwise without it.
    """

    key: str
    decisive: bool


class SpanData(TypedDict):
    """The turns between whose ends a figure changed."""

    since: int
    turn: int


class PredictionResultData(PredictionData):
    """What a class expects, its question in words, and what came, once it may be seen.

    ``figures`` of the chart can be asked for: key, label, and whether they are of seats. ``why``
    says over which turns the change can be split.
    """

    question: str
    figures: list[tuple[str, str, bool]]
    came: str
    why: NotRequired[SpanData]


class PhoneWaitData(TypedDict):
    """Wait for a person who answers on a phone, in seconds by the server's clock.

    ``since`` is when the person was asked, ``until`` when a bot answers instead (0 if none will),
    and ``away`` tells that a bot had to answer for the person repeatedly.
    """

    since: float
    until: float
    away: bool


class CostData(TypedDict):
    """What an answer costs at once; no ``amount``: what its only field holds."""

    amount: int | None
    words: str


class ScaleData(TypedDict):
    """Worth at each level of prices: level, amount in few letters, and whether it is that now."""

    title: str
    cells: list[tuple[str, str, bool]]


class BelongingsData(TypedDict):
    """What a seat has: an amount with its unit, in words too, and things in words."""

    label: str
    amount: float | None
    unit: str
    text: str
    things: list[str]


class NextGuessData(TypedDict):
    """A guess on the next value of the first instrument: -1 lower, 0 the same, 1 higher.

    ``words`` ask for it and ``value`` is what it stands at; both are empty if there is nothing to
    guess now. ``mine`` is what this phone has guessed, ``last`` whether its latest guess that has
    been counted was right, and ``score`` how many were.
    """

    words: str
    value: str
    mine: int | None
    last: bool | None
    score: str


class OwnData(TypedDict):
    """What only a seat's own page shows.

    Of its open question: the ``space``, how it came about, the question in fewer words, facts,
    ``usual`` returns, worth at each level of prices, and the cost of each move. Of the table:
    how each seat's score has changed since the last turn ended, in words, in how many turns it is
    this seat's (0 if that is not known), and whether nobody has decided anything yet. Of a sealed
    answer that nobody has seen: its words, and whether a bot gave it.
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
    """Whether the hall's view shows nothing, and the charts that are covered there alone."""

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
    """This very moment.

    ``charts`` are those that the page has been told of, of which those in ``filled`` are up to now;
    ``rounds`` are each round and the turn with which it begins. ``timed`` tells that a clock of
    minutes may be set. ``covered_with`` are charts that would give a covered one away, each with
    the title of that. On a phone ``until`` is when a bot answers for its seat, which is asked,
    in seconds by the server's clock; 0 if none will; and ``decided`` is how many
    decisions of its seat have been given, by which an answer that comes too late is known;
    ``own`` is what nobody else sees there.
    On the teacher's page of a room ``phones`` are the waits for the people who are asked.
    ``hall`` is what is hidden in the hall's view alone.
    ``said_note`` is what is told beside the sentence on the last step, such as who must decide, and
    ``more_said`` the number of its events that the sentence leaves out.
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
"""A row of the ledger in words."""

LedgerPageData = TypedDict(
    "LedgerPageData", {"from": int, "total": int, "rows": list[LedgerRowData]}
)
"""A page of the ledger."""


class ReportedEventData(TypedDict):
    """An event in words, with the ledger rows that it reports."""

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
    """A column of a sheet; one of amounts stands to the right."""

    label: str
    number: bool


class SheetData(TypedDict):
    """A sheet in words: its columns and latest rows, oldest first."""

    name: str
    total: int
    columns: list[SheetColumnData]
    rows: list[list[str]]


class FileData(TypedDict):
    """A file to take along, as text, and what to know about it."""

    name: str
    text: str
    note: NotRequired[str]


class WorkData(TypedDict):
    """All of somebody's work as a ZIP file in base64, and what to know about it."""

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
    """The reply to a ping, with the number of the latest message."""

    kind: Literal["pong"]
    at: int


class SessionMessage(TypedDict):
    """Whether and under which code the server stores the match."""

    kind: Literal["session"]
    code: str
    problem: str | None
    warning: NotRequired[str]


MessageContent: TypeAlias = (
    SnapshotMessage | StepMessage | DetailMessage | RefusalMessage | PongMessage | SessionMessage
)
