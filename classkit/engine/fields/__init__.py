"""Declarations of the allowed values of moves, options, files and arguments.

A value declaration checks inputs, gives reasons for refusing them, and describes the allowed
values. A form field also samples a random value, suggests values, and returns a schema for a page.
Large ranges are never enumerated.
"""

from .amounts import NO_LIMIT, Amount, Flag, Rising, Sensible, format_as_text
from .choices import MAX_CHOICES_LISTED, OneOf, PathsByOption, SomeOf, choice_error
from .field import (
    MAX_SAMPLING_TRIES,
    Check,
    Field,
    RandomGenerator,
    Value,
    describe_fields,
    validate_fields,
)
from .groups import FieldGroup, FreeText, ListOf
from .list_lengths import duplicate_error, length_error

__all__ = [
    "MAX_CHOICES_LISTED",
    "MAX_SAMPLING_TRIES",
    "NO_LIMIT",
    "Amount",
    "Check",
    "Field",
    "FieldGroup",
    "Flag",
    "FreeText",
    "ListOf",
    "OneOf",
    "PathsByOption",
    "RandomGenerator",
    "Rising",
    "Sensible",
    "SomeOf",
    "Value",
    "choice_error",
    "describe_fields",
    "duplicate_error",
    "format_as_text",
    "length_error",
    "validate_fields",
]
