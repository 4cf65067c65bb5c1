"""The Inflation Index: marker, taxation, bonds, salary and the election of Game 1 (P4, P2.6)."""

from __future__ import annotations

from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.mechanics.roll_off import roll_off_winner

from ..country_state import CountryState
from ..state import BANK, PoleconomyState
from .government import apply_index_word
from .money import BankRunOut, levy_tax, pay_from_bank
from .shared_moves import KEEP_OR_REVERSE


def set_arrow(t: PoleconomyState, prime_minister: Seat) -> Flow[None]:
    """Let the Prime Minister reverse the arrow before the move, once per turn (P4.3)."""
    answer = yield from t.ask(
        prime_minister, "set_arrow", KEEP_OR_REVERSE, rule="P4.3", default="keep",
        about={"arrow": t.arrow, "marker": t.marker},
    )  # fmt: skip
    if answer.move == "reverse":
        t.reverse_arrow(prime_minister)


def get_marker_stop(t: PoleconomyState, steps: int) -> int:
    """Return the position ``steps`` ahead of the marker in the arrow's direction (P4.1)."""
    signed = steps if t.arrow == "clockwise" else -steps
    return (t.marker + signed) % len(t.edition.index.numbers)


def move_marker(t: PoleconomyState, by: Seat, steps: int) -> Flow[None]:
    """Move the marker for a beaver on an inflation square, then apply its position (P4.1)."""
    start, stop = t.marker, get_marker_stop(t, steps)
    t.marker = stop  # the new number applies before the word takes effect (P4.4)
    kind = t.index_word = t.edition.index.kinds[stop]
    facts: dict[str, Any] = {"by": by, "steps": steps, "from": start, "to": stop}
    t.tell("marker_moved", "P4.1", by, **facts, number=t.number, kind=kind)
    if isinstance(t, CountryState):
        yield from apply_index_word(t, kind)  # Game 2: through Treasury and Parliament
    elif kind == "taxation":
        collect_default_tax(t)
    elif kind == "bonds":
        pay_bond_interest(t)
    elif kind == "salary":
        pay_salary(t)
    else:
        yield from hold_election(t, "index")


def collect_default_tax(t: PoleconomyState) -> None:
    """Tax all players on their companies and advertising squares (P4.5)."""
    for seat in t.clockwise(t.mover):
        if not levy_tax(t, seat, BANK, compute_default_tax(t, seat), "P4.5").bank_stands:
            raise BankRunOut


def compute_default_tax(t: PoleconomyState, seat: Seat) -> int:
    """Return the tax that a player would owe, in dollars (P4.5)."""
    companies, adverts = t.count_squares(seat)
    tax = t.edition.default_tax
    return tax.per_company * companies + tax.per_advert * adverts


def pay_bond_interest(t: PoleconomyState) -> None:
    """Pay every player bond interest from the Bank (P4.6)."""
    for seat in t.clockwise(t.mover):
        pay_from_bank(
            t, seat, t.get_bond_interest(t.count_stock(seat, "bond")), "bond_interest", "P4.6"
        )


def pay_salary(t: PoleconomyState) -> None:
    """Pay the Prime Minister's salary from the Bank (P4.7)."""
    pay_from_bank(t, t.incumbent, t.edition.salary.pm_game1, "salary", "P4.7")


def hold_election(t: PoleconomyState, cause: str) -> Flow[None]:
    """Let everyone roll. The highest becomes Prime Minister, and ties roll again (P2.6, P4.8)."""
    t.tell("election_started", "P2.6" if cause == "start" else "P4.8", cause=cause)
    t.prime_minister = None  # the Prime Minister resigns, but may be elected again (P4.8)

    def tell(seat: Seat, dice: tuple[int, ...]) -> None:
        t.tell("dice_thrown", "P2.6", seat, d1=dice[0], d2=dice[1], purpose="election")

    t.prime_minister = yield from roll_off_winner(
        t, t.clockwise(t.banker), dice=2, purpose="election", rule="P2.6", tell=tell
    )
    t.elected = True
    t.tell("pm_elected", "P2.6", t.prime_minister, game=1, how="dice")
