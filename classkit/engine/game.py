"""The contract that each game fulfils."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from .editions import Edition, Editions, NoEditions
from .errors import IllegalMove, PositionError, UnknownName, cut, known_name
from .log import Entry, Transfer
from .metrics import Chart, GivesAway, Metric
from .options import Option, Options
from .policy import PASSIVE, RANDOM, Policy, passive_policy, random_policy
from .reading import FactKinds
from .requests import Aside, Decision, Flow, Request, Seat, with_clause
from .secrecy import Reveal, Secrecy
from .table import Table
from .views import Source, View
from .words import Rulebook, Say, Words

if TYPE_CHECKING:
    from .board import Board, Scene

T = TypeVar("T", bound=Table)
Timing: TypeAlias = Literal["", "set-up", "play", "time-out", "overtime"]
"""For which of its times a clock of minutes stands there; empty where nobody calls time."""


class About(NamedTuple):
    """What a game is about, who wins, and by what; each a sentence in plain words.

    ``rules`` names the clauses behind them. ``chart`` is the key of the chart that draws what
    decides the match: the course that is shown when it is over.

    >>> About("Sell goods.", "The richest wins.", "Money counts.", ("R4.2",), "money").sentences
    ('Sell goods.', 'The richest wins.', 'Money counts.')
    """

    subject: str
    winner: str
    measure: str
    rules: tuple[str, ...]
    chart: str = ""

    @property
    def sentences(self) -> tuple[str, str, str]:
        """The three sentences, in the order in which they are read."""
        return self.subject, self.winner, self.measure


class Standing(NamedTuple):
    """One line of the standings: ``score`` in ``unit``, ``place`` from 1, equals share a place.

    ``held_back`` says, to follow "but", why the place is not that of the score: "is bankrupt".
    ``tie`` says, to follow "with", what put the seat above the next of an equal score: "more gold
    in reserves, 23 to 20 (N16.3)".

    >>> import classkit
    >>> classkit.new("poleconomy", seats=3, seed=7).play(until="round").standings()[0]
    <1. C: $1,630,000>
    """

    seat: Seat
    score: int | float
    place: int
    unit: str = ""
    held_back: str = ""
    tie: str = ""

    def __repr__(self) -> str:
        return f"<{self.place}. {self.seat}: {score_words(self.score, self.unit)}>"


class Length(NamedTuple):
    """How long a match lasts.

    ``last_turn`` is the turn with which it ends at the latest; 0 for no limit. ``agreed`` is the
    turn up to which it was agreed to play where it may go on after it, and ``goes_on`` why it may.
    ``minutes`` is after how many minutes of play the host calls time, where an option says so.
    ``ended_by`` is the signal with which the host ends a match that would go on without a limit.
    """

    last_turn: int = 0
    agreed: int = 0
    goes_on: str = ""
    minutes: int | None = None
    ended_by: str = ""


class Game(ABC, Generic[T]):
    """One game: its rules on one kind of table, and what is known about them.

    A game holds no state of any match. It states its name, title, numbers of seats and rulebook,
    and says how a table is set up and what is played next; what else it leaves out has the
    default written here.

    Its methods get the ``table`` as it stands; only :meth:`segment`, :meth:`signal` and what they
    call may change it. ``seat`` is a letter, None for what everybody knows, or INSTRUCTOR.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    authors: ClassVar[str] = ""
    licence: ClassVar[str] = ""
    """What the authors ask of whoever passes their game on, in one sentence; may be empty."""
    about: ClassVar[About] = About("", "", "", ())
    """The game in three sentences, which a page shows before the first step."""
    rules_version: ClassVar[str] = "1"
    seat_numbers: ClassVar[range]
    currency: ClassVar[str] = "$"
    options: ClassVar[tuple[Option, ...]] = ()
    metrics: ClassVar[tuple[Metric, ...]] = ()
    charts: ClassVar[tuple[Chart, ...]] = ()
    before_scores_figure: ClassVar[str] = ""
    """The key of the figure of which :meth:`before_scores` tells; empty where it tells nothing."""
    gives_away: ClassVar[Mapping[str, GivesAway]] = {}
    """What tells a figure besides its chart, by its key: covered while a class predicts it."""
    starting_facts: ClassVar[tuple[Metric, ...]] = ()
    """Facts of a match's beginning by which studies compare: figures with the window "the opening".

    They are computed on the table as its first turn begins; no key is that of a metric.
    """
    policies: ClassVar[Mapping[str, Callable[[], Policy]]] = {}
    """The bots of the game's rules file, by name; their docstrings tell how they reason."""
    signals: ClassVar[Mapping[str, str]] = {}
    """What the host may signal, with the clause: ``{"time_up": "P15.1"}``."""
    reveals: ClassVar[tuple[Reveal, ...]] = ()
    """How secrets become known; whoever learns one in another way has found a leak.

    The laws of secrecy (`classkit.testing.leaks`) hold the game to that until each match is over.
    """
    secrecy: ClassVar[Secrecy[Any]] = Secrecy()
    """What the game hides besides what is asked under seal or in private, and told to some."""
    words: ClassVar[Words] = Words()
    example_position: ClassVar[Mapping[str, Any]] = {}
    """A position to learn from, for three seats and the usual options."""
    ending_event: ClassVar[str] = "game_ended"
    """The event whose sentence says why a match is over; where none is told, the words do."""
    rulebook: ClassVar[Rulebook]
    view_type: ClassVar[type[View]] = View
    """The window through which seats look; a game adds the questions of its own rulebook."""
    library: ClassVar[Editions | NoEditions] = NoEditions()
    """The editions shipped with the game, and how those of others are read."""

    # --- before the first turn --------------------------------------------------------------

    def editions(self) -> Mapping[str, str]:
        """Return the editions shipped, id -> title; the first is the default."""
        return self.library.titles()

    def edition(self, source: Any = None) -> Edition:
        """Read an edition, and check it: EditionError names the file and the key.

        ``source`` is the id of one that is shipped, a TOML file, a folder or a mapping; None is the
        usual one.
        """
        return self.library.read(source)

    def check_options(self, options: Options, seats: tuple[Seat, ...], edition: Edition) -> None:
        """Refuse, with OptionError, what single options cannot judge.

        Such are options that exclude each other, or that this number of ``seats`` or this
        ``edition`` does not allow.
        """

    def recorded_options(
        self, stated: Mapping[str, Any], rules: str, edition: Edition
    ) -> Mapping[str, Any]:
        """Return the options of a record as they are meant today; ``rules`` wrote it.

        ``stated`` is what the record says, ``edition`` the one that it was played with.
        For a game whose options have changed their meaning since an earlier ``rules_version``.
        """
        return stated

    @abstractmethod
    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> T:
        """Lay the table as it is before anything has been thrown or asked.

        ``seats`` are letters, clockwise; ``options`` and ``edition`` have been read and checked.
        What is thrown or asked at the beginning belongs to the first :meth:`segment`.
        """

    def is_set_up(self, table: T) -> bool:
        """Return whether set-up is complete and the next segment a turn; positions begin here.

        By default at once: nothing is thrown or asked before the first turn.
        """
        return True

    # --- play ----------------------------------------------------------------------------------

    @abstractmethod
    def segment(self, table: T) -> Flow[None] | None:
        """Return the next piece of play that can be done again as a whole: a turn, or a phase.

        It is a generator, which asks by ``yield from table.ask(...)`` and changes the ``table``.
        The rules may end the match in it; of a match that is over nobody asks for another.
        """

    def asides(self, table: T, decision: Decision) -> Sequence[Aside]:
        """List what seats may do while this ``decision`` waits, as the ``table`` stands."""
        return ()

    def asides_of(self, table: T, decision: Decision, seat: Seat | None) -> Sequence[Aside]:
        """List what one seat may do meanwhile; a game in which every seat may makes only these."""
        return [aside for aside in self.asides(table, decision) if aside.seat == seat]

    @property
    def has_asides(self) -> bool:
        """True where the game lists anything that a seat may do while a decision waits."""
        own = type(self)
        return own.asides is not Game.asides or own.asides_of is not Game.asides_of

    def no_aside(self, table: T, request: Request | None, seat: Seat | None, name: str) -> str:
        """Return why this seat may not do this aside now, as a sentence with its clause.

        Asked where :meth:`asides_of` lists no aside of that ``name``; ``request`` is None when the
        match is over. Empty for a name that is none.
        """
        return ""

    def find_aside(self, table: T, waiting: Request | None, entry: Entry) -> Aside:
        """Return the aside that an entry asks for; IllegalMove with the reason when it is shut."""
        open_now: Sequence[Aside] = ()
        if isinstance(waiting, Decision):
            open_now = self.asides_of(table, waiting, entry.seat)
        for aside in open_now:
            if aside.move.name == entry.name:
                if reason := aside.move.refusal(entry.value):
                    raise IllegalMove(with_clause(reason, aside.rule) if aside.rule else reason)
                return aside
        if reason := self.no_aside(table, waiting, entry.seat, entry.name):
            raise IllegalMove(reason)
        names = ", ".join(sorted({aside.move.name for aside in open_now}))
        reason = f"{entry.seat} cannot do {cut(entry.name)} now. " + (
            f"Possible: {names}." if names else "Nothing can be done aside now."
        )
        raise IllegalMove(with_clause(reason, waiting.rule) if waiting is not None else reason)

    def signal(self, table: T, name: str) -> None:
        """Note on the table what the host signals; ``name`` is one of ``signals``."""

    def no_signal(self, table: T, name: str) -> str:
        """Return why this signal would change nothing now, as a sentence with its clause.

        Empty where it means something. A signal that means nothing is not offered, and refused.
        """
        return ""

    def timing(self, table: T) -> Timing:
        """Return for which of its times a clock of minutes stands there.

        Only "play" counts; "overtime" is what is played after time was called. Empty where the host
        calls no time in this match.
        """
        if "time_up" not in self.signals:
            return ""
        if self.no_signal(table, "time_up"):
            return "overtime"
        return "play" if self.is_set_up(table) else "set-up"

    def length(self, table: T) -> Length:
        """Return how long the match lasts by its rules and options; by default without limit."""
        return Length()

    def moment(self, table: T) -> str:
        """Return where the match stands, as a class says it: "Round 5 of 10: pegs".

        Empty where the number of the turn says it. A game whose turns are phases that nobody counts
        has words of its own.
        """
        return ""

    def about_of(self, table: T) -> About:
        """Return the three sentences of this table; ``about``, unless its options change them."""
        return self.about

    # --- who is ahead -----------------------------------------------------------------------

    def standings(self, table: T) -> list[Standing]:
        """Rank the seats, best first: by their money, unless a game says otherwise."""
        return ranked({seat: table.cash(seat) for seat in table.seats}, self.currency)

    def score_title(self, table: T) -> str:
        """Return what the score of the standings is called."""
        return "Score"

    def races(self, table: T) -> Mapping[str, Sequence[Standing]]:
        """Return further races beside the standings, each won by itself, by their titles."""
        return {}

    def all_races(self, table: T) -> dict[str, Sequence[Standing]]:
        """Return every race by its title, that of the standings first."""
        return {self.score_title(table): self.standings(table), **self.races(table)}

    def deciding_races(self, table: T) -> tuple[str, ...]:
        """Return the titles of the races whose first places win the match; by default of all."""
        return self.score_title(table), *self.races(table)

    def before_scores(self, table: T) -> Mapping[Seat, str]:
        """Return what is shown of each seat in place of its score while no score can move."""
        return {}

    def winners(self, table: T) -> tuple[Seat, ...]:
        """Return who has won; nobody while the match goes on."""
        if not table.is_over:
            return ()
        races = self.all_races(table)
        ahead = {seat for title in self.deciding_races(table) for seat in first_of(races[title])}
        return tuple(seat for seat in table.seats if seat in ahead)

    # --- figures ------------------------------------------------------------------------------

    def metrics_of(self, table: T) -> tuple[Metric, ...]:
        """Return the figures of this table, where its options decide which there are; else all.

        A game made of this one may declare more of them: :func:`metrics.on_table` keeps those.
        """
        return self.metrics

    @property
    def own_figures(self) -> tuple[str, ...]:
        """The keys of figures that the game by whose name this one goes does not have.

        A game made of another may have some; a record names them, since that game knows none.
        """
        named = next(kind for kind in type(self).__mro__ if "name" in vars(kind))
        if self.metrics is named.metrics:  # type: ignore[attr-defined]  # what states a name is a game
            return ()
        known = {metric.key: metric for metric in named.metrics}  # type: ignore[attr-defined]
        return tuple(metric.key for metric in self.metrics if known.get(metric.key) != metric)

    def charts_of(self, table: T) -> tuple[Chart, ...]:
        """Return the charts of this table, where its options decide which there are; else all."""
        return self.charts

    def first_charts(self, table: T) -> tuple[str, ...]:
        """Return the keys of the charts that a page shows first now; else the first of all.

        A page has room for two, and where it is wide for a third, if three are named. They may
        change once or twice in a match, where what it is about changes.
        """
        return ()

    def sheets(self, table: T, transfers: Sequence[Transfer]) -> Mapping[str, list[dict[str, Any]]]:
        """Return further tables that the game keeps, by name: rows for frames and exports.

        Only what everybody may know; ``transfers`` are those that the reader knows of.
        """
        return {}

    def sheet_columns(self) -> Mapping[str, Mapping[str, tuple[str, str, str]]]:
        """Say what the columns of those tables mean: table -> column -> (type, unit, sentence)."""
        return {}

    def list_price(self, table: T, unit: str) -> int | None:
        """Return what a title costs outright as the table stands; None if it has no such price."""
        return None

    # --- what is seen -----------------------------------------------------------------------

    def view(self, source: Source[Any], seat: Seat | None) -> View:
        """Open the window of a seat, or with None of everybody.

        ``source`` is the match behind it: a view reads it, and shows what that seat may know.
        """
        return self.view_type(source, seat)

    def has_secrets(self, table: T) -> bool:
        """Return whether something lies on this table that not everybody may see.

        A page then offers to show the match as each seat sees it. Answers still sealed do not
        count: they are kept from every view. By default, whether the game masks events by a rule
        of its own.
        """
        return type(self.secrecy).mask is not Secrecy.mask

    def undone_by(self, table: T) -> tuple[str, str] | None:
        """Return what ended a match that nobody has won; None where somebody has, or nothing did.

        These are two figures of the table: the one that grew until it was too much, which events
        tell (``told_by``), and the one whose losses made it grow. Turning points are told of them.
        """
        return None

    def things(self, table: T) -> Mapping[str, str]:
        """Return what people call the things that the edition names: id -> title of a card."""
        return {}

    def board(self, table: T) -> Board:
        """Return where the spaces lie; a game without a board shows its seats side by side."""
        from .board import board_of_seats  # not needed to play

        return board_of_seats(table.seats)

    def scene(self, table: T, seat: Seat | None = None) -> Scene:
        """Return what a seat, everybody (None) or INSTRUCTOR sees on the board now.

        On a board of seats that is what the standings say of each.
        """
        from .board import scene_of_seats  # not needed to play

        lines = self.standings(table)
        return scene_of_seats({line.seat: score_words(line.score, line.unit) for line in lines})

    # --- positions ----------------------------------------------------------------------------

    @property
    def has_positions(self) -> bool:
        """True if a match may begin in the middle: if the game says how to place one."""
        return type(self).place is not Game.place

    def place(self, table: T, facts: Mapping[str, Any]) -> None:
        """Change a table fresh from set-up into the position that the facts state."""
        if facts:
            raise PositionError(next(iter(facts)), f"{self.title} knows no positions.")

    def position(self, table: T) -> dict[str, Any]:
        """Return the facts from which :meth:`place` makes a table that goes on as this one."""
        return {}

    def fact_kinds(self, table: T) -> FactKinds | None:
        """Return the classes that declare what :meth:`place` reads; lists are made of them.

        None where a game reads positions its own way, or knows none.
        """
        return None

    # --- bots -----------------------------------------------------------------------------------

    def bots(self) -> dict[str, Callable[[], Policy]]:
        """Return all policies by name: the game's own as they take seats, "random", "passive"."""
        common: dict[str, Callable[[], Policy]] = {
            RANDOM: lambda: random_policy,
            PASSIVE: lambda: passive_policy,
        }
        return {**self.policies, **common}

    def own_bots(self, seats: Sequence[Seat]) -> dict[Seat, str]:
        """Return who plays where nobody says: seat -> the game's own bots in turn.

        Seat A has the first bot of ``policies``, B the second, and after the last comes the first
        again. In a game that has none, "random" plays. This order holds wherever bots are left out:
        :meth:`Match.play`, tables, studies, homework and the command line.
        """
        names = list(self.policies) or [RANDOM]
        return {seat: names[place % len(names)] for place, seat in enumerate(seats)}

    def bot_name(self, name: object, also: Collection[str] = ()) -> str:
        """Return the name of a bot, if there is one of it or ``also`` has it; else UnknownName."""
        bots = {*self.bots(), *also}
        if type(name) is str and name.endswith(".py"):
            remedy = (
                "A policy in a file is imported (`from my_file import policy`) and given itself; "
                "`classkit policy check` and `classkit tournament` take files."
            )
            raise UnknownName("bot", name, bots, remedy)
        return known_name("bot", name, bots)

    def bot(self, name: str) -> Policy:
        """Make a bot by name."""
        return self.bots()[self.bot_name(name)]()

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


