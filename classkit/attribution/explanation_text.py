"""Sentences about a change and its parts."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import NamedTuple

from classkit.engine.currency import find_ledger_unit
from classkit.engine.events import Event
from classkit.engine.evidence import Evidence
from classkit.engine.match import Match
from classkit.engine.metrics import Components
from classkit.engine.rulebook_text import TextFormatter, format_count

from .contributions import Amount, Contribution, ContributionSource
from .decomposition import (
    Decomposition,
    find_components,
    has_rounds,
    to_amount,
    to_fraction,
)
from .explanation_evidence import EvidenceFinder

SECOND_CAUSE_SHARE = Fraction(1, 3)
"""Minimum size of a second cause relative to the first for the second to be mentioned."""
MAX_NAMED = 3
"""Maximum number of items listed by name. The rest are only counted."""


def format_reason(say: TextFormatter, reason: str) -> str:
    """Return the text for a transfer's reason. A reason can be a board space.

    >>> format_reason(TextFormatter(spaces={"e4": "the mill"}), "e4")
    'at the mill'
    """
    known = reason in say.words.reasons or reason not in say.spaces
    return say.reason(reason) if known else f"at {say.space(reason)}"


def constant_holdings(lines: Sequence[ContributionSource]) -> bool:
    """Return whether the amount held was constant and each price continues the previous one.

    Only then does the contribution equal the amount held times the total change in price.

    >>> there = ContributionSource(1, 6, unit="oil", held=3, before=1, after=3)
    >>> back = ContributionSource(2, -4, unit="oil")
    >>> constant_holdings([there]), constant_holdings([there, back])
    (True, False)
    """
    return all(
        (one.unit, one.held, one.after) == (other.unit, other.held, other.before)
        for one, other in pairwise(lines)
    )


def format_worth_changes(say: TextFormatter, kind: str) -> str:
    """Return a phrase for many changes in the value of one kind of item.

    Texts declared by the game have priority.

    >>> format_worth_changes(TextFormatter(), "grain")
    'changes in the worth of grain'
    """
    return say.words.reasons.get(kind) or f"changes in the worth of {say.unit(kind)}"


class Source(NamedTuple):
    """Text, amount, unit and direction of transfers with the same origin."""

    words: str
    amount: int
    unit: str
    is_gain: bool


class CausePhrase(NamedTuple):
    """A contribution with the phrase that follows its amount, such as "in tax"."""

    amount: Fraction
    phrase: str


class Bargain(NamedTuple):
    """The two sides of an exchange as text, and their value in the metric.

    If a side consists only of money, ``came`` or ``went`` is empty, and ``got`` or ``given``
    contains the amount. ``several`` is True if items of several kinds were bought or sold.
    ``changes`` contains the two sides as changes of a metric that does not count money, such as the
    value of items above their cost; otherwise it is empty. ``is_owed`` is True if only debts or
    claims were exchanged for money.
    """

    came: str
    went: str
    got: str
    given: str
    several: bool
    changes: tuple[str, ...] = ()
    is_owed: bool = False

    @property
    def worth(self) -> str:
        """The phrase before the value of the items that were bought or sold."""
        return "together worth" if self.several else "worth"


class ExplanationWriter:
    """Writes texts about the changes in a match, redacted for a viewer."""

    def __init__(self, match: Match, say: TextFormatter, viewer: str | None) -> None:
        self.match, self.say, self.viewer = match, say, viewer
        self.evidence = EvidenceFinder(match, viewer)

    # --- amounts ------------------------------------------------------------------------------

    def format_quantity(self, amount: Amount, unit: str, digits: int = 2) -> str:
        """Format an amount of a metric with its unit, such as "$1,020,000" or "12.5 gold"."""
        return self.say.format_quantity(to_amount(Fraction(str(amount))), unit, digits)

    def format_signed(self, amount: Amount, unit: str, digits: int = 2) -> str:
        """Format an amount with its sign and unit, such as "+$1,020,000" or "-12.5 gold"."""
        return f"{'+' if amount > 0 else ''}{self.format_quantity(amount, unit, digits)}"

    # --- parts ----------------------------------------------------------------------------------

    def describe_part(self, split: Decomposition, part: Contribution) -> str:
        """Return the description of a part without its amount, such as "Company Profit from C"."""
        if part.kind == "rest" and part.name:
            return part.name
        if part.kind == "rest":
            return "other changes" if len(split.parts) > 1 else "not explained by the ledger"
        if part.kind == "told":
            return self.event_sentence(split, part)
        if part.kind == "worth":
            return self.describe_worth(split, part)
        if part.kind == "term":
            return self.describe_term(split, part)
        return self.describe_movement(split, part)

    def event_sentence(self, split: Decomposition, part: Contribution) -> str:
        """Return the turn and its most important events for a metric, such as "turn 12: ..."."""
        turn, told = int(part.name), self.event_sentences(split, part)
        when = "" if split.since == turn - 1 and split.turn == turn else f"turn {turn}: "
        return f"{when}{told.removesuffix('.') or 'not told by any event'}"

    def event_sentences(self, split: Decomposition, part: Contribution) -> str:
        """Return the sentences of the most important events about a metric in a turn, in order.

        The number of other events is added at the end.
        """
        told = self.list_event_sentences(split, part)
        heaviest = [number for number, _ in sorted(told.items(), key=lambda one: -one[1][0])]
        shown = sorted(heaviest[:MAX_NAMED])
        more = len(told) - len(shown)
        others = [f"And {format_count(more, 'more event')}."] if more else []
        return " ".join([*(told[number][1] for number in shown), *others])

    def list_event_sentences(
        self, split: Decomposition, part: Contribution
    ) -> dict[int, tuple[int, str]]:
        """Return the weights and sentences of all events about a metric in a turn, by number."""
        turn = int(part.name)
        events = {
            number: event
            for number, event in self.evidence.list_visible_events(turn).items()
            if event.name in split.metric.told_by and split.seat in (None, *event_seats(event))
        }
        of_part = {
            number: event for number, event in events.items() if split.part in event.facts.values()
        }
        return {
            number: (self.say.event_weight(event), sentence)
            for number, event in (of_part or events).items()
            if (sentence := self.say.event_sentence(event))
        }

    def find_evidence(self, split: Decomposition, part: Contribution) -> Evidence:
        """Return the events and ledger rows behind a part."""
        told = self.list_event_sentences(split, part) if part.kind == "told" else ()
        return self.evidence.find_evidence(part, [*told, *self.evidence.list_price_events(part)])

    def has_one_price(self, part: Contribution) -> bool:
        """Return whether holdings changed in value only once, so that a sentence can explain it."""
        turns = {line.turn for line in part.lines}
        return len(turns) < 2 or (has_rounds(self.match) and constant_holdings(part.lines))

    def name_owner(self, split: Decomposition) -> str:
        """Return the owner of the changed metric, as a possessive."""
        return f"{self.say.seat(split.seat)}'s" if split.seat else "the"

    def describe_worth(self, split: Decomposition, part: Contribution) -> str:
        """Return why holdings changed in value or, for many turns, usually only that they did."""
        if not self.has_one_price(part):
            return format_worth_changes(self.say, part.name)
        last = [line for line in part.lines if line.turn == part.lines[-1].turn]
        each = [line for line in last if line.unit not in self.match.ledger.titles]
        count = int(sum(abs(Fraction(line.held)) for line in each)) if each else len(last)
        before, after = part.prices
        facts = {
            "whose": self.name_owner(split), "count": count, "more": part.amount > 0,
            **{f"{name}_before": price for name, price in before.items()},
            **{f"{name}_after": price for name, price in after.items()},
        }  # fmt: skip
        return self.say.worth_reason(part.name, facts)

    def describe_term(self, split: Decomposition, part: Contribution) -> str:
        """Return the change of a term, such as "Ada's share rises from 30% to 40%"."""
        kind, _, term = part.name.partition(":")
        before, after = (prices.get(term) for prices in part.prices)
        facts = {
            "whose": self.name_owner(split), "of": term, "before": before, "after": after,
            "more": part.amount > 0, "count": 1, "lines": part.lines,
        }  # fmt: skip
        return self.say.worth_reason(kind, facts)

    def describe_movement(self, split: Decomposition, part: Contribution) -> str:
        """Return the reason of transfers, the other party, and the items."""
        told, things = self.describe_counterparty(split, part), self.describe_things(split, part)
        return f"{told}: {things}" if things else told

    def describe_counterparty(self, split: Decomposition, part: Contribution) -> str:
        """Return the reason of transfers and the other party."""
        reason = self.describe_reason(split, part)
        transfers = [line.transfer for line in part.lines if line.transfer is not None]
        own = [one for one in transfers if split.seat in (one.source, one.target)]
        others = {one.target if one.source == split.seat else one.source for one in own}
        if len(others) != 1 or len(own) < len(transfers) or not others <= {*self.match.seats}:
            return reason
        things = [one for one in own if not self.say.is_money(one.unit)] or own
        ways = {one.target == split.seat for one in things}
        is_exchange = len(ways) > 1 or part.name in self.say.words.exchanges
        preposition = "with" if is_exchange else "from" if True in ways else "to"
        party = f" {preposition} {self.say.seat(others.pop())}"
        head, colon, places = reason.partition(":")
        return f"{head}{party}{colon}{places}"

    def describe_reason(self, split: Decomposition, part: Contribution) -> str:
        """Return the text for a reason, preferring the game's more specific texts."""
        return self.describe_sources(part) or format_reason(self.say, part.name)

    def list_sources(self, part: Contribution) -> list[Source]:
        """Return the origins of transfers, from the events that report them.

        The result is empty if the game has no text for a transfer, or if there are too many
        origins.
        """
        earned, rows = self.say.words.earned, self.evidence.find_rows(part)
        if earned is None or not rows or len(rows) < len(part.lines):
            return []
        sources: dict[tuple[str, str, bool], list[int]] = {}
        for row in rows:
            words, moved = earned(self.say, row.transfer, row.events), row.transfer
            if not words:
                return []
            sources.setdefault((words, moved.unit, row.is_gain), []).append(moved.amount)
        if len(sources) > MAX_NAMED:
            return []
        return [
            Source(
                f"{words} ({len(amounts)} times)" if len(amounts) > 1 else words,
                sum(amounts), unit, is_gain,
            )
            for (words, unit, is_gain), amounts in sources.items()
        ]  # fmt: skip

    def describe_sources(self, part: Contribution) -> str:
        """Return the origins of transfers as text, or "" (:meth:`list_sources`).

        Several origins are listed with their amounts: "income: $1,100,000 at Opportunity 10 and
        $2,200,000 at Income 20".
        """
        sources = self.list_sources(part)
        if len(sources) < 2:
            return sources[0].words if sources else ""
        both_ways = len({one.is_gain for one in sources}) > 1
        amounts = [
            self.format_moved(one.amount, one.unit, one.is_gain if both_ways else None)
            for one in sources
        ]
        head, phrases = split_head([one.words for one in sources])
        if not head:
            phrases = [self.lead_reason(part.name, words) for words in phrases]
        listed = self.say.format_list([" ".join(one) for one in zip(amounts, phrases, strict=True)])
        return f"{head}: {listed}" if head else listed

    def format_moved(self, amount: int, unit: str, is_gain: bool | None) -> str:
        """Format a transferred amount. Add a sign if the direction is given."""
        sign = "" if is_gain is None else "+" if is_gain else "-"
        return f"{sign}{self.say.format_quantity(amount, unit)}"

    def describe_things(self, split: Decomposition, part: Contribution) -> str:
        """Return the items received or given for a reason, and the payment for them.

        Return "" if only the metric's own unit was transferred, because the amount already shows
        it.
        """
        named, bargain = self.describe_bargain(split, part)
        if bargain is None:
            return named
        if bargain.came and bargain.went:
            return self.describe_swap(bargain)
        value, price = bargain.got, bargain.given
        if bargain.went:
            value, price = price, value
        if bargain.is_owed:
            return f"{named} for {price}"
        return f"{named}, {bargain.worth} {value}, for {price}"

    def describe_bargain(
        self, split: Decomposition, part: Contribution
    ) -> tuple[str, Bargain | None]:
        """Return the items received or given for a reason, and the exchange.

        Items attached to a title, such as its mortgage, are included in the value of the title.
        """
        counts, worth = Counter[str](), defaultdict[str, Fraction](Fraction)
        for line in part.lines:
            if line.transfer is not None or (line.held and not line.goes_with):
                counts[line.unit] += int(line.held)
            worth[line.goes_with or line.unit] += Fraction(line.amount)
        came, went = (
            sorted(
                (unit for unit in counts if counts[unit] * sign > 0),
                key=lambda unit: -abs(worth[unit]),
            )
            for sign in (1, -1)
        )
        money = self.match.table.money
        if money not in counts or not self.say.is_money(money):
            money = split.metric.unit
        bought, sold = ([unit for unit in units if unit != money] for units in (came, went))
        if not (bought or sold):
            return "", None
        if not (came and went):
            return self.list_things({unit: counts[unit] for unit in came or went}, part.name), None
        got, given = (
            sign * sum((worth[unit] for unit in units), start=Fraction(0))
            for sign, units in ((1, came), (-1, went))
        )
        # derive one side from the other, so that their difference equals the part
        if bought:
            got = to_fraction(part.amount) + round(given, 2)
        else:
            given = round(got, 2) - to_fraction(part.amount)
        if bought and sold:  # money on the same side as items is listed with them
            bought, sold = came, went
        names = [
            self.list_things({unit: counts[unit] for unit in units}, part.name)
            for units in (bought, sold)
        ]
        values = [
            self.format_quantity(to_amount(amount), split.metric.unit) for amount in (got, given)
        ]
        titles, balances = self.match.ledger.titles, self.match.ledger.balances
        is_owed = not any(unit in titles or unit in balances for unit in (*bought, *sold))
        several = len(bought or sold) > 1
        told = " for ".join(name for name in names if name)
        if any(counts[unit] * worth[unit] < 0 for unit in (*came, *went)):
            # bought and sold at prices that leave no meaningful value for the net amount
            money_side = self.list_things({money: counts[money]}, part.name)
            return (told if bought and sold else f"{told} for {money_side}"), None
        changes: tuple[str, ...] = ()
        if money not in counts and not counts_money(self.match, split):
            amounts = (to_amount(got), to_amount(-given))
            changes = tuple(self.format_signed(by, split.metric.unit) for by in amounts)
        return told, Bargain(names[0], names[1], values[0], values[1], several, changes, is_owed)

    def list_things(self, counts: Mapping[str, int], reason: str) -> str:
        """List items in words: the first few by name, then the number of the others.

        In ``counts``, the numbers of given items are negative.
        """
        say, first = self.say, [*counts][: MAX_NAMED if len(counts) <= MAX_NAMED else MAX_NAMED - 1]
        told = [self.name_thing(unit, counts[unit], reason) for unit in first]
        more = len(counts) - len(first)
        return say.format_list([*told, "other items"] if more else told)

    def name_thing(self, unit: str, count: int, reason: str) -> str:
        """Describe the transfer of an item: its quantity (negative if given) and the reason."""
        say = self.say
        if say.is_money(unit):
            return say.money(abs(count))
        if unit in say.words.worth and unit not in self.match.ledger.balances:
            is_traded = reason in say.words.exchanges
            facts = {"count": abs(count), "more": count > 0, "traded": is_traded}
            return say.worth_reason(f"moved:{unit}", facts)
        return say.thing_name(unit) or say.format_amount(abs(count), unit)

    # --- changes -----------------------------------------------------------------------------

    def describe_causes(self, split: Decomposition, most: int = 2) -> str:
        """Return a phrase with the causes of a change, such as " because ..." or ", including ...".

        It names the largest part of the change, and the second largest if it is of similar size, in
        chronological order. Each part has its amount, unless it is the entire change. The phrase is
        empty if nothing has changed.
        """
        told = self.select_parts(split, most)
        causes = [one for part in told for one in self.list_causes(split, part)]
        change = to_fraction(split.change)
        rest = change - sum((one.amount for one in causes), start=Fraction(0))
        if not causes:
            return ""
        if not rest and len(causes) == 1:
            return f" {causes[0].phrase}"
        unit = split.metric.unit
        head, phrases = split_head([one.phrase for one in causes])
        if head and (rest or len(self.match.as_seen_by(self.viewer).races) > 1):
            head, phrases = "", [f"{head} {phrases[0]}", *phrases[1:]]
        listed = [
            f"{self.format_part(one.amount, change, unit)} {phrase}"
            for one, phrase in zip(causes, phrases, strict=True)
        ]
        whole = join_causes(self.say, listed)
        if not rest:
            return f" {head}: {whole}" if head else f": {whole}"
        if rest * change > 0:
            return f", including {whole}"
        other = self.format_quantity(to_amount(abs(rest)), unit)
        gained = " gained" if change < 0 else ""
        return f": {whole}, less {other}{gained} in other changes"

    def select_parts(self, split: Decomposition, most: int) -> list[Contribution]:
        """Return the parts of a change that a sentence should name, in order."""
        cause = split.main_cause
        if cause is None or (cause.kind == "rest" and len(split.parts) == 1):
            return []
        told = [cause]
        others = [
            part for part in split.parts
            if part.amount * split.change > 0 and part is not cause and part.kind != "rest"
            # mention a change in value from the same cause only once
            and not (part.kind == cause.kind == "worth" and part.prices == cause.prices)
        ]  # fmt: skip
        told += [
            part
            for part in others[: most - 1]
            if abs(part.amount) >= SECOND_CAUSE_SHARE * abs(cause.amount)
        ]
        return sorted(told, key=first_position)

    def list_causes(self, split: Decomposition, part: Contribution) -> list[CausePhrase]:
        """Return a part of a change as one cause, or as one cause for each origin of transfers."""
        whole = to_fraction(part.amount)
        sources = self.list_sources(part) if part.kind == "moved" else []
        found = [
            CausePhrase(
                Fraction(one.amount if one.is_gain else -one.amount),
                self.lead_reason(part.name, one.words),
            )
            for one in sources
        ]
        if len(found) > 1 and sum(one.amount for one in found) == whole:
            return found
        return [CausePhrase(whole, self.describe_cause(split, part))]

    def describe_cause(self, split: Decomposition, part: Contribution) -> str:
        """Return a part of a change as a phrase after its amount, such as "because prices rise"."""
        is_gain = part.amount > 0
        if part.kind == "worth" and not self.has_one_price(part):
            return lead_default(format_worth_changes(self.say, part.name), is_gain)
        if part.kind in ("worth", "term", "told"):
            return f"because {self.describe_part(split, part)}"
        if part.kind == "rest":
            return lead_default(self.describe_part(split, part), is_gain)
        named, bargain = self.describe_bargain(split, part)
        if bargain is None:
            reason = self.describe_counterparty(split, part)
            return self.lead_reason(part.name, reason, named)
        if bargain.came and bargain.went:
            if bargain.changes:
                got, given = bargain.changes
                return f"by exchanging {bargain.went} ({given}) for {bargain.came} ({got})"
            return (
                f"by exchanging {bargain.went}, worth {bargain.given}, for {bargain.came}, worth "
                f"{bargain.got}"
            )
        if bargain.is_owed:
            sides = (bargain.given, named) if bargain.came else (named, bargain.got)
            return f"by exchanging {sides[0]} for {sides[1]}"
        if bargain.came:
            return f"by buying {named}, {bargain.worth} {bargain.got}, for {bargain.given}"
        return f"by selling {named}, {bargain.worth} {bargain.given}, for {bargain.got}"

    def lead_reason(self, reason: str, words: str, things: str = "") -> str:
        """Return the text for a reason and its items, to follow an amount."""
        known = self.say.words.causes
        lead = known.get(reason, known.get("", ""))
        if ("{things}" in lead) is bool(things) and lead:
            return lead.format(reason=words, things=things)
        return f"({things}, {words})" if things else f"({words})"

    def format_part(self, amount: Fraction, change: Fraction, unit: str) -> str:
        """Format a part's amount. Add its sign if the change has the opposite sign."""
        if amount * change < 0:
            return self.format_signed(to_amount(amount), unit)
        return self.format_quantity(to_amount(abs(amount)), unit)

    def describe_swap(self, bargain: Bargain) -> str:
        """Return the received and the given items, if neither side is money."""
        if bargain.changes:
            got, given = bargain.changes
            return f"{bargain.came} ({got}) for {bargain.went} ({given})"
        return f"{bargain.came}, worth {bargain.got}, for {bargain.went}, worth {bargain.given}"


