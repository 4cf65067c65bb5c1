"""Ethical Opportunity: the theft of a property, and its punishment (Q8.4)."""

from __future__ import annotations

from functools import partial

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.moves import Answer, Move, OneOf
from classkit.mechanics.roll_off import roll_off_winner

from ..state import BANK, DECK, SOUL, OpolyState
from .charges import check_one_left
from .holdings import (
    change_limit,
    end_alliance,
    get_excess,
    set_level,
    transfer_property,
)
from .lot_auctions import get_forced_minimum, sell_card, sell_property
from .property_limit import list_sheddable, refuse_shed_space, sell_lot_buildings
from .scores import compute_scores

DECLINE_MOVE = Move("decline")
SHED_METHODS = ("abandon", "auction")


def list_targets(t: OpolyState, seat: Seat) -> list[str]:
    """Return the properties that the seat could steal, in board order."""
    return [space for space in t.edition.properties if refuse_target(t, seat, space) is None]


def build_target_field(t: OpolyState, seat: Seat, spaces: list[str]) -> OneOf:
    """Build the field that names the property to steal (Q8.4)."""
    return OneOf(spaces, of="space", why=partial(refuse_target, t, seat))


def refuse_target(t: OpolyState, seat: Seat, name: str) -> str | None:
    """Return why a property cannot be stolen, or None if it can or is unknown (Q8.4)."""
    if name not in t.edition.deeds:
        return t.edition.refuse_property(name, "Q8.4")
    owner = t.owner(name)
    if owner == seat:
        return f"{t.get_title(name)} already belongs to {seat} (Q8.4)."
    if owner in t.charged:
        return None
    return f"{t.get_title(name)} does not belong to another company, so it cannot be stolen (Q8.4)."


def run_ethical_opportunity(t: OpolyState) -> Flow[bool]:
    """Ask all active seats for a sealed choice. If several want to act, the highest die acts.

    Return whether a seat acted (Q8.4).
    """
    asked = [
        Decision(
            seat, "ethics", (DECLINE_MOVE, Move("act", space=build_target_field(t, seat, spaces))),
            "Q8.4", "decline",
        )
        for seat in t.active
        if (spaces := list_targets(t, seat))
    ]  # fmt: skip
    answers = yield from t.ask_all(asked)
    acting = [seat for seat in t.lead_order if seat in answers and answers[seat].move == "act"]
    if not acting:
        return False
    actor = acting[0]
    if len(acting) > 1:

        def log_roll(seat: Seat, faces: tuple[int, ...]) -> None:
            t.tell("dice_rolled", "Q8.4", seat, purpose="ethics_tie", faces=list(faces))

        actor = yield from roll_off_winner(
            t, acting, dice=1, purpose="ethics_tie", rule="Q8.4", tell=log_roll
        )
    yield from steal_property(t, actor, answers[actor].fields["space"])
    return True


def steal_property(t: OpolyState, actor: Seat, space: str) -> Flow[None]:
    """Move the property with its buildings, mortgage and flagship to the actor (Q8.4)."""
    victim = t.owner(space)
    t.tell("theft", "Q8.4", actor, actor=actor, victim=victim, space=space)
    for card in [card for card, at in t.flagships.items() if at == space]:
        t.move_card(card, actor, "Q8.6", keeps=True, reason="theft")
        t.basis[card] = SOUL
    transfer_property(t, space, actor, SOUL, "theft", "Q8.4", told="theft")
    if t.level(space):
        t.paid_for_levels[space] = [0] * t.level(space)
    if actor not in t.actors:
        t.actors.append(actor)
    yield from shed_loot(t, actor)


