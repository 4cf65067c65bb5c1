"""The words of a game: what people read instead of names.

Events and decisions carry names and facts; the sentences live in each game's ``words.py``, in a
:class:`Words`. Nothing here is ever read back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import in_figures
from .events import Event
from .moves import Preview

SEAT_IN_WORDS = re.compile(r"\{([A-Z])\}")
Sentence = Callable[["Say", Mapping[str, Any]], str | None]
Facts = Callable[["Say", Mapping[str, Any]], Preview | None]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one game.

    ``decisions`` gives the question for a decision's name, as text with ``{facts}`` of its
    ``about`` or as a function of (say, about); ``moves`` the label of a move, by
    "decision.move" or "move"; ``fields`` the label of a field; ``events`` the sentence for an
    event, as text in which ``{payer:account} pays {amount:money}`` says each fact as :class:`Say`
    does, or as a function of (say, facts) that may give None for "not worth a line";
    ``units``, ``reasons`` and ``accounts`` the words for those names, in which the names of seats
    may stand ("the reserves of {A}"); of a unit also as a pair of one and many, such as
    ("bond", "bonds"), of an account "points:A" by its kind: ``{"points:": "{}'s points"}``;
    ``facts`` a small table
    beside the question of a decision, such as who holds how many votes: only what everybody may
    know, since it is shown before any curtain is opened; ``endings`` why a match is over, by what
    :attr:`Match.ending` says, as a sentence without its full stop.
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
    facts: Mapping[str, Facts] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)


def how_many(count: int, one: str, many: str = "") -> str:
    """A number of things, in words; ``many`` where it is not just an s more.

    >>> how_many(1, "bond"), how_many(1_200, "bond"), how_many(2, "company", "companies")
    ('1 bond', '1,200 bonds', '2 companies')
    """
    return f"{in_figures(count)} {one if count == 1 else many or f'{one}s'}"


class Fact:
    """A fact in a sentence that is written as text: ``{amount:money}``, ``{seat:seat}``.

    >>> "{who:seat} pays {amount:money}, {part:.0%}".format(
    ...     who=Fact(Say(), "A"), amount=Fact(Say(), 1_200), part=Fact(Say(), 0.5)
    ... )
    'A pays $1,200, 50%'
    """

    __slots__ = ("say", "value")

    def __init__(self, say: Say, value: Any) -> None:
        self.say, self.value = say, value

    def __format__(self, how: str) -> str:
        said: Callable[[Any], str] | None = getattr(self.say, how) if how in SAID else None
        return said(self.value) if said else format(self.value, how)


SAID = ("seat", "account", "space", "money", "reason", "unit")
"""What a sentence that is written as text may ask of :class:`Say`."""


class Say:
    """Turns ids into what people read: names of seats, spaces, amounts.

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
        """The name of a seat; its letter where it has none."""
        return self.seats.get(seat or "", seat or "nobody")

    def account(self, account: str) -> str:
        """The name of an account: a seat's, "the Bank", of a kind ("points:A", "space:c5"), or the
        title of a space.

        >>> words = Words(accounts={"points:": "{}'s points"})
        >>> Say({"A": "Ada"}, words=words).account("points:A")
        "Ada's points"
        """
        known = self.seats.get(account)
        if known:
            return known
        if account in self.words.accounts:
            return self.named(self.words.accounts[account])
        kind, _, whose = account.partition(":")
        pattern = self.words.accounts.get(f"{kind}:")
        if not pattern:
            return self.spaces.get(account, account)
        return pattern.format(self.seats.get(whose) or self.spaces.get(whose, whose))

    def named(self, words: str) -> str:
        """The words of a game with the names of seats put in.

        >>> Say({"A": "Ada"}, words=Words(units={"cur:A": "money of {A}"})).unit("cur:A")
        'money of Ada'
        """
        if "{" not in words:
            return words
        return SEAT_IN_WORDS.sub(lambda match: self.seat(match[1]), words)

    def space(self, space: str | None) -> str:
        """The title of a board space; its id where it has none."""
        return self.spaces.get(space or "", space or "nowhere")

    def money(self, amount: int) -> str:
        """An amount of money: "$120,000"."""
        return f"-{self.currency}{-amount:,}" if amount < 0 else f"{self.currency}{amount:,}"

    def listing(self, items: list[str]) -> str:
        """ "A", "A and B", "A, B and C"."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} and {items[-1]}"

    def event(self, event: Event) -> str | None:
        """The sentence for an event; None when it is not worth a line of its own."""
        sentence = self.words.events.get(event.name)
        if sentence is None:
            return None
        facts = {**event.facts, "seat": event.facts.get("seat", event.seat)}
        if callable(sentence):
            return sentence(self, facts)
        return sentence.format_map({name: Fact(self, value) for name, value in facts.items()})

    def question(self, name: str, seat: str, about: Mapping[str, Any]) -> str:
        """The question that a decision puts."""
        words = self.words.decisions.get(name, name.replace("_", " "))
        if callable(words):
            return words(self, {**about, "seat": seat}) or name
        return words

    def facts(self, name: str, about: Mapping[str, Any]) -> Preview | None:
        """The table beside a decision's question; None where there is none."""
        table = self.words.facts.get(name)
        return table(self, about) if table else None

    def move(self, decision: str, move: str) -> str:
        """The label of a move: its own words, a space's title, or its name."""
        labels = self.words.moves
        label = labels.get(f"{decision}.{move}") or labels.get(move) or self.spaces.get(move)
        label = label or self.words.asides.get(move)
        return self.named(label) if label else move.replace("_", " ").capitalize()

    def field(self, name: str) -> str:
        """The label of a field."""
        return self.words.fields.get(name, name.replace("_", " ").capitalize())

    def signal(self, name: str) -> str:
        """The label of what the host may tell the game.

        >>> Say(words=Words(signals={"time_up": "Call time"})).signal("time_up")
        'Call time'
        """
        return self.words.signals.get(name, name.replace("_", " ").capitalize())

    def ending(self, ending: str) -> str:
        """Why a match is over, as a sentence without its full stop.

        >>> Say(words=Words(endings={"time": "The time is over"})).ending("time")
        'The time is over'
        """
        return self.words.endings.get(ending) or ending.replace("_", " ").capitalize()

    def reason(self, reason: str) -> str:
        """The words for why something moved; where the reason is a space, its title."""
        return self.words.reasons.get(reason) or self.spaces.get(reason, reason.replace("_", " "))

    def unit(self, unit: str, amount: int | float | None = None) -> str:
        """The words for a unit, for so much of it; for a title those of its space.

        >>> say = Say(words=Words(units={"bond": ("bond", "bonds")}))
        >>> say.unit("bond", 1), say.unit("bond", 3), say.unit("bond")
        ('bond', 'bonds', 'bonds')
        """
        words = self.words.units.get(unit)
        if not words:
            return self.spaces.get(unit, unit.replace("_", " "))
        return self.named(words if isinstance(words, str) else words[amount != 1])
