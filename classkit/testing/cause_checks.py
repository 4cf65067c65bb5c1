"""Checks of causes, which explain a metric's change by payments, places and things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import NamedTuple

from .payment_claims import PLACE_WORDS, VERBS
from .sentence_checks import FalseSentence, SentenceChecker
from .sentence_facts import (
    LedgerRow,
    Scope,
    iter_numbers,
    net_totals,
    pick_seat,
    pick_totals,
    running_totals,
    signed_total,
)
from .sentence_parts import (
    GAINING_VERBS,
    HOLDING_WORDS,
    LOSING_VERBS,
    EventSentence,
    ExplainedChange,
    TextsOfEvents,
    find_counted_seats,
    find_event_sentences,
    remove_sentences,
)
from .sentence_tokens import Token
from .worth_checks import NUMBER_WORDS, check_worth

Claim = tuple[str, str]
VALUE_WORDS = frozenset({"from", "its", "their", "to", "worth", "your"})
"""Words that precede a number of things previously held, or a price."""
MAX_RUN = 100
"""Maximum number of rows for which all sums of consecutive rows are computed."""
MORE = re.compile(r"\b(\d+|one|two|three|four|five|six) (?:more|others?)\b")
SOURCES = re.compile(r":(?= [+−-]?[^\s\w]?[\d.,]+(?: \w+)? (?:at|on) )")
"""A colon that introduces amounts with their places."""
TURN_PREFIX = re.compile(r"^(?:T|t)urn (\d+): ")


class ReadCause(NamedTuple):
    """A cause of a change, to be checked against payments.

    Args:
        text: The cause, such as "rent on Boardwalk from Ada".
        tokens: Its tokens.
        seat: The seat whose metric has changed.
        amount: The signed part of the change that the cause explains, or None if unknown.
        rows: Ledger rows of the seat that the cause may report.
    """

    text: str
    tokens: Sequence[Token]
    seat: str
    amount: Fraction | None
    rows: Sequence[LedgerRow]


class CauseChecker(SentenceChecker):
    """Checks causes of changes in one match."""

    def check_event_sentences(
        self, text: str, told: Sequence[EventSentence], where: str
    ) -> list[FalseSentence]:
        """Check the sentences of events within a text."""
        found = []
        for one in told:
            sentence = text[one.start : one.end]
            checks = [
                self.check_event_text(last, sentence, where, *first[:1])
                for *first, last in one.events
            ]
            if all(checks):
                found += checks[0]
        return found

    # --- changes of metrics -----------------------------------------------------------------------

    def check_changes(self, tokens: Sequence[Token], scope: Scope) -> Iterator[Claim]:
        """Check "Ada gains $50": a metric of the seat changes by this amount in these turns."""
        for seat, verb, amount in zip(tokens, tokens[1:], tokens[2:], strict=False):
            is_gain = verb.text in GAINING_VERBS
            if seat.kind != "seat" or amount.kind != "amount":
                continue
            if not is_gain and verb.text not in LOSING_VERBS:
                continue
            changes = self.list_changes(seat.ids[0], scope)
            if not any(amount.fits(by) and (by > 0) == is_gain for by in changes):
                shown = sorted({round(float(by), 2) for by in changes if by})
                yield f"{seat.text} {verb.text} {amount.text}", f"its metrics change by {shown}"

    def list_changes(self, seat: str, scope: Scope) -> list[Fraction]:
        """Return the changes of a seat's metrics, and of its holdings of each unit."""
        found = []
        for before, after in [(row, scope.metrics[-1]) for row in scope.metrics[:-1]]:
            for key, value in pick_seat(after, seat).items():
                then = pick_seat(before, seat).get(key)
                if isinstance(value, (int, float)) and isinstance(then, (int, float)):
                    found.append(Fraction(str(value)) - Fraction(str(then)))
        units = {row.transfer.unit for row in scope.rows}
        for unit in units:
            rows = [row for row in scope.rows if row.transfer.unit == unit]
            found.append(signed_total(rows, seat))
        return found

    def check_parts(self, change: ExplainedChange) -> Iterator[Claim]:
        """Check that the parts sum to the change, or leave the remainder that the text states."""
        total = sum((part.amount for part in change.parts), start=Fraction(0))
        left = change.change - total
        told = ", ".join(f"{float(part.amount):+,.10g}" for part in change.parts)
        claim, fact = f"a change of {float(change.change):+,.10g}", f"parts of {told}"
        if not change.parts:
            yield claim, "parts without amounts"
        elif change.rest is None:
            if left * change.change <= 0 or total * change.change <= 0:
                yield f"{claim}, including its parts", fact
        elif abs(left - change.rest) > change.tolerance:
            yield f"{claim}, the sum of its parts", fact

    def check_sources(self, change: ExplainedChange, scope: Scope) -> Iterator[Claim]:
        """Check adjacent parts that are payments of one kind, such as two incomes.

        Together they must name all places where the seat was paid.
        """
        rows = [row for row in scope.rows if change.seat in (row.payer, row.payee)]
        for first, last in combinations(range(len(change.parts) + 1), 2):
            if last - first > 1:
                parts = change.parts[first:last]
                text = " and ".join(f"{float(abs(of)):.10g} {words}" for of, words in parts)
                total = sum((part.amount for part in parts), start=Fraction(0))
                cause = ReadCause(text, self.reader.read(text), change.seat, total, rows)
                yield from self.check_paying_places(cause)

    # --- causes ---------------------------------------------------------------------------------

    def check_cause(
        self,
        text: str,
        seat: str | None,
        amount: Fraction | None,
        scope: Scope,
        sentences: TextsOfEvents,
    ) -> list[FalseSentence]:
        """Check the cause of a change.

        Args:
            text: The cause, such as "rent on Boardwalk from Ada".
            seat: The seat whose metric has changed, or None for the table.
            amount: The signed part of the change that the cause explains, or None if unknown.
            scope: The turns of the change.
            sentences: Sentences of the events of these turns, with the numbers of their events.
        """
        if prefix := TURN_PREFIX.match(text):
            turn = int(prefix[1])
            scope, text = Scope.of_turns(self.facts, turn - 1, turn), text[prefix.end() :]
        first, last = self.event_range(scope)
        own = {
            one: [numbers for numbers in known if first <= numbers[-1] <= last]
            for one, known in sentences.items()
        }
        told = find_event_sentences(text, {one: known for one, known in own.items() if known})
        whole = [one for one in told if one.is_whole]
        found = self.check_event_sentences(text, whole, "cause")
        for rest in remove_sentences(text, whole):
            claims = self.check_cause_text(rest, seat, amount, scope)
            found += [FalseSentence("cause", text, *claim) for claim in claims]
        return found

    def event_range(self, scope: Scope) -> tuple[int, int]:
        """Return the numbers of the first and last event in a range of turns."""
        if not scope.events:
            return 1, 0
        numbers = self.facts.event_numbers
        return numbers[id(scope.events[0])], numbers[id(scope.events[-1])]

    def check_cause_text(
        self, text: str, seat: str | None, amount: Fraction | None, scope: Scope
    ) -> Iterator[Claim]:
        """Check a cause that is not the sentence of an event."""
        tokens = self.reader.read(text)
        counted = find_counted_seats(tokens)
        yield from self.check_names(tokens, scope.seats | counted | {seat or ""}, scope.places)
        yield from self.check_changes(tokens, scope)
        yield from check_worth(text, tokens, seat, amount, scope)
        if seat is None:
            return
        rows = [
            row for row in scope.rows if seat in (row.payer, row.payee) and row.payer != row.payee
        ]
        cause = ReadCause(text, tokens, seat, amount, rows)
        yield from self.check_paying_places(cause)
        yield from self.check_counterparty(cause)
        yield from self.check_quantities(tokens, seat, scope)

    def check_paying_places(self, cause: ReadCause) -> Iterator[Claim]:
        """Check that a cause names all places that paid, and no other place."""
        text, tokens, rows = cause.text, cause.tokens, cause.rows
        moved = {row.transfer.unit for row in rows}
        places = [
            token
            for before, token in zip([None, *tokens], tokens, strict=False)
            if token.kind == "place"
            and (not {*token.ids} & moved or (before is not None and before.text in PLACE_WORDS))
        ]
        if not places:
            return
        named = {place for token in places for place in token.ids}
        candidates = self.find_reported_rows(cause)
        known = [paying for paying in candidates if self.names_rows(text, paying, named)]
        if not known and any(row.places & named for row in rows):
            return  # the cause explains something other than a sum of payments
        claims = [
            [
                *self.check_places_of_rows(text, places, paying),
                *self.check_place_amounts(tokens, paying),
            ]
            for paying in known or candidates
        ]
        if claims and all(claims):
            yield from min(claims, key=len)

    def names_rows(self, text: str, rows: Sequence[LedgerRow], places: set[str]) -> bool:
        """Return whether a text names the rows' reason, or a place of one of them."""
        return self.names_reason(text, rows[0].transfer.reason) or any(
            row.places & places for row in rows
        )

    def check_places_of_rows(
        self, text: str, places: Sequence[Token], paying: Sequence[LedgerRow]
    ) -> Iterator[Claim]:
        """Check that these places are the places where these rows were paid."""
        named = {place for token in places for place in token.ids}
        for token in places:
            if not any(row.places & {*token.ids} for row in paying):
                yield f"paid at {token.text}", self.describe_rows(paying)
        missing = {row.places for row in paying if not row.places & named}
        more = sum(int(NUMBER_WORDS.get(one, one)) for one in MORE.findall(text))
        if missing and len(missing) != more:
            yield f"all was paid at {self.list_places(named)}", self.describe_rows(paying)

    def check_place_amounts(
        self, tokens: Sequence[Token], paying: Sequence[LedgerRow]
    ) -> Iterator[Claim]:
        """Check "$50 paid at Boardwalk and $60 at Park Place": the total paid at each place."""
        numbers = [at for at, token in enumerate(tokens) if token.kind == "amount"]
        stated: dict[tuple[str, ...], Fraction] = {}
        for at, until in pairwise([*numbers, len(tokens)]):
            places = [token for token in tokens[at:until] if token.kind == "place"]
            if len(places) == 1:
                known = stated.get(places[0].ids, Fraction(0))
                stated[places[0].ids] = known + tokens[at].value
        for spaces, amount in stated.items():
            there = [row for row in paying if row.places & {*spaces}]
            if amount != sum(row.transfer.amount for row in there):
                where = self.list_places(spaces)
                yield f"{float(amount):,.10g} at {where}", self.describe_rows(there)

    def find_reported_rows(self, cause: ReadCause) -> list[list[LedgerRow]]:
        """Return the rows that a cause may report: rows with one reason that sum to its amount.

        If the text names a reason, rows with other reasons do not count.
        """
        found, amount = [], cause.amount
        for reason in dict.fromkeys(row.transfer.reason for row in cause.rows):
            own = [row for row in cause.rows if row.transfer.reason == reason]
            own = [row for row in own if row.transfer.unit in self.match.ledger.balances]
            if amount is not None and signed_total(own, cause.seat) == amount:
                found.append(own)
        named = [own for own in found if self.names_reason(cause.text, own[0].transfer.reason)]
        return named or found

    def check_counterparty(self, cause: ReadCause) -> Iterator[Claim]:
        """Check "from Ada" and "to Ada" at the end of a cause."""
        text, tokens, seat, amount = cause.text, cause.tokens, cause.seat, cause.amount
        reported = [
            own
            for own in self.find_reported_rows(cause)
            if self.names_reason(text, own[0].transfer.reason)
        ]
        parties = [
            (word.text, token)
            for word, token in pairwise(tokens)
            if word.text in ("from", "to") and token.kind == "seat"
        ]
        if len(parties) != 1 or not reported or find_verb(tokens):
            return
        ((word, token),) = parties
        others = [
            {row.payer if row.payee == seat else row.payee for row in own} for own in reported
        ]
        is_gain = amount is not None and amount > 0
        # a text with a colon may report an exchange of things for money
        wrong_way = is_gain != (word == "from") and ":" not in SOURCES.sub("", text)
        if {token.ids[0]} not in others or wrong_way:
            yield f"{word} {token.text}", self.describe_rows(reported[0])

    def check_quantities(self, tokens: Sequence[Token], seat: str, scope: Scope) -> Iterator[Claim]:
        """Check "2 oil": the seat gained or lost that number, for any set of reasons."""
        for at, token in enumerate(tokens):
            units = {*token.ids} & {*self.match.ledger.balances}
            if token.kind != "amount" or token.is_money or not units or "." in token.text:
                continue
            after = [one.text for one in tokens[at + 1 : at + 3]]
            if (at and tokens[at - 1].text in VALUE_WORDS) or after == HOLDING_WORDS:
                continue
            moved = [row for row in scope.rows if row.transfer.unit in units]
            own = [row for row in moved if seat in (row.payer, row.payee)]
            if not any(
                token.fits(total)
                for totals in iter_quantities(moved, own, seat, scope)
                for total in totals
            ):
                yield f"{token.text} came or went", self.describe_rows(own)


def iter_quantities(
    moved: Sequence[LedgerRow], own: Sequence[LedgerRow], seat: str, scope: Scope
) -> Iterator[Iterable[Fraction]]:
    """Yield the numbers of a thing that a cause may contain, the most likely first.

    These are the seat's gains or losses for some reasons, its metrics, and the gains or losses of
    each account. A price over several turns may be explained by movements in some of them.
    """
    reasons = {row.transfer.reason: list[LedgerRow]() for row in moved}
    for row in moved:
        reasons[row.transfer.reason].append(row)
    by_reason = [[row for row in rows if row in own] for rows in reasons.values()]
    yield pick_totals([signed_total(rows, seat) for rows in by_reason if rows])
    for metrics in (*scope.metrics[:1], *scope.metrics[-1:]):
        yield (abs(Fraction(str(number))) for number in iter_numbers(pick_seat(metrics, seat)))
    yield net_totals(moved)
    if len({row.transfer.turn for row in scope.rows}) > 1:
        for rows in reasons.values():
            yield running_totals(rows[-MAX_RUN:])


def find_verb(tokens: Sequence[Token]) -> str:
    """Return the first verb of payment in a text, or ""."""
    return next((token.text for token in tokens if token.text in VERBS), "")
