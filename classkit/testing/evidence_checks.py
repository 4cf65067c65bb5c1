"""Checks of the evidence attached to sentences: it exists and supports them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from classkit.engine.events import ALL_SEATS, INSTRUCTOR
from classkit.engine.evidence import Evidence
from classkit.widgets.page_view import PageView
from classkit.widgets.trail import get_trail

from .payment_claims import PaymentClaim, find_claims
from .sentence_checks import FalseSentence
from .sentence_facts import LedgerRow, Scope, iter_numbers, pick_seat
from .sentence_parts import TextsOfEvents, find_event_sentences, remove_sentences
from .story_checks import StoryChecker
from .worth_checks import find_held_amount, find_value_changes


def check_trail(
    checker: StoryChecker, page_view: PageView, number: int, text: str, where: str
) -> Iterator[FalseSentence]:
    """Check that a click on a news line shows the payments that the line reports."""
    claims = list(find_claims(checker.reader.read(text)))
    if not claims:
        return
    shown_trail = get_trail(page_view, number)
    if shown_trail["left"]:
        return
    trail = shown_trail["entries"]
    for claim in claims:
        if checker.rows_of_amount(claim.amount) is None or not claim.amount.value:
            continue
        payer, payee = (
            checker.say.account(party) if party else "" for party in (claim.payer, claim.payee)
        )
        shown = [
            Fraction(entry["amount"])
            for entry in trail
            if payer in entry["from"] and payee in entry["to"]
        ]
        if not any(claim.amount.fits(one) for one in {*shown, sum(shown, Fraction(0))} - {0}):
            rows = [f"{entry['text']} {entry['from']} to {entry['to']}" for entry in trail]
            found = f"a click on the line shows {'; '.join(rows) or 'no row'}"
            yield FalseSentence(where, text, checker.describe_claim(claim), found)


def check_evidence(
    checker: StoryChecker, text: str, evidence: Evidence, turns: range, where: str
) -> Iterator[FalseSentence]:
    """Check that the evidence of a sentence exists and belongs to its turns."""
    events, rows = checker.facts.events, checker.facts.rows
    if not all(0 < number <= len(events) for number in evidence.events):
        yield FalseSentence(where, text, f"events {evidence.events}", f"{len(events)} events")
    elif not all(0 < number <= len(rows) for number in evidence.transfers):
        yield FalseSentence(where, text, f"rows {evidence.transfers}", f"{len(rows)} rows")
    else:
        when = {events[number - 1].turn for number in evidence.events}
        when |= {rows[number - 1].transfer.turn for number in evidence.transfers}
        if not when <= {*turns}:
            late = ", ".join(map(str, sorted(when - {*turns})))
            yield FalseSentence(
                where, text, f"turns {turns.start} to {turns.stop - 1}", f"evidence of turn {late}"
            )


def check_claimed_rows(
    checker: StoryChecker, text: str, evidence: Evidence, where: str
) -> Iterator[FalseSentence]:
    """Check that the evidence contains rows for each payment that a sentence reports."""
    rows = [checker.facts.rows[number - 1] for number in evidence.transfers]
    for claim in find_claims(checker.reader.read(text)):
        wanted = checker.rows_of_amount(claim.amount)
        if wanted is not None and claim.amount.value:
            own = [row for row in rows if wanted(row) and matches_claim(row, claim)]
            if not any(claim.amount.fits(one) for one in checker.list_totals(own, claim, False)):
                found = f"its evidence has {checker.describe_rows(rows)}"
                yield FalseSentence(where, text, checker.describe_claim(claim), found)


def check_reported_events(
    checker: StoryChecker, text: str, evidence: Evidence, sentences: TextsOfEvents, where: str
) -> Iterator[FalseSentence]:
    """Check that a headline's evidence contains its events, and the rows of its lists."""
    told = [one for one in find_event_sentences(text, sentences) if one.is_whole]
    for one in told:
        if not any({*numbers} <= {*evidence.events} for numbers in one.events):
            sentence = text[one.start : one.end]
            found = f"its evidence has the events {evidence.events}"
            yield FalseSentence(where, text, f"event {one.events[0]}, {sentence!r}", found)
    for part in remove_sentences(text, told):
        yield from check_claimed_rows(checker, part, evidence, where)


