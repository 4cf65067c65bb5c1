"""Text of a game: words for names and facts, and clauses of its rules.

Events and decisions carry names and facts. The sentences are in each game's ``game_text.py``, in a
:class:`Words`, and the clauses in its :class:`Rulebook`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from string import Formatter
from typing import Any, NamedTuple

from classkit.deprecation import warn_about_members

from .errors import (
    WordsError,
    format_int,
    require_known,
    truncate_value,
)
from .events import Event, Transfer
from .moves import Preview
from .verb_grammar import third_person_phrase

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
    """A sentence that summarizes events of a step.

    Args:
        text: The sentence.
        events: All events that it reports.

    Example:
        >>> StepSummary("Ada sells 3 oil.", []).text
        'Ada sells 3 oil.'
    """

    text: str
    events: Sequence[Event]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one game.

    Texts may contain facts, such as ``{payer:account} pays {amount:money}`` (see
    :meth:`TextFormatter.fill_sentence`); instead of a text, a function of the formatter and the
    facts is accepted too.

    Args:
        decisions: Question of each decision, as text or function of its ``about``.
        moves: Label of each move, by "decision.move" or "move".
        fields: Label of each field.
        events: Sentence of each event. A function may return None for an event without a line of
            its own; see :func:`choose_sentence`.
        units: Words for units; a pair is singular and plural, such as ("bond", "bonds").
        metrics: Labels of metrics of a kind, with the name of a seat: the metric "price_cur:A" uses
            those of its kind, ``{"price_cur:": "Price of {}'s notes"}``. Others have their own.
        reasons: Words for the reasons of transfers. May contain names of seats: "the reserves of
            {A}".
        accounts: Words for accounts. An account of a kind, such as "points:A", uses the words of
            its kind: ``{"points:": "{}'s points"}``.
        facts: Small table next to the question of a decision, such as who has how many votes, or a
            sentence. Public information only: it is shown before the curtain opens.
        endings: Why a match is over, by :attr:`Match.ending`, as a sentence without full stop.
        weights: Weight of each event, as a number or function: 0 for routine events
            (:data:`ROUTINE`), 1 by default, 3 for a turning point. The headline of a step is its
            heaviest event.
        stories: Sentence that merges two events, by their names, if the second ends in a step what
            the first began in it. Gets the facts of the second, and more
            (:meth:`.TextFormatter.tell_story`).
        sum_up: Sentences that summarize a step (:class:`StepSummary`), from its events and the rows
            of metrics before and after it (``{"turn", "round", "values"}``), for games that move by
            many small events. None of them if the events are better. A headline orders them by
            their last event.
        leads: What led to a decision, by its name, for steps without other news: a function of
            the formatter, the facts of the decision with its ``seat``, and the visible events of
            its turn, oldest first. None if the news is better.
        worth: Why things of a kind (:class:`.metrics.Holding`) are worth more or less, to follow
            "because": "{whose} {count:of company} are worth more". Facts are ``whose``
            ("Ada's"), ``count``, ``more``, and the values that the worth depends on, before and
            after: ``number_before``, ``number_after``.
        earned: Where a transfer comes from, such as "income at Start", as a function of the
            formatter, the transfer and the events that report it (:meth:`.GameState.link_rows`).
            None if :attr:`reasons` are enough. Places, seats and amounts come from these alone.
        exchanges: Reasons of transfers in which both sides give and get, such as trades.
        causes: How a reason of transfers follows an amount in a sentence: "in {reason}", "because
            the people consume {things}". The reason "" is that of all others; by default their
            words are in brackets.
        deeds: What a seat does by a move whose label is not a command such as "Throw the dice", by
            "decision.move" or "decision": "agrees", or "goes to {}" with the label inside.
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


MONEY = frozenset({"$", "dollars", "money"})
"""Units of metrics and of the ledger that are money."""

MAX_LINE_LENGTH = 240
"""Maximum number of characters of an answer or a question in a notebook."""

ROUTINE, ORDINARY, NOTABLE, TURNING_POINT = range(4)
"""How much an event matters: what happens all the time, most events, what a class talks about,
and what changes the course of a match."""


MAX_BRIEF_NAME = 24
"""Maximum number of letters of a name on a button."""
ZERO_WIDTH_JOINER = "\u200d"


def is_one_letter(signs: str) -> bool:
    """Return whether two characters form one letter, such as a letter and its accent.

    >>> is_one_letter("e\u0301"), is_one_letter("ab")
    (True, False)
    """
    second = signs[-1]
    joined = unicodedata.category(second) in ("Mn", "Me") or ZERO_WIDTH_JOINER in signs
    return joined or "\U0001f3fb" <= second <= "\U0001f3ff"


def lower_label(label: str) -> str:
    """Return a label for use inside a sentence: names keep their capitals.

    >>> lower_label("Net worth"), lower_label("Inflation Number"), lower_label("ASSET")
    ('net worth', 'Inflation Number', 'ASSET')
    """
    return label[:1].lower() + label[1:] if label[1:] == label[1:].lower() else label


def format_count(count: int, one: str, many: str = "") -> str:
    """Return a number of things as words. ``many`` is an irregular plural.

    >>> companies = format_count(2, "company", "companies")
    >>> format_count(1, "bond"), format_count(1_200, "bond"), companies
    ('1 bond', '1,200 bonds', '2 companies')
    """
    return f"{format_int(count)} {one if count == 1 else many or f'{one}s'}"


SMALL_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


def spell_number(count: int) -> str:
    """Return a small number as a word, a larger one in digits.

    >>> spell_number(6), spell_number(1_300)
    ('six', '1,300')
    """
    return SMALL_NUMBERS[count] if 0 <= count < len(SMALL_NUMBERS) else format_int(count)


def humanize_name(name: Any) -> str:
    """Return a name as words.

    >>> humanize_name("company_profit")
    'Company profit'
    """
    text = str(name).replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def make_labels(*names: str) -> dict[str, str]:
    """Return name -> label for names that are their own labels, capitalized.

    >>> make_labels("bid", "light_blue"), make_phrases("light_blue")
    ({'bid': 'Bid', 'light_blue': 'Light blue'}, {'light_blue': 'light blue'})
    """
    return {name: humanize_name(name) for name in names}


def make_phrases(*names: str) -> dict[str, str]:
    """Return name -> words for names that stand for themselves within a sentence."""
    return {name: name.replace("_", " ") for name in names}


def escape_line(words: object) -> str:
    """Return text as HTML, on one line and with a bounded length.

    >>> escape_line("<b>Ada & Bo</b>")
    '&lt;b&gt;Ada &amp; Bo&lt;/b&gt;'
    """
    from html import escape  # rarely needed, slow import

    return escape(truncate_value(str(words), MAX_LINE_LENGTH))


def choose_sentence(
    fact: str, cases: Mapping[Any, str | Sentence | None], other: str | Sentence | None = None
) -> Sentence:
    """Return a sentence that depends on the value of a fact. None: no sentence.

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
"""Formats of facts in a sentence, which are methods of :class:`TextFormatter`."""


