"""Fields for one or several of the choices that a rule offers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from ..errors import suggestion_suffix, truncate_text
from .field import Check, Field, RandomGenerator
from .list_lengths import describe_count, describe_list, duplicate_error, length_error

MAX_OPTIONS_SHOWN = 6
"""Maximum number of options in the ``repr`` of a field."""

MAX_CHOICES_LISTED = 12
"""Maximum number of names listed in an error message."""

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
