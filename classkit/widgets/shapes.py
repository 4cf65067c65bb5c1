"""The shapes of what kernel and page say to each other: each is declared here alone.

What a page knows is ``fixed``, which stays the same through a match, and ``now``, this very moment.
It gets both in a *snapshot*, then what changed of ``now`` in *steps*; what it looks up comes in
*details*, and what is not possible is *refused*. The types of the page (``page/types.js``) are made
from these classes, from those of the charts (:mod:`classkit.charts.shapes`), and from what the
kernel says of boards (:mod:`classkit.engine.board`), which a page gets without what is empty.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from classkit.charts.shapes import ChartNow, ChartPlan, MetricPlan, Prediction, Turned
from classkit.engine import board

Space: TypeAlias = Annotated[dict[str, Any], board.Space]
Decor: TypeAlias = Annotated[dict[str, Any], board.Decor]
Look: TypeAlias = Annotated[dict[str, Any], board.Look]
Piece: TypeAlias = Annotated[dict[str, Any], board.Piece]
Sign: TypeAlias = Annotated[dict[str, Any], board.Sign]
Gauge: TypeAlias = Annotated[dict[str, Any], board.Gauge]
Link: TypeAlias = Annotated[dict[str, Any], board.Link]
"""Each as the kernel declares it, without what is empty."""

# --- what may be answered, as forms ---------------------------------------------


class AmountForm(TypedDict):
    """An amount from ``low`` to ``high``, or one of ``also``; ``words`` stand for numbers."""

    kind: Literal["amount"]
    low: int
    high: int
    step: int
    also: NotRequired[list[int]]
    unit: NotRequired[str]
    one: NotRequired[str]
    words: NotRequired[dict[str, str]]


class Choice(TypedDict):
    """Something that may be chosen, and its words."""

    value: Any
    label: str


class OneOfForm(TypedDict):
    """A choice of one; ``of`` says of what, ``ways`` how a piece would go there."""

    kind: Literal["one_of"]
    options: list[Choice]
    of: NotRequired[str]
    ways: NotRequired[dict[str, str]]


class GivenBy(TypedDict):
    """The field on which a choice depends, and the values with which it may be made."""

    field: str
    values: list[Any]


class SomeOfForm(TypedDict):
    """A choice of some."""

    kind: Literal["some_of"]
    options: list[Choice]
    at_least: int
    at_most: int | None
    of: NotRequired[str]
    given: NotRequired[GivenBy]


class TextForm(TypedDict):
    """A text of one's own."""

    kind: Literal["text"]
    longest: int


class Example(TypedDict):
    """A whole answer that may be taken as it is, and its title."""

    title: str
    value: Any


class GoesWith(TypedDict):
    """Which fields go with each choice of one of them: the names of others, by what is chosen."""

    field: str
    by: dict[str, list[str]]


class BundleForm(TypedDict):
    """Several fields together, some of which may be left out."""

    kind: Literal["bundle"]
    fields: list[Field]
    optional: NotRequired[list[str]]
    goes_with: NotRequired[GoesWith]
    examples: NotRequired[list[Example]]


class ListForm(TypedDict):
    """Several of one form."""

    kind: Literal["list_of"]
    form: Form
    at_least: int
    at_most: int


class GridRow(TypedDict):
    """A row of a table that is filled in: what is said in it, where it stands, what is legal."""

    name: str
    label: str
    cells: list[str]
    now: int
    form: AmountForm


class GridForm(TypedDict):
    """A table that is filled in, with an amount in each row."""

    kind: Literal["grid"]
    columns: list[str]
    rows: list[GridRow]


Form: TypeAlias = AmountForm | OneOfForm | SomeOfForm | TextForm | BundleForm | ListForm | GridForm


class Field(TypedDict):
    """One field of a form; ``suggest`` are values worth offering, some of them with a title."""

    name: str
    label: str
    form: Form
    suggest: NotRequired[list[Any]]