@lru_cache(maxsize=2_000)
def parse_sentence(text: str) -> list[tuple[str, str | None, str]]:
    """Return the parts of a sentence: text, and the fact after it with its format."""
    return [(words, fact, how or "") for words, fact, how, _ in Formatter().parse(text)]


@warn_about_members
class TextFormatter:
    """Formats ids and amounts as text: names of seats, spaces, units.

    Args:
        seats: Name of each seat; missing seats are called by their letters.
        spaces: Title of each board space.
        words: The words of the game.
        currency: Sign of the currency.

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
        currency: str = "$",
    ) -> None:
        self.seats, self.spaces = seats or {}, spaces or {}
        self.words, self.currency = words or Words(), currency

    def seat(self, seat: str | None) -> str:
        """Return the name of a seat, or its letter if it has none.

        Args:
            seat: Letter of the seat; None for the table.

        Returns:
            The name.
        """
        return self.seats.get(seat or "", seat or "nobody")

    def with_brief_names(self) -> TextFormatter:
        """Return a formatter with long names shortened, for buttons and table headings.

        The seat's letter follows a shortened name, because names of teams may begin alike.

        >>> names = {"A": "Ada", "B": "Team of the third row by the window"}
        >>> TextFormatter(names).with_brief_names().seats
        {'A': 'Ada', 'B': 'Team of the third row… (B)'}
        """
        brief = {seat: self.brief_name(seat) for seat in self.seats}
        if brief == dict(self.seats):
            return self
        return TextFormatter(brief, self.spaces, self.words, self.currency)

    def brief_name(self, seat: str) -> str:
        """Return the name of a seat, or its beginning and the seat's letter if it is long."""
        name = self.seat(seat)
        if len(name) <= MAX_BRIEF_NAME:
            return name
        kept = len(name[: MAX_BRIEF_NAME - 2].rstrip())
        while kept > 1 and is_one_letter(name[kept - 1 : kept + 1]):
            kept -= 1
        return f"{name[:kept].rstrip()}… ({seat})"

    def seat_html(self, seat: str) -> str:
        """Return the name of a seat as HTML for a sentence.

        Args:
            seat: Letter of the seat.

        Returns:
            HTML with escaped text.
        """
        return f"<b><bdi>{escape_line(self.seat(seat))}</bdi></b>"

    def account(self, account: str) -> str:
        """Return the name of an account: a seat, "the Bank", a space, or one of a kind.

        Accounts of a kind are "points:A", "space:c5".

        Args:
            account: Name of the account.

        Returns:
            The name, to stand inside a sentence.

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
        """Return the words for a name of a kind, such as "points:A", or "" if there are none."""
        kind, colon, whose = name.partition(":")
        pattern = words.get(kind + colon) if colon else None
        return (
            pattern.format(self.seats.get(whose) or self.spaces.get(whose, whose))
            if pattern
            else ""
        )

    def fill_seat_names(self, words: str) -> str:
        """Return words of a game with the names of seats filled in.

        >>> TextFormatter({"A": "Ada"}, words=Words(units={"cur:A": "money of {A}"})).unit("cur:A")
        'money of Ada'
        """
        if "{" not in words:
            return words
        return SEAT_IN_WORDS.sub(lambda match: self.seat(match[1]), words)

    def space(self, space: str | None) -> str:
        """Return the title of a board space, or its id if it has none.

        Args:
            space: Id of the space; None for no space.

        Returns:
            The title.
        """
        return self.spaces.get(space or "", space or "nowhere")

    def money(self, amount: float) -> str:
        """Return an amount of money: "$120,000"; with cents if it is not whole.

        Args:
            amount: Amount in the unit of money.

        Returns:
            The text.

        Example:
            >>> say = TextFormatter()
            >>> say.money(-120_000), say.money(21.0), say.money(-12.3)
            ('-$120,000', '$21.00', '-$12.30')
        """
        size = abs(amount)
        digits = f"{size:,}" if isinstance(size, int) else f"{size:,.2f}"
        return f"-{self.currency}{digits}" if amount < 0 else f"{self.currency}{digits}"

    def format_quantity(self, amount: int | float, unit: str, digits: int = 2) -> str:
        """Return an amount with its unit and at most ``digits`` decimals; money has two.

        Args:
            amount: The amount.
            unit: Unit of the ledger or of a metric; empty for a bare number.
            digits: Maximum number of decimals.

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
        if unit in MONEY or unit == self.currency:
            return self.money(amount)
        text = (
            f"{amount:,}"
            if isinstance(amount, int)
            else f"{amount:,.{digits}f}".rstrip("0").rstrip(".")
        )
        if unit.startswith("%"):
            return f"{text}{unit}"
        count = 1 if text in ("1", "-1") else 2  # 0.999 is printed as 1
        return f"{text} {self.unit(unit, count)}" if unit else text

    def format_list(self, items: list[str]) -> str:
        """Return items as a list in a sentence: "A", "A and B", "A, B and C".

        Args:
            items: Texts.

        Returns:
            The text; empty for an empty list.
        """
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} and {items[-1]}"

    def event_sentence(self, event: Event) -> str | None:
        """Return the sentence of an event, or None if it has no line of its own.

        Args:
            event: The event, as its viewer may know it.

        Returns:
            The sentence, or None.

        Raises:
            ClasskitError: A function of the game's words failed.
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
        """Return the sentence that merges two events (:attr:`Words.stories`), or None.

        Besides the facts of the second event, the story gets those of the ``first``, whether both
        are of the ``same_turn``, and the names of the events ``between`` them.
        """
        more = {
            "first": first.facts,
            "same_turn": first.turn == second.turn,
            "between": tuple(between),
        }
        return story(self, {**second.facts, **more})

    def compose_sentence(self, words: str | Sentence, facts: Mapping[str, Any]) -> str | None:
        """Return a sentence from a text or a function."""
        return words(self, facts) if callable(words) else self.fill_sentence(words, facts)

    def fill_sentence(self, text: str, facts: Mapping[str, Any]) -> str:
        """Return a text with its facts filled in: ``{amount:money}``, ``{seat:seat}``.

        Each item of a list is formatted. A capital format capitalizes the first letter. ``of``
        counts units, and ``count`` the items of a list. Text after ``?`` appears if the fact is
        true, above 0 or not empty, text after ``!`` if not.

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
            if how in FACT_FORMATS and type(value) not in (list, tuple):  # the usual case
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
        """Fill facts into words of a game.

        Raises:
            WordsError: The words refer to an unknown fact.

        >>> say = TextFormatter(words=Words(events={"sold": "{stok} left."}))
        >>> say.event_sentence(Event("sold", {"stock": 5}, "X1", 1))
        Traceback (most recent call last):
        classkit.engine.errors.WordsError: The words of the event 'sold' ask for the fact 'stok'. \
Did you mean 'stock'? Choose from: seat, stock.
        """
        try:
            return self.compose_sentence(words, facts)
        except KeyError as error:
            fact = error.args[0] if error.args else ""
            if fact in facts:  # a different error
                raise
            raise WordsError(what, fact, facts) from error

    def event_weight(self, event: Event) -> int:
        """Return how much an event matters, from 0 (routine) to 3 (turning point).

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
            The question, one sentence.

        Raises:
            ClasskitError: A function of the game's words failed.
        """
        words = self.words.decisions.get(name, name.replace("_", " "))
        facts = {**about, "seat": seat}
        return str(self._compose_words(f"the decision {name!r}", words, facts) or name)

    def decision_preview(self, name: str, about: Mapping[str, Any]) -> Preview | None:
        """Return the table next to a decision's question, or None."""
        told = self.words.facts.get(name)
        if not told:
            return None
        shown = self._compose_words(f"the facts of {name!r}", told, about)
        return Preview((), (), note=shown) if isinstance(told, str) else shown

    def move_label(self, decision: str, move: str) -> str:
        """Return the label of a move: its words, a space's title, or its name.

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
        """Return what a seat does by a move, as a sentence without full stop.

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
        """Return why a match is over, as a sentence without full stop.

        Args:
            ending: Name of the ending, as :attr:`.Match.ending` has it.

        Returns:
            The sentence.

        Example:
            >>> TextFormatter(words=Words(endings={"time": "The time is over"})).ending("time")
            'The time is over'
        """
        return self.words.endings.get(ending) or ending.replace("_", " ").capitalize()

    def reason(self, reason: str) -> str:
        """Return the words for the reason of a transfer; for a space, its title.

        Args:
            reason: Name of the reason.

        Returns:
            The words.
        """
        return self.words.reasons.get(reason) or self.spaces.get(reason, reason.replace("_", " "))

    def worth_reason(self, kind: str, facts: Mapping[str, Any]) -> str:
        """Return why things of a kind are worth more or less, to follow "because".

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
        """Return the label of a part of a metric: a seat, an account, a reason, or its name.

        Args:
            part: Key of the part.

        Returns:
            The label, with a capital letter.

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
        """Return the label of a metric, with the name of the seat that it is about.

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
        """Return a number of units in words.

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
        """Return the name of a unique thing; empty for counted units.

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
        """Return the words for an amount of a unit; for a title, those of its space or kind.

        A third form of :attr:`Words.units` is the name without a number, if it differs from the
        plural.

        Args:
            unit: Unit of the ledger, or a title.
            amount: The amount; None for the plural.

        Returns:
            The words, without the amount.

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


