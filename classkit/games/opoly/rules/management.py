"""Management: selling buildings, mortgages, abandoning, notice, and cards (Q6.1 to Q6.5).

An answer is a list of acts, which are applied in order. One illegal act makes the whole list
illegal. Lists are validated on a copy of the table whose bank does not run out of money.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.moves import (
    Amount,
    Answer,
    Field,
    FieldGroup,
    ListOf,
    Move,
    OneOf,
    RandomGenerator,
)
from classkit.engine.state import copy_state

from ..rules_data import HOTEL_LEVEL, OpolyRules
from ..state import BANK, OpolyState
from .internal_cards import choose_card_options, copy_card
from .management_actions import (
    ACT_KINDS,
    Act,
    build_group_sale,
    can_act,
    get_sold_group,
    iter_possible_acts,
    refuse_act,
    refuse_single_act,
    refuse_uneven,
)
from .offers import PASS_MOVE
from .property_limit import shed_excess

ACT_NAMES = tuple(ACT_KINDS)
MAX_ACTS = 40
MAX_LEVEL_TEXT = "a hotel is the fifth and last level (Q6.2)"
TRIAL_BANK_CASH = 10**9
"""Extra cash of the bank on the copy of the table, in dollars."""


def run_management(t: OpolyState, seat: Seat) -> Flow[None]:
    """Ask a seat for its list of acts, and apply them (Q6.1)."""
    if not can_act(t, seat):
        return
    listed = build_acts_move(t, seat, "manage", ACT_NAMES)
    answer: Answer = yield Decision(seat, "manage", (PASS_MOVE, listed), "Q6.1", "pass")
    if answer.move == "pass":
        return
    for act in answer.fields.get("acts", ()):
        # An act lapses if an earlier act has made it impossible.
        if refuse_act(t, seat, act) is None:
            yield from apply_act(t, seat, act)


# --- the form -----------------------------------------------------------------------------------


def build_acts_move(t: OpolyState, seat: Seat, name: str, kinds: tuple[str, ...]) -> Move:
    """Build the move that lists acts, which are applied in order (Q6.1)."""
    return Move(
        name,
        form=partial(build_acts_form, t, seat, kinds),
        refuse=lambda values: refuse_acts(t, seat, values["acts"]),
        sample=partial(sample_acts, t, seat, kinds),
        acts=build_any_acts(t.edition, t.others(seat), kinds),
    )


def build_any_acts(edition: OpolyRules, others: tuple[Seat, ...], kinds: tuple[str, ...]) -> ListOf:
    """Build the form field for any list of acts."""
    fields: dict[str, Field] = {
        "act": OneOf(kinds),
        "space": OneOf(edition.properties, of="property", why=edition.refuse_property),
        "levels": Amount(1, HOTEL_LEVEL, why=MAX_LEVEL_TEXT),
        "group": OneOf(tuple(edition.groups), of="group", why=accept_unknown),
        "seat": OneOf(others, of="seat", why="these acts concern another company (Q6.1)"),
        "card": OneOf(tuple(edition.cards), of="card", why=accept_unknown),
    }
    optional = [field for field in fields if field != "act"]
    return ListOf(FieldGroup(refuse_act_fields, optional, **fields), 1, MAX_ACTS)


def accept_unknown(name: str) -> None:
    """Return None, because unlisted names need no special error."""


def build_acts_form(t: OpolyState, seat: Seat, kinds: tuple[str, ...]) -> dict[str, Field]:
    """Build the form field for the acts that are possible now, and an example of each."""
    fields: dict[str, Any] = {
        "act": OneOf(kinds),
        "space": OneOf(t.get_properties(seat), of="space"),
        "levels": Amount(1, HOTEL_LEVEL),
    }
    if "poach" in kinds:
        fields |= {
            "group": OneOf([group for group, a in t.alliances.items() if seat in a.parties]),
            "seat": OneOf(t.others(seat), of="seat"),
            "card": OneOf([card for other in t.others(seat) for card in t.hand(other)]),
        }
    optional = [field for field in fields if field != "act"]
    examples: dict[str, dict[str, Any]] = {}
    for possible in iter_possible_acts(t, seat):
        if possible["act"] in kinds:
            examples.setdefault(possible["act"], possible)
    if not examples:
        examples["sell_building"] = build_group_sale(t, seat)[0]
    needs = ("act", {kind: ACT_KINDS[kind].needs for kind in kinds})
    act = FieldGroup(refuse_act_fields, optional, examples, None, needs, **fields)
    return {"acts": ListOf(act, 1, MAX_ACTS)}


def refuse_act_fields(act: Act) -> str | None:
    """Return the error if an act lacks a field or has an unexpected one."""
    needs = ACT_KINDS[act["act"]].needs
    for name in needs:
        if name not in act:
            return f"{act['act']} needs {' and '.join(needs)} (Q6.1)."
    if len(act) > len(needs) + 1:
        return f"{act['act']} needs only {' and '.join(needs)} (Q6.1)."
    return None


def sample_acts(
    t: OpolyState, seat: Seat, kinds: Sequence[str], chance: RandomGenerator
) -> dict[str, Any]:
    """Return a random possible act."""
    acts = [act for act in iter_possible_acts(t, seat) if act["act"] in kinds]
    return {"acts": [acts[chance.below(len(acts))]] if acts else build_group_sale(t, seat)}


def refuse_acts(t: OpolyState, seat: Seat, acts: Sequence[Act]) -> str | None:
    """Return why a list of acts cannot be applied in order, or None (Q6.1)."""
    if len(acts) == 1:
        return refuse_single_act(t, seat, acts[0])
    trial = copy_state(t)
    trial.mint("dollars", TRIAL_BANK_CASH, BANK, "trial", "Q6.1")
    for at, act in enumerate(acts):
        if reason := refuse_act(trial, seat, act):
            return reason
        ACT_KINDS[act["act"]].apply(trial, seat, act)
        group = get_sold_group(t, act)
        following = get_sold_group(t, acts[at + 1]) if at + 1 < len(acts) else ""
        if group and group != following and (reason := refuse_uneven(trial, seat, group)):
            return reason
    return None


# --- execution --------------------------------------------------------------------------------


def apply_act(t: OpolyState, seat: Seat, act: Act) -> Flow[None]:
    """Apply one act and its immediate consequences."""
    taken = ACT_KINDS[act["act"]].apply(t, seat, act)
    if act["act"] == "poach":
        yield from choose_card_options(t, seat, taken)
        yield from shed_excess(t, act["seat"], "poach")
    elif act["act"] == "name_copy":
        yield from copy_card(t, seat, taken, act["card"])
