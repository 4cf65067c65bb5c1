"""Declarations of the allowed values of moves, options, files and arguments.

A value declaration checks inputs, gives reasons for refusing them, and describes the allowed
values. A form field also samples a random value, suggests values, and returns a schema for a page.
Large ranges are never enumerated.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, Protocol, TypeAlias

from .currency import find_currency
from .errors import format_int, suggestion_suffix, truncate_text, truncate_value

MAX_OPTIONS_SHOWN = 6
"""Maximum number of options in the ``repr`` of a field."""

MAX_CHOICES_LISTED = 12
"""Maximum number of names listed in an error message."""

NO_LIMIT = 10**15
"""Upper bound of an amount without a limit."""

MAX_FIELD_TEXT = 120
"""Maximum number of characters in the ``repr`` of a field."""


class RandomGenerator(Protocol):
    """Interface of :class:`classkit.engine.randomness.RandomStream`.

    Example:
        >>> from classkit.engine.randomness import RandomStream
        >>> chance: RandomGenerator = RandomStream("a seed")
        >>> 0 <= chance.below(6) < 6
        True
    """

    def below(self, n: int) -> int:
        """Return a random whole number from 0 to n - 1.

        Args:
            n: Number of possible results, at least 1.

        Returns:
            The number.
        """

    def random(self) -> float:
        """Return a random number in [0, 1).

        Returns:
            The number.
        """


class Value(ABC):
    """Declaration of the allowed values of a field, option or argument."""

    __slots__ = ()

    @abstractmethod
    def refuse(self, value: Any) -> str | None:
        """Return why a value is not allowed, or None if it is.

        The text follows the name of the field in a sentence. It states the allowed values and the
        actual value, or the reason given by the rules.

        Args:
            value: The value, which may be untrusted.

        Returns:
            The reason, or None.
        """

    def read(self, value: Any) -> Any:
        """Normalize an accepted value to its canonical form.

        Args:
            value: A value that :meth:`refuse` accepts.

        Returns:
            The value that is passed to the rules.
        """
        return value

    def describe_values(self) -> str:
        """Return a short description of the allowed values.

        Returns:
            A text such as "1 to 6".
        """
        return "any value"

    def expected_text(self) -> str:
        """Return a description of the expected values, for an error message.

        Returns:
            A phrase to follow "must be", such as "a whole number from 1 to 6".
        """
        return self.describe_values()

    def format_value(self, value: Any) -> str:
        """Format an input value for use in a sentence.

        Args:
            value: The value.

        Returns:
            The text, shortened if it is long.
        """
        return format_int(value) if type(value) is int else truncate_text(value)

    def requirement_text(self, value: Any, end: str = ".") -> str:
        """Return the error message that states the allowed values and the actual value.

        Args:
            value: The refused value.
            end: Text that follows the value in the sentence.

        Returns:
            The sentence.

        Example:
            >>> Amount(1, 200).requirement_text(500)
            'must be a whole number from 1 to 200, not 500.'
        """
        return f"must be {self.expected_text()}, not {self.format_value(value)}{end}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({truncate_value(self.describe_values(), MAX_FIELD_TEXT)})"


class Field(Value):
    """A value that a form asks for.

    Subclass it to define your own field: ``refuse`` checks a value, ``sample_value`` and
    ``suggest`` return allowed values, and ``form_schema`` describes the field to a page.

    Example:
        >>> bid = Amount(0, 100, 10)
        >>> isinstance(bid, Field), bid.refuse(30), bid.describe_values()
        (True, None, '0 to 100 in steps of 10')
    """

    __slots__ = ()

    @property
    def titles(self) -> Mapping[Any, str]:
        """Labels of the values that have a label."""
        return {}

    def contains_value(self, value: Any) -> bool:
        """Return whether the value is one of the field's choices, currently offered or not.

        Args:
            value: The value.

        Returns:
            True if the value is a known choice.
        """
        return False

    @abstractmethod
    def sample_value(self, chance: RandomGenerator) -> Any:
        """Return a random allowed value.

        Args:
            chance: Random generator, such as ``view.chance``.

        Returns:
            The value, which :meth:`refuse` accepts.
        """

    @abstractmethod
    def suggest(self) -> list[Any]:
        """Return a few sensible allowed values, in order.

        Returns:
            The values that a form offers first.
        """

    @abstractmethod
    def form_schema(self) -> dict[str, Any]:
        """Return a JSON description of the field for a page.

        Returns:
            The kind of the field and the data that a page needs to draw it.
        """


Check = Callable[[Any], str | None]
"""Function that returns a sentence with the reason and clause if a value is not allowed, else None.
"""
Sensible: TypeAlias = Callable[[int, int], Sequence[tuple[str, int]]]
"""Function that suggests (label, value) pairs for an amount, given its minimum and maximum."""


class Amount(Field):
    """A whole number from ``low`` to ``high`` in steps of ``step``, or a value in ``also``.

    Args:
        low: The smallest number.
        high: The largest number; :data:`NO_LIMIT` if there is none.
        step: Distance between allowed numbers.
        also: Additional numbers or texts, or a dict that maps them to labels.
        unit: Unit for messages and forms: the currency (``t.currency``) or a unit of the game.
        sensible: Function that takes the minimum and maximum and returns suggested values as
            (label, value) pairs. It is called only when needed. A form preselects the first one. By
            default, the quarters of the range are suggested.
        why: Reason for the maximum, for error messages, or a function that returns the whole
            sentence for a number out of range.

    Example:
        >>> bid = Amount(10_000, 50_000, 10_000, also=(0,))
        >>> bid
        Amount(10,000 to 50,000 in steps of 10,000, or 0)
        >>> bid.refuse(30_000), bid.refuse(0)
        (None, None)
        >>> bid.refuse(35_000)
        'must be a whole number from 10,000 to 50,000 in steps of 10,000, or 0, not 35,000.'
        >>> Amount(1, 200).refuse(2.0)
        'must be a whole number from 1 to 200, not 2.0: write 2.'
        >>> Amount(1, 200).refuse(500.0)
        'must be a whole number from 1 to 200, not 500.0.'
        >>> Amount(0, 500, unit="$").refuse(900)
        'must be a whole number from $0 to $500, not $900.'
        >>> Amount(1, 200, also={"auto": "As the edition says", 0: "none"})
        Amount(1 to 200, or 'auto', or 0)

        >>> halves = lambda low, high: [("Minimum", low), ("Half", high // 2), ("Double", 2 * high)]
        >>> Amount(40, 90, sensible=halves).sensible_amounts()
        [('Minimum', 40), ('Half', 45)]

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
            if self.is_unlimited and value > self.high:
                high, stated = self.format_value(self.high), self.format_value(value)
                return f"must be at most {high}, not {stated}."
            if isinstance(self.why, str) and value > self.high:
                why = self.why
        elif type(value) is str and value in self.also:
            return None
        elif type(value) is float and value.is_integer() and self.refuse(int(value)) is None:
            why = f"write {int(value)}"
        if self.high < self.low and not self.also:
            return "No amount is possible."
        return self.requirement_text(value, f": {why}." if why else ".")

    def format_value(self, value: Any) -> str:
        return self._format_number(value) if type(value) is int else truncate_text(value)

    def _format_number(self, number: int | str) -> str:
        """Format a number with its unit: $500, 40%."""
        if isinstance(number, str):
            return repr(number)
        if (currency := find_currency(self.unit)) is not None:
            return currency.write(number)
        return f"{format_int(number)}%" if self.unit == "%" else format_int(number)

    def describe_values(self) -> str:
        return self._describe_range(
            lambda one: repr(one) if isinstance(one, str) else format_int(one)
        )

    def expected_text(self) -> str:
        listed = self._describe_range(self._format_number)
        if self.low >= self.high:
            return listed
        return f"a whole number{',' if self.is_unlimited else ' from'} {listed}"

    def _describe_range(self, said: Callable[[int | str], str]) -> str:
        """Return the range and the additional values, each formatted by ``said``."""
        span = []
        if self.is_unlimited:
            span = [f"{said(self.low)} or more"]
        elif self.low < self.high:
            steps = f" in steps of {said(self.step)}" if self.step > 1 else ""
            span = [f"{said(self.low)} to {said(self.high)}{steps}"]
        elif self.low == self.high:
            span = [said(self.low)]
        return ", or ".join([*span, *map(said, self.also)]) or "no amount"

    @property
    def is_unlimited(self) -> bool:
        """True if the amount has no limit other than :data:`NO_LIMIT`."""
        return NO_LIMIT - self.step < self.high <= NO_LIMIT

    def sample_value(self, chance: RandomGenerator) -> Any:
        count = (self.high - self.low) // self.step + 1 if self.high >= self.low else 0
        pick = chance.below(count + len(self.also))
        return self.low + pick * self.step if pick < count else [*self.also][pick - count]

    def sensible_amounts(self) -> list[tuple[str, int]]:
        """Return the suggested values that are allowed, with labels and without duplicates."""
        found: dict[int, str] = {}
        for title, value in self.sensible(self.low, self.high) if self.sensible else ():
            if value not in found and self.refuse(value) is None:
                found[value] = title
        return [(title, value) for value, title in found.items()]

    def suggest(self) -> list[Any]:
        if self.sensible is not None:
            return [*self.also, *(n for _, n in self.sensible_amounts() if n not in self.also)]
        if self.high < self.low:
            return list(self.also)
        count = (self.high - self.low) // self.step
        spread = {self.low + count * quarter // 4 * self.step for quarter in range(5)}
        spread |= {n for n in self.also if isinstance(n, int)}
        return [*sorted(spread), *(word for word in self.also if isinstance(word, str))]

    def form_schema(self) -> dict[str, Any]:
        return {
            "kind": "amount",
            "low": self.low,
            "high": self.high,
            "step": self.step,
            "also": [n for n in self.also if isinstance(n, int)],
            "words": {n: self.titles.get(n, n) for n in self.also if isinstance(n, str)},
            "unit": self.unit,
        }


PathsByOption: TypeAlias = Mapping[str, Sequence[str]]


class OneOf(Field):
    """A choice of one of several options.

    Args:
        options: The options, or a dict that maps each option to its label.
        of: Kind of the options: "space", "seat", or "" for anything else.
        ways: For each option, the spaces on the way to it, ending with the option itself. Pages
            show them on hover. May be a function, which is called only when a page needs it.
        usual: Option preselected in a form.
        why: Reason why there are no other options. Or a function that takes a value and returns a
            full sentence if the value is an option that is not offered, else None.
        notes: Remarks shown next to options in a form.
        rule: Function that returns why an option is not allowed, or None. With a rule, ``options``
            should list every possible choice: a choice that the rule refuses is not offered, and an
            answer with it is refused with the rule's reason. The options are filtered on demand.

    Example:
        >>> OneOf(("I07", "O05"), of="space")
        OneOf(I07 or O05)
        >>> OneOf({"sealed": "in secret", "open": "aloud"}), OneOf(range(1, 11))
        (OneOf(sealed or open), OneOf(1 to 10))
        >>> OneOf(("I07", "O05"), of="space").refuse("I08")
        "must be one of I07, O05, not 'I08'; did you mean 'I07'?"
        >>> OneOf(("gold", "oil"), why="others are not native").refuse("tech")
        "must be one of gold, oil, not 'tech': others are not native."

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
        ways: PathsByOption | Callable[[], PathsByOption] | None = None,
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
        """The options that are currently offered."""
        if self._options is None:
            self._options = filter_choices(self.rule, [*self.named])
        options: Sequence[Any] = self._options
        return options

    @property
    def titles(self) -> Mapping[Any, str]:
        return self.named if isinstance(self.named, Mapping) else {}

    def contains_value(self, value: Any) -> bool:
        if type(value) not in (str, int):
            return False
        return value in self.named or (callable(self.why) and self.why(value) is not None)

    def refuse(self, value: Any) -> str | None:
        if type(value) in (str, int):  # checks accept only names and numbers
            if value in self.named:
                return None if self.rule is None else self.rule(value)
            if callable(self.why) and (reason := self.why(value)):
                return reason
        return choice_error(value, self.named, why=self.why if isinstance(self.why, str) else "")

    def describe_values(self) -> str:
        return describe_choice(self.options)

    def sample_value(self, chance: RandomGenerator) -> str | int:
        picked: str | int = self.options[chance.below(len(self.options))]
        return picked

    def suggest(self) -> list[Any]:
        return list(self.options[:12])

    def form_schema(self) -> dict[str, Any]:
        form: dict[str, Any] = {"kind": "one_of", "options": list(self.options), "of": self.of}
        ways = self.ways() if callable(self.ways) else self.ways
        if ways:
            form["ways"] = {option: " ".join(way) for option, way in ways.items()}
        if self.notes:
            form["notes"] = dict(self.notes)
        return form


def describe_choice(options: Sequence[Any]) -> str:
    """Describe the options in words, listing at most the first few.

    >>> describe_choice("ABC"), describe_choice([*range(20)]), describe_choice("")
    ('A, B or C', '0, 1, 2, 3, 4, 5 ... (20 in all)', 'nothing')
    >>> describe_choice(range(20))
    '0 to 19'
    """
    if isinstance(options, range) and options.step == 1 and len(options) > 1:
        return f"{options[0]:,} to {options[-1]:,}"
    names = [str(option) for option in options[:MAX_OPTIONS_SHOWN]]
    if len(options) > MAX_OPTIONS_SHOWN:
        return f"{', '.join(names)} ... ({len(options):,} in all)"
    return " or ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "nothing"


def describe_list(at_least: int, at_most: int, of: str) -> str:
    """Describe the allowed length and items of a list.

    >>> describe_list(2, 2, "1 to 6"), describe_list(0, 3, "A or B")
    ('list of 2: 1 to 6', 'list of 0 to 3: A or B')
    """
    count = f"{at_least}" if at_least == at_most else f"{at_least} to {at_most}"
    return f"list of {count}: {of}"


def describe_fields(fields: Mapping[str, Field]) -> str:
    """Describe the allowed values of several fields.

    >>> describe_fields({"amount": Amount(0, 9), "seat": OneOf("AB")})
    'amount: 0 to 9, seat: A or B'
    """
    inside = [
        f"{name}: {truncate_value(one.describe_values(), MAX_FIELD_TEXT)}"
        for name, one in fields.items()
    ]
    return ", ".join(inside)


def filter_choices(rule: Check | None, named: Sequence[Any]) -> Sequence[Any]:
    """Return the choices that a rule allows, in the same order."""
    return named if rule is None else [one for one in named if rule(one) is None]


NO_CHOICE_ERROR = "No choices are available now."


def choice_error(
    value: Any, names: Collection[Any], titles: Collection[str] = (), why: str = ""
) -> str:
    """Return the error message for an unknown name. It suggests the closest known name.

    >>> choice_error("I77", ("I07", "O05"))
    "must be one of I07, O05, not 'I77'; did you mean 'I07'?"
    >>> choice_error("Q", ("A", "B"), titles=("Ada",), why="others are out")
    "must be one of A, B, or its name, not 'Q': others are out."
    """
    if not names:
        return NO_CHOICE_ERROR
    first = [str(name) or "''" for name in islice(names, MAX_CHOICES_LISTED)]
    more = ", …" if len(names) > MAX_CHOICES_LISTED else ""
    called = ", or its name" if titles else ""
    because = f": {why}" if why else ""
    end = suggestion_suffix(value, [*names, *titles])
    return (
        f"must be one of {', '.join(first)}{more}{called}, not {truncate_text(value)}{because}{end}"
    )


def length_error(count: int, at_least: int, at_most: int, what: str = "entries") -> str | None:
    """Return why a list has too few or too many entries, or None.

    >>> length_error(1, 2, 3), length_error(2, 2, 3), length_error(3, 1, 1)
    ('must have 2 to 3 entries, not 1.', None, 'must have 1 entry, not 3.')
    """
    if at_least <= count <= at_most:
        return None
    return f"must have {describe_count(at_least, at_most, what)}, not {count:,}."


def describe_count(at_least: int, at_most: int, what: str = "entries") -> str:
    """Describe the allowed number of entries in words.

    >>> describe_count(0, 3), describe_count(1, 1), describe_count(6, 6, "squares")
    ('at most 3 entries', '1 entry', '6 squares')
    """
    what = "entry" if at_most == 1 and what == "entries" else what
    if at_least == at_most:
        return f"{at_most:,} {what}"
    return f"at most {at_most:,} {what}" if not at_least else f"{at_least:,} to {at_most:,} {what}"


def duplicate_error(entry: Any) -> str:
    """Return the error message for a repeated entry."""
    return f"{truncate_text(entry)} is listed twice."


class SomeOf(Field):
    """A list of ``at_least`` to ``at_most`` different options.

    Args:
        options: The options.
        at_least: Minimum number of options.
        at_most: Maximum number of options, or None for all.
        of: Kind of the options: "space", "seat", or "" for anything else.
        given: Name of another field of the form, and a sequence with that field's value for each
            option. Pages show only the options that match the value chosen in that field. The move
            checks both fields together.
        why: As in :class:`OneOf`.
        rule: As in :class:`OneOf`.

    Example:
        >>> SomeOf(("B", "C", "D"), at_least=1)
        SomeOf(list of 1 to 3: B, C or D)
        >>> SomeOf(("B", "C", "D"), at_least=1).refuse([])
        'must have 1 to 3 entries, not 0.'
        >>> SomeOf(("I07", "O05"), given=("partner", ("B", "C"))).form_schema()["given"]
        {'field': 'partner', 'values': ['B', 'C']}
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
        """The options that are currently offered."""
        return self.one.options

    @property
    def at_most(self) -> int:
        """Maximum number of options."""
        return min(len(self.options), len(self.options) if self._at_most is None else self._at_most)

    def contains_value(self, value: Any) -> bool:
        return self.one.contains_value(value)

    def refuse(self, value: Any) -> str | None:
        if not isinstance(value, (list, tuple)):
            return self.requirement_text(value) if self.options else NO_CHOICE_ERROR
        for place, item in enumerate(value):
            if reason := self.one.refuse(item):
                return reason
            if item in value[:place]:
                return duplicate_error(item)
        return length_error(len(value), self.at_least, self.at_most)

    def describe_values(self) -> str:
        return describe_list(self.at_least, self.at_most, describe_choice(self.options))

    def expected_text(self) -> str:
        return f"a list of {describe_count(self.at_least, self.at_most)}"

    def sample_value(self, chance: RandomGenerator) -> list[Any]:
        left = list(self.options)
        count = self.at_least + chance.below(self.at_most - self.at_least + 1)
        return [left.pop(chance.below(len(left))) for _ in range(count)]

    def suggest(self) -> list[Any]:
        few = list(self.options[: self.at_least])
        most = list(self.options[: self.at_most])
        return [few] if few == most else [few, most]

    def form_schema(self) -> dict[str, Any]:
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
    """True or False.

    >>> Flag().refuse(1), Flag().refuse(True)
    ('must be true or false, not 1.', None)
    """

    __slots__ = ()

    @property
    def titles(self) -> Mapping[Any, str]:
        return {True: "Yes", False: "No"}

    def refuse(self, value: Any) -> str | None:
        return None if isinstance(value, bool) else self.requirement_text(value)

    def describe_values(self) -> str:
        return "true or false"

    def sample_value(self, chance: RandomGenerator) -> bool:
        return chance.below(2) == 1

    def suggest(self) -> list[bool]:
        return [True, False]

    def form_schema(self) -> dict[str, Any]:
        return {"kind": "one_of", "options": [True, False], "of": ""}


class Rising(Field):
    """Different whole numbers from ``low`` to ``high`` in ascending order, or a text in ``also``.

    The value is a list, or text with commas. ``also`` maps allowed texts to labels. ``examples``
    contains lists that a form suggests.

    >>> rounds = Rising(1, 20, also={"auto": "As the edition says"}, examples=([1, 3, 6],))
    >>> rounds.read("1, 3, 6"), rounds.read((2,)), rounds.read("auto"), rounds.read("")
    ([1, 3, 6], [2], 'auto', [])
    >>> rounds.refuse([3, 1])
    "must be different whole numbers from 1 to 20 in ascending order, such as [1, 3, 6], or \
'auto', not [3, 1]."
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
        texts = map(format_as_text, self.examples)
        return {**self.also, **{text: text or "none" for text in texts}}

    def read(self, value: Any) -> Any:
        if isinstance(value, str) and value not in self.also and len(value) <= MAX_LIST_ITEMS:
            parts = [part.strip() for part in value.split(",") if part.strip()]
            return [int(part) if part.isascii() and part.isdigit() else part for part in parts]
        return list(value) if isinstance(value, tuple) else value

    def refuse(self, value: Any) -> str | None:
        value = self.read(value)
        if isinstance(value, str) and value in self.also:
            return None
        if isinstance(value, list) and len(value) <= MAX_LIST_ITEMS:
            fit = all(type(n) is int and self.low <= n <= self.high for n in value)
            if fit and all(earlier < later for earlier, later in pairwise(value)):
                return None
        return self.requirement_text(value)

    def describe_values(self) -> str:
        span = f"{self.low:,} to {self.high:,}"
        numbers = f"different whole numbers from {span} in ascending order, such as [1, 3, 6]"
        return ", or ".join([numbers, *map(repr, self.also)])

    def sample_value(self, chance: RandomGenerator) -> list[int]:
        return [n for n in range(self.low, self.high + 1) if not chance.below(4)]

    def suggest(self) -> list[Any]:
        return [*self.examples, *self.also]

    def form_schema(self) -> dict[str, Any]:
        return {
            "kind": "one_of",
            "options": [*self.also, *map(format_as_text, self.examples)],
            "of": "",
        }


def format_as_text(numbers: Sequence[int]) -> str:
    """Format numbers as text that :class:`Rising` can parse.

    >>> format_as_text([1, 3, 6])
    '1, 3, 6'
    """
    return ", ".join(map(str, numbers))


MAX_LIST_ITEMS = 200
"""Maximum number of items in a list, or of characters in the text that lists them."""


class FreeText(Field):
    """Text of ``least`` to ``longest`` characters. It is displayed but never interpreted.

    Args:
        longest: Maximum number of characters.
        least: Minimum number of characters.
        is_plain: True for a single line of printable characters. If False, any character is
            allowed, and the caller must sanitize the text.

    Example:
        >>> FreeText(20).refuse("Level building!"), FreeText(3).refuse("four")
        (None, 'must be at most 3 characters long, not 4.')
    """

    __slots__ = ("is_plain", "least", "longest")

    def __init__(self, longest: int = 200, least: int = 0, is_plain: bool = True) -> None:
        self.longest, self.least, self.is_plain = longest, least, is_plain

    def refuse(self, value: Any) -> str | None:
        if not isinstance(value, str):
            return f"must be text, not {truncate_text(value)}."
        if len(value) > self.longest:
            return f"must be at most {self.longest:,} characters long, not {len(value):,}."
        if len(value.strip()) < self.least:
            return "must not be empty."
        if self.is_plain and not value.isprintable():
            return f"must be one line without control characters, not {truncate_text(value)}."
        return None

    def describe_values(self) -> str:
        return f"text of at most {self.longest:,} characters"

    def sample_value(self, chance: RandomGenerator) -> str:
        return "x" * self.least

    def suggest(self) -> list[str]:
        return ["x" * self.least]

    def form_schema(self) -> dict[str, Any]:
        return {"kind": "text", "longest": self.longest}


class FieldGroup(Field):
    """A mapping of related values, such as one side of a trade.

    Args:
        refuse_whole: Function that takes all values and returns why their combination is not
            allowed, or None.
        optional: Names of fields that may be omitted.
        examples: Suggested values, by label.
        unasked: Function that takes an unknown name and returns why it is not accepted, or None.
        goes_with: Name of a field, and a dict that maps each of its values to the optional fields
            that a form shows for that value.
        fields: The fields by name.

    Example:
        >>> give = FieldGroup(cash=Amount(0, 500), squares=SomeOf(("I07",)))
        >>> give.refuse({"cash": 100, "squares": ["I07"]})
        >>> give.refuse({"cash": 900, "squares": []})
        'cash: must be a whole number from 0 to 500, not 900.'

        >>> rates = {"per_company": Amount(0, 90), "flat": Amount(0, 5)}
        >>> law = FieldGroup(None, ("flat",), {"Companies pay": {"per_company": 50}}, **rates)
        >>> law.refuse({"per_company": 20}), law.suggest()
        (None, [{'per_company': 50}])
        >>> acts = OneOf(("sell", "pass"))
        >>> need = ("act", {"sell": ("levels",), "pass": ()})
        >>> group = FieldGroup(None, ("levels",), {}, None, need, act=acts, levels=Amount(1, 5))
        >>> group.form_schema()["goes_with"]
        {'field': 'act', 'by': {'sell': ['levels'], 'pass': []}}
        >>> why = lambda name: "Votes are not for sale (X1)." if name == "votes" else None
        >>> FieldGroup(None, (), {}, why, cash=Amount(0, 500)).refuse({"votes": 3})
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
            return self.requirement_text(value)
        if (why := self._unasked) is not None:
            for name in value:
                if type(name) is str and name not in self.fields and (reason := why(name)):
                    return reason
        reason = validate_fields(self.fields, value, self.optional)
        return reason or (self._refuse and self._refuse(value)) or None

    def describe_values(self) -> str:
        return "{" + describe_fields(self.fields) + "}"

    def expected_text(self) -> str:
        return f"a form with {', '.join(self.fields)}"

    def sample_value(self, chance: RandomGenerator) -> dict[str, Any]:
        for _ in range(MAX_SAMPLING_TRIES):
            value = {name: field.sample_value(chance) for name, field in self.fields.items()}
            if self._refuse is None or self._refuse(value) is None:
                return value
        return dict(self.suggest()[0])

    def suggest(self) -> list[Any]:
        if self.examples:
            return [dict(example) for example in self.examples.values()]
        return [{name: field.suggest()[0] for name, field in self.fields.items()}]

    def form_schema(self) -> dict[str, Any]:
        fields = [
            {"name": name, "form": field.form_schema()} for name, field in self.fields.items()
        ]
        form: dict[str, Any] = {"kind": "bundle", "fields": fields}
        if self.optional:
            form["optional"] = list(self.optional)
        if self.examples:
            form["titles"] = list(self.examples)
        if self.goes_with:
            form["goes_with"] = self.describe_dependent_fields()
        return form

    def describe_dependent_fields(self) -> dict[str, Any]:
        """Return the field that controls optional fields, and the fields each option requires."""
        if self.goes_with is None:
            return {}
        field, needs = self.goes_with
        return {"field": field, "by": {option: list(names) for option, names in needs.items()}}


class ListOf(Field):
    """A list of ``at_least`` to ``at_most`` values of ``item``. Values may repeat.

    Args:
        item: Field of each value.
        at_least: Minimum number of values.
        at_most: Maximum number of values.

    Example:
        >>> ListOf(Amount(1, 6), 2, 2).refuse([3, 7])
        'number 2: must be a whole number from 1 to 6, not 7.'
    """

    __slots__ = ("at_least", "at_most", "item")

    def __init__(self, item: Field, at_least: int = 0, at_most: int = 10) -> None:
        self.item, self.at_least, self.at_most = item, at_least, at_most

    def refuse(self, value: Any) -> str | None:
        if not isinstance(value, (list, tuple)):
            return self.requirement_text(value)
        if reason := length_error(len(value), self.at_least, self.at_most):
            return reason
        for number, item in enumerate(value, start=1):
            if reason := self.item.refuse(item):
                return f"number {number}: {reason}"
        return None

    def describe_values(self) -> str:
        return describe_list(self.at_least, self.at_most, self.item.describe_values())

    def expected_text(self) -> str:
        return f"a list of {describe_count(self.at_least, self.at_most)}"

    def sample_value(self, chance: RandomGenerator) -> list[Any]:
        count = self.at_least + chance.below(self.at_most - self.at_least + 1)
        return [self.item.sample_value(chance) for _ in range(count)]

    def suggest(self) -> list[Any]:
        return [[self.item.suggest()[0] for _ in range(self.at_least)]]

    def form_schema(self) -> dict[str, Any]:
        return {
            "kind": "list_of",
            "form": self.item.form_schema(),
            "at_least": self.at_least,
            "at_most": self.at_most,
        }


MAX_SAMPLING_TRIES = 40


def validate_fields(
    fields: Mapping[str, Field], values: Mapping[str, Any], optional: Sequence[str] = ()
) -> str | None:
    """Return which value is missing, unknown or not allowed, or None if all values are valid."""
    given = 0
    for name, field in fields.items():
        if name not in values:
            if name in optional:
                continue
            return unasked_error(fields, values) or f"{name} is missing."
        given += 1
        if reason := field.refuse(values[name]):
            return f"{name}: {reason}"
    return unasked_error(fields, values) if len(values) != given else None


def unasked_error(fields: Mapping[str, Field], values: Mapping[str, Any]) -> str | None:
    """Return an error that names the unknown values and the known fields, or None.

    >>> unasked_error({"dice": Amount(1, 6)}, {"values": 3})
    "'values' is not a field; the fields are: dice."
    """
    extra = ", ".join(truncate_text(name) for name in values if name not in fields)
    known = f"the fields are: {', '.join(fields)}" if fields else "there are no fields"
    return f"{extra} is not a field; {known}." if extra else None