def shed_loot(t: OpolyState, actor: Seat) -> Flow[None]:
    """Ask an actor above its limit to abandon or auction properties (Q8.4)."""
    while (over := get_excess(t, actor)) > 0:
        spaces = list_sheddable(t, actor)
        lowest = min(spaces, key=lambda space: t.edition.spaces[space].price)
        why = partial(refuse_shed_space, t, actor, "Q8.4")
        answer = yield from t.ask(
            actor, "ethics_shed",
            (
                Move(
                    "shed",
                    space=OneOf(spaces, of="space", why=why),
                    method=OneOf(SHED_METHODS),
                ),
            ),
            rule="Q8.4", default=Answer("shed", {"space": lowest, "method": "abandon"}),
            about={"over": over, "lowest": lowest},
        )  # fmt: skip
        space: str = answer.fields["space"]
        sell_lot_buildings(t, space)
        buyer = None
        if answer.fields["method"] == "auction":
            others = [seat for seat in t.charged if seat != actor]
            minimum = get_forced_minimum(t, space)
            buyer = yield from sell_property(
                t, space, minimum, "ethics", seller=actor, among=others
            )
        if buyer is None:
            transfer_property(t, space, BANK, 0, "abandoned", "Q8.4")


# --- busted ----------------------------------------------------------------------------------


def run_busted_check(t: OpolyState) -> Flow[None]:
    """Roll for each actor after a pawn roll of 2. Another 2 busts the actor (Q8.4, Q3.2)."""
    for actor in list(t.actors):
        if not t.is_charged(actor):
            continue
        faces = yield from t.roll_dice(2, "busted_check", "Q8.4", actor)
        if sum(faces) != 2:
            continue
        (die,) = yield from t.roll_dice(1, "busted_die", "Q8.4", actor)
        outcome = "destroyed" if die % 2 else "disgraced"
        t.tell("busted", "Q8.4", actor, die=die, outcome=outcome)
        if outcome == "disgraced":
            disgrace_seat(t, actor)
        else:
            yield from destroy_seat(t, actor)
        check_one_left(t)


def end_seat_alliances(t: OpolyState, seat: Seat) -> None:
    """End all alliances of a busted seat, and sell its unsupported buildings (Q6.15)."""
    for group in [group for group, a in t.alliances.items() if seat in a.parties]:
        end_alliance(t, group, "busted")


def return_buildings(t: OpolyState, seat: Seat, spaces: list[str]) -> None:
    """Return the buildings on these lots to the stock without payment (Q8.4)."""
    with t.link_rows("busted"):
        for space in spaces:
            if t.level(space):
                set_level(t, space, 0, "busted", "Q8.4")


def disgrace_seat(t: OpolyState, seat: Seat) -> None:
    """Take the seat's cash, freeze its score, then take its assets without payment (Q8.4)."""
    company = t.companies[seat]
    with t.link_rows("busted"):
        t.pay(seat, BANK, t.cash(seat), "liquidation", "Q8.4")
    company.frozen = compute_scores(t, seat)
    company.status = "disgraced"
    held = t.get_properties(seat)
    if t.options.disgraced_assets == "frozen":
        allied = [s for s in held if t.edition.spaces[s].group in t.alliances]
        unsupported = [s for s in allied if len(t.owners(t.edition.spaces[s].group)) > 1]
        return_buildings(t, seat, unsupported)
        end_seat_alliances(t, seat)
        return
    return_buildings(t, seat, held)
    end_seat_alliances(t, seat)
    for space in held:
        transfer_property(t, space, BANK, 0, "busted", "Q8.4", told="busted")
    with t.link_rows("busted"):
        for card in t.hand(seat):
            t.move_card(card, DECK, "Q8.4", reason="busted")


def destroy_seat(t: OpolyState, seat: Seat) -> Flow[None]:
    """Destroy a seat. The other seats gain a slot, and its assets are auctioned (Q8.4)."""
    t.companies[seat].status = "destroyed"
    for other in t.charged:
        change_limit(t, other, 1, "destroyed", "Q8.4")
    held = t.get_properties(seat)
    return_buildings(t, seat, held)
    end_seat_alliances(t, seat)
    with t.link_rows("busted"):
        t.pay(seat, BANK, t.cash(seat), "liquidation", "Q8.4")
    cards = sorted(t.hand(seat), key=lambda card: (t.edition.cards[card].name.lower(), card))
    for space in held:
        transfer_property(t, space, BANK, 0, "busted", "Q8.4", told="busted")
    with t.log_limit_changes("busted", "Q8.4"):
        for card in cards:
            t.clear_card_choices(card)
    for space in sorted(held, key=lambda space: t.edition.spaces[space].price):
        yield from sell_property(t, space, get_forced_minimum(t, space), "busted")
    for card in cards:
        yield from sell_card(t, card, 1, "busted")
