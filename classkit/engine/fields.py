"""Declared values: what a move, an option, a file or an argument may hold.

Each says which values it allows *and why not*, and what they are in words. A field of a form also
samples one, lists a few sensible ones, and describes itself to a page. Nothing here enumerates a
large space.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, Protocol, TypeAlias

from .errors import cut, guess, in_figures, shorten

FEW = 6
"""So many options are named where a field shows itself."""

MANY = 12
"""So many names are listed in a refusal."""

ENDLESS = 10**15
"""The most of an amount that has no limit of its own."""

LONGEST_FIELD = 120
"""Characters of a field that shows itself."""


class Chance(Protocol):
    """A source of chance: what :class:`classkit.engine.luck.Stream` offers."""

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n - 1."""

    def random(self) -> float:
        """Draw a number from 0 to 1, 1 excluded."""


class Value(ABC):
    """What somebody may state in one place."""

    __slots__ = ()

    @abstractmethod
    def refuse(self, value: Any) -> str | None:
        """Return why the value is not allowed, to go on the name of its place; None when it is.

        The sentence says what the value must be and what it was, or is a reason of the rules.
        """

    def read(self, value: Any) -> Any:
        """Return an allowed value as it is used, where it may be written in other ways."""
        return value

    def in_words(self) -> str:
        """Say in a few words what may be stated."""
        return "anything that fits"

    def wanted(self) -> str:
        """Say what has to be stated, to whoever has stated something else."""
        return self.in_words()

    def said(self, value: Any) -> str:
        """Return a value that somebody has stated, as a sentence names it."""
        return in_figures(value) if type(value) is int else shorten(value)

    def must_be(self, value: Any, end: str = ".") -> str:
        """Return the sentence that refuses a value: what it must be, and what it was.

        >>> Amount(1, 200).must_be(500)
        'must be a whole number from 1 to 200, not 500.'
        """
        return f"must be {self.wanted()}, not {self.said(value)}{end}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({cut(self.in_words(), LONGEST_FIELD)})"


class Field(Value):
    """A value that a form asks for."""

    __slots__ = ()

    @property
    def titles(self) -> Mapping[Any, str]:
        """The words for values that were declared with words."""
        return {}

    def knows(self, value: Any) -> bool:
        """Return whether the value is a thing to choose from here, offered now or not."""
        return False

    @abstractmethod
    def sample(self, chance: Chance) -> Any:
        """Draw an allowed value by ``chance``, the seeded luck of whoever asks."""

    @abstractmethod
    def suggest(self) -> list[Any]:
        """List a few sensible allowed values, smallest or first in front."""

    @abstractmethod
    def form(self) -> dict[str, Any]:
        """Return the field as JSON for a page."""


Check = Callable[[Any], str | None]
"""Says why a value is not allowed, as a sentence with its clause; None when it is."""
Sensible: TypeAlias = Callable[[int, int], Sequence[tuple[str, int]]]
"""From the least and the most of an amount: titles and values worth offering."""


