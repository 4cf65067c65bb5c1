"""Kinds of answers: the form of each, and the feedback on a value that is not right.

Every kind judges a value against the right one and returns a :class:`Feedback`. The feedback never
gives the answer away: it says where to look, or explains a wrong type.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar, Protocol

from classkit.engine.errors import shorten
from classkit.engine.fields import ENDLESS

from .feedback import RIGHT, Feedback, unfit, wrong

TEXT_MAX = 200


class Kind(Protocol):
    """A kind of answer."""

    def judge(self, value: Any, right: Any) -> Feedback:
        """Return feedback on a value."""

    @property
    def form(self) -> str:
        """The form expected, in a few words: "a whole number of dollars"."""

    @property
    def tries(self) -> int | None:
        """The number of wrong answers that are commented on; None for all of them."""


def is_number(value: Any) -> bool:
    """Return True for a number, numpy's included, but not for True or False."""
    if isinstance(value, (bool, str, bytes, bytearray)):
        return False
    try:
        float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


@dataclass(frozen=True)
class Number:
    """A number in a unit, right within a tolerance. A tuple as ``right`` allows several.

    >>> price = Number("dollars", low="Did you count the Inflation Number? See P4.2.")
    >>> price.judge(100_000, 300_000)
    100,000 dollars is too low. Did you count the Inflation Number? See P4.2.
    >>> price.judge("300,000", 300_000)
    Right. ('300,000' is text, and was read as the number 300000: write it without quotes.)
    >>> price.judge("a lot", 300_000)
    'a lot' is text: write a whole number of dollars, without quotes, commas or units, as in 5.
    >>> price.judge(300, 300_000)
    300 dollars is a thousandth of it: the answer is in dollars, not in thousands.
    >>> share = Number("%", whole=False, tolerance=0.5)
    >>> share.judge(30.4, 30.6).right
    True
    >>> share.judge(60.4, 61)
    60.4 % is near, but too low: did you round before the end?
    """

    unit: str = ""
    whole: bool = True
    tolerance: float = 0
    low: str = ""
    high: str = ""
    ordered: bool = True
    """True if "too low" and "too high" make sense; False for a turn or a position."""
    miss: str = ""
    """The hint for a wrong number, unless `low` or `high` has one for it."""
    slips: Mapping[int, str] = field(default_factory=dict)
    """Factor -> the hint for a number that would be right if it were so many times as large."""

    tries: ClassVar[int] = 3

    @property
    def form(self) -> str:
        number = "a whole number" if self.whole else "a number"
        return (
            f"{number} of {self.unit}"
            if self.unit not in ("", "%")
            else number + (" in per cent" if self.unit else "")
        )

    def judge(self, value: Any, right: Any) -> Feedback:
        if (read := number_in_text(value, self.unit)) is not None:
            judged = self.judge(read, right)
            return replace(judged, words=f"{judged.words} {AS_TEXT.format(shorten(value), read)}")
        if complaint := self.complaint(value):
            return unfit(complaint)
        given = Fraction(value) if isinstance(value, (int, Fraction)) else Fraction(float(value))
        rights = [Fraction(one) for one in (right if isinstance(right, tuple) else (right,))]
        if any(abs(given - one) <= self.tolerance for one in rights):
            return RIGHT
        shown = number_in_words(value)
        unit = self.unit.removesuffix("s") if shown in ("1", "-1") else self.unit
        said = f"{shown} {unit}".strip()
        if not self.ordered:
            return wrong(f"{said} is not right. {self.miss}".strip())
        nearest = min(rights, key=lambda one: abs(given - one))
        for times, words in {**SLIPS.get(self.unit, {}), **self.slips}.items():
            if nearest and abs(given * times - nearest) <= self.tolerance:
                return wrong(f"{number_in_words(value)} {words}")
        side, hint = ("too low", self.low) if given < nearest else ("too high", self.high)
        if not self.whole and abs(given - nearest) <= abs(nearest) * NEAR:
            return wrong(f"{said} is near, but {side}: did you round before the end?")
        return wrong(f"{said} is {side}. {hint or self.miss}".strip())

    def complaint(self, value: Any) -> str:
        """Return why this cannot be such a number at all; empty if it can."""
        if isinstance(value, bool):
            return f"{value} is yes or no: write {self.form}."
        if isinstance(value, str):
            return (
                f"{shorten(value)} is text: write {self.form}, without quotes, commas or "
                "units, as in 5."
            )
        if isinstance(value, (tuple, list)) and value and all(map(is_number, value)):
            if len(value) == 1:
                return f"{shorten(value)} is a list: write {self.form}, without brackets."
            return (
                f"{shorten(value)} is several numbers: write {self.form}. A comma between digits "
                "makes two numbers of one; write 300_000 for three hundred thousand, and a point "
                "before decimals, as in 2.5."
            )
        if callable(value):
            return f"This is a function, not its result: write {self.form}."
        if isinstance(value, int) and abs(value) > ENDLESS:
            return f"{shorten(value)} is larger than any number here: write {self.form}."
        if not is_number(value):
            return f"{shorten(value)} is not a number: write {self.form}."
        if not math.isfinite(float(value)):
            return f"{value} is not a finite number: write {self.form}."
        if self.whole and not isinstance(value, int) and float(value) != int(value):
            return f"{value} is not whole: write {self.form}."
        return ""


