"""The Treasury: bills, bonds, interest and bankruptcy (P17)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.errors import in_figures
from classkit.engine.moves import Amount, Answer, Bundle, Chance, Move, Preview
from classkit.engine.requests import Flow, Seat
from classkit.procedures.payments import too_dear

from ..country import TREASURY, Country
from ..state import BANK
from .money import BankRunOut, TreasuryBankrupt

NOTHING = Answer("redeem", {"from_bank": 0, "from_players": {}})


def fall_due(t: Country, bill: int) -> None:
    """Raise the money for a Treasury bill: where cash is short, issue bonds (P17.4).

    Sell the Bank the smallest number that suffices. A bill above cash and all unissued bonds is
    bankruptcy (P17.5). If the Bank cannot pay for the bonds, none is issued and the Bank has run
    out (P14.3). Either way nothing of the bill is paid.
    """
    count = t.bonds_for(bill)
    if not count:
        return
    if bill > t.means:
        cash = t.cash(TREASURY)
        t.tell("treasury_bankrupt", "P17.5", bill=bill, cash=cash, unissued=t.unissued)
        raise TreasuryBankrupt
    if t.cash(BANK) < count * t.edition.prices.bond:
        raise BankRunOut
    issue(t, count, automatic=True)


def issue(t: Country, count: int, automatic: bool) -> None:
    """Sell unissued bonds to the Bank, which this may ruin (P17.3, P17.4)."""
    rule = "P17.4" if automatic else "P17.3"
    t.pay(BANK, TREASURY, count * t.edition.prices.bond, "bond_issue", rule)
    t.hand_stock("bond", count, TREASURY, BANK, "bond_issue", rule)
    t.tell(
        "bonds_issued", rule, None if automatic else t.prime_minister,
        count={BANK: count}, automatic=automatic, unissued=t.unissued,
    )  # fmt: skip
    if not t.cash(BANK):
        raise BankRunOut


# --- sale -----------------------------------------------------------------------------------------


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


def sell_bonds(t: Country, count: int) -> None:
    """Sell bonds to the Bank at the Prime Minister's turn (P17.3)."""
    issue(t, count, automatic=False)


