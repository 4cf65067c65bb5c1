"""The Treasury: bills, bonds, interest, redemption and bankruptcy (P17)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.errors import format_int
from classkit.engine.moves import Amount, Answer, FieldGroup, Move, Preview, RandomGenerator
from classkit.mechanics.affordability import unaffordable_reason

from ..country_state import TREASURY, CountryState
from ..state import BANK
from .money import BankRunOut, TreasuryBankrupt

NO_REDEMPTION = Answer("redeem", {"from_bank": 0, "from_players": {}})


def cover_bill(t: CountryState, bill: int) -> None:
    """Raise money for a Treasury bill by issuing bonds if its cash is too low (P17.4).

    Sell the Bank the smallest sufficient number of bonds.

    Raises:
        TreasuryBankrupt: The bill exceeds cash plus all unissued bonds (P17.5).
        BankRunOut: The Bank cannot pay for the bonds, so none is issued (P14.3).
    """
    count = t.count_bonds_needed(bill)
    if not count:
        return
    if bill > t.payable_funds:
        cash = t.cash(TREASURY)
        t.tell("treasury_bankrupt", "P17.5", bill=bill, cash=cash, unissued=t.unissued)
        raise TreasuryBankrupt
    if t.cash(BANK) < count * t.edition.prices.bond:
        raise BankRunOut
    issue_bonds(t, count, automatic=True)


def issue_bonds(t: CountryState, count: int, automatic: bool) -> None:
    """Sell unissued bonds to the Bank, which may run out of money (P17.3, P17.4)."""
    rule = "P17.4" if automatic else "P17.3"
    with t.link_rows("bonds_issued"):
        t.pay(BANK, TREASURY, count * t.edition.prices.bond, "bond_issue", rule)
        t.transfer_stock("bond", count, TREASURY, BANK, "bond_issue", rule)
        t.tell(
            "bonds_issued", rule, None if automatic else t.prime_minister,
            count={BANK: count}, automatic=automatic, unissued=t.unissued,
        )  # fmt: skip
    if not t.cash(BANK):
        raise BankRunOut


# --- sale -----------------------------------------------------------------------------------------


def build_issue_move(t: CountryState, barred: str) -> Move:
    """Return the move that sells bonds to the Bank, with or without a deficit (P17.3)."""
    most = get_max_issue(t)
    if not t.unissued:
        barred = barred or "All bonds have already been issued (P17.3)."
    elif not most:
        barred = (
            barred
            or f"The Bank has {t.currency.write(t.cash(BANK))} and cannot pay for a bond (P17.3)."
        )
    return Move(
        "issue_bonds", barred=barred, rule="P17.3", preview=partial(preview_issue, t),
        count=Amount(1, most, unit="bonds", why=partial(explain_issue_limit, t, most)),
    )  # fmt: skip


def explain_issue_limit(t: CountryState, most: int, count: int) -> str:
    """Return the limit of an issue as text: the unissued bonds or the Bank's cash (P17.3)."""
    if count < 1:
        return "Issue at least 1 bond (P17.3)."
    wanted = f"{format_int(count)} is more than {most}"
    if most == t.unissued:
        return f"{wanted}, the number of unissued bonds (P17.3)."
    return (
        f"{wanted}: the Bank has {t.currency.write(t.cash(BANK))} and cannot pay for more (P17.3)."
    )


def sell_bonds(t: CountryState, count: int) -> None:
    """Sell bonds to the Bank during the Prime Minister's turn (P17.3)."""
    issue_bonds(t, count, automatic=False)


