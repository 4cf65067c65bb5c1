"""Economy as the kernel sees it: options, set-up, turns, standings and displays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from classkit.engine.board import Board, Scene
from classkit.engine.editions import Edition
from classkit.engine.errors import OptionError
from classkit.engine.game import About, Game, Length, Standing
from classkit.engine.log import HIDDEN, Transfer
from classkit.engine.metrics import Chart, on_table
from classkit.engine.options import AUTO, Options
from classkit.engine.reading import FactKinds
from classkit.engine.requests import Flow, Seat
from classkit.engine.words import Rulebook

from .bots import Harvester, Insider, Raider
from .contents import EditionRules
from .edition.options import OPTIONS
from .edition.position import FACTS, facts_of, place_facts
from .edition.reading import EDITIONS
from .rules.ending import finish, standings
from .rules.setup import lay_table, place_next, set_up
from .rules.turn import play_turn
from .shown.about import ABOUT, about_of
from .shown.board import board_of, scene_of
from .shown.given_away import GIVES_AWAY
from .shown.metrics import CHARTS, METRICS, STARTING_FACTS, charts_for
from .shown.news import FACE_DOWN, points_of, sector_of
from .shown.secrets import REVEALS, CardSecrecy
from .shown.sheets import SHEET_COLUMNS, property_cards
from .shown.view import EconomyView
from .shown.words import WORDS
from .state import Economy


class EconomyGame(Game[Economy]):
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
    rules_version = "2"
    seat_numbers = range(2, 7)
    options = OPTIONS
    metrics = METRICS
    starting_facts = STARTING_FACTS
    charts = CHARTS
    before_scores_figure = "property_worth"
    gives_away = GIVES_AWAY
    view_type = EconomyView
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
        """Refuse options that do not go with the players or the edition (E7.1, E0.2, E1.5)."""
        rules: EditionRules = edition.rules
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
                f"option target_points: the edition {edition.id} names no target for {players} "
                "players, so one must be chosen (E5.1)."
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

    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> Economy:
        return lay_table(seats, options, edition.rules)

    def is_set_up(self, table: Economy) -> bool:
        return table.phase == "play"

    # --- play ---------------------------------------------------------------------------------

    def segment(self, table: Economy) -> Flow[None]:
        """Play set-up, then one placing after another, then one turn after another (section 4)."""
        if table.phase == "play":
            return play_turn(table)
        return place_next(table) if table.phase == "placing" else set_up(table)

    def signal(self, table: Economy, name: str) -> None:
        """Call time for the host, which ends the game as a turn limit does (E5.4).

        It ends at once before a roll, otherwise after this turn.
        """
        table.time_up = True
        if not table.under_way:
            finish(table, "host")

    def no_signal(self, table: Economy, name: str) -> str:
        """Say that time is called only once (E5.4)."""
        called = "Time has been called already: the game ends after this turn (E5.4)."
        return called if table.time_up else ""

    def length(self, table: Economy) -> Length:
        """Return how the host ends a match that has no limit of turns: by calling time (E5.4)."""
        return Length(ended_by="" if table.options.turn_limit else "time_up")

    def about_of(self, table: Economy) -> About:
        return about_of(table)

    # --- who is ahead ---------------------------------------------------------------------

    def score_title(self, table: Economy) -> str:
        return "Points"

    def standings(self, table: Economy) -> list[Standing]:
        return standings(table)

    def before_scores(self, table: Economy) -> Mapping[Seat, str]:
        """Return the worth of the cards collected, as points come in part 2 alone (E4.1).

        The words are few, so that those of six seats fit side by side.
        """
        if table.part == 2:
            return {}
        return {seat: f"worth {table.worth(seat)}" for seat in table.seats}

    # --- figures ----------------------------------------------------------------------------

    def charts_of(self, table: Economy) -> tuple[Chart, ...]:
        return on_table(self.charts, CHARTS, charts_for(table.target))

    def first_charts(self, table: Economy) -> tuple[str, ...]:
        """Return the race to the target first, once there are points in it (E4.1).

        Before anybody owns anything, what lies on the board: that grows with each placement (E1.3).
        """
        if table.part == 2:
            return ("points", "sector_share")
        owned = any(table.properties(seat) for seat in table.seats)
        return () if owned else ("on_board", "sector_share")

    def sheets(
        self, table: Economy, transfers: Sequence[Transfer]
    ) -> Mapping[str, list[dict[str, Any]]]:
        """Return the property cards in players' hands, open to all (E0.5)."""
        return property_cards(table)

    def sheet_columns(self) -> Mapping[str, Mapping[str, tuple[str, str, str]]]:
        """Return the meaning of the columns of that table."""
        return SHEET_COLUMNS

    # --- what is seen ---------------------------------------------------------------------

    def has_secrets(self, table: Economy) -> bool:
        """Return whether hands are still placed (E1.3) or anything lies face-down (E6.1)."""
        return not table.options.open_memory or table.options.placement == "players"

    def things(self, table: Economy) -> Mapping[str, str]:
        """Return the titles of cards and names of sectors, and each card's sector and points."""
        return things_of(table.edition)

    def board(self, table: Economy) -> Board:
        return board_of(table.edition, table.deck)

    def scene(self, table: Economy, seat: Seat | None = None) -> Scene:
        return scene_of(table, seat)

    # --- positions ------------------------------------------------------------------------

    def place(self, table: Economy, facts: Mapping[str, Any]) -> None:
        place_facts(table, facts)

    def fact_kinds(self, table: Economy) -> FactKinds:
        return FACTS

    def position(self, table: Economy) -> dict[str, Any]:
        return facts_of(table)


@lru_cache(maxsize=8)
def things_of(edition: EditionRules) -> Mapping[str, str]:
    """Return the titles of things of an edition, made once: they are asked for in each message."""
    decks, sectors = edition.decks.values(), edition.sectors.values()
    cards = {card.id: card.title for deck in decks for card in deck.cards.values()}
    names = {sector.id: sector.name for sector in sectors}
    placed = [card for deck in decks for card in deck.cards.values()]
    of_cards = {sector_of(card.id): card.sector for card in placed}
    points = {points_of(card.id): str(card.points) for card in placed}
    return {**cards, **names, **of_cards, **points, HIDDEN: FACE_DOWN}