class Move(TypedDict):
    """A move as a button or a form, or barred with the reason.

    A ``large`` one comes without its fields: the page asks for them when somebody opens it.
    """

    name: str
    label: str
    fields: list[Field]
    barred: NotRequired[str]
    space: NotRequired[str]
    rule: NotRequired[str]
    preview: NotRequired[bool]
    large: NotRequired[bool]


class FactTable(TypedDict):
    """A small table of words: what an answer would bring about, who holds how many votes."""

    columns: list[str]
    rows: list[list[str]]
    note: str


class Offer(TypedDict):
    """What a seat may do while a decision waits; of what is ``private`` only that there is some."""

    seat: str
    asides: list[Move]
    private: NotRequired[bool]


class Ask(TypedDict):
    """What a seat is asked now.

    A ``closed`` one is behind a curtain, and one that is ``shut`` stays there.
    """

    seat: str
    name: str
    rule: str
    kind: str
    bot: str | None
    question: str
    moves: list[Move]
    asides: NotRequired[list[Move]]
    others: NotRequired[list[Offer]]
    default: NotRequired[str]
    answered: NotRequired[bool]
    closed: NotRequired[bool]
    shut: NotRequired[bool]
    facts: NotRequired[FactTable]


class Judged(TypedDict):
    """Why a form as filled in would be refused, and the way to the field that is spoken of.

    With a preview, what it would bring about; of a table, what is legal in each row.
    """

    reason: str | None
    at: list[str | int]
    table: NotRequired[FactTable | None]
    limits: NotRequired[dict[str, tuple[int, int]]]


class OptionField(Field):
    """A field of the form of a new match, with its present value; an option has its clause."""

    value: Any
    about: NotRequired[str]
    rule: NotRequired[str]


class SetupForm(TypedDict):
    """The form of a new match."""

    seats: OptionField
    options: list[OptionField]


# --- what stays the same through a match ---------------------------------------------


class SeatName(TypedDict):
    """A seat and its name."""

    id: str
    name: str


class BotPlan(TypedDict):
    """A bot, and how it reasons."""

    id: str
    label: str
    idea: str


class BoardPlan(TypedDict):
    """A board as it lies before the first turn."""

    width: float
    height: float
    spaces: list[Space]
    decor: list[Decor]
    legend: list[tuple[str, str]]
    least: float


class AboutPlan(TypedDict):
    """The game in sentences, each with its title, its clauses, and its picture as SVG."""

    sentences: list[tuple[str, str]]
    rules: list[str]
    picture: str


class SheetName(TypedDict):
    """A sheet that the game keeps."""

    name: str
    label: str


class Addresses(TypedDict):
    """Where the page may find the charts' library."""

    urls: list[str]


class Fixed(TypedDict):
    """What never changes in a match."""

    game: str
    title: str
    credits: str
    about: AboutPlan | None
    seats: list[SeatName]
    bots: list[BotPlan]
    board: BoardPlan
    charts: list[ChartPlan]
    metrics: dict[str, MetricPlan]
    units: dict[str, str]
    options: list[tuple[str, str]]
    sheets: list[SheetName]
    score: str
    raced: list[str]
    races: list[str]
    secrets: bool
    forgets: str
    plotly: Addresses


# --- the present ---------------------------------------------


class BoardNow(TypedDict):
    """What is to be seen on the board now, spaces and signs by their ids."""

    looks: dict[str, Look]
    pieces: list[Piece]
    signs: dict[str, Sign]
    gauges: list[Gauge]
    path: list[str]
    links: list[Link]
    told: str


class Signal(TypedDict):
    """Something that the host may tell the game from outside, and its clause."""

    name: str
    label: str
    rule: str


class Paid(TypedDict):
    """Who paid whom in the last step: payer, payee and the amount in words; None is no seat."""

    step: int
    flows: list[tuple[str | None, str | None, str]]