# --- rulebook -------------------------------------------------------------------------------------

CHAPTER_PATTERN = re.compile(r"^#+ (?P<id>[A-Z]+\d+) (?P<title>\S.*)$")
CLAUSE_PATTERN = re.compile(r"^- \*\*(?P<id>[A-Z]+\d+(?:\.\d+)?)(?:\.?\*\*|\b)(?P<text>.*)$")


class Rulebook:
    """The clauses of one game, read on first use.

    Args:
        package: Package that contains the file.
        name: Name of the Markdown file.

    Example:
        >>> book = "## X1 Play\\n\\n- **X1.1 Toss.** A coin is tossed.\\n  Heads wins."
        >>> Rulebook.from_text(book).clause("X1.1")
        'Toss. A coin is tossed. Heads wins.'
        >>> print(Rulebook.from_text(book).clause("X1"))
        X1 Play
        X1.1 Toss. A coin is tossed. Heads wins.
    """

    def __init__(self, package: str, name: str = "rules.md") -> None:
        self.package, self.name = package, name

    @classmethod
    def from_text(cls, text: str) -> Rulebook:
        """Return a rulebook with this text.

        Args:
            text: Rules in Markdown, with clauses such as ``- **X1.1 Toss.** A coin is tossed.``

        Returns:
            The rulebook.
        """
        book = cls("")
        book.__dict__["text"] = text
        return book

    @cached_property
    def text(self) -> str:
        """The whole text, as Markdown."""
        from importlib.resources import files  # slow import, needed only for rules

        return files(self.package).joinpath(self.name).read_text(encoding="utf-8")

    @cached_property
    def clauses(self) -> dict[str, str]:
        """The text of each clause by its id, in order."""
        found: dict[str, str] = {}
        current = ""
        for line in self.text.splitlines():
            if match := CLAUSE_PATTERN.match(line):
                current = match["id"]
                found[current] = strip_emphasis(match["text"])
            elif current and line.startswith("  ") and line.strip():
                found[current] += " " + strip_emphasis(line)
            else:
                current = ""
        return found

    @cached_property
    def chapters(self) -> dict[str, str]:
        """The heading of each chapter by its id, in order."""
        found = (CHAPTER_PATTERN.match(line) for line in self.text.splitlines())
        return {match["id"]: strip_emphasis(match["title"]) for match in found if match}

    def clause(self, clause: str) -> str:
        """Return the text of a clause, or of a chapter: its heading and its clauses, line by line.

        Args:
            clause: Id of a clause or chapter.

        Returns:
            The text, without Markdown marks.

        Raises:
            UnknownName: The clause is unknown.
        """
        clause = require_known("clause", clause, {**self.chapters, **self.clauses})
        if clause in self.clauses:
            return self.clauses[clause]
        inside = [
            f"{id} {text}" for id, text in self.clauses.items() if id.startswith(f"{clause}.")
        ]
        return "\n".join([f"{clause} {self.chapters[clause]}", *inside])


def strip_emphasis(text: str) -> str:
    """Remove Markdown emphasis from a line."""
    return text.replace("**", "").strip()
