"""Positions of Harbour: matches that start in the middle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from classkit.engine.decisions import Seat
from classkit.engine.errors import PositionError
from classkit.engine.positions import StatedAmount, place_amounts
from classkit.engine.schema import Whole, Word, read_facts

from .state import HarbourTable

Good = Annotated[str, Word(lambda t: t.edition.goods)]
Count = Annotated[int, Whole(0, 10**6)]


@dataclass(frozen=True, kw_only=True)
class TableFacts:
    """The facts of the table."""

    round: Annotated[int, Whole(0, lambda t: t.options.rounds)] = 0
    turn: Count = 0
    phase: Literal["market", "voyage"] = "market"
    sailed: Annotated[int, Whole(0, lambda t: len(t.seats) - 1)] = 0
    minted: Count = 0
    lost: Mapping[Good, Count] | None = None
    time_up: bool = False


@dataclass(frozen=True, kw_only=True)
class SeatFacts:
    """The facts of a merchant."""

    coins: Count | None = None
    goods: Mapping[Good, Count] | None = None
    docks: tuple[Annotated[str, Word(lambda t: t.ledger.titles)], ...] = ()
    at: Annotated[str, Word(lambda t: t.edition.places)] | None = None


def place(t: HarbourTable, facts: Mapping[str, Any]) -> None:
    """Change a state fresh from set-up; missing facts stay, and the Bank and the sea balance."""
    stated, merchants = read_facts(facts, TableFacts, SeatFacts, t.seats, t)
    t.mint("coins", stated.minted, "bank", "mint", "T4.5")
    coins, goods = list[StatedAmount](), list[StatedAmount]()
    for seat, own in merchants.items():
        if own.coins is not None:
            coins.append(StatedAmount(f"{seat}.coins", "coins", seat, own.coins))
        for good, count in (own.goods or {}).items():
            goods.append(StatedAmount(f"{seat}.goods.{good}", good, seat, count))
    place_amounts(t.ledger, "bank", coins, "T1.2")
    place_amounts(t.ledger, "sea", goods, "T1.3")
    for good, count in (stated.lost or {}).items():
        if count > t.ledger.balance("sea", good):
            raise PositionError(f"lost.{good}", "is more than lies in the sea.")
        t.burn(good, count, "sea", "storm", "T4.6")
    for seat, own in merchants.items():
        place_ship(t, seat, own)
    t.round, t.turn, t.time_up = stated.round, stated.turn, stated.time_up
    t.phase, t.sailed = stated.phase, stated.sailed
    if t.phase == "voyage" and not t.round:
        raise PositionError("phase", "a voyage needs a round of 1 or more (T1.5).")


def place_ship(t: HarbourTable, seat: Seat, stated: SeatFacts) -> None:
    """Give a merchant the docks, and place the ship."""
    for dock in stated.docks:
        if t.ledger.holder(dock) != "bank":
            raise PositionError(f"{seat}.docks", f"{dock} belongs to {t.ledger.holder(dock)}.")
        t.move(dock, 1, "bank", seat, "dock", "T4.2")
    t.ships[seat] = stated.at or t.ships[seat]


def state_facts(t: HarbourTable) -> dict[str, Any]:
    """Return the facts from which :func:`place` creates this state."""
    coins = t.ledger.totals()["coins"] - t.edition.bank_coins
    left = t.ledger.totals()
    facts: dict[str, Any] = {
        "minted": coins,
        "round": t.round,
        "turn": t.turn,
        "phase": t.phase,
        "sailed": t.sailed % len(t.seats),
        "time_up": t.time_up,
    }
    for seat in t.seats:
        facts[seat] = {
            "coins": t.cash(seat),
            "goods": t.held(seat),
            "docks": t.ledger.list_titles(seat),
            "at": t.ships[seat],
        }
    lost = {good: t.edition.counts[good] - left[good] for good in t.edition.goods}
    return {**facts, "lost": {good: count for good, count in lost.items() if count}}
