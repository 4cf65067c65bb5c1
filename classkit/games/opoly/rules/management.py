"""Management: selling buildings, mortgages, abandoning, notice, and cards (Q6.1 to Q6.5).

An answer is a list of acts, done in the order listed. One illegal act makes the whole list illegal.
A list is tried on a copy of the table, on which the bank never runs out of money.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Answer, Bundle, Chance, Field, ListOf, Move, OneOf
from classkit.engine.requests import Decision, Flow, Seat
from classkit.engine.table import copy

from ..contents import HOTEL, EditionRules
from ..state import BANK, Opoly
from .acts import (
    ACTS,
    Act,
    group_sold,
    may_act,
    possible_acts,
    refuse_act,
    refuse_one,
    uneven,
    whole_sale,
)
from .internal import choose_for, copy_card
from .offers import PASS
from .shedding import shed_excess

KINDS = tuple(ACTS)
ACTS_MAX = 40
HIGHEST = "a hotel is the fifth and last level (Q6.2)"
ENDLESS = 10**9
"""The bank's cash in dollars on the copy of the table where a list is tried."""


def manage(t: Opoly, seat: Seat) -> Flow[None]:
    """Let a seat do any list of acts in its management step, or none (Q6.1)."""
    if not may_act(t, seat):
        return
    listed = acts_move(t, seat, "manage", KINDS)
    answer: Answer = yield Decision(seat, "manage", (PASS, listed), "Q6.1", "pass")
    if answer.move == "pass":
        return
    for act in answer.fields.get("acts", ()):
        # An act lapses if another act has made it impossible.
        if refuse_act(t, seat, act) is None:
            yield from carry_out(t, seat, act)


# --- the form -----------------------------------------------------------------------------------


def acts_move(t: Opoly, seat: Seat, name: str, kinds: tuple[str, ...]) -> Move:
    """Return a list of acts, to be done in the order listed (Q6.1)."""
    return Move(
        name,
        form=partial(acts_form, t, seat, kinds),
        refuse=lambda values: refuse_acts(t, seat, values["acts"]),
        sample=partial(sample_acts, t, seat, kinds),
        acts=any_acts(t.edition, t.others(seat), kinds),
    )


def any_acts(edition: EditionRules, others: tuple[Seat, ...], kinds: tuple[str, ...]) -> ListOf:
    """Return the form of any list of acts."""
    fields: dict[str, Field] = {
        "act": OneOf(kinds),
        "space": OneOf(edition.properties, of="property", why=edition.no_property),
        "levels": Amount(1, HOTEL, why=HIGHEST),
        "group": OneOf(tuple(edition.groups), of="group", why=unknown_here),
        "seat": OneOf(others, of="seat", why="these acts concern another company (Q6.1)"),
        "card": OneOf(tuple(edition.cards), of="card", why=unknown_here),
    }
    optional = [field for field in fields if field != "act"]
    return ListOf(Bundle(refuse_fields_of_act, optional, **fields), 1, ACTS_MAX)


def unknown_here(name: str) -> None:
    """Return None for any name: one that is not listed is neither a group nor a card."""


def acts_form(t: Opoly, seat: Seat, kinds: tuple[str, ...]) -> dict[str, Field]:
    """Return the field: the acts that are open to the seat now, with an example of each."""
    fields: dict[str, Any] = {
        "act": OneOf(kinds),
        "space": OneOf(t.properties_of(seat), of="space"),
        "levels": Amount(1, HOTEL),
    }
    if "poach" in kinds:
        fields |= {
            "group": OneOf([group for group, a in t.alliances.items() if seat in a.parties]),
            "seat": OneOf(t.others(seat), of="seat"),
            "card": OneOf([card for other in t.others(seat) for card in t.hand(other)]),
        }
    optional = [field for field in fields if field != "act"]
    examples: dict[str, dict[str, Any]] = {}
    for possible in possible_acts(t, seat):
        if possible["act"] in kinds:
            examples.setdefault(possible["act"], possible)
    if not examples:
        examples["sell_building"] = whole_sale(t, seat)[0]
    needs = ("act", {kind: ACTS[kind].needs for kind in kinds})
    act = Bundle(refuse_fields_of_act, optional, examples, None, needs, **fields)
    return {"acts": ListOf(act, 1, ACTS_MAX)}


def refuse_fields_of_act(act: Act) -> str | None:
    """Refuse an act with a field missing, or with one that it does not need."""
    needs = ACTS[act["act"]].needs
    for name in needs:
        if name not in act:
            return f"{act['act']} needs {' and '.join(needs)} (Q6.1)."
    if len(act) > len(needs) + 1:
        return f"{act['act']} needs only {' and '.join(needs)} (Q6.1)."
    return None


def sample_acts(t: Opoly, seat: Seat, kinds: Sequence[str], chance: Chance) -> dict[str, Any]:
    """Return a random act of those possible."""
    acts = [act for act in possible_acts(t, seat) if act["act"] in kinds]
    return {"acts": [acts[chance.below(len(acts))]] if acts else whole_sale(t, seat)}


def refuse_acts(t: Opoly, seat: Seat, acts: Sequence[Act]) -> str | None:
    """Refuse a list that cannot be done in this order (Q6.1)."""
    if len(acts) == 1:
        return refuse_one(t, seat, acts[0])
    trial = copy(t)
    trial.mint("dollars", ENDLESS, BANK, "trial", "Q6.1")
    for at, act in enumerate(acts):
        if reason := refuse_act(trial, seat, act):
            return reason
        ACTS[act["act"]].deed(trial, seat, act)
        group = group_sold(t, act)
        following = group_sold(t, acts[at + 1]) if at + 1 < len(acts) else ""
        if group and group != following and (reason := uneven(trial, seat, group)):
            return reason
    return None


# --- what is done -----------------------------------------------------------------------------


def carry_out(t: Opoly, seat: Seat, act: Act) -> Flow[None]:
    """Do one act with everything it causes at once."""
    taken = ACTS[act["act"]].deed(t, seat, act)
    if act["act"] == "poach":
        yield from choose_for(t, seat, taken)
        yield from shed_excess(t, act["seat"], "poach")
    elif act["act"] == "name_copy":
        yield from copy_card(t, seat, taken, act["card"])
