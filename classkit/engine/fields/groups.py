"""Fields for text, and for lists and groups of fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import truncate_text
from .field import (
    MAX_SAMPLING_TRIES,
    Check,
    Field,
    RandomGenerator,
    describe_fields,
    validate_fields,
)
from .list_lengths import describe_count, describe_list, length_error


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
        >>> from classkit.engine.fields import Amount, OneOf, SomeOf
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
        >>> from classkit.engine.fields import Amount
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
