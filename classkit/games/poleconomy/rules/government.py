"""The Prime Minister's turn in Game 2: political acts until he is done (P3.1, P17.10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.errors import in_figures
from classkit.engine.moves import Amount, Answer, Move
from classkit.engine.requests import Flow, Seat
from classkit.engine.words import how_many

from ..country import TREASURY, Country
from ..state import BANK
from .cabinet import (
    appoint,
    appointment,
    change_salary,
    dismissal,
    leave_post,
    pay_salaries,
    salary_change,
)
from .elections import elect_government
from .parliament import propose_subsidy, propose_tax, subsidy_proposal, tax_proposal
from .taxes import collect_tax
from .treasury import (
    cheapest_to_redeem,
    issue,
    most_to_issue,
    none_to_redeem,
    pay_interest,
    preview_issue,
    redeem,
    redemption_cost,
    redemption_move,
    refuse_redemption,
)

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
            pm, "pm_action", partial(political_moves, t, pm), rule="P17.10", default="done",
            about={"treasury": t.cash(TREASURY), "unissued": t.unissued},
        )  # fmt: skip
        t.fresh = False
        if answer.move == "done":
            return
        t.acts += 1
        yield from carry_out(t, pm, answer)


def political_moves(t: Country, pm: Seat) -> tuple[Move, ...]:
    """List what the Prime Minister may do; only to be done after the last act allowed (P17.10)."""
    barred = ""
    if t.acts >= t.options.pm_actions_max:
        barred = f"{acts_made(t.acts)} in this turn (P17.10)."
    return (
        DONE,
        reversal(t, barred),
        appointment(t, pm, barred),
        dismissal(t, barred),
        salary_change(t, pm, barred),
        issuing(t, barred),
        redeeming(t, pm, barred),
        tax_proposal(t, barred),
        subsidy_proposal(t, barred),
    )


def acts_made(acts: int) -> str:
    """Return how many political acts have been made, in words."""
    return f"{how_many(acts, 'political act')} {'has' if acts == 1 else 'have'} been made"


def reversal(t: Country, barred: str) -> Move:
    """Return the reversal of the arrow, once in this turn (P4.3)."""
    if t.arrow_reversed:
        barred = barred or "The arrow has been reversed once in this turn (P4.3)."
    return Move("reverse_arrow", barred=barred, rule="P4.3") if barred else REVERSE


def issuing(t: Country, barred: str) -> Move:
    """Return the sale of bonds to the Bank, with or without a deficit (P17.3)."""
    most = most_to_issue(t)
    if not t.unissued:
        barred = barred or "All bonds have been issued already (P17.3)."
    elif not most:
        barred = barred or f"The Bank has ${t.cash(BANK):,} and cannot pay for a bond (P17.3)."
    return Move(
        "issue_bonds", barred=barred, rule="P17.3", preview=partial(preview_issue, t),
        count=Amount(1, most, unit="bonds", why=partial(why_no_more, t, most)),
    )  # fmt: skip


def why_no_more(t: Country, most: int, count: int) -> str:
    """Return what limits an issue: the bonds that exist, or the Bank's cash (P17.3)."""
    if count < 1:
        return "At least 1 bond is issued (P17.3)."
    wanted = f"{in_figures(count)} is more than {most}"
    if most == t.unissued:
        return f"{wanted}, and no more bonds are unissued (P17.3)."
    return f"{wanted}: the Bank has ${t.cash(BANK):,} and pays for no more (P17.3)."


def redeeming(t: Country, pm: Seat, barred: str) -> Move:
    """Return the redemption of issued bonds with Treasury cash (P17.8, P17.9)."""
    cash = t.cash(TREASURY)
    if not t.issued:
        barred = barred or "No bonds have been issued yet (P17.8)."
    elif cash < cheapest_to_redeem(t):
        barred = barred or f"The Treasury has ${cash:,} and cannot redeem a bond (P17.8)."
    elif not barred:
        barred = none_to_redeem(t, pm)

    def refuse(values: Mapping[str, Any]) -> str | None:
        if not redemption_cost(t, values):
            return "Choose at least one bond to redeem (P17.8)."
        return refuse_redemption(t, pm, values)

    return redemption_move(t, pm, "redeem_bonds", refuse, barred)


def carry_out(t: Country, pm: Seat, answer: Answer) -> Flow[None]:
    """Carry out one political act (P4.3, P17.3, P17.8, P18.1, P18.3, P19.1)."""
    given = answer.fields
    if answer.move == "reverse_arrow":
        t.arrow_reversed = True
        t.reverse_arrow(pm)
    elif answer.move == "appoint":
        appoint(t, pm, **given)
    elif answer.move == "dismiss":
        leave_post(t, given["player"], "P18.1")
    elif answer.move == "set_salary":
        yield from change_salary(t, pm, **given)
    elif answer.move == "issue_bonds":
        issue(t, given["count"], automatic=False)
    elif answer.move == "redeem_bonds":
        redeem(t, pm, **given)
    elif answer.move == "propose_tax":
        yield from propose_tax(t, pm, **given)
    else:
        yield from propose_subsidy(t, pm, **given)