def get_max_issue(t: CountryState) -> int:
    """Return the number of unissued bonds that the Bank can pay for in full (P17.3)."""
    return min(t.unissued, t.cash(BANK) // t.edition.prices.bond)


def preview_issue(t: CountryState, values: Mapping[str, Any]) -> Preview:
    """Preview the proceeds of an issue, and its cost at each Bonds stop (P17.3, P17.6)."""
    count: int = values["count"]
    raised = count * t.edition.prices.bond
    note = (
        f"The Bank pays {t.currency.write(raised)} and has "
        f"{t.currency.write(t.cash(BANK) - raised)} left. The new bonds cost "
        f"{t.currency.write(t.get_bond_interest(count))} of interest at every Bonds position."
    )
    return preview_treasury(t, t.cash(TREASURY) + raised, t.issued + count, note)


def preview_treasury(t: CountryState, cash: int, issued: int, note: str) -> Preview:
    """Preview the Treasury's cash, the debt and the next interest, before and after."""
    most = t.edition.treasury.bonds
    rows: tuple[tuple[str | int, ...], ...] = (
        ("Cash of the Treasury", t.cash(TREASURY), cash),
        ("Bonds issued", f"{t.issued} of {most}", f"{issued} of {most}"),
        ("Interest at the next Bonds", t.next_interest, t.get_bond_interest(issued)),
    )
    return Preview(("Treasury", "Now", "Then"), rows, note=note)


# --- interest -------------------------------------------------------------------------------------


def pay_interest(t: CountryState) -> Flow[None]:
    """Pay interest on all issued bonds, to players first, clockwise from the mover (P17.6)."""
    if t.options.redeem_any_time:
        yield from redeem_before_interest(t)
    order = (*t.clockwise(t.mover), BANK)
    # Bonds issued for this bill bear no interest this time.
    owed = {holder: t.get_bond_interest(t.count_stock(holder, "bond")) for holder in order}
    cover_bill(t, sum(owed.values()))
    for holder, interest in owed.items():
        t.spend_treasury(holder, interest, "bond_interest", "P17.6")


def redeem_before_interest(t: CountryState) -> Flow[None]:
    """With the option, let the Prime Minister redeem bonds before interest is paid (P17.9)."""
    answer = yield from t.ask(
        t.incumbent, "redeem_before_interest", lambda: (build_redemption_move(t, "redeem", 0),),
        rule="P17.9", default=NO_REDEMPTION,
        about={"treasury": t.cash(TREASURY), "issued": t.issued},
    )  # fmt: skip
    redeem_bonds(t, **answer.fields)


# --- redemption -----------------------------------------------------------------------------------


def build_redeem_bonds_move(t: CountryState, barred: str) -> Move:
    """Return the move that redeems issued bonds with Treasury cash (P17.8, P17.9)."""
    cash = t.cash(TREASURY)
    if not t.issued:
        barred = barred or "No bonds have been issued yet (P17.8)."
    elif cash < get_min_redemption_price(t):
        barred = (
            barred or f"The Treasury has {t.currency.write(cash)} and cannot redeem a bond (P17.8)."
        )
    elif not barred:
        barred = explain_no_redemption(t)
    return build_redemption_move(t, "redeem_bonds", 1, barred)


def build_redemption_move(t: CountryState, name: str, at_least: int, barred: str = "") -> Move:
    """Return the redemption of ``at_least`` bonds. Omitted holders give up none (P17.8)."""
    held = {seat: t.count_stock(seat, "bond") for seat in t.seats}
    holders = {
        seat: Amount(0, count, unit="bonds", why=f"{seat} holds no more")
        for seat, count in held.items()
        if count
    }
    return Move(
        name, barred=barred, rule="P17.8", refuse=partial(refuse_redemption, t, at_least),
        sample=partial(sample_redemption, t, at_least),
        preview=partial(preview_redemption, t),
        from_bank=Amount(
            0, t.count_stock(BANK, "bond"), unit="bonds", why="the Bank holds no more"
        ),
        from_players=FieldGroup(None, tuple(holders), {}, partial(refuse_holder, t), **holders),
    )  # fmt: skip


def refuse_holder(t: CountryState, name: str) -> str | None:
    """Return a reason for players without bonds, and the Bank, which has its own field (P17.8)."""
    if name == BANK:
        return "Enter the Bank's bonds in from_bank (P17.8)."
    return f"{name} holds no bonds (P17.8)." if name in t.seats else None


def compute_redemption_cost(t: CountryState, values: Mapping[str, Any]) -> int:
    """Return the cost of a redemption to the Treasury, in dollars (P17.8)."""
    counts = {BANK: values["from_bank"], **values["from_players"]}
    return sum(count * get_redemption_price(t, holder) for holder, count in counts.items())


def get_redemption_price(t: CountryState, holder: str) -> int:
    """Return the price of one bond of a holder, in dollars (P17.8)."""
    treasury = t.edition.treasury
    return treasury.redeem_from_bank if holder == BANK else treasury.redeem_from_player


def count_own_redeemable(t: CountryState, others: int) -> int:
    """Return the number of the Prime Minister's own bonds that may be redeemed now (P17.9).

    ``others`` is the number of other bonds redeemed at the same time.
    """
    return t.redeemed_others + others - t.redeemed_own


def get_min_redemption_price(t: CountryState) -> int:
    """Return the lowest price of one bond from any holder, in dollars (P17.8)."""
    holders = [holder for holder in (BANK, *t.seats) if t.count_stock(holder, "bond")]
    return min(get_redemption_price(t, holder) for holder in holders)


def explain_no_redemption(t: CountryState) -> str:
    """Return the reason why no bond can be redeemed, or "" (P17.8, P17.9)."""
    reason = ""
    for refused in list_redemption_refusals(t).values():
        if refused is None:
            return ""
        reason = refused
    return reason


def list_redemption_refusals(t: CountryState) -> dict[str, str | None]:
    """Return the reason why each holder's bonds cannot be redeemed, or None (P17.9)."""
    return {
        holder: refuse_redemption(t, 1, build_redemption_fields({holder: 1}))
        for holder in list_bond_holders(t)
        if t.count_stock(holder, "bond")
    }


def list_bond_holders(t: CountryState) -> tuple[str, ...]:
    """Return the possible holders. The Prime Minister is last: their limit depends on others."""
    return BANK, *t.others(t.incumbent), t.incumbent


def build_redemption_fields(counts: Mapping[str, int]) -> dict[str, Any]:
    """Return the fields of a redemption for these numbers of bonds by holder."""
    of_players = {holder: count for holder, count in counts.items() if holder != BANK}
    return {"from_bank": counts.get(BANK, 0), "from_players": of_players}


def preview_redemption(t: CountryState, values: Mapping[str, Any]) -> Preview:
    """Preview the cost of a redemption and the interest that it saves (P17.6, P17.8)."""
    cost = compute_redemption_cost(t, values)
    count: int = values["from_bank"] + sum(values["from_players"].values())
    saved = t.get_bond_interest(count)
    costs, saves = t.currency.write(cost), t.currency.write(saved)
    note = f"Redeeming costs {costs} and saves {saves} of interest at every Bonds position."
    return preview_treasury(t, t.cash(TREASURY) - cost, t.issued - count, note)


def refuse_redemption(t: CountryState, at_least: int, values: Mapping[str, Any]) -> str | None:
    """Return a reason for an empty or unaffordable redemption, or too many own bonds (P17.8)."""
    pm, count = t.incumbent, values["from_bank"] + sum(values["from_players"].values())
    if count < at_least:
        return "Choose at least one bond to redeem (P17.8)."
    cost = compute_redemption_cost(t, values)
    if reason := unaffordable_reason(t, TREASURY, "that", cost, "P17.8", name="The Treasury"):
        return reason
    own = values["from_players"].get(pm, 0)
    others = count - own
    if own and own > count_own_redeemable(t, others):
        return (
            f"{pm} may not redeem more own bonds than other bonds in a turn: "
            f"{t.redeemed_own + own} own, {t.redeemed_others + others} other (P17.9)."
        )
    return None


def sample_redemption(t: CountryState, at_least: int, chance: RandomGenerator) -> dict[str, Any]:
    """Return a random affordable redemption of at least ``at_least`` bonds."""
    held = {holder: t.count_stock(holder, "bond") for holder in list_bond_holders(t)}
    counts = {holder: 0 for holder in held if held[holder] or holder == BANK}
    cash = t.cash(TREASURY)
    if at_least:
        first = [
            holder for holder, refused in list_redemption_refusals(t).items() if refused is None
        ]
        holder = first[chance.below(len(first))]
        counts[holder] = 1
        cash -= get_redemption_price(t, holder)
    for holder in counts:
        price = get_redemption_price(t, holder)
        more = min(held[holder] - counts[holder], cash // price)
        if holder == t.incumbent:
            others = sum(counts.values()) - counts[holder]
            more = min(more, count_own_redeemable(t, others) - counts[holder])
        drawn = chance.below(more + 1)
        counts[holder] += drawn
        cash -= drawn * price
    return build_redemption_fields(counts)


def redeem_bonds(t: CountryState, from_bank: int, from_players: Mapping[Seat, int]) -> None:
    """Redeem issued bonds with Treasury cash, which makes them unissued (P17.8)."""
    pm = t.incumbent
    counts = {BANK: from_bank} | {seat: from_players.get(seat, 0) for seat in t.clockwise(pm)}
    redeemed = {holder: count for holder, count in counts.items() if count}
    if not redeemed:
        return
    with t.link_rows("bonds_redeemed"):
        for holder, count in redeemed.items():
            cost = count * get_redemption_price(t, holder)
            t.pay(TREASURY, holder, cost, "bond_redemption", "P17.8")
            t.transfer_stock("bond", count, holder, TREASURY, "bond_redemption", "P17.8")
        t.tell("bonds_redeemed", "P17.8", pm, count=redeemed, automatic=False, unissued=t.unissued)
    own = redeemed.get(pm, 0)
    t.redeemed_own += own
    t.redeemed_others += sum(redeemed.values()) - own
