"""Names of money and of other units that an edition declares.

The tables ``[currency]`` and ``[units]`` of an edition are read in the same way for every game.
They change no rule, only what people read and type (:func:`.rename_game`).

>>> from classkit.engine.registry import find
>>> renamed = {"based_on": "classic_us", "units": {"house": ["cottage", "cottages"]}}
>>> find("opoly").edition(renamed).names.units
(('house', ('cottage', 'cottages')),)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from ..currency import Currency
from ..errors import EditionError, suggestion_suffix, truncate_text, truncate_value
from ..schema import ErrorPath, Section, TextReader, Whole

CURRENCY_KEY, UNITS_KEY = "currency", "units"
NAME_TABLES = (CURRENCY_KEY, UNITS_KEY)
"""Tables that every edition may have."""
MAX_UNITS = 60
MAX_NOUN_LENGTH = 30
NARROW_SPACE = "\u202f"
SPACES = frozenset({" ", "\u00a0", "\u2009", NARROW_SPACE})
"""Spaces that an edition may declare between groups of three digits; all mean a narrow one."""
SIGN_PATTERN = re.compile(r"[^\W\d_]{1,5}\.?|[^\w\s.,'’+\-−<>&{}()\[\]]{1,3}")
"""Matches a currency sign: letters, as in "kr", or signs such as "€"."""
NOUN_PATTERN = re.compile(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)*")
"""Matches a noun of one or more words."""


def read_mark(place: ErrorPath, value: Any, about: Any) -> str:
    """Return the mark between groups of three digits. Each space becomes a narrow one."""
    if not isinstance(value, str) or value not in {",", ".", *SPACES}:
        raise place.make_error(f'must be "," or "." or " ", not {truncate_text(value)}.')
    return NARROW_SPACE if value in SPACES else value


@dataclass(frozen=True)
class CurrencyTable:
    """The table ``[currency]`` of an edition; see :class:`.Currency`.

    Args:
        sign: The sign, such as "€".
        one: The noun for one.
        many: The noun for several.
        after: True if the sign follows the amount.
        thousands: The mark between groups of three digits.
        decimals: Number of decimal places of amounts that are not whole.

    Example:
        >>> CurrencyTable("€", "euro", "euros", after=True).thousands
        ','
    """

    sign: Annotated[str, TextReader(6)]
    one: Annotated[str, TextReader(MAX_NOUN_LENGTH)]
    many: Annotated[str, TextReader(MAX_NOUN_LENGTH)]
    after: bool = False
    thousands: Annotated[str, read_mark] = ","
    decimals: Annotated[int, Whole(0, 3)] = 2


class EditionNames(NamedTuple):
    """Names of money and units in an edition.

    Args:
        currency: The currency of the table ``[currency]``, or None for the game's currency.
        units: New nouns, singular and plural, by the singular noun of the game.
        files: Names of the files with these tables.

    Example:
        >>> bool(EditionNames()), EditionNames(units=(("bond", ("note", "notes")),)).has_names
        (True, True)
    """

    currency: Currency | None = None
    units: tuple[tuple[str, tuple[str, str]], ...] = ()
    files: tuple[str, str] = ("edition", "edition")

    @property
    def has_names(self) -> bool:
        """True if the edition renames something."""
        return self.currency is not None or bool(self.units)


NO_NAMES = EditionNames()


def read_names(files: Any) -> EditionNames:
    """Read the names in an edition's files.

    Raises:
        EditionError: A table or a value is not allowed.
    """
    currency = None
    if CURRENCY_KEY in files.data:
        section = files.get_section(CURRENCY_KEY)
        table = section.read(CurrencyTable)
        if not SIGN_PATTERN.fullmatch(table.sign):
            reason = f"must be a sign such as € or kr, not {truncate_text(table.sign)}."
            raise section.make_error("sign", reason)
        for key in ("one", "many"):
            check_noun(section, key, getattr(table, key))
        currency = Currency(
            table.sign, table.one, table.many, after=table.after, thousands=table.thousands,
            decimals=table.decimals,
        )  # fmt: skip
    if UNITS_KEY not in files.data:
        return EditionNames(currency, files=find_files(files))
    section = files.get_section(UNITS_KEY)
    if len(section) > MAX_UNITS:
        reason = f"has {len(section)} entries. Rename at most {MAX_UNITS} units."
        raise EditionError(section.file, UNITS_KEY, reason)
    return EditionNames(currency, tuple(sorted(iter_units(section))), find_files(files))


def find_files(files: Any) -> tuple[str, str]:
    """Return the names of the files with the two tables."""
    currency, units = (
        files.locate_error(EditionError(files.find_file(key), key, "")).file for key in NAME_TABLES
    )
    return currency, units


def iter_units(section: Section) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the nouns in the table ``[units]``."""
    for unit, stated in section.items():
        forms = [stated, stated] if isinstance(stated, str) else stated
        if not isinstance(forms, list) or len(forms) != 2:
            reason = 'must be a noun, or its singular and plural as in ["cottage", "cottages"].'
            raise section.make_error(unit, reason)
        for form in forms:
            check_noun(section, unit, form)
        yield unit, (forms[0], forms[1])


