"""Currencies: how the money of a game is written, named and typed.

A game declares its :class:`Currency` once (:attr:`.Game.currency`), and the nouns of its other
units in :attr:`.Words.units`. Texts, forms, charts, exports and the parser for typed numbers all
use these declarations.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from .errors import MAX_BITS, format_int

NO_BREAK_SPACE = "\u00a0"
MINUS = "\u2212"


class Currency(str):
    """A currency. As a text, it is its sign, so it can be the unit of metrics, amounts and scores.

    Args:
        sign: Sign or abbreviation, such as "$" or "kr".
        one: Noun for one unit, such as "dollar". Defaults to the sign.
        many: Plural of the noun. Defaults to ``one`` with an "s".
        after: True if the sign follows the amount.
        thousands: Mark between groups of three digits: "," or "." or a space. The decimal mark is
            a comma, unless this mark is one.
        decimals: Number of decimals of fractional amounts.
        spellings: Other words that students may type after an amount.
        unit: Unit of the ledger that is this money, if it is not named like the plural noun.

    Example:
        >>> krone = Currency("kr", "krone", "kroner", after=True, thousands=".")
        >>> krone.write(1_250), krone.write(-12.5), krone.write_short(1_250_000), krone.many
        ('1.250\\xa0kr', '-12,50\\xa0kr', '1,25M\\xa0kr', 'kroner')
        >>> krone == "kr", Currency("$", "dollar").write(-120_000)
        (True, '-$120,000')
    """

    one: str
    many: str
    after: bool
    thousands: str
    decimals: int
    spellings: tuple[str, ...]
    unit: str

    def __new__(
        cls, sign: str, one: str = "", many: str = "", *, after: bool = False,
        thousands: str = ",", decimals: int = 2, spellings: Iterable[str] = (), unit: str = "",
    ) -> Currency:  # fmt: skip
        """Create a currency."""
        made = super().__new__(cls, sign)
        made.one, made.many = one or sign, many or (f"{one}s" if one else sign)
        made.after, made.thousands, made.decimals = after, thousands, decimals
        made.spellings, made.unit = tuple(spellings), unit or made.many
        return made

    def __reduce__(self) -> tuple[Callable[..., Currency], tuple[Any, ...]]:
        """Return a call that creates an equal currency, for copies and pickles."""
        return restore_currency, (
            str(self),
            self.one,
            self.many,
            self.layout,
            self.spellings,
            self.unit,
        )

    @property
    def layout(self) -> tuple[bool, str, int]:
        """Side of the sign, mark of thousands and number of decimals."""
        return self.after, self.thousands, self.decimals

    @property
    def words(self) -> tuple[str, ...]:
        """All texts that may stand beside an amount: the sign, the nouns, other spellings."""
        return tuple(dict.fromkeys(filter(None, (str(self), self.one, self.many, *self.spellings))))

    @property
    def is_plain(self) -> bool:
        """True if the sign alone shows how amounts are written: "$1,250", "€1,250"."""
        return is_currency_sign(self) and not self.after and self.thousands == ","

    def covers(self, unit: str) -> bool:
        """Return whether a unit of a metric or of the ledger is this money.

        Args:
            unit: The unit.

        Returns:
            True for the sign, the unit of the ledger, and "money".

        Example:
            >>> [DOLLAR.covers(unit) for unit in ("$", "dollars", "money", "gold")]
            [True, True, True, False]
        """
        return bool(self) and unit in (str(self), self.unit, GENERIC_MONEY)

    def write(self, amount: float, minus: str = "-") -> str:
        """Return an amount as text.

        Args:
            amount: The amount. A float is written with decimals.
            minus: The minus sign.

        Returns:
            The text; for a number of more than about 60 digits, only how many it has.

        Example:
            >>> Currency("$").write(120_000), Currency("$").write(21.0), Currency("€").write(1250)
            ('$120,000', '$21.00', '€1,250')
            >>> Currency("$").write(10**5000)
            'a number of about 5,001 digits'
        """
        size = abs(amount)
        if isinstance(size, int) and size.bit_length() > MAX_BITS:
            return format_int(size)
        digits = f"{size:,}" if isinstance(size, int) else f"{size:,.{self.decimals}f}"
        return self.attach(digits, minus if amount < 0 else "")

    def write_short(self, amount: float) -> str:
        """Return a rounded amount in few characters, for labels.

        Args:
            amount: The amount.

        Returns:
            The text, with k for thousands and M for millions.

        Example:
            >>> euro = Currency("€")
            >>> euro.write_short(1_250_000), euro.write_short(12_500), euro.write_short(-950)
            ('€1.25M', '€12.5k', '\u2212€950')
        """
        size, minus = abs(amount), MINUS if amount < 0 else ""
        if size >= 999_500:
            return self.attach(f"{format_rounded(size / 1_000_000)}M", minus)
        if size >= 10_000:
            return self.attach(f"{format_rounded(size / 1_000)}k", minus)
        return self.attach(format_rounded(size, 0), minus)

    def attach(self, digits: str, minus: str = "") -> str:
        """Return digits with the sign, in the notation of the currency.

        Args:
            digits: The digits in the notation "1,250.5".
            minus: The minus sign, or "".

        Returns:
            The text.

        Example:
            >>> franc = Currency("F", after=True, thousands=" ")
            >>> Currency("kr").attach("1,250"), franc.attach("1,250")
            ('kr\\xa01,250', '1 250\\xa0F')
        """
        if self.thousands != ",":
            digits = digits.translate({ord(","): self.thousands, ord("."): ","})
        if self.after:
            return f"{minus}{digits}{NO_BREAK_SPACE}{self}" if self else f"{minus}{digits}"
        gap = NO_BREAK_SPACE if self[-1:].isalnum() else ""
        return f"{minus}{self}{gap}{digits}"


class UnitNoun(str):
    """A new noun for a unit. As a text, it is the plural noun.

    Args:
        noun: The noun.
        unit: The unit in the rules and in the ledger.

    Example:
        >>> noun = UnitNoun("cottages", "houses")
        >>> noun, noun.unit
        ('cottages', 'houses')
    """

    unit: str

    def __new__(cls, noun: str, unit: str = "") -> UnitNoun:
        """Create a noun."""
        made = super().__new__(cls, noun)
        made.unit = unit
        return made


def find_ledger_unit(unit: str) -> str:
    """Return the unit in the rules and in the ledger, for the unit of a metric.

    >>> find_ledger_unit(DOLLAR), find_ledger_unit(UnitNoun("cottages", "houses"))
    ('dollars', 'houses')
    >>> find_ledger_unit("gold")
    'gold'
    """
    return unit.unit if isinstance(unit, (Currency, UnitNoun)) else unit


def restore_currency(
    sign: str, one: str, many: str, layout: tuple[bool, str, int], spellings: Iterable[str],
    unit: str,
) -> Currency:  # fmt: skip
    """Return the currency with these properties, for unpickling."""
    after, thousands, decimals = layout
    return Currency(
        sign, one, many, after=after, thousands=thousands, decimals=decimals, spellings=spellings,
        unit=unit,
    )  # fmt: skip


DOLLAR = Currency("$", "dollar", "dollars")
"""Currency of games that do not declare one."""

GENERIC_MONEY = "money"
"""Unit that means the currency of the game, whatever it is."""


def is_currency_sign(text: str) -> bool:
    """Return whether a text is a single currency sign of any country.

    >>> is_currency_sign("€"), is_currency_sign("%"), is_currency_sign("kr")
    (True, False, False)
    """
    return len(text) == 1 and unicodedata.category(text) == "Sc"


@lru_cache(maxsize=64)
def make_plain_currency(sign: str) -> Currency:
    return DOLLAR if sign == DOLLAR else Currency(sign)


def find_currency(unit: str | None) -> Currency | None:
    """Return the currency if a unit is money: a :class:`Currency`, or a currency sign.

    >>> find_currency("€").write(1250), find_currency("gold"), find_currency(None)
    ('€1,250', None, None)
    """
    if isinstance(unit, Currency):
        return unit if unit else None
    return make_plain_currency(unit) if unit and is_currency_sign(unit) else None


def format_rounded(value: float, places: int = 2) -> str:
    """Format a number of 0 or more, rounding halves up, without trailing zeros.

    >>> format_rounded(1234.5), format_rounded(0.125), format_rounded(3)
    ('1,234.5', '0.13', '3')
    """
    from decimal import ROUND_HALF_UP, Decimal  # slow import

    size = Decimal(repr(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    text = f"{size:,}"
    return text.rstrip("0").rstrip(".") if "." in text else text


# --- renaming -------------------------------------------------------------------------------------


def make_renamer(old: Currency, new: Currency) -> Callable[[str], str]:
    """Return a function that replaces one currency by another in a text that a game declares.

    >>> rename = make_renamer(DOLLAR, Currency("kr", "krone", "kroner", after=True))
    >>> rename("Cash in dollars: $1,250 or $20k"), rename("Paid, $"), rename("gold")
    ('Cash in kroner: 1,250\\xa0kr or 20k\\xa0kr', 'Paid, kr', 'gold')
    """
    nouns = {old.many: new.many, old.one: new.one}
    parts = [rf"{re.escape(old)}(?P<digits>\d[\d,]*(?:\.\d+)?[kM]?)?"] if old else []
    named = "|".join(re.escape(noun) for noun in nouns if noun.isalpha() and noun != old)
    if named:
        parts.append(rf"\b(?P<noun>{named})\b")
    if not parts:
        return lambda text: text
    pattern = re.compile("|".join(parts), re.IGNORECASE)

    def replace(found: re.Match[str]) -> str:
        groups = found.groupdict()
        if noun := groups.get("noun"):
            word = nouns[noun.lower()]
            return word[:1].upper() + word[1:] if noun[0].isupper() else word
        return new.attach(groups["digits"]) if groups.get("digits") else str(new)

    return lambda text: pattern.sub(replace, text)