def first_of(lines: Sequence[Standing]) -> tuple[Seat, ...]:
    """Return the seats that have the first place, or share it.

    >>> first_of(ranked({"A": 9, "B": 5, "C": 9}))
    ('A', 'C')
    """
    return tuple(line.seat for line in lines if line.place == 1)


def who_wins(
    say: Say,
    winners: Sequence[str],
    races: Mapping[str, Sequence[Standing]],
    name: Callable[[str], str] | None = None,
) -> str:
    """Return who wins, in sentences: of several races each with the seats that win it.

    ``winners`` are those of the match, ``races`` all of its races by title. ``name`` says how a
    seat is called, by default as ``say`` has it.

    >>> asset, future = ranked({"A": 5, "B": 3}), ranked({"A": 2, "B": 2})
    >>> who_wins(Say({"A": "Ada"}), ["A"], {"ASSET": asset})
    'Ada wins.'
    >>> who_wins(Say(), ["A", "B"], {"ASSET": asset, "FUTURE": future})
    'A wins ASSET. A and B share FUTURE.'
    >>> who_wins(Say(), [], {"ASSET": asset, "FUTURE": future})
    'Nobody wins.'
    """
    name = name or say.seat
    if not winners:
        return "Nobody wins."
    if len(races) == 1:
        return won_by(say, [name(seat) for seat in winners], "")
    won: dict[tuple[str, ...], list[str]] = {}
    for title, lines in races.items():
        won.setdefault(first_of(lines), []).append(title)
    return " ".join(
        won_by(say, [name(seat) for seat in seats], say.listing(titles))
        for seats, titles in won.items()
    )


