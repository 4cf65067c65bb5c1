"""The words of a game: what people read instead of names, the rules, and the names they give.

Events and decisions carry names and facts; the sentences live in each game's ``words.py``, in a
:class:`Words`, the clauses in its :class:`Rulebook`. Names of seats are labels that people typed,
shown but never interpreted; seats are letters, and names stand beside a record, never in it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from string import Formatter
from typing import Any

from .data import as_data, as_whole, listed, read_whole
from .deeds import does
from .errors import ClasskitError, WordsError, cut, in_figures, known_name, shorten
from .fields import miscounted
from .log import LONGEST_NAME, Event
from .moves import Preview

SEAT_IN_WORDS = re.compile(r"\{([A-Z])\}")
Sentence = Callable[["Say", Mapping[str, Any]], str | None]
Weight = int | Callable[["Say", Mapping[str, Any]], int]
Facts = Callable[["Say", Mapping[str, Any]], Preview | None]
Row = Mapping[str, Any]
SumUp = Callable[["Say", Sequence[Event], Row, Row], str | None]
Earned = Callable[["Say", str, Sequence[Event]], str | None]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one game.

    ``decisions`` gives the question for a decision's name, as text in which ``{seat:seat}`` and
    ``{amount:money}`` say each fact of its ``about`` as :class:`Say` does, or as a function of
    (say, about); ``moves`` the label of a move, by "decision.move" or "move"; ``fields`` the label
    of a field; ``events`` the sentence for an event, likewise: a text such as
    ``{payer:account} pays {amount:money}`` (:meth:`Say.sentence`), or a function of (say, facts)
    that may give None for "not worth a line", such as one for each value of a fact (:func:`by`);
    ``units``, ``reasons`` and ``accounts`` the words for those names, in which the names of seats
    may stand ("the reserves of {A}"); of a unit also as a pair of one and many, such as
    ("bond", "bonds"), of an account "points:A" by its kind: ``{"points:": "{}'s points"}``;
    ``facts`` a small table
    beside the question of a decision, such as who holds how many votes, or just a sentence that
    says what is decided: only what everybody may know, since it is shown before any curtain is
    opened; ``endings`` why a match is over, by what
    :attr:`Match.ending` says, as a sentence without its full stop. ``weights`` gives how much an
    event matters, by its name, as a number or as a function of (say, facts): 0 for what is routine
    (:data:`ROUTINE`), 1 for all that has none, up to 3 for a turning point. The headline of a step
    is its weightiest event. ``stories`` gives, by the names of two events, the sentence that tells
    both in one where the second ends in a step what the first began in it, from the facts of the
    second. ``sum_up`` gives the sentence for what a step comes to, from its events and the rows of
    figures before its first turn and after it (``{"turn", "round", "values"}``): where a game
    moves by many small things, none of them is the story. None where the events tell it better.

    ``worth`` says why things that a seat holds are worth more or less, by their kind in a figure
    (:class:`.metrics.Holding`), to follow "because": "their {count:of company} are worth more". Its
    facts are the ``count``, whether it is ``more``, and what their worth follows as it was and as
    it is: ``number_before``, ``number_after``. ``earned`` does the same for what moved for a reason
    (say, reason, events of the turn), where :attr:`reasons` do not tell enough.

    ``deeds`` says what a seat does by a move whose label is no command such as "Throw the dice", by
    "decision.move" or "decision": "agrees", or "goes to {}", in which the label stands.
    """

    decisions: Mapping[str, str | Sentence] = field(default_factory=dict)
    moves: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    events: Mapping[str, str | Sentence] = field(default_factory=dict)
    units: Mapping[str, str | tuple[str, str]] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    accounts: Mapping[str, str] = field(default_factory=dict)
    asides: Mapping[str, str] = field(default_factory=dict)
    signals: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str | Facts] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    weights: Mapping[str, Weight] = field(default_factory=dict)
    stories: Mapping[tuple[str, str], Sentence] = field(default_factory=dict)
    sum_up: SumUp | None = None
    worth: Mapping[str, str | Sentence] = field(default_factory=dict)
    earned: Earned | None = None
    deeds: Mapping[str, str] = field(default_factory=dict)


MONEY = frozenset({"$", "dollars", "money"})
"""The units of figures and of the ledger that are money."""

LONGEST_LINE = 240
"""Characters of one answer, or of a question, in a notebook."""

