"""Abstract base class of games, and the values that its methods return."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from classkit.deprecation import adopt_hooks, warn_about_members

from .decisions import Aside, Decision, Flow, Request, Seat, append_clause
from .editions import Edition, Editions, NoEditions
from .errors import IllegalMove, PositionError, UnknownName, require_known, truncate_value
from .events import Entry, Transfer
from .metrics import Chart, GivesAway, Metric
from .options import Option, Options
from .policy import PASSIVE_NAME, RANDOM_NAME, Policy, passive_policy, random_policy
from .question_brief import (
    Belongings,
    QuestionBrief,
    ReturnSample,
    SampledMatch,
    describe_belongings,
)
from .rulebook_text import Rulebook, TextFormatter, Words
from .schema import PositionSchema
from .state import GameState
from .views import View, ViewSource
from .visibility import Reveal, Secrecy

if TYPE_CHECKING:
    from .board import Board, Scene

T = TypeVar("T", bound=GameState)
ClockPhase: TypeAlias = Literal["", "set-up", "play", "time-out", "overtime"]
"""Phase that a clock of minutes measures; empty if the host calls no time."""


class AboutCard(NamedTuple):
    """One thing to know before the first turn: a title, a sentence and a small picture.

    Args:
        title: What to do, such as "Buy companies".
        text: Why, in one sentence.
        emblem: Name of the picture (:data:`classkit.engine.board.Emblem`).
        figure: Short text that is drawn instead, such as "6" or "$100k".

    Example:
        >>> AboutCard("Buy companies", "They pay rent.", figure="$100k").title
        'Buy companies'
    """

    title: str
    text: str
    emblem: str = ""
    figure: str = ""


class About(NamedTuple):
    """Summary of a game in three sentences.

    Args:
        subject: What the game is about.
        winner: Who wins.
        measure: What decides.
        rules: The clauses behind the sentences.
        chart: Key of the chart that shows what decides the match, for the end of the match.
        cards: Three things to know, for phones that wait; by default the sentences.

    Example:
        >>> About("Sell goods.", "The richest wins.", "Money counts.", ("R4.2",), "money").sentences
        ('Sell goods.', 'The richest wins.', 'Money counts.')
    """

    subject: str
    winner: str
    measure: str
    rules: tuple[str, ...]
    chart: str = ""
    cards: tuple[AboutCard, ...] = ()

    @property
    def sentences(self) -> tuple[str, str, str]:
        """The three sentences, in reading order."""
        return self.subject, self.winner, self.measure


class Standing(NamedTuple):
    """One line of the standings.

    Args:
        seat: Letter of the seat.
        score: The score, in ``unit``.
        place: Rank from 1; equal scores share a rank.
        unit: Unit of the score.
        held_back: Why the rank differs from that of the score, to follow "but": "is bankrupt".
        tie: What ranks the seat above the next one of equal score, to follow "thanks to":
            "more gold in reserves, 23 to 20 (N16.3)".

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
        >>> m.play(until="round").standings()[0]
        <1. seat C: $1,700,000>
    """

    seat: Seat
    score: int | float
    place: int
    unit: str = ""
    held_back: str = ""
    tie: str = ""

    def __repr__(self) -> str:
        return f"<{self.place}. seat {self.seat}: {format_score(self.score, self.unit)}>"


class MatchLength(NamedTuple):
    """How long a match lasts.

    Args:
        last_turn: The match ends with this turn at the latest; 0 for no limit.
        agreed: Agreed last turn, if the match may continue after it.
        goes_on: Why it may continue.
        minutes: Minutes of play after which the host calls time, if an option says so.
        ended_by: Signal with which the host ends a match without a limit.

    Example:
        >>> MatchLength(last_turn=40).last_turn
        40
    """

    last_turn: int = 0
    agreed: int = 0
    goes_on: str = ""
    minutes: int | None = None
    ended_by: str = ""


@warn_about_members
class Game(ABC, Generic[T]):
    """One game: its rules and its metadata.

    A game object holds no state of a match. Subclasses define name, title, numbers of seats and
    rulebook, how a match is set up (:meth:`set_up`) and what is played next (:meth:`segment`).
    Everything else has a default.

    Methods get the current state as ``table``. Only :meth:`segment`, :meth:`signal` and functions
    that they call may change it. ``seat`` is a letter, None for the public, or INSTRUCTOR.

    Attributes:
        name: Name in calls and on the command line.
        title: Title shown to people.
        authors: Authors of the game; may be empty.
        rules_version: Version of the rules, which records state. Change it when old records no
            longer replay.
        seat_numbers: Numbers of seats that may play, such as ``range(2, 7)``.
        currency: Sign of the currency.
        options: The options of the game, in the order of the rules file.
        metrics: The metrics of the game.
        charts: The charts of the game.
        words: The words for decisions, moves, events and units.
        rulebook: The clauses of the rules.

    Example:
        >>> from classkit.engine.registry import find
        >>> game = find("opoly")
        >>> isinstance(game, Game), game.currency, 3 in game.seat_numbers
        (True, '$', True)
    """

    name: ClassVar[str]
    title: ClassVar[str]
    authors: ClassVar[str] = ""
    licence: ClassVar[str] = ""
    """Terms of the authors for redistribution, in one sentence; may be empty."""
    about: ClassVar[About] = About("", "", "", ())
    """The game in three sentences, shown before the first step."""
    rules_version: ClassVar[str] = "1"
    seat_numbers: ClassVar[range]
    currency: ClassVar[str] = "$"
    options: ClassVar[tuple[Option, ...]] = ()
    classroom_options: ClassVar[Mapping[str, Any]] = {}
    """Options that differ from their defaults where a class plays: on dashboards, the site, in
    rooms.

    A match that is begun in Python or on the command line has the defaults.
    """
    score_verbs: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Verbs between seats and a score, by the title of the race: of one seat and of several.

    By default a seat "has" a score. A score that is not held is worded as ``("is worth", "are
    worth")``.
    """
    metrics: ClassVar[tuple[Metric, ...]] = ()
    charts: ClassVar[tuple[Chart, ...]] = ()
    gives_away: ClassVar[Mapping[str, GivesAway]] = {}
    """What reveals a metric besides its chart, by key; covered while a class predicts it."""
    starting_facts: ClassVar[tuple[Metric, ...]] = ()
    """Facts of the opening by which studies compare: metrics with the window "the opening".

    They are computed as the first turn begins. Their keys differ from those of the metrics.
    """
    policies: ClassVar[Mapping[str, Callable[[], Policy]]] = {}
    """The bots of the game's rules file, by name. Their docstrings describe their strategy."""
    signals: ClassVar[Mapping[str, str]] = {}
    """The signals that the host may send, with the clause: ``{"time_up": "P15.1"}``."""
    reveals: ClassVar[tuple[Reveal, ...]] = ()
    """All ways in which secrets become known. Any other way is a leak.

    The laws of secrecy (`classkit.testing.leak_laws`) test this until each match is over.
    """
    secrecy: ClassVar[Secrecy[Any]] = Secrecy()
    """What the game hides besides sealed and private answers and events for some seats."""
    words: ClassVar[Words] = Words()
    example_position: ClassVar[Mapping[str, Any]] = {}
    """An example position, for three seats and the default options."""
    ending_event: ClassVar[str] = "game_ended"
    """Event whose sentence says why a match is over; without such an event, the words do."""
    barring_events: ClassVar[frozenset[str]] = frozenset()
    """Events that can bar a seat from winning (:attr:`Standing.held_back`)."""
    repricing_events: ClassVar[frozenset[str]] = frozenset()
    """Events that change from which amounts the worth of things follows, such as a new peg."""
    rulebook: ClassVar[Rulebook]
    view_type: ClassVar[type[View]] = View
    """Class of the views; games add properties of their own rules."""
    library: ClassVar[Editions | NoEditions] = NoEditions()
    """The editions shipped with the game, and how other editions are read."""

    # --- set-up -----------------------------------------------------------------------------

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Take methods that a game overrides by their old names."""
        super().__init_subclass__(**keywords)
        adopt_hooks(cls, "Game")

    def editions(self) -> Mapping[str, str]:
        """Return the titles of the shipped editions by id; the first is the default.

        Returns:
            A mapping from id to title.
        """
        return self.library.titles()

    def edition(self, source: Any = None) -> Edition:
        """Read and check an edition.

        Args:
            source: Id of a shipped edition, a TOML file, a folder or a mapping. None: the default.

        Returns:
            The edition, with the game's own form of its data.

        Raises:
            EditionError: The edition is invalid. The message names the file and the key.
        """
        return self.library.read(source)

    def check_options(self, options: Options, seats: tuple[Seat, ...], edition: Edition) -> None:
        """Raise OptionError for options that are valid alone but not together.

        Examples are options that exclude each other, or that this number of ``seats`` or this
        ``edition`` does not allow.

        Args:
            options: Options, each valid by itself.
            seats: The seats of the match.
            edition: The edition of the match.

        Raises:
            OptionError: The options do not fit together.
        """

    def recorded_options(
        self, stated: Mapping[str, Any], rules: str, edition: Edition
    ) -> Mapping[str, Any]:
        """Convert the options of a record to their present meaning.

        For games whose options have changed since an earlier ``rules_version``.

        Args:
            stated: The options in the record.
            rules: The ``rules_version`` that wrote the record; "" if it did not say so.
            edition: The edition of the record.

        Returns:
            The options, by their present names and values.
        """
        return stated

    @abstractmethod
    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> T:
        """Return the state before anything has been rolled or asked.

        Rolls and decisions of the beginning belong to the first :meth:`segment`.

        Args:
            seats: Letters of the seats, clockwise.
            options: Checked options.
            edition: Checked edition.

        Returns:
            The state, with all seats, accounts and options.
        """

    def is_set_up(self, table: T) -> bool:
        """Return whether set-up is complete and the next segment is a turn. Positions begin here.

        By default True: nothing is rolled or asked before the first turn.

        Args:
            table: The current state.

        Returns:
            True if a turn comes next.
        """
        return True

    # --- play ----------------------------------------------------------------------------------

    @abstractmethod
    def segment(self, table: T) -> Flow[None] | None:
        """Return the next segment of play, such as a turn, that can be replayed as a whole.

        The result is a generator that asks with ``yield from table.ask(...)`` and changes
        ``table``. The rules may end the match in it; it is not called for a match that is over.

        Args:
            table: The current state.

        Returns:
            A generator that plays the segment; None if nothing is left to play.
        """

    def asides(self, table: T, decision: Decision) -> Sequence[Aside]:
        """Return the asides that are open while ``decision`` waits.

        Args:
            table: The current state.
            decision: The decision that waits.

        Returns:
            The asides of all seats, in the order in which a page lists them.
        """
        return ()

    def seat_asides(self, table: T, decision: Decision, seat: Seat | None) -> Sequence[Aside]:
        """Return the asides of one seat. Override it if listing them for all seats is slow.

        Args:
            table: The current state.
            decision: The decision that waits.
            seat: The seat; None for all seats.

        Returns:
            The asides of the seat, in the order in which a page lists them.
        """
        return [aside for aside in self.asides(table, decision) if aside.seat == seat]

    @property
    def has_asides(self) -> bool:
        """True if the game overrides :meth:`asides` or :meth:`seat_asides`."""
        own = type(self)
        return own.asides is not Game.asides or own.seat_asides is not Game.seat_asides

    def aside_refusal(self, table: T, request: Request | None, seat: Seat | None, name: str) -> str:
        """Return why a seat may not do this aside now, as a sentence with its clause.

        Called if :meth:`seat_asides` lists no aside of that ``name``. ``request`` is None when the
        match is over. Return an empty string for an unknown name.
        """
        return ""

    def find_aside(self, table: T, waiting: Request | None, entry: Entry) -> Aside:
        """Return the aside that an entry names.

        Raises:
            IllegalMove: The aside is not open; the message has the reason.
        """
        open_now: Sequence[Aside] = ()
        if isinstance(waiting, Decision):
            open_now = self.seat_asides(table, waiting, entry.seat)
        for aside in open_now:
            if aside.move.name == entry.name:
                if reason := aside.move.refusal(entry.value):
                    raise IllegalMove(append_clause(reason, aside.rule) if aside.rule else reason)
                return aside
        if reason := self.aside_refusal(table, waiting, entry.seat, entry.name):
            raise IllegalMove(reason)
        names = ", ".join(sorted({aside.move.name for aside in open_now}))
        reason = f"{entry.seat} cannot do {truncate_value(entry.name)} now. " + (
            f"Possible: {names}." if names else "Nothing can be done aside now."
        )
        raise IllegalMove(append_clause(reason, waiting.rule) if waiting is not None else reason)

    def signal(self, table: T, name: str) -> None:
        """Record in the state what the host signals; ``name`` is one of ``signals``.

        Args:
            table: The current state.
            name: One of ``signals``.
        """

    def signal_refusal(self, table: T, name: str) -> str:
        """Return why this signal would have no effect now, as a sentence with its clause.

        Return an empty string if it has an effect. Signals without effect are not offered.
        """
        return ""

    def clock_phase(self, table: T) -> ClockPhase:
        """Return the phase that a clock of minutes measures.

        Only "play" counts; "overtime" is the play after time was called. Empty if the host calls no
        time in this match.

        Args:
            table: The current state.

        Returns:
            The phase.
        """
        if "time_up" not in self.signals:
            return ""
        if self.signal_refusal(table, "time_up"):
            return "overtime"
        return "play" if self.is_set_up(table) else "set-up"

    def length(self, table: T) -> MatchLength:
        """Return how long the match lasts by its rules and options; by default without limit.

        Args:
            table: The current state.

        Returns:
            The limits.
        """
        return MatchLength()

    def moment_title(self, table: T) -> str:
        """Return the name of the present moment, such as "Round 5 of 10: pegs".

        Return an empty string if the number of the turn is enough. Override it if turns are phases.

        Args:
            table: The current state.

        Returns:
            The name, or an empty string.
        """
        return ""

    def get_description(self, table: T) -> About:
        """Return the three sentences for this state; by default ``about``.

        Args:
            table: The current state.

        Returns:
            The sentences.
        """
        return self.about

    # --- standings --------------------------------------------------------------------------

    def standings(self, table: T) -> list[Standing]:
        """Return the standings, best seat first; by default ranked by money.

        Args:
            table: The current state.

        Returns:
            One line for each seat.
        """
        return rank_scores({seat: table.cash(seat) for seat in table.seats}, self.currency)

    def score_title(self, table: T) -> str:
        """Return the name of the score in the standings.

        Args:
            table: The current state.

        Returns:
            The name, such as "Net worth".
        """
        return "Score"

    def races(self, table: T) -> Mapping[str, Sequence[Standing]]:
        """Return further races besides the standings, by title. Each is won separately.

        Args:
            table: The current state.

        Returns:
            A mapping from title to standings, best seat first; empty for most games.
        """
        return {}

    def all_races(self, table: T) -> dict[str, Sequence[Standing]]:
        """Return every race by its title, the standings first."""
        return {self.score_title(table): self.standings(table), **self.races(table)}

    def deciding_races(self, table: T) -> tuple[str, ...]:
        """Return the titles of the races whose first places win the match; by default all.

        Args:
            table: The current state.

        Returns:
            Titles of :meth:`races`, or of the standings.
        """
        return self.score_title(table), *self.races(table)

    def winners(self, table: T) -> tuple[Seat, ...]:
        """Return the winning seats; empty while the match goes on.

        Args:
            table: The current state.

        Returns:
            The seats that have or share the first place of a deciding race.
        """
        if not table.is_over:
            return ()
        races = self.all_races(table)
        ahead = {seat for title in self.deciding_races(table) for seat in first_seats(races[title])}
        return tuple(seat for seat in table.seats if seat in ahead)

    # --- metrics ------------------------------------------------------------------------------

    def active_metrics(self, table: T) -> tuple[Metric, ...]:
        """Return the metrics of this state; by default all. Override it if options decide.

        A game derived from this one may declare more (:func:`.metrics.filter_declared`).

        Args:
            table: The current state.

        Returns:
            The metrics, in the order of the game.
        """
        return self.metrics

    @property
    def custom_metrics(self) -> tuple[str, ...]:
        """Keys of metrics that the game registered under this name does not have.

        A record lists them, because the registered game does not know them.
        """
        named = next(kind for kind in type(self).__mro__ if "name" in vars(kind))
        if self.metrics is named.metrics:  # type: ignore[attr-defined]  # a class with a name is a game
            return ()
        known = {metric.key: metric for metric in named.metrics}  # type: ignore[attr-defined]  # the same
        return tuple(metric.key for metric in self.metrics if known.get(metric.key) != metric)

    def active_charts(self, table: T) -> tuple[Chart, ...]:
        """Return the charts of this state; by default all. Override it if options decide.

        Args:
            table: The current state.

        Returns:
            The charts, in the order of the game.
        """
        return self.charts

    def first_charts(self, table: T) -> tuple[str, ...]:
        """Return the keys of three charts: prices, the public purse and the scores, in this order.

        A page always shows them. They may change once or twice in a match, when its subject
        changes. A game that names fewer gets sensible ones
        (:func:`classkit.charts.instruments.choose_instruments`).

        Args:
            table: The current state.

        Returns:
            Up to three keys of charts.
        """
        return ()

    def sheets(self, table: T, transfers: Sequence[Transfer]) -> Mapping[str, list[dict[str, Any]]]:
        """Return additional tables of the game, by name: rows for frames and exports.

        Only public information; ``transfers`` are the ones that the reader knows.

        Args:
            table: The current state.
            transfers: The transfers that the reader knows.

        Returns:
            A mapping from the name of a table to its rows.
        """
        return {}

    def sheet_columns(self) -> Mapping[str, Mapping[str, tuple[str, str, str]]]:
        """Describe the columns of :meth:`sheets`: table -> column -> (type, unit, sentence).

        Returns:
            A mapping with an entry for every column of every table.
        """
        return {}

    def list_price(self, table: T, unit: str) -> int | None:
        """Return the fixed price of a title in this state, or None if it has none.

        Args:
            table: The current state.
            unit: The title.

        Returns:
            The price in the unit of money, or None.
        """
        return None

    # --- visibility -------------------------------------------------------------------------

    def view(self, source: ViewSource[Any], seat: Seat | None) -> View:
        """Return the view of a seat, or the public view for None.

        Args:
            source: The match behind the view.
            seat: Letter of the seat; None for the public.

        Returns:
            The view, of the class :attr:`view_type`.
        """
        return self.view_type(source, seat)

    def has_secrets(self, table: T) -> bool:
        """Return whether this state contains something that some viewers may not see.

        Pages then offer to show the match as each seat sees it. Sealed answers do not count: every
        view hides them. By default, True if the game overrides :meth:`Secrecy.redact_event`.

        Args:
            table: The current state.

        Returns:
            True if some viewer may not see everything.
        """
        return type(self.secrecy).redact_event is not Secrecy.redact_event

    def collapse_metrics(self, table: T) -> tuple[str, str] | None:
        """Return two metrics that explain a match without winner, or None.

        The first grew until the match ended, and events report it (``told_by``); the losses of the
        second made it grow. Turning points describe them.
        """
        return None

    def thing_titles(self, table: T) -> Mapping[str, str]:
        """Return the titles of things that the edition names, such as cards, by id.

        Args:
            table: The current state.

        Returns:
            A mapping from id to title.
        """
        return {}

    def board(self, table: T) -> Board:
        """Return the layout of the board; without a board, the seats side by side.

        Args:
            table: The current state.

        Returns:
            The layout, which stays the same during a match.
        """
        from .board import make_seat_board  # not needed to play

        return make_seat_board(table.seats)

    def scene(self, table: T, seat: Seat | None = None) -> Scene:
        """Return what a seat, the public (None) or INSTRUCTOR sees on the board now.

        On a board of seats, this is each seat's line of the standings.

        Args:
            table: The current state.
            seat: The viewer.

        Returns:
            What is on the spaces now.
        """
        from .board import make_seat_scene  # not needed to play

        lines = self.standings(table)
        return make_seat_scene({line.seat: format_score(line.score, line.unit) for line in lines})

    # --- pages of one seat ----------------------------------------------------------------------

    def describe_question(self, table: T, decision: Decision, say: TextFormatter) -> QuestionBrief:
        """Return what a decision is about, for a page of the seat that decides.

        Without a brief a page shows the question, its facts, and the space that
        :func:`.question_brief.find_space` finds.

        Args:
            table: The state as the deciding seat may see it.
            decision: The decision.
            say: Text formatter of the match.

        Returns:
            The brief; an empty one if the page needs no more than the question.
        """
        return QuestionBrief()

    def belongings(self, table: T, seat: Seat, say: TextFormatter) -> Belongings:
        """Return what a seat has, for its own page; by default what the ledger says.

        Args:
            table: The current state.
            seat: The seat.
            say: Text formatter of the match.

        Returns:
            What the page lists, in its order.
        """
        return describe_belongings(table, seat, say)

    def upcoming_seats(self, table: T) -> tuple[Seat, ...]:
        """Return the seats in the order of their coming turns, the present one first.

        Return an empty tuple if the rules have no order.

        Args:
            table: The current state.

        Returns:
            The seats, or an empty tuple.
        """
        return ()

    def sample_returns(self, match: SampledMatch) -> Iterable[ReturnSample]:
        """Return what things brought in a match that is over, to find what is usual.

        ``python -m tests.usual_returns`` averages them over many matches of bots into the file
        ``presentation/usual_returns.json`` of the game's package.
        """
        return ()

    # --- positions ----------------------------------------------------------------------------

    @property
    def has_positions(self) -> bool:
        """True if a match may begin in the middle: the game overrides :meth:`place`."""
        return type(self).place is not Game.place

    def place(self, table: T, facts: Mapping[str, Any]) -> None:
        """Change a state fresh from set-up into the position that the facts describe.

        Args:
            table: State fresh from set-up.
            facts: The facts of the position, by name.

        Raises:
            PositionError: A fact is unknown, has a value that is not allowed, or contradicts
                another.
        """
        if facts:
            raise PositionError(next(iter(facts)), f"{self.title} has no positions.")

    def position(self, table: T) -> dict[str, Any]:
        """Return the facts from which :meth:`place` creates an equivalent state.

        Args:
            table: The current state.

        Returns:
            The facts, by name.
        """
        return {}

    def fact_kinds(self, table: T) -> PositionSchema | None:
        """Return the classes that declare what :meth:`place` reads.

        None if the game reads positions in its own way, or has none.

        Args:
            table: The current state.

        Returns:
            The classes, or None.
        """
        return None

    # --- bots -----------------------------------------------------------------------------------

    def bots(self) -> dict[str, Callable[[], Policy]]:
        """Return all policies by name: the game's own in seat order, "random", "passive".

        Returns:
            A mapping from name to a function that returns a new policy.
        """
        common: dict[str, Callable[[], Policy]] = {
            RANDOM_NAME: lambda: random_policy,
            PASSIVE_NAME: lambda: passive_policy,
        }
        return {**self.policies, **common}

    def default_bots(self, seats: Sequence[Seat]) -> dict[Seat, str]:
        """Return the default bot of each seat: the game's own bots in turn.

        Seat A has the first bot of ``policies``, B the second, and after the last comes the first
        again. A game without bots uses "random". The order applies wherever bots are left out:
        :meth:`Match.play`, tables, studies, homework and the command line.

        Args:
            seats: The seats of the match.

        Returns:
            A mapping from seat to the name of its bot.
        """
        names = list(self.policies) or [RANDOM_NAME]
        return {seat: names[place % len(names)] for place, seat in enumerate(seats)}

    def check_bot_name(self, name: object, also: Collection[str] = ()) -> str:
        """Return the name of a bot of this game, or of ``also``.

        Raises:
            UnknownName: The bot is unknown.
        """
        bots = {*self.bots(), *also}
        if type(name) is str and name.endswith(".py"):
            remedy = (
                "A policy in a file is imported (`from my_file import policy`) and given itself; "
                "`classkit policy check` and `classkit tournament` take files."
            )
            raise UnknownName("bot", name, bots, remedy)
        return require_known("bot", name, bots)

    def bot(self, name: str) -> Policy:
        """Return a new policy by name.

        Args:
            name: Name of the bot.

        Returns:
            The policy.

        Raises:
            UnknownName: The game does not have this bot.
        """
        return self.bots()[self.check_bot_name(name)]()

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


def first_seats(lines: Sequence[Standing]) -> tuple[Seat, ...]:
    """Return the seats that have or share the first place.

    >>> first_seats(rank_scores({"A": 9, "B": 5, "C": 9}))
    ('A', 'C')
    """
    return tuple(line.seat for line in lines if line.place == 1)


def format_winners(
    say: TextFormatter,
    winners: Sequence[str],
    races: Mapping[str, Sequence[Standing]],
    name: Callable[[str], str] | None = None,
) -> str:
    """Return sentences that name the winners, for several races each race with its winners.

    Args:
        say: Formatter of the match.
        winners: Winners of the match.
        races: All races by title.
        name: Function that returns a seat's name; by default ``say.seat``.

    Example:
        >>> asset, future = rank_scores({"A": 5, "B": 3}), rank_scores({"A": 2, "B": 2})
        >>> format_winners(TextFormatter({"A": "Ada"}), ["A"], {"ASSET": asset})
        'Ada wins.'
        >>> format_winners(TextFormatter(), ["A", "B"], {"ASSET": asset, "FUTURE": future})
        'A wins ASSET. A and B share FUTURE.'
        >>> format_winners(TextFormatter(), [], {"ASSET": asset, "FUTURE": future})
        'Nobody wins.'
    """
    name = name or say.seat
    if not winners:
        return "Nobody wins."
    if len(races) == 1:
        return format_race_winners(say, [name(seat) for seat in winners], "")
    won: dict[tuple[str, ...], list[str]] = {}
    for title, lines in races.items():
        won.setdefault(first_seats(lines), []).append(title)
    return " ".join(
        format_race_winners(say, [name(seat) for seat in seats], say.format_list(titles))
        for seats, titles in won.items()
    )


def format_race_winners(say: TextFormatter, names: Sequence[str], what: str) -> str:
    """Return a sentence that names the winners of a race, or of the match if ``what`` is empty.

    >>> say = TextFormatter()
    >>> format_race_winners(say, ["A", "B"], ""), format_race_winners(say, [], "ASSET")
    ('A and B share the win.', 'Nobody wins ASSET.')
    """
    if len(names) > 1:
        return f"{say.format_list(list(names))} share {what or 'the win'}."
    who = names[0] if names else "Nobody"
    return f"{who} wins {what}".strip() + "."


def find_reason(line: Standing, lines: Sequence[Standing]) -> str:
    """Return why a seat ranks below a smaller score or an equal one; "" if it does not.

    >>> lines = [Standing("C", 25, 1), Standing("B", 210, 2, "$", "is bankrupt")]
    >>> find_reason(lines[1], lines), find_reason(lines[0], lines)
    ('is bankrupt', '')
    """
    below = any(one.place < line.place and one.score <= line.score for one in lines)
    return line.held_back if below else ""


def format_score(score: int | float, unit: str) -> str:
    """Return a score as a short text that fits a space of the board, such as "$1,200".

    >>> format_score(1_200, "$"), format_score(538.3, "$"), format_score(2.5, "points")
    ('$1,200', '$538.30', '2.5 points')
    """
    if len(unit) != 1:
        return f"{score:,} {unit}".strip()
    return f"{unit}{score:,.2f}" if isinstance(score, float) else f"{unit}{score:,}"


def rank_scores(scores: Mapping[Seat, int | float], unit: str = "") -> list[Standing]:
    """Rank scores, largest first. Equal scores share the better rank.

    Args:
        scores: Score of each seat.
        unit: Unit of the scores, such as "$".

    Returns:
        One line for each seat, best first.

    Example:
        >>> [(line.seat, line.place) for line in rank_scores({"A": 5, "B": 9, "C": 5})]
        [('B', 1), ('A', 2), ('C', 2)]
    """
    order = sorted(scores, key=lambda seat: -scores[seat])
    lines: list[Standing] = []
    for place, seat in enumerate(order, start=1):
        if lines and lines[-1].score == scores[seat]:
            place = lines[-1].place
        lines.append(Standing(seat, scores[seat], place, unit))
    return lines
