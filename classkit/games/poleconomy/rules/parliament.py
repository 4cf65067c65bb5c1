"""Parliament: bills, votes, tax laws and subsidies (P19)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple

from classkit.engine.moves import Bundle, Move, Preview
from classkit.engine.requests import Flow, Seat
from classkit.engine.words import how_many
from classkit.procedures.votes import sealed_vote

from ..contents import Politics
from ..country import TREASURY, Country
from ..law_forms import (
    EITHER_PURPOSE,
    law_form,
    refuse_terms,
    sample_law,
    sample_subsidy,
    subsidy_fields,
)
from ..law_words import law_text, subsidy_text
from ..laws import Deferred, Subsidy, meets, plain_law, plain_subsidy, read_law, read_subsidy
from .taxes import assess
from .treasury import fall_due


class Bill(NamedTuple):
    """A bill to be voted on: its kind (``tax``, ``subsidy``, ``salary``), in words and as data."""

    kind: str
    text: str
    terms: Mapping[str, Any]


def bills_left(t: Country) -> int:
    """Return how many bills may still be tabled in this turn (P19.1)."""
    left: int = t.options.bills_per_turn - t.bills
    return left


def pass_bill(t: Country, bill: Bill, rule: str) -> Flow[bool]:
    """Let all vote, sealed; a bill passes with more than half of all votes (P19.1)."""
    t.bills += 1
    pm = t.incumbent
    order = t.clockwise(pm)
    vote = yield from sealed_vote(
        t, order, "vote_bill", rule="P19.1", weights=t.votes,
        default={seat: "yes" if seat in t.government else "no" for seat in order},
        about={
            "kind": bill.kind, "text": bill.text, "bill": bill.terms, "tabled_by": pm,
            "votes": dict(t.votes), "needed": t.all_votes // 2 + 1,
        },
    )  # fmt: skip
    passed = t.has_majority(vote.yes)
    t.tell(
        "bill_voted", rule, pm, kind=bill.kind, text=bill.text, yes=vote.yes, no=vote.no,
        passed=passed,
    )  # fmt: skip
    return passed


def no_bill_left(t: Country) -> str:
    """Return why no bill may be tabled any more; an empty text while one may (P19.1)."""
    if bills_left(t) > 0:
        return ""
    return f"{tabled(t)} in this turn (P19.1)."


def tabled(t: Country) -> str:
    """Return how many of the bills that may be tabled have been, in words."""
    verb = "has" if t.options.bills_per_turn == 1 else "have"
    return f"{t.bills} of {how_many(t.options.bills_per_turn, 'bill')} {verb} been tabled"


# --- tax laws -------------------------------------------------------------------------------------


def tax_proposal(t: Country, barred: str) -> Move:
    """Return the bill for a new tax law, of general application (P19.2, P19.3)."""
    politics, band = t.edition.politics, t.options.min_band_width
    return Move(
        "propose_tax", barred=barred or no_bill_left(t), rule="P19.3",
        sample=lambda chance: {"law": sample_law(politics.language, band, chance)},
        preview=partial(preview_tax, t),
        law=form_of_law(politics, band),
    )  # fmt: skip


@lru_cache(maxsize=64)
def form_of_law(politics: Politics, band: int) -> Bundle:
    """Return the form of a tax law, with model laws and the default law to begin with (P19.3)."""
    examples = (*politics.model_laws.items(), (politics.default_title, politics.default_law))
    return law_form(politics.language, band, examples)


def preview_tax(t: Country, values: Mapping[str, Any]) -> Preview:
    """Preview what each player would owe now, and what the Treasury would get of it (P19.4)."""
    law = read_law(values["law"])
    now = [assess(t, seat, t.law) for seat in t.seats]
    then = [assess(t, seat, law) for seat in t.seats]
    rows = tuple(
        (seat, before[0], after[0], after[1])
        for seat, before, after in zip(t.seats, now, then, strict=True)
    )
    receipts = sum(paid for _, paid in then), sum(paid for _, paid in now)
    return Preview(
        ("Player", "Owes now", "Would owe", "Would pay"), rows,
        note=f"The Treasury would get ${receipts[0]:,}; under the law in force ${receipts[1]:,}.",
    )  # fmt: skip


def propose_tax(t: Country, law: Mapping[str, Any]) -> Flow[None]:
    """Vote on a law; one that passes replaces the law in force as a whole (P19.3)."""
    proposed = read_law(law)
    terms = plain_law(proposed)
    if (yield from pass_bill(t, Bill("tax", law_text(proposed), terms), "P19.1")):
        t.law = proposed
        t.tell("tax_law_set", "P19.3", t.incumbent, law=terms)


# --- subsidies ------------------------------------------------------------------------------------


def subsidy_proposal(t: Country, barred: str) -> Move:
    """Return the bill for a fixed amount to everybody who meets the conditions (P19.5)."""
    language, band = t.edition.politics.language, t.options.min_band_width
    fields = subsidy_fields(language, band)
    return Move(
        "propose_subsidy", barred=barred or no_bill_left(t), rule="P19.5", optional=EITHER_PURPOSE,
        refuse=partial(refuse_subsidy, t),
        sample=partial(sample_subsidy, language, band),
        preview=partial(preview_subsidy, t),
        purpose=fields["purpose"], purpose_words=fields["purpose_words"], when=fields["when"],
        amount=fields["amount"], delay_rounds=fields["delay_rounds"],
    )  # fmt: skip


def refuse_subsidy(t: Country, values: Mapping[str, Any]) -> str | None:
    """Refuse a subsidy for its terms, or for want of means (P19.2, P19.5, P19.6)."""
    if reason := refuse_terms(values):
        return reason
    if values["delay_rounds"]:
        return None
    bill = sum(shares(t, read_subsidy(values)).values())
    if bill > t.means:
        return (
            f"That would cost ${bill:,} at once, and cash and unissued bonds of the Treasury "
            f"cover ${t.means:,} (P19.6)."
        )
    return None


def eligible(t: Country, subsidy: Subsidy) -> list[Seat]:
    """List who meets the conditions now, clockwise from the Prime Minister (P19.5)."""
    order = t.clockwise(t.incumbent)
    return [seat for seat in order if meets(subsidy.when, t.has(seat))]


def shares(t: Country, subsidy: Subsidy) -> dict[Seat, int]:
    """Return what each eligible player is paid now, within the limit of a turn (P19.6)."""
    most = t.edition.politics.language.subsidy_max
    return {
        seat: min(subsidy.amount, most - t.subsidised.get(seat, 0)) for seat in eligible(t, subsidy)
    }


def preview_subsidy(t: Country, values: Mapping[str, Any]) -> Preview:
    """Preview who would be paid what now, and what the Treasury has for it (P19.5)."""
    paid = shares(t, read_subsidy(values))
    rows = tuple((seat, paid.get(seat, 0)) for seat in t.seats)
    note = (
        f"The bill would be ${sum(paid.values()):,} as things stand; the Treasury has "
        f"${t.cash(TREASURY):,} and {t.unissued} unissued bonds."
    )
    return Preview(("Player", "Would get"), rows, note=note)


def propose_subsidy(t: Country, **terms: Any) -> Flow[None]:
    """Vote on a subsidy; one that passes is paid at once or some rounds later (P19.5)."""
    subsidy = read_subsidy(terms)
    stated = plain_subsidy(subsidy, t.edition.politics.language.purposes)
    bill = Bill("subsidy", subsidy_text(subsidy), stated)
    if not (yield from pass_bill(t, bill, "P19.1")):
        return
    if subsidy.delay_rounds:
        due = t.turn + subsidy.delay_rounds * len(t.seats)
        t.deferred.append(Deferred(subsidy, due))
    else:
        pay_subsidy(t, subsidy)


def pay_subsidy(t: Country, subsidy: Subsidy) -> None:
    """Pay a subsidy as one Treasury bill, clockwise from the Prime Minister (P19.5, P19.6)."""
    paid = shares(t, subsidy)
    fall_due(t, sum(paid.values()))
    for seat, amount in paid.items():
        t.spend(seat, amount, "subsidy", "P19.5")
        t.subsidised[seat] = t.subsidised.get(seat, 0) + amount
    capped = {seat: subsidy.amount - share for seat, share in paid.items()}
    t.tell(
        "subsidy_paid", "P19.5", purpose=subsidy.purpose, seats=list(paid), amount=subsidy.amount,
        capped={seat: lapsed for seat, lapsed in capped.items() if lapsed},
    )  # fmt: skip


def pay_deferred(t: Country) -> None:
    """Pay what falls due at the start of this turn, in the order in which it passed (P19.5)."""
    due = [one for one in t.deferred if one.due_turn <= t.turn]
    if not due:
        return
    t.fresh = False
    t.deferred = [one for one in t.deferred if one.due_turn > t.turn]
    for one in due:
        pay_subsidy(t, one.subsidy)