def check_reported_rows(
    checker: StoryChecker,
    text: str,
    evidence: Evidence,
    candidates: list[list[LedgerRow]],
    where: str,
) -> Iterator[FalseSentence]:
    """Check that the evidence contains all rows for one interpretation of a cause.

    Args:
        checker: The checker.
        text: The cause.
        evidence: Its evidence.
        candidates: The rows of each reason that sum to the amount of the cause.
        where: The place where the cause is shown, for messages.
    """
    numbers = {*evidence.transfers}
    numbers |= {*checker.match.links.evidence_of_events(evidence.events).transfers}
    missing = [[row for row in rows if row.number not in numbers] for rows in candidates]
    if missing and all(missing):
        rows = min(missing, key=len)
        yield FalseSentence(
            where, text, "all rows behind it", f"not in its evidence: {checker.describe_rows(rows)}"
        )


def check_price_evidence(
    checker: StoryChecker, text: str, evidence: Evidence, where: str
) -> Iterator[FalseSentence]:
    """Check that the evidence of a changed price of holdings shows its cause.

    The cause is a row with these holdings or their payment unit, or an event that is not a payment.
    """
    tokens = checker.reader.read(text)
    rows = [checker.facts.rows[number - 1] for number in evidence.transfers]
    for change in find_value_changes(tokens):
        count = find_held_amount(tokens, change)
        if count is None:
            continue
        paid_in = change.after.ids
        moved = any(row.transfer.unit in (*count.ids, *paid_in) for row in rows)
        if not moved and not evidence.events:
            yield FalseSentence(where, text, change.text, "its evidence has no row that moved it")


def check_ending_evidence(
    checker: StoryChecker, text: str, evidence: Evidence, where: str
) -> Iterator[FalseSentence]:
    """Check that the evidence of a result contains its scores, or the scores that it subtracts.

    Scores are facts of events. Alternatively, all public rows of a seat's accounts count as its
    score.
    """
    events = [checker.facts.events[number - 1] for number in evidence.events]
    rows = [checker.facts.rows[number - 1] for number in evidence.transfers]
    scope = Scope(checker.facts, events, rows)
    numbers = [Fraction(one) for event in events for one in iter_numbers(event.facts)]
    missing = [
        row
        for row in checker.facts.rows
        if row.number not in {*evidence.transfers} and row.transfer.seen_by == ALL_SEATS
    ]
    for seat in checker.facts.seats if rows else ():
        if not any(seat in (row.payer, row.payee) for row in missing):
            numbers += list_metric_numbers(checker.match.present_row(), seat)
            numbers += [
                Fraction(str(line.score))
                for lines in checker.match.as_seen_by(INSTRUCTOR).races.values()
                for line in lines
                if line.seat == seat
            ]
    result = text.partition(", and wins the tie ")[0]  # ties depend on values that no event reports
    for token in checker.reader.read(result):
        if token.kind == "seat" and not scope.seats & {*token.ids}:
            found = f"its evidence is about {checker.list_seats(scope.seats)}"
            yield FalseSentence(where, text, f"the seat {token.text}", found)
        if token.kind == "amount" and (token.is_money or token.ids):
            margins = (one - other for one in numbers for other in numbers)
            rounding = 2 * token.tolerance  # difference of two rounded scores
            is_margin = any(abs(token.value - one) <= rounding for one in margins)
            if not is_margin and not any(token.fits(one) for one in numbers):
                names = ", ".join(event.name for event in events) or "nothing"
                yield FalseSentence(where, text, token.text, f"its evidence has {names}")


def list_metric_numbers(row: Mapping[str, Any], seat: str) -> Iterator[Fraction]:
    """Yield the metrics of a seat in a row, and the sums of metrics that have parts."""
    yield from (Fraction(str(one)) for one in iter_numbers(pick_seat(row, seat)))
    for value in row.values():
        if isinstance(value, Mapping) and isinstance(parts := value.get(seat), Mapping):
            yield sum((Fraction(str(one)) for one in iter_numbers(parts)), Fraction(0))


def matches_claim(row: LedgerRow, claim: PaymentClaim) -> bool:
    """Return whether a row has the payer and the payee of a claim."""
    return claim.payer in (None, row.payer, row.transfer.source) and claim.payee in (
        None,
        row.payee,
        row.transfer.target,
    )
