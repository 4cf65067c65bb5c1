"""487-opoly as the kernel sees it: options, set-up, turns, standings and displays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from classkit.engine.editions import Edition
from classkit.engine.errors import OptionError
from classkit.engine.game import About, Game, Length, Standing, Timing, ranked
from classkit.engine.log import Transfer
from classkit.engine.options import AUTO, Options
from classkit.engine.reading import FactKinds
from classkit.engine.requests import Flow, Seat
from classkit.engine.words import Rulebook

from .bots import Appraiser, Banker, EmpireBuilder, Hoarder, Opportunist
from .contents import EditionRules
from .edition.options import OPTIONS
from .edition.position import FACTS, facts_of, place_facts
from .edition.reading import EDITIONS
from .rules.ending import length
from .rules.scores import exact_scores, fate, places
from .rules.setup import bank_total, lay_table, set_up
from .rules.turn import play_turn
from .shown.about import ABOUT, about_of
from .shown.given_away import GIVES_AWAY
from .shown.metrics import CHARTS, METRICS, STARTING_FACTS
from .shown.secrets import REVEALS
from .shown.sheets import SHEET_COLUMNS, all_sheets
from .shown.view import OpolyView
from .shown.words import WORDS
from .state import Opoly

if TYPE_CHECKING:
    from classkit.engine.board import Board, Scene

ASSET, FUTURE = "ASSET", "FUTURE EARNINGS"
"""The names of the two scores (Q11.1, Q11.2)."""
HELD_BACK = {
    "active": "",
    "bankrupt": "is bankrupt and drops a place (Q11.4)",
    "disgraced": "",
    "destroyed": "is destroyed and comes last (Q11.4)",
}
"""Status of a seat -> why its place is not the one of its score (Q11.4)."""


class OpolyGame(Game[Opoly]):
    """487-opoly, with every clause and option of its rules file.

    >>> import classkit
    >>> position = {"pawn": "go", "A.properties": ["baltic_avenue"], "luck": [(1, 2)]}
    >>> m = classkit.new("opoly", seats=3, position=position)
    >>> [(e.facts["payee"], e.facts["amount"]) for e in m.events if e.name == "money_moved"]
    [('A', 4)]
    """

    name = "opoly"
    title = "487-opoly"
    authors = "written for a course in business strategy, on the classic trading board"
    about = ABOUT
    rules_version = "4"
    seat_numbers = range(3, 9)
    options = OPTIONS
    metrics = METRICS
    starting_facts = STARTING_FACTS
    charts = CHARTS
    gives_away = GIVES_AWAY
    view_type = OpolyView
    library = EDITIONS
    policies: ClassVar = {
        "appraiser": Appraiser, "empire_builder": EmpireBuilder, "opportunist": Opportunist,
        "hoarder": Hoarder, "banker": Banker,
    }  # fmt: skip
    signals: ClassVar = {"time_out": "Q10.3", "time_up": "Q10.3"}
    reveals = REVEALS
    words = WORDS
    example_position: ClassVar = {
        "turn": 12,
        "pawn": "Free Parking",
        "A.cash": 500,
        "A.properties": ["Mediterranean Avenue", "Baltic Avenue"],
        "buildings.baltic_avenue": 1,
        "B.properties": ["Boardwalk"],
        "B.mortgaged": ["Boardwalk"],
    }
    rulebook = Rulebook("classkit.games.opoly")

    # --- before the first turn --------------------------------------------------------------

    def check_options(self, options: Options, seats: tuple[Seat, ...], edition: Edition) -> None:
        """Refuse options with which the bank could not deal the starting cash (Q1.1, Q1.2)."""
        total = bank_total(len(seats), options.bank_limit, edition.rules)
        needed = len(seats) * edition.rules.start_cash
        if needed > total:
            raise OptionError(
                f"option bank_limit: {len(seats)} seats start with {needed:,} and there are only "
                f"{total:,} in all (Q1.2)."
            )

    def recorded_options(
        self, stated: Mapping[str, Any], rules: str, edition: Edition
    ) -> Mapping[str, Any]:
        """Return the options of a record made by earlier rules as these rules have them.

        Under rules 2 a recorded 75 rolls could stand for "as the edition says" (Q10.3). Up to rules
        3 a property that had to go was offered to one company only (Q6.10).
        """
        if rules in ("1", "2", "3"):
            stated = {"shed_offers": "one", **stated}
        if rules == "2" and stated.get("play_rolls") == 75 != edition.rules.play_rolls:
            return {**stated, "play_rolls": AUTO}
        return stated

    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> Opoly:
        return lay_table(seats, options, edition.rules)

    def is_set_up(self, table: Opoly) -> bool:
        return table.ready

    # --- play ---------------------------------------------------------------------------------

    def segment(self, table: Opoly) -> Flow[None]:
        """Play the set-up lot by lot, then one turn after another (Q1, Q0.1)."""
        return play_turn(table) if table.ready else set_up(table)

    def signal(self, table: Opoly, name: str) -> None:
        """Note a time-out or the end of time for the host (Q10.3)."""
        if name == "time_up":
            table.time_up = True
        else:
            table.timed_out = True

    def no_signal(self, table: Opoly, name: str) -> str:
        """Say why the clock of rolls needs no host, and that nothing is called twice (Q10.3)."""
        if table.options.clock == "rolls":
            return (
                "The rolls are counted here: the host calls no time by the clock (Q10.3). The "
                "option clock = minutes begins a match in which it does."
            )
        if name == "time_up" and table.time_up:
            return "Time has been called already: the next doubles end the game (Q10.3)."
        if name == "time_out" and table.timed_out:
            return "A time-out runs already, until the next roll (Q10.3)."
        return ""

    def length(self, table: Opoly) -> Length:
        return length(table)

    def timing(self, table: Opoly) -> Timing:
        """Return whether play, set-up or a time-out goes on; set-up ends with the lots (Q10.3)."""
        if table.options.clock == "rolls":
            return ""
        usual = super().timing(table)
        return "time-out" if usual == "play" and table.timed_out else usual

    def about_of(self, table: Opoly) -> About:
        return about_of(table)

    # --- who is ahead -----------------------------------------------------------------------

    def list_price(self, table: Opoly, unit: str) -> int | None:
        """Return the price printed on a property, in dollars."""
        space = table.edition.spaces.get(unit)
        return space.price if space is not None and space.ownable else None

    def standings(self, table: Opoly) -> list[Standing]:
        """Rank seats by ASSET, or by option by the sum of both places, smallest first (Q11.3)."""
        asset = places(table, "asset")
        if table.options.combined_score == "sum_of_places":
            future = places(table, "future")
            sums = {seat: -asset[seat] - future[seat] for seat in table.seats}
            return [line._replace(score=-line.score) for line in ranked(sums, "places")]
        return self.race(table, "asset")

    def score_title(self, table: Opoly) -> str:
        """Return the title of the standings: ASSET, or the places added up (Q11.3)."""
        combined = table.options.combined_score == "sum_of_places"
        return "Sum of places" if combined else ASSET

    def races(self, table: Opoly) -> Mapping[str, list[Standing]]:
        """Rank each score by itself, since there are two winners (Q11.3).

        >>> import classkit
        >>> m = classkit.new("opoly", seats=3, seed=1,
        ...                  options={"combined_score": "sum_of_places"})
        >>> list(m.races())
        ['ASSET', 'FUTURE EARNINGS']
        """
        races = {FUTURE: self.race(table, "future")}
        if table.options.combined_score == "sum_of_places":
            return {ASSET: self.race(table, "asset"), **races}
        return races

    def race(self, table: Opoly, race: str) -> list[Standing]:
        """Rank seats in one race: "asset" or "future", in dollars (Q11.3, Q11.4)."""
        kind: Any = race
        scores, order = exact_scores(table, kind), places(table, kind)
        return [
            Standing(seat, in_dollars(scores[seat], kind), place, "$", HELD_BACK[fate(table, seat)])
            for seat, place in order.items()
        ]

    def deciding_races(self, table: Opoly) -> tuple[str, ...]:
        """Return both races, each with a winner of its own, or the sum of places alone (Q11.3)."""
        if table.options.combined_score == "sum_of_places":
            return (self.score_title(table),)
        return super().deciding_races(table)

    def sheets(
        self, table: Opoly, transfers: Sequence[Transfer]
    ) -> Mapping[str, list[dict[str, Any]]]:
        """Return the record sheets of all companies: cash flow, holdings, contracts (Q1.6)."""
        return all_sheets(table, transfers)

    def sheet_columns(self) -> Mapping[str, Mapping[str, tuple[str, str, str]]]:
        """Return the meaning of the columns of the record sheets."""
        return SHEET_COLUMNS

    # --- what is seen ---------------------------------------------------------------------

    def things(self, table: Opoly) -> Mapping[str, str]:
        """Return the names of the cards (Q3.11, Q3.12)."""
        return things_of(table.edition)

    def board(self, table: Opoly) -> Board:
        from .shown.board import board_of  # not needed to play

        return board_of(table.edition)

    def scene(self, table: Opoly, seat: Seat | None = None) -> Scene:
        from .shown.board import scene_of  # not needed to play

        return scene_of(table)

    # --- positions ------------------------------------------------------------------------

    def place(self, table: Opoly, facts: Mapping[str, Any]) -> None:
        place_facts(table, facts)

    def fact_kinds(self, table: Opoly) -> FactKinds:
        return FACTS

    def position(self, table: Opoly) -> dict[str, Any]:
        return facts_of(table)


def in_dollars(score: Fraction, race: str) -> int | float:
    """Round a score for display.

    FUTURE EARNINGS have two decimals, ASSET only if a merger divided it (Q11.2).
    """
    whole = race == "asset" and score.denominator == 1
    return int(score) if whole else round(float(score), 2)


@lru_cache(maxsize=8)
def things_of(edition: EditionRules) -> Mapping[str, str]:
    """Return the titles of things of an edition, made once: they are asked for in each message."""
    return {card: kind.name for card, kind in edition.cards.items()}