def number_in_text(value: Any, unit: str = "") -> int | float | None:
    """Return the number that a text is, as a careful student may write it; None if it is none.

    It may have the unit that is asked for, any minus, and separators of thousands where they stand
    in their places. A comma is a decimal one where it cannot part thousands, and never else.

    >>> [number_in_text(text) for text in ("310000", " -2.5 ", "310,000", "1,234", "many", 5)]
    [310000, -2.5, 310000, 1234, None, None]
    >>> [number_in_text(text) for text in ("-64,25", "0,125", "1.234,5", "310 000", "1,23,4")]
    [-64.25, 0.125, 1234.5, 310000, None]
    >>> number_in_text("217.7 %", "%"), number_in_text("217.7 %"), number_in_text("-$98", "dollars")
    (217.7, None, -98)
    >>> number_in_text(str(-100 / 3))
    -33.333333333333336
    """
    if not isinstance(value, str):
        return None
    text = without_unit(value[:TEXT_MAX].strip().translate(SIGNS), unit)
    if WITH_POINT.fullmatch(text):
        plain = re.sub("[,_ ]", "", text)
    elif WITH_COMMA.fullmatch(text):
        plain = re.sub("[. ]", "", text).replace(",", ".")
    else:
        return None
    return float(plain) if "." in plain else int(plain)


def without_unit(text: str, unit: str) -> str:
    """Return a text without the unit that is asked for, as a sign or as a word.

    >>> without_unit("-$98,000", "dollars"), without_unit("98,000 dollars", "dollars")
    ('-98,000', '98,000')
    """
    sign = {"dollars": "$", "%": "%"}.get(unit, "")
    bare = text.replace(sign, "") if sign and text.count(sign) == 1 else text
    return bare.removesuffix(unit).strip() if unit else bare


SIGNS = {0x2212: "-", 0x2013: "-", 0xA0: " ", 0x202F: " ", 0x2009: " "}
"""Any minus, and any space between thousands, as the plain one."""
WITH_POINT = re.compile(r"[-+]?(\d{1,15}|[1-9]\d{0,2}([,_ ]\d{3}){1,4})(\.\d{1,30})?", re.ASCII)
"""A number whose decimals stand after a point: "1,234" is one thousand and more."""
WITH_COMMA = re.compile(
    r"[-+]?(\d{1,15},(\d{1,2}|\d{4,30})|0,\d{3}|[1-9]\d{0,2}([. ]\d{3}){1,4},\d{1,30})", re.ASCII
)
"""A number whose decimals can only stand after its comma."""
READ_AS = "is text, and was read as the number"
"""What is said of a number in quotes."""
AS_TEXT = "({} " + READ_AS + " {}: write it without quotes.)"