ROUTINE, ORDINARY, NOTABLE, TURNING_POINT = range(4)
"""How much an event matters: what happens all the time, most events, what a class talks about,
and what changes the course of a match."""


BRIEF = 24
"""Letters of a name that still stands whole on a button."""
JOINER = "\u200d"


def hangs_together(signs: str) -> bool:
    """Return whether two signs are one letter: an accent, or parts of one picture.

    >>> hangs_together("e\u0301"), hangs_together("ab")
    (True, False)
    """
    second = signs[-1]
    joined = unicodedata.category(second) in ("Mn", "Me") or JOINER in signs
    return joined or "\U0001f3fb" <= second <= "\U0001f3ff"


def how_many(count: int, one: str, many: str = "") -> str:
    """Say a number of things; ``many`` where it is not just an s more.

    >>> how_many(1, "bond"), how_many(1_200, "bond"), how_many(2, "company", "companies")
    ('1 bond', '1,200 bonds', '2 companies')
    """
    return f"{in_figures(count)} {one if count == 1 else many or f'{one}s'}"


SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve")  # fmt: skip


def in_words(count: int) -> str:
    """Write a small number as a sentence does, a larger one in figures.

    >>> in_words(6), in_words(1_300)
    ('six', '1,300')
    """
    return SMALL[count] if 0 <= count < len(SMALL) else in_figures(count)


def plain_words(name: Any) -> str:
    """Return a name as words.

    >>> plain_words("company_profit")
    'Company profit'
    """
    text = str(name).replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def labelled(*names: str) -> dict[str, str]:
    """Return name -> label for names that are their own labels, with a capital.

    >>> labelled("bid", "light_blue"), named("light_blue")
    ({'bid': 'Bid', 'light_blue': 'Light blue'}, {'light_blue': 'light blue'})
    """
    return {name: plain_words(name) for name in names}


def named(*names: str) -> dict[str, str]:
    """Return name -> words for names that stand for themselves within a sentence."""
    return {name: name.replace("_", " ") for name in names}


def as_html(words: object) -> str:
    """Return words as HTML that shows them, on one line and of bounded length.

    >>> as_html("<b>Ada & Bo</b>")
    '&lt;b&gt;Ada &amp; Bo&lt;/b&gt;'
    """
    from html import escape  # seldom needed, and it brings the names of all signs in

    return escape(cut(str(words), LONGEST_LINE))


def by(
    fact: str, cases: Mapping[Any, str | Sentence | None], other: str | Sentence | None = None
) -> Sentence:
    """Return the sentence for each value of a fact, and the one for all others; None tells nothing.

    >>> told = by("by", {"walk": "{who:seat} walks.", "rest": None}, "{who:seat} goes by {by}.")
    >>> [told(Say(), {"who": "A", "by": how}) for how in ("walk", "rest", "ship")]
    ['A walks.', None, 'A goes by ship.']
    """

    def tell(say: Say, facts: Mapping[str, Any]) -> str | None:
        words = cases.get(facts[fact], other)
        return None if words is None else say.told(words, facts)

    return tell


SAID = ("seat", "account", "space", "money", "reason", "unit", "ending")
"""What a sentence that is written as text may ask of :class:`Say`."""


@lru_cache(maxsize=2_000)
def parts_of(text: str) -> list[tuple[str, str | None, str]]:
    """Return the parts of a sentence: words, and the fact after them with how it is said."""
    return [(words, fact, how or "") for words, fact, how, _ in Formatter().parse(text)]


