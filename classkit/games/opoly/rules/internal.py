"""Internal cards: the choices on winning one, and the puts and campaigns played (Q8.1 to Q8.8)."""

from __future__ import annotations

from functools import partial

from classkit.engine.moves import Answer, Move, OneOf
from classkit.engine.requests import Flow, Seat

from ..contents import HOTEL
from ..state import DECK, REMOVED, Opoly
from ..vocabulary import COPY, EXEMPT_ONE_IN_LINE, HOTEL_RENT_PCT, SHIFT_PAWN
from .holdings import not_held
from .offers import PASS


def win_card(
    t: Opoly, seat: Seat, card: str, basis: int, rule: str, reason: str
) -> Flow[None]:  # fmt: skip
    """Give a seat an internal card, and ask for the choices with it (Q2.5, Q8.5 to Q8.8)."""
    t.move_card(card, seat, rule, reason=reason)
    t.basis[card] = basis
    yield from choose_for(t, seat, card)


def choose_for(t: Opoly, seat: Seat, card: str) -> Flow[None]:
    """Ask for the choices of a card just won, taken or copied (section 5 of the rules file)."""
    effect = t.kind(card).effect
    if effect == EXEMPT_ONE_IN_LINE.word:
        yield from choose_line(t, seat, card)
    elif effect == HOTEL_RENT_PCT.word:
        yield from choose_hotel(t, seat, card)
    elif effect == COPY.word:
        yield from choose_copy(t, seat, card)


def choose_line(t: Opoly, seat: Seat, card: str) -> Flow[None]:
    """Let the holder of Diversification pick its line for good (Q8.8)."""
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


def choose_hotel(t: Opoly, seat: Seat, card: str) -> Flow[None]:
    """Attach a Flagship to a hotel that the holder has; without one it waits (Q8.6)."""
    taken = list(t.flagships.values())
    hotels = [s for s in t.properties_of(seat) if t.level(s) == HOTEL and s not in taken]
    if not hotels:
        return
    best = max(hotels, key=lambda space: t.edition.spaces[space].rent[HOTEL])
    if len(hotels) > 1 and t.is_active(seat):
        moves = [Move(space, space=space) for space in hotels]
        answer = yield from t.ask(
            seat,
            "flagship_choice",
            moves,
            rule="Q8.6",
            default=best,
            about={"card": card},
            why=partial(why_no_hotel, t, seat),
        )
        best = answer.move
    attach(t, card, best)


def why_no_hotel(t: Opoly, seat: Seat, name: str) -> str | None:
    """Say why a Flagship cannot be attached to a space; None for what is no space (Q8.6)."""
    if name not in t.edition.spaces:
        return None
    if reason := not_held(t, seat, name, "Q8.6"):
        return reason
    if t.level(name) == HOTEL:
        return f"The hotel on {t.title(name)} has a Flagship already (Q8.6)."
    return f"There is no hotel on {t.title(name)} (Q8.6)."


def attach(t: Opoly, card: str, space: str) -> None:
    """Attach a Flagship to a hotel (Q8.6)."""
    t.flagships[card] = space
    t.tell("flagship_attached", "Q8.6", t.owner(space), card=card, space=space)


def attach_first(t: Opoly, seat: Seat, space: str) -> None:
    """Attach a waiting Flagship to the first hotel built after winning it (Q8.6)."""
    for card in t.with_effect(seat, HOTEL_RENT_PCT):
        if card not in t.flagships:
            attach(t, card, space)
            return


def copyable(t: Opoly, seat: Seat) -> list[tuple[Seat, str]]:
    """List the cards in other seats' hands that a Second Mover may copy (Q8.5)."""
    return [
        (other, card)
        for other in t.others(seat)
        for card in t.hand(other)
        if refuse_to_copy(t, seat, card) is None
    ]


def refuse_to_copy(t: Opoly, seat: Seat, card: str) -> str | None:
    """Say why a Second Mover may not copy a card; None where it may (Q8.5)."""
    if card not in t.edition.internal:
        return None
    holder = t.ledger.titles[card]
    if holder == seat or holder not in t.companies or not t.is_charged(holder):
        return f"No other company holds {t.title(card)} (Q8.5)."
    if t.edition.cards[card].effect == COPY.word:
        return f"{t.title(card)} copies cards and is not copied itself (Q8.5)."
    return None


def choose_copy(t: Opoly, seat: Seat, card: str) -> Flow[None]:
    """Let the holder of a Second Mover name a card to copy on winning it (Q8.5)."""
    eligible = [other for _, other in copyable(t, seat)]
    if not eligible or not t.is_active(seat):
        return
    cards = OneOf(eligible, of="card", why=partial(refuse_to_copy, t, seat))
    answer = yield from t.ask(
        seat, "copy_target", (Move("copy", card=cards), PASS),
        rule="Q8.5", default="pass", about={"card": card},
    )  # fmt: skip
    if answer.move == "copy":
        yield from copy_card(t, seat, card, answer.fields["card"])


def copy_card(t: Opoly, seat: Seat, card: str, target: str) -> Flow[None]:
    """Give a Second Mover the effect of another card for good, whatever befalls that (Q8.5)."""
    copied = t.edition.cards[target].id
    with t.telling_limits(copied, "Q8.5"):
        t.copies[card] = copied
    t.tell("card_copied", "Q8.5", seat, card=card, copied=target, owner=t.ledger.titles[target])
    yield from choose_for(t, seat, card)


def use_up(t: Opoly, card: str, rule: str) -> None:
    """Put a used card where its row says; a Second Mover goes there for its copy (Q8.5)."""
    after = t.kind(card).after
    t.move_card(card, DECK if after == "bottom" else REMOVED, rule)


# --- the ad campaign (Q8.1) -------------------------------------------------------------------


def lose_campaigns(t: Opoly, total: int) -> None:
    """Discard every campaign on a 2, and one just used on a 7 too (Q8.1, Q3.2)."""
    used, t.campaigned = t.campaigned, []
    if total not in (2, 7):
        return
    for _, card in t.in_hands(SHIFT_PAWN):
        if total == 2 or card in used:
            t.move_card(card, DECK if t.options.ads_lost_to == "deck" else REMOVED, "Q8.1")


def ask_shift(t: Opoly, total: int) -> Flow[int]:
    """Let the first willing holder shift the landing; return the shift in spaces (Q8.1)."""
    for seat, card in t.in_hands(SHIFT_PAWN):
        if not t.is_active(seat):
            continue
        reach = t.kind(card).figure
        shifts = [by for by in range(-reach, reach + 1) if by and total + by >= 0]
        landings = {by: place_after(t, total + by) for by in shifts}
        answer = yield from t.ask(
            seat, "shift_pawn",
            (Move("shift", spaces=OneOf(shifts, why=partial(why_no_shift, reach))), PASS),
            rule="Q8.1", default="pass",
            about={"card": card, "total": total, "landings": landings},
        )  # fmt: skip
        if answer.move == "shift":
            t.campaigned.append(card)
            return int(answer.fields["spaces"])
    return 0


def why_no_shift(reach: int, spaces: object) -> str | None:
    """Say why an ad campaign does not shift the pawn so far (Q8.1)."""
    if type(spaces) is not int:
        return None
    return f"The campaign shifts the pawn by 1 to {reach} spaces, either way (Q8.1)."


def place_after(t: Opoly, steps: int) -> str:
    """Return the space ``steps`` spaces ahead of the pawn."""
    board = t.edition.board
    return board[(t.here().number + steps) % len(board)].id
