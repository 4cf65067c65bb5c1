"""Poleconomy as the kernel sees it: options, set-up, turns, standings and what is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from classkit.engine.board import Board, Scene
from classkit.engine.editions import Edition
from classkit.engine.errors import OptionError
from classkit.engine.game import Game, Standing, ranked
from classkit.engine.metrics import Chart, Metric
from classkit.engine.options import Option, Options
from classkit.engine.requests import Aside, Decision, Flow, Seat
from classkit.engine.rulebook import Rulebook
from classkit.engine.views import Source

from .board import board_of, scene_of
from .bots import Politician, Saver, Tycoon
from .cashing import cashing_in
from .edition_file import EDITIONS
from .ending import BANKRUPT, finish, net_worth
from .loans import repaying
from .metrics_state import CHARTS, METRICS, charts_of, metrics_of
from .position import facts_of, place_facts
from .setup import lay_table, set_up
from .state import Poleconomy
from .trades import offering
from .turn import play_turn
from .view import PoleconomyView
from .words import WORDS

BANK_CASH = 59_800_000
BANK_CASH_PER_PLAYER = 800_000
MONEY_STEP = 10_000
HIGHEST_THROW = 12

OPTIONS = (
    Option("game", "int", 1, "P2.1", "2 adds parties, Parliament and a Treasury", allowed=(1, 2)),
    Option("banker_seat", "seat", "A", "P2.2", "who throws first where several throw"),
    Option("quick_start", "bool", False, "P2.5", "3 companies and 3 adverts dealt free"),
    Option(
        "round_limit", "int", "auto", "P15.1", "rounds until the end; 0 for none",
        allowed=range(1, 201), also=("auto", 0),
    ),
    Option(
        "bank_cash", "int", BANK_CASH, "P1.1",
        "the Bank's starting cash; left as it is, that of the edition",
        allowed=range(2 * BANK_CASH_PER_PLAYER, 10**12 + 1, MONEY_STEP),
    ),
    Option(
        "auction_style", "text", "sealed", "P8.1", "bids in secret, or in turn",
        allowed=("sealed", "open"),
    ),
    Option("stay_on_corner", "bool", False, "P3.5", "a corner may be named by who stands on it"),
    Option("opportunity_to_corner", "bool", True, "P9.5", "Opportunity may lead to a corner"),
    Option("disaster_still_moves", "bool", True, "P11.7", "a double 6 still moves the beaver"),
    Option(
        "second_takeover_fee", "int", 0, "P12.3", "fee for a second takeover", allowed=(0, 30_000)
    ),
    Option(
        "advert_deal_only_without_company", "bool", False, "P7.4",
        "only owners of no company may ask for shares",
    ),
    Option("share_asks_max", "int", 3, "P7.4", "refusals in one landing", allowed=range(1, 6)),
    Option("trades_per_turn", "int", 3, "P13.1", "offers in one turn", allowed=range(11)),
    Option("loans_allowed", "bool", True, "P13.4", "trades may hold a new debt"),
    Option(
        "failed_formations_max", "int", 3, "P16.6",
        "Game 2: failed coalition talks until a Government is forced", allowed=range(1, 11),
    ),
    Option(
        "redeem_any_time", "bool", False, "P17.9",
        "Game 2: bonds may be redeemed before each interest payment too",
    ),
    Option(
        "minister_first_salary_free", "bool", False, "P18.3",
        "Game 2: a new minister may be given any salary",
    ),
    Option(
        "salaries_need_consent", "bool", False, "P18.5", "Game 2: Parliament votes on each raise"
    ),
    Option("bills_per_turn", "int", 3, "P19.1", "Game 2: bills in one turn", allowed=range(11)),
    Option(
        "pm_actions_max", "int", 20, "P17.10", "Game 2: political acts in one turn",
        allowed=range(1, 101),
    ),
    Option(
        "min_band_width", "int", 20_000, "P19.2", "Game 2: least width of an income band in a law",
        allowed=range(0, 100_001, MONEY_STEP),
    ),
    Option("no_confidence", "bool", True, "P20.1", "Game 2: no confidence may be moved"),
)  # fmt: skip

OWN_DECISIONS = frozenset(
    {
        "set_arrow", "pm_action", "choose_move", "choose_circuit", "buy_square", "own_advert",
        "opportunity", "royal_bank", "buy_life", "buy_business", "takeover_target",
        "second_target", "end_turn",
    }
)  # fmt: skip
"""The decisions of his own turn during which the mover may take side actions (P3.8)."""


class PoleconomyGame(Game[Poleconomy]):
    """Poleconomy: Game 1 (P1 to P15) and, with ``game=2``, a state that taxes (P16 to P20).

    >>> import classkit
    >>> position = {"mover": "B", "prime_minister": "C", "B.basic_income": 120_000}
    >>> m = classkit.new("poleconomy", seats=3, position={**position, "luck": [(3, 4)]})
    >>> m.answer("throw").answer("yes").ledger.holder("I07"), m.ledger.balance("B")
    ('B', 680000)
    """

    name = "poleconomy"
    title = "Poleconomy: the Game of Canada"
    authors = "Bruce E. Hatherley (first published in 1980)"
    rules_version = "1"
    seat_numbers = range(2, 7)
    options = OPTIONS
    metrics = METRICS
    charts = CHARTS
    library = EDITIONS
    policies: ClassVar = {"tycoon": Tycoon, "saver": Saver, "politician": Politician}
    signals: ClassVar = {"time_up": "P15.1"}
    words = WORDS
    rulebook = Rulebook("classkit.games.poleconomy")

    # --- before the first turn --------------------------------------------------------------

    def check_options(self, options: Options, seats: tuple[Seat, ...], edition: Edition) -> None:
        """The Bank must be able to pay the start (P1.1, P2.4)."""
        rules = edition.rules
        if not rules.players_min <= len(seats) <= rules.players_max:
            raise OptionError(
                f"the edition {edition.id} is for {rules.players_min} to {rules.players_max} "
                f"players, not {len(seats)} (P2.1)."
            )
        for option in ("bank_cash", "second_takeover_fee"):
            amount = bank_cash(options, edition) if option == "bank_cash" else options[option]
            if amount % rules.unit:
                raise OptionError(
                    f"option {option}: must be a multiple of {rules.unit:,}, the unit of the "
                    f"edition {edition.id}, not {amount:,} (P1.1)."
                )
        highest = HIGHEST_THROW * rules.basic_income_per_pip
        start = rules.start_capital + rules.income_multiple * highest
        needed = len(seats) * max(BANK_CASH_PER_PLAYER, start + rules.unit)
        if options.game == 2:
            needed += rules.finance.treasury_cash
        if bank_cash(options, edition) < needed:
            raise OptionError(
                f"option bank_cash: must be at least {needed:,} for {len(seats)} players, "
                f"not {bank_cash(options, edition):,} (P1.1)."
            )

    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> Poleconomy:
        return lay_table(seats, options, edition.rules, bank_cash(options, edition))

    def is_set_up(self, table: Poleconomy) -> bool:
        return table.ready

    # --- play ---------------------------------------------------------------------------------

    def segment(self, table: Poleconomy) -> Flow[None]:
        """Set-up as a whole, then one turn after another (P3.1)."""
        return play_turn(table) if table.ready else set_up(table)

    def asides(self, table: Poleconomy, decision: Decision) -> Sequence[Aside]:
        """Side actions are the mover's, while a decision of his own turn waits (P3.8)."""
        mover = table.mover
        if decision.seat != mover or decision.name not in OWN_DECISIONS:
            return ()
        return (cashing_in(table, mover), repaying(table, mover), offering(table, mover))

    def signal(self, table: Poleconomy, name: str) -> None:
        """The host calls time: at once between turns, else after this turn (P15.1)."""
        table.time_up = True
        if table.ready and table.fresh:
            finish(table, "host")

    # --- who is ahead ---------------------------------------------------------------------

    def standings(self, table: Poleconomy) -> list[Standing]:
        """By net worth at the current Number; equals share a place (P15.3, P15.4)."""
        return ranked({seat: net_worth(table, seat) for seat in table.seats}, "$")

    def list_price(self, table: Poleconomy, unit: str) -> int | None:
        """The price of a square at the present Inflation Number (P4.2)."""
        square = table.edition.squares.get(unit)
        return table.price(unit) if square is not None and square.ownable else None

    def winners(self, table: Poleconomy) -> tuple[Seat, ...]:
        """The largest net worth; nobody where the Treasury is bankrupt (P15.4, P15.5)."""
        return () if table.ending == BANKRUPT else super().winners(table)

    # --- figures ----------------------------------------------------------------------------

    def metrics_of(self, table: Poleconomy) -> tuple[Metric, ...]:
        return metrics_of(table)

    def charts_of(self, table: Poleconomy) -> tuple[Chart, ...]:
        return charts_of(table)

    # --- what is seen ---------------------------------------------------------------------

    def view(self, source: Source, seat: Seat | None) -> PoleconomyView:
        return PoleconomyView(source, seat)

    def board(self, table: Poleconomy) -> Board:
        return _board(table.edition)

    def scene(self, table: Poleconomy, seat: Seat | None = None) -> Scene:
        return scene_of(table)

    # --- positions ------------------------------------------------------------------------

    def place(self, table: Poleconomy, facts: Mapping[str, Any]) -> None:
        place_facts(table, facts)

    def position(self, table: Poleconomy) -> dict[str, Any]:
        return facts_of(table)


@lru_cache(maxsize=8)
def _board(edition: Any) -> Board:
    return board_of(edition)


def bank_cash(options: Options, edition: Edition) -> int:
    """What the Bank starts with: the option, or by default what the edition says (P1.1)."""
    chosen: int = options.bank_cash
    cash: int = edition.rules.bank_cash
    return cash if chosen == BANK_CASH else chosen
