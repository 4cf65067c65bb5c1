"""Economicon as the kernel sees it: options, set-up, phases, standings and what is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from classkit.engine.board import Board, Scene
from classkit.engine.editions import Edition
from classkit.engine.errors import OptionError
from classkit.engine.game import Game, Standing
from classkit.engine.metrics import Chart, Metric
from classkit.engine.options import Option, Options
from classkit.engine.requests import Aside, Decision, Flow, Seat
from classkit.engine.rulebook import Rulebook
from classkit.engine.views import Source

from . import ending
from .board import board_of, scene_of
from .bots import CommodityTrader, GoldAnchor, PrintingPress
from .charts import CHARTS, METRICS, charts_of, metrics_of
from .edition_file import EDITIONS
from .floating import open_asides
from .position import facts_of, place_facts
from .production import orders_are_hidden
from .rounds import play_phase
from .setup import AUTO, lay_table, set_up
from .state import SET_UP, Economicon
from .view import EconomiconView
from .words import WORDS

OPTIONS = (
    Option(
        "max_players", "int", AUTO, "N0.1", "widens the table beyond four; auto as the edition",
        allowed=(4, 6), also=(AUTO,),
    ),
    Option(
        "rounds", "int", AUTO, "N16.1", "how many rounds are played; auto as the edition, 10",
        allowed=range(1, 21), also=(AUTO,),
    ),
    Option(
        "law_rounds", "numbers", AUTO, "N7.1", "rounds in which laws are ratified; auto 1, 3, 6",
        allowed=range(1, 21), also=(AUTO,), examples=([1, 3, 6], [1, 3, 6, 10]),
    ),
    Option(
        "disqualify_at", "int", 3, "N16.2", "so many tokens, and a nation cannot win",
        allowed=(3, 4),
    ),
    Option(
        "peg_values", "text", "both", "N2.4", "whether a peg also values a currency bought",
        allowed=("both", "payment_only"),
    ),
    Option(
        "peg_cycles", "text", "forbid", "N3.5", "rings of pegs are illegal, or float",
        allowed=("forbid", "float"),
    ),
    Option(
        "production_cost", "text", "half", "N8.3", "what share of market value production costs",
        allowed=("half", "full", "split"),
    ),
    Option(
        "production_pay", "text", "gold", "N8.4", "what production may be paid with",
        allowed=("gold", "gold_or_native"),
    ),
    Option(
        "production_cost_to", "text", "supply", "N8.4", "where the cost of production goes",
        allowed=("supply", "market"),
    ),
    Option(
        "production_order", "text", "together", "N8.6", "orders all at once, or in order of play",
        allowed=("together", "in_turn"),
    ),
    Option(
        "production_hidden", "bool", True, "N8.6", "orders in turn stay hidden until all are in"
    ),
    Option("pass_final", "bool", True, "N9.6", "who passes trades no more in that phase"),
    Option(
        "trade_turn_limit", "int", 12, "N9.7", "trade turns of a nation in a phase; 0 for no limit",
        allowed=range(1, 51), also=(0,),
    ),
    Option(
        "float_limit", "int", AUTO, "N11.4",
        "units created and destroyed in a round; 0 for no limit, auto as the edition, 10",
        allowed=range(1, 101), also=(AUTO, 0),
    ),
    Option(
        "destroy_scope", "text", "own_issue", "N11.3", "which of its own units may be destroyed",
        allowed=("own_issue", "any_in_market"),
    ),
    Option(
        "token_counting", "text", "single", "N13.2", "one token in all, or one for each cause",
        allowed=("single", "per_cause"),
    ),
    Option(
        "final_valuation", "text", "spot", "N16.1", "reserves at present prices, or as if sold",
        allowed=("spot", "liquidation"),
    ),
    Option(
        "no_eligible", "text", "fewest_tokens", "N16.4", "who wins where all have too many tokens",
        allowed=("fewest_tokens", "nobody"),
    ),
)  # fmt: skip


class EconomiconGame(Game[Economicon]):
    """Economicon: pegs, one market, and money made from nothing (N0 to N17).

    >>> import classkit
    >>> position = {"round": 1, "phase": 7, "A.reserves.gold": 17}
    >>> m = classkit.new("economicon", seats=2, position=position)
    >>> m.request.name
    'release_goods'
    """

    name = "economicon"
    title = "Economicon"
    authors = "Blake, blake-cooper.com (play-test rules v0.1, 2019)"
    rules_version = "1"
    seat_numbers = range(2, 7)
    currency = ""
    options = OPTIONS
    metrics = METRICS
    charts = CHARTS
    library = EDITIONS
    policies: ClassVar = {
        "gold_anchor": GoldAnchor,
        "commodity_trader": CommodityTrader,
        "printing_press": PrintingPress,
    }
    words = WORDS
    rulebook = Rulebook("classkit.games.economicon")

    # --- before the first turn --------------------------------------------------------------

    def check_options(self, options: Options, seats: tuple[Seat, ...], edition: Edition) -> None:
        """The number of nations, and trade that would never end (N0.1, N9.7)."""
        rules = edition.rules
        most = rules.players_max if options.max_players == AUTO else options.max_players
        if len(seats) < rules.players_min:
            raise OptionError(
                f"the edition {edition.id} is for at least {rules.players_min} nations (N0.1)."
            )
        if len(seats) > most:
            wider = " Set max_players=6 to seat more." if most < 6 else ""
            raise OptionError(
                f"option max_players: this table seats {most} nations, not {len(seats)} "
                f"(N0.1).{wider}"
            )
        if options.trade_turn_limit == 0 and not options.pass_final:
            raise OptionError(
                "option trade_turn_limit: 0 cannot go with pass_final = false, since trade might "
                "never end (N9.7)."
            )

    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> Economicon:
        return lay_table(seats, options, edition.rules)

    def is_set_up(self, table: Economicon) -> bool:
        return table.phase != SET_UP

    # --- play ---------------------------------------------------------------------------------

    def segment(self, table: Economicon) -> Flow[None]:
        """Set-up, then one phase after another; a turn of the kernel is a phase (section 4)."""
        return play_phase(table) if table.phase != SET_UP else set_up(table)

    def asides(self, table: Economicon, decision: Decision) -> Sequence[Aside]:
        """Creating and destroying currency while anybody's open decision waits (N11.1)."""
        return open_asides(table, decision, table.seats)

    def asides_of(
        self, table: Economicon, decision: Decision, seat: Seat | None
    ) -> Sequence[Aside]:
        return open_asides(table, decision, (seat,) if seat in table.nations else ())

    # --- who is ahead ---------------------------------------------------------------------

    def standings(self, table: Economicon) -> list[Standing]:
        """By eligibility, worth in gold, tokens and gold (N16.3)."""
        return ending.standings(table)

    def winners(self, table: Economicon) -> tuple[Seat, ...]:
        """The greatest worth among the eligible; nobody while the match goes on (N16.3)."""
        return ending.winners(table) if table.is_over else ()

    # --- figures ----------------------------------------------------------------------------

    def metrics_of(self, table: Economicon) -> tuple[Metric, ...]:
        return metrics_of(len(table.seats))

    def charts_of(self, table: Economicon) -> tuple[Chart, ...]:
        return charts_of(table.options.disqualify_at)

    # --- what is seen ---------------------------------------------------------------------

    def view(self, source: Source, seat: Seat | None) -> EconomiconView:
        return EconomiconView(source, seat)

    def has_secrets(self, table: Economicon) -> bool:
        """Orders in turn that are hidden until the last is in (N8.6)."""
        return orders_are_hidden(table)

    def board(self, table: Economicon) -> Board:
        return board_of(table.seats)

    def scene(self, table: Economicon, seat: Seat | None = None) -> Scene:
        return scene_of(table)

    # --- positions ------------------------------------------------------------------------

    def place(self, table: Economicon, facts: Mapping[str, Any]) -> None:
        place_facts(table, facts)

    def position(self, table: Economicon) -> dict[str, Any]:
        return facts_of(table)