class BranchName(TypedDict):
    """A branch, what it is called, whether it is folded away, and where it left this one.

    Folded away is what nobody has asked for: what a new answer or a new beginning has cut off.
    """

    name: str
    title: str
    folded: bool
    from_turn: int


class ApartNow(TypedDict):
    """The branch on the screen beside another: where they part, and what came of it.

    ``here`` and ``there`` say what was decided at the ``step`` and ``turn`` where they part, or
    nothing in the one that has not come so far; ``parts`` is that in a sentence. ``words`` say the
    difference at the last turn that both have finished, and ``charts`` that of each chart; those in
    ``told`` are told by the ``words``. ``behind`` names the branch that is shorter.
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


class NewsLine(TypedDict):
    """A line of the news, by the number of its event."""

    id: int
    turn: int
    seat: str | None
    text: str
    rule: str


class Standing(TypedDict):
    """A seat's place, with its score in words, and its score and place in further races.

    ``instead`` is what is shown while no score can move. ``figure`` is the key of the figure of
    which that tells, left out where one may not ask why.
    """

    seat: str
    score: float | None
    place: int
    text: str
    races: NotRequired[list[tuple[str, int]]]
    tie: NotRequired[str]
    instead: NotRequired[str]
    figure: NotRequired[str]


class Counted(TypedDict):
    """What the figures beside the seats count, and the unit that they share."""

    title: str
    unit: str
    shared: str


class Mark(TypedDict):
    """A bookmark."""

    turn: int
    label: str


class TimelineNow(TypedDict):
    """Where the match stands between its beginning and its end, and the bookmarks."""

    turn: int
    last: int
    step: int
    last_step: int
    marks: list[Mark]
    can_undo: bool
    can_redo: bool
    moment: str


class SeatNow(TypedDict):
    """Who plays a seat, what it is called, and whether it is asked now."""

    who: str
    name: str
    mover: bool


class PlayNow(TypedDict):
    """Whether the clock of the page runs, and how fast."""

    running: bool
    speed: float


ClockState: TypeAlias = Literal["set-up", "running", "stopped", "time-out", "overtime", "over"]


class ClockNow(TypedDict):
    """The clock of a match: its minutes, the seconds left and those of overtime, and the pace.

    ``pace`` says what is likelier to come first, the end of the time or of the last round.
    """

    state: ClockState
    minutes: int
    left: int
    overtime: int
    pace: str


class Turning(Turned):
    """A turning point of a match that is over: a mark on the line of its seat and figure.

    ``at`` says which turn or round it was, ``turn`` the one to go to; the mark stands at ``score``.
    The change is that ``since`` the end of another turn.
    """

    since: int
    at: str
    text: str


class Race(TypedDict):
    """A race: its title, how its winner leads, seats with score and place, and ties in words."""

    title: str
    words: str
    lines: list[tuple[str, str, int]]
    ties: list[str]


class EndNow(TypedDict):
    """The end of a match."""

    head: str
    why: str
    races: list[Race]
    turns: list[Turning]
    chart: str


class StudyNow(TypedDict, total=False):
    """How far a study ahead has come; why there is none, what went wrong, whether it is old.

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


class FuturesNow(StudyNow, total=False):
    """Futures as far as they have come: how often what comes true.

    A chance is its kind, its seat, what is told, how often it came true, its share and the standard
    error of that.
    """

    chances: list[tuple[str, str, str, str, float, float]]


class MovesNow(StudyNow, total=False):
    """The answers to what is asked, compared by futures of each."""

    columns: list[str]
    rows: list[list[str]]
    futures: int


class Span(TypedDict):
    """The turns between whose ends a figure changed."""

    since: int
    turn: int


class Expected(Prediction):
    """What a class expects, its question in words, and what came, once it may be seen.

    ``figures`` of the chart can be asked for: key, label, and whether they are of seats. ``why``
    says over which turns the change can be split.
    """

    question: str
    figures: list[tuple[str, str, bool]]
    came: str
    why: NotRequired[Span]


