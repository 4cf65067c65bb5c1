"""Economicon as the kernel sees it: options, set-up, phases, standings and displays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from classkit.engine.board import Board, Scene
from classkit.engine.editions import Edition
from classkit.engine.errors import OptionError
from classkit.engine.game import About, Game, Standing
from classkit.engine.metrics import Chart, Metric, on_table
from classkit.engine.options import AUTO, Options
from classkit.engine.reading import FactKinds
from classkit.engine.requests import Aside, Decision, Flow, Request, Seat
from classkit.engine.words import Rulebook

from .bots import CommodityTrader, GoldAnchor, PrintingPress, Speculator
from .edition.options import OPTIONS
from .edition.position import FACTS, facts_of, place_facts
from .edition.reading import EDITIONS
from .rules import ending
from .rules.floating import no_aside, open_asides
from .rules.orders import orders_are_hidden
from .rules.rounds import play_phase
from .rules.setup import lay_table, set_up
from .shown.about import ABOUT, about_of
from .shown.board import board_of, moment_of, scene_of
from .shown.charts import CHARTS, METRICS, STARTING_FACTS, charts_of, metrics_of
from .shown.given_away import GIVES_AWAY
from .shown.secrets import REVEALS, OrderSecrecy
from .shown.view import EconomiconView
from .shown.words import WORDS
from .state import SET_UP, Economicon


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
    licence = (
        "Rules, sheet, edition and cards are Open Game Content under the Open Game License 1.0a, "
        "whose text is OGL.txt beside the rules; the author asks to be told of changes, at "
        "blake-cooper.com."
    )
    about = ABOUT
    rules_version = "2"
    seat_numbers = range(2, 7)
    currency = ""
    options = OPTIONS
    metrics = METRICS
    starting_facts = STARTING_FACTS
    charts = CHARTS
    gives_away = GIVES_AWAY
    view_type = EconomiconView
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

    # --- before the first turn --------------------------------------------------------------

    def check_options(self, options: Options, seats: tuple[Seat, ...], edition: Edition) -> None:
        """Refuse a wrong number of nations, and trade that would never end (N0.1, N9.7)."""
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
                "option trade_turn_limit: 0 cannot go with pass_final = false, since trade might "
                "never end (N9.7)."
            )

    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> Economicon:
        return lay_table(seats, options, edition.rules)

    def is_set_up(self, table: Economicon) -> bool:
        return table.phase != SET_UP

    # --- play ---------------------------------------------------------------------------------

    def segment(self, table: Economicon) -> Flow[None]:
        """Play set-up, then one phase after another, each a turn of the kernel (section 4)."""
        return play_phase(table) if table.phase != SET_UP else set_up(table)

    def asides(self, table: Economicon, decision: Decision) -> Sequence[Aside]:
        """List creating and destroying currency while an open decision waits (N11.1)."""
        return open_asides(table, decision, table.seats)

    def asides_of(
        self, table: Economicon, decision: Decision, seat: Seat | None
    ) -> Sequence[Aside]:
        return open_asides(table, decision, (seat,) if seat in table.nations else ())

    def no_aside(
        self, table: Economicon, request: Request | None, seat: Seat | None, name: str
    ) -> str:
        """Return why no currency can be created or destroyed now (N11.1)."""
        return no_aside(request, name)

    def about_of(self, table: Economicon) -> About:
        return about_of(table)

    # --- who is ahead ---------------------------------------------------------------------

    def score_title(self, table: Economicon) -> str:
        return "Worth"

    def standings(self, table: Economicon) -> list[Standing]:
        """Rank seats by eligibility, worth in gold, tokens and gold (N16.3)."""
        return ending.standings(table)

    def winners(self, table: Economicon) -> tuple[Seat, ...]:
        """Return the greatest worth among the eligible; nobody before the end (N16.3)."""
        return ending.winners(table) if table.is_over else ()

    # --- figures ----------------------------------------------------------------------------

    def metrics_of(self, table: Economicon) -> tuple[Metric, ...]:
        return on_table(self.metrics, METRICS, metrics_of(len(table.seats)))

    def charts_of(self, table: Economicon) -> tuple[Chart, ...]:
        return on_table(self.charts, CHARTS, charts_of(table.options.disqualify_at))

    # --- what is seen ---------------------------------------------------------------------

    def has_secrets(self, table: Economicon) -> bool:
        """Return whether orders in turn are hidden until the last is in (N8.6)."""
        return orders_are_hidden(table)

    def board(self, table: Economicon) -> Board:
        return board_of(table.seats, table.options.disqualify_at)

    def scene(self, table: Economicon, seat: Seat | None = None) -> Scene:
        return scene_of(table)

    def moment(self, table: Economicon) -> str:
        """Return the round and its phase: a turn of the kernel is one of them."""
        return moment_of(table)

    # --- positions ------------------------------------------------------------------------

    def place(self, table: Economicon, facts: Mapping[str, Any]) -> None:
        place_facts(table, facts)

    def fact_kinds(self, table: Economicon) -> FactKinds:
        return FACTS

    def position(self, table: Economicon) -> dict[str, Any]:
        return facts_of(table)
