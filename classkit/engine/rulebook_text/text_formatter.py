"""The sentences that a game declares, and how ids, amounts and events become text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from string import Formatter
from typing import Any, NamedTuple

from classkit.deprecation import warn_about_members

from ..currency import DOLLAR, Currency, find_currency
from ..errors import (
    WordsError,
    format_int,
)
from ..events import Event, Transfer
from ..moves import Preview
from ..verb_grammar import third_person_phrase
from .phrases import MAX_BRIEF_NAME, humanize_name, is_one_letter, join_list

SEAT_IN_WORDS = re.compile(r"\{([A-Z])\}")

Sentence = Callable[["TextFormatter", Mapping[str, Any]], str | None]

Weight = int | Callable[["TextFormatter", Mapping[str, Any]], int]

PreviewFunction = Callable[["TextFormatter", Mapping[str, Any]], Preview | None]

SummaryFunction = Callable[
    ["TextFormatter", Sequence[Event], Mapping[str, Any], Mapping[str, Any]],
    "Sequence[StepSummary]",
]

LeadFunction = Callable[["TextFormatter", Mapping[str, Any], Sequence[Event]], "StepSummary | None"]

EarningsFunction = Callable[["TextFormatter", Transfer, Sequence[Event]], str | None]


class StepSummary(NamedTuple):
    """A sentence that summarizes several events of a step.

    Args:
        text: The sentence.
        events: All events that the sentence reports.

    Example:
        >>> StepSummary("Ada sells 3 oil.", []).text
        'Ada sells 3 oil.'
    """

    text: str
    events: Sequence[Event]


@dataclass(frozen=True, slots=True)
class Words:
    """The sentences and labels of one game.

    Texts may contain facts, as in ``{payer:account} pays {amount:money}`` (see
    :meth:`TextFormatter.fill_sentence`). Instead of a text, you can pass a function that takes the
    formatter and the facts.

    Args:
        decisions: Question of each decision, as a text or a function that takes its ``about``.
        moves: Label of each move. The key is "decision.move" or "move".
        fields: Label of each field.
        events: Sentence of each event. A function may return None for an event that is not listed
            on its own; see :func:`choose_sentence`.
        units: Name of each unit, or a pair of singular and plural, such as ("bond", "bonds").
        metrics: Labels for metrics of one kind, with a placeholder for the name of a seat: the
            metric "price_cur:A" uses the label ``{"price_cur:": "Price of {}'s notes"}``. Other
            metrics declare their own labels.
        reasons: Text for each reason of transfers. It may contain names of seats: "the reserves of
            {A}".
        accounts: Text for each account. Accounts of one kind, such as "points:A", share a text:
            ``{"points:": "{}'s points"}``.
        facts: Small table or sentence next to the question of a decision, for example each seat's
            number of votes. It must contain only public information, because it is shown before the
            curtain opens.
        endings: Reason why a match is over, by :attr:`Match.ending`, as a sentence without a full
            stop.
        weights: Weight of each event, as a number or function: 0 for routine events
            (:data:`ROUTINE`), 1 by default, 3 for a turning point. The headline of a step is its
            heaviest event.
        stories: Sentence that merges two events of one step into one, by the names of the events,
            if the second completes the first. It receives the facts of the second event and
            additional facts (:meth:`.TextFormatter.tell_story`).
        sum_up: Function that returns summaries of a step (:class:`StepSummary`), from its events
            and the rows of metrics before and after it (``{"turn", "round", "values"}``), for games
            with many small events. It returns an empty list if the events should be listed instead.
            In a headline, summaries are ordered by their last event.
        leads: Function, by name of a decision, that returns a sentence about the background of the
            decision, for steps without other news. It takes the formatter, the facts of the
            decision with its ``seat``, and the visible events of its turn, oldest first. It returns
            None if the news should be shown instead.
        worth: Reason why items of a kind (:class:`.metrics.Holding`) have changed in value, as a
            phrase to follow "because": "{whose} {count:of company} are worth more". The facts are
            ``whose`` ("Ada's"), ``count``, ``more``, and the facts that the value depends on,
            before and after the change: ``number_before``, ``number_after``.
        earned: Function that returns the origin of a transfer, such as "income at Start". It takes
            the formatter, the transfer and the events that report it
            (:meth:`.GameState.link_rows`), and must use only the places, seats and amounts in them.
            It returns None if :attr:`reasons` are enough.
        exchanges: Reasons of transfers in which both sides give and receive, such as trades.
        causes: Phrase that connects an amount with the reason of its transfer: "in {reason}",
            "because the people consume {things}". The key "" applies to all other reasons; by
            default, their text is in brackets.
        rename: Function that replaces nouns in the reasons and labels that rules compose, if units
            have other names than in the rules.
        deeds: Third-person phrase for a move whose label is not an imperative such as "Throw the
            dice": "agrees", or "goes to {}" with a placeholder for the label. The key is
            "decision.move" or "decision".
        asides: Label of each aside, by the name of its move.
        signals: Label of each signal.

    Example:
        >>> words = Words(units={"bond": ("bond", "bonds")}, signals={"time_up": "Call time"})
        >>> TextFormatter(words=words).format_amount(2, "bond")
        '2 bonds'
    """

    decisions: Mapping[str, str | Sentence] = field(default_factory=dict)
    moves: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    events: Mapping[str, str | Sentence] = field(default_factory=dict)
    units: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    metrics: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    accounts: Mapping[str, str] = field(default_factory=dict)
    asides: Mapping[str, str] = field(default_factory=dict)
    signals: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str | PreviewFunction] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    weights: Mapping[str, Weight] = field(default_factory=dict)
    stories: Mapping[tuple[str, str], Sentence] = field(default_factory=dict)
    sum_up: SummaryFunction | None = None
    leads: Mapping[str, LeadFunction] = field(default_factory=dict)
    worth: Mapping[str, str | Sentence] = field(default_factory=dict)
    earned: EarningsFunction | None = None
    exchanges: Collection[str] = ()
    causes: Mapping[str, str] = field(default_factory=dict)
    deeds: Mapping[str, str] = field(default_factory=dict)
    rename: Callable[[str], str] | None = None


ROUTINE, ORDINARY, NOTABLE, TURNING_POINT = range(4)
"""Importance of an event: routine events, most events, events that a class discusses, and events
that change the course of a match.
"""


def choose_sentence(
    fact: str, cases: Mapping[Any, str | Sentence | None], other: str | Sentence | None = None
) -> Sentence:
    """Return a sentence function that chooses a sentence by the value of a fact.

    A case of None means that the event has no sentence.

    >>> sentences = {"walk": "{who:seat} walks.", "rest": None}
    >>> told = choose_sentence("by", sentences, "{who:seat} goes by {by}.")
    >>> [told(TextFormatter(), {"who": "A", "by": how}) for how in ("walk", "rest", "ship")]
    ['A walks.', None, 'A goes by ship.']
    """

    def tell(say: TextFormatter, facts: Mapping[str, Any]) -> str | None:
        words = cases.get(facts[fact], other)
        return None if words is None else say.compose_sentence(words, facts)

    return tell


FACT_FORMATS = ("seat", "account", "space", "money", "reason", "unit", "ending")
"""Formats of facts in a sentence. Each is a method of :class:`TextFormatter`."""


@lru_cache(maxsize=2_000)
def parse_sentence(text: str) -> list[tuple[str, str | None, str]]:
    """Split a sentence into tuples of a text, the name of the next fact, and the fact's format."""
    return [(words, fact, how or "") for words, fact, how, _ in Formatter().parse(text)]


