"""Phase 3: changes of pegs, the pegs that there are, and rings (N3, N6)."""

from __future__ import annotations

from functools import partial

from classkit.engine.moves import Answer, Move, Synonym
from classkit.engine.requests import Decision, Flow, Moves, Seat

from ..accounts import CURRENCY, ISSUER, PEG, SUPPLY
from ..contents import COMMODITIES
from ..state import NO_PEG, Economicon
from .naming import no_unit
from .order import fix_order
from .tokens import change_tokens

KEEP = "keep"
FREE = {
    peg: Move(peg, space="" if peg == NO_PEG else peg)
    for peg in ("gold", *COMMODITIES, *ISSUER, NO_PEG)
}
"""Every peg as the move to it: a peg that nothing bars is the same at each table."""
PRESENT = {peg: (Move(KEEP, space=free.space), Synonym(peg, of=KEEP)) for peg, free in FREE.items()}
"""Every peg as the move that keeps it, and as its own name, which keeps it too."""


def choose_pegs(t: Economicon) -> Flow[None]:
    """Let each nation in order of play keep its peg or change it once (N6.1)."""
    yield from fix_order(t)
    for seat in t.order:
        peg = t.nations[seat].peg
        about = {"peg": peg, "costs_token": changed_last_round(t, seat)}
        moves = peg_moves(t, seat)
        answer: Answer = yield Decision(
            seat, "choose_peg", moves, "N6.1", KEEP, about, why=partial(no_unit, t.units, "N3.1")
        )  # fmt: skip
        if answer.move not in (KEEP, peg):  # naming the present peg keeps it (N6.1)
            change_peg(t, seat, answer.move)


def changed_last_round(t: Economicon, seat: Seat) -> bool:
    """Return whether a change now would be the second in two rounds (N6.2)."""
    return 0 < t.nations[seat].changed_in == t.round - 1


def peg_moves(t: Economicon, seat: Seat) -> Moves:
    """List keeping, and every peg; those that are illegal say why (N3.1, N3.5, N3.6)."""
    present = t.nations[seat].peg
    forbidden = ""
    if t.forbids("change_peg"):
        forbidden = f"{t.event_name()} forbids changing pegs (N17.4)."
    keep, synonym = PRESENT[present]
    moves = [keep]
    for peg in (*t.units, NO_PEG):
        if peg == present:
            moves.append(synonym)
        elif barred := forbidden or refuse_peg(t, seat, peg):
            moves.append(Move(peg, barred=barred, space=FREE[peg].space))
        else:
            moves.append(FREE[peg])
    return moves


def refuse_peg(t: Economicon, seat: Seat, peg: str) -> str:
    """Return why a nation may not have this peg; an empty text if it may."""
    issuer = ISSUER.get(peg)
    if issuer is None:
        return ""
    if issuer == seat:
        return f"{seat} cannot be pegged to its own currency: none is floating (N3.6)."
    if t.options.peg_cycles == "forbid":
        chain = [seat, issuer]
        while (next_ := ISSUER.get(t.nations[chain[-1]].peg)) is not None:
            chain.append(next_)
            if next_ == seat:
                ring = " to ".join(chain)
                return f"That would close a ring of pegs, {ring}, which has no value (N3.5)."
            if next_ in chain[:-1]:
                break
    return ""


def change_peg(t: Economicon, seat: Seat, peg: str) -> None:
    """Change the peg at once; a change in two rounds running brings a token (N6.2, N6.3)."""
    nation = t.nations[seat]
    repeat = changed_last_round(t, seat)
    old, nation.peg = nation.peg, peg
    nation.changed_in, nation.changed_peg = t.round, 1
    place_counter(t, seat)
    t.tell("peg_changed", "N6.3", seat, old=old, new=peg, repeat=repeat)
    if repeat:
        change_tokens(t, seat, 1, "peg", "N6.2")


def place_counter(t: Economicon, seat: Seat, is_marked: bool = True) -> None:
    """Return the old peg counter, and place a unit of the new peg if there is one (N3.3).

    Without ``is_marked`` place none: the supply had none when the peg was chosen.
    """
    account = PEG[seat]
    for unit in t.units:
        t.move(unit, t.ledger.balances[unit][account], account, SUPPLY, "peg_counter", "N3.3")
    if not is_marked:
        return
    peg = t.nations[seat].peg
    t.draw_from_supply(CURRENCY[seat] if peg == NO_PEG else peg, 1, account, "peg_counter", "N3.3")
