"""Checks of causes with two sides: the worth of each side, and whether the seat traded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from classkit.attribution.explanation import Explanation
from classkit.engine.evidence import Evidence

from .sentence_checks import FalseSentence
from .sentence_facts import Scope
from .sentence_tokens import Token
from .story_checks import StoryChecker
from .worth_checks import FORMULA, find_value_changes

Claim = tuple[str, str]


def check_bargain(text: str, tokens: Sequence[Token]) -> Iterator[Claim]:
    """Check "$50 and Boardwalk, worth $450, for Park Place, worth $350".

    The worth of a side is at least 0, and at least the amount of money in it.

    >>> from fractions import Fraction as F
    >>> cash = Token("amount", "$470", ("dollars",), F(470), is_money=True)
    >>> worth = Token("amount", "$300", ("dollars",), F(300), is_money=True)
    >>> words = [Token("word", word) for word in ("and", "Cinema", "worth")]
    >>> [claim for claim, _ in check_bargain("", [cash, *words, worth])]
    ['$470 within $300']
    """
    side: list[Token] = []
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before is not None and before.text == "for":
            side = []
        if token.kind != "amount":
            continue
        if before is None or before.text != "worth":
            side.append(token)
            continue
        if token.sign < 0:
            yield f"worth {token.text}", "holdings cannot have a negative worth"
        of_kind = [one for one in side if one.ids == token.ids and one.is_money == token.is_money]
        most = max(of_kind, key=lambda one: one.value, default=None)
        if most is not None and most.value > token.value + token.tolerance:
            yield f"{most.text} within {token.text}", "a part cannot be worth more than the whole"


def check_causes_of_rents(text: str, tokens: Sequence[Token]) -> Iterator[Claim]:
    """Check the sum in "a house (+$25) and a card (+$5) raise the rent from $20 to $50".

    A text without such amounts yields no claim.
    """
    if not FORMULA.search(text):
        return
    for change in find_value_changes(tokens):
        causes = [one for one in tokens[: change.at] if one.kind == "amount" and one.sign]
        by = change.after.value - change.before.value
        total = sum((one.signed for one in causes), Fraction(0))
        if causes and abs(total - by) > 1:
            yield f"causes of {float(total):,}", f"the change is {float(by):,}"


def check_traded(
    checker: StoryChecker, text: str, seat: str | None, scope: Scope
) -> Iterator[Claim]:
    """Check that a seat that traded, according to a cause, did so in these turns."""
    words = checker.say.words
    named = [one for one in words.exchanges if checker.names_reason(text, one)]
    if seat is None or not named:
        return
    traded = {*words.exchanges} | {
        reason for reason in words.reasons if checker.names_reason(text, reason)
    }
    own = [row for row in scope.rows if seat in (row.payer, row.payee)]
    repaid = {row.transfer.reason for row in own if row.transfer.reason.startswith("loan")}
    if not any(row.transfer.reason in traded | repaid for row in own):
        yield "a trade", f"{checker.say.seat(seat)} trades nothing in these turns"


def check_missing_events(
    checker: StoryChecker, told: Explanation, evidence: Evidence, scope: Scope, where: str
) -> Iterator[FalseSentence]:
    """Check that the evidence of a change includes all events that explain it."""
    split = told.split
    if split.parts and any(part.kind != "told" for part in split.parts):
        return
    turns = {int(part.name) for part in split.parts}
    numbers = checker.facts.event_numbers
    for event in scope.events:
        if event.name not in split.metric.told_by or event.turn not in turns:
            continue
        is_own = split.seat is None or split.seat in (event.seat, *event.facts.values())
        is_part = split.part is None or split.part in event.facts.values()
        if is_own and is_part and checker.say.event_sentence(event):
            number = numbers[id(event)]
            if number not in evidence.events:
                yield FalseSentence(
                    where, str(told), "all events behind it", f"not in its evidence: event {number}"
                )