def check_noun(section: Section, key: str, noun: Any) -> None:
    """Raise an error if a text is not a noun of letters."""
    if not isinstance(noun, str) or not NOUN_PATTERN.fullmatch(noun):
        reason = f"must be a noun of letters, not {truncate_text(noun)}."
        raise section.make_error(key, reason)
    if len(noun) > MAX_NOUN_LENGTH:
        reason = f"must be at most {MAX_NOUN_LENGTH} letters long, not {len(noun)}."
        raise section.make_error(key, reason)


# --- the game with these names --------------------------------------------------------------------


def list_renamable_units(game: Any) -> dict[str, tuple[str, ...]]:
    """Return the singular noun of each unit that an edition may rename, with the ids of its units.

    >>> from classkit.engine.registry import find
    >>> list_renamable_units(find("opoly"))["house"]
    ('houses', 'house')
    """
    found: dict[str, tuple[str, ...]] = {}
    for unit, words in game.words.units.items():
        one = words if isinstance(words, str) else words[0]
        if "{" not in one and unit != "turns" and not game.currency.covers(unit):
            found[one] = (*found.get(one, ()), unit)
    return found


def check_names(game: Any, names: EditionNames) -> None:
    """Raise an error if an edition renames something that the game does not have.

    Raises:
        EditionError: The game has no such unit, has no currency, or has the noun for another unit.
    """
    if names.currency is not None and not game.currency:
        raise EditionError(
            names.files[0], CURRENCY_KEY, f"cannot be changed: {game.title} has no currency."
        )
    known = list_renamable_units(game)
    used = {
        form.lower(): one
        for one, units in known.items() for unit in units
        for form in spell_forms(game.words.units[unit])
    }  # fmt: skip
    taken: dict[str, str] = {}
    for unit, forms in names.units:
        if unit not in known:
            near = suggestion_suffix(unit, known)
            there = f" Choose from: {', '.join(sorted(known))}." if near == "." else ""
            reason = f"is not a unit of {game.title}{near}{there}"
            raise EditionError(names.files[1], f"{UNITS_KEY}.{truncate_value(unit)}", reason)
        for form in dict.fromkeys(map(str.lower, forms)):
            other = used.get(form, unit)
            if other == unit:
                other = taken.setdefault(form, unit)
            if other != unit:
                reason = f"cannot be {form!r}: this is the noun for {other}. Choose another noun."
                raise EditionError(names.files[1], f"{UNITS_KEY}.{unit}", reason)


def spell_forms(words: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return the forms of a unit as a tuple."""
    return (words,) if isinstance(words, str) else words
