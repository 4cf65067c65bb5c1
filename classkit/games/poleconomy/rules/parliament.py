"""Parliament: bills, votes, tax laws and subsidies (P19)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import FieldGroup, Move, Preview
from classkit.engine.rulebook_text import format_count
from classkit.mechanics.sealed_votes import sealed_vote

from ..country_state import TREASURY, CountryState
from ..law_forms import (
    PURPOSE_FIELDS,
    LawLanguage,
    build_law_form,
    build_subsidy_fields,
    refuse_terms,
    sample_law,
    sample_subsidy,
)
from ..law_words import format_subsidy, law_text
from ..laws import (
    Deferred,
    Subsidy,
    dump_law,
    dump_subsidy,
    meets_conditions,
    read_law,
    read_subsidy,
)
from ..rules_data import Politics
from .treasury import cover_bill
from .treasury_taxes import assess_tax


class Bill(NamedTuple):
    """A bill: its kind (``tax``, ``subsidy`` or ``salary``), its text and its data."""

    kind: str
    text: str
    terms: Mapping[str, Any]


def count_bills_left(t: CountryState) -> int:
    """Return the number of bills that may still be proposed in this turn (P19.1)."""
    left: int = t.options.bills_per_turn - t.bills
    return left


def pass_bill(t: CountryState, bill: Bill, rule: str) -> Flow[bool]:
    """Hold a sealed vote. A bill passes with more than half of all votes (P19.1)."""
    t.bills += 1
    pm = t.incumbent
    order = t.clockwise(pm)
    vote = yield from sealed_vote(
        t, order, "vote_bill", rule="P19.1", weights=t.votes,
        default={seat: "yes" if seat in t.government else "no" for seat in order},
        about={
            "kind": bill.kind, "text": bill.text, "bill": bill.terms, "tabled_by": pm,
            "votes": dict(t.votes), "needed": t.total_votes // 2 + 1,
        },
    )  # fmt: skip
    passed = t.has_majority(vote.yes)
    t.tell(
        "bill_voted", rule, pm, kind=bill.kind, text=bill.text, yes=vote.yes, no=vote.no,
        passed=passed,
    )  # fmt: skip
    return passed


def explain_no_bill(t: CountryState) -> str:
    """Return the reason why no further bill may be proposed, or "" (P19.1)."""
    if count_bills_left(t) > 0:
        return ""
    return f"{describe_tabled_bills(t)} in this turn (P19.1)."


def describe_tabled_bills(t: CountryState) -> str:
    """Describe how many of the allowed bills have been proposed."""
    verb = "has" if t.options.bills_per_turn == 1 else "have"
    return f"{t.bills} of {format_count(t.options.bills_per_turn, 'bill')} {verb} been tabled"


# --- tax laws -------------------------------------------------------------------------------------


def build_tax_move(t: CountryState, barred: str) -> Move:
    """Return the move that proposes a new tax law (P19.2, P19.3)."""
    politics, band = t.edition.politics, t.options.min_band_width
    return Move(
        "propose_tax", barred=barred or explain_no_bill(t), rule="P19.3",
        sample=lambda chance: {"law": sample_law(politics.language, band, chance)},
        preview=partial(preview_tax, t),
        law=build_proposal_form(politics, t.law_language, band),
    )  # fmt: skip


@lru_cache(maxsize=64)
def build_proposal_form(politics: Politics, language: LawLanguage, band: int) -> FieldGroup:
    """Return the form of a tax law. It suggests the default and model laws (P19.3)."""
    examples = (*politics.model_laws.items(), (politics.default_title, politics.default_law))
    return build_law_form(language, band, examples)


def preview_tax(t: CountryState, values: Mapping[str, Any]) -> Preview:
    """Preview each player's tax and the Treasury's revenue under a law (P19.4)."""
    law = read_law(values["law"])
    now = [assess_tax(t, seat, t.law) for seat in t.seats]
    then = [assess_tax(t, seat, law) for seat in t.seats]
    rows = tuple(
        (seat, before[0], after[0], after[1])
        for seat, before, after in zip(t.seats, now, then, strict=True)
    )
    receipts = sum(paid for _, paid in then), sum(paid for _, paid in now)
    return Preview(
        ("Player", "Owes now", "Would owe", "Would pay"), rows,
        note=f"The Treasury would get {t.currency.write(receipts[0])}; under the law in force "
        f"{t.currency.write(receipts[1])}.",
    )  # fmt: skip


def propose_tax(t: CountryState, law: Mapping[str, Any]) -> Flow[None]:
    """Vote on a law. If it passes, it replaces the law in force (P19.3)."""
    proposed = read_law(law)
    terms = dump_law(proposed)
    if (yield from pass_bill(t, Bill("tax", law_text(proposed, t.currency), terms), "P19.1")):
        t.law = proposed
        t.tell("tax_law_set", "P19.3", t.incumbent, law=terms)


# --- subsidies ------------------------------------------------------------------------------------


def build_subsidy_move(t: CountryState, barred: str) -> Move:
    """Return the move that proposes a subsidy (P19.5)."""
    language, band = t.law_language, t.options.min_band_width
    fields = build_subsidy_fields(language, band)
    return Move(
        "propose_subsidy", barred=barred or explain_no_bill(t), rule="P19.5",
        optional=PURPOSE_FIELDS,
        refuse=partial(refuse_subsidy, t),
        sample=partial(sample_subsidy, language, band),
        preview=partial(preview_subsidy, t),
        purpose=fields["purpose"], purpose_words=fields["purpose_words"], when=fields["when"],
        amount=fields["amount"], delay_rounds=fields["delay_rounds"],
    )  # fmt: skip


def refuse_subsidy(t: CountryState, values: Mapping[str, Any]) -> str | None:
    """Return the reason why a subsidy is illegal or unaffordable, or None (P19.2, P19.5, P19.6)."""
    if reason := refuse_terms(values):
        return reason
    if values["delay_rounds"]:
        return None
    bill = sum(compute_subsidy_shares(t, read_subsidy(values)).values())
    if bill > t.payable_funds:
        return (
            f"That would cost {t.currency.write(bill)} now, but the Treasury's cash and unissued "
            f"bonds cover only {t.currency.write(t.payable_funds)} (P19.6)."
        )
    return None


def list_eligible_seats(t: CountryState, subsidy: Subsidy) -> list[Seat]:
    """Return the seats that meet the conditions now, clockwise from the Prime Minister (P19.5)."""
    order = t.clockwise(t.incumbent)
    return [seat for seat in order if meets_conditions(subsidy.when, t.get_field_values(seat))]


def compute_subsidy_shares(t: CountryState, subsidy: Subsidy) -> dict[Seat, int]:
    """Return the payment of each eligible player, within the limit per turn (P19.6)."""
    most = t.edition.politics.language.subsidy_max
    return {
        seat: min(subsidy.amount, most - t.subsidised.get(seat, 0))
        for seat in list_eligible_seats(t, subsidy)
    }


def preview_subsidy(t: CountryState, values: Mapping[str, Any]) -> Preview:
    """Preview the payments that players would receive now, and the Treasury's funds (P19.5)."""
    paid = compute_subsidy_shares(t, read_subsidy(values))
    rows = tuple((seat, paid.get(seat, 0)) for seat in t.seats)
    note = (
        f"The bill would be {t.currency.write(sum(paid.values()))} now; the Treasury has "
        f"{t.currency.write(t.cash(TREASURY))} and {t.unissued} unissued bonds."
    )
    return Preview(("Player", "Would get"), rows, note=note)


