"""Ethical Opportunity: a theft, and what may befall its actor (Q8.4)."""

from __future__ import annotations

from functools import partial

from classkit.engine.moves import Answer, Move, OneOf
from classkit.engine.requests import Decision, Flow, Seat
from classkit.procedures.order import highest_throw

from ..state import BANK, DECK, SOUL, Opoly
from .auctions import forced_minimum, sell_card, sell_property
from .charges import stop_if_one_left
from .holdings import (
    change_limit,
    end_alliance,
    excess,
    hand_property,
    set_level,
)
from .scores import scored
from .shedding import sell_its_buildings, sheddable, why_kept

DECLINE = Move("decline")
METHODS = ("abandon", "auction")


def targets(t: Opoly, seat: Seat) -> list[str]:
    """List the properties of the other seats, in board order."""
    return [space for space in t.edition.properties if refuse_target(t, seat, space) is None]


def target_of(t: Opoly, seat: Seat, spaces: list[str]) -> OneOf:
    """Return the field that names the property to be taken (Q8.4)."""
    return OneOf(spaces, of="space", why=partial(refuse_target, t, seat))


def refuse_target(t: Opoly, seat: Seat, name: str) -> str | None:
    """Return why a space is not taken; None if it may be, or is no space (Q8.4)."""
    if name not in t.edition.deeds:
        return t.edition.no_property(name, "Q8.4")
    owner = t.owner(name)
    if owner == seat:
        return f"{t.title(name)} belongs to {seat} already (Q8.4)."
    if owner in t.charged:
        return None
    return f"{t.title(name)} belongs to no other company, so nobody can lose it (Q8.4)."


def ethical_opportunity(t: Opoly) -> Flow[bool]:
    """Ask all, sealed; the highest die of several acts. Return whether one did (Q8.4)."""
    asked = [
        Decision(
            seat, "ethics", (DECLINE, Move("act", space=target_of(t, seat, spaces))),
            "Q8.4", "decline",
        )
        for seat in t.active
        if (spaces := targets(t, seat))
    ]  # fmt: skip
    answers = yield from t.ask_all(asked)
    acting = [seat for seat in t.lead_order if seat in answers and answers[seat].move == "act"]
    if not acting:
        return False
    actor = acting[0]
    if len(acting) > 1:

        def tell(seat: Seat, faces: tuple[int, ...]) -> None:
            t.tell("dice_rolled", "Q8.4", seat, purpose="ethics_tie", faces=list(faces))

        actor = yield from highest_throw(
            t, acting, dice=1, purpose="ethics_tie", rule="Q8.4", tell=tell
        )
    yield from steal(t, actor, answers[actor].fields["space"])
    return True


def steal(t: Opoly, actor: Seat, space: str) -> Flow[None]:
    """Take the property with buildings, mortgage and flagship, for a "soul" (Q8.4)."""
    victim = t.owner(space)
    t.tell("theft", "Q8.4", actor, actor=actor, victim=victim, space=space)
    for card in [card for card, at in t.flagships.items() if at == space]:
        t.move_card(card, actor, "Q8.6", keeps=True, reason="theft")
        t.basis[card] = SOUL
    hand_property(t, space, actor, SOUL, "theft", "Q8.4")
    if t.level(space):
        t.paid_for_levels[space] = [0] * t.level(space)
    if actor not in t.actors:
        t.actors.append(actor)
    yield from shed_loot(t, actor)


