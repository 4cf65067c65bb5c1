"""Parts of finished texts: sentences of events inside them, causes, and numbers of seats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from .sentence_tokens import Token, is_ordinal

TextsOfEvents = Mapping[str, Sequence[tuple[int, ...]]]
"""Sentences with the events that each may report, either a single event or two merged events."""
GAINING_VERBS = frozenset({"gains", "gain", "gained"})
LOSING_VERBS = frozenset({"loses", "lose", "lost"})
HAVING_VERBS = frozenset({"has", "have", "leads", "lead", "owns", "wins"})
CONNECTING_WORDS = frozenset(
    {"(", "at", "because", "by", "for", "from", "in", "on", "through", "when", "with"}
)
"""Words between the amount of a part and its cause: "$5 in tax"."""
HOLDING_WORDS = ["in", "reserve"]
"""Words after a number of things previously held."""
TAKING_WORDS = ["takes", "the", "last"]
JOINING_WORDS = ", and "
"""Text between an event and its consequence in one sentence."""
OFFSET = re.compile(
    r", less (?P<amount>[^a-z]+(?: (?!gained|in)\w+)?) (?P<gained>gained )?in other changes"
)
PLACE_OF_CAUSE = re.compile(r" (?=(?:at|on) )")
"""The separator between a cause and its place: "from rent on Boardwalk"."""
INCLUDING = re.compile(r",? including ")


class EventSentence(NamedTuple):
    """The sentence of an event inside a longer text, and the events that it may report.

    ``is_whole`` is False if it is only the beginning of a longer sentence.
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
            begins = begins or text[:at].endswith(JOINING_WORDS)
            if begins and not any(one.start < end and at < one.end for one in found):
                is_whole = text[end : end + 1] in ("", ".") or not wanted[-1].isalnum()
                is_whole = is_whole or text.startswith(JOINING_WORDS, end)
                found.append(EventSentence(at, end, tuple(sentences[sentence]), is_whole))
            at = text.find(wanted, end)
    yield from sorted(found)


def find_gaps(text: str, told: Sequence[EventSentence]) -> list[tuple[int, int]]:
    """Return the start and end of each part of a text between event sentences."""
    ends = [0, *(one.end for one in told)]
    starts = [*(one.start for one in told), len(text)]
    return list(zip(ends, starts, strict=True))


def find_neighbours(told: Sequence[EventSentence], begin: int, end: int) -> tuple[int, int | None]:
    """Return the last event reported before a gap, or 0, and the first one after it, or None."""
    before = [numbers[-1] for one in told if one.end <= begin for numbers in one.events]
    after = [numbers[-1] for one in told if one.start >= end for numbers in one.events]
    return max(before, default=0), min(after, default=None)


def remove_sentences(text: str, told: Sequence[EventSentence]) -> list[str]:
    """Return the parts of a text between the sentences of events."""
    parts = [text[begin:end].strip(" .") for begin, end in find_gaps(text, told)]
    return [f"{part}." for part in parts if part]


class CauseOfPart(NamedTuple):
    """A part of a change as a text reports it: its signed amount and its cause."""

    amount: Fraction
    text: str


class ExplainedChange(NamedTuple):
    """A gain or loss of a seat with its causes.

    Args:
        seat: The seat.
        change: The change, with its sign.
        parts: The parts of the change that are explained.
        rest: The remainder that the text states: 0 if it lists all parts, None for "including".
        tolerance: Tolerance for the sum of the parts, because amounts are rounded.
        start: The start of the sentence in the text.
        end: The end of the causes.
    """

    seat: str
    change: Fraction
    parts: tuple[CauseOfPart, ...]
    rest: Fraction | None
    tolerance: Fraction
    start: int
    end: int


