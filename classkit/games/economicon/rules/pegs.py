"""Phase 3: changes of pegs (N3, N6)."""

from __future__ import annotations

from functools import partial

from classkit.engine.decisions import Decision, Flow, Moves, Seat
from classkit.engine.moves import Answer, FieldAlias, Move

from ..account_names import CURRENCY, ISSUER, PEG, SUPPLY
from ..rules_data import COMMODITIES
from ..state import NO_PEG, EconomiconState
from .name_refusals import refuse_unit
from .play_order import fix_play_order
from .standing_effects import is_forbidden
from .volatility_tokens import change_tokens

KEEP = "keep"
PEG_MOVES = {
    peg: Move(peg, space="" if peg == NO_PEG else peg)
    for peg in ("gold", *COMMODITIES, *ISSUER, NO_PEG)
}
"""The move to each peg, for pegs that are not barred."""
KEEP_MOVES = {
    peg: (Move(KEEP, space=free.space), FieldAlias(peg, of=KEEP)) for peg, free in PEG_MOVES.items()
}
"""The moves that keep each peg: ``keep``, and the peg's own name."""


def choose_pegs(t: EconomiconState) -> Flow[None]:
    """Let each nation in order of play keep or change its peg once (N6.1)."""
    yield from fix_play_order(t)
    for seat in t.order:
        peg = t.nations[seat].peg
        about = {"peg": peg, "costs_token": has_changed_last_round(t, seat)}
        moves = list_peg_moves(t, seat)
        answer: Answer = yield Decision(
            seat, "choose_peg", moves, "N6.1", KEEP, about,
            why=partial(refuse_unit, t.units, "N3.1"),
        )  # fmt: skip
        if answer.move not in (KEEP, peg):  # a nation that chooses its current peg keeps it (N6.1)
            change_peg(t, seat, answer.move)


def has_changed_last_round(t: EconomiconState, seat: Seat) -> bool:
    """Return True if a change now would be the second in two rounds (N6.2)."""
    return 0 < t.nations[seat].changed_in == t.round - 1


def list_peg_moves(t: EconomiconState, seat: Seat) -> Moves:
    """Return a move for every peg, barred with a reason if illegal (N3.1, N3.5, N3.6)."""
    present = t.nations[seat].peg
    forbidden = ""
    if is_forbidden(t, "change_peg"):
        forbidden = f"{t.get_event_name()} forbids changing pegs (N17.4)."
    keep, synonym = KEEP_MOVES[present]
    moves = [keep]
    for peg in (*t.units, NO_PEG):
        if peg == present:
            moves.append(synonym)
        elif barred := forbidden or refuse_peg(t, seat, peg):
            moves.append(Move(peg, barred=barred, space=PEG_MOVES[peg].space))
        else:
            moves.append(PEG_MOVES[peg])
    return moves


def refuse_peg(t: EconomiconState, seat: Seat, peg: str) -> str:
    """Return the reason why a nation may not have this peg, or ""."""
    issuer = ISSUER.get(peg)
    if issuer is None:
        return ""
    if issuer == seat:
        return "A currency cannot be pegged to itself: let it float instead (N3.6)."
    if t.options.peg_cycles == "forbid":
        chain = [seat, issuer]
        while (next_ := ISSUER.get(t.nations[chain[-1]].peg)) is not None:
            chain.append(next_)
            if next_ == seat:
                ring = " to ".join(chain)
                return (
                    f"That would peg currencies in a circle ({ring}), leaving them with no value "
                    "(N3.5)."
                )
            if next_ in chain[:-1]:
                break
    return ""


def change_peg(t: EconomiconState, seat: Seat, peg: str) -> None:
    """Change the peg now. Changes in two successive rounds cost a token (N6.2, N6.3)."""
    nation = t.nations[seat]
    repeat = has_changed_last_round(t, seat)
    old, nation.peg = nation.peg, peg
    nation.changed_in, nation.changed_peg = t.round, 1
    with t.link_rows("peg_changed"):
        place_counter(t, seat)
        t.tell("peg_changed", "N6.3", seat, old=old, new=peg, repeat=repeat)
    if repeat:
        change_tokens(t, seat, 1, "peg", "N6.2")


def place_counter(t: EconomiconState, seat: Seat, is_marked: bool = True) -> None:
    """Return the old peg's unit, and take a unit of the new peg if it has one (N3.3).

    With ``is_marked=False`` take none, because the supply had none when the peg was chosen.
    """
    account = PEG[seat]
    for unit in t.units:
        t.move(unit, t.ledger.balances[unit][account], account, SUPPLY, "peg_counter", "N3.3")
    if not is_marked:
        return
    peg = t.nations[seat].peg
    t.draw_from_supply(CURRENCY[seat] if peg == NO_PEG else peg, 1, account, "peg_counter", "N3.3")
