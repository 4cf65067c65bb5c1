"""What the engine needs of a game to play it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from classkit.deprecation import adopt_hooks

from ..currency import DOLLAR, Currency
from ..decisions import Aside, Decision, Flow, Request, Seat, append_clause
from ..editions import Edition, Editions, NoEditions
from ..errors import IllegalMove, UnknownName, require_known, truncate_value
from ..events import Entry
from ..options import Option, Options
from ..policy import PASSIVE_NAME, RANDOM_NAME, Policy, passive_policy, random_policy
from ..renaming.edition_names import check_names
from ..rulebook_text import Rulebook, read_currency
from ..state import GameState
from ..views import View, ViewSource
from ..visibility import Reveal, Secrecy
from .about import ClockPhase, MatchLength
from .standings import Standing, first_seats, rank_scores

T = TypeVar("T", bound=GameState)


class GameRules(ABC, Generic[T]):
    """The rules of a game: set-up, turns, standings and secrets.

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
        rulebook: The clauses of the rules.

    Example:
        >>> from classkit.engine.registry import find
        >>> find("opoly").title, [*find("opoly").seat_numbers]
        ('487-opoly', [3, 4, 5, 6, 7, 8])
    """

    name: ClassVar[str]
    title: ClassVar[str]
    authors: ClassVar[str] = ""
    licence: ClassVar[str] = ""
    """The authors' terms of redistribution, in one sentence. May be empty."""
    rules_version: ClassVar[str] = "1"
    seat_numbers: ClassVar[range]
    currency: ClassVar[Currency] = DOLLAR
    options: ClassVar[tuple[Option, ...]] = ()
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
    ending_event: ClassVar[str] = "game_ended"
    """Event whose sentence explains why a match is over. Without it, the game's texts explain it.
    """
    rulebook: ClassVar[Rulebook]
    view_type: ClassVar[type[View]] = View
    """Class of the views. Games may add properties for their own rules."""
    observed: ClassVar[tuple[str, ...]] = ()
    """What observations for reinforcement learning hold besides the decision and the metrics.

    Names of the view's properties, and of its methods whose only parameter is a seat, which are
    called for every seat. Omit constants, the past, and whatever a metric already contains.
    """
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
        return own.asides is not GameRules.asides or own.seat_asides is not GameRules.seat_asides

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