def most_to_issue(t: Country) -> int:
    """Return how many unissued bonds the Bank's cash can pay for in full (P17.3)."""
    return min(t.unissued, t.cash(BANK) // t.edition.prices.bond)


def preview_issue(t: Country, values: Mapping[str, Any]) -> Preview:
    """Preview what an issue brings, and what it costs each time Bonds comes up (P17.3, P17.6)."""
    count: int = values["count"]
    raised = count * t.edition.prices.bond
    note = (
        f"The Bank pays ${raised:,} and has ${t.cash(BANK) - raised:,} left. The new bonds cost "
        f"${t.bond_interest(count):,} of interest at every Bonds position."
    )
    return outlook(t, t.cash(TREASURY) + raised, t.issued + count, note)


def outlook(t: Country, cash: int, issued: int, note: str) -> Preview:
    """Preview the Treasury's cash, the debt and the next interest, now and then."""
    most = t.edition.treasury.bonds
    rows: tuple[tuple[str | int, ...], ...] = (
        ("Cash of the Treasury", t.cash(TREASURY), cash),
        ("Bonds issued", f"{t.issued} of {most}", f"{issued} of {most}"),
        ("Interest at the next Bonds", t.next_interest, t.bond_interest(issued)),
    )
    return Preview(("Treasury", "Now", "Then"), rows, note=note)


# --- interest -------------------------------------------------------------------------------------


def pay_interest(t: Country) -> Flow[None]:
    """Pay interest on every issued bond: players clockwise from the mover first (P17.6)."""
    if t.options.redeem_any_time:
        yield from redeem_before_interest(t)
    order = (*t.clockwise(t.mover), BANK)
    # Bonds issued to pay this bill bear no interest this time.
    owed = {holder: t.bond_interest(t.count(holder, "bond")) for holder in order}
    fall_due(t, sum(owed.values()))
    for holder, interest in owed.items():
        t.spend(holder, interest, "bond_interest", "P17.6")


def redeem_before_interest(t: Country) -> Flow[None]:
    """Let the Prime Minister redeem before each interest payment, by option (P17.9)."""
    answer = yield from t.ask(
        t.incumbent, "redeem_before_interest", lambda: (redemption_move(t, "redeem", 0),),
        rule="P17.9", default=NOTHING,
        about={"treasury": t.cash(TREASURY), "issued": t.issued},
    )  # fmt: skip
    redeem(t, **answer.fields)


# --- redemption -----------------------------------------------------------------------------------


def redeeming(t: Country, barred: str) -> Move:
    """Return the redemption of issued bonds with Treasury cash (P17.8, P17.9)."""
    cash = t.cash(TREASURY)
    if not t.issued:
        barred = barred or "No bonds have been issued yet (P17.8)."
    elif cash < cheapest_to_redeem(t):
        barred = barred or f"The Treasury has ${cash:,} and cannot redeem a bond (P17.8)."
    elif not barred:
        barred = none_to_redeem(t)
    return redemption_move(t, "redeem_bonds", 1, barred)


def redemption_move(t: Country, name: str, at_least: int, barred: str = "") -> Move:
    """Return a redemption of ``at_least`` bonds or more; holders left out give none (P17.8)."""
    held = {seat: t.count(seat, "bond") for seat in t.seats}
    holders = {
        seat: Amount(0, count, unit="bonds", why=f"{seat} holds no more")
        for seat, count in held.items()
        if count
    }
    return Move(
        name, barred=barred, rule="P17.8", refuse=partial(refuse_redemption, t, at_least),
        sample=partial(sample_redemption, t, at_least),
        preview=partial(preview_redemption, t),
        from_bank=Amount(0, t.count(BANK, "bond"), unit="bonds", why="the Bank holds no more"),
        from_players=Bundle(None, tuple(holders), {}, partial(refuse_holder, t), **holders),
    )  # fmt: skip


def refuse_holder(t: Country, name: str) -> str | None:
    """Refuse players who hold no bonds, and the Bank, whose bonds are named apart (P17.8)."""
    if name == BANK:
        return "The Bank's bonds are named in from_bank (P17.8)."
    return f"{name} holds no bonds (P17.8)." if name in t.seats else None


def redemption_cost(t: Country, values: Mapping[str, Any]) -> int:
    """Return what the Treasury pays for a redemption, in dollars (P17.8)."""
    counts = {BANK: values["from_bank"], **values["from_players"]}
    return sum(count * redemption_price(t, holder) for holder, count in counts.items())


def redemption_price(t: Country, holder: str) -> int:
    """Return what the Treasury pays a holder for one bond, in dollars (P17.8)."""
    treasury = t.edition.treasury
    return treasury.redeem_from_bank if holder == BANK else treasury.redeem_from_player


def own_redeemable(t: Country, others: int) -> int:
    """Return how many of the Prime Minister's own bonds may be redeemed now (P17.9).

    ``others`` is the number of bonds of others and the Bank that are redeemed with them.
    """
    return t.redeemed_others + others - t.redeemed_own


def cheapest_to_redeem(t: Country) -> int:
    """Return the lowest price of redeeming one bond from any holder, in dollars (P17.8)."""
    holders = [holder for holder in (BANK, *t.seats) if t.count(holder, "bond")]
    return min(redemption_price(t, holder) for holder in holders)


def none_to_redeem(t: Country) -> str:
    """Return why no bond can be redeemed; an empty text if one can (P17.8, P17.9)."""
    reason = ""
    for refused in refusals_of_one(t).values():
        if refused is None:
            return ""
        reason = refused
    return reason


def refusals_of_one(t: Country) -> dict[str, str | None]:
    """Return holder -> why a single bond of theirs cannot be redeemed, or None (P17.9)."""
    return {
        holder: refuse_redemption(t, 1, as_answered({holder: 1}))
        for holder in holders_of_bonds(t)
        if t.count(holder, "bond")
    }


def holders_of_bonds(t: Country) -> tuple[str, ...]:
    """List who may hold bonds, the Prime Minister last: his depend on the others' (P17.9)."""
    return BANK, *t.others(t.incumbent), t.incumbent


def as_answered(counts: Mapping[str, int]) -> dict[str, Any]:
    """Return the fields of a redemption, from the number of bonds of each holder."""
    of_players = {holder: count for holder, count in counts.items() if holder != BANK}
    return {"from_bank": counts.get(BANK, 0), "from_players": of_players}


def preview_redemption(t: Country, values: Mapping[str, Any]) -> Preview:
    """Preview what a redemption costs, and the interest that it saves (P17.6, P17.8)."""
    cost = redemption_cost(t, values)
    count: int = values["from_bank"] + sum(values["from_players"].values())
    saved = t.bond_interest(count)
    note = f"Redeeming costs ${cost:,} and saves ${saved:,} of interest at every Bonds position."
    return outlook(t, t.cash(TREASURY) - cost, t.issued - count, note)


def refuse_redemption(t: Country, at_least: int, values: Mapping[str, Any]) -> str | None:
    """Refuse a redemption of nothing, one too dear, or one of too many own bonds (P17.8, P17.9)."""
    pm, count = t.incumbent, values["from_bank"] + sum(values["from_players"].values())
    if count < at_least:
        return "Choose at least one bond to redeem (P17.8)."
    cost = redemption_cost(t, values)
    if reason := too_dear(t, TREASURY, "that", cost, "P17.8", name="The Treasury"):
        return reason
    own = values["from_players"].get(pm, 0)
    others = count - own
    if own and own > own_redeemable(t, others):
        return (
            f"{pm} would redeem {t.redeemed_own + own} of the Prime Minister's own bonds and only "
            f"{t.redeemed_others + others} of others and the Bank in this turn (P17.9)."
        )
    return None


def sample_redemption(t: Country, at_least: int, chance: Chance) -> dict[str, Any]:
    """Return a random redemption of ``at_least`` bonds or more that the Treasury can pay for."""
    held = {holder: t.count(holder, "bond") for holder in holders_of_bonds(t)}
    counts = {holder: 0 for holder in held if held[holder] or holder == BANK}
    cash = t.cash(TREASURY)
    if at_least:
        first = [holder for holder, refused in refusals_of_one(t).items() if refused is None]
        holder = first[chance.below(len(first))]
        counts[holder] = 1
        cash -= redemption_price(t, holder)
    for holder in counts:
        price = redemption_price(t, holder)
        more = min(held[holder] - counts[holder], cash // price)
        if holder == t.incumbent:
            others = sum(counts.values()) - counts[holder]
            more = min(more, own_redeemable(t, others) - counts[holder])
        drawn = chance.below(more + 1)
        counts[holder] += drawn
        cash -= drawn * price
    return as_answered(counts)


def redeem(t: Country, from_bank: int, from_players: Mapping[Seat, int]) -> None:
    """Buy back issued bonds with Treasury cash; they are unissued again (P17.8)."""
    pm = t.incumbent
    counts = {BANK: from_bank} | {seat: from_players.get(seat, 0) for seat in t.clockwise(pm)}
    for holder, count in counts.items():
        cost = count * redemption_price(t, holder)
        t.pay(TREASURY, holder, cost, "bond_redemption", "P17.8")
        t.hand_stock("bond", count, holder, TREASURY, "bond_redemption", "P17.8")
    redeemed = {holder: count for holder, count in counts.items() if count}
    own = redeemed.get(pm, 0)
    t.redeemed_own += own
    t.redeemed_others += sum(redeemed.values()) - own
    if redeemed:
        t.tell("bonds_redeemed", "P17.8", pm, count=redeemed, automatic=False, unissued=t.unissued)