def propose_subsidy(t: CountryState, **terms: Any) -> Flow[None]:
    """Vote on a subsidy. If it passes, pay it now or some rounds later (P19.5)."""
    subsidy = read_subsidy(terms)
    stated = dump_subsidy(subsidy, t.edition.politics.language.purposes)
    bill = Bill("subsidy", format_subsidy(subsidy, t.currency), stated)
    if not (yield from pass_bill(t, bill, "P19.1")):
        return
    if subsidy.delay_rounds:
        due = t.turn + subsidy.delay_rounds * len(t.seats)
        t.deferred.append(Deferred(subsidy, due))
    else:
        pay_subsidy(t, subsidy)


def pay_subsidy(t: CountryState, subsidy: Subsidy) -> None:
    """Pay a subsidy as one Treasury bill, clockwise from the Prime Minister (P19.5, P19.6)."""
    paid = compute_subsidy_shares(t, subsidy)
    cover_bill(t, sum(paid.values()))
    capped = {
        seat: subsidy.amount - share for seat, share in paid.items() if share < subsidy.amount
    }
    with t.link_rows("subsidy_paid"):
        for seat, amount in paid.items():
            t.spend_treasury(seat, amount, "subsidy", "P19.5")
            t.subsidised[seat] = t.subsidised.get(seat, 0) + amount
        t.tell(
            "subsidy_paid", "P19.5", purpose=subsidy.purpose, seats=list(paid),
            amount=subsidy.amount, capped=capped,
        )  # fmt: skip


def pay_deferred(t: CountryState) -> None:
    """Pay the subsidies that are due at the start of this turn, in the order passed (P19.5)."""
    due = [one for one in t.deferred if one.due_turn <= t.turn]
    if not due:
        return
    t.fresh = False
    t.deferred = [one for one in t.deferred if one.due_turn > t.turn]
    for one in due:
        pay_subsidy(t, one.subsidy)
