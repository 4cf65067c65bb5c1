"""Internal cards: choices on winning one, and Ad Campaigns (Q8.1 to Q8.8)."""

from __future__ import annotations

from functools import partial

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Answer, Move, OneOf

from ..effect_kinds import COPY, EXEMPT_ONE_IN_LINE, HOTEL_RENT_PCT, SHIFT_PAWN
from ..rules_data import HOTEL_LEVEL
from ..state import DECK, REMOVED, OpolyState
from .holdings import refuse_not_held
from .offers import PASS_MOVE


def win_card(
    t: OpolyState, seat: Seat, card: str, basis: int, rule: str, reason: str, told: str
) -> Flow[None]:  # fmt: skip
    """Move an internal card to a seat, and ask for its choices (Q2.5, Q8.5 to Q8.8).

    ``told`` is the event that reports the sale of the card.
    """
    with t.link_rows(told):
        t.move_card(card, seat, rule, reason=reason)
    t.basis[card] = basis
    yield from choose_card_options(t, seat, card)


def choose_card_options(t: OpolyState, seat: Seat, card: str) -> Flow[None]:
    """Ask for the choices of a card that was just won, poached or copied (rules, section 5)."""
    effect = t.get_kind(card).effect
    if effect == EXEMPT_ONE_IN_LINE.word:
        yield from choose_line(t, seat, card)
    elif effect == HOTEL_RENT_PCT.word:
        yield from choose_hotel(t, seat, card)
    elif effect == COPY.word:
        yield from choose_copy(t, seat, card)


def choose_line(t: OpolyState, seat: Seat, card: str) -> Flow[None]:
    """Ask the holder of Diversification for its permanent line (Q8.8)."""
    lines = list(t.edition.lines)
    line = lines[0]
    if len(lines) > 1 and t.is_active(seat):
        default = "housing" if "housing" in lines else line
        answer = yield from t.ask(
            seat, "diversify_line", (Move("line", line=OneOf(lines, of="line")),),
            rule="Q8.8", default=Answer("line", {"line": default}), about={"card": card},
        )  # fmt: skip
        line = answer.fields["line"]
    t.lines_chosen[card] = line
    t.tell("line_chosen", "Q8.8", seat, card=card, line=line)


def choose_hotel(t: OpolyState, seat: Seat, card: str) -> Flow[None]:
    """Attach a Flagship to one of the holder's hotels. Without a hotel, it waits (Q8.6)."""
    taken = list(t.flagships.values())
    hotels = [s for s in t.get_properties(seat) if t.level(s) == HOTEL_LEVEL and s not in taken]
    if not hotels:
        return
    best = max(hotels, key=lambda space: t.edition.spaces[space].rent[HOTEL_LEVEL])
    if len(hotels) > 1 and t.is_active(seat):
        moves = [Move(space, space=space) for space in hotels]
        answer = yield from t.ask(
            seat,
            "flagship_choice",
            moves,
            rule="Q8.6",
            default=best,
            about={"card": card},
            why=partial(refuse_hotel, t, seat),
        )
        best = answer.move
    attach_flagship(t, card, best)


def refuse_hotel(t: OpolyState, seat: Seat, name: str) -> str | None:
    """Return why a Flagship cannot be attached to a space, or None for other names (Q8.6)."""
    if name not in t.edition.spaces:
        return None
    if reason := refuse_not_held(t, seat, name, "Q8.6"):
        return reason
    if t.level(name) == HOTEL_LEVEL:
        return f"The hotel on {t.get_title(name)} already has a Flagship (Q8.6)."
    return f"There is no hotel on {t.get_title(name)} (Q8.6)."


def attach_flagship(t: OpolyState, card: str, space: str) -> None:
    """Attach a Flagship to a hotel (Q8.6)."""
    t.flagships[card] = space
    t.tell("flagship_attached", "Q8.6", t.owner(space), card=card, space=space)


def attach_waiting_flagship(t: OpolyState, seat: Seat, space: str) -> None:
    """Attach a waiting Flagship to the first hotel built after winning it (Q8.6)."""
    for card in t.get_effect_cards(seat, HOTEL_RENT_PCT):
        if card not in t.flagships:
            attach_flagship(t, card, space)
            return