class Now(TypedDict):
    """This very moment.

    ``charts`` are those that the page has been told of, of which those in ``filled`` are up to now;
    ``rounds`` are each round and the turn with which it begins. ``timed`` tells that a clock of
    minutes may be set. ``covered_with`` are charts that would give a covered one away, each with
    the title of that. On a telephone ``until`` is when a bot answers for its seat, which is asked,
    in seconds by the server's clock; 0 if none will; and ``decided`` is how many
    decisions of its seat have been given, by which an answer that comes too late is known.
    """

    turn: int
    round: int
    step: int
    opening: bool
    over: str | None
    end: EndNow | None
    winners: list[str]
    signals: list[Signal]
    said: str
    paid: Paid | None
    board: BoardNow
    asked: int
    asks: list[Ask]
    rounds: list[tuple[int, int]]
    charts: dict[str, ChartNow]
    filled: list[str]
    first_charts: list[str]
    absent: dict[str, str]
    branches: list[BranchName]
    branch: str
    apart: ApartNow | None
    opens: str
    news: list[NewsLine]
    standings: list[Standing]
    counted: Counted
    timeline: TimelineNow
    seats: dict[str, SeatNow]
    play: PlayNow
    clock: ClockNow | None
    timed: bool
    theme: str
    seen_as: str
    covered: list[str]
    covered_with: dict[str, str]
    predictions: dict[str, Expected]
    curtain: str | None
    read_only: str | None
    futures: FuturesNow
    moves: MovesNow
    until: NotRequired[float]
    decided: NotRequired[int]


# --- what is looked up ---------------------------------------------


class Clause(TypedDict):
    """A clause of the rule book."""

    id: str
    text: str


LedgerRow = TypedDict(
    "LedgerRow",
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

LedgerPage = TypedDict("LedgerPage", {"from": int, "total": int, "rows": list[LedgerRow]})
"""A page of the ledger."""


class Trail(TypedDict):
    """The money behind a line of the news, and its clause."""

    entries: list[LedgerRow]
    clause: Clause | None


class SheetColumn(TypedDict):
    """A column of a sheet; one of amounts stands to the right."""

    label: str
    number: bool


class Sheet(TypedDict):
    """A sheet in words: its columns and latest rows, oldest first."""

    name: str
    total: int
    columns: list[SheetColumn]
    rows: list[list[str]]


class NamedFile(TypedDict):
    """A file to take along, as text, and what to know about it."""

    name: str
    text: str
    note: NotRequired[str]


class Work(TypedDict):
    """All of somebody's work as a ZIP file in base64, and what to know about it."""

    name: str
    base64: str
    note: str


class ChartFigures(TypedDict):
    """All rows of one chart."""

    chart: str
    rows: list[Any]


# --- messages ---------------------------------------------


class Snapshot(TypedDict):
    """The whole present."""

    kind: Literal["snapshot"]
    fixed: Fixed
    now: Now


class Step(TypedDict):
    """What changed of ``now`` since the message before."""

    kind: Literal["step"]
    change: Any


class Detail(TypedDict):
    """What a page has looked up."""

    kind: Literal["detail"]
    what: str
    data: Any


class Refused(TypedDict):
    """Why an action was not carried out, and what may be done instead, if anything."""

    kind: Literal["refused"]
    reason: str
    offer: NotRequired[Any]


class Pong(TypedDict):
    """The answer to a ping, with the number of the latest message."""

    kind: Literal["pong"]
    at: int


class Session(TypedDict):
    """Whether and under which code the server keeps the match."""

    kind: Literal["session"]
    code: str
    problem: str | None
    warning: NotRequired[str]


Content: TypeAlias = Snapshot | Step | Detail | Refused | Pong | Session
