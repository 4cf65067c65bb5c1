"""Payments that a finished sentence reports: who pays or gets how much, from whom, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from .sentence_tokens import Clause, Token, is_ordinal, split_clauses

PAYING_VERBS = frozenset({"pays", "pay", "repays", "spends", "returns"})
RECEIVING_VERBS = frozenset({
    "gets", "get", "receives", "receive", "earns", "earn", "collects", "scores", "score", "mines",
    "produces",
})  # fmt: skip
GIVING_UP_VERBS = frozenset({"delivers", "releases", "consumes"})
BUYING_VERBS = frozenset({"buys", "buy"})
SELLING_VERBS = frozenset({"sells", "sell"})
GIVING_VERBS = frozenset({"gives", "give"})
"""Verbs of an exchange. The item given comes first, the item received follows "for"."""
AUXILIARY_WORDS = frozenset({"has", "have", "must", "to"})
BRINGING_VERBS = frozenset({"brings", "bring", "pays", "pay"})
"""Verbs whose subject is a place or a reason, and whose objects receive money."""
COSTING_VERBS = frozenset({"costs", "cost"})
VERBS = (
    PAYING_VERBS | RECEIVING_VERBS | GIVING_UP_VERBS | BUYING_VERBS | SELLING_VERBS | BRINGING_VERBS
    | COSTING_VERBS | GIVING_VERBS
)  # fmt: skip
HYPOTHETICAL_WORDS = frozenset({
    "alliance", "asks", "bids", "bill", "cannot", "could", "declines", "fails", "if", "law", "may",
    "offers", "proposes", "refuses", "tables", "wants", "would",
})  # fmt: skip
"""Words that mark a sentence about payments that have not been made."""
TOTAL_WORD = "making"
"""The word before the resulting total of a payment: "gets a token, making 3 in all"."""
PLACE_WORDS = frozenset({"at", "on", "in", "of"})


class PaymentClaim(NamedTuple):
    """A payment as a sentence reports it. A party that the sentence does not name is None.

    ``parties`` may be seats or accounts. ``places`` contains ids of spaces: several if they share a
    title, none if the sentence names no place.
    """

    payer: str | None
    payee: str | None
    amount: Token
    places: tuple[str, ...]
    text: str


def find_claims(tokens: Sequence[Token]) -> Iterator[PaymentClaim]:
    """Yield the payments that the sentences report as made."""
    if any(token.text.lower() in HYPOTHETICAL_WORDS for token in tokens):
        return
    for clause in split_clauses(tokens):
        future = next((at for at, token in enumerate(clause) if token.text == "will"), None)
        yield from find_clause_claims(clause[:future])


def find_clause_claims(clause: Clause) -> Iterator[PaymentClaim]:
    """Yield the payments that one clause reports."""
    first = next((token for token in clause if token.kind in ("seat", "account")), None)
    verbs = [at for at, token in enumerate(clause) if token.text in VERBS]
    for at, until in pairwise([*verbs, len(clause)]):
        before, after = clause[:at], clause[at + 1 : until]
        subject = find_subject(before, first)
        places = find_claimed_places(clause[: at + 1] if subject is None else (), after)
        yield from find_verb_claims(clause[at].text, subject, after, places)


def find_subject(before: Clause, first: Token | None) -> str | None:
    """Return the party that is the subject, or None if the subject is a place or a reason."""
    while before and before[-1].text in AUXILIARY_WORDS:
        before = before[:-1]
    if not before:
        return None
    last = before[-1]
    if last.kind in ("seat", "account"):
        several = len(before) > 1 and before[-2].text == "and"
        return None if several else last.ids[0]
    return first.ids[0] if first is not None and last.text == "and" else None


def find_claimed_places(before: Clause, after: Clause) -> tuple[str, ...]:
    """Return the place of a payment in a claim."""
    if before:
        named = [token for token in before if token.kind == "place"]
        if len(named) == 1:
            return named[0].ids
    for one, token in pairwise(after):
        if token.kind == "place" and one.text in PLACE_WORDS:
            return token.ids
    return ()


def find_verb_claims(
    verb: str, subject: str | None, after: Clause, places: tuple[str, ...]
) -> Iterator[PaymentClaim]:
    """Yield the payments that a verb reports together with its subject and objects."""
    pairs = [
        (one, two) for one, two in pairwise(after) if one.kind == "seat" and two.kind == "amount"
    ]
    text = " ".join(token.text for token in after)
    if verb in COSTING_VERBS:
        for seat, amount in pairs:
            yield PaymentClaim(seat.ids[0], None, amount, places, text)
        return
    if subject is None:
        if verb in BRINGING_VERBS:
            for seat, amount in pairs:
                yield PaymentClaim(None, seat.ids[0], amount, places, text)
        return
    if verb in GIVING_VERBS:
        if after and after[0].kind == "amount":
            yield PaymentClaim(subject, None, after[0], places, text)
        for word, amount in pairwise(after):
            if word.text == "for" and amount.kind == "amount":
                yield PaymentClaim(None, subject, amount, places, text)
        return
    is_trade = verb in BUYING_VERBS | SELLING_VERBS
    numbers = [at for at, token in enumerate(after) if token.kind == "amount"]
    numbers = [at for at in numbers if not is_ordinal(after, at)]
    numbers = [at for at in numbers if not at or after[at - 1].text != TOTAL_WORD]
    if is_trade:
        numbers = [at for at in numbers if at and after[at - 1].text == "for"]
    if not numbers:
        return
    amount = after[numbers[0]]
    other = find_other_party(after[: numbers[0]] if is_trade else after, numbers[0])
    if verb in PAYING_VERBS | GIVING_UP_VERBS | BUYING_VERBS:
        yield PaymentClaim(subject, other, amount, places, text)
    else:
        yield PaymentClaim(other, find_beneficiary(after) or subject, amount, places, text)


def find_other_party(after: Clause, amount_at: int) -> str | None:
    """Return the other party of a payment: "pays Ada $5", "gets $5 from Ada"."""
    parties = ("seat", "account")
    if amount_at and len(after) >= amount_at and after[amount_at - 1].kind in parties:
        return after[amount_at - 1].ids[0]
    for one, token in pairwise(after):
        if one.text in ("from", "to") and token.kind in parties:
            return token.ids[0]
    return None


def find_beneficiary(after: Clause) -> str | None:
    """Return the account that benefits from an action: "mines 2 gold for the market"."""
    for one, token in pairwise(after):
        if one.text == "for" and token.kind == "account":
            return token.ids[0]
    return None