def won_by(say: Say, names: Sequence[str], what: str) -> str:
    """Return a sentence that names who wins a race, or the match where ``what`` is empty.

    >>> won_by(Say(), ["A", "B"], ""), won_by(Say(), [], "ASSET")
    ('A and B share the win.', 'Nobody wins ASSET.')
    """
    if len(names) > 1:
        return f"{say.listing(list(names))} share {what or 'the win'}."
    who = names[0] if names else "Nobody"
    return f"{who} wins {what}".strip() + "."


def score_words(score: int | float, unit: str) -> str:
    """Return a score as a short text, such as "$1,200", that fits a space of the board.

    >>> score_words(1_200, "$"), score_words(538.3, "$"), score_words(2.5, "points")
    ('$1,200', '$538.30', '2.5 points')
    """
    if len(unit) != 1:
        return f"{score:,} {unit}".strip()
    return f"{unit}{score:,.2f}" if isinstance(score, float) else f"{unit}{score:,}"


def ranked(scores: Mapping[Seat, int | float], unit: str = "") -> list[Standing]:
    """Rank scores, largest first; equal scores share the better place.

    ``unit`` is that of the scores, such as "$", as pages write it.

    >>> [(line.seat, line.place) for line in ranked({"A": 5, "B": 9, "C": 5})]
    [('B', 1), ('A', 2), ('C', 2)]
    """
    order = sorted(scores, key=lambda seat: -scores[seat])
    lines: list[Standing] = []
    for place, seat in enumerate(order, start=1):
        if lines and lines[-1].score == scores[seat]:
            place = lines[-1].place
        lines.append(Standing(seat, scores[seat], place, unit))
    return lines
