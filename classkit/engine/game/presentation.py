"""How a match of the game is shown and told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ..decisions import Decision, Seat
from ..events import Transfer
from ..metrics import Chart
from ..question_brief import Belongings, QuestionBrief, describe_belongings
from ..rulebook_text import TextFormatter, Words

if TYPE_CHECKING:
    from ..board import Board, Scene
    from ..print_kit import PrintKit
from .about import About
from .rules import GameRules, T
from .standings import format_score


class GamePresentation(GameRules[T]):
    """How a match of the game is shown and told.

    Attributes:
        charts: The charts of the game.
        words: The texts for decisions, moves, events and units.

    Example:
        >>> from classkit.engine.registry import find
        >>> find("economy").charts[0].title
        'Worth of property'
    """

    about: ClassVar[About] = About("", "", "", ())
    """The game in three sentences, shown before the first step."""
    classroom_options: ClassVar[Mapping[str, Any]] = {}
    """Values of options that replace the defaults in classes: on dashboards, on the site and in
    rooms.

    Matches started in Python or on the command line use the defaults.
    """
    score_verbs: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Verbs that connect seats with a score, singular and plural, by the title of the race.

    By default, a seat "has" a score. For a valuation, use ``("is worth", "are worth")``.
    """
    charts: ClassVar[tuple[Chart, ...]] = ()
    words: ClassVar[Words] = Words()

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
        from ..board import make_seat_board  # not needed for play

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
        from ..board import make_seat_scene  # not needed for play

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
        from ..print_kit import make_print_kit  # not needed for play

        board = self.board(table) if type(self).board is not GamePresentation.board else None
        return make_print_kit(self, table, board)

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
