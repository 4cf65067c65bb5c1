"""Merges an edition's tables into the tables of its base edition.

The rules of ``based_on``:

- Tables are merged key by key, at every depth: a missing key keeps its value.
- Lists of named things, whose entries all have an ``id`` (or an ``n``, the number of a space), are
  merged entry by entry: an entry with a known name changes that entry key by key, an entry with a
  new name is appended, and ``leave_out = true`` removes the entry. Changing the name of an entry
  removes its ``short`` name. In lists inside an entry, only ``id`` is a name, because ``n`` is a
  quantity there, such as the gold that a card yields.
- A table that forms a single value, such as the goal of a card, replaces the old one as a whole,
  because its keys depend on each other. An entry of a different kind also replaces the old one.
  Each game declares these tables (:class:`AtomicTables`).
- Everything else (numbers, texts, other lists) is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import EditionError, truncate_text
from .fields import Flag, duplicate_error

NAME_KEYS = ("id", "n")
"""Keys that may identify the entries of a list. The first key that all entries have is used."""
LEAVE_OUT_KEY = "leave_out"
SHORT_KEY = "short"
"""Key of the short names shown on a board: of an entry, or a table of the short names of its items.
"""


INDEX_PATTERN = re.compile(r"\[[0-9]+\]")
"""Matches the index of an entry in a path such as "event[3].goal"."""


@dataclass(frozen=True, slots=True)
class AtomicTables:
    """The tables in a game's editions that are replaced as a whole, by path.

    A path such as "event.goal" omits the indices of entries. In a list, an entry of a different
    kind replaces the old entry as a whole.

    Args:
        whole: Paths of the tables that always replace the old one.
        kinds: Maps a list such as "external.cards" to the key that contains the kind of its
            entries, such as "effect"; by default "kind".

    Example:
        >>> AtomicTables(("event.goal",)).is_atomic("event[3].goal")
        True
    """

    whole: tuple[str, ...] = ()
    kinds: Mapping[str, str] = field(default_factory=dict)

    def is_atomic(self, place: str) -> bool:
        """Return whether the table at a path is replaced as a whole.

        Args:
            place: The path, with or without indices of entries.

        Returns:
            True if a change replaces the whole table.

        Example:
            >>> AtomicTables().is_atomic("event[3].goal")
            False
        """
        return INDEX_PATTERN.sub("", place) in self.whole

    def has_other_kind(
        self, below: Mapping[str, Any], above: Mapping[str, Any], list_place: str
    ) -> bool:
        """Return whether the new entry has a different kind than the base entry it would change."""
        key = self.kinds.get(INDEX_PATTERN.sub("", list_place), "kind")
        return bool(below) and above.get(key, below.get(key)) != below.get(key)


NO_ATOMIC_TABLES = AtomicTables()


@dataclass(slots=True)
class ValueOrigins:
    """Origins of the values in merged data, as a tree of the same shape as the data.

    ``file`` and ``place`` are the origin of the value itself. They are empty if the value is
    inherited. ``parts`` contains the origins of its keys, or of its list entries as "[3]". ``anew``
    is True for a table that replaced another table as a whole.
    """

    file: str = ""
    place: str = ""
    parts: dict[str, ValueOrigins] = field(default_factory=dict)
    anew: bool = False

    def get_child(self, name: str) -> ValueOrigins:
        return self.parts.setdefault(name, ValueOrigins())


def overlay_edition(
    below: Any,
    above: Any,
    file: str,
    place: str,
    places: ValueOrigins,
    values: AtomicTables = NO_ATOMIC_TABLES,
) -> Any:
    """Merge the values at a path of a file into the base, and record their origins.

    Raises:
        EditionError: Two entries have the same name, or a removed entry does not exist.

    Example:
        >>> below = {"price": {"bond": 5, "life": 7}, "card": [{"id": "a"}, {"id": "b", "n": 2}]}
        >>> cards = [{"id": "b", "n": 9}, {"id": "a", LEAVE_OUT_KEY: True}]
        >>> above = {"price": {"bond": 6}, "card": cards}
        >>> overlay_edition(below, above, "mine.toml", "", ValueOrigins())
        {'price': {'bond': 6, 'life': 7}, 'card': [{'id': 'b', 'n': 9}]}
        >>> above, atomic = {"price": {"bond": 6}}, AtomicTables(("price",))
        >>> overlay_edition(below, above, "mine.toml", "", ValueOrigins(), atomic)["price"]
        {'bond': 6}
    """
    are_tables = isinstance(below, Mapping) and isinstance(above, Mapping)
    anew = are_tables and values.is_atomic(place)
    if are_tables and not anew:
        changed = {
            key: overlay_edition(
                below.get(key),
                value,
                file,
                f"{place}.{key}".lstrip("."),
                places.get_child(key),
                values,
            )
            for key, value in above.items()
        }
        return {**below, **changed}
    name = find_name_key(below, above, file, place)
    if name:
        return merge_lists(below, above, name, file, place, places, values)
    places.file, places.place, places.parts, places.anew = file, place, {}, anew
    return above


def find_name_key(below: Any, above: Any, file: str, place: str) -> str:
    """Return the key that identifies the entries of a list, or "" if they have no names.

    Raises:
        EditionError: An entry of the new list has no name.
    """
    if not (isinstance(below, list) and isinstance(above, list) and below and above):
        return ""
    if not all(isinstance(one, Mapping) for one in (*below, *above)):
        return ""
    for name in NAME_KEYS[:1] if "[" in place else NAME_KEYS:
        if all(type(one.get(name)) in (str, int) for one in below):
            for at, one in enumerate(above):
                if name not in one:
                    reason = "is missing: it identifies the entry that this one changes."
                    raise EditionError(file, f"{place}[{at}].{name}", reason)
            return name
    return ""


def merge_lists(
    below: list[Any],
    above: list[Any],
    name: str,
    file: str,
    place: str,
    places: ValueOrigins,
    values: AtomicTables,
) -> list[Any]:
    """Merge the changed entries into a list of named entries, and return the result."""
    known = {entry[name]: at for at, entry in enumerate(below)}
    if len(known) < len(below):
        reason = "cannot be merged: a name appears twice in the list of the base edition."
        raise EditionError(file, place, reason)
    changes = changes_by_name(above, name, known, file, place)
    merged: list[Any] = []
    parts, places.parts = places.parts, {}
    for what in [*known, *(what for what in changes if what not in known)]:
        entry = below[known[what]] if what in known else {}
        there = parts.get(f"[{known.get(what)}]", ValueOrigins())
        if what in changes:
            its_place, change = changes[what]
            if LEAVE_OUT_KEY in change:
                continue
            if values.has_other_kind(entry, change, place):
                entry, there = {}, ValueOrigins(anew=True)
            entry = overlay_edition(
                drop_old_short(entry, change), change, file, its_place, there, values
            )
            there.file, there.place = file, its_place
        places.parts[f"[{len(merged)}]"] = there
        merged.append(entry)
    return merged


def drop_old_short(below: Mapping[str, Any], entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a base entry without the short names of items that the new entry renames.

    >>> drop_old_short({"name": "Elm Road", "short": ["Elm"]}, {"name": "Oak Road"})
    {'name': 'Elm Road'}
    >>> below = {"products": {"1": "Showroom", "2": "Mill"}, "short": {"1": "Sales", "2": "M."}}
    >>> drop_old_short(below, {"products": {"2": "Forge"}})["short"]
    {'1': 'Sales'}
    """
    if SHORT_KEY not in below or SHORT_KEY in entry:
        return below
    short, rest = below[SHORT_KEY], {key: value for key, value in below.items() if key != SHORT_KEY}
    if isinstance(short, Mapping):
        named = {key for value in entry.values() if isinstance(value, Mapping) for key in value}
        return {**rest, SHORT_KEY: {key: short[key] for key in short if key not in named}}
    return below if entry.get("name", below.get("name")) == below.get("name") else rest


