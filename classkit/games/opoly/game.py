"""The game class of 487-opoly: options, set-up, turns, standings and displays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.editions import Edition
from classkit.engine.errors import OptionError
from classkit.engine.events import Transfer
from classkit.engine.game import About, ClockPhase, Game, MatchLength, Standing, rank_scores
from classkit.engine.options import AUTO, Options
from classkit.engine.question_brief import QuestionBrief, ReturnSample, SampledMatch
from classkit.engine.rulebook_text import Rulebook, TextFormatter
from classkit.engine.schema import PositionSchema

from .bots import Appraiser, Banker, EmpireBuilder, Hoarder, Opportunist
from .edition.edition_loader import EDITIONS
from .edition.options import OPTIONS
from .edition.position import POSITION_SCHEMA, get_position_facts, place_facts
from .presentation import question_brief
from .presentation.about import ABOUT, get_description
from .presentation.chart_redaction import GIVES_AWAY
from .presentation.game_text import WORDS
from .presentation.metrics import CHARTS, METRICS, STARTING_FACTS
from .presentation.secrets import REVEALS
from .presentation.sheets import SHEET_COLUMNS, build_all_sheets
from .presentation.view import OpolyView
from .rules.ending import get_length
from .rules.scores import get_exact_scores, get_places, get_ranked_status
from .rules.setup import create_state, get_bank_total, set_up
from .rules.turn import play_turn
from .rules_data import OpolyRules
from .state import OpolyState

if TYPE_CHECKING:
    from classkit.engine.board import Board, Scene
    from classkit.engine.print_kit import PrintKit

ASSET_TITLE, FUTURE_TITLE = "ASSET", "FUTURE EARNINGS"
"""The names of the two scores (Q11.1, Q11.2)."""
PLACE_REASONS = {
    "active": "",
    "bankrupt": "is bankrupt and drops a place (Q11.4)",
    "disgraced": "",
    "destroyed": "is destroyed and comes last (Q11.4)",
}
"""Text for each status that makes a seat's rank differ from its rank by score (Q11.4)."""