class Say:
    """Turns ids into what people read: names of seats, spaces, amounts.

    ``words`` are those that the game has for its events, moves, fields and units.

    >>> say = Say({"A": "Ada"}, {"I07": "I.P. Sharp"}, currency="$")
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
        """Return the name of a seat; its letter where it has none."""
        return self.seats.get(seat or "", seat or "nobody")

    def in_brief(self) -> Say:
        """Return the same words with long names cut short, for buttons and the heads of tables.

        The seat's letter stands behind what is left: whole teams may begin alike.

        >>> Say({"A": "Ada", "B": "Team of the third row by the window"}).in_brief().seats
        {'A': 'Ada', 'B': 'Team of the third row… (B)'}
        """
        brief = {seat: self.brief_name(seat) for seat in self.seats}
        if brief == dict(self.seats):
            return self
        return Say(brief, self.spaces, self.words, self.currency)

    def brief_name(self, seat: str) -> str:
        """Return the name of a seat, or its beginning with the seat's letter where it is long."""
        name = self.seat(seat)
        if len(name) <= BRIEF:
            return name
        kept = len(name[: BRIEF - 2].rstrip())
        while kept > 1 and hangs_together(name[kept - 1 : kept + 1]):
            kept -= 1
        return f"{name[:kept].rstrip()}… ({seat})"

    def seat_html(self, seat: str) -> str:
        """Return a seat for a notebook: its letter, with the name of who sits there."""
        named = self.seat(seat)
        beside = f" <bdi>{as_html(named)}</bdi>" if named != seat else ""
        return f"<b>{as_html(seat)}</b>{beside}"

    def account(self, account: str) -> str:
        """Return the name of an account: of a seat, of one like "the Bank", or of a space.

        An account may be one of a kind: "points:A", "space:c5".

        >>> words = Words(accounts={"points:": "{}'s points"})
        >>> Say({"A": "Ada"}, words=words).account("points:A")
        "Ada's points"
        """
        known = self.seats.get(account)
        if known:
            return known
        if account in self.words.accounts:
            return self.named(self.words.accounts[account])
        return self.one_of_a_kind(self.words.accounts, account) or self.spaces.get(account, account)

    def one_of_a_kind(self, words: Mapping[str, Any], name: str) -> str:
        """Return the words for a name of a kind, such as "points:A"; "" if its kind has none."""
        kind, colon, whose = name.partition(":")
        pattern = words.get(kind + colon) if colon else None
        return (
            pattern.format(self.seats.get(whose) or self.spaces.get(whose, whose))
            if pattern
            else ""
        )

    def named(self, words: str) -> str:
        """Return the words of a game with the names of seats put in.

        >>> Say({"A": "Ada"}, words=Words(units={"cur:A": "money of {A}"})).unit("cur:A")
        'money of Ada'
        """
        if "{" not in words:
            return words
        return SEAT_IN_WORDS.sub(lambda match: self.seat(match[1]), words)

    def space(self, space: str | None) -> str:
        """Return the title of a board space; its id where it has none."""
        return self.spaces.get(space or "", space or "nowhere")

    def money(self, amount: float) -> str:
        """Return an amount of money: "$120,000", or with cents where it is no whole number.

        >>> Say().money(-120_000), Say().money(21.0), Say().money(-12.3)
        ('-$120,000', '$21.00', '-$12.30')
        """
        size = abs(amount)
        digits = f"{size:,}" if isinstance(size, int) else f"{size:,.2f}"
        return f"-{self.currency}{digits}" if amount < 0 else f"{self.currency}{digits}"

    def quantity(self, amount: int | float, unit: str, digits: int = 2) -> str:
        """Write an amount with its unit, and with so many decimals at most; of money with two.

        >>> say = Say()
        >>> say.quantity(120000, "dollars"), say.quantity(3, "bonds"), say.quantity(7, "")
        ('$120,000', '3 bonds', '7')
        >>> say.quantity(262.95, "$"), say.quantity(-0.5, "$")
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
        return f"{text} {self.unit(unit, abs(amount))}" if unit else text

    def listing(self, items: list[str]) -> str:
        """List items as a sentence does: "A", "A and B", "A, B and C"."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} and {items[-1]}"

    def event(self, event: Event) -> str | None:
        """Return the sentence for an event; None when it is not worth a line of its own."""
        sentence = self.words.events.get(event.name)
        if sentence is None:
            return None
        facts = {**event.facts, "seat": event.facts.get("seat", event.seat)}
        told: str | None = self._told(f"the event {event.name!r}", sentence, facts)
        # A name such as "Acme Ltd." brings a full stop of its own.
        return told[:-1] if told and told.endswith("..") else told

    def told(self, words: str | Sentence, facts: Mapping[str, Any]) -> str | None:
        """Return a sentence that is written as text or made by a function."""
        return words(self, facts) if callable(words) else self.sentence(words, facts)

    def sentence(self, text: str, facts: Mapping[str, Any]) -> str:
        """Return a sentence that is written as text: ``{amount:money}``, ``{seat:seat}``.

        A list is said one by one, a capital makes one of the first letter, ``of`` counts units and
        ``count`` what a list holds. What follows ``?`` is said where the fact is so, what follows
        ``!`` where it is not: true, more than 0, not empty.

        >>> words = Words(units={"bond": ("bond", "bonds")}, accounts={"bank": "the bank"})
        >>> tell = Say(words=words).sentence
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
        for words, fact, how in parts_of(text):
            told.append(words)
            if fact is None:
                continue
            value = facts[fact]
            if how in SAID and type(value) not in (list, tuple):  # as most are
                told.append(getattr(self, how)(value))
            elif how.startswith(("?", "!")):
                if bool(value) == (how[0] == "?"):
                    told.append(self.sentence(how[1:], facts))
            else:
                told.append(self.fact(value, self.sentence(how, facts) if "{" in how else how))
        return "".join(told)

    def fact(self, value: Any, how: str) -> str:
        """Return a fact as a sentence says it."""
        if how == "count":
            return in_figures(len(value))
        if how.startswith("of "):
            return self.amount(value, how.removeprefix("of "))
        if how[:1].isupper() and how.lower() in SAID:
            said = self.fact(value, how.lower())
            return said[:1].upper() + said[1:]
        if isinstance(value, (list, tuple)):
            return self.listing([self.fact(one, how) for one in value])
        return str(getattr(self, how)(value)) if how in SAID else format(value, how)

    def _told(self, what: str, words: Any, facts: Mapping[str, Any]) -> Any:
        """Put facts into the words of a game; WordsError where they ask for one there is not.

        >>> say = Say(words=Words(events={"sold": "{stok} left."}))
        >>> say.event(Event("sold", {"stock": 5}, "X1", 1))
        Traceback (most recent call last):
        classkit.engine.errors.WordsError: The words of the event 'sold' ask for the fact 'stok'. \