def find_changes(
    text: str, tokens: Sequence[Token], read: Callable[[str], Sequence[Token]]
) -> Iterator[ExplainedChange]:
    """Yield the gains and losses that a text reports, and their causes.

    Args:
        text: The text.
        tokens: Its tokens.
        read: Function that splits a part of the text into tokens.
    """
    for at in range(len(tokens) - 2):
        seat, verb, amount = tokens[at : at + 3]
        sign = (verb.text in GAINING_VERBS) - (verb.text in LOSING_VERBS)
        if seat.kind != "seat" or not sign or amount.kind != "amount":
            continue
        breaks = [one for one in tokens[at + 3 :] if one.kind == "break" and one.text in ".;:"]
        is_list = bool(breaks) and breaks[0].text == ":"
        begin, ends = (breaks[0].end, breaks[1:]) if is_list else (amount.end, breaks)
        end = ends[0].start if ends else len(text)
        cause, rest = text[begin:end].strip(), Fraction(0)
        if found := OFFSET.search(cause):
            cause, (other, *_) = cause[: found.start()], read(found["amount"])
            rest = other.value if found["gained"] else -other.value
        if inside := INCLUDING.search(cause):
            cause, is_list = cause[inside.end() :], True
        change, tolerance = sign * amount.value, amount.tolerance + Fraction(1, 100)
        parts = [CauseOfPart(change, cause)]
        if is_list:
            head = "" if inside else text[amount.end : begin - 1].strip()
            parts = list(split_amounts(cause, sign, read(cause), head))
            tolerance += Fraction(len(parts), 100)
        of_rest = None if inside else rest
        yield ExplainedChange(
            seat.ids[0], change, tuple(parts), of_rest, tolerance, seat.start, end
        )  # fmt: skip


def split_amounts(
    cause: str, sign: int, tokens: Sequence[Token], head: str = ""
) -> Iterator[CauseOfPart]:
    """Yield the parts of a list such as "$5 in tax and $2 because prices rise".

    An amount without a sign has the sign of the change. A part that is only a place has the cause
    of the previous part, or of the whole list: "in rent: $5 on Boardwalk and $6 on Park Place".
    """
    heads: list[Token] = []
    for at, token in enumerate(tokens[:-1]):
        before = cause[: token.start].rstrip()
        begins = not before or before.endswith(",") or before.rpartition(" ")[2] == "and"
        is_held = [one.text for one in tokens[at + 1 : at + 3]] == HOLDING_WORDS
        leads = tokens[at + 1].text in CONNECTING_WORDS and not is_held
        if token.kind == "amount" and begins and leads:
            heads.append(token)
    ends = [*(token.start for token in heads), len(cause)]
    for first, end in zip(heads, ends[1:], strict=True):
        words = cause[first.end : end].strip(" ,").removesuffix(" and").strip(" ,")
        if PLACE_OF_CAUSE.match(f" {words}"):
            words = f"{head} {words}".strip()
        else:
            head = PLACE_OF_CAUSE.split(words, maxsplit=1)[0]
        yield CauseOfPart(first.signed if first.sign else sign * first.value, words)


def find_seat_numbers(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield each seat with the adjacent number: "Ada 3", "Ada now owns 50%".

    "Ada takes the last card" counts as the number 1.
    """
    for at, token in enumerate(tokens):
        if token.kind == "seat" and [one.text for one in tokens[at + 1 : at + 4]] == TAKING_WORDS:
            yield token, Token("amount", "the last", value=Fraction(1))
        if token.kind not in ("amount", "percent") or is_ordinal(tokens, at):
            continue
        before = [one for one in tokens[max(at - 3, 0) : at] if one.text not in ("with", "now")]
        while before and before[-1].text in HAVING_VERBS:
            before.pop()
        if before and before[-1].kind == "seat":
            yield before[-1], token


def find_counted_seats(tokens: Sequence[Token]) -> set[str]:
    """Return the seats that a text names only together with a number."""
    changing = GAINING_VERBS | LOSING_VERBS | HAVING_VERBS
    found = {seat.ids[0] for seat, _ in find_seat_numbers(tokens)}
    return found | {
        seat.ids[0]
        for seat, verb in pairwise(tokens)
        if seat.kind == "seat" and (verb.text in changing or verb.text in ("'s", "’s"))
    }


def split_now(tokens: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Split the tokens into the sentence "Ada must decide now" and the others."""
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


def remove_causes(tokens: Sequence[Token], changes: Sequence[ExplainedChange]) -> list[Token]:
    """Return the tokens outside gains and losses and their causes."""
    return [
        token for token in tokens if not any(one.start <= token.start < one.end for one in changes)
    ]
