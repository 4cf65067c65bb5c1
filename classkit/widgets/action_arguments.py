"""Argument types of page actions.

They validate types and sizes. The actions check everything else. Text remains ``str`` and files
remain ``bytes``.
"""

from __future__ import annotations

import json
from typing import Any

from classkit.engine.events import MAX_NAME_LENGTH
from classkit.engine.fields import Amount, Flag, FreeText, ListOf, Value
from classkit.engine.untrusted_input import UnreadableData, check_value, refuse_broken_text

from .predictions import MAX_POINTS, prediction_text

MAX_FIELDS_CHARS = 20_000
"""Maximum length of a completed form, in characters of JSON."""
MAX_NAMES = 60
MAX_NUMBERS = 2_000
"""Maximum number of events, or of ledger rows, in a request for the evidence of a sentence."""
MAX_PREDICTION = 1e18
"""Exclusive limit on the absolute value of a predicted number."""


FORM_LABEL = "The form"
ARGUMENT_LABELS = {"with": FORM_LABEL, "options": FORM_LABEL}
"""Labels that error messages use for arguments with technical names."""


class NumberArgument(Value):
    """A number of any size. The action checks its range."""

    __slots__ = ()

    def refuse(self, value: Any) -> str | None:
        return None if type(value) in (int, float) else self.requirement_text(value)

    def describe_values(self) -> str:
        return "a number"


class IntegerArgument(Value):
    """A whole number of any size. The action checks its range."""

    __slots__ = ()

    def refuse(self, value: Any) -> str | None:
        return None if type(value) is int else self.requirement_text(value)

    def describe_values(self) -> str:
        return "a whole number"


class PointsArgument(Value):
    """A drawn line, as a list of points. The action checks the points."""

    __slots__ = ()

    def refuse(self, value: Any) -> str | None:
        if isinstance(value, list) and len(value) <= MAX_POINTS:
            return None
        return self.requirement_text(value)

    def describe_values(self) -> str:
        return f"a list of at most {MAX_POINTS} points"


class OptionalArgument(Value):
    """A declared value that may be omitted: None, '' and other empty values are read as None.

    An accepted 0 is also read as None.
    """

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def refuse(self, value: Any) -> str | None:
        return None if value in ("", None) else self.value.refuse(value)

    def describe_values(self) -> str:
        return self.value.describe_values()

    def read(self, value: Any) -> Any:
        return value or None


class PredictionArgument(Value):
    """A prediction as a number or text. Empty text deletes the prediction."""

    __slots__ = ()

    def refuse(self, value: Any) -> str | None:
        if type(value) in (int, float) and abs(value) < MAX_PREDICTION:
            return None
        return None if OPTIONAL_WORD.refuse(value) is None else self.requirement_text(value)

    def describe_values(self) -> str:
        return f"a number, or {OPTIONAL_WORD.describe_values()}"

    def read(self, value: Any) -> str:
        return prediction_text(value)


class FieldsArgument(Value):
    """The fields of a move, or options, as a dict. The move or the game checks them."""

    __slots__ = ()

    def refuse(self, value: Any) -> str | None:
        if not isinstance(value, dict):
            return self.requirement_text(value)
        try:
            check_value(value)
            refuse_broken_text(value)
            size = len(json.dumps(value, allow_nan=False))
        except UnreadableData as error:
            return f"{error.reason}."
        except ValueError:
            return "contains a value that is not a number."
        return "is too long." if size > MAX_FIELDS_CHARS else None

    def describe_values(self) -> str:
        return "a dict of form fields"


class FileArgument(Value):
    """A file sent with the action, as bytes. The action checks its contents."""

    __slots__ = ()

    def refuse(self, value: Any) -> str | None:
        return None if isinstance(value, bytes) else self.requirement_text(value)

    def describe_values(self) -> str:
        return "a file"


def text_argument(longest: int, may_be_empty: bool = False) -> FreeText:
    """Declare free text of at most ``longest`` characters. The action sanitizes it."""
    return FreeText(longest, least=0 if may_be_empty else 1, is_plain=False)


SEAT, WORD = text_argument(2), text_argument(MAX_NAME_LENGTH)
OPTIONAL_WORD = text_argument(MAX_NAME_LENGTH, may_be_empty=True)
SEAT_OR_DICE = OptionalArgument(SEAT)
"""A seat, or None when entering a roll or draw that belongs to no seat."""
TURN = Amount(0, 1_000_000)
FLAG, FIELDS, NAMES = Flag(), FieldsArgument(), ListOf(WORD, 0, MAX_NAMES)
NUMBERS = ListOf(TURN, 0, MAX_NUMBERS)
