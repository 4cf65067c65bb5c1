"""The Prime Minister's political acts in Game 2 (P3.1, P17.10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Move
from classkit.engine.rulebook_text import format_count

from ..country_state import TREASURY, CountryState
from .cabinet import (
    appoint_minister,
    build_appointment_move,
    build_dismissal_move,
    build_salary_move,
    change_salary,
    dismiss_minister,
    pay_salaries,
)
from .elections import elect_government
from .parliament import build_subsidy_move, build_tax_move, propose_subsidy, propose_tax
from .treasury import (
    build_issue_move,
    build_redeem_bonds_move,
    pay_interest,
    redeem_bonds,
    sell_bonds,
)
from .treasury_taxes import collect_tax

DONE, REVERSE_MOVE = Move("done"), Move("reverse_arrow", rule="P4.3")


def apply_index_word(t: CountryState, word: str) -> Flow[None]:
    """Carry out the index word through Treasury and Parliament (P4.5 to P4.8)."""
    if word == "taxation":
        collect_tax(t)
    elif word == "bonds":
        yield from pay_interest(t)
    elif word == "salary":
        pay_salaries(t)
    else:
        yield from elect_government(t, "index")


def play_political_acts(t: CountryState, pm: Seat) -> Flow[None]:
    """Ask the Prime Minister for political acts until they are done (P17.10)."""
    while True:
        answer = yield from t.ask(
            pm, "pm_action", partial(list_political_moves, t), rule="P17.10", default="done",
            about={"treasury": t.cash(TREASURY), "unissued": t.unissued},
        )  # fmt: skip
        t.fresh = False
        if answer.move == "done":
            return
        t.acts += 1
        flow = ACTS[answer.move].action(t, **answer.fields)
        if flow is not None:  # the act involves other players, for example in a vote on a bill
            yield from flow


def list_political_moves(t: CountryState) -> tuple[Move, ...]:
    """Return the political moves, or only ``done`` after the last allowed act (P17.10)."""
    barred = ""
    if t.acts >= t.options.pm_actions_max:
        barred = f"{describe_acts(t.acts)} in this turn (P17.10)."
    return DONE, *(act.move(t, barred) for act in ACTS.values())


def describe_acts(acts: int) -> str:
    """Describe the number of political acts so far."""
    return f"{format_count(acts, 'political act')} {'has' if acts == 1 else 'have'} been made"


def build_reversal_move(t: CountryState, barred: str) -> Move:
    """Return the move that reverses the arrow, once per turn (P4.3)."""
    if t.arrow_reversed:
        barred = barred or "The arrow has already been reversed in this turn (P4.3)."
    return Move("reverse_arrow", barred=barred, rule="P4.3") if barred else REVERSE_MOVE


def reverse_arrow(t: CountryState) -> None:
    """Reverse the arrow, and record that it was reversed in this turn (P4.3)."""
    t.arrow_reversed = True
    t.reverse_arrow(t.incumbent)


class PoliticalAct(NamedTuple):
    """A political act: a function that builds its move, and its action."""

    move: Callable[[CountryState, str], Move]
    """The argument is the reason that bars every act now, or ""."""
    action: Callable[..., Flow[None] | None]
    """The arguments are the fields of the move. Returns a flow if other players have to decide."""


ACTS: Mapping[str, PoliticalAct] = {
    "reverse_arrow": PoliticalAct(build_reversal_move, reverse_arrow),
    "appoint": PoliticalAct(build_appointment_move, appoint_minister),
    "dismiss": PoliticalAct(build_dismissal_move, dismiss_minister),
    "set_salary": PoliticalAct(build_salary_move, change_salary),
    "issue_bonds": PoliticalAct(build_issue_move, sell_bonds),
    "redeem_bonds": PoliticalAct(build_redeem_bonds_move, redeem_bonds),
    "propose_tax": PoliticalAct(build_tax_move, propose_tax),
    "propose_subsidy": PoliticalAct(build_subsidy_move, propose_subsidy),
}
"""The political acts, in the order in which they are offered."""
