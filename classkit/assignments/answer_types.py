"""Answer types: the expected form of an answer, and the feedback on a wrong value.

Each type compares a value with the right answer and returns a :class:`Feedback`. Feedback never
contains the right answer. It gives a hint, or explains what is wrong with the type of the value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar, Protocol

from classkit.engine.currency import Currency
from classkit.engine.errors import truncate_text
from classkit.engine.fields import NO_LIMIT
from classkit.engine.rulebook_text import match_clause
from classkit.engine.untrusted_input import fold_name, to_half_width

from .feedback import RIGHT_FEEDBACK, Feedback, make_unfit_feedback, make_wrong_feedback

MAX_TEXT_LENGTH = 200


class AnswerType(Protocol):
    """Protocol of the answer types.

    Example:
        >>> kind: AnswerType = NumberAnswer("dollars")
        >>> kind.form, kind.judge(300_000, 300_000).right
        ('a whole number of dollars', True)
    """

    def judge(self, value: Any, right: Any) -> Feedback:
        """Return feedback on an answer.

        Args:
            value: The answer.
            right: The right answer.

        Returns:
            The feedback.
        """

    @property
    def form(self) -> str:
        """Short description of the expected form, such as "a whole number of dollars"."""

    @property
    def tries(self) -> int | None:
        """Number of wrong answers that get feedback, or None for no limit."""


def is_number(value: Any) -> bool:
    """Return True for a number, including numpy numbers, but not for True or False."""
    if isinstance(value, (bool, str, bytes, bytearray)):
        return False
    try:
        float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


@dataclass(frozen=True)
class NumberAnswer:
    """A number with a unit and a tolerance. A tuple as ``right`` allows several numbers.

    >>> from classkit.engine.currency import DOLLAR
    >>> price = NumberAnswer(DOLLAR, low="Did you count the Inflation Number? See P4.2.")
    >>> price.judge(100_000, 300_000)
    100,000 dollars is too low. Did you count the Inflation Number? See P4.2.
    >>> price.judge("300,000", 300_000)
    Right. ('300,000' is text, and was read as the number 300000: write it without quotes.)
    >>> price.judge("a lot", 300_000)
    'a lot' is text: write a whole number of dollars, without quotes, commas or units, as in 5.
    >>> price.judge(300, 300_000)
    300 dollars is too low by a factor of 1,000: the answer is in dollars, not in thousands.
    >>> share = NumberAnswer("%", whole=False, tolerance=0.5)
    >>> share.judge(30.4, 30.6).right
    True
    >>> share.judge(60.4, 61)
    60.4 % is close, but too low: did you round before the last step?
    """

    unit: str = ""
    whole: bool = True
    tolerance: float = 0
    low: str = ""
    high: str = ""
    ordered: bool = True
    """True if "too low" and "too high" are useful, or False for the number of a turn or
    position."""
    miss: str = ""
    """Hint for a wrong number if ``low`` and ``high`` do not apply."""
    slips: Mapping[int, str] = field(default_factory=dict)
    """Maps a factor to the hint for a number that would be right if multiplied by the factor."""

    sign: str = ""
    """Sign that may be typed with the number. Set if the unit is a :class:`.Currency`."""
    one: str = ""
    """Noun after the number 1. The default is the unit without its last "s"."""

    tries: ClassVar[int] = 3

    def __post_init__(self) -> None:
        """Use the nouns of a currency as the unit, and its sign."""
        if isinstance(currency := self.unit, Currency):
            object.__setattr__(self, "unit", currency.many)
            object.__setattr__(self, "one", self.one or currency.one)
            object.__setattr__(self, "sign", self.sign or str(currency))

    @property
    def form(self) -> str:
        number = "a whole number" if self.whole else "a number"
        return (
            f"{number} of {self.unit}"
            if self.unit not in ("", "%")
            else number + (" in percent" if self.unit else "")
        )

    def judge(self, value: Any, right: Any) -> Feedback:
        if (read := parse_number(value, self.unit, self.sign)) is not None:
            judged = self.judge(read, right)
            return replace(
                judged,
                words=f"{judged.words} {QUOTED_NUMBER_FORMAT.format(truncate_text(value), read)}",
            )
        if complaint := self.explain_misfit(value):
            return make_unfit_feedback(complaint)
        given = Fraction(value) if isinstance(value, (int, Fraction)) else Fraction(float(value))
        rights = [Fraction(one) for one in (right if isinstance(right, tuple) else (right,))]
        if any(abs(given - one) <= self.tolerance for one in rights):
            return RIGHT_FEEDBACK
        shown = format_number(value)
        one = self.one or self.unit.removesuffix("s")
        unit = one if shown in ("1", "-1") else self.unit
        said = f"{shown} {unit}".strip()
        if not self.ordered:
            return make_wrong_feedback(f"{said} is not right. {self.miss}".strip())
        nearest = min(rights, key=lambda one: abs(given - one))
        for times, words in {**self.scale_hints, **self.slips}.items():
            if nearest and abs(given * times - nearest) <= self.tolerance:
                return make_wrong_feedback(f"{format_number(value)} {words}")
        side, hint = ("too low", self.low) if given < nearest else ("too high", self.high)
        if not self.whole and abs(given - nearest) <= abs(nearest) * NEAR_SHARE:
            return make_wrong_feedback(
                f"{said} is close, but {side}: did you round before the last step?"
            )
        return make_wrong_feedback(f"{said} is {side}. {hint or self.miss}".strip())

    @property
    def scale_hints(self) -> Mapping[int, str]:
        """Maps a factor to the hint for an answer that is wrong by this factor."""
        if self.unit == "%":
            return {100: "is a fraction: the answer is a percentage."}
        if not self.sign:
            return {}
        said = f"{self.unit} is too low by a factor of 1,000"
        return {1_000: f"{said}: the answer is in {self.unit}, not in thousands."}

    def explain_misfit(self, value: Any) -> str:
        """Return why the value does not have the expected form, or an empty string."""
        if isinstance(value, bool):
            return f"{value} is a truth value: write {self.form}."
        if isinstance(value, str):
            return (
                f"{truncate_text(value)} is text: write {self.form}, without quotes, commas or "
                "units, as in 5."
            )
        if isinstance(value, (tuple, list)) and value and all(map(is_number, value)):
            if len(value) == 1:
                return f"{truncate_text(value)} is a list: write {self.form}, without brackets."
            return (
                f"{truncate_text(value)} is several numbers: write {self.form}. A comma "
                "between digits makes two numbers: write 300_000 for three hundred thousand, "
                "and use a decimal point, as in 2.5."
            )
        if callable(value):
            return f"This is a function, not its result: write {self.form}."
        if isinstance(value, int) and abs(value) > NO_LIMIT:
            return f"{truncate_text(value)} is larger than any number here: write {self.form}."
        if not is_number(value):
            return f"{truncate_text(value)} is not a number: write {self.form}."
        if not math.isfinite(float(value)):
            return f"{value} is not a finite number: write {self.form}."
        if self.whole and not isinstance(value, int) and float(value) != int(value):
            return f"{value} is not whole: write {self.form}."
        return ""


def parse_number(value: Any, unit: str = "", sign: str = "") -> int | float | None:
    """Parse a number written as text. Return None if the value is anything else.

    Accepts the unit of the question, any minus sign, and correctly placed thousands separators. A
    comma is parsed as a decimal comma only if it cannot be a thousands separator.

    >>> [parse_number(text) for text in ("310000", " -2.5 ", "310,000", "1,234", "many", 5)]
    [310000, -2.5, 310000, 1234, None, None]
    >>> [parse_number(text) for text in ("-64,25", "0,125", "1.234,5", "310 000", "1,23,4")]
    [-64.25, 0.125, 1234.5, 310000, None]
    >>> parse_number("\uff13\uff11\uff10\uff0c\uff10\uff10\uff10"), parse_number("1\u2019234")
    (310000, 1234)
    >>> parse_number("217.7 %", "%"), parse_number("217.7 %"), parse_number("-$98", "", "$")
    (217.7, None, -98)
    >>> parse_number(str(-100 / 3))
    -33.333333333333336
    """
    if not isinstance(value, str):
        return None
    typed = to_half_width(value[:MAX_TEXT_LENGTH]).strip()
    text = strip_unit(typed.translate(SIGN_REPLACEMENTS), unit, sign)
    if POINT_NUMBER_PATTERN.fullmatch(text):
        plain = re.sub("[,_ '’]", "", text)
    elif COMMA_NUMBER_PATTERN.fullmatch(text):
        plain = re.sub("[. ]", "", text).replace(",", ".")
    else:
        return None
    return float(plain) if "." in plain else int(plain)


def strip_unit(text: str, unit: str, sign: str = "") -> str:
    """Remove the unit from a text, whether it is a sign or a word.

    >>> strip_unit("-$98,000", "dollars", "$"), strip_unit("98,000 dollars", "dollars")
    ('-98,000', '98,000')
    """
    sign = unit if unit == "%" else sign
    bare = text.replace(sign, "") if sign and text.count(sign) == 1 else text
    return bare.removesuffix(unit).strip() if unit else bare


SIGN_REPLACEMENTS = {0x2212: "-", 0x2013: "-", 0xA0: " ", 0x202F: " ", 0x2009: " "}
"""Maps variants of the minus sign and of the thousands space to the plain character."""
POINT_NUMBER_PATTERN = re.compile(
    r"[-+]?(\d{1,15}|[1-9]\d{0,2}([,_ '’]\d{3}){1,4})(\.\d{1,30})?", re.ASCII
)
"""Matches a number with a decimal point, in which commas separate thousands."""
COMMA_NUMBER_PATTERN = re.compile(
    r"[-+]?(\d{1,15},(\d{1,2}|\d{4,30})|0,\d{3}|[1-9]\d{0,2}([. ]\d{3}){1,4},\d{1,30})", re.ASCII
)
"""Matches a number whose comma can only be a decimal comma."""
QUOTED_NUMBER_NOTE = "is text, and was read as the number"
"""Part of the feedback on a quoted number, which the grader searches for."""
QUOTED_NUMBER_FORMAT = "({} " + QUOTED_NUMBER_NOTE + " {}: write it without quotes.)"


def format_number(value: Any) -> str:
    """Format a number with thousands separators and at most four decimals.

    >>> [format_number(value) for value in (1200000, 2.50, 2.00001, -0.00001)]
    ['1,200,000', '2.5', '2', '0']
    """
    number = round(float(value), 4) + 0.0  # adding 0.0 turns -0.0 into 0.0
    return f"{int(number):,}" if number == int(number) else f"{number:,.4f}".rstrip("0")


NEAR_SHARE = Fraction(1, 100)


@dataclass(frozen=True)
class NameAnswer:
    """One of several names, such as a seat or a move. A tuple as ``right`` allows several names.

    ``hints`` maps a wrong name to a comment that does not reveal the right name. ``names`` maps
    options to display names, such as the names of seats, which are accepted too.

    >>> hints = {"C": "C bid, but look at the order in P8.2."}
    >>> seat = NameAnswer(("A", "B", "C"), "a seat", hints, names={"A": "Ada"})
    >>> seat.judge("ada", "A")
    Right.
    >>> seat.judge("c", "A")
    'C' is not right. C bid, but look at the order in P8.2.
    >>> seat.judge("D", "A")
    'D' is not one of the answers: write a seat ('A', 'B' or 'C').
    """

    options: tuple[str, ...]
    what: str = "a name"
    hints: Mapping[str, str] = field(default_factory=dict)
    miss: str = ""
    names: Mapping[str, str] = field(default_factory=dict)

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

    def find_option(self, value: Any) -> str | None:
        """Return the matching option, ignoring case, or None if no option matches."""
        if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH:
            return None
        wanted = fold_name(value)
        known = {fold_name(self.names.get(option, "")): option for option in self.options}
        known |= {fold_name(option): option for option in self.options}
        return known.get(wanted) if wanted else None

    def judge(self, value: Any, right: Any) -> Feedback:
        if not isinstance(value, str):
            return make_unfit_feedback(
                f"{truncate_text(value)} is not text: write {self.form}, in quotes."
            )
        option = self.find_option(value)
        if option is None:
            return make_unfit_feedback(
                f"{truncate_text(value)} is not one of the answers: write {self.form}."
            )
        if option in (right if isinstance(right, tuple) else (right,)):
            return RIGHT_FEEDBACK
        return make_wrong_feedback(
            f"{option!r} is not right. {self.hints.get(option, self.miss)}".strip()
        )


@dataclass(frozen=True)
class ChoiceAnswer:
    """A free choice, for which every option is accepted.

    >>> ChoiceAnswer(("keep", "reverse")).judge("keep", None)
    Noted: keep. Before you look at any futures, explain why.
    """

    options: tuple[str, ...]

    tries: ClassVar[int | None] = None

    @property
    def form(self) -> str:
        return NameAnswer(self.options, "a move").form

    def judge(self, value: Any, right: Any) -> Feedback:
        option = NameAnswer(self.options).find_option(value)
        if option is None:
            return NameAnswer(self.options, "a move").judge(value, ())
        return Feedback(True, f"Noted: {option}. Before you look at any futures, explain why.", 1)


@dataclass(frozen=True)
class RuleAnswer:
    """A clause of the rules. Feedback on a wrong clause quotes that clause.

    >>> kind = RuleAnswer({"X1": "A coin is tossed.", "X2": "Heads wins."})
    >>> kind.judge("x2", "X1")
    X2 says: "Heads wins." That clause does not settle this.
    >>> kind.judge("X3", "X1")
    There is no clause 'X3': write the id of a clause, such as 'X1'.
    """

    rules: Mapping[str, str]
    hint: str = ""

    tries: ClassVar[int] = 2

    @property
    def form(self) -> str:
        return f"the id of a clause, such as {next(iter(self.rules))!r}"

    def judge(self, value: Any, right: Any) -> Feedback:
        if not isinstance(value, str):
            return make_unfit_feedback(
                f"{truncate_text(value)} is not text: write {self.form}, in quotes."
            )
        clause = match_clause(value, self.rules)
        if clause is None:
            return make_unfit_feedback(
                f"There is no clause {truncate_text(value)}: write {self.form}."
            )
        if clause in (right if isinstance(right, tuple) else (right,)):
            return RIGHT_FEEDBACK
        words = get_first_sentence(self.rules[clause])
        return make_wrong_feedback(
            f'{clause} says: "{words}" That clause does not settle this. {self.hint}'.strip()
        )


def get_first_sentence(text: str) -> str:
    """Return the first sentence of a clause.

    >>> get_first_sentence("Taxation: each owes 50,000. The rest lapses.")
    'Taxation: each owes 50,000.'
    """
    head, stop, _ = text.partition(". ")
    return (head + stop).strip()


@dataclass(frozen=True)
class SetAnswer:
    """A set of names in any order, with partial credit.

    Each wrong name cancels a right name. ``names`` maps options to display names, such as the names
    of seats, which are accepted too.

    >>> owners = SetAnswer(("A", "B", "C", "D"), "seats")
    >>> half = owners.judge(["A"], frozenset("AB"))
    >>> half, half.share
    (1 of your answers is right, and the list is incomplete., 0.5)
    >>> owners.judge(["A", "D"], frozenset("AB")).share
    0.0
    """

    options: tuple[str, ...]
    what: str = "names"
    hint: str = ""
    names: Mapping[str, str] = field(default_factory=dict)

    tries: ClassVar[int] = 2

    @property
    def form(self) -> str:
        example = ", ".join(repr(option) for option in self.options[:2])
        return f"a list of {self.what}, such as [{example}]"

    def judge(self, value: Any, right: Any) -> Feedback:
        if isinstance(value, (str, bytes, Mapping)) or not is_collection(value):
            return make_unfit_feedback(f"{truncate_text(value)} is not a list: write {self.form}.")
        if not len(value):
            return make_unfit_feedback(f"Your list is empty: write {self.form}.")
        names = {self.find_option(one) for one in value}
        if strange := [one for one in value if self.find_option(one) is None]:
            return make_unfit_feedback(
                f"{truncate_text(strange[0])} is not one of the answers: write {self.form}."
            )
        good, bad = len(names & set(right)), len(names - set(right))
        if names == set(right):
            return RIGHT_FEEDBACK
        share = max(0, good - bad) / len(right) if right else 0.0
        said = [f"{good} of your answers {'is' if good == 1 else 'are'} right"]
        if bad:
            said.append(f"{bad} {'is' if bad == 1 else 'are'} wrong")
        if good < len(right):
            said.append("the list is incomplete")
        return make_wrong_feedback(f"{', and '.join(said)}. {self.hint}".strip(), share)

    def find_option(self, value: Any) -> str | None:
        """Return the matching option, ignoring case, or None if no option matches."""
        return NameAnswer(self.options, names=self.names).find_option(value)


def is_collection(value: Any) -> bool:
    """Return True for a collection with a length. A zero-dimensional array has none."""
    try:
        return isinstance(value, Collection) and len(value) >= 0
    except TypeError:
        return False


def format_count(count: int, one: str, more: str = "") -> str:
    """Format a count and its noun as Markdown.

    >>> format_count(1, "house"), format_count(2, "house"), format_count(3, "company", "companies")
    ('**1** house', '**2** houses', '**3** companies')
    """
    return f"**{count}** {one if count == 1 else more or one + 's'}"


def format_table(head: Sequence[str], rows: Iterable[Iterable[Any]]) -> str:
    """Format a table as Markdown.

    >>> print(format_table(("player", "cash"), [("A", 20_000)]))
    | player | cash |
    |---|---|
    | A | 20,000 |
    """
    shown = [[f"{cell:,}" if isinstance(cell, int) else cell for cell in row] for row in rows]
    first, *others = [f"| {' | '.join(cells)} |" for cells in (head, *shown)]
    return "\n".join([first, "|---" * len(head) + "|", *others])


def join_names(names: Iterable[str]) -> str:
    """Join names with commas and "and".

    >>> join_names(["A", "B", "C"])
    'A, B and C'
    """
    found = list(names)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"
