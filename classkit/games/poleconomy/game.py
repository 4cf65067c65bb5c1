"""The Poleconomy game class: options, set-up, turns, standings and displays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from classkit.engine.decisions import Aside, Decision, Flow, Request, Seat
from classkit.engine.editions import Edition
from classkit.engine.errors import OptionError
from classkit.engine.game import About, Game, MatchLength, Standing, rank_scores
from classkit.engine.metrics import Chart, Metric, filter_declared
from classkit.engine.options import AUTO, Options, chosen_values
from classkit.engine.question_brief import Belongings, QuestionBrief, ReturnSample, SampledMatch
from classkit.engine.rulebook_text import Rulebook, TextFormatter
from classkit.engine.schema import PositionSchema

from .bots import Financier, Politician, Saver, Tycoon
from .edition.edition_loader import EDITIONS
from .edition.options import BANK_CASH_PER_PLAYER, OPTIONS
from .edition.position import get_position_facts, get_position_schema, place_facts
from .presentation import question_brief
from .presentation.about import ABOUT, get_description
from .presentation.chart_redaction import GIVES_AWAY
from .presentation.game_text import WORDS
from .presentation.metrics import STARTING_FACTS
from .presentation.metrics_game2 import CHARTS, METRICS, get_charts, get_metrics
from .presentation.nouns import make_number_key
from .presentation.secrets import REVEALS
from .presentation.view import PoleconomyView
from .rules.cash_in_action import build_cash_in_aside
from .rules.ending import BANKRUPT, compute_net_worth, finish_game, get_round_limit
from .rules.loans import build_repayment_aside
from .rules.player_trades import build_offer_aside
from .rules.setup import create_state, play_setup
from .rules.turn import play_turn
from .rules_data import PoleconomyRules
from .state import PoleconomyState

if TYPE_CHECKING:
    from classkit.engine.board import Board, Scene
    from classkit.engine.print_kit import PrintKit

MAX_ROLL = 12


TURN_DECISIONS = frozenset(
    {
        "set_arrow", "pm_action", "choose_move", "choose_circuit", "buy_square", "own_advert",
        "opportunity", "royal_bank", "buy_life", "buy_business", "takeover_target",
        "second_target", "end_turn",
    }
)  # fmt: skip
"""Decisions during which the mover may take side actions (P3.8)."""


SIDE_ACTIONS = ("cash_in", "repay_loan", "propose_trade")


class PoleconomyGame(Game[PoleconomyState]):
    """Poleconomy: Game 1 (P1 to P15) and, with ``game=2``, government and taxes (P16 to P20).

    Example:
        >>> import classkit
        >>> position = {"mover": "B", "prime_minister": "C", "B.basic_income": 120_000}
        >>> m = classkit.new("poleconomy", seats=3, position={**position, "luck": [(3, 4)]})
        >>> m.answer("throw").answer("yes").ledger.holder("I07"), m.ledger.balance("B")
        ('B', 680000)
    """

    name = "poleconomy"
    title = "Poleconomy: the Game of Canada"
    authors = "Bruce E. Hatherley (first published in 1980)"
    about = ABOUT
    rules_version = "5"
    score_verbs: ClassVar = {"Net worth": ("is worth", "are worth")}
    seat_numbers = range(2, 7)
    options = OPTIONS
    metrics = METRICS
    starting_facts = STARTING_FACTS
    charts = CHARTS
    gives_away = GIVES_AWAY
    view_type = PoleconomyView
    observed = (
        "arrow", "banker", "bills_left", "law", "marker", "number", "offers_left",
        "salaries", "turns_left", "unissued", "at", "basic_income", "cash", "companies_of",
        "count_squares", "debts", "party", "post", "squares_of", "votes",
    )  # fmt: skip
    library = EDITIONS
    policies: ClassVar = {
        "tycoon": Tycoon,
        "financier": Financier,
        "politician": Politician,
        "saver": Saver,
    }
    signals: ClassVar = {"time_up": "P15.1"}
    reveals = REVEALS
    words = WORDS
    example_position: ClassVar = {
        "number": 5,
        "mover": "B",
        "prime_minister": "A",
        "A.cash": 400_000,
        "A.squares": ["I.P. Sharp Associates", "I02"],
        "B.basic_income": 120_000,
        "then": ["throw"],
        "luck": [[3, 4]],
    }
    rulebook = Rulebook("classkit.games.poleconomy")

    # --- set-up -----------------------------------------------------------------------------

    def check_options(self, options: Options, seats: tuple[Seat, ...], edition: Edition) -> None:
        """Check that the Bank can pay the opening capital (P1.1, P2.4).

        Raises:
            OptionError: If the number of players is wrong, an amount is not a multiple of the
                edition's unit, or the Bank has too little cash.
        """
        rules = edition.rules
        if not rules.head.players_min <= len(seats) <= rules.head.players_max:
            raise OptionError(
                f"the edition {edition.id} is for {rules.head.players_min} to "
                f"{rules.head.players_max} players, not {len(seats)} (P2.1)."
            )
        for option in ("bank_cash", "second_takeover_fee"):
            amount = get_bank_cash(options, edition) if option == "bank_cash" else options[option]
            if amount % rules.unit:
                raise OptionError(
                    f"option {option}: must be a multiple of {rules.unit:,}, the unit of the "
                    f"edition {edition.id}, not {amount:,} (P1.1)."
                )
        highest = MAX_ROLL * rules.opening.basic_income_per_pip
        start = rules.opening.capital + rules.opening.income_multiple * highest
        needed = len(seats) * max(BANK_CASH_PER_PLAYER, start + rules.unit)
        if options.game == 2:
            needed += rules.treasury.cash
        if get_bank_cash(options, edition) < needed:
            raise OptionError(
                f"option bank_cash: must be at least {needed:,} for {len(seats)} players, "
                f"not {get_bank_cash(options, edition):,} (P1.1)."
            )

    def recorded_options(
        self, stated: Mapping[str, Any], rules: str, edition: Edition
    ) -> Mapping[str, Any]:
        """Convert the options of a record from earlier rules to the current rules.

        Up to rules 4, Game 1 was the default (P2.1). Under rules 2, a bank cash of 59,800,000 could
        mean the edition's own amount.
        """
        if rules in ("", "1", "2", "3", "4"):
            stated = {"game": 1, **stated}
        if rules == "2" and stated.get("bank_cash") == 59_800_000 != edition.rules.bank.cash:
            return {**stated, "bank_cash": AUTO}
        return stated

    def set_up(
        self, seats: tuple[Seat, ...], options: Options, edition: Edition
    ) -> PoleconomyState:
        return create_state(seats, options, edition.rules, get_bank_cash(options, edition))

    def is_set_up(self, table: PoleconomyState) -> bool:
        return table.ready

    # --- play ---------------------------------------------------------------------------------

    def segment(self, table: PoleconomyState) -> Flow[None]:
        """Play the whole set-up, then one turn per call (P3.1)."""
        return play_turn(table) if table.ready else play_setup(table)

    def asides(self, table: PoleconomyState, decision: Decision) -> Sequence[Aside]:
        """Return the mover's side actions while the mover decides in their own turn (P3.8)."""
        mover = table.mover
        if decision.seat != mover or decision.name not in TURN_DECISIONS:
            return ()
        return (
            build_cash_in_aside(table, mover),
            build_repayment_aside(table, mover),
            build_offer_aside(table, mover),
        )

    def aside_refusal(
        self, table: PoleconomyState, request: Request | None, seat: Seat | None, name: str
    ) -> str:
        """Return the reason why a seat may not take a side action now, or "" (P3.8)."""
        if name not in SIDE_ACTIONS:
            return ""
        mover = table.mover
        if request is None:
            return "The match is over. Side actions are possible only during a turn (P3.8)."
        if not table.ready:
            return "Side actions are possible only during a turn; none has begun (P3.8)."
        if seat != mover:
            return (
                f"It is {mover}'s turn; {seat} has side actions only in {seat}'s own turn (P3.8)."
            )
        if isinstance(request, Decision) and request.seat == mover:
            return f"{mover} must answer this first; no side action is possible here (P3.8)."
        return f"{mover} has no side action while others decide or dice are rolled (P3.8)."

    def signal(self, table: PoleconomyState, name: str) -> None:
        """Call time: the game ends immediately between turns, otherwise after this turn (P15.1)."""
        table.time_up = True
        if table.ready and table.fresh:
            finish_game(table, "host")

    def signal_refusal(self, table: PoleconomyState, name: str) -> str:
        """Return the reason why the host cannot call time now, or "" (P15.1)."""
        called = "Time has already been called: the game ends after this turn (P15.1)."
        return called if table.time_up else ""

    def length(self, table: PoleconomyState) -> MatchLength:
        """Return the last turn. Without a round limit, the host calls time (P15.1)."""
        last_turn = get_round_limit(table) * len(table.seats)
        return MatchLength(last_turn, ended_by="" if last_turn else "time_up")

    def get_description(self, table: PoleconomyState) -> About:
        return get_description(table)

    # --- standings ------------------------------------------------------------------------

    def score_title(self, table: PoleconomyState) -> str:
        return "Net worth"

    def standings(self, table: PoleconomyState) -> list[Standing]:
        """Rank seats by net worth at the current Inflation Number. Ties share a rank (P15.3)."""
        return rank_scores(
            {seat: compute_net_worth(table, seat) for seat in table.seats}, self.currency
        )

    def list_price(self, table: PoleconomyState, unit: str) -> int | None:
        """Return the price of a square at the current Inflation Number, in dollars (P4.2)."""
        square = table.edition.squares.get(unit)
        return table.get_price(unit) if square is not None and square.is_ownable else None

    def winners(self, table: PoleconomyState) -> tuple[Seat, ...]:
        """Return the seats with the largest net worth, or () after a bankruptcy (P15.4, P15.5)."""
        return () if table.ending == BANKRUPT else super().winners(table)

    # --- metrics ----------------------------------------------------------------------------

    def active_metrics(self, table: PoleconomyState) -> tuple[Metric, ...]:
        return filter_declared(self.metrics, METRICS, get_metrics(table))

    def active_charts(self, table: PoleconomyState) -> tuple[Chart, ...]:
        return filter_declared(self.charts, CHARTS, get_charts(table))

    def collapse_metrics(self, table: PoleconomyState) -> tuple[str, str] | None:
        """Return the metrics that show a bankruptcy: next bond interest and Treasury cash.

        Return None for any other ending.
        """
        return ("next_interest", "treasury_cash") if table.ending == BANKRUPT else None

    def first_charts(self, table: PoleconomyState) -> tuple[str, ...]:
        """Return inflation, the purse (the Bank's or, in Game 2, the Treasury's), and net worth."""
        return ("inflation", "treasury" if table.options.game == 2 else "bank", "net_worth")

    # --- pages of one seat ------------------------------------------------------------------

    def describe_question(
        self, table: PoleconomyState, decision: Decision, say: TextFormatter
    ) -> QuestionBrief:
        return question_brief.build_question_brief(table, decision, say)

    def belongings(self, table: PoleconomyState, seat: Seat, say: TextFormatter) -> Belongings:
        return question_brief.build_belongings(table, seat, say)

    def upcoming_seats(self, table: PoleconomyState) -> tuple[Seat, ...]:
        return question_brief.list_upcoming_seats(table)

    def sample_returns(self, match: SampledMatch) -> Iterable[ReturnSample]:
        return question_brief.sample_returns(match)

    # --- display --------------------------------------------------------------------------

    def thing_titles(self, table: PoleconomyState) -> Mapping[str, str]:
        """Return the Inflation Number of each index position, by its text key (P4.1)."""
        return get_thing_titles(table.edition)

    def print_kit(self, table: PoleconomyState) -> PrintKit:
        from .presentation.print_kit import build_print_kit  # not needed to play

        return build_print_kit(table)

    def board(self, table: PoleconomyState) -> Board:
        from .presentation.board import build_board  # not needed to play

        return build_board(table.edition)

    def scene(self, table: PoleconomyState, seat: Seat | None = None) -> Scene:
        from .presentation.board import build_scene  # not needed to play

        return build_scene(table)

    # --- positions ------------------------------------------------------------------------

    def place(self, table: PoleconomyState, facts: Mapping[str, Any]) -> None:
        place_facts(table, facts)

    def fact_kinds(self, table: PoleconomyState) -> PositionSchema:
        return get_position_schema(table)

    def position(self, table: PoleconomyState) -> dict[str, Any]:
        return get_position_facts(table)


def get_bank_cash(options: Options, edition: Edition) -> int:
    """Return the Bank's starting cash from the option or, by default, from the edition (P1.1)."""
    return int(chosen_values(options.bank_cash, edition.rules.bank.cash))


@lru_cache(maxsize=8)
def get_thing_titles(edition: PoleconomyRules) -> Mapping[str, str]:
    """Return the titles of index positions. Cached, because every message needs them."""
    numbers = edition.index.numbers
    return {make_number_key(place): str(number) for place, number in enumerate(numbers)}
