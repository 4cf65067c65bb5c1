"""The Inflation Index: marker, taxation, bonds, salary and election (P4, P2.6)."""

from __future__ import annotations

from typing import Any

from classkit.engine.requests import Flow, Seat
from classkit.procedures.order import highest_throw

from ..country import Country
from ..state import BANK, Poleconomy
from .answers import KEEP_OR_REVERSE
from .government import take_effect
from .money import BankRunOut, bank_pays, levy


def set_arrow(t: Poleconomy, prime_minister: Seat) -> Flow[None]:
    """Let the Prime Minister reverse the arrow before he moves, once in his turn (P4.3)."""
    answer = yield from t.ask(
        prime_minister, "set_arrow", KEEP_OR_REVERSE, rule="P4.3", default="keep",
        about={"arrow": t.arrow, "marker": t.marker},
    )  # fmt: skip
    if answer.move == "reverse":
        t.reverse_arrow(prime_minister)


def position_after(t: Poleconomy, steps: int) -> int:
    """Return where the marker stops after ``steps`` positions in the arrow's direction (P4.1)."""
    signed = steps if t.arrow == "clockwise" else -steps
    return (t.marker + signed) % len(t.edition.index.numbers)


def move_marker(t: Poleconomy, by: Seat, steps: int) -> Flow[None]:
    """Move the marker for a beaver on an Inflation Square; the new place takes effect (P4.1)."""
    start, stop = t.marker, position_after(t, steps)
    t.marker = stop  # the new Number applies at once, before the word takes effect (P4.4)
    kind = t.index_word = t.edition.index.kinds[stop]
    facts: dict[str, Any] = {"by": by, "steps": steps, "from": start, "to": stop}
    t.tell("marker_moved", "P4.1", by, **facts, number=t.number, kind=kind)
    if isinstance(t, Country):
        yield from take_effect(t, kind)  # Game 2: by the Treasury and Parliament
    elif kind == "taxation":
        tax(t)
    elif kind == "bonds":
        pay_bond_interest(t)
    elif kind == "salary":
        pay_salary(t)
    else:
        yield from hold_election(t, "index")


def tax(t: Poleconomy) -> None:
    """Tax all players on their companies and advertising squares (P4.5)."""
    for seat in t.clockwise(t.mover):
        if not levy(t, seat, BANK, tax_due(t, seat), "P4.5").bank_stands:
            raise BankRunOut


def tax_due(t: Poleconomy, seat: Seat) -> int:
    """Return what a player would owe on Taxation, in dollars (P4.5)."""
    companies, adverts = t.count_squares(seat)
    tax = t.edition.default_tax
    return tax.per_company * companies + tax.per_advert * adverts


def pay_bond_interest(t: Poleconomy) -> None:
    """Pay all players from the Bank for the bonds they hold (P4.6)."""
    for seat in t.clockwise(t.mover):
        bank_pays(t, seat, t.bond_interest(t.count(seat, "bond")), "bond_interest", "P4.6")


def pay_salary(t: Poleconomy) -> None:
    """Pay the Prime Minister's salary from the Bank (P4.7)."""
    bank_pays(t, t.incumbent, t.edition.salary.pm_game1, "salary", "P4.7")


def hold_election(t: Poleconomy, cause: str) -> Flow[None]:
    """Let all throw, Banker first; the highest is Prime Minister, ties throw again (P2.6, P4.8)."""
    t.tell("election_started", "P2.6" if cause == "start" else "P4.8", cause=cause)
    t.prime_minister = None  # he resigns, and may be elected again (P4.8)

    def tell(seat: Seat, dice: tuple[int, ...]) -> None:
        t.tell("dice_thrown", "P2.6", seat, d1=dice[0], d2=dice[1], purpose="election")

    t.prime_minister = yield from highest_throw(
        t, t.clockwise(t.banker), dice=2, purpose="election", rule="P2.6", tell=tell
    )
    t.elected = True
    t.tell("pm_elected", "P2.6", t.prime_minister, game=1, how="dice")