def shed_loot(t: Opoly, actor: Seat) -> Flow[None]:
    """Let an actor over its limit abandon a property or auction it to the others (Q8.4)."""
    while (over := excess(t, actor)) > 0:
        spaces = sheddable(t, actor)
        lowest = min(spaces, key=lambda space: t.edition.spaces[space].price)
        answer = yield from t.ask(
            actor, "ethics_shed",
            (
                Move(
                    "shed",
                    space=OneOf(spaces, of="space", why=partial(why_kept, t, actor, "Q8.4")),
                    method=OneOf(METHODS),
                ),
            ),
            rule="Q8.4", default=Answer("shed", {"space": lowest, "method": "abandon"}),
            about={"over": over, "lowest": lowest},
        )  # fmt: skip
        space: str = answer.fields["space"]
        sell_its_buildings(t, space)
        buyer = None
        if answer.fields["method"] == "auction":
            others = [seat for seat in t.charged if seat != actor]
            minimum = forced_minimum(t, space)
            buyer = yield from sell_property(
                t, space, minimum, "ethics", seller=actor, among=others
            )
        if buyer is None:
            hand_property(t, space, BANK, 0, "abandoned", "Q8.4")


# --- busted ----------------------------------------------------------------------------------


def busted_check(t: Opoly) -> Flow[None]:
    """Let each actor roll again on a pawn roll of 2; another 2 busts it (Q8.4, Q3.2)."""
    for actor in list(t.actors):
        if not t.is_charged(actor):
            continue
        faces = yield from t.throw(2, "busted_check", "Q8.4", actor)
        if sum(faces) != 2:
            continue
        (die,) = yield from t.throw(1, "busted_die", "Q8.4", actor)
        outcome = "destroyed" if die % 2 else "disgraced"
        t.tell("busted", "Q8.4", actor, die=die, outcome=outcome)
        if outcome == "disgraced":
            disgrace(t, actor)
        else:
            yield from destroy(t, actor)
        stop_if_one_left(t)


def end_its_alliances(t: Opoly, seat: Seat) -> None:
    """End all alliances of a seat that goes; its partners' buildings are sold (Q6.15)."""
    for group in [group for group, a in t.alliances.items() if seat in a.parties]:
        end_alliance(t, group, "busted")


def return_buildings(t: Opoly, seat: Seat, spaces: list[str]) -> None:
    """Return the seat's buildings on these lots to the stock, unpaid (Q8.4)."""
    for space in spaces:
        if t.level(space):
            set_level(t, space, 0, "busted", "Q8.4")


def disgrace(t: Opoly, seat: Seat) -> None:
    """Take the seat's cash, freeze its score, then take back everything unpaid (Q8.4)."""
    company = t.companies[seat]
    t.pay(seat, BANK, t.cash(seat), "liquidation", "Q8.4")
    company.frozen = scored(t, seat)
    company.status = "disgraced"
    held = t.properties_of(seat)
    if t.options.disgraced_assets == "frozen":
        allied = [s for s in held if t.edition.spaces[s].group in t.alliances]
        unsupported = [s for s in allied if len(t.owners(t.edition.spaces[s].group)) > 1]
        return_buildings(t, seat, unsupported)
        end_its_alliances(t, seat)
        return
    return_buildings(t, seat, held)
    end_its_alliances(t, seat)
    for space in held:
        hand_property(t, space, BANK, 0, "busted", "Q8.4")
    for card in t.hand(seat):
        t.move_card(card, DECK, "Q8.4", reason="busted")


def destroy(t: Opoly, seat: Seat) -> Flow[None]:
    """Destroy a seat: others gain a slot, and bid for what it has (Q8.4)."""
    t.companies[seat].status = "destroyed"
    for other in t.charged:
        change_limit(t, other, 1, "destroyed", "Q8.4")
    held = t.properties_of(seat)
    return_buildings(t, seat, held)
    end_its_alliances(t, seat)
    t.pay(seat, BANK, t.cash(seat), "liquidation", "Q8.4")
    cards = sorted(t.hand(seat), key=lambda card: (t.edition.cards[card].name.lower(), card))
    for space in held:
        hand_property(t, space, BANK, 0, "busted", "Q8.4")
    with t.telling_limits("busted", "Q8.4"):
        for card in cards:
            t.forget(card)
    for space in sorted(held, key=lambda space: t.edition.spaces[space].price):
        yield from sell_property(t, space, forced_minimum(t, space), "busted")
    for card in cards:
        yield from sell_card(t, card, 1, "busted")
