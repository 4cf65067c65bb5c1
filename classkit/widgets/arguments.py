"""What the arguments of a page's actions may be: declared values, as those of forms and options.

Whatever does not fit is refused in the same sentence; texts stay texts, and files stay bytes.
"""

from __future__ import annotations

import json
from typing import Any

from classkit.engine.data import Unreadable, judge, refuse_broken_text
from classkit.engine.fields import Amount, Flag, ListOf, Text, Value
from classkit.engine.log import LONGEST_NAME

from .expected import MOST_POINTS, as_typed

MAX_FIELDS = 20_000
"""A filled-in form has at most so many characters."""
MOST_WORDS = 60
FARTHEST = 1e18
"""No number that a class predicts is as large."""


FORM = "The form that was filled in"
CALLED = {"with": FORM, "options": FORM}
"""What an argument is called where it is refused, if not by its name."""


class Number(Value):
    """A number; whoever takes it judges how large it may be."""

    __slots__ = ()

    def refuse(self, value: Any) -> str | None:
        return None if type(value) in (int, float) else self.must_be(value)

    def in_words(self) -> str:
        return "a number"


class Whole(Value):
    """A whole number; whoever takes it judges how large it may be."""

    __slots__ = ()

    def refuse(self, value: Any) -> str | None:
        return None if type(value) is int else self.must_be(value)

    def in_words(self) -> str:
        return "a whole number"


class Points(Value):
    """A drawn line, whose points are judged by what takes it."""

    __slots__ = ()

    def refuse(self, value: Any) -> str | None:
        if isinstance(value, list) and len(value) <= MOST_POINTS:
            return None
        return self.must_be(value)

    def in_words(self) -> str:
        return f"a list of at most {MOST_POINTS} points"


class Or(Value):
    """A value as declared; None, or an empty one in its place, 0 too, is read as None."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def refuse(self, value: Any) -> str | None:
        return None if value in ("", None) else self.value.refuse(value)

    def in_words(self) -> str:
        return self.value.in_words()

    def read(self, value: Any) -> Any:
        return value or None


class Expected(Value):
    """What a class predicts, a number or a text; an empty one takes a prediction back."""

    __slots__ = ()

    def refuse(self, value: Any) -> str | None:
        if type(value) in (int, float) and abs(value) < FARTHEST:
            return None
        return None if WORDS_OR_NONE.refuse(value) is None else self.must_be(value)

    def in_words(self) -> str:
        return f"a number, or {WORDS_OR_NONE.in_words()}"

    def read(self, value: Any) -> str:
        return as_typed(value)


class FilledIn(Value):
    """The fields of a move, or options; the move or the game itself judges them."""

    __slots__ = ()

    def refuse(self, value: Any) -> str | None:
        if not isinstance(value, dict):
            return self.must_be(value)
        try:
            judge(value)
            refuse_broken_text(value)
            size = len(json.dumps(value, allow_nan=False))
        except Unreadable as error:
            return f"{error.reason}."
        except ValueError:
            return "holds what is no number."
        return "is far too long." if size > MAX_FIELDS else None

    def in_words(self) -> str:
        return "a table of what was filled in"


class File(Value):
    """A file, which comes beside the action; whoever opens it judges what it holds."""

    __slots__ = ()

    def refuse(self, value: Any) -> str | None:
        return None if isinstance(value, bytes) else self.must_be(value)

    def in_words(self) -> str:
        return "a file"


def typed(longest: int, may_be_empty: bool = False) -> Text:
    """Declare a text as somebody typed it; whoever uses it judges what it holds."""
    return Text(longest, least=0 if may_be_empty else 1, is_plain=False)


SEAT, WORD = typed(2), typed(LONGEST_NAME)
WORDS_OR_NONE = typed(LONGEST_NAME, may_be_empty=True)
SEAT_OR_DICE = Or(SEAT)
"""A seat; none where dice are typed in for nobody in particular."""
TURN = Amount(0, 1_000_000)
FLAG, FIELDS, NAMES = Flag(), FilledIn(), ListOf(WORD, 0, MOST_WORDS)
