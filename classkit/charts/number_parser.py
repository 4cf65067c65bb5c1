"""Parser for numbers typed by users. The forms (``forms/amounts.js``) have the same rules."""

from __future__ import annotations

import json
import re
import unicodedata
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.fields import NO_LIMIT
from classkit.engine.registry import find
from classkit.engine.renaming.renamed_game import name_for_edition
from classkit.engine.rulebook_text import TextFormatter
from classkit.engine.untrusted_input import to_half_width

NOTATIONS = tuple(
    re.compile(notation, re.ASCII)
    for notation in (
        r"(\d+)",
        r"([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?",
        r"([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?",
        r"([1-9]\d{0,2}(?:[ '’]\d{3})+)(?:[.,](\d+))?",
        r"(\d*)[.,](\d+)",
    )
)
"""Notations of numbers: a pattern for the whole part, and one for the decimals."""

AMBIGUOUS_NUMBERS = {
    mark: re.compile(rf"(?!0+[.,]000$)(?:[1-9]\d{{0,2}}[{other}]|0\d{{1,2}}[.,])\d{{3}}", re.ASCII)
    for mark, other in ((",", "."), (".", ","), ("", ".,"))
}
"""Patterns of numbers whose separator marks thousands in some countries and decimals in others, by
the mark of thousands of the game's currency; "" for a space.
"""

MULTIPLIERS = {
    "k": 3, "thousand": 3, "m": 6, "mio": 6, "million": 6, "bn": 9, "billion": 9,
}  # fmt: skip
"""Number of decimal places by which each word after a number multiplies it."""

GENERIC_UNITS = ("%", "percent", "×", "turn", "turns", "round", "rounds")
"""Units that may accompany a number in every game."""
ANY_SIGN = "[$¢£¤¥֏؋৲৳฿៛₠-⃏]"
"""Matches a currency sign. If no units are given, each of them may accompany a number."""