def changes_by_name(
    above: list[Any], name: str, known: Mapping[Any, int], file: str, list_place: str
) -> dict[Any, tuple[str, Mapping[str, Any]]]:
    """Map the name of each changed entry of a list to its path in the file and its contents.

    The contents of a removed entry include the key that marks it as removed.
    """
    changes: dict[Any, tuple[str, Mapping[str, Any]]] = {}
    for at, entry in enumerate(above):
        what, place = entry[name], f"{list_place}[{at}]"
        if type(what) not in (str, int):
            raise EditionError(file, f"{place}.{name}", f"is not a name: {truncate_text(what)}.")
        if what in changes:
            raise EditionError(file, f"{place}.{name}", duplicate_error(what))
        gone = entry.get(LEAVE_OUT_KEY, False)
        if reason := Flag().refuse(gone):
            raise EditionError(file, f"{place}.{LEAVE_OUT_KEY}", reason)
        if gone and what not in known:
            reason = f"there is no {truncate_text(what)} to leave out."
            raise EditionError(file, f"{place}.{LEAVE_OUT_KEY}", reason)
        kept = {word: value for word, value in entry.items() if word != LEAVE_OUT_KEY}
        changes[what] = place, entry if gone else kept
    return changes


def find_source(places: ValueOrigins, file: str, key: str) -> tuple[str, str, bool]:
    """Return the file that defines a path of the merged data, and the path in that file.

    The third value is True if the path is inside a table that replaced another one.

    >>> card = ValueOrigins(parts={"[3]": ValueOrigins("mine.toml", "card[0]")})
    >>> find_source(ValueOrigins(parts={"card": card}), "cards.toml", "card[3].points")
    ('mine.toml', 'card[0].points', False)
    """
    found, rest, anew = (file, key), key, False
    while rest:
        ends = [at for at in range(1, len(rest)) if rest[at] in ".["] + [len(rest)]
        end = next((end for end in ends if rest[:end] in places.parts), 0)
        if not end:
            break
        places, rest = places.parts[rest[:end]], rest[end:]
        anew = anew or places.anew
        if places.file:
            found = places.file, places.place + rest
        rest = rest.removeprefix(".")
    return *found, anew