class OpolyGame(Game[OpolyState]):
    """487-opoly, with every clause and option of its rules file.

    >>> import classkit
    >>> position = {"pawn": "go", "A.properties": ["baltic_avenue"], "luck": [(1, 2)]}
    >>> m = classkit.new("opoly", seats=3, position=position)
    >>> [(e.facts["payee"], e.facts["amount"]) for e in m.events if e.name == "money_moved"]
    [('A', 4)]
    """

    name = "opoly"
    title = "487-opoly"
    barring_events = frozenset({"seat_bankrupt"})
    authors = "the authors of a course in business strategy, after the classic trading game"
    about = ABOUT
    rules_version = "4"
    score_verbs: ClassVar = {ASSET_TITLE: ("is worth", "are worth")}
    seat_numbers = range(3, 9)
    options = OPTIONS
    metrics = METRICS
    starting_facts = STARTING_FACTS
    charts = CHARTS
    gives_away = GIVES_AWAY
    view_type = OpolyView
    observed = (
        "lead", "pawn", "payments", "rolls_left", "hand", "mortgages", "payment",
        "properties_of", "status", "total_rent",
    )  # fmt: skip
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
        """Raise OptionError if the bank could not pay the starting cash (Q1.1, Q1.2)."""
        total = get_bank_total(len(seats), options.bank_limit, edition.rules)
        needed = len(seats) * edition.rules.start_cash
        if needed > total:
            raise OptionError(
                f"option bank_limit: {len(seats)} seats start with {needed:,}, but the "
                f"game has only {total:,} dollars (Q1.2)."
            )

    def recorded_options(
        self, stated: Mapping[str, Any], rules: str, edition: Edition
    ) -> Mapping[str, Any]:
        """Convert the options of a record from earlier rules to the current rules.

        Under rules 2, 75 recorded rolls could mean "as the edition says" (Q10.3). Up to rules 3, a
        company above its limit offered a property to only one other company (Q6.10).
        """
        if rules in ("1", "2", "3"):
            stated = {"shed_offers": "one", **stated}
        if rules == "2" and stated.get("play_rolls") == 75 != edition.rules.play_rolls:
            return {**stated, "play_rolls": AUTO}
        return stated

    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> OpolyState:
        return create_state(seats, options, edition.rules)

    def is_set_up(self, table: OpolyState) -> bool:
        return table.ready

    # --- play ---------------------------------------------------------------------------------

    def segment(self, table: OpolyState) -> Flow[None]:
        """Play the next lot of the set-up, or the next turn (Q1, Q0.1)."""
        return play_turn(table) if table.ready else set_up(table)

    def signal(self, table: OpolyState, name: str) -> None:
        """Record that the host calls a time-out or the end of the time (Q10.3)."""
        if name == "time_up":
            table.time_up = True
        else:
            table.timed_out = True

    def signal_refusal(self, table: OpolyState, name: str) -> str:
        """Return the reason why the host cannot call time or a time-out now, or "" (Q10.3)."""
        if table.options.clock == "rolls":
            return (
                "This match counts rolls, so the host cannot call time (Q10.3). To play by the "
                "clock, begin a match with the option clock = minutes."
            )
        if name == "time_up" and table.time_up:
            return "Time has already been called: the next doubles end the game (Q10.3)."
        if name == "time_out" and table.timed_out:
            return "A time-out is already running, until the next roll (Q10.3)."
        return ""

    def length(self, table: OpolyState) -> MatchLength:
        return get_length(table)

    def clock_phase(self, table: OpolyState) -> ClockPhase:
        """Return the phase of the minutes clock, or "" if the match counts rolls (Q10.3)."""
        if table.options.clock == "rolls":
            return ""
        usual = super().clock_phase(table)
        return "time-out" if usual == "play" and table.timed_out else usual

    def get_description(self, table: OpolyState) -> About:
        return get_description(table)

    # --- scores -----------------------------------------------------------------------------

    def list_price(self, table: OpolyState, unit: str) -> int | None:
        """Return the price printed on a property, in dollars."""
        space = table.edition.spaces.get(unit)
        return space.price if space is not None and space.is_ownable else None

    def standings(self, table: OpolyState) -> list[Standing]:
        """Rank seats by ASSET or, with the option, by the smallest sum of both ranks (Q11.3)."""
        asset = get_places(table, "asset")
        if table.options.combined_score == "sum_of_places":
            future = get_places(table, "future")
            sums = {seat: -asset[seat] - future[seat] for seat in table.seats}
            return [line._replace(score=-line.score) for line in rank_scores(sums, "places")]
        return self.rank_race(table, "asset")

    def first_charts(self, table: OpolyState) -> tuple[str, ...]:
        """Return the price index, FUTURE EARNINGS and ASSET."""
        return ("price_index", "future_race", "asset_race")

    def score_title(self, table: OpolyState) -> str:
        """Return the title of the standings: ASSET, or the sum of both ranks (Q11.3)."""
        combined = table.options.combined_score == "sum_of_places"
        return "Sum of places" if combined else ASSET_TITLE

    def races(self, table: OpolyState) -> Mapping[str, list[Standing]]:
        """Rank the seats in each race that has its own winner (Q11.3).

        >>> import classkit
        >>> m = classkit.new("opoly", seats=3, seed=1,
        ...                  options={"combined_score": "sum_of_places"})
        >>> list(m.races())
        ['ASSET', 'FUTURE EARNINGS']
        """
        races = {FUTURE_TITLE: self.rank_race(table, "future")}
        if table.options.combined_score == "sum_of_places":
            return {ASSET_TITLE: self.rank_race(table, "asset"), **races}
        return races

    def rank_race(self, table: OpolyState, race: str) -> list[Standing]:
        """Rank seats in one race: "asset" or "future", in dollars (Q11.3, Q11.4)."""
        kind: Any = race
        scores, order = get_exact_scores(table, kind), get_places(table, kind)
        return [
            Standing(
                seat,
                round_score(scores[seat], kind),
                place,
                self.currency,
                PLACE_REASONS[get_ranked_status(table, seat)],
            )
            for seat, place in order.items()
        ]

    def deciding_races(self, table: OpolyState) -> tuple[str, ...]:
        """Return the titles of both races, or only the title of the sum of ranks (Q11.3)."""
        if table.options.combined_score == "sum_of_places":
            return (self.score_title(table),)
        return super().deciding_races(table)

    def sheets(
        self, table: OpolyState, transfers: Sequence[Transfer]
    ) -> Mapping[str, list[dict[str, Any]]]:
        """Return the record sheets of all companies: cash flow, holdings, contracts (Q1.6)."""
        return build_all_sheets(table, transfers)

    def sheet_columns(self) -> Mapping[str, Mapping[str, tuple[str, str, str]]]:
        """Return the meaning of the record sheets' columns."""
        return SHEET_COLUMNS

    # --- display --------------------------------------------------------------------------

    def thing_titles(self, table: OpolyState) -> Mapping[str, str]:
        """Return the names of the cards (Q3.11, Q3.12)."""
        return get_thing_titles(table.edition)

    def print_kit(self, table: OpolyState) -> PrintKit:
        from .presentation.print_kit import build_print_kit  # not needed to play

        return build_print_kit(table)

    def board(self, table: OpolyState) -> Board:
        from .presentation.board import build_board  # not needed to play

        return build_board(table.edition, table.currency, table.currency.layout)

    def scene(self, table: OpolyState, seat: Seat | None = None) -> Scene:
        from .presentation.board import build_scene  # not needed to play

        return build_scene(table)

    # --- pages of one seat ------------------------------------------------------------------

    def describe_question(
        self, table: OpolyState, decision: Decision, say: TextFormatter
    ) -> QuestionBrief:
        return question_brief.build_question_brief(table, decision, say)

    def sample_returns(self, match: SampledMatch) -> Iterable[ReturnSample]:
        return question_brief.sample_returns(match)

    # --- positions ------------------------------------------------------------------------

    def place(self, table: OpolyState, facts: Mapping[str, Any]) -> None:
        place_facts(table, facts)

    def fact_kinds(self, table: OpolyState) -> PositionSchema:
        return POSITION_SCHEMA

    def position(self, table: OpolyState) -> dict[str, Any]:
        return get_position_facts(table)


def round_score(score: Fraction, race: str) -> int | float:
    """Round a score for display.

    FUTURE EARNINGS has two decimals, ASSET only if a merger divided it (Q11.2).
    """
    whole = race == "asset" and score.denominator == 1
    return int(score) if whole else round(float(score), 2)


@lru_cache(maxsize=8)
def get_thing_titles(edition: OpolyRules) -> Mapping[str, str]:
    """Return the name of each card in an edition. Cached, because every message needs them."""
    return {card: kind.name for card, kind in edition.cards.items()}
