"""The game Harbour, which connects its parts to the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from classkit.engine.board import Board, Scene
from classkit.engine.decisions import Aside, Decision, Flow, Request, Seat
from classkit.engine.editions import Edition
from classkit.engine.errors import OptionError
from classkit.engine.events import Event
from classkit.engine.fields import Amount, Flag, OneOf
from classkit.engine.game import About, Game, Standing, rank_scores
from classkit.engine.ledger import Ledger
from classkit.engine.options import AnySeat, Option, Options
from classkit.engine.rulebook_text import Rulebook
from classkit.engine.visibility import Reveal, Secrecy

from . import board, positions
from .asides import no_aside, open_asides
from .bots import POLICIES
from .edition import EDITIONS, HarbourRules
from .market import hold_market, load_ships
from .metrics import CHARTS, METRICS, STARTING_FACTS, score
from .state import HarbourTable
from .view import HarbourView
from .voyage import play_voyage
from .words import WORDS


class HarbourSecrecy(Secrecy[HarbourTable]):
    """Hides the contents of the holds (T1.3)."""

    def redact_event(self, event: Event, table: HarbourTable, seat: Seat | None) -> Event | None:
        """Hide what a merchant draws from the others, but not that he draws (T1.3, T4.4)."""
        if event.name == "goods_drawn" and seat != event.seat and not table.options.open_hands:
            facts = {key: value for key, value in event.facts.items() if key != "goods"}
            event = event._replace(facts=facts)
        return super().redact_event(event, table, seat)


class Harbour(Game[HarbourTable]):
    """Load in secret, sell on one market, bid for docks."""

    name = "harbour"
    title = "Harbour"
    authors = "the classkit authors"
    about = About(
        "Merchants load goods, sell them in secret on one market, and bid for docks.",
        "The highest score wins when the last round is over.",
        "The score is coins, the prices of docks, and 1 for each good.",
        ("T2.1", "T4.1", "T5.1", "T5.4"),
        "coins",
    )
    rules_version = "1"
    seat_numbers = range(2, 7)
    currency = "₡"
    options = (
        Option("rounds", 4, "T1.5", "how many rounds are played", Amount(1, 200)),
        Option("goal", 0, "T5.2", "coins that end it", Amount(20, 1000, also=(0,))),
        Option(
            "auction",
            "first",
            "T4.1",
            "how docks are sold",
            OneOf(("first", "second", "open")),
        ),
        Option("open_hands", False, "T1.3", "whether all see what is drawn", Flag()),
        Option("first_seat", "A", "T1.4", "who sails first", AnySeat()),
        Option("pilots", False, "T3.6", "whether the mover may stop before the place", Flag()),
    )
    metrics = METRICS
    starting_facts = STARTING_FACTS
    charts = CHARTS
    view_type = HarbourView
    library = EDITIONS
    policies = POLICIES
    signals: ClassVar = {"time_up": "T5.3"}
    reveals = (
        Reveal("order", "prices_fixed", "T2.2"),
        Reveal("pawn", "good_pawned", "T3.4"),
        Reveal("answer_offer", "offer_accepted", "T3.5"),
        Reveal("answer_offer", "offer_refused", "T3.5"),
        Reveal("bid", "auction_ended", "T4.1"),
        Reveal("storm", "good_lost", "T4.6"),
    )
    secrecy: ClassVar[HarbourSecrecy] = HarbourSecrecy()
    words = WORDS
    ending_event = "match_ended"
    rulebook = Rulebook(__package__)

    def check_options(self, options: Options, seats: tuple[Seat, ...], edition: Edition) -> None:
        rules: HarbourRules = edition.rules
        if options.goal and options.goal <= rules.start_coins:
            raise OptionError(f"option goal: everybody starts with {rules.start_coins} (T5.2)")
        if options.first_seat not in seats:
            raise OptionError(f"option first_seat: there is no seat {options.first_seat} (T1.4)")

    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> HarbourTable:
        """Return the Bank, the sea, and the merchants with their first coins (T1.1, T1.2)."""
        rules: HarbourRules = edition.rules
        coins = dict.fromkeys(("bank", *seats), 0) | {"bank": rules.bank_coins}
        goods = {good: {"sea": count} for good, count in rules.counts.items()}
        docks = {place.id: "bank" for place in rules.places.values() if place.kind == "dock"}
        quay = next(iter(rules.places))
        t = HarbourTable(
            seats=seats,
            options=options,
            ledger=Ledger.open({"coins": coins, **goods}, docks),
            edition=rules,
            ships=dict.fromkeys(seats, quay),
            mover=options.first_seat,
        )
        for seat in seats:
            t.pay("bank", seat, rules.start_coins, "start", "T1.2")
        return t

    def is_set_up(self, table: HarbourTable) -> bool:
        return table.phase != "loading"

    def segment(self, table: HarbourTable) -> Flow[None]:
        """Play the loading, then each market and each voyage."""
        if table.phase == "loading":
            return load_ships(table)
        table.turn += 1
        return hold_market(table) if table.phase == "market" else play_voyage(table)

    def asides(self, table: HarbourTable, decision: Decision) -> Sequence[Aside]:
        return open_asides(table, decision)

    def aside_refusal(
        self, table: HarbourTable, request: Request | None, seat: Seat | None, name: str
    ) -> str:
        return no_aside(table, request, seat, name)

    def signal(self, table: HarbourTable, name: str) -> None:
        """Call time: the match ends after the present phase (T5.3)."""
        table.time_up = True

    def signal_refusal(self, table: HarbourTable, name: str) -> str:
        """Return that time is called only once (T5.3)."""
        return "Time has already been called (T5.3)." if table.time_up else ""

    def standings(self, table: HarbourTable) -> list[Standing]:
        """Rank by score (T5.4)."""
        return rank_scores({seat: score(table, seat) for seat in table.seats}, "coins")

    def has_secrets(self, table: HarbourTable) -> bool:
        """Return True unless hands are open (T1.3)."""
        return table.hands_are_hidden

    def board(self, table: HarbourTable) -> Board:
        return board.make_board(table.edition, table.seats)

    def scene(self, table: HarbourTable, seat: Seat | None = None) -> Scene:
        return board.make_scene(table, seat)

    def place(self, table: HarbourTable, facts: Mapping[str, Any]) -> None:
        positions.place(table, facts)

    def position(self, table: HarbourTable) -> dict[str, Any]:
        return positions.state_facts(table)