class Amount(Field):
    """A whole number from ``low`` to ``high`` in steps of ``step``, or one of ``also``.

    Other values, numbers or texts, may be listed in ``also``, each with its words if need be.

    >>> bid = Amount(10_000, 50_000, 10_000, also=(0,))
    >>> bid
    Amount(10,000 to 50,000 in steps of 10,000, or 0)
    >>> bid.refuse(30_000), bid.refuse(0)
    (None, None)
    >>> bid.refuse(35_000)
    'must be a whole number from 10,000 to 50,000 in steps of 10,000, or 0, not 35,000.'
    >>> Amount(1, 200).refuse(2.0), Amount(1, 200).refuse(500.0)
    ('must be a whole number from 1 to 200, not 2.0: write 2.', \
'must be a whole number from 1 to 200, not 500.0.')
    >>> Amount(0, 500, unit="$").refuse(900)
    'must be a whole number from $0 to $500, not $900.'
    >>> Amount(1, 200, also={"auto": "As the edition says", 0: "none"})
    Amount(1 to 200, or 'auto', or 0)

    ``sensible`` gives, from the least and the most, the values that are worth offering, each with
    a title or an empty one, first the one that a form begins with; without it they are the
    quarters of the range. It is called only when somebody looks.

    >>> halves = lambda low, high: [("Least", low), ("Half", high // 2), ("Double", 2 * high)]
    >>> Amount(40, 90, sensible=halves).offered()
    [('Least', 40), ('Half', 45)]

    ``why`` says what makes ``high`` the most, for whoever asks for more. It may be a function that
    gives the whole sentence for a number out of the range, called only when one is refused.

    >>> Amount(0, 3, why="B has 3 gold").refuse(4)
    'must be a whole number from 0 to 3, not 4: B has 3 gold.'
    >>> Amount(0, 3, why=lambda n: f"B has 3 gold, not {n} (N9.1).").refuse(4)
    'B has 3 gold, not 4 (N9.1).'
    """

    __slots__ = ("also", "high", "low", "sensible", "step", "unit", "why")

    def __init__(
        self, low: int, high: int, step: int = 1, also: Collection[int | str] = (), unit: str = "",
        sensible: Sensible | None = None, why: str | Check = "",
    ) -> None:  # fmt: skip
        self.low, self.step, self.also, self.unit = low, step, also, unit
        self.sensible, self.why = sensible, why
        self.high = high if step == 1 or high < low else low + (high - low) // step * step

    @property
    def titles(self) -> Mapping[Any, str]:
        return self.also if isinstance(self.also, Mapping) else {}

    def refuse(self, value: Any) -> str | None:
        why = ""
        if type(value) is int:
            is_within = self.low <= value <= self.high
            if (is_within and (value - self.low) % self.step == 0) or value in self.also:
                return None
            if callable(self.why) and not is_within and (reason := self.why(value)):
                return reason
            if self.is_endless and value > self.high:
                return f"must be at most {self.said(self.high)}, not {self.said(value)}."
            if isinstance(self.why, str) and value > self.high:
                why = self.why
        elif type(value) is str and value in self.also:
            return None
        elif type(value) is float and value.is_integer() and self.refuse(int(value)) is None:
            why = f"write {int(value)}"
        if self.high < self.low and not self.also:
            return "No amount is possible."
        return self.must_be(value, f": {why}." if why else ".")

    def said(self, value: Any) -> str:
        return self._said(value) if type(value) is int else shorten(value)

    def _said(self, number: int | str) -> str:
        """Return a number with the sign of its unit, where it has one: $500, 40%."""
        if isinstance(number, str):
            return repr(number)
        if not self.unit or self.unit.isalnum():
            return in_figures(number)
        if self.unit == "%":
            return f"{in_figures(number)}%"
        sign = "-" if number < 0 else ""
        return f"{sign}{self.unit}{in_figures(abs(number))}"

    def in_words(self) -> str:
        return self._listed(lambda one: repr(one) if isinstance(one, str) else in_figures(one))

    def wanted(self) -> str:
        listed = self._listed(self._said)
        if self.low >= self.high:
            return listed
        return f"a whole number{',' if self.is_endless else ' from'} {listed}"

    def _listed(self, said: Callable[[int | str], str]) -> str:
        """Return the range and what else is possible, each number as it is said here."""
        span = []
        if self.is_endless:
            span = [f"{said(self.low)} or more"]
        elif self.low < self.high:
            steps = f" in steps of {said(self.step)}" if self.step > 1 else ""
            span = [f"{said(self.low)} to {said(self.high)}{steps}"]
        elif self.low == self.high:
            span = [said(self.low)]
        return ", or ".join([*span, *map(said, self.also)]) or "no amount"

    @property
    def is_endless(self) -> bool:
        """Whether nothing but :data:`ENDLESS` limits the amount."""
        return ENDLESS - self.step < self.high <= ENDLESS

    def sample(self, chance: Chance) -> Any:
        count = (self.high - self.low) // self.step + 1 if self.high >= self.low else 0
        pick = chance.below(count + len(self.also))
        return self.low + pick * self.step if pick < count else [*self.also][pick - count]

    def offered(self) -> list[tuple[str, int]]:
        """Return the sensible values that are allowed, each once, with their titles."""
        found: dict[int, str] = {}
        for title, value in self.sensible(self.low, self.high) if self.sensible else ():
            if value not in found and self.refuse(value) is None:
                found[value] = title
        return [(title, value) for value, title in found.items()]

    def suggest(self) -> list[Any]:
        if self.sensible is not None:
            return [*self.also, *(n for _, n in self.offered() if n not in self.also)]
        if self.high < self.low:
            return list(self.also)
        count = (self.high - self.low) // self.step
        spread = {self.low + count * quarter // 4 * self.step for quarter in range(5)}
        spread |= {n for n in self.also if isinstance(n, int)}
        return [*sorted(spread), *(word for word in self.also if isinstance(word, str))]

    def form(self) -> dict[str, Any]:
        return {
            "kind": "amount",
            "low": self.low,
            "high": self.high,
            "step": self.step,
            "also": [n for n in self.also if isinstance(n, int)],
            "words": {n: self.titles.get(n, n) for n in self.also if isinstance(n, str)},
            "unit": self.unit,
        }


Ways: TypeAlias = Mapping[str, Sequence[str]]


class OneOf(Field):
    """One of the options listed. ``of`` says what they are: "space", "seat" or nothing.

    ``ways`` gives the spaces passed on the way to an option, the option last: a page shows them
    when it is pointed at. It may be a function that gives them, called only when a page asks.
    ``usual`` is the option that a form begins with, ``why`` says why there are no others; it may
    be a function that gives the whole sentence for a thing that is not offered, and None for what
    is no such thing. ``notes`` are what a form says of an option beside its name. Options may be
    listed with words that stand for them in a form.

    >>> OneOf(("I07", "O05"), of="space")
    OneOf(I07 or O05)
    >>> OneOf({"sealed": "in secret", "open": "aloud"}), OneOf(range(1, 11))
    (OneOf(sealed or open), OneOf(1 to 10))
    >>> OneOf(("I07", "O05"), of="space").refuse("I08")
    "must be one of I07, O05, not 'I08'; did you mean 'I07'?"
    >>> OneOf(("gold", "oil"), why="others are not native").refuse("tech")
    "must be one of gold, oil, not 'tech': others are not native."

    Where a ``rule`` judges each option, list everything that could be named at all: what the rule
    refuses is not offered, and whoever names it is told the rule's own reason. The options offered
    are found when somebody looks.

    >>> law = lambda unit: None if unit == "oil" else f"B has no {unit} (N9.1)."
    >>> units = OneOf(("gold", "oil", "grain"), rule=law)
    >>> units.options, units.refuse("gold")
    (['oil'], 'B has no gold (N9.1).')
    >>> units.refuse("golf")
    "must be one of gold, oil, grain, not 'golf'; did you mean 'gold'?"
    """

    __slots__ = ("_options", "named", "notes", "of", "rule", "usual", "ways", "why")

    def __init__(
        self,
        options: Collection[Any],
        of: str = "",
        ways: Ways | Callable[[], Ways] | None = None,
        usual: str = "",
        why: str | Check = "",
        rule: Check | None = None,
        notes: Mapping[str, str] = {},
    ) -> None:
        self.named, self.of, self.ways, self.usual = options, of, ways, usual
        self._options: Any = options if rule is None and type(options) is not dict else None
        self.why, self.rule, self.notes = why, rule, notes

    @property
    def options(self) -> Sequence[Any]:
        """What may be chosen now."""
        if self._options is None:
            self._options = allowed_by(self.rule, [*self.named])
        options: Sequence[Any] = self._options
        return options

    @property
    def titles(self) -> Mapping[Any, str]:
        return self.named if isinstance(self.named, Mapping) else {}

    def knows(self, value: Any) -> bool:
        if type(value) not in (str, int):
            return False
        return value in self.named or (callable(self.why) and self.why(value) is not None)

    def refuse(self, value: Any) -> str | None:
        if type(value) in (str, int):  # rules are asked about nothing but names and numbers
            if value in self.named:
                return None if self.rule is None else self.rule(value)
            if callable(self.why) and (reason := self.why(value)):
                return reason
        return not_among(value, self.named, why=self.why if isinstance(self.why, str) else "")

    def in_words(self) -> str:
        return choice_in_words(self.options)

    def sample(self, chance: Chance) -> str | int:
        picked: str | int = self.options[chance.below(len(self.options))]
        return picked

    def suggest(self) -> list[Any]:
        return list(self.options[:12])

    def form(self) -> dict[str, Any]:
        form: dict[str, Any] = {"kind": "one_of", "options": list(self.options), "of": self.of}
        ways = self.ways() if callable(self.ways) else self.ways
        if ways:
            form["ways"] = {option: " ".join(way) for option, way in ways.items()}
        if self.notes:
            form["notes"] = dict(self.notes)
        return form


def choice_in_words(options: Sequence[Any]) -> str:
    """Name the options, or the first few of many.

    >>> choice_in_words("ABC"), choice_in_words([*range(20)]), choice_in_words("")
    ('A, B or C', '0, 1, 2, 3, 4, 5 ... (20 in all)', 'nothing')
    >>> choice_in_words(range(20))
    '0 to 19'
    """
    if isinstance(options, range) and options.step == 1 and len(options) > 1:
        return f"{options[0]:,} to {options[-1]:,}"
    names = [str(option) for option in options[:FEW]]
    if len(options) > FEW:
        return f"{', '.join(names)} ... ({len(options):,} in all)"
    return " or ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "nothing"


def list_in_words(at_least: int, at_most: int, of: str) -> str:
    """Say how long a list may be, and of what.

    >>> list_in_words(2, 2, "1 to 6"), list_in_words(0, 3, "A or B")
    ('list of 2: 1 to 6', 'list of 0 to 3: A or B')
    """
    count = f"{at_least}" if at_least == at_most else f"{at_least} to {at_most}"
    return f"list of {count}: {of}"


def fields_in_words(fields: Mapping[str, Field]) -> str:
    """Say what each of several fields may hold.

    >>> fields_in_words({"amount": Amount(0, 9), "seat": OneOf("AB")})
    'amount: 0 to 9, seat: A or B'
    """
    inside = [f"{name}: {cut(one.in_words(), LONGEST_FIELD)}" for name, one in fields.items()]
    return ", ".join(inside)


def allowed_by(rule: Check | None, named: Sequence[Any]) -> Sequence[Any]:
    """List what a rule lets pass of all that could be named, in the same order."""
    return named if rule is None else [one for one in named if rule(one) is None]


NOTHING_TO_CHOOSE = "There is nothing to choose from."


def not_among(
    value: Any, names: Collection[Any], titles: Collection[str] = (), why: str = ""
) -> str:
    """Refuse what is none of the names, nor a title of what has one; say which was perhaps meant.

    >>> not_among("I77", ("I07", "O05"))
    "must be one of I07, O05, not 'I77'; did you mean 'I07'?"
    >>> not_among("Q", ("A", "B"), titles=("Ada",), why="others are out")
    "must be one of A, B, or its name, not 'Q': others are out."
    """
    if not names:
        return NOTHING_TO_CHOOSE
    first = [str(name) or "''" for name in islice(names, MANY)]
    more = ", …" if len(names) > MANY else ""
    called = ", or its name" if titles else ""
    because = f": {why}" if why else ""
    end = guess(value, [*map(str, names), *titles])
    return f"must be one of {', '.join(first)}{more}{called}, not {shorten(value)}{because}{end}"


def miscounted(count: int, at_least: int, at_most: int, what: str = "entries") -> str | None:
    """Return why a list has too few or too many entries; None when it has neither.

    >>> miscounted(1, 2, 3), miscounted(2, 2, 3), miscounted(3, 1, 1)
    ('must have 2 to 3 entries, not 1.', None, 'must have 1 entry, not 3.')
    """
    if at_least <= count <= at_most:
        return None
    return f"must have {many_in_words(at_least, at_most, what)}, not {count:,}."


def many_in_words(at_least: int, at_most: int, what: str = "entries") -> str:
    """Say how many entries there may be.

    >>> many_in_words(0, 3), many_in_words(1, 1), many_in_words(6, 6, "squares")
    ('at most 3 entries', '1 entry', '6 squares')
    """
    what = "entry" if at_most == 1 and what == "entries" else what
    if at_least == at_most:
        return f"{at_most:,} {what}"
    return f"at most {at_most:,} {what}" if not at_least else f"{at_least:,} to {at_most:,} {what}"


def named_twice(entry: Any) -> str:
    """Refuse an entry that stands in its list already."""
    return f"{shorten(entry)} is named twice."


class SomeOf(Field):
    """Several different options, from ``at_least`` to ``at_most`` of them, as a list.

    >>> SomeOf(("B", "C", "D"), at_least=1)
    SomeOf(list of 1 to 3: B, C or D)
    >>> SomeOf(("B", "C", "D"), at_least=1).refuse([])
    'must have 1 to 3 entries, not 0.'

    ``given`` names another field of the same form, and for each option the value of that field
    with which it goes: a page then shows only the options that go with what is chosen there. The
    move itself judges the two together.

    >>> SomeOf(("I07", "O05"), given=("partner", ("B", "C"))).form()["given"]
    {'field': 'partner', 'values': ['B', 'C']}

    A ``rule`` judges each of them, and ``why`` says why there are no others, as in :class:`OneOf`.

    >>> law = lambda square: None if square == "O05" else f"{square} is not A's (P13.2)."
    >>> SomeOf(("I07", "O05"), rule=law).refuse(["O05", "I07"])
    "I07 is not A's (P13.2)."
    """

    __slots__ = ("_at_most", "at_least", "given", "of", "one")

    def __init__(
        self,
        options: Sequence[str] | Sequence[int],
        at_least: int = 0,
        at_most: int | None = None,
        of: str = "",
        given: tuple[str, Sequence[str]] | None = None,
        why: str | Check = "",
        rule: Check | None = None,
    ) -> None:
        self.one = OneOf(options, of, why=why, rule=rule)
        self.at_least, self._at_most, self.of, self.given = at_least, at_most, of, given

    @property
    def options(self) -> Sequence[Any]:
        """What may be chosen now."""
        return self.one.options

    @property
    def at_most(self) -> int:
        """The most that may be chosen together."""
        return min(len(self.options), len(self.options) if self._at_most is None else self._at_most)

    def knows(self, value: Any) -> bool:
        return self.one.knows(value)

    def refuse(self, value: Any) -> str | None:
        if not isinstance(value, (list, tuple)):
            return self.must_be(value) if self.options else NOTHING_TO_CHOOSE
        for place, item in enumerate(value):
            if reason := self.one.refuse(item):
                return reason
            if item in value[:place]:
                return named_twice(item)
        return miscounted(len(value), self.at_least, self.at_most)

    def in_words(self) -> str:
        return list_in_words(self.at_least, self.at_most, choice_in_words(self.options))

    def wanted(self) -> str:
        return f"a list of {many_in_words(self.at_least, self.at_most)}"

    def sample(self, chance: Chance) -> list[Any]:
        left = list(self.options)
        count = self.at_least + chance.below(self.at_most - self.at_least + 1)
        return [left.pop(chance.below(len(left))) for _ in range(count)]

    def suggest(self) -> list[Any]:
        few = list(self.options[: self.at_least])
        most = list(self.options[: self.at_most])
        return [few] if few == most else [few, most]

    def form(self) -> dict[str, Any]:
        form: dict[str, Any] = {
            "kind": "some_of",
            "options": list(self.options),
            "at_least": self.at_least,
            "at_most": self.at_most,
            "of": self.of,
        }
        if self.given:
            field, values = self.given
            form["given"] = {"field": field, "values": list(values)}
        return form


class Flag(Field):
    """Yes or no, as true or false.

    >>> Flag().refuse(1), Flag().refuse(True)
    ('must be true or false, not 1.', None)
    """

    __slots__ = ()

    @property
    def titles(self) -> Mapping[Any, str]:
        return {True: "Yes", False: "No"}

    def refuse(self, value: Any) -> str | None:
        return None if isinstance(value, bool) else self.must_be(value)

    def in_words(self) -> str:
        return "true or false"

    def sample(self, chance: Chance) -> bool:
        return chance.below(2) == 1

    def suggest(self) -> list[bool]:
        return [True, False]

    def form(self) -> dict[str, Any]:
        return {"kind": "one_of", "options": [True, False], "of": ""}


class Rising(Field):
    """Different whole numbers from ``low`` to ``high`` in rising order, or one of ``also``.

    They are a list, or a text with commas. ``also`` are texts with their words, and ``examples``
    are lists that a form offers.

    >>> rounds = Rising(1, 20, also={"auto": "As the edition says"}, examples=([1, 3, 6],))
    >>> rounds.read("1, 3, 6"), rounds.read((2,)), rounds.read("auto"), rounds.read("")
    ([1, 3, 6], [2], 'auto', [])
    >>> rounds.refuse([3, 1])
    "must be different whole numbers from 1 to 20 in rising order, such as [1, 3, 6], or 'auto', \
not [3, 1]."
    """

    __slots__ = ("also", "examples", "high", "low")

    def __init__(
        self,
        low: int,
        high: int,
        also: Mapping[str, str] = {},
        examples: Sequence[Sequence[int]] = (),
    ) -> None:
        self.low, self.high, self.also = low, high, also
        self.examples = [list(numbers) for numbers in examples]

    @property
    def titles(self) -> Mapping[Any, str]:
        texts = map(as_text, self.examples)
        return {**self.also, **{text: text or "none" for text in texts}}

    def read(self, value: Any) -> Any:
        if isinstance(value, str) and value not in self.also and len(value) <= LONGEST_LIST:
            parts = [part.strip() for part in value.split(",") if part.strip()]
            return [int(part) if part.isascii() and part.isdigit() else part for part in parts]
        return list(value) if isinstance(value, tuple) else value

    def refuse(self, value: Any) -> str | None:
        value = self.read(value)
        if isinstance(value, str) and value in self.also:
            return None
        if isinstance(value, list) and len(value) <= LONGEST_LIST:
            fit = all(type(n) is int and self.low <= n <= self.high for n in value)
            if fit and all(earlier < later for earlier, later in pairwise(value)):
                return None
        return self.must_be(value)

    def in_words(self) -> str:
        span = f"{self.low:,} to {self.high:,}"
        numbers = f"different whole numbers from {span} in rising order, such as [1, 3, 6]"
        return ", or ".join([numbers, *map(repr, self.also)])

    def sample(self, chance: Chance) -> list[int]:
        return [n for n in range(self.low, self.high + 1) if not chance.below(4)]

    def suggest(self) -> list[Any]:
        return [*self.examples, *self.also]

    def form(self) -> dict[str, Any]:
        return {"kind": "one_of", "options": [*self.also, *map(as_text, self.examples)], "of": ""}


def as_text(numbers: Sequence[int]) -> str:
    """Return numbers as a text that :class:`Rising` reads.

    >>> as_text([1, 3, 6])
    '1, 3, 6'
    """
    return ", ".join(map(str, numbers))


LONGEST_LIST = 200
"""So many numbers, or characters of a text that lists them, are read."""


class Text(Field):
    """Free words of ``least`` to ``longest`` characters; shown, never interpreted.

    They are one line of what can be printed. Where ``is_plain`` is False they may hold any sign,
    and whoever uses them cleans them.

    >>> Text(20).refuse("Level building!"), Text(3).refuse("four")
    (None, 'must be at most 3 characters long, not 4.')
    """

    __slots__ = ("is_plain", "least", "longest")

    def __init__(self, longest: int = 200, least: int = 0, is_plain: bool = True) -> None:
        self.longest, self.least, self.is_plain = longest, least, is_plain

    def refuse(self, value: Any) -> str | None:
        if not isinstance(value, str):
            return f"must be text, not {shorten(value)}."
        if len(value) > self.longest:
            return f"must be at most {self.longest:,} characters long, not {len(value):,}."
        if len(value.strip()) < self.least:
            return "must not be empty."
        if self.is_plain and not value.isprintable():
            return f"must be one line without control characters, not {shorten(value)}."
        return None

    def in_words(self) -> str:
        return f"text of at most {self.longest:,} characters"

    def sample(self, chance: Chance) -> str:
        return "x" * self.least

    def suggest(self) -> list[str]:
        return ["x" * self.least]

    def form(self) -> dict[str, Any]:
        return {"kind": "text", "longest": self.longest}


class Bundle(Field):
    """Named values that belong together, as a mapping: what one side gives in a trade.

    >>> give = Bundle(cash=Amount(0, 500), squares=SomeOf(("I07",)))
    >>> give.refuse({"cash": 100, "squares": ["I07"]})
    >>> give.refuse({"cash": 900, "squares": []})
    'cash: must be a whole number from 0 to 500, not 900.'

    ``refuse_whole`` judges what the fields cannot judge alone; the fields named ``optional`` may
    be left out; ``examples`` are whole values worth suggesting, by their titles; ``unasked`` says
    why a name that is no field cannot be given here, where there is a reason. ``goes_with`` names a
    field whose choice decides which optional fields there are: a form then shows just these.

    >>> rates = {"per_company": Amount(0, 90), "flat": Amount(0, 5)}
    >>> law = Bundle(None, ("flat",), {"Companies pay": {"per_company": 50}}, **rates)
    >>> law.refuse({"per_company": 20}), law.suggest()
    (None, [{'per_company': 50}])
    >>> acts = OneOf(("sell", "pass"))
    >>> need = ("act", {"sell": ("levels",), "pass": ()})
    >>> Bundle(None, ("levels",), {}, None, need, act=acts, levels=Amount(1, 5)).form()["goes_with"]
    {'field': 'act', 'by': {'sell': ['levels'], 'pass': []}}
    >>> why = lambda name: "Votes are not for sale (X1)." if name == "votes" else None
    >>> Bundle(None, (), {}, why, cash=Amount(0, 500)).refuse({"votes": 3})
    'Votes are not for sale (X1).'
    """

    __slots__ = ("_refuse", "_unasked", "examples", "fields", "goes_with", "optional")

    def __init__(
        self,
        refuse_whole: Check | None = None,
        optional: Sequence[str] = (),
        examples: Mapping[str, Mapping[str, Any]] = {},
        unasked: Check | None = None,
        goes_with: tuple[str, Mapping[str, Sequence[str]]] | None = None,
        /,
        **fields: Field,
    ) -> None:
        self.fields, self._refuse, self._unasked = fields, refuse_whole, unasked
        self.optional, self.examples, self.goes_with = optional, examples, goes_with

    def refuse(self, value: Any) -> str | None:
        if not isinstance(value, Mapping):
            return self.must_be(value)
        if (why := self._unasked) is not None:
            for name in value:
                if type(name) is str and name not in self.fields and (reason := why(name)):
                    return reason
        reason = refuse_fields(self.fields, value, self.optional)
        return reason or (self._refuse and self._refuse(value)) or None

    def in_words(self) -> str:
        return "{" + fields_in_words(self.fields) + "}"

    def wanted(self) -> str:
        return f"a form with {', '.join(self.fields)}"

    def sample(self, chance: Chance) -> dict[str, Any]:
        for _ in range(SAMPLING_TRIES):
            value = {name: field.sample(chance) for name, field in self.fields.items()}
            if self._refuse is None or self._refuse(value) is None:
                return value
        return dict(self.suggest()[0])

    def suggest(self) -> list[Any]:
        if self.examples:
            return [dict(example) for example in self.examples.values()]
        return [{name: field.suggest()[0] for name, field in self.fields.items()}]

    def form(self) -> dict[str, Any]:
        fields = [{"name": name, "form": field.form()} for name, field in self.fields.items()]
        form: dict[str, Any] = {"kind": "bundle", "fields": fields}
        if self.optional:
            form["optional"] = list(self.optional)
        if self.examples:
            form["titles"] = list(self.examples)
        if self.goes_with:
            form["goes_with"] = self.parts_by_choice()
        return form

    def parts_by_choice(self) -> dict[str, Any]:
        """Return which field decides on the optional ones, and which each of its options needs."""
        if self.goes_with is None:
            return {}
        field, needs = self.goes_with
        return {"field": field, "by": {option: list(names) for option, names in needs.items()}}


class ListOf(Field):
    """A list of ``at_least`` to ``at_most`` values of the form ``item``; repeats allowed.

    >>> ListOf(Amount(1, 6), 2, 2).refuse([3, 7])
    'number 2: must be a whole number from 1 to 6, not 7.'
    """

    __slots__ = ("at_least", "at_most", "item")

    def __init__(self, item: Field, at_least: int = 0, at_most: int = 10) -> None:
        self.item, self.at_least, self.at_most = item, at_least, at_most

    def refuse(self, value: Any) -> str | None:
        if not isinstance(value, (list, tuple)):
            return self.must_be(value)
        if reason := miscounted(len(value), self.at_least, self.at_most):
            return reason
        for number, item in enumerate(value, start=1):
            if reason := self.item.refuse(item):
                return f"number {number}: {reason}"
        return None

    def in_words(self) -> str:
        return list_in_words(self.at_least, self.at_most, self.item.in_words())

    def wanted(self) -> str:
        return f"a list of {many_in_words(self.at_least, self.at_most)}"

    def sample(self, chance: Chance) -> list[Any]:
        count = self.at_least + chance.below(self.at_most - self.at_least + 1)
        return [self.item.sample(chance) for _ in range(count)]

    def suggest(self) -> list[Any]:
        return [[self.item.suggest()[0] for _ in range(self.at_least)]]

    def form(self) -> dict[str, Any]:
        return {
            "kind": "list_of",
            "form": self.item.form(),
            "at_least": self.at_least,
            "at_most": self.at_most,
        }


SAMPLING_TRIES = 40


def refuse_fields(
    fields: Mapping[str, Field], values: Mapping[str, Any], optional: Sequence[str] = ()
) -> str | None:
    """Return why values do not fill the fields: one missing, one too many, one not allowed."""
    given = 0
    for name, field in fields.items():
        if name not in values:
            if name in optional:
                continue
            return unasked(fields, values) or f"{name} is missing."
        given += 1
        if reason := field.refuse(values[name]):
            return f"{name}: {reason}"
    return unasked(fields, values) if len(values) != given else None


def unasked(fields: Mapping[str, Field], values: Mapping[str, Any]) -> str | None:
    """Return which values belong to no field, and what the fields are called; None if all do.

    >>> unasked({"dice": Amount(1, 6)}, {"values": 3})
    "'values' is not asked for; the fields are: dice."
    """
    extra = ", ".join(shorten(name) for name in values if name not in fields)
    known = f"the fields are: {', '.join(fields)}" if fields else "there are no fields"
    return f"{extra} is not asked for; {known}." if extra else None