Did you mean 'stock'? There are: seat, stock.
        """
        try:
            return self.told(words, facts)
        except KeyError as error:
            fact = error.args[0] if error.args else ""
            if fact in facts:  # another mistake
                raise
            raise WordsError(what, fact, facts) from error

    def weight(self, event: Event) -> int:
        """Return how much an event matters, from 0, what is routine, to 3, a turning point.

        >>> say = Say(words=Words(weights={"paid": lambda _, facts: facts["sum"] // 50}))
        >>> say.weight(Event("paid", {"sum": 5}, "", 1)), say.weight(Event("moved", {}, "", 1))
        (0, 1)
        """
        weight = self.words.weights.get(event.name, ORDINARY)
        return weight if isinstance(weight, int) else weight(self, event.facts)

    def question(self, name: str, seat: str, about: Mapping[str, Any]) -> str:
        """Return the question that a decision puts."""
        words = self.words.decisions.get(name, name.replace("_", " "))
        facts = {**about, "seat": seat}
        return str(self._told(f"the decision {name!r}", words, facts) or name)

    def facts(self, name: str, about: Mapping[str, Any]) -> Preview | None:
        """Return the table beside a decision's question; None where there is none."""
        told = self.words.facts.get(name)
        if not told:
            return None
        shown = self._told(f"the facts of {name!r}", told, about)
        return Preview((), (), note=shown) if isinstance(told, str) else shown

    def move(self, decision: str, move: str) -> str:
        """Return the label of a move: its own words, a space's title, or its name."""
        labels = self.words.moves
        label = labels.get(f"{decision}.{move}") or labels.get(move) or self.spaces.get(move)
        label = label or self.words.asides.get(move)
        return self.named(label) if label else move.replace("_", " ").capitalize()

    def deed(self, seat: str, decision: str, move: str, details: str = "") -> str:
        """Return what a seat does by a move, as a sentence without its full stop.

        >>> words = Words(moves={"throw": "Throw the dice"}, deeds={"go": "goes to {}"})
        >>> say = Say({"B": "Bo"}, {"C1": "The Bank"}, words)
        >>> say.deed("B", "go", "C1"), say.deed("B", "turn", "throw"), say.deed("B", "law", "no")
        ('Bo goes to the Bank', 'Bo throws the dice', 'Bo: No')
        >>> say.deed("B", "auction", "bid", "$50")
        'Bo bids $50'
        """
        label, deeds = self.move(decision, move), self.words.deeds
        told = deeds.get(f"{decision}.{move}")
        if told is None and move not in self.words.moves:
            told = deeds.get(decision)
        within = f"the{label[3:]}" if label.startswith("The ") else label
        done = self.named(told).replace("{}", within) if told else does(label)
        more = f" {details}" if details else ""
        return f"{self.seat(seat)} {done}{more}" if done else f"{self.seat(seat)}: {label}{more}"

    def field(self, name: str) -> str:
        """Return the label of a field."""
        return self.words.fields.get(name, name.replace("_", " ").capitalize())

    def signal(self, name: str) -> str:
        """Return the label of what the host may tell the game.

        >>> Say(words=Words(signals={"time_up": "Call time"})).signal("time_up")
        'Call time'
        """
        return self.words.signals.get(name, name.replace("_", " ").capitalize())

    def ending(self, ending: str) -> str:
        """Return why a match is over, as a sentence without its full stop.

        >>> Say(words=Words(endings={"time": "The time is over"})).ending("time")
        'The time is over'
        """
        return self.words.endings.get(ending) or ending.replace("_", " ").capitalize()

    def reason(self, reason: str) -> str:
        """Return the words for why something moved; where the reason is a space, its title."""
        return self.words.reasons.get(reason) or self.spaces.get(reason, reason.replace("_", " "))

    def worth(self, kind: str, facts: Mapping[str, Any]) -> str:
        """Return why things of a kind are worth more or less, to follow a colon.

        >>> words = Words(worth={"bond": "its {count} bonds {more:?rise}{more:!fall}"})
        >>> Say(words=words).worth("bond", {"count": 3, "more": False})
        'its 3 bonds fall'
        """
        words = self.words.worth.get(kind)
        if words is not None:
            return str(self._told(f"the worth of {kind!r}", words, facts))
        verb = "is" if facts["count"] == 1 else "are"
        than = "more" if facts["more"] else "less"
        return f"{self.amount(facts['count'], kind)} held {verb} worth {than}"

    def part(self, part: str) -> str:
        """Return the label of a part of a figure: a seat, an account, a reason, or its own name.

        >>> Say({"A": "Ada"}, words=Words(reasons={"rent": "rent"})).part("rent")
        'Rent'
        """
        if part in self.seats:
            return self.seats[part]
        if part in self.words.accounts:
            return plain_words(self.account(part))
        return plain_words(self.words.reasons.get(part) or self.unit(part))

    def amount(self, number: int, unit: str) -> str:
        """Return a number of units in words.

        >>> Say(words=Words(units={"bond": ("bond", "bonds")})).amount(1_200, "bond")
        '1,200 bonds'
        """
        return f"{in_figures(number)} {self.unit(unit, number)}"

    def thing(self, unit: str) -> str:
        """Return the name of a thing that there is once; empty for what is counted.

        >>> say = Say({"A": "Ada"}, {"e2": "Cinema"}, Words(units={"piece:": "{}'s piece"}))
        >>> say.thing("e2"), say.thing("piece:A"), say.thing("gold")
        ('Cinema', "Ada's piece", '')
        """
        if unit in self.words.units:
            return ""
        return self.spaces.get(unit) or self.one_of_a_kind(self.words.units, unit)

    def unit(self, unit: str, amount: int | float | None = None) -> str:
        """Return the words for a unit, for so much of it; for a title those of its space or kind.

        >>> say = Say(words=Words(units={"bond": ("bond", "bonds")}))
        >>> say.unit("bond", 1), say.unit("bond", 3), say.unit("bond")
        ('bond', 'bonds', 'bonds')
        """
        words = self.words.units.get(unit)
        if not words:
            return self.thing(unit) or unit.replace("_", " ")
        return self.named(words if isinstance(words, str) else words[amount != 1])


# --- names of seats: labels that people typed -----------------------------------------------------

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
JOINERS = "\u200c\u200d"
"""Invisible, and part of the spelling of several scripts."""


def read_name(text: Any) -> str:
    """Read a name to be shown: 1 to 60 characters, none of them a control character.

    >>> read_name("  Zoë  ")
    'Zoë'
    >>> read_name("")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: a name must not be empty: type 1 to 60 characters.
    """
    text = as_data(text)
    if not isinstance(text, str):
        raise ClasskitError(f"a name must be text, not {shorten(text)}.")
    if len(text) > 10 * LONGEST_NAME:
        raise too_long(text)
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise ClasskitError(f"a name must not be empty: type 1 to {LONGEST_NAME} characters.")
    if len(name) > LONGEST_NAME:
        raise too_long(name)
    for character in name:
        if unicodedata.category(character).startswith("C") and character not in JOINERS:
            raise ClasskitError(
                f"the name {shorten(name)} contains an invisible control character "
                f"(U+{ord(character):04X}); type it without."
            )
    return name


def too_long(name: str) -> ClasskitError:
    """Return the refusal of a name that has too many characters."""
    return ClasskitError(
        f"a name must be at most {LONGEST_NAME} characters long, not {len(name):,}."
    )


def read_number_of_seats(seats: Any, numbers: range) -> int:
    """Read how many seats there are, one of the numbers that can play.

    >>> read_number_of_seats(90, range(2, 7))
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: seats must be a whole number from 2 to 6, not 90.
    """
    return read_whole("seats", seats, numbers[0], numbers[-1])


def read_seats(seats: Any, numbers: range) -> tuple[tuple[str, ...], dict[str, str]]:
    """Read the seats of a match and their names, from a number of seats or a list of names.

    >>> read_seats(["Ada", "Bo"], range(2, 7))
    (('A', 'B'), {'A': 'Ada', 'B': 'Bo'})
    >>> read_seats(2, range(2, 7))
    (('A', 'B'), {})
    """
    names: list[str] = []
    if issubclass(type(seats), (int, float)) or as_whole(seats) is not None:
        count = read_number_of_seats(seats, numbers)
    else:
        wished = None if isinstance(seats, (set, frozenset)) else listed(seats)  # without order
        if wished is None:
            raise ClasskitError(
                f"seats must be a whole number from {numbers[0]} to {numbers[-1]}, or a list of "
                f'names, not {shorten(seats)}: seats=4 or seats=["Ada", "Bo", "Cy"].'
            )
        names = [read_name(name) for name in wished]
        count = len(names)
        if reason := miscounted(count, numbers[0], numbers[-1], "names"):
            raise ClasskitError(f"seats {reason}")
    letters = tuple(LETTERS[:count])
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ClasskitError(f"two seats are called {shorten(twice)}: give each a name of its own.")
    labels = {seat: name for seat, name in zip(letters, names, strict=False) if name != seat}
    return letters, labels


# --- the rules of a game as people read them: clause by clause ------------------------------------

CHAPTER = re.compile(r"^#+ (?P<id>[A-Z]+\d+) (?P<title>\S.*)$")
CLAUSE = re.compile(r"^- \*\*(?P<id>[A-Z]+\d+(?:\.\d+)?)(?:\.?\*\*|\b)(?P<text>.*)$")


class Rulebook:
    """The clauses of one game, read when first asked for.

    >>> book = "## X1 Play\\n\\n- **X1.1 Toss.** A coin is tossed.\\n  Heads wins."
    >>> Rulebook.of_text(book).clause("X1.1")
    'Toss. A coin is tossed. Heads wins.'
    >>> print(Rulebook.of_text(book).clause("X1"))
    X1 Play
    X1.1 Toss. A coin is tossed. Heads wins.
    """

    def __init__(self, package: str, name: str = "rules.md") -> None:
        self.package, self.name = package, name

    @classmethod
    def of_text(cls, text: str) -> Rulebook:
        """Make a rulebook of its text."""
        book = cls("")
        book.__dict__["text"] = text
        return book

    @cached_property
    def text(self) -> str:
        """The whole text, Markdown."""
        from importlib.resources import files  # only rules that are read pay for it

        return files(self.package).joinpath(self.name).read_text(encoding="utf-8")

    @cached_property
    def clauses(self) -> dict[str, str]:
        """Clause id -> its text, in the order of the book."""
        found: dict[str, str] = {}
        current = ""
        for line in self.text.splitlines():
            if match := CLAUSE.match(line):
                current = match["id"]
                found[current] = clean(match["text"])
            elif current and line.startswith("  ") and line.strip():
                found[current] += " " + clean(line)
            else:
                current = ""
        return found

    @cached_property
    def chapters(self) -> dict[str, str]:
        """Chapter id -> its heading, in the order of the book."""
        found = (CHAPTER.match(line) for line in self.text.splitlines())
        return {match["id"]: clean(match["title"]) for match in found if match}

    def clause(self, clause: str) -> str:
        """Return the text of a clause, or of a chapter: its heading and its clauses, line by line.

        UnknownName when there is none of that id.
        """
        clause = known_name("clause", clause, {**self.chapters, **self.clauses})
        if clause in self.clauses:
            return self.clauses[clause]
        inside = [
            f"{id} {text}" for id, text in self.clauses.items() if id.startswith(f"{clause}.")
        ]
        return "\n".join([f"{clause} {self.chapters[clause]}", *inside])


def clean(text: str) -> str:
    """Remove the marks of emphasis from a line."""
    return text.replace("**", "").strip()