@lru_cache(maxsize=64)
def make_pattern(units: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of a sign, a number, a multiplier and one of the units.

    The words of the game may also precede the number.
    """
    own = [re.escape(word) for word in sorted(units, key=lambda word: (-len(word), word))]
    before = "|".join(own or [ANY_SIGN])
    after = "|".join([*own, *map(re.escape, GENERIC_UNITS), *([] if own else [ANY_SIGN])])
    signs = "".join(word for word in own if not any(map(str.isalnum, word))) or ANY_SIGN[1:-1]
    many = "|".join(MULTIPLIERS)
    return re.compile(
        rf"([+-]?) ?(?:{before})? ?([^a-z%×{signs}]*?) ?({many})? ?(?:{after})?",
        re.IGNORECASE | re.ASCII,
    )


class TypedUnits(frozenset[str]):
    """Words that may accompany a number, and the currency's mark between groups of three digits."""

    thousands: str = ","


def list_units(say: TextFormatter) -> TypedUnits:
    """Return the words that may accompany a number in a game: its currency and its units.

    >>> from classkit.engine.rulebook_text import Words
    >>> sorted(list_units(TextFormatter(words=Words(units={"bond": ("bond", "bonds")}))))
    ['$', 'bond', 'bonds', 'dollar', 'dollars']
    """
    units = [unit for unit in say.words.units if ":" not in unit]
    forms = [say.unit(unit, number) for unit in units for number in (1, 2, None)]
    nouns = {form.split()[-1] for form in forms if form}  # "notes" for "of Ada's notes"
    found = TypedUnits({*filter(str.isalpha, nouns), *say.currency.words})
    found.thousands = say.currency.thousands
    return found


@lru_cache(maxsize=16)
def list_game_units(name: str, editions: tuple[str, ...] = ()) -> frozenset[str]:
    """Return the words that may accompany a number in an installed game, or none for no game.

    Args:
        name: Name of the game, or "".
        editions: Custom editions of the game as JSON, whose names of money and units count.

    >>> "bonds" in list_game_units("poleconomy"), list_game_units("")
    (True, frozenset())
    >>> cottages = '{"based_on": "classic_us", "units": {"house": ["cottage", "cottages"]}}'
    >>> units = list_game_units("opoly", (cottages,))
    >>> "cottage" in units, "house" in units
    (True, False)
    """
    if not name:
        return frozenset()
    game = find(name)
    named = [name_for_edition(game, game.edition(json.loads(text))) for text in editions] or [game]
    units = [list_units(TextFormatter(words=one.words, currency=one.currency)) for one in named]
    found = TypedUnits(frozenset[str]().union(*units))
    marks = {one.thousands for one in units}
    found.thousands = marks.pop() if len(marks) == 1 else TypedUnits.thousands
    return found


MINUS_SIGNS = str.maketrans({"−": "-", "–": "-"})


class ParsedNumber(NamedTuple):
    """The number in a text. If the text is ambiguous, ``two`` contains both possible numbers."""

    number: float | None
    two: tuple[str, str] | None = None


def parse_typed_number(typed: str, units: frozenset[str] = frozenset()) -> ParsedNumber:
    """Parse an entire text as a single number with an optional unit.

    A single comma before exactly three digits separates thousands, as on the page. A single point
    in this place is ambiguous, so the text is not accepted as a number. ``units`` are the words of
    the game (:func:`list_units`); without them, any currency sign is accepted. If the game's
    currency separates thousands by points, a point is read so, and a comma is ambiguous.

    >>> parse_typed_number("$1,500").number, parse_typed_number("1.5 Mio €").number
    (1500.0, 1500000.0)
    >>> parse_typed_number("2,5").number, parse_typed_number("\uff11\uff12").number
    (2.5, 12.0)
    >>> units = frozenset({"gold"})
    >>> parse_typed_number("4 gold").number, parse_typed_number("4 gold", units).number
    (None, 4.0)
    >>> parse_typed_number("1.600k")
    ParsedNumber(number=None, two=('1.6k', '1,600k'))
    >>> parse_typed_number("5 below zero")
    ParsedNumber(number=None, two=None)
    """
    text = re.sub(r"\s", " ", to_half_width(typed).strip()).translate(MINUS_SIGNS)
    parts = make_pattern(units).fullmatch(text)
    if parts is None:
        return ParsedNumber(None)
    sign, digits, many = parts.groups()
    mark = getattr(units, "thousands", ",")
    if AMBIGUOUS_NUMBERS.get(mark, AMBIGUOUS_NUMBERS[""]).fullmatch(digits):
        whole, decimals = re.split("[.,]", digits)
        short = f"{int(whole)}.{decimals}".rstrip("0").rstrip(".")
        long = f"{int(whole + decimals):,}"
        if mark != ",":
            short, long = short.replace(".", ","), long.replace(",", mark)
        return ParsedNumber(None, (text.replace(digits, short), text.replace(digits, long)))
    found = next(filter(None, (notation.fullmatch(digits) for notation in NOTATIONS)), None)
    if found is None:
        return ParsedNumber(None)
    whole, decimals = re.sub(r"\D", "", found[1]) or "0", (found.re.groups > 1 and found[2]) or "0"
    return ParsedNumber(
        float(f"{sign}{whole}.{decimals}e{MULTIPLIERS.get((many or '').lower(), 0)}")
    )


def parse_number(typed: str, units: frozenset[str] = frozenset()) -> float | None:
    """Return the number in a text, or None if the text contains no number or is ambiguous.

    >>> parse_number("$1.5M"), parse_number("0,125"), parse_number("2.125"), parse_number("7 or 8")
    (1500000.0, 0.125, None, None)
    """
    return parse_typed_number(typed, units).number


def check_number(typed: str, must: str, units: frozenset[str] = frozenset()) -> None:
    """Raise an error if a text is not a single number. ``must`` is the start of the message.

    >>> check_number("100.000", "An answer must be a number")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: '100.000' may be 100 or 100,000: write 100 or 100000.
    >>> check_number("5 below zero", "An answer must be a number")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: An answer must be a number, not '5 below zero'.
    """
    number, two = parse_typed_number(typed, units)
    if two is not None:
        short, long = two
        plain = re.sub(r"(?<=\d)\D(?=\d{3})", "", long)
        write = f"write {disambiguate_number(short, units)} or {plain}"
        raise ClasskitError(f"{truncate_text(typed)} may be {short} or {long}: {write}.")
    if number is None:
        raise ClasskitError(f"{must}, not {truncate_text(typed)}.")
    if abs(number) > NO_LIMIT:
        raise ClasskitError(f"A number must be at most {NO_LIMIT:,}, not {truncate_text(typed)}.")


def has_digits(text: str) -> bool:
    """Return whether a text contains a digit in any script, or a fraction such as ½.

    >>> has_digits("it rises"), has_digits("about ½"), has_digits("٣")
    (False, True, True)
    """
    return any(unicodedata.category(character).startswith("N") for character in text)


def format_number(number: float) -> str:
    """Format a finite number so that parsing returns the same number.

    >>> format_number(7), format_number(2.125), format_number(1e-7)
    ('7', '2.1250', '0.0000001')
    """
    return disambiguate_number(f"{Decimal(repr(number)):f}".removesuffix(".0"))


def disambiguate_number(text: str, units: frozenset[str] = frozenset()) -> str:
    """Rewrite a number with a decimal point so that it cannot be mistaken for thousands.

    >>> disambiguate_number("2.125"), disambiguate_number("2.5"), disambiguate_number("$2.125k")
    ('2.1250', '2.5', '$2.1250k')
    """
    return (
        text
        if parse_typed_number(text, units).two is None
        else re.sub(r"[.,]\d{3}", r"\g<0>0", text)
    )
