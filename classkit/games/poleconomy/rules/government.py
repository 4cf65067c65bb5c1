"""The Prime Minister's turn in Game 2: political acts until he is done (P3.1, P17.10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from classkit.engine.moves import Move
from classkit.engine.requests import Flow, Seat
from classkit.engine.words import how_many

from ..country import TREASURY, Country
from .cabinet import (
    appoint,
    appointment,
    change_salary,
    dismiss,
    dismissal,
    pay_salaries,
    salary_change,
)
from .elections import elect_government
from .parliament import propose_subsidy, propose_tax, subsidy_proposal, tax_proposal
from .taxes import collect_tax
from .treasury import issuing, pay_interest, redeem, redeeming, sell_bonds

DONE, REVERSE = Move("done"), Move("reverse_arrow", rule="P4.3")


def take_effect(t: Country, word: str) -> Flow[None]:
    """Carry out the word on the index, by the Treasury and Parliament (P4.5 to P4.8)."""
    if word == "taxation":
        collect_tax(t)
    elif word == "bonds":
        yield from pay_interest(t)
    elif word == "salary":
        pay_salaries(t)
    else:
        yield from elect_government(t, "index")


def govern(t: Country, pm: Seat) -> Flow[None]:
    """Ask for one political act after another until the Prime Minister is done (P17.10)."""
    while True:
        answer = yield from t.ask(
            pm, "pm_action", partial(political_moves, t), rule="P17.10", default="done",
            about={"treasury": t.cash(TREASURY), "unissued": t.unissued},
        )  # fmt: skip
        t.fresh = False
        if answer.move == "done":
            return
        t.acts += 1
        flow = ACTS[answer.move].deed(t, **answer.fields)
        if flow is not None:  # the act asks others: a bill is voted on
            yield from flow


def political_moves(t: Country) -> tuple[Move, ...]:
    """List what the Prime Minister may do; only to be done after the last act allowed (P17.10)."""
    barred = ""
    if t.acts >= t.options.pm_actions_max:
        barred = f"{acts_made(t.acts)} in this turn (P17.10)."
    return DONE, *(act.move(t, barred) for act in ACTS.values())


def acts_made(acts: int) -> str:
    """Return how many political acts have been made, in words."""
    return f"{how_many(acts, 'political act')} {'has' if acts == 1 else 'have'} been made"


def reversal(t: Country, barred: str) -> Move:
    """Return the reversal of the arrow, once in this turn (P4.3)."""
    if t.arrow_reversed:
        barred = barred or "The arrow has been reversed once in this turn (P4.3)."
    return Move("reverse_arrow", barred=barred, rule="P4.3") if barred else REVERSE


def reverse(t: Country) -> None:
    """Reverse the arrow, for the only time in this turn (P4.3)."""
    t.arrow_reversed = True
    t.reverse_arrow(t.incumbent)


class Act(NamedTuple):
    """A political act: the move that offers it with its law, and what it does."""

    move: Callable[[Country, str], Move]
    """Takes the sentence that bars any act now, if there is one."""
    deed: Callable[..., Flow[None] | None]
    """Takes the fields of the move; returns a flow where others are asked."""


ACTS: Mapping[str, Act] = {
    "reverse_arrow": Act(reversal, reverse),
    "appoint": Act(appointment, appoint),
    "dismiss": Act(dismissal, dismiss),
    "set_salary": Act(salary_change, change_salary),
    "issue_bonds": Act(issuing, sell_bonds),
    "redeem_bonds": Act(redeeming, redeem),
    "propose_tax": Act(tax_proposal, propose_tax),
    "propose_subsidy": Act(subsidy_proposal, propose_subsidy),
}
"""The political acts, in the order in which they are offered."""
