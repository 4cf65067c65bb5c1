"""Abstract base class of games, and the values that its methods return."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from classkit.deprecation import adopt_hooks, warn_about_members

from .currency import DOLLAR, Currency, find_currency
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
from .renaming.edition_names import check_names
from .rulebook_text import Rulebook, TextFormatter, Words, read_currency
from .schema import PositionSchema
from .state import GameState
from .views import View, ViewSource
from .visibility import Reveal, Secrecy

if TYPE_CHECKING:
    from .board import Board, Scene
    from .print_kit import PrintKit

T = TypeVar("T", bound=GameState)
ClockPhase: TypeAlias = Literal["", "set-up", "play", "time-out", "overtime"]
"""Phase of a match with a time limit, or "" if the host does not call time."""


class AboutCard(NamedTuple):
    """A card that introduces one aspect of a game before the first turn.

    Args:
        title: Something to do in the game, such as "Buy companies".
        text: The reason to do it, in one sentence.
        emblem: Name of the picture (:data:`classkit.engine.board.Emblem`).
        figure: Short text shown in place of the picture, such as "6" or "$100k".

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
        subject: Subject of the game.
        winner: Who wins.
        measure: How the winner is determined.
        rules: The clauses that the sentences are based on.
        chart: Key of the chart that shows how the match was decided; displayed at the end.
        cards: Three cards shown on phones before the match begins. Defaults to the sentences.

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
        place: Rank, counted from 1. Equal scores share a rank.
        unit: Unit of the score.
        held_back: Why the seat ranks lower than its score suggests, as a phrase to follow "but",
            such as "is bankrupt".
        tie: Why the seat ranks above the next seat with an equal score, as a phrase to follow
            "thanks to", such as "more gold in reserves, 23 to 20 (N16.3)".

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
    """The length of a match.

    Args:
        last_turn: Last possible turn, or 0 for no limit.
        agreed: Agreed last turn if the match may continue after it.
        goes_on: Why the match may continue after the agreed turn.
        minutes: Minutes of play after which the host calls time, if an option sets them.
        ended_by: Signal that the host sends to end a match without a limit.

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
    """The rules and metadata of one game.

    A game object does not store the state of a match. Subclasses must define the name, title,
    numbers of seats and rulebook, and implement :meth:`set_up` and :meth:`segment`. Everything else
    has a default.

    Methods receive the current state as ``table``. Only :meth:`segment`, :meth:`signal` and the
    functions they call may change it. ``seat`` is a letter, None for the public, or INSTRUCTOR.

    Attributes:
        name: Name in calls and on the command line.
        title: Title shown to people.
        authors: Authors of the game. May be empty.
        rules_version: Version of the rules, which is stored in records. Change it when old records
            can no longer be replayed.
        seat_numbers: Allowed numbers of seats, such as ``range(2, 7)``.
        currency: The currency (:class:`.Currency`), or its sign. Nouns of other units are in
            ``words``.
        options: The options of the game, in the order of the rules file.
        metrics: The metrics of the game.
        charts: The charts of the game.
        words: The texts for decisions, moves, events and units.
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
    """The authors' terms of redistribution, in one sentence. May be empty."""
    about: ClassVar[About] = About("", "", "", ())
    """The game in three sentences, shown before the first step."""
    rules_version: ClassVar[str] = "1"
    seat_numbers: ClassVar[range]
    currency: ClassVar[Currency] = DOLLAR
    options: ClassVar[tuple[Option, ...]] = ()
    classroom_options: ClassVar[Mapping[str, Any]] = {}
    """Values of options that replace the defaults in classes: on dashboards, on the site and in
    rooms.

    Matches started in Python or on the command line use the defaults.
    """
    score_verbs: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Verbs that connect seats with a score, singular and plural, by the title of the race.

    By default, a seat "has" a score. For a valuation, use ``("is worth", "are worth")``.
    """
    metrics: ClassVar[tuple[Metric, ...]] = ()
    charts: ClassVar[tuple[Chart, ...]] = ()
    gives_away: ClassVar[Mapping[str, GivesAway]] = {}
    """Displays, other than its chart, that reveal a metric, by key; hidden while a class predicts
    it.
    """
    starting_facts: ClassVar[tuple[Metric, ...]] = ()
    """Facts about the opening that studies use for comparisons: metrics with the window "the
    opening".

    They are computed at the start of the first turn. Their keys must differ from the keys of the
    metrics.
    """
    policies: ClassVar[Mapping[str, Callable[[], Policy]]] = {}
    """The bots of the game's rules file, by name. Their docstrings describe their strategy."""
    signals: ClassVar[Mapping[str, str]] = {}
    """The signals that the host may send, by name, with their clauses: ``{"time_up": "P15.1"}``."""
    reveals: ClassVar[tuple[Reveal, ...]] = ()
    """All ways in which secrets may be revealed. Any other disclosure is a leak.

    The secrecy tests (`classkit.testing.leak_laws`) check this until each match is over.
    """
    secrecy: ClassVar[Secrecy[Any]] = Secrecy()
    """Information that the game hides besides sealed and private answers and seat-specific events.
    """
    words: ClassVar[Words] = Words()
    example_position: ClassVar[Mapping[str, Any]] = {}
    """An example position, for three seats and the default options."""
    ending_event: ClassVar[str] = "game_ended"
    """Event whose sentence explains why a match is over. Without it, the game's texts explain it.
    """
    barring_events: ClassVar[frozenset[str]] = frozenset()
    """Events that can bar a seat from winning (:attr:`Standing.held_back`)."""
    repricing_events: ClassVar[frozenset[str]] = frozenset()
    """Events that change how the value of items is computed, such as a new peg."""
    rulebook: ClassVar[Rulebook]
    view_type: ClassVar[type[View]] = View
    """Class of the views. Games may add properties for their own rules."""
    library: ClassVar[Editions | NoEditions] = NoEditions()
    """The editions shipped with the game, and the reader for custom editions."""

    def declared_text(self, text: str) -> str:
        """Return a text from the game's files, such as a bot's docstring, as people read it.

        A game with other names of its currency and units replaces them,
        as :func:`classkit.engine.renaming.renamed_game.rename_game` does.

        Args:
            text: The text.

        Returns:
            The text for people.
        """
        return text

    # --- set-up -----------------------------------------------------------------------------

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Read the currency, and accept methods that a game overrides by their old names."""
        super().__init_subclass__(**keywords)
        cls.currency = read_currency(cls.currency)
        adopt_hooks(cls, "Game")

    def editions(self) -> Mapping[str, str]:
        """Return the titles of the shipped editions by id. The first is the default.

        Returns:
            A mapping from id to title.
        """
        return self.library.titles()

    def edition(self, source: Any = None) -> Edition:
        """Read and check an edition.

        Args:
            source: Id of a shipped edition, a TOML file, a folder or a mapping. None for the
                default.

        Returns:
            The edition.

        Raises:
            EditionError: The edition is invalid. The message names the file and the key.
        """
        found = self.library.read(source)
        if found.names.has_names:
            check_names(self, found.names)
        return found

    def check_options(self, options: Options, seats: tuple[Seat, ...], edition: Edition) -> None:
        """Raise OptionError for options that are valid individually but not in combination.

        Examples are mutually exclusive options, or options that this number of ``seats`` or this
        ``edition`` does not allow.

        Args:
            options: Options, each valid on its own.
            seats: The seats of the match.
            edition: The edition of the match.

        Raises:
            OptionError: The combination of options is not allowed.
        """

    def recorded_options(
        self, stated: Mapping[str, Any], rules: str, edition: Edition
    ) -> Mapping[str, Any]:
        """Convert the options in a record to their current names and values.

        Override it if options have changed since an earlier ``rules_version``.

        Args:
            stated: The options in the record.
            rules: The ``rules_version`` that wrote the record, or "" if the record does not contain
                it.
            edition: The edition of the record.

        Returns:
            The options with their current names and values.
        """
        return stated

    @abstractmethod
    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> T:
        """Return the initial state, before any roll or decision.

        Rolls and decisions of the set-up are part of the first :meth:`segment`.

        Args:
            seats: Letters of the seats, clockwise.
            options: Validated options.
            edition: Validated edition.

        Returns:
            The state, with all seats, accounts and options.
        """

    def is_set_up(self, table: T) -> bool:
        """Return whether set-up is complete and the next segment is a turn.

        A position starts at this point. The default is True, for games without rolls or decisions
        before the first turn.

        Args:
            table: The current state.

        Returns:
            True if the next segment is a turn.
        """
        return True

    # --- play ----------------------------------------------------------------------------------

    @abstractmethod
    def segment(self, table: T) -> Flow[None] | None:
        """Return the next segment of play, such as a turn, that can be replayed as a whole.

        The result is a generator that makes requests with ``yield from table.ask(...)`` and changes
        ``table``. It may end the match. The method is not called once the match is over.

        Args:
            table: The current state.

        Returns:
            A generator that plays the segment, or None if nothing is left to play.
        """

    def asides(self, table: T, decision: Decision) -> Sequence[Aside]:
        """Return the asides that are available while ``decision`` is open.

        Args:
            table: The current state.
            decision: The open decision.

        Returns:
            The asides of all seats, in the order in which a page lists them.
        """
        return ()

    def seat_asides(self, table: T, decision: Decision, seat: Seat | None) -> Sequence[Aside]:
        """Return the asides of one seat. Override it if listing the asides of all seats is slow.

        Args:
            table: The current state.
            decision: The open decision.
            seat: The seat, or None for all seats.

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
        """Return a sentence that explains, and cites the clause, why an aside is not available.

        The engine calls it if :meth:`seat_asides` lists no aside with this ``name`` for the seat.
        ``request`` is None when the match is over. Return an empty string for an unknown name.
        """
        return ""

    def find_aside(self, table: T, waiting: Request | None, entry: Entry) -> Aside:
        """Return the aside that an entry names.

        Raises:
            IllegalMove: The aside is not available. The message contains the reason.
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
            f"Possible: {names}." if names else "No asides are available now."
        )
        raise IllegalMove(append_clause(reason, waiting.rule) if waiting is not None else reason)

    def signal(self, table: T, name: str) -> None:
        """Apply a signal from the host to the state.

        Args:
            table: The current state.
            name: One of ``signals``.
        """

    def signal_refusal(self, table: T, name: str) -> str:
        """Return a sentence that explains why a signal would have no effect, and cites the clause.

        Return an empty string if the signal has an effect. Signals without an effect are not
        offered.
        """
        return ""

    def clock_phase(self, table: T) -> ClockPhase:
        """Return the phase of the match for its time limit in minutes.

        Only time spent in "play" counts; "overtime" is play after time was called. The phase is
        empty if the host does not call time in this match.

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
        """Return the length of the match by its rules and options. By default, it is unlimited.

        Args:
            table: The current state.

        Returns:
            The limits.
        """
        return MatchLength()

    def moment_title(self, table: T) -> str:
        """Return a title for the current point of the match, such as "Round 5 of 10: pegs".

        Return an empty string if the turn number is enough. Override it if turns are phases.

        Args:
            table: The current state.

        Returns:
            The title, or an empty string.
        """
        return ""

    def get_description(self, table: T) -> About:
        """Return the game's description for this state, which is ``about`` by default.

        Args:
            table: The current state.

        Returns:
            The description.
        """
        return self.about

    # --- standings --------------------------------------------------------------------------

    def standings(self, table: T) -> list[Standing]:
        """Return the standings, best seat first. By default, seats are ranked by money.

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
        """Return additional races by title. Each race has its own winners.

        Args:
            table: The current state.

        Returns:
            A mapping from title to standings, best seat first, or an empty mapping for most games.
        """
        return {}

    def all_races(self, table: T) -> dict[str, Sequence[Standing]]:
        """Return every race by its title, the standings first."""
        return {self.score_title(table): self.standings(table), **self.races(table)}

    def deciding_races(self, table: T) -> tuple[str, ...]:
        """Return the titles of the races whose first places win the match. The default is all.

        Args:
            table: The current state.

        Returns:
            Titles of :meth:`races`, or of the standings.
        """
        return self.score_title(table), *self.races(table)

    def winners(self, table: T) -> tuple[Seat, ...]:
        """Return the winning seats, or an empty tuple until the match is over.

        Args:
            table: The current state.

        Returns:
            The seats that hold or share first place in a deciding race.
        """
        if not table.is_over:
            return ()
        races = self.all_races(table)
        ahead = {seat for title in self.deciding_races(table) for seat in first_seats(races[title])}
        return tuple(seat for seat in table.seats if seat in ahead)

    # --- metrics ------------------------------------------------------------------------------

    def active_metrics(self, table: T) -> tuple[Metric, ...]:
        """Return the metrics for this state, which are all metrics by default.

        Override this if they depend on options. A subclass may declare additional metrics
        (:func:`.metrics.filter_declared`).

        Args:
            table: The current state.

        Returns:
            The metrics, in the order of the game.
        """
        return self.metrics

    @property
    def custom_metrics(self) -> tuple[str, ...]:
        """Keys of the metrics that are missing from the game registered under this name.

        Records list these keys because the registered game does not define the metrics.
        """
        named = next(kind for kind in type(self).__mro__ if "name" in vars(kind))
        if self.metrics is named.metrics:  # type: ignore[attr-defined]  # a class with a name is a game
            return ()
        known = {metric.key: metric for metric in named.metrics}  # type: ignore[attr-defined]  # the same
        return tuple(metric.key for metric in self.metrics if known.get(metric.key) != metric)

    def active_charts(self, table: T) -> tuple[Chart, ...]:
        """Return the charts for this state, which are all charts by default.

        Override this if they depend on options.

        Args:
            table: The current state.

        Returns:
            The charts, in the order of the game.
        """
        return self.charts

    def first_charts(self, table: T) -> tuple[str, ...]:
        """Return the keys of three charts, in this order: prices, public finances and scores.

        A page always shows these charts. They may change once or twice in a match. If a game
        returns fewer keys, suitable charts are added
        (:func:`classkit.charts.instruments.choose_instruments`).

        Args:
            table: The current state.

        Returns:
            Up to three keys of charts.
        """
        return ()

    def sheets(self, table: T, transfers: Sequence[Transfer]) -> Mapping[str, list[dict[str, Any]]]:
        """Return additional tables of the game by name, as rows for data frames and exports.

        The tables must contain only public information and information from ``transfers``.

        Args:
            table: The current state.
            transfers: The transfers that the reader may see.

        Returns:
            A mapping from the name of a table to its rows.
        """
        return {}

    def sheet_columns(self) -> Mapping[str, Mapping[str, tuple[str, str, str]]]:
        """Describe the columns of :meth:`sheets`.

        Returns:
            A mapping from table to column to a tuple of type, unit and description.
        """
        return {}

    def list_price(self, table: T, unit: str) -> int | None:
        """Return the fixed price of a title in this state, or None if it does not have one.

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
            seat: Letter of the seat, or None for the public.

        Returns:
            The view, of the class :attr:`view_type`.
        """
        return self.view_type(source, seat)

    def has_secrets(self, table: T) -> bool:
        """Return whether this state contains information that some viewers may not see.

        If so, pages offer to show the match from each seat's point of view. Sealed answers do not
        count, because every view hides them. The default is True if the game overrides
        :meth:`Secrecy.redact_event`.

        Args:
            table: The current state.

        Returns:
            True if some viewer may not see everything.
        """
        return type(self.secrecy).redact_event is not Secrecy.redact_event

    def collapse_metrics(self, table: T) -> tuple[str, str] | None:
        """Return two metrics that explain why a match ended without a winner, or None.

        The first metric grew until the match ended, and events report it (``told_by``). Losses in
        the second metric caused this growth. Turning points describe both.
        """
        return None

    def thing_titles(self, table: T) -> Mapping[str, str]:
        """Return the titles of items that the edition names, such as cards, by id.

        Args:
            table: The current state.

        Returns:
            A mapping from id to title.
        """
        return {}

    def board(self, table: T) -> Board:
        """Return the layout of the board. The default shows the seats side by side.

        Args:
            table: The current state.

        Returns:
            The layout, which stays the same during a match.
        """
        from .board import make_seat_board  # not needed for play

        return make_seat_board(table.seats)

    def scene(self, table: T, seat: Seat | None = None) -> Scene:
        """Return the current appearance of the board for a viewer.

        By default, on a board of seats, each seat's space shows its line in the standings.

        Args:
            table: The current state.
            seat: The viewer: a seat, None for the public, or INSTRUCTOR.

        Returns:
            The current appearance.
        """
        from .board import make_seat_scene  # not needed for play

        lines = self.standings(table)
        return make_seat_scene({line.seat: format_score(line.score, line.unit) for line in lines})

    def print_kit(self, table: T) -> PrintKit:
        """Return the parts of the game for printing and playing on paper.

        The default derives them from the board and the ledger
        (:func:`.print_kit.make_print_kit`).

        Args:
            table: The state after set-up, before the first roll.

        Returns:
            The cards, counters, notes, pieces and forms.
        """
        from .print_kit import make_print_kit  # not needed for play

        board = self.board(table) if type(self).board is not Game.board else None
        return make_print_kit(self, table, board)

    # --- pages of one seat ----------------------------------------------------------------------

    def describe_question(self, table: T, decision: Decision, say: TextFormatter) -> QuestionBrief:
        """Return a brief on a decision, for the page of the deciding seat.

        Without a brief, the page shows the question, its facts, and the space found by
        :func:`.question_brief.find_space`.

        Args:
            table: The state as the deciding seat may see it.
            decision: The decision.
            say: Text formatter of the match.

        Returns:
            The brief; an empty brief if the question is enough.
        """
        return QuestionBrief()

    def belongings(self, table: T, seat: Seat, say: TextFormatter) -> Belongings:
        """Return a seat's belongings for its own page. The default is its balances in the ledger.

        Args:
            table: The current state.
            seat: The seat.
            say: Text formatter of the match.

        Returns:
            The belongings, in the order in which the page lists them.
        """
        return describe_belongings(table, seat, say)

    def upcoming_seats(self, table: T) -> tuple[Seat, ...]:
        """Return the seats in the order of their next turns, starting with the current seat.

        Return an empty tuple if the rules do not define an order.

        Args:
            table: The current state.

        Returns:
            The seats, or an empty tuple.
        """
        return ()

    def sample_returns(self, match: SampledMatch) -> Iterable[ReturnSample]:
        """Return samples of what items earned in a finished match.

        ``python -m tests.usual_returns`` averages the samples over many matches between bots and
        writes ``presentation/usual_returns.json`` in the game's package.
        """
        return ()

    # --- positions ----------------------------------------------------------------------------

    @property
    def has_positions(self) -> bool:
        """True if a match may start from a position, because the game overrides :meth:`place`."""
        return type(self).place is not Game.place

    def place(self, table: T, facts: Mapping[str, Any]) -> None:
        """Change the state after set-up into the position that the facts describe.

        Args:
            table: State just after set-up.
            facts: The facts of the position, by name.

        Raises:
            PositionError: A fact is unknown, has a value that is not allowed, or contradicts
                another.
        """
        if facts:
            raise PositionError(next(iter(facts)), f"{self.title} does not support positions.")

    def position(self, table: T) -> dict[str, Any]:
        """Return facts from which :meth:`place` can create an equivalent state.

        Args:
            table: The current state.

        Returns:
            The facts, by name.
        """
        return {}

    def fact_kinds(self, table: T) -> PositionSchema | None:
        """Return the classes that declare the facts :meth:`place` accepts.

        Return None if the game parses positions itself or does not support them.

        Args:
            table: The current state.

        Returns:
            The classes, or None.
        """
        return None

    # --- bots -----------------------------------------------------------------------------------

    def bots(self) -> dict[str, Callable[[], Policy]]:
        """Return all policies by name: the game's own in seat order, then "random" and "passive".

        Returns:
            A mapping from each name to a function that returns a new policy.
        """
        common: dict[str, Callable[[], Policy]] = {
            RANDOM_NAME: lambda: random_policy,
            PASSIVE_NAME: lambda: passive_policy,
        }
        return {**self.policies, **common}

    def default_bots(self, seats: Sequence[Seat]) -> dict[Seat, str]:
        """Return the default bot of each seat: the game's own bots in turn.

        Seat A gets the first bot in ``policies``, seat B the second, and so on, starting over after
        the last. A game without bots uses "random". These defaults apply wherever ``bots`` is
        omitted: :meth:`Match.play`, tables, studies, homework and the command line.

        Args:
            seats: The seats of the match.

        Returns:
            A mapping from seat to the name of its bot.
        """
        names = list(self.policies) or [RANDOM_NAME]
        return {seat: names[place % len(names)] for place, seat in enumerate(seats)}

    def check_bot_name(self, name: object, also: Collection[str] = ()) -> str:
        """Return the name if it is a bot of this game or is in ``also``.

        Raises:
            UnknownName: The bot is unknown.
        """
        bots = {*self.bots(), *also}
        if type(name) is str and name.endswith(".py"):
            remedy = (
                "Import a policy from its file (`from my_file import policy`) and pass the policy "
                "itself; only `classkit policy check` and `classkit tournament` accept files."
            )
            raise UnknownName("bot", name, bots, remedy)
        return require_known("bot", name, bots)

    def bot(self, name: str) -> Policy:
        """Return a new policy for a bot of this game.

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
    """Return the seats that hold or share first place.

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
    """Return sentences that name the winners. With several races, each sentence names a race.

    Args:
        say: Formatter of the match.
        winners: Winners of the match.
        races: All races by title.
        name: Function that returns a seat's name. Defaults to ``say.seat``.

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
    """Return why a seat ranks below a seat with a smaller or equal score.

    Return "" if it does not rank below.

    >>> lines = [Standing("C", 25, 1), Standing("B", 210, 2, "$", "is bankrupt")]
    >>> find_reason(lines[1], lines), find_reason(lines[0], lines)
    ('is bankrupt', '')
    """
    below = any(one.place < line.place and one.score <= line.score for one in lines)
    return line.held_back if below else ""


def format_score(score: int | float, unit: str) -> str:
    """Format a score as text short enough for a space of a board, such as "$1,200".

    >>> format_score(1_200, "$"), format_score(538.3, "$"), format_score(2.5, "points")
    ('$1,200', '$538.30', '2.5 points')
    """
    currency = find_currency(unit)
    return f"{score:,} {unit}".strip() if currency is None else currency.write(score)


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
