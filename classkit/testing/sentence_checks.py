"""Checks of finished sentences against the events and the ledger of their match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from classkit.engine.events import Event
from classkit.engine.match import Match

from .payment_claims import VERBS, PaymentClaim, find_claims
from .sentence_facts import (
    LedgerRow,
    MatchFacts,
    Scope,
    group_totals,
    iter_numbers,
    running_totals,
)
from .sentence_tokens import SentenceReader, Token

MAX_EVENTS_BACK = 12
"""Maximum number of events between a roll of dice and its effect."""
MAX_LISTED = 6
"""Maximum number of ledger rows listed in a message."""


class FalseSentence(NamedTuple):
    """A sentence that contradicts the ledger or the events."""

    where: str
    sentence: str
    claim: str
    found: str

    def __str__(self) -> str:
        return (
            f"{self.where}: {self.sentence!r}\n  claims: {self.claim}\n  the ledger: {self.found}"
        )


class SentenceChecker:
    """Checks sentences about one match.

    Each check returns the contradictions that it finds, or nothing for a true sentence.

    Args:
        match: The match.
        you: The seat that the sentences address as "you", if any.
    """

    def __init__(self, match: Match, you: str | None = None) -> None:
        self.match, self.say = match, match.say()
        self.facts, self.reader = MatchFacts(match), SentenceReader(match, you)

    # --- one event ------------------------------------------------------------------------------

    def check_event_text(
        self, number: int, text: str, where: str, first: int | None = None
    ) -> list[FalseSentence]:
        """Check the sentence of an event against its facts and the rows of its turn.

        Args:
            number: Number of the event.
            text: The sentence.
            where: The place where it is shown, for messages.
            first: Number of an earlier event that the sentence also reports, if any.
        """
        event = self.facts.events[number - 1]
        events = [event] if first is None else [self.facts.events[first - 1], event]
        tokens, scope = self.reader.read(text), self.event_scope(event)
        own = Scope(self.facts, events, self.list_near_rows(number))
        found = [
            *self.check_names(tokens, own.seats, own.places | self.last_places(number)),
            *self.check_event_numbers(tokens, number, own),
            *self.check_keyed_numbers(tokens, event),
            *self.check_claims(find_claims(tokens), scope, is_summary=False),
        ]
        return [FalseSentence(where, text, *one) for one in found]

    def event_scope(self, event: Event) -> Scope:
        """Return the scope of an event: its turn."""
        return Scope(self.facts, [event], self.facts.rows_by_turn.get(event.turn, []))

    def list_near_rows(self, number: int) -> list[LedgerRow]:
        """Return the ledger rows just before and just after an event."""
        rows = self.facts.rows_by_position
        return [*rows.get(number - 1, ()), *rows.get(number, ())]

    def last_places(self, number: int) -> frozenset[str]:
        """Return the places of the payments near an event."""
        return frozenset(place for row in self.list_near_rows(number) for place in row.places)

    def check_names(
        self, tokens: Sequence[Token], seats: frozenset[str], places: frozenset[str]
    ) -> Iterator[tuple[str, str]]:
        """Check that seats and places named in a text are in its facts."""
        for token in tokens:
            if token.kind == "seat" and not seats & {*token.ids}:
                yield f"the seat {token.text}", f"nothing about it, but {self.list_seats(seats)}"
            if token.kind == "place" and not places & {*token.ids}:
                yield f"the place {token.text}", f"nothing there, but {self.list_places(places)}"

    def check_event_numbers(
        self, tokens: Sequence[Token], at: int, own: Scope
    ) -> Iterator[tuple[str, str]]:
        """Check that each number in the sentence of an event is in its facts.

        Counts other than money may also result from the roll just before.
        """
        event = self.facts.events[at - 1]
        before = self.facts.events[max(at - MAX_EVENTS_BACK, 0) : at - 1]
        dice = [one for one in before if one.turn == event.turn]
        amounts = {Fraction(row.transfer.amount) for row in own.rows}
        amounts |= {Fraction(event.turn), Fraction(1)}
        counts = Scope(self.facts, dice, ()).fact_numbers
        for token in tokens:
            if token.kind != "amount":
                continue
            known = own.fact_numbers | amounts | (frozenset() if token.is_money else counts)
            if not any(token.fits(number) for number in known):
                facts = ", ".join(f"{key}={value}" for key, value in event.facts.items())
                yield f"the amount {token.text}", f"event {event.name} with {facts}"

    def check_keyed_numbers(
        self, tokens: Sequence[Token], event: Event
    ) -> Iterator[tuple[str, str]]:
        """Check "Ada $50": if the facts have a number for each seat, the text must have Ada's."""
        keyed = [
            fact
            for fact in event.facts.values()
            if isinstance(fact, dict) and fact and {*fact} <= {*self.facts.seats}
        ]
        for before, one, token in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if one.kind != "seat" or token.kind not in ("amount", "percent") or not keyed:
                continue
            if before.text in VERBS:
                continue  # "pays Ada $50"
            known = [fact[one.ids[0]] for fact in keyed if one.ids[0] in fact]
            numbers = [number for value in known for number in iter_numbers(value)]
            if not any(token.fits(number) for number in numbers):
                yield f"{token.text} of {one.text}", f"{known} for {one.text}"

    # --- payments ---------------------------------------------------------------------------------

    def check_claims(
        self, claims: Iterable[PaymentClaim], scope: Scope, is_summary: bool
    ) -> Iterator[tuple[str, str]]:
        """Check that the ledger contains each payment in its direction and amount.

        An event may report a single row. A summary must report the sum of all rows that match its
        description.
        """
        for claim in claims:
            wanted = self.rows_of_amount(claim.amount)
            if wanted is None or not claim.amount.value:
                continue
            rows = scope.list_rows(claim.payer, claim.payee, wanted)
            if claim.places:
                rows = [row for row in rows if row.places & {*claim.places}]
            if not any(
                claim.amount.fits(total) for total in self.list_totals(rows, claim, is_summary)
            ):
                yield (
                    self.describe_claim(claim),
                    self.describe_rows(rows or scope.list_rows(wanted=wanted)),
                )

    def rows_of_amount(self, amount: Token) -> Callable[[LedgerRow], bool] | None:
        """Return a filter for the rows that an amount may count, or None if the ledger has none."""
        if amount.is_money:
            return lambda row: self.facts.is_money(row.transfer.unit)
        units = {*amount.ids} & {*self.match.ledger.balances}
        if amount.ids:
            return (lambda row: row.transfer.unit in units) if units else None
        return lambda row: row.transfer.unit in self.match.ledger.balances

    def list_totals(
        self, rows: Sequence[LedgerRow], claim: PaymentClaim, is_summary: bool
    ) -> set[Fraction]:
        """Return the amounts that a text may report for these rows."""
        named = [row for row in rows if self.names_reason(claim.text, row.transfer.reason)]
        totals = {sum((Fraction(row.transfer.amount) for row in named or rows), Fraction(0))}
        totals |= {*group_totals(named or rows, lambda row: row.transfer.reason).values()}
        if not is_summary:
            totals |= {Fraction(row.transfer.amount) for row in rows}
            totals |= running_totals(rows[-40:])
        return totals - {Fraction(0)}

    def names_reason(self, text: str, reason: str) -> bool:
        """Return whether a text contains the words for a reason.

        Words that are the title of an item do not count, because a text may be about the item.
        """
        words = self.say.words.reasons.get(reason, "")
        if self.reader.names.get(words, ("", []))[0] == "thing":
            return False
        return bool(words) and words.lower() in text.lower()

    # --- messages ---------------------------------------------------------------------------------

    def describe_claim(self, claim: PaymentClaim) -> str:
        """Return a claim as text."""
        payer, payee = (
            self.say.account(party) if party else "somebody" for party in (claim.payer, claim.payee)
        )
        where = f" at {self.say.space(claim.places[0])}" if claim.places else ""
        return f"{payer} pays {payee} {claim.amount.text}{where}"

    def describe_rows(self, rows: Sequence[LedgerRow]) -> str:
        """Return ledger rows as text."""
        lines = []
        for row in rows[:MAX_LISTED]:
            moved = row.transfer
            where = f" at {self.list_places(row.places)}" if row.places else ""
            lines.append(
                f"row {row.number} {self.say.account(moved.source)} to "
                f"{self.say.account(moved.target)} {moved.amount:,} {moved.unit} "
                f"({moved.reason}{where})"
            )
        more = f" and {len(rows) - MAX_LISTED} more" if len(rows) > MAX_LISTED else ""
        return "; ".join(lines) + more if lines else "no row"

    def list_seats(self, seats: Iterable[str]) -> str:
        """Return the names of seats."""
        return ", ".join(self.say.seat(seat) for seat in sorted(seats)) or "nobody"

    def list_places(self, places: Iterable[str]) -> str:
        """Return the titles of spaces."""
        return ", ".join(sorted({self.say.space(place) for place in places})) or "no place"
