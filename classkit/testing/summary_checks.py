"""Checks of headlines, which are sentences about all events of a step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from classkit.engine.rulebook_text import TURNING_POINT

from .cause_checks import CauseChecker, Claim
from .payment_claims import PaymentClaim, find_claims
from .sentence_checks import FalseSentence
from .sentence_facts import LedgerRow, Scope, group_totals, iter_changes, iter_numbers, pick_seat
from .sentence_parts import (
    JOINING_WORDS,
    EventSentence,
    TextsOfEvents,
    find_changes,
    find_counted_seats,
    find_event_sentences,
    find_gaps,
    find_neighbours,
    find_seat_numbers,
    remove_causes,
    split_now,
)
from .sentence_tokens import Token, is_ordinal


class SummaryChecker(CauseChecker):
    """Checks headlines of one match."""

    # --- headlines ------------------------------------------------------------------------------

    def check_headline(
        self,
        text: str,
        sentences: TextsOfEvents,
        scope: Scope,
        deciding: Collection[str],
        where: str,
    ) -> list[FalseSentence]:
        """Check a headline.

        Args:
            text: The headline.
            sentences: Sentences of the step's events, with the numbers of the events.
            scope: The events, ledger rows and metrics of the step.
            deciding: Seats that have a decision to make now.
            where: The place where the headline is shown, for messages.
        """
        told = list(find_event_sentences(text, sentences))
        whole = [one for one in told if one.is_whole]
        found = self.check_event_sentences(text, whole, where)
        claims = [
            *self.check_order(text, told),
            *self.check_effects(text, whole),
            *self.check_list_order(text, whole, scope),
        ]
        for begin, end in find_gaps(text, whole):
            rest = text[begin:end].removeprefix(JOINING_WORDS).strip(" .")
            if not rest:
                continue
            wrong = list(self.check_summary(f"{rest}.", scope, deciding))
            if wrong:  # a list may cover only the rows up to the next sentence
                between = scope.limit_rows(*find_neighbours(whole, begin, end))
                wrong = min(wrong, list(self.check_summary(f"{rest}.", between, deciding)), key=len)
            claims += wrong
        return [*found, *(FalseSentence(where, text, *claim) for claim in claims)]

    def check_order(self, text: str, told: Sequence[EventSentence]) -> Iterator[Claim]:
        """Check that sentences follow the order of events.

        The beginning of a sentence may be repeated: "Payment 3 of this recession costs Ada $5. Ada
        is bankrupt. Payment 3 of this recession costs Bruno $5."
        """
        last, before = 0, ""
        begun: set[str] = set()
        for one in told:
            sentence = text[one.start : one.end]
            if sentence in begun:
                continue
            if not one.is_whole:
                begun.add(sentence)
            later = [numbers[-1] for numbers in one.events if numbers[-1] > last]
            if not later:
                yield (
                    f"{before!r} came before {sentence!r}",
                    f"event {last} came after event {one.events[-1][-1]}",
                )
                continue
            last, before = min(later), sentence

    def check_effects(self, text: str, told: Sequence[EventSentence]) -> Iterator[Claim]:
        """Check that an event comes before the gain or loss that it causes."""
        changes = [*find_changes(text, self.reader.read(text), self.reader.read)]
        for one, change in product(told, changes):
            if change.start < one.start and text[: one.start].endswith(JOINING_WORDS):
                sentence = text[one.start : one.end]
                yield f"{text[: one.start]!r} came before {sentence!r}", "it is a consequence"

    def check_list_order(
        self, text: str, told: Sequence[EventSentence], scope: Scope
    ) -> Iterator[Claim]:
        """Check that a list of payments is in order relative to the events around it.

        If a list spans an event, it follows the event. It must not span a turning point.
        """
        for begin, end in find_gaps(text, told) if told else ():
            for sentence in text[begin:end].split(". "):
                listed = [
                    (claim, rows)
                    for claim in find_claims(self.reader.read(sentence))
                    if (rows := self.find_claimed_rows(sentence, claim, scope))
                ]
                everything = [row.position + 1 for _, rows in listed for row in rows]
                for one, (claim, rows) in product(told, listed):
                    events = [numbers[-1] for numbers in one.events]
                    weights = [self.say.event_weight(self.facts.events[at - 1]) for at in events]
                    is_turning = min(weights) >= TURNING_POINT
                    at = [row.position + 1 for row in rows] if is_turning else everything
                    is_late = one.end <= begin and max(at) < min(events)
                    is_early = one.start >= end and min(at) > max(events)
                    if is_late or is_early:
                        first, second = ("before", "after") if is_late else ("after", "before")
                        yield (
                            f"{self.describe_claim(claim)} {second} {text[one.start : one.end]!r}",
                            f"{first} event {events[0]}: {self.describe_rows(rows)}",
                        )

    def find_claimed_rows(self, text: str, claim: PaymentClaim, scope: Scope) -> list[LedgerRow]:
        """Return the rows that a payment in a summary may report."""
        wanted = self.rows_of_amount(claim.amount)
        if wanted is None:
            return []
        rows = scope.list_rows(claim.payer, claim.payee, wanted)
        rows = [row for row in rows if not claim.places or row.places & {*claim.places}]
        return [row for row in rows if self.names_reason(text, row.transfer.reason)] or rows

    def check_summary(
        self, text: str, scope: Scope, deciding: Collection[str] = ()
    ) -> Iterator[Claim]:
        """Check sentences by a game or the page that summarize a whole step."""
        tokens = self.reader.read(text)
        now, told = split_now(tokens)
        for token in now:
            if token.kind == "seat" and token.ids[0] not in deciding:
                yield f"{token.text} must decide now", f"{self.list_seats(deciding)} must decide"
        counted = {*deciding, *find_counted_seats(told)}
        yield from self.check_names(told, scope.seats | counted, scope.places)
        yield from self.check_claims(find_claims(told), scope, is_summary=True)
        yield from self.check_seat_numbers(told, scope)
        changes = list(find_changes(text, self.reader.read(text), self.reader.read))
        yield from self.check_amounts(remove_causes(told, changes), scope)
        for change in changes:
            yield from self.check_parts(change)
            yield from self.check_sources(change, scope)
            for part in change.parts:
                yield from self.check_cause_text(part.text, change.seat, part.amount, scope)
        yield from self.check_changes(told, scope)
        if text.strip().startswith("Nothing is paid"):
            rows = [row for row in scope.rows if self.facts.is_money(row.transfer.unit)]
            if rows:
                yield "nothing is paid", self.describe_rows(rows)

    def check_seat_numbers(self, tokens: Sequence[Token], scope: Scope) -> Iterator[Claim]:
        """Check "Ada 3" and "Ada has $50" against the metrics, rows and events of the seat."""
        for one, token in find_seat_numbers(tokens):
            numbers = self.list_seat_numbers(one.ids[0], scope)
            if not any(token.fits(number) for number in numbers):
                rows = [row for row in scope.rows if one.ids[0] in (row.payer, row.payee)]
                yield f"{one.text} {token.text}", self.describe_rows(rows)

    def check_amounts(self, tokens: Sequence[Token], scope: Scope) -> Iterator[Claim]:
        """Check that an amount is the sum of all rows of a kind, a metric, or a fact of an event.

        An incomplete sum is an error.
        """
        for at, token in enumerate(tokens):
            wanted = self.rows_of_amount(token)
            if token.kind != "amount" or wanted is None or is_ordinal(tokens, at):
                continue
            if not token.is_money and not token.ids:
                continue
            rows = [row for row in scope.rows if wanted(row)]
            keys: tuple[Callable[[LedgerRow], object], ...] = (
                lambda row: (row.transfer.unit, row.transfer.reason),
                lambda row: (row.transfer.unit, row.transfer.reason, row.places),
                lambda row: (row.transfer.unit, row.transfer.reason, row.payer, row.payee),
                lambda row: (row.transfer.unit, row.payer, row.payee),
                lambda row: (row.transfer.unit, row.payer),
                lambda row: (row.transfer.unit, row.payee),
            )
            numbers = {one for key in keys for one in group_totals(rows, key).values()}
            numbers |= scope.fact_numbers | scope.metric_numbers
            if not any(token.fits(number) for number in numbers):
                yield f"the amount {token.text}", self.describe_rows(rows)

    def list_seat_numbers(self, seat: str, scope: Scope) -> set[Fraction]:
        """Return the numbers that a summary may print next to the name of a seat.

        These are its metrics and their changes, its total receipts and payments for each reason and
        at each place, the number of such rows, and the number of events that name it.
        """
        found: set[Fraction] = set()
        ends = [pick_seat(row, seat) for row in (*scope.metrics[:1], *scope.metrics[-1:])]
        for values in ends:
            found |= {abs(Fraction(str(value))) for value in iter_numbers(values)}
        if len(ends) > 1:
            found |= set(iter_changes(*ends))
        rows = [row for row in scope.rows if seat in (row.payer, row.payee)]
        for key in (
            lambda row: (row.payee == seat, row.transfer.unit),
            lambda row: (row.payee == seat, row.transfer.unit, row.transfer.reason),
            lambda row: (row.payee == seat, row.transfer.unit, row.places),
        ):
            found |= {abs(total) for total in group_totals(rows, key).values()}
        for key in (
            lambda row: (row.payee == seat, row.transfer.reason),
            lambda row: (row.payee == seat, row.transfer.unit),
        ):
            counts: dict[Any, int] = {}
            for row in rows:
                counts[key(row)] = counts.get(key(row), 0) + 1
            found |= {Fraction(count) for count in counts.values()}
        for event in scope.events:
            for value in event.facts.values():
                if isinstance(value, Mapping) and seat in value:
                    found |= {abs(Fraction(one)) for one in iter_numbers(value[seat])}
            if seat == event.seat or seat in map(str, event.facts.values()):
                found |= {abs(Fraction(one)) for one in iter_numbers([*event.facts.values()])}
        return found