PLACE_OF_CAUSE = re.compile(r" (?=(?:at|on) )")
"""Matches the boundary between a cause and its place."""


def split_head(phrases: Sequence[str]) -> tuple[str, list[str]]:
    """Split phrases into the common text before their places, and the rest of each phrase.

    The common text is "" if the phrases differ, or if any phrase has no place.

    >>> split_head(["rent on Boardwalk", "rent on Park Place"])
    ('rent', ['on Boardwalk', 'on Park Place'])
    >>> split_head(["in tax", "rent on Park Place"])
    ('', ['in tax', 'rent on Park Place'])
    """
    parts = [PLACE_OF_CAUSE.split(phrase, maxsplit=1) for phrase in phrases]
    if len(parts) < 2 or len({part[0] for part in parts}) > 1 or min(map(len, parts)) < 2:
        return "", [*phrases]
    return parts[0][0], [part[1] for part in parts]


def lead_default(words: str, is_gain: bool) -> str:
    """Return a phrase with a noun that explains an amount, to follow the amount.

    >>> lead_default("rent from Ada", True), lead_default("the event", False)
    ('from rent from Ada', 'because of the event')
    """
    return f"{'from' if is_gain else 'because of'} {words}"


def join_causes(say: TextFormatter, listed: Sequence[str]) -> str:
    """Join causes with their amounts, using a comma where "and" alone would be ambiguous.

    >>> join_causes(TextFormatter(), ["$5 in tax", "$2 in rent"])
    '$5 in tax and $2 in rent'
    >>> join_causes(TextFormatter(), ["$5 because prices rise", "$2 in rent"])
    '$5 because prices rise, and $2 in rent'
    """
    if len(listed) < 2 or not re.search(r"because|, | and ", " ".join(listed)):
        return say.format_list([*listed])
    return f"{', '.join(listed[:-1])}, and {listed[-1]}"


