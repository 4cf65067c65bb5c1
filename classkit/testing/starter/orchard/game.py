"""Orchard: everybody makes goods, and all goods are sold at one price."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.editions import Edition
from classkit.engine.game import Game
from classkit.engine.ledger import Ledger
from classkit.engine.metrics import Chart, Metric
from classkit.engine.metrics.counters import set_by
from classkit.engine.metrics.expressions import holding
from classkit.engine.moves import Amount, Answer, Move
from classkit.engine.options import Option, Options
from classkit.engine.rulebook_text import Rulebook, Words
from classkit.engine.state import GameState
from classkit.engine.views import View

from .about import ABOUT

START, MOST, COST, TOP_PRICE = 20, 5, 2, 15


@dataclass(slots=True, kw_only=True, eq=False)
class Market(GameState):
    """The state of the table. Money and goods are in its ledger."""

    reporting_events: ClassVar[frozenset[str]] = frozenset({"goods_made"})
    """Events that report the payments or moves just before them."""
    price: int = 0
    """The price in the last market, in dollars, or 0 before the first."""

    def goods(self, seat: Seat) -> int:
        """Return the number of goods that a seat has."""
        return self.ledger.balance(seat, "goods")

    def on_market(self) -> int:
        """Return the number of goods made in this round."""
        return sum(self.goods(seat) for seat in self.seats)


def take_turn(t: Market) -> Flow[None]:
    """Let the next player make goods. After the last player, hold the market (R1.2)."""
    mover = t.seats[(t.turn - 1) % len(t.seats)]
    if mover == t.seats[0]:
        t.begin_round(t.round + 1)
    yield from make_goods(t, mover)
    if mover == t.seats[-1]:
        hold_market(t)
        if t.round == t.options.rounds:
            t.ending = "rounds"
            t.tell("game_ended", "R4.1")


def make_goods(t: Market, mover: Seat) -> Flow[None]:
    """Ask for the number of goods to make, and charge for them (R2.1 to R2.3)."""
    most, has = min(MOST, t.cash(mover) // COST), t.currency.write(t.cash(mover))
    why = f"{mover} has {has}, and nobody makes more than {MOST} at once"
    move = Move("make", count=Amount(0, most, unit="goods", why=why))
    nothing = Answer("make", {"count": 0})
    facts = {"on_market": t.on_market(), "most": most}
    answer = yield from t.ask(mover, "make", [move], rule="R2.1", default=nothing, about=facts)
    count = answer.fields["count"]
    t.pay(mover, "bank", COST * count, "costs", "R2.2")
    t.mint("goods", count, mover, "made", "R2.1")
    t.tell("goods_made", "R2.3", mover, count=count)


def hold_market(t: Market) -> None:
    """Sell all goods at one price (R3.1 to R3.3)."""
    t.price = max(0, TOP_PRICE - t.on_market())
    t.tell("market_held", "R3.1", price=t.price, goods=t.on_market())
    with t.link_rows("market_held"):
        for seat in t.seats:
            t.pay("bank", seat, t.price * t.goods(seat), "sold", "R3.2")
            t.burn("goods", t.goods(seat), seat, "sold", "R3.3")


def careful(view: View, decision: Decision) -> Any:
    """Make the number that earns most if no later player makes goods.

    With x goods on the market, n more earn 13 - x - n each, which is most if n is half of 13 - x.
    """
    best = (TOP_PRICE - COST - decision.about["on_market"]) // 2
    return "make", {"count": max(0, min(best, decision.about["most"]))}


class Orchard(Game[Market]):
    """The parts of the game, in the form that classkit requires."""

    name = "orchard"
    title = "Orchard"
    authors = "you"
    about = ABOUT
    seat_numbers = range(2, 7)
    rulebook = Rulebook(__package__)
    options = (Option("rounds", 8, "R1.2", "how many rounds are played", Amount(1, 50)),)
    policies: ClassVar = {"careful": lambda: careful}
    metrics = (
        Metric(
            "money", "Money", "$", "seat", holding("dollars"), "R4.2",
            "A player's money at this moment, in dollars.",
        ),
        Metric(
            "price", "Price", "$", "table", set_by("market_held", value=lambda t: t.price), "R3.1",
            "The price of a good at the last market, in dollars; 0 before the first.",
            window="the last market",
        ),
    )  # fmt: skip
    charts = (Chart("money", "Money", "line", ("money",), "$"),)
    words = Words(
        decisions={"make": "How many goods do you make?"},
        moves={"make": "Make"},
        fields={"count": "Goods"},
        events={
            "goods_made": "{seat:seat} makes {count:of goods}.",
            "market_held": "{goods} goods are sold at {price:money} each.",
            "game_ended": "All rounds are played.",
        },
        units={"dollars": "dollars", "goods": ("good", "goods")},
        reasons={"start": "to begin with", "costs": "costs", "made": "made", "sold": "sold"},
        accounts={"bank": "the bank"},
        endings={"rounds": "All rounds are played"},
    )

    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> Market:
        """Pay each player the starting money (R1.1)."""
        ledger = Ledger.open({"dollars": {"bank": 0}, "goods": {}}, issuers=["bank"])
        t = Market(seats=seats, options=options, ledger=ledger)
        for seat in seats:
            t.pay("bank", seat, START, "start", "R1.1")
        return t

    def segment(self, table: Market) -> Flow[None]:
        """Play the next turn."""
        table.turn += 1
        return take_turn(table)
