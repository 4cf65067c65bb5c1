"""Two merchants who think, each with his reasoning."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from classkit.engine.decisions import Aside, Decision
from classkit.engine.moves import Answer
from classkit.engine.policy import Policy

from .view import HarbourView


def patient(view: HarbourView, decision: Decision) -> Answer:
    """Sell little, buy docks.

    Every unit on sale lowers the price for all, so he sells one of each good that is worth more
    than 3 coins and keeps the rest. A dock earns rent for the whole match: he bids its price.
    """
    if decision.name == "order":
        dear = {good: view.list_prices[good] > 3 for good in view.my_goods}
        return Answer(
            "sell", {good: min(1, count) * dear[good] for good, count in view.my_goods.items()}
        )
    if decision.name == "bid":
        price = decision.about["price"]
        if decision.moves[0].refusal({"amount": price}) is None:
            return Answer("bid", {"amount": price})
    return decision.default


class Hasty:
    """Sell everything at once, and pawn what is left when short of coins.

    Coins now are worth more to him than coins later: he cannot be caught without any when a dock
    comes up, and then he bids all but one.
    """

    def __call__(self, view: HarbourView, decision: Decision) -> Answer:
        if decision.name == "order":
            return Answer("sell", dict(view.my_goods))
        if decision.name == "bid" and view.my_coins > decision.about["price"]:
            amount = view.my_coins - 1
            if decision.moves[0].refusal({"amount": amount}) is None:
                return Answer("bid", {"amount": amount})
        return decision.default

    def aside(
        self, view: HarbourView, decision: Decision, open_asides: Callable[[], Sequence[Aside]]
    ) -> Answer | None:
        """Pawn the cheapest good when there are fewer than 3 coins."""
        if view.my_coins >= 3:
            return None
        pawning = next((aside for aside in open_asides() if aside.move.name == "pawn"), None)
        if pawning is None or pawning.move.barred:
            return None
        held = [good for good, count in view.my_goods.items() if count]
        return Answer("pawn", {"good": min(held, key=view.list_prices.__getitem__)})


POLICIES: dict[str, Callable[[], Policy]] = {"patient": lambda: patient, "hasty": Hasty}
