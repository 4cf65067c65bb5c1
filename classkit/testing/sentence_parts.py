"""Parts of finished texts: sentences of events inside them, causes, and numbers of seats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from .sentence_tokens import Token, is_ordinal

TextsOfEvents = Mapping[str, Sequence[tuple[int, ...]]]
"""Sentences with the events that each may report: one, or two that it merges."""
GAINING_VERBS, LOSING_VERBS = frozenset({"gains", "gain"}), frozenset({"loses", "lose"})
HAVING_VERBS = frozenset({"has", "have", "leads", "lead", "owns", "wins"})
SIGNED_AMOUNT = re.compile(r" ?\(([+−-][^()]*)\)")


class EventSentence(NamedTuple):
    """The sentence of an event inside a longer text, and the events that it may report.

    ``is_whole`` is False for the beginning of a longer sentence.
    """

    start: int
    end: int
    events: tuple[tuple[int, ...], ...]
    is_whole: bool


def find_event_sentences(text: str, sentences: TextsOfEvents) -> Iterator[EventSentence]:
    """Yield the sentences of events in a text, in the order of the text."""
    found: list[EventSentence] = []
    for sentence in sorted(sentences, key=len, reverse=True):
        wanted = sentence.removesuffix(".")
        at = text.find(wanted) if wanted else -1
        while at >= 0:
            end = at + len(wanted)
            begins = at == 0 or (text[at - 1] in " (" and text[: at - 1].rstrip()[-1:] in ".:;!?(")
            if begins and not any(one.start < end and at < one.end for one in found):
                is_whole = text[end : end + 1] in ("", ".") or not wanted[-1].isalnum()
                found.append(EventSentence(at, end, tuple(sentences[sentence]), is_whole))
            at = text.find(wanted, end)
    yield from sorted(found)


def find_gaps(text: str, told: Sequence[EventSentence]) -> list[tuple[int, int]]:
    """Return where the parts of a text between the sentences of events begin and end."""
    ends = [0, *(one.end for one in told)]
    starts = [*(one.start for one in told), len(text)]
    return list(zip(ends, starts, strict=True))


def find_neighbours(told: Sequence[EventSentence], begin: int, end: int) -> tuple[int, int | None]:
    """Return the last event told before a gap, 0 without one, and the first one told after it."""
    before = [numbers[-1] for one in told if one.end <= begin for numbers in one.events]
    after = [numbers[-1] for one in told if one.start >= end for numbers in one.events]
    return max(before, default=0), min(after, default=None)


def remove_sentences(text: str, told: Sequence[EventSentence]) -> list[str]:
    """Return the parts of a text between the sentences of events."""
    parts = [text[begin:end].strip(" .") for begin, end in find_gaps(text, told)]
    return [f"{part}." for part in parts if part]


def split_causes(text: str, tokens: Sequence[Token]) -> Iterator[tuple[str, Fraction | None, str]]:
    """Yield the causes of gains and losses: the seat, the part of the change, and the cause."""
    for at in range(len(tokens) - 2):
        seat, verb, amount = tokens[at : at + 3]
        sign = (verb.text in GAINING_VERBS) - (verb.text in LOSING_VERBS)
        if seat.kind != "seat" or not sign or amount.kind != "amount":
            continue
        breaks = [one for one in tokens[at + 3 :] if one.kind == "break" and one.text in ".;:"]
        if not breaks or breaks[0].text != ":":
            continue
        end = breaks[1].start if len(breaks) > 1 else len(text)
        cause = text[breaks[0].end : end].strip()
        for part, words in split_amounts(cause, sign * amount.value):
            yield seat.ids[0], part, words


def split_amounts(cause: str, whole: Fraction) -> Iterator[tuple[Fraction, str]]:
    """Yield the parts of a cause with their amounts; one without an amount explains the whole.

    >>> [(int(by), words) for by, words in split_amounts("rent (+$5) and tax (-$2)", Fraction(3))]
    [(5, 'rent'), (-2, 'tax')]
    """
    pieces = SIGNED_AMOUNT.split(cause)
    if len(pieces) == 1:
        yield whole, cause
    for words, printed in zip(pieces[::2], pieces[1::2], strict=False):
        digits = "".join(one for one in printed if one.isdigit() or one == ".")
        size = Fraction(digits) if digits else Fraction(0)
        yield -size if printed[0] in "-−" else size, words.strip(" ,").removeprefix("and ")


def find_seat_numbers(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield each seat with the number printed next to it: "Ada 3", "Ada now owns 50%"."""
    for at, token in enumerate(tokens):
        if token.kind not in ("amount", "percent") or is_ordinal(tokens, at):
            continue
        before = [one for one in tokens[max(at - 3, 0) : at] if one.text not in ("with", "now")]
        while before and before[-1].text in HAVING_VERBS:
            before.pop()
        if before and before[-1].kind == "seat":
            yield before[-1], token


def find_counted_seats(tokens: Sequence[Token]) -> set[str]:
    """Return the seats that a text names only to give a number of theirs."""
    changing = GAINING_VERBS | LOSING_VERBS | HAVING_VERBS
    found = {seat.ids[0] for seat, _ in find_seat_numbers(tokens)}
    return found | {
        seat.ids[0]
        for seat, verb in pairwise(tokens)
        if seat.kind == "seat" and (verb.text in changing or verb.text in ("'s", "’s"))
    }


def split_now(tokens: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Return the tokens of the sentence "Ada must decide now", and the others."""
    at = next(
        (
            at
            for at, three in enumerate(zip(tokens, tokens[1:], tokens[2:], strict=False))
            if [token.text for token in three] == ["must", "decide", "now"]
        ),
        None,
    )
    if at is None:
        return [], list(tokens)
    first = at
    while first and tokens[first - 1].kind != "break":
        first -= 1
    return list(tokens[first:at]), [*tokens[:first], *tokens[at + 3 :]]


def remove_causes(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens without the causes of gains and losses, which follow a colon."""
    found: list[Token] = []
    inside = False
    for at, token in enumerate(tokens):
        if token.kind == "break" and token.text in ".;:":
            words = {one.text for one in tokens[max(at - 8, 0) : at]}
            inside = token.text == ":" and bool(words & (GAINING_VERBS | LOSING_VERBS))
        if not inside:
            found.append(token)
    return found
