"""The Economicon game class: options, set-up, phases, standings and displays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from classkit.engine.board import Board, Scene
from classkit.engine.currency import Currency
from classkit.engine.decisions import Aside, Decision, Flow, Request, Seat
from classkit.engine.editions import Edition
from classkit.engine.errors import OptionError
from classkit.engine.game import About, Game, Standing
from classkit.engine.metrics import Chart, Metric, filter_declared
from classkit.engine.options import AUTO, Options
from classkit.engine.question_brief import Belongings, QuestionBrief, ReturnSample, SampledMatch
from classkit.engine.rulebook_text import Rulebook, TextFormatter
from classkit.engine.schema import PositionSchema

from .bots import CommodityTrader, GoldAnchor, PrintingPress, Speculator
from .edition.edition_loader import EDITIONS
from .edition.options import CLASSROOM_OPTIONS, OPTIONS
from .edition.position import POSITION_SCHEMA, get_position_facts, place_facts
from .presentation import question_brief
from .presentation.about import ABOUT, get_description
from .presentation.board import build_board, build_scene, format_moment
from .presentation.chart_redaction import GIVES_AWAY
from .presentation.game_text import WORDS
from .presentation.metrics import CHARTS, METRICS, STARTING_FACTS, get_charts, get_metrics
from .presentation.secrets import REVEALS, OrderSecrecy
from .presentation.view import EconomiconView
from .rules import ending
from .rules.currency_creation import explain_no_float, list_open_asides
from .rules.production_orders import are_orders_hidden
from .rules.rounds import play_phase
from .rules.setup import create_state, play_setup
from .state import SETUP_PHASE, EconomiconState

if TYPE_CHECKING:
    from classkit.engine.print_kit import PrintKit


class EconomiconGame(Game[EconomiconState]):
    """Economicon: currency pegs, one market, and money creation (N0 to N17).

    Example:
        >>> import classkit
        >>> position = {"round": 1, "phase": 7, "A.reserves.gold": 17}
        >>> m = classkit.new("economicon", seats=2, position=position)
        >>> m.request.name
        'release_goods'
    """

    name = "economicon"
    title = "Economicon"
    barring_events = frozenset({"token_changed"})
    repricing_events = frozenset({"peg_changed"})
    authors = "Blake, blake-cooper.com (play-test rules v0.1, 2019)"
    licence = (
        "Rules, sheet, edition and cards are Open Game Content under the Open Game License 1.0a, "
        "whose text is OGL.txt beside the rules; the author asks to be told of changes, at "
        "blake-cooper.com."
    )
    about = ABOUT
    rules_version = "2"
    score_verbs: ClassVar = {"Worth": ("is worth", "are worth")}
    seat_numbers = range(2, 7)
    currency = Currency("")
    options = OPTIONS
    classroom_options: ClassVar = CLASSROOM_OPTIONS
    metrics = METRICS
    starting_facts = STARTING_FACTS
    charts = CHARTS
    gives_away = GIVES_AWAY
    view_type = EconomiconView
    observed = (
        "goal", "phase", "rounds", "order", "created", "issue", "laws", "may_create",
        "production_cap", "reserves", "wanted",
    )  # fmt: skip
    library = EDITIONS
    policies: ClassVar = {
        "printing_press": PrintingPress,
        "speculator": Speculator,
        "gold_anchor": GoldAnchor,
        "commodity_trader": CommodityTrader,
    }
    reveals = REVEALS
    secrecy = OrderSecrecy()
    words = WORDS
    example_position: ClassVar = {
        "round": 2,
        "phase": 7,
        "event": "Drought",
        "A.reserves.gold": 20,
        "B.peg": "oil",
        "C.laws": ["Granary Act"],
        "market.grain": 90,
    }
    rulebook = Rulebook("classkit.games.economicon")

    # --- set-up -----------------------------------------------------------------------------

    def check_options(self, options: Options, seats: tuple[Seat, ...], edition: Edition) -> None:
        """Check the number of nations, and that trade can end (N0.1, N9.7).

        Raises:
            OptionError: If the number of nations is wrong, or if passes are not final and the
                number of trade turns has no limit.
        """
        head = edition.rules.head
        most = head.players_max if options.max_players == AUTO else options.max_players
        if len(seats) < head.players_min:
            raise OptionError(
                f"the edition {edition.id} is for at least {head.players_min} nations (N0.1)."
            )
        if len(seats) > most:
            wider = " Set max_players=6 to seat more." if most < 6 else ""
            raise OptionError(
                f"option max_players: this table seats {most} nations, not {len(seats)} "
                f"(N0.1).{wider}"
            )
        if options.trade_turn_limit == 0 and not options.pass_final:
            raise OptionError(
                "option trade_turn_limit: 0 needs pass_final = true; otherwise trade might "
                "never end (N9.7)."
            )

    def set_up(
        self, seats: tuple[Seat, ...], options: Options, edition: Edition
    ) -> EconomiconState:
        return create_state(seats, options, edition.rules)

    def is_set_up(self, table: EconomiconState) -> bool:
        return table.phase != SETUP_PHASE

    # --- play ---------------------------------------------------------------------------------

    def segment(self, table: EconomiconState) -> Flow[None]:
        """Play set-up, then one phase per call. Each phase is a turn of the match (section 4)."""
        return play_phase(table) if table.phase != SETUP_PHASE else play_setup(table)

    def asides(self, table: EconomiconState, decision: Decision) -> Sequence[Aside]:
        """Return each nation's currency creation during a decision that allows it (N11.1)."""
        return list_open_asides(table, decision, table.seats)

    def seat_asides(
        self, table: EconomiconState, decision: Decision, seat: Seat | None
    ) -> Sequence[Aside]:
        return list_open_asides(table, decision, (seat,) if seat in table.nations else ())

    def aside_refusal(
        self, table: EconomiconState, request: Request | None, seat: Seat | None, name: str
    ) -> str:
        """Return the reason why no currency can be created or destroyed now, or "" (N11.1)."""
        return explain_no_float(request, name)

    def get_description(self, table: EconomiconState) -> About:
        return get_description(table)

    # --- standings ------------------------------------------------------------------------

    def first_charts(self, table: EconomiconState) -> tuple[str, ...]:
        """Return the default charts: the price index, gold in the market, and worth of nations."""
        return ("price_index", "gold_market", "worth")

    def score_title(self, table: EconomiconState) -> str:
        return "Worth"

    def standings(self, table: EconomiconState) -> list[Standing]:
        """Rank seats by eligibility, worth in gold, tokens and gold (N16.3)."""
        return ending.build_standings(table)

    def winners(self, table: EconomiconState) -> tuple[Seat, ...]:
        """Return the winners, or () before the end of the match (N16.3)."""
        return ending.get_winners(table) if table.is_over else ()

    # --- metrics ----------------------------------------------------------------------------

    def active_metrics(self, table: EconomiconState) -> tuple[Metric, ...]:
        return filter_declared(self.metrics, METRICS, get_metrics(len(table.seats)))

    def active_charts(self, table: EconomiconState) -> tuple[Chart, ...]:
        return filter_declared(self.charts, CHARTS, get_charts(table.options.disqualify_at))

    # --- display --------------------------------------------------------------------------

    def has_secrets(self, table: EconomiconState) -> bool:
        """Return True if orders given in turn stay hidden until the last one (N8.6)."""
        return are_orders_hidden(table)

    def print_kit(self, table: EconomiconState) -> PrintKit:
        from .presentation.print_kit import build_print_kit  # not needed to play

        return build_print_kit(table, self.board(table))

    def board(self, table: EconomiconState) -> Board:
        options = table.options
        return build_board(table.seats, options.disqualify_at, options.final_valuation)

    def scene(self, table: EconomiconState, seat: Seat | None = None) -> Scene:
        return build_scene(table)

    def moment_title(self, table: EconomiconState) -> str:
        """Return the round and its phase as text. Each turn of the match is a phase."""
        return format_moment(table)

    # --- pages of one seat ------------------------------------------------------------------

    def describe_question(
        self, table: EconomiconState, decision: Decision, say: TextFormatter
    ) -> QuestionBrief:
        return question_brief.build_question_brief(table, decision, say)

    def belongings(self, table: EconomiconState, seat: Seat, say: TextFormatter) -> Belongings:
        return question_brief.build_belongings(table, seat, say)

    def sample_returns(self, match: SampledMatch) -> Iterable[ReturnSample]:
        return question_brief.sample_returns(match)

    # --- positions ------------------------------------------------------------------------

    def place(self, table: EconomiconState, facts: Mapping[str, Any]) -> None:
        place_facts(table, facts)

    def fact_kinds(self, table: EconomiconState) -> PositionSchema:
        return POSITION_SCHEMA

    def position(self, table: EconomiconState) -> dict[str, Any]:
        return get_position_facts(table)