def read_currency(currency: str) -> Currency:
    """Return the currency with a sign.

    >>> read_currency("€").write(5)
    '€5'
    """
    if isinstance(currency, Currency):
        return currency
    return find_currency(currency) or Currency(currency)


@warn_about_members
class TextFormatter:
    """Formats ids and amounts as text, with the names of seats, spaces and units.

    Args:
        seats: Name of each seat. A missing seat is shown as its letter.
        spaces: Title of each board space.
        words: The game's texts.
        currency: The currency, or its sign.

    Example:
        >>> say = TextFormatter({"A": "Ada"}, {"I07": "I.P. Sharp"}, currency="$")
        >>> say.seat("A"), say.seat("B"), say.space("I07"), say.money(120_000)
        ('Ada', 'B', 'I.P. Sharp', '$120,000')
    """

    __slots__ = ("currency", "seats", "spaces", "words")

    def __init__(
        self,
        seats: Mapping[str, str] | None = None,
        spaces: Mapping[str, str] | None = None,
        words: Words | None = None,
        currency: str = DOLLAR,
    ) -> None:
        self.seats, self.spaces = seats or {}, spaces or {}
        self.words, self.currency = words or Words(), read_currency(currency)

    def seat(self, seat: str | None) -> str:
        """Return a seat's name, or its letter if it does not have a name.

        Args:
            seat: Letter of the seat, or None for the table.

        Returns:
            The name.
        """
        return self.seats.get(seat or "", seat or "nobody")

    def with_brief_names(self) -> TextFormatter:
        """Return a formatter with long names shortened, for buttons and table headings.

        A shortened name is followed by the seat's letter, because names of teams may start with the
        same words.

        >>> names = {"A": "Ada", "B": "Team of the third row by the window"}
        >>> TextFormatter(names).with_brief_names().seats
        {'A': 'Ada', 'B': 'Team of the third row… (B)'}
        """
        brief = {seat: self.brief_name(seat) for seat in self.seats}
        if brief == dict(self.seats):
            return self
        return TextFormatter(brief, self.spaces, self.words, self.currency)

    def brief_name(self, seat: str) -> str:
        """Return a seat's name. A long name is truncated and followed by the seat's letter."""
        name = self.seat(seat)
        if len(name) <= MAX_BRIEF_NAME:
            return name
        kept = len(name[: MAX_BRIEF_NAME - 2].rstrip())
        while kept > 1 and is_one_letter(name[kept - 1 : kept + 1]):
            kept -= 1
        return f"{name[:kept].rstrip()}… ({seat})"

    def account(self, account: str) -> str:
        """Return the name of an account, such as a seat, "the Bank" or a space.

        Accounts such as "points:A" and "space:c5" are named by their kind.

        Args:
            account: Name of the account.

        Returns:
            The name, for use inside a sentence.

        Example:
            >>> words = Words(accounts={"points:": "{}'s points"})
            >>> TextFormatter({"A": "Ada"}, words=words).account("points:A")
            "Ada's points"
        """
        known = self.seats.get(account)
        if known:
            return known
        if account in self.words.accounts:
            return self.fill_seat_names(self.words.accounts[account])
        return self.kind_words(self.words.accounts, account) or self.spaces.get(account, account)

    def kind_words(self, words: Mapping[str, Any], name: str) -> str:
        """Return the text for a name of some kind, such as "points:A", or "" if none is defined."""
        kind, colon, whose = name.partition(":")
        pattern = words.get(kind + colon) if colon else None
        return (
            pattern.format(self.seats.get(whose) or self.spaces.get(whose, whose))
            if pattern
            else ""
        )

    def fill_seat_names(self, words: str) -> str:
        """Fill the names of seats into one of the game's texts.

        >>> TextFormatter({"A": "Ada"}, words=Words(units={"cur:A": "money of {A}"})).unit("cur:A")
        'money of Ada'
        """
        if "{" not in words:
            return words
        return SEAT_IN_WORDS.sub(lambda match: self.seat(match[1]), words)

    def space(self, space: str | None) -> str:
        """Return the title of a board space, or its id if it does not have a title.

        Args:
            space: Id of the space, or None for no space.

        Returns:
            The title.
        """
        return self.spaces.get(space or "", space or "nowhere")

    def money(self, amount: float) -> str:
        """Format an amount of money, such as "$120,000"; a float is shown with cents.

        Args:
            amount: Amount in the unit of money.

        Returns:
            The text.

        Example:
            >>> say = TextFormatter()
            >>> say.money(-120_000), say.money(21.0), say.money(-12.3)
            ('-$120,000', '$21.00', '-$12.30')
        """
        return self.currency.write(amount)

    def rename(self, text: str) -> str:
        """Return a text that rules compose, such as a reason, with the match's names of units.

        Args:
            text: The text.

        Returns:
            The text for people.

        Example:
            >>> words = Words(rename=lambda text: text.replace("bond", "note"))
            >>> TextFormatter(words=words).rename("No bond is left."), TextFormatter().rename("OK")
            ('No note is left.', 'OK')
        """
        return text if self.words.rename is None else self.words.rename(text)

    def is_money(self, unit: str) -> bool:
        """Return whether a unit of a metric or of the ledger is money.

        Args:
            unit: The unit.

        Returns:
            True for the currency of the game, and for currency signs.

        Example:
            >>> say = TextFormatter()
            >>> [say.is_money(unit) for unit in ("$", "dollars", "€", "gold")]
            [True, True, True, False]
        """
        return self.currency.covers(unit) or find_currency(unit) is not None

    def read_unit(self, unit: str) -> str:
        """Return the unit as pages name it: the currency, the plural of a unit, or the unit itself.

        Args:
            unit: Unit of the ledger or of a metric.

        Returns:
            The :class:`.Currency`, which knows how its amounts are written, or the noun.

        Example:
            >>> TextFormatter(currency="€").read_unit("money"), TextFormatter().read_unit("gold")
            ('€', 'gold')
        """
        if self.currency.covers(unit):
            return self.currency
        return self.unit(unit) if unit in self.words.units else unit

    def format_quantity(self, amount: int | float, unit: str, digits: int = 2) -> str:
        """Format an amount with its unit. Fractional amounts of money have two decimals.

        Args:
            amount: The amount.
            unit: Unit of the ledger or of a metric, or an empty string for a number without a unit.
            digits: Maximum number of decimals of other units.

        Returns:
            The text.

        Example:
            >>> say = TextFormatter()
            >>> amounts = [(120000, "dollars"), (3, "bonds"), (7, "")]
            >>> tuple(say.format_quantity(*amount) for amount in amounts)
            ('$120,000', '3 bonds', '7')
            >>> say.format_quantity(262.95, "$"), say.format_quantity(-0.5, "$")
            ('$262.95', '-$0.50')
        """
        if self.currency.covers(unit):
            return self.money(amount)
        if (other := find_currency(unit)) is not None:
            return other.write(amount)
        text = (
            f"{amount:,}"
            if isinstance(amount, int)
            else f"{amount:,.{digits}f}".rstrip("0").rstrip(".")
        )
        if unit.startswith("%"):
            return f"{text}{unit}"
        count = 1 if text in ("1", "-1") else 2  # 0.999 is formatted as 1
        return f"{text} {self.unit(unit, count)}" if unit else text

    def format_list(self, items: list[str]) -> str:
        """Join items for use in a sentence: "A", "A and B", "A, B and C".

        Args:
            items: Texts.

        Returns:
            The text, or an empty string for an empty list.
        """
        return join_list(items)

    def event_sentence(self, event: Event) -> str | None:
        """Return the sentence of an event, or None if the event is not listed on its own.

        Args:
            event: The event, redacted for its viewer.

        Returns:
            The sentence, or None.

        Raises:
            ClasskitError: A text function of the game failed.
        """
        sentence = self.words.events.get(event.name)
        if sentence is None:
            return None
        facts = {**event.facts, "seat": event.facts.get("seat", event.seat)}
        told: str | None = self._compose_words(f"the event {event.name!r}", sentence, facts)
        # A name such as "Acme Ltd." already ends in a full stop.
        return told[:-1] if told and told.endswith("..") else told

    def tell_story(
        self, story: Sentence, first: Event, second: Event, between: Iterable[str] = ()
    ) -> str | None:
        """Return a sentence that merges two events (:attr:`Words.stories`), or None.

        The story receives the facts of the second event, and in addition the facts of the
        ``first``, whether both happened in the ``same_turn``, and the names of the events
        ``between`` them.
        """
        more = {
            "first": first.facts,
            "same_turn": first.turn == second.turn,
            "between": tuple(between),
        }
        return story(self, {**second.facts, **more})

    def compose_sentence(self, words: str | Sentence, facts: Mapping[str, Any]) -> str | None:
        """Return a sentence from a text with placeholders or from a function."""
        return words(self, facts) if callable(words) else self.fill_sentence(words, facts)

    def fill_sentence(self, text: str, facts: Mapping[str, Any]) -> str:
        """Fill facts into a text with placeholders such as ``{amount:money}``.

        The items of a list are formatted one by one. A format with a capital letter, such as
        ``Account``, capitalizes the result. The format ``of`` formats a number of units, and
        ``count`` the length of a list. Text after ``?`` is included if the fact is true, above 0 or
        not empty, and text after ``!`` if it is not.

        Args:
            text: Text with facts in braces.
            facts: Value of each fact, by name.

        Returns:
            The text.

        Example:
            >>> words = Words(units={"bond": ("bond", "bonds")}, accounts={"bank": "the bank"})
            >>> tell = TextFormatter(words=words).fill_sentence
            >>> tell("{who:seat} pays {sum:money}, {part:.0%}", {"who": "A", "sum": 9, "part": 0.5})
            'A pays $9, 50%'
            >>> tell("{by:Account} gives B {n:of bond}.", {"by": "bank", "n": 2})
            'The bank gives B 2 bonds.'
            >>> tell("{who:seat} share the win of {who:count}.", {"who": ["A", "B", "C"]})
            'A, B and C share the win of 3.'
            >>> tell("Tax is {due:money}{late:?, {late:money} of it late}.", {"due": 9, "late": 5})
            'Tax is $9, $5 of it late.'
            >>> tell("The bill {passed:?passes}{passed:!is lost}.", {"passed": False})
            'The bill is lost.'
        """
        told = []
        for words, fact, how in parse_sentence(text):
            told.append(words)
            if fact is None:
                continue
            value = facts[fact]
            if how in FACT_FORMATS and type(value) not in (list, tuple):  # the most common case
                told.append(getattr(self, how)(value))
            elif how.startswith(("?", "!")):
                if bool(value) == (how[0] == "?"):
                    told.append(self.fill_sentence(how[1:], facts))
            else:
                told.append(
                    self.format_fact(value, self.fill_sentence(how, facts) if "{" in how else how)
                )
        return "".join(told)

    def format_fact(self, value: Any, how: str) -> str:
        """Return a fact as text."""
        if how == "count":
            return format_int(len(value))
        if how.startswith("of "):
            return self.format_amount(value, how.removeprefix("of "))
        if how[:1].isupper() and how.lower() in FACT_FORMATS:
            said = self.format_fact(value, how.lower())
            return said[:1].upper() + said[1:]
        if isinstance(value, (list, tuple)):
            return self.format_list([self.format_fact(one, how) for one in value])
        return str(getattr(self, how)(value)) if how in FACT_FORMATS else format(value, how)

    def _compose_words(self, what: str, words: Any, facts: Mapping[str, Any]) -> Any:
        """Fill facts into one of the game's texts.

        Raises:
            WordsError: The text refers to an unknown fact.

        >>> say = TextFormatter(words=Words(events={"sold": "{stok} left."}))
        >>> say.event_sentence(Event("sold", {"stock": 5}, "X1", 1))
        Traceback (most recent call last):
        classkit.engine.errors.WordsError: The text of the event 'sold' refers to the unknown fact \
'stok'. Did you mean 'stock'? Choose from: seat, stock.
        """
        try:
            return self.compose_sentence(words, facts)
        except KeyError as error:
            fact = error.args[0] if error.args else ""
            if fact in facts:  # the KeyError has another cause
                raise
            raise WordsError(what, fact, facts) from error

    def event_weight(self, event: Event) -> int:
        """Return the importance of an event, from 0 (routine) to 3 (turning point).

        >>> say = TextFormatter(words=Words(weights={"paid": lambda _, facts: facts["sum"] // 50}))
        >>> events = Event("paid", {"sum": 5}, "", 1), Event("moved", {}, "", 1)
        >>> tuple(map(say.event_weight, events))
        (0, 1)
        """
        weight = self.words.weights.get(event.name, ORDINARY)
        return weight if isinstance(weight, int) else weight(self, event.facts)

    def decision_question(self, name: str, seat: str, about: Mapping[str, Any]) -> str:
        """Return the question of a decision.

        Args:
            name: Name of the decision.
            seat: The seat that is asked.
            about: Facts of the decision.

        Returns:
            The question, as one sentence.

        Raises:
            ClasskitError: A text function of the game failed.
        """
        words = self.words.decisions.get(name, name.replace("_", " "))
        facts = {**about, "seat": seat}
        return str(self._compose_words(f"the decision {name!r}", words, facts) or name)

    def decision_preview(self, name: str, about: Mapping[str, Any]) -> Preview | None:
        """Return the table shown next to a decision's question, or None."""
        told = self.words.facts.get(name)
        if not told:
            return None
        shown = self._compose_words(f"the facts of {name!r}", told, about)
        return Preview((), (), note=shown) if isinstance(told, str) else shown

    def move_label(self, decision: str, move: str) -> str:
        """Return the label of a move: its declared label, the title of a space, or its name.

        Args:
            decision: Name of the decision.
            move: Name of the move.

        Returns:
            The label.
        """
        labels = self.words.moves
        label = labels.get(f"{decision}.{move}") or labels.get(move) or self.spaces.get(move)
        label = label or self.words.asides.get(move)
        return self.fill_seat_names(label) if label else move.replace("_", " ").capitalize()

    def move_sentence(self, seat: str, decision: str, move: str, details: str = "") -> str:
        """Return a sentence that describes a seat's move. It has no full stop.

        >>> words = Words(moves={"throw": "Throw the dice"}, deeds={"go": "goes to {}"})
        >>> say = TextFormatter({"B": "Bo"}, {"C1": "The Bank"}, words)
        >>> answers = [("go", "C1"), ("turn", "throw"), ("law", "no")]
        >>> tuple(say.move_sentence("B", *answer) for answer in answers)
        ('Bo goes to the Bank', 'Bo throws the dice', 'Bo: No')
        >>> say.move_sentence("B", "auction", "bid", "$50")
        'Bo bids $50'
        """
        label, deeds = self.move_label(decision, move), self.words.deeds
        told = deeds.get(f"{decision}.{move}")
        if told is None and move not in self.words.moves:
            told = deeds.get(decision)
        within = f"the{label[3:]}" if label.startswith("The ") else label
        done = (
            self.fill_seat_names(told).replace("{}", within) if told else third_person_phrase(label)
        )
        more = f" {details}" if details else ""
        return f"{self.seat(seat)} {done}{more}" if done else f"{self.seat(seat)}: {label}{more}"

    def field_label(self, name: str) -> str:
        """Return the label of a field.

        Args:
            name: Name of the field.

        Returns:
            The label.
        """
        words = self.words.fields.get(name)
        return self.fill_seat_names(words) if words else name.replace("_", " ").capitalize()

    def signal_label(self, name: str) -> str:
        """Return the label of a signal.

        Args:
            name: Name of the signal.

        Returns:
            The label.

        Example:
            >>> TextFormatter(words=Words(signals={"time_up": "Call time"})).signal_label("time_up")
            'Call time'
        """
        return self.words.signals.get(name, name.replace("_", " ").capitalize())

    def ending(self, ending: str) -> str:
        """Return a sentence that explains why a match is over. It has no full stop.

        Args:
            ending: Name of the ending, as in :attr:`.Match.ending`.

        Returns:
            The sentence.

        Example:
            >>> TextFormatter(words=Words(endings={"time": "The time is over"})).ending("time")
            'The time is over'
        """
        return self.words.endings.get(ending) or ending.replace("_", " ").capitalize()

    def reason(self, reason: str) -> str:
        """Return the text for a transfer's reason, or the title if the reason is a board space.

        Args:
            reason: Name of the reason.

        Returns:
            The text.
        """
        return self.words.reasons.get(reason) or self.spaces.get(reason, reason.replace("_", " "))

    def worth_reason(self, kind: str, facts: Mapping[str, Any]) -> str:
        """Return why items of a kind have changed in value, as a phrase to follow "because".

        >>> words = Words(worth={"bond": "its {count} bonds {more:?rise}{more:!fall}"})
        >>> TextFormatter(words=words).worth_reason("bond", {"count": 3, "more": False})
        'its 3 bonds fall'
        """
        words = self.words.worth.get(kind)
        if words is not None:
            return str(self._compose_words(f"the worth of {kind!r}", words, facts))
        verb = "is" if facts["count"] == 1 else "are"
        than = "more" if facts["more"] else "less"
        return f"{self.format_amount(facts['count'], kind)} held {verb} worth {than}"

    def part_label(self, part: str) -> str:
        """Return the label of a metric's part: a seat, an account, a reason, or its name.

        Args:
            part: Key of the part.

        Returns:
            The label, starting with a capital letter.

        Example:
            >>> say = TextFormatter({"A": "Ada"}, words=Words(reasons={"rent": "rent"}))
            >>> say.part_label("A"), say.part_label("rent")
            ('Ada', 'Rent')
        """
        if part in self.seats:
            return self.seats[part]
        if part in self.words.accounts:
            return humanize_name(self.account(part))
        return humanize_name(self.words.reasons.get(part) or self.unit(part))

    def metric_label(self, key: str, label: str) -> str:
        """Return the label of a metric, including the seat's name if it is about a seat.

        Args:
            key: Key of the metric.
            label: Label of the metric in the game.

        Returns:
            The label.

        Example:
            >>> words = Words(metrics={"price_note:": "Price of {}'s notes"})
            >>> say = TextFormatter({"A": "Ada"}, words=words)
            >>> say.metric_label("price_note:A", "Price of A's notes")
            "Price of Ada's notes"
            >>> say.metric_label("gold", "Gold")
            'Gold'
        """
        return self.kind_words(self.words.metrics, key) or label

    def format_amount(self, number: int, unit: str) -> str:
        """Format a number of units.

        Args:
            number: The number.
            unit: Unit of the ledger.

        Returns:
            The text.

        Example:
            >>> words = Words(units={"bond": ("bond", "bonds")})
            >>> TextFormatter(words=words).format_amount(1_200, "bond")
            '1,200 bonds'
        """
        return f"{format_int(number)} {self.unit(unit, number)}"

    def thing_name(self, unit: str) -> str:
        """Return the name of a title, or an empty string for countable units.

        Args:
            unit: Title or unit of the ledger.

        Returns:
            The name, or an empty text.

        Example:
            >>> words = Words(units={"piece:": "{}'s piece"})
            >>> say = TextFormatter({"A": "Ada"}, {"e2": "Cinema"}, words)
            >>> say.thing_name("e2"), say.thing_name("piece:A"), say.thing_name("gold")
            ('Cinema', "Ada's piece", '')
        """
        if unit in self.words.units:
            return ""
        return self.spaces.get(unit) or self.kind_words(self.words.units, unit)

    def unit(self, unit: str, amount: int | float | None = None) -> str:
        """Return the name of a unit in the grammatical number of an amount.

        For a title, this is the name of its space or kind. A third form in :attr:`Words.units` is
        the name to use without a number, if it differs from the plural.

        Args:
            unit: Unit of the ledger, or a title.
            amount: The amount, or None for the plural.

        Returns:
            The name, without the amount.

        Example:
            >>> say = TextFormatter(words=Words(units={"bond": ("bond", "bonds")}))
            >>> say.unit("bond", 1), say.unit("bond", 3), say.unit("bond")
            ('bond', 'bonds', 'bonds')
            >>> note = ("of Ada's notes", "of Ada's notes", "Ada's notes")
            >>> say = TextFormatter(words=Words(units={"note": note}))
            >>> say.format_amount(3, "note"), say.unit("note")
            ("3 of Ada's notes", "Ada's notes")
        """
        words = self.words.units.get(unit)
        if not words:
            return self.thing_name(unit) or unit.replace("_", " ")
        if isinstance(words, str):
            return self.fill_seat_names(words)
        form = words[-1] if amount is None else words[amount != 1]
        return self.fill_seat_names(form)