def counts_money(match: Match, split: Decomposition) -> bool:
    """Return whether a metric counts money, so that its parts are values of items."""
    made = match.map_turn_ends(
        lambda table: find_components(split.figure, table), split.since, split.since
    )
    say = match.say()
    return any(
        holding.unit == find_ledger_unit(split.metric.unit) or say.is_money(holding.unit)
        for one in made.values() if isinstance(one, Components)
        for holding in one.holdings
    )  # fmt: skip


def first_position(part: Contribution) -> tuple[float, float]:
    """Return the turn of a part's first line and its position in the turn, as a sort key.

    Changes in value are placed at the end of the turn.

    >>> from classkit.engine.events import Transfer
    >>> paid = Transfer("dollars", 5, "A", "B", "rent", "R1", 4, news=3)
    >>> line = ContributionSource(4, 5, paid)
    >>> first_position(Contribution("moved", "rent", lines=[line])), first_position(
    ...     Contribution("worth", "grain", lines=[ContributionSource(4, 5)])
    ... )
    ((4, 3), (4, inf))
    """
    places = [
        (line.turn, inf if line.transfer is None else line.transfer.news) for line in part.lines
    ]
    return min(places, default=(inf, inf))


def event_seats(event: Event) -> set[str]:
    """Return the seats that an event names."""
    told = [event.seat, *event.facts.values()]
    return {one for one in told if isinstance(one, str)}


def visible_events(match: Match, viewer: str | None, turns: Iterable[int]) -> Sequence[Event]:
    """Return the events in some turns as the viewer may see them, in order."""
    table, wanted = match.as_seen_by(viewer).state, set(turns)
    shown = (
        match.game.secrecy.visible_event(event, table, viewer)
        for event in match.shared_events
        if event.turn in wanted
    )
    return [event for event in shown if event is not None]