def number_in_words(value: Any) -> str:
    """Write a number as people do.

    >>> [number_in_words(value) for value in (1200000, 2.50, 2.00001, -0.00001)]
    ['1,200,000', '2.5', '2', '0']
    """
    number = round(float(value), 4) + 0.0  # adding 0.0 removes the minus of -0.0
    return f"{int(number):,}" if number == int(number) else f"{number:,.4f}".rstrip("0")


SLIPS = {
    "dollars": {
        1_000: "dollars is a thousandth of it: the answer is in dollars, not in thousands."
    },
    "%": {100: "is a share: the answer is in per cent."},
}
"""Unit -> factor -> the hint for an answer that would be right if it were so many times larger."""
NEAR = Fraction(1, 100)


@dataclass(frozen=True)
class Name:
    """One of a few names, such as a seat or a move. A tuple as ``right`` allows several.

    ``hints`` comment on a wrong name without giving the right one away.

    >>> seat = Name(("A", "B", "C"), "a seat", {"C": "C bid, but look at the order in P8.2."})
    >>> seat.judge("c", "A")
    'C' is not right. C bid, but look at the order in P8.2.
    >>> seat.judge("D", "A")
    'D' is not one of the answers: write a seat ('A', 'B' or 'C').
    """

    options: tuple[str, ...]
    what: str = "a name"
    hints: Mapping[str, str] = field(default_factory=dict)
    miss: str = ""

    @property
    def tries(self) -> int:
        return min(2, (len(self.options) - 1) // 2)

    @property
    def form(self) -> str:
        quoted = [repr(option) for option in self.options]
        if len(quoted) > 8:
            return f"{self.what}, such as {quoted[0]}"
        listed = quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
        return f"{self.what} ({listed})"

    def find(self, value: Any) -> str | None:
        """Return the option that is meant, ignoring capitals; None if there is none."""
        if not isinstance(value, str) or len(value) > TEXT_MAX:
            return None
        wanted = value.strip().lower()
        return next((option for option in self.options if option.lower() == wanted), None)

    def judge(self, value: Any, right: Any) -> Feedback:
        if not isinstance(value, str):
            return unfit(f"{shorten(value)} is not text: write {self.form}, in quotes.")
        option = self.find(value)
        if option is None:
            return unfit(f"{shorten(value)} is not one of the answers: write {self.form}.")
        if option in (right if isinstance(right, tuple) else (right,)):
            return RIGHT
        return wrong(f"{option!r} is not right. {self.hints.get(option, self.miss)}".strip())


@dataclass(frozen=True)
class Choice:
    """A choice of the student's own: any of the options is accepted and noted.

    >>> Choice(("keep", "reverse")).judge("keep", None)
    Noted: keep. Now say why, before you look at any futures.
    """

    options: tuple[str, ...]

    tries: ClassVar[int | None] = None

    @property
    def form(self) -> str:
        return Name(self.options, "a move").form

    def judge(self, value: Any, right: Any) -> Feedback:
        option = Name(self.options).find(value)
        if option is None:
            return Name(self.options, "a move").judge(value, ())
        return Feedback(True, f"Noted: {option}. Now say why, before you look at any futures.", 1)


@dataclass(frozen=True)
class Clause:
    """A clause of the rules; the feedback quotes the clause that the student named.

    >>> kind = Clause({"X1": "A coin is tossed.", "X2": "Heads wins."})
    >>> kind.judge("x2", "X1")
    X2 says: "Heads wins." That is not what settles this.
    >>> kind.judge("X3", "X1")
    There is no clause 'X3': write the id of a clause, such as 'X1'.
    """

    clauses: Mapping[str, str]
    hint: str = ""

    tries: ClassVar[int] = 2

    @property
    def form(self) -> str:
        return f"the id of a clause, such as {next(iter(self.clauses))!r}"

    def judge(self, value: Any, right: Any) -> Feedback:
        if not isinstance(value, str):
            return unfit(f"{shorten(value)} is not text: write {self.form}, in quotes.")
        wanted = "".join(value[:TEXT_MAX].split()).rstrip(".").lower()
        clause = next((c for c in self.clauses if c.lower() == wanted), None)
        if clause is None:
            return unfit(f"There is no clause {shorten(value)}: write {self.form}.")
        if clause in (right if isinstance(right, tuple) else (right,)):
            return RIGHT
        words = first_sentence(self.clauses[clause])
        return wrong(f'{clause} says: "{words}" That is not what settles this. {self.hint}'.strip())


def first_sentence(text: str) -> str:
    """Return the first sentence of a clause, to be quoted.

    >>> first_sentence("Taxation: each owes 50,000. The rest lapses.")
    'Taxation: each owes 50,000.'
    """
    head, stop, _ = text.partition(". ")
    return (head + stop).strip()


@dataclass(frozen=True)
class Several:
    """A set of names in any order, with part of the points for part of it.

    Each name that does not belong cancels one that does.

    >>> owners = Several(("A", "B", "C", "D"), "seats")
    >>> half = owners.judge(["A"], frozenset("AB"))
    >>> half, half.share
    (1 of yours is right, and something is missing., 0.5)
    >>> owners.judge(["A", "D"], frozenset("AB")).share
    0.0
    """

    options: tuple[str, ...]
    what: str = "names"
    hint: str = ""

    tries: ClassVar[int] = 2

    @property
    def form(self) -> str:
        example = ", ".join(repr(option) for option in self.options[:2])
        return f"a list of {self.what}, such as [{example}]"

    def judge(self, value: Any, right: Any) -> Feedback:
        if isinstance(value, (str, bytes, Mapping)) or not is_collection(value):
            return unfit(f"{shorten(value)} is not a list: write {self.form}.")
        if not len(value):
            return unfit(f"Your list is empty: write {self.form}.")
        names = {self.read(one) for one in value}
        if strange := [one for one in value if self.read(one) is None]:
            return unfit(f"{shorten(strange[0])} is not one of the answers: write {self.form}.")
        good, bad = len(names & set(right)), len(names - set(right))
        if names == set(right):
            return RIGHT
        share = max(0, good - bad) / len(right) if right else 0.0
        said = [f"{good} of yours {'is' if good == 1 else 'are'} right"]
        if bad:
            said.append(f"{bad} {'does' if bad == 1 else 'do'} not belong")
        if good < len(right):
            said.append("something is missing")
        return wrong(f"{', and '.join(said)}. {self.hint}".strip(), share)

    def read(self, value: Any) -> str | None:
        """Return the option that is meant, ignoring capitals; None if there is none."""
        return Name(self.options).find(value)


def is_collection(value: Any) -> bool:
    """Return True for a collection with a length, unlike an array without dimensions."""
    try:
        return isinstance(value, Collection) and len(value) >= 0
    except TypeError:
        return False


def many(count: int, one: str, more: str = "") -> str:
    """Write a number of things in Markdown.

    >>> many(1, "house"), many(2, "house"), many(3, "company", "companies")
    ('**1** house', '**2** houses', '**3** companies')
    """
    return f"**{count}** {one if count == 1 else more or one + 's'}"


def as_table(head: Sequence[str], rows: Iterable[Iterable[Any]]) -> str:
    """Write a table in Markdown.

    >>> print(as_table(("player", "cash"), [("A", 20_000)]))
    | player | cash |
    |---|---|
    | A | 20,000 |
    """
    shown = [[f"{cell:,}" if isinstance(cell, int) else cell for cell in row] for row in rows]
    first, *others = [f"| {' | '.join(cells)} |" for cells in (head, *shown)]
    return "\n".join([first, "|---" * len(head) + "|", *others])


def listed(names: Iterable[str]) -> str:
    """List names in a sentence.

    >>> listed(["A", "B", "C"])
    'A, B and C'
    """
    found = list(names)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"
