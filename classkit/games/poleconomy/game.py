"""Poleconomy as the kernel sees it: options, set-up, turns, standings and displays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from classkit.engine.editions import Edition
from classkit.engine.errors import OptionError
from classkit.engine.game import About, Game, Length, Standing, ranked
from classkit.engine.metrics import Chart, Metric, on_table
from classkit.engine.options import AUTO, Options, chosen
from classkit.engine.reading import FactKinds
from classkit.engine.requests import Aside, Decision, Flow, Request, Seat
from classkit.engine.words import Rulebook

from .bots import Financier, Politician, Saver, Tycoon
from .contents import EditionRules
from .edition.options import BANK_CASH_PER_PLAYER, OPTIONS
from .edition.position import facts_of, kinds_of_facts, place_facts
from .edition.reading import EDITIONS
from .rules.cashing import cashing_in
from .rules.ending import BANKRUPT, finish, net_worth, round_limit
from .rules.loans import repaying
from .rules.setup import lay_table, set_up
from .rules.trades import offering
from .rules.turn import play_turn
from .shown.about import ABOUT, about_of
from .shown.given_away import GIVES_AWAY
from .shown.metrics import STARTING_FACTS
from .shown.metrics_state import CHARTS, METRICS, charts_of, metrics_of
from .shown.nouns import number_at
from .shown.secrets import REVEALS
from .shown.view import PoleconomyView
from .shown.words import WORDS
from .state import Poleconomy

if TYPE_CHECKING:
    from classkit.engine.board import Board, Scene

HIGHEST_THROW = 12


OWN_DECISIONS = frozenset(
    {
        "set_arrow", "pm_action", "choose_move", "choose_circuit", "buy_square", "own_advert",
        "opportunity", "royal_bank", "buy_life", "buy_business", "takeover_target",
        "second_target", "end_turn",
    }
)  # fmt: skip
"""The decisions in a turn during which its mover may take side actions (P3.8)."""


SIDE_ACTIONS = ("cash_in", "repay_loan", "propose_trade")


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
    about = ABOUT
    rules_version = "4"
    seat_numbers = range(2, 7)
    options = OPTIONS
    metrics = METRICS
    starting_facts = STARTING_FACTS
    charts = CHARTS
    gives_away = GIVES_AWAY
    view_type = PoleconomyView
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

    # --- before the first turn --------------------------------------------------------------

    def check_options(self, options: Options, seats: tuple[Seat, ...], edition: Edition) -> None:
        """Refuse options with which the Bank could not pay the start (P1.1, P2.4)."""
        rules = edition.rules
        if not rules.head.players_min <= len(seats) <= rules.head.players_max:
            raise OptionError(
                f"the edition {edition.id} is for {rules.head.players_min} to "
                f"{rules.head.players_max} players, not {len(seats)} (P2.1)."
            )
        for option in ("bank_cash", "second_takeover_fee"):
            amount = bank_cash(options, edition) if option == "bank_cash" else options[option]
            if amount % rules.unit:
                raise OptionError(
                    f"option {option}: must be a multiple of {rules.unit:,}, the unit of the "
                    f"edition {edition.id}, not {amount:,} (P1.1)."
                )
        highest = HIGHEST_THROW * rules.opening.basic_income_per_pip
        start = rules.opening.capital + rules.opening.income_multiple * highest
        needed = len(seats) * max(BANK_CASH_PER_PLAYER, start + rules.unit)
        if options.game == 2:
            needed += rules.treasury.cash
        if bank_cash(options, edition) < needed:
            raise OptionError(
                f"option bank_cash: must be at least {needed:,} for {len(seats)} players, "
                f"not {bank_cash(options, edition):,} (P1.1)."
            )

    def recorded_options(
        self, stated: Mapping[str, Any], rules: str, edition: Edition
    ) -> Mapping[str, Any]:
        """Return the options of a record made by rules 2 as these rules have them.

        There a recorded bank cash of 59,800,000 could stand for "as the edition says".
        """
        if rules == "2" and stated.get("bank_cash") == 59_800_000 != edition.rules.bank.cash:
            return {**stated, "bank_cash": AUTO}
        return stated

    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> Poleconomy:
        return lay_table(seats, options, edition.rules, bank_cash(options, edition))

    def is_set_up(self, table: Poleconomy) -> bool:
        return table.ready

    # --- play ---------------------------------------------------------------------------------

    def segment(self, table: Poleconomy) -> Flow[None]:
        """Play the whole set-up, then one turn after another (P3.1)."""
        return play_turn(table) if table.ready else set_up(table)

    def asides(self, table: Poleconomy, decision: Decision) -> Sequence[Aside]:
        """List the mover's side actions while a decision of the mover's own turn waits (P3.8)."""
        mover = table.mover
        if decision.seat != mover or decision.name not in OWN_DECISIONS:
            return ()
        return (cashing_in(table, mover), repaying(table, mover), offering(table, mover))

    def no_aside(
        self, table: Poleconomy, request: Request | None, seat: Seat | None, name: str
    ) -> str:
        """Return why a seat may not take a side action at this point of a turn (P3.8)."""
        if name not in SIDE_ACTIONS:
            return ""
        mover = table.mover
        if request is None:
            return "The match is over: side actions belong to turns, and none is left (P3.8)."
        if not table.ready:
            return "Side actions belong to turns, and no turn is played yet (P3.8)."
        if seat != mover:
            return (
                f"It is {mover}'s turn; {seat} has side actions only in {seat}'s own turn (P3.8)."
            )
        if isinstance(request, Decision) and request.seat == mover:
            return f"{mover} has to answer this first; no side action is open here (P3.8)."
        return f"{mover} has no side action while others decide or dice are thrown (P3.8)."

    def signal(self, table: Poleconomy, name: str) -> None:
        """Call time for the host: at once between turns, otherwise after this turn (P15.1)."""
        table.time_up = True
        if table.ready and table.fresh:
            finish(table, "host")

    def no_signal(self, table: Poleconomy, name: str) -> str:
        """Say that time is called only once (P15.1)."""
        called = "Time has been called already: the game ends after this turn (P15.1)."
        return called if table.time_up else ""

    def length(self, table: Poleconomy) -> Length:
        """Return the last turn of the last round; without a limit the host calls time (P15.1)."""
        last_turn = round_limit(table) * len(table.seats)
        return Length(last_turn, ended_by="" if last_turn else "time_up")

    def about_of(self, table: Poleconomy) -> About:
        return about_of(table)

    # --- who is ahead ---------------------------------------------------------------------

    def score_title(self, table: Poleconomy) -> str:
        return "Net worth"

    def standings(self, table: Poleconomy) -> list[Standing]:
        """Rank seats by net worth at the current Number; equals share a place (P15.3, P15.4)."""
        return ranked({seat: net_worth(table, seat) for seat in table.seats}, "$")

    def list_price(self, table: Poleconomy, unit: str) -> int | None:
        """Return the price of a square at the current Inflation Number, in dollars (P4.2)."""
        square = table.edition.squares.get(unit)
        return table.price(unit) if square is not None and square.ownable else None

    def winners(self, table: Poleconomy) -> tuple[Seat, ...]:
        """Return who has the largest net worth; nobody with a bankrupt Treasury (P15.4, P15.5)."""
        return () if table.ending == BANKRUPT else super().winners(table)

    # --- figures ----------------------------------------------------------------------------

    def metrics_of(self, table: Poleconomy) -> tuple[Metric, ...]:
        return on_table(self.metrics, METRICS, metrics_of(table))

    def charts_of(self, table: Poleconomy) -> tuple[Chart, ...]:
        return on_table(self.charts, CHARTS, charts_of(table))

    def undone_by(self, table: Poleconomy) -> tuple[str, str] | None:
        """Return the figures that tell a bankruptcy: bond interest, which grew, and Treasury cash.

        Return None for any other ending.
        """
        return ("next_interest", "treasury_cash") if table.ending == BANKRUPT else None

    def first_charts(self, table: Poleconomy) -> tuple[str, ...]:
        """Return inflation, the asset scores and the Treasury: Game 2 is about all three."""
        return ("inflation", "net_worth", "treasury") if table.options.game == 2 else ()

    # --- what is seen ---------------------------------------------------------------------

    def things(self, table: Poleconomy) -> Mapping[str, str]:
        """Return the Inflation Number at each place of the index (P4.1)."""
        return things_of(table.edition)

    def board(self, table: Poleconomy) -> Board:
        from .shown.board import board_of  # not needed to play

        return board_of(table.edition)

    def scene(self, table: Poleconomy, seat: Seat | None = None) -> Scene:
        from .shown.board import scene_of  # not needed to play

        return scene_of(table)

    # --- positions ------------------------------------------------------------------------

    def place(self, table: Poleconomy, facts: Mapping[str, Any]) -> None:
        place_facts(table, facts)

    def fact_kinds(self, table: Poleconomy) -> FactKinds:
        return kinds_of_facts(table)

    def position(self, table: Poleconomy) -> dict[str, Any]:
        return facts_of(table)


def bank_cash(options: Options, edition: Edition) -> int:
    """Return the Bank's starting cash: the option or, by default, the edition's (P1.1)."""
    return int(chosen(options.bank_cash, edition.rules.bank.cash))


@lru_cache(maxsize=8)
def things_of(edition: EditionRules) -> Mapping[str, str]:
    """Return the titles of things of an edition, made once: they are asked for in each message."""
    numbers = edition.index.numbers
    return {number_at(place): str(number) for place, number in enumerate(numbers)}
