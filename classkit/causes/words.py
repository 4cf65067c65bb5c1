"""The words for a change and its parts: what each part is, and what the largest of them came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from classkit.engine.log import Event
from classkit.engine.match import Match
from classkit.engine.words import MONEY, Say, how_many

from .parts import Amount, Line, Part
from .split import Split, counts_rounds, exact, plain

SECOND = Fraction(1, 3)
"""The least share of the cause from which a second part is told beside it."""
FEW = 3
"""The most things listed by name; the rest are counted."""


def reason_words(say: Say, reason: str) -> str:
    """Return the words for a reason for which something moved; a space is one too.

    >>> reason_words(Say(spaces={"e4": "the mill"}), "e4")
    'at the mill'
    """
    known = reason in say.words.reasons or reason not in say.spaces
    return say.reason(reason) if known else f"at {say.space(reason)}"


def is_straight(lines: Sequence[Line]) -> bool:
    """Return whether the same number was held throughout, each price following from the last.

    Only then is the amount that number times the whole change of the price.

    >>> there, back = Line(1, 6, unit="oil", held=3, before=1, after=3), Line(2, -4, unit="oil")
    >>> is_straight([there]), is_straight([there, back])
    (True, False)
    """
    return all(
        (one.unit, one.held, one.after) == (other.unit, other.held, other.before)
        for one, other in pairwise(lines)
    )


def changes_of_worth(say: Say, kind: str) -> str:
    """Return the words for many changes in the worth of one kind of thing, as over many turns.

    The game's own words for the kind come first.

    >>> changes_of_worth(Say(), "grain")
    'changes in the worth of grain'
    """
    return say.words.reasons.get(kind) or f"changes in the worth of {say.unit(kind, 2)}"


class Bargain(NamedTuple):
    """The two sides of an exchange in words, each with its worth to the figure.

    A side of money alone is empty in ``came`` or ``went``, since ``got`` or ``given`` has its
    amount. ``one`` says whether a single thing was bought or sold.
    """

    came: str
    went: str
    got: str
    given: str
    one: bool


class Teller:
    """Puts the changes of one match into words, as one viewer may know them."""

    def __init__(self, match: Match, say: Say, viewer: str | None) -> None:
        self.match, self.say, self.viewer = match, say, viewer

    # --- amounts ------------------------------------------------------------------------------

    def quantity(self, amount: Amount, unit: str, digits: int = 2) -> str:
        """Return an amount of a figure with its unit, such as "$1,020,000" or "12.5 gold"."""
        return self.say.quantity(plain(Fraction(str(amount))), unit, digits)

    def signed(self, amount: Amount, unit: str, digits: int = 2) -> str:
        """Return an amount with its sign: "+$1,020,000", "-12.5 gold"."""
        return f"{'+' if amount > 0 else ''}{self.quantity(amount, unit, digits)}"

    # --- parts ----------------------------------------------------------------------------------

    def part(self, split: Split, part: Part) -> str:
        """Return what a part is, without its amount: "Company Profit from C"."""
        if part.kind == "rest" and part.name:
            return part.name
        if part.kind == "rest":
            return "other changes" if len(split.parts) > 1 else "not told by the ledger"
        if part.kind == "told":
            return self.told(split, part)
        if part.kind == "worth":
            return self.worth(part)
        if part.kind == "term":
            return self.term(part)
        return self.moved(split, part)

    def told(self, split: Split, part: Part) -> str:
        """Return what changed a figure in a turn, as its events tell it: "turn 12: ...".

        The weightiest are told, in their order.
        """
        turn, told = int(part.name), self.tells(split, part)
        when = "" if split.since == turn - 1 and split.turn == turn else f"turn {turn}: "
        return f"{when}{told.removesuffix('.') or 'not told by any event'}"

    def tells(self, split: Split, part: Part) -> str:
        """Return the sentences of the events that tell of a figure in a turn; empty where none."""
        events = [
            event
            for event in events_of(self.match, self.viewer, [int(part.name)])
            if event.name in split.metric.told_by and split.seat in (None, *seats_of(event))
        ]
        of_part = [event for event in events if split.part in event.facts.values()]
        sentences = [
            (-self.say.weight(event), number, sentence)
            for number, event in enumerate(of_part or events)
            if (sentence := self.say.event(event))
        ]
        chosen = sorted(sentences)[:FEW]
        return " ".join(sentence for _, _, sentence in sorted(chosen, key=lambda one: one[1]))

    def worth(self, part: Part) -> str:
        """Return why holdings are worth more or less; over many turns mostly only that they are."""
        turns = {line.turn for line in part.lines}
        if len(turns) > 1 and not (counts_rounds(self.match) and is_straight(part.lines)):
            return changes_of_worth(self.say, part.name)
        last = [line for line in part.lines if line.turn == part.lines[-1].turn]
        each = [line for line in last if line.unit not in self.match.ledger.titles]
        count = int(sum(abs(Fraction(line.held)) for line in each)) if each else len(last)
        before, after = part.prices
        facts = {
            "count": count, "more": part.amount > 0,
            **{f"{name}_before": price for name, price in before.items()},
            **{f"{name}_after": price for name, price in after.items()},
        }  # fmt: skip
        return self.say.worth(part.name, facts)

    def term(self, part: Part) -> str:
        """Return what has become of a term: "Ada's share goes from 30% to 40%"."""
        kind, _, term = part.name.partition(":")
        before, after = (prices.get(term) for prices in part.prices)
        facts = {"of": term, "before": before, "after": after, "more": part.amount > 0, "count": 1}
        return self.say.worth(kind, facts)

    def moved(self, split: Split, part: Part) -> str:
        """Return for what reason something came or went, from whom or to whom, and which things."""
        told, things = self.reason_from(split, part), self.things(split, part)
        return f"{told}: {things}" if things else told

    def reason_from(self, split: Split, part: Part) -> str:
        """Return for what reason something came or went, and from whom or to whom."""
        reason = self.reason(split, part)
        transfers = [line.transfer for line in part.lines if line.transfer is not None]
        others = {
            end
            for transfer in transfers
            for end in (transfer.source, transfer.target)
            if end in self.match.seats and end != split.seat
        }
        told = reason
        if len(others) == 1 and all(
            split.seat in (transfer.source, transfer.target) for transfer in transfers
        ):
            preposition = "from" if part.amount > 0 else "to"
            told += f" {preposition} {self.say.seat(others.pop())}"
        return told

    def reason(self, split: Split, part: Part) -> str:
        """Return the words for a reason, of the game's own where it tells more."""
        earned = self.say.words.earned
        turns = {line.turn for line in part.lines}
        if earned is not None and len(turns) == 1:
            own = earned(self.say, part.name, events_of(self.match, self.viewer, turns))
            if own:
                return own
        return reason_words(self.say, part.name)

    def things(self, split: Split, part: Part) -> str:
        """Return the things that came or went for a reason, and what was paid for them.

        Return "" where nothing moved but the figure's own unit, since the amount says that.
        """
        named, bargain = self.bargain(split, part)
        if bargain is None:
            return named
        if bargain.came and bargain.went:
            return self.swapped(bargain)
        value, price = bargain.got, bargain.given
        if bargain.went:
            value, price = price, value
        return f"{named}, worth {value}, for {price}"

    def bargain(self, split: Split, part: Part) -> tuple[str, Bargain | None]:
        """Return the things that came or went for a reason, and what was given for what.

        There is no bargain where nothing came back for what went, nor the other way round.
        """
        counts, worth = Counter[str](), dict[str, Fraction]()
        for line in part.lines:
            if line.transfer is not None:
                counts[line.unit] += int(line.held)
                worth[line.unit] = worth.get(line.unit, Fraction(0)) + Fraction(line.amount)
        came, went = (
            sorted(
                (unit for unit in counts if counts[unit] * sign > 0),
                key=lambda unit: -abs(worth[unit]),
            )
            for sign in (1, -1)
        )
        money = "dollars" if "dollars" in counts else split.metric.unit
        bought, sold = ([unit for unit in units if unit != money] for units in (came, went))
        if not (bought or sold):
            return "", None
        if not (came and went):
            return self.named({unit: abs(counts[unit]) for unit in came or went}), None
        got, given = (
            abs(sum((worth[unit] for unit in units), start=Fraction(0))) for units in (came, went)
        )
        # told to the same figures as the part, which is their difference
        if bought:
            got = exact(part.amount) + round(given, 2)
        else:
            given = round(got, 2) - exact(part.amount)
        if bought and sold:  # money on one side beside things is told with them
            bought, sold = came, went
        names = [
            self.named({unit: abs(counts[unit]) for unit in units}) for units in (bought, sold)
        ]
        values = [self.quantity(plain(amount), split.metric.unit) for amount in (got, given)]
        one = sum(abs(counts[unit]) for unit in (*bought, *sold)) == 1
        told = " for ".join(name for name in names if name)
        return told, Bargain(names[0], names[1], values[0], values[1], one)

    def named(self, counts: Mapping[str, int]) -> str:
        """Return things in words: the first few by name, then the number of the others."""
        say, first = self.say, [*counts][: FEW if len(counts) <= FEW else FEW - 1]
        told = [
            say.money(counts[unit]) if unit in MONEY
            else say.thing(unit) or say.amount(counts[unit], unit)
            for unit in first
        ]  # fmt: skip
        more = len(counts) - len(first)
        return say.listing([*told, how_many(more, "more thing")] if more else told)

    def cause(self, split: Split, part: Part) -> str:
        """Return a part within a sentence, where a price says more than the reason.

        "Snowgoose is worth $600,000 and cost $320,000".
        """
        named, bargain = self.bargain(split, part) if part.kind == "moved" else ("", None)
        if not named:
            return self.part(split, part)
        if bargain is None:
            return f"{named}, {self.reason_from(split, part)}"
        if bargain.came and bargain.went:
            return self.swapped(bargain)
        if bargain.came:
            verb = "is" if bargain.one else "are"
            return f"{named} {verb} worth {bargain.got} and cost {bargain.given}"
        return f"{named}, worth {bargain.given}, went for {bargain.got}"

    def swapped(self, bargain: Bargain) -> str:
        """Return what came for what went, where neither is money."""
        return f"{bargain.came}, worth {bargain.got}, for {bargain.went}, worth {bargain.given}"

    # --- changes -----------------------------------------------------------------------------

    def causes(self, split: Split, most: int = 2) -> str:
        """Return the largest part of a change, and the second where it matters nearly as much.

        At most so many are told. Each has its amount, save where it is the whole change. Empty
        where nothing has changed.
        """
        cause = split.cause
        if cause is None or (cause.kind == "rest" and len(split.parts) == 1):
            return ""
        told = [cause]
        others = [
            part for part in split.parts
            if part.amount * split.change > 0 and part is not cause and part.kind != "rest"
            # what is worth more for the same cause is not told twice
            and not (part.kind == cause.kind == "worth" and part.prices == cause.prices)
        ]  # fmt: skip
        told += [
            part for part in others[: most - 1] if abs(part.amount) >= SECOND * abs(cause.amount)
        ]
        if cause.amount == split.change and len(told) == 1:
            return self.cause(split, cause)
        unit = split.metric.unit
        return self.say.listing(
            [f"{self.cause(split, one)} ({self.signed(one.amount, unit)})" for one in told]
        )


def seats_of(event: Event) -> set[str]:
    """Return the seats that an event names."""
    told = [event.seat, *event.facts.values()]
    return {one for one in told if isinstance(one, str)}


def events_of(match: Match, viewer: str | None, turns: Iterable[int]) -> Sequence[Event]:
    """Return the events of some turns as the viewer may know them, in order."""
    table, wanted = match.table_shown(viewer), set(turns)
    shown = (
        match.game.secrecy.event_seen(event, table, viewer)
        for events, _ in match.told
        for event in events
        if event.turn in wanted
    )
    return [event for event in shown if event is not None]
