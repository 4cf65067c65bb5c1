"""The game class of Economy: options, set-up, turns, standings and displays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from classkit.engine.board import Board, Scene
from classkit.engine.currency import Currency
from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.editions import Edition
from classkit.engine.errors import OptionError
from classkit.engine.events import HIDDEN, Transfer
from classkit.engine.game import About, Game, MatchLength, Standing
from classkit.engine.metrics import Chart, filter_declared
from classkit.engine.options import AUTO, Options
from classkit.engine.question_brief import Belongings, QuestionBrief, ReturnSample, SampledMatch
from classkit.engine.rulebook_text import Rulebook, TextFormatter
from classkit.engine.schema import PositionSchema

from .bots import Harvester, Insider, Raider
from .edition.edition_loader import EDITIONS
from .edition.options import CLASSROOM_OPTIONS, OPTIONS
from .edition.position import POSITION_SCHEMA, get_position_facts, place_facts
from .presentation import question_brief
from .presentation.about import ABOUT, get_description
from .presentation.board import build_board, build_scene
from .presentation.event_text import FACE_DOWN_TEXT, get_points_key, get_sector_key
from .presentation.game_text import WORDS
from .presentation.metrics import CHARTS, METRICS, STARTING_FACTS, build_charts
from .presentation.secrets import REVEALS, CardSecrecy
from .presentation.sheets import SHEET_COLUMNS, build_sheets
from .presentation.view import EconomyView
from .rules.ending import finish_game, get_standings
from .rules.setup import create_state, place_next_card, set_up
from .rules.turn import play_turn
from .rules_data import EconomyRules
from .state import EconomyState

if TYPE_CHECKING:
    from classkit.engine.print_kit import PrintKit


class EconomyGame(Game[EconomyState]):
    """Economy: collect property cards, then earn with whole sectors (E0 to E7).

    >>> import classkit
    >>> m = classkit.new("economy", seats=3, luck=[(3,)],
    ...                  options={"placement": "demo", "first_player": "seat_a"})
    >>> m.answer("roll").answer("a3").ledger.holder("food-3")
    'player:A'
    """

    name = "economy"
    title = "Economy"
    authors = "the authors of its published three-page rules"
    about = ABOUT
    currency = Currency("")  # only points are counted
    rules_version = "2"
    seat_numbers = range(2, 7)
    options = OPTIONS
    classroom_options: ClassVar = CLASSROOM_OPTIONS
    metrics = METRICS
    starting_facts = STARTING_FACTS
    charts = CHARTS
    view_type = EconomyView
    observed = (
        "part", "target", "lacking", "mover", "hand", "shown", "piece",
    )  # fmt: skip
    library = EDITIONS
    policies: ClassVar = {"harvester": Harvester, "raider": Raider, "insider": Insider}
    signals: ClassVar = {"time_up": "E5.4"}
    reveals = REVEALS
    secrecy = CardSecrecy()
    words = WORDS
    example_position: ClassVar = {
        "mover": "B",
        "A.at": "d4",
        "A.properties": ["motor-3", "food-2"],
        "A.points": 12,
        "B.at": "a2",
        "cards.c4": "motor-3",
    }
    rulebook = Rulebook("classkit.games.economy")

    # --- before the first turn --------------------------------------------------------------

    def check_options(self, options: Options, seats: tuple[Seat, ...], edition: Edition) -> None:
        """Raise OptionError for options that do not fit players or edition (E7.1, E0.2, E1.5)."""
        rules: EconomyRules = edition.rules
        players = len(seats)
        two = options.allow_two_players and players == 2
        if not (rules.players_min <= players <= rules.players_max or two):
            hint = " unless allow_two_players is true" if players == 2 else ""
            raise OptionError(
                f"the edition {edition.id} is for {rules.players_min} to {rules.players_max} "
                f"players, not {players}{hint} (E7.1)."
            )
        if options.target_points == AUTO and players not in rules.targets:
            raise OptionError(
                f"option target_points: the edition {edition.id} has no target for {players} "
                "players; choose one (E5.1)."
            )
        if options.cards_per_sector not in rules.decks:
            raise OptionError(
                f"option cards_per_sector: the edition {edition.id} has no deck of 3 (E0.2)."
            )
        if options.placement == "demo":
            if options.cards_per_sector != 4:
                raise OptionError("option placement: demo needs cards_per_sector = 4 (E1.5).")
            if rules.no_demo:
                raise OptionError(f"option placement: demo: {rules.no_demo} (E1.5)")

    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> EconomyState:
        return create_state(seats, options, edition.rules)

    def is_set_up(self, table: EconomyState) -> bool:
        return table.phase == "play"

    # --- play ---------------------------------------------------------------------------------

    def segment(self, table: EconomyState) -> Flow[None]:
        """Play the set-up, the next placement, or the next turn (section 4)."""
        if table.phase == "play":
            return play_turn(table)
        return place_next_card(table) if table.phase == "placing" else set_up(table)

    def signal(self, table: EconomyState, name: str) -> None:
        """End the game when the host calls time, like a turn limit does (E5.4).

        The game ends immediately before a roll, otherwise after this turn.
        """
        table.time_up = True
        if not table.under_way:
            finish_game(table, "host")

    def signal_refusal(self, table: EconomyState, name: str) -> str:
        """Return the reason why the host cannot call time, or "" (E5.4)."""
        called = "Time has already been called: the game ends after this turn (E5.4)."
        return called if table.time_up else ""

    def length(self, table: EconomyState) -> MatchLength:
        """Return the length of the match. Without a turn limit, the host ends it (E5.4)."""
        return MatchLength(ended_by="" if table.options.turn_limit else "time_up")

    def get_description(self, table: EconomyState) -> About:
        return get_description(table)

    # --- scores ---------------------------------------------------------------------------

    def score_title(self, table: EconomyState) -> str:
        return "Points"

    def standings(self, table: EconomyState) -> list[Standing]:
        return get_standings(table)

    # --- charts -----------------------------------------------------------------------------

    def active_charts(self, table: EconomyState) -> tuple[Chart, ...]:
        return filter_declared(self.charts, CHARTS, build_charts(table.target))

    def first_charts(self, table: EconomyState) -> tuple[str, ...]:
        """Return the worth of each sector, the number of free cards, and the scores.

        Before any card is taken, the first chart shows the number of placed cards instead of the
        worth, because it grows with placements (E1.3). The score is what a seat owns in part 1, and
        its points on the way to the target in part 2 (E4.1).
        """
        owned = table.part == 2 or any(table.properties(seat) for seat in table.seats)
        scores = "points" if table.part == 2 else "property_worth"
        return ("sector_worth" if owned else "on_board", "progress", scores)

    def sheets(
        self, table: EconomyState, transfers: Sequence[Transfer]
    ) -> Mapping[str, list[dict[str, Any]]]:
        """Return the property cards of all players, which are public (E0.5)."""
        return build_sheets(table)

    def sheet_columns(self) -> Mapping[str, Mapping[str, tuple[str, str, str]]]:
        """Return the meaning of the columns in the table of property cards."""
        return SHEET_COLUMNS

    # --- display --------------------------------------------------------------------------

    def has_secrets(self, table: EconomyState) -> bool:
        """Return whether hands (E1.3) or face-down locations (E6.1) may be secret."""
        return not table.options.open_memory or table.options.placement == "players"

    def thing_titles(self, table: EconomyState) -> Mapping[str, str]:
        """Return the titles of cards, the names of sectors, and each card's sector and points."""
        return get_thing_titles(table.edition)

    def print_kit(self, table: EconomyState) -> PrintKit:
        from .presentation.print_kit import build_print_kit  # not needed to play

        return build_print_kit(table)

    def board(self, table: EconomyState) -> Board:
        return build_board(table.edition, table.deck)

    def scene(self, table: EconomyState, seat: Seat | None = None) -> Scene:
        return build_scene(table, seat)

    # --- pages of one seat ------------------------------------------------------------------

    def describe_question(
        self, table: EconomyState, decision: Decision, say: TextFormatter
    ) -> QuestionBrief:
        return question_brief.build_question_brief(table, decision, say)

    def belongings(self, table: EconomyState, seat: Seat, say: TextFormatter) -> Belongings:
        return question_brief.build_belongings(table, seat, say)

    def upcoming_seats(self, table: EconomyState) -> tuple[Seat, ...]:
        return question_brief.list_upcoming_seats(table)

    def sample_returns(self, match: SampledMatch) -> Iterable[ReturnSample]:
        return question_brief.sample_returns(match)

    # --- positions ------------------------------------------------------------------------

    def place(self, table: EconomyState, facts: Mapping[str, Any]) -> None:
        place_facts(table, facts)

    def fact_kinds(self, table: EconomyState) -> PositionSchema:
        return POSITION_SCHEMA

    def position(self, table: EconomyState) -> dict[str, Any]:
        return get_position_facts(table)


@lru_cache(maxsize=8)
def get_thing_titles(edition: EconomyRules) -> Mapping[str, str]:
    """Return the titles of cards and sectors. Cached, because every message needs them."""
    decks, sectors = edition.decks.values(), edition.sectors.values()
    cards = {card.id: card.title for deck in decks for card in deck.cards.values()}
    names = {sector.id: sector.name for sector in sectors}
    placed = [card for deck in decks for card in deck.cards.values()]
    of_cards = {get_sector_key(card.id): card.sector for card in placed}
    points = {get_points_key(card.id): str(card.points) for card in placed}
    return {**cards, **names, **of_cards, **points, HIDDEN: FACE_DOWN_TEXT}