def list_copyable_cards(t: OpolyState, seat: Seat) -> list[tuple[Seat, str]]:
    """Return the cards in other seats' hands that a Second Mover may copy (Q8.5)."""
    return [
        (other, card)
        for other in t.others(seat)
        for card in t.hand(other)
        if refuse_copied_card(t, seat, card) is None
    ]


def refuse_copied_card(t: OpolyState, seat: Seat, card: str) -> str | None:
    """Return why a Second Mover may not copy a card, or None (Q8.5)."""
    if card not in t.edition.internal:
        return None
    holder = t.ledger.titles[card]
    if holder == seat or holder not in t.companies or not t.is_charged(holder):
        return f"No other company holds {t.get_title(card)} (Q8.5)."
    if t.edition.cards[card].effect == COPY.word:
        return f"{t.get_title(card)} copies other cards and cannot be copied (Q8.5)."
    return None


def choose_copy(t: OpolyState, seat: Seat, card: str) -> Flow[None]:
    """Ask the winner of a Second Mover to choose a card to copy (Q8.5)."""
    eligible = [other for _, other in list_copyable_cards(t, seat)]
    if not eligible or not t.is_active(seat):
        return
    cards = OneOf(eligible, of="card", why=partial(refuse_copied_card, t, seat))
    answer = yield from t.ask(
        seat, "copy_target", (Move("copy", card=cards), PASS_MOVE),
        rule="Q8.5", default="pass", about={"card": card},
    )  # fmt: skip
    if answer.move == "copy":
        yield from copy_card(t, seat, card, answer.fields["card"])


def copy_card(t: OpolyState, seat: Seat, card: str, target: str) -> Flow[None]:
    """Give a Second Mover the effect of another card permanently (Q8.5)."""
    copied = t.edition.cards[target].id
    with t.log_limit_changes(copied, "Q8.5"):
        t.copies[card] = copied
    t.tell("card_copied", "Q8.5", seat, card=card, copied=target, owner=t.ledger.titles[target])
    yield from choose_card_options(t, seat, card)


def discard_used_card(t: OpolyState, card: str, rule: str) -> None:
    """Move a used card, or a Second Mover, to the destination of its effect (Q8.5)."""
    after = t.get_kind(card).after
    t.move_card(card, DECK if after == "bottom" else REMOVED, rule)


# --- the ad campaign (Q8.1) -------------------------------------------------------------------


def lose_campaigns(t: OpolyState, total: int) -> None:
    """Discard all campaigns on a 2, and the campaigns that were just used on a 7 (Q8.1, Q3.2)."""
    used, t.campaigned = t.campaigned, []
    if total not in (2, 7):
        return
    for _, card in t.list_effect_holders(SHIFT_PAWN):
        if total == 2 or card in used:
            t.move_card(card, DECK if t.options.ads_lost_to == "deck" else REMOVED, "Q8.1")


def ask_shift(t: OpolyState, total: int) -> Flow[int]:
    """Ask holders in lead order to shift the landing. Return the shift in spaces (Q8.1)."""
    for seat, card in t.list_effect_holders(SHIFT_PAWN):
        if not t.is_active(seat):
            continue
        reach = t.get_kind(card).effect_value
        shifts = [by for by in range(-reach, reach + 1) if by and total + by >= 0]
        landings = {by: get_space_ahead(t, total + by) for by in shifts}
        answer = yield from t.ask(
            seat, "shift_pawn",
            (Move("shift", spaces=OneOf(shifts, why=partial(refuse_shift, reach))), PASS_MOVE),
            rule="Q8.1", default="pass",
            about={"card": card, "total": total, "landings": landings},
        )  # fmt: skip
        if answer.move == "shift":
            t.campaigned.append(card)
            return int(answer.fields["spaces"])
    return 0


def refuse_shift(reach: int, spaces: object) -> str | None:
    """Return why an Ad Campaign cannot shift the pawn that far (Q8.1)."""
    if type(spaces) is not int:
        return None
    return f"The campaign shifts the pawn by 1 to {reach} spaces, either way (Q8.1)."


def get_space_ahead(t: OpolyState, steps: int) -> str:
    """Return the space ``steps`` spaces ahead of the pawn."""
    board = t.edition.board
    return board[(t.get_pawn_space().number + steps) % len(board)].id
