"""The tables of an edition over those that it is based on.

What ``based_on`` means:

- Tables are merged key by key, at every depth: what is not said stays as it was.
- Lists of named things, whose entries all have an ``id`` (or an ``n``, the number of a space), are
  merged entry by entry: one with a known name changes that entry key by key, one with a new name
  comes last, and ``leave_out = true`` takes the entry out. A thing that gets another name loses its
  ``short`` name. Within an entry ``id`` alone names: there an ``n`` counts something, such as the
  gold that a card gives.
- A table that is one value, such as the goal of a card, replaces the old one whole, since its keys
  depend on each other. So does an entry of another kind. Which these are, a game declares
  (:class:`Values`).
- Everything else (numbers, texts, lists of anything else) is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import EditionError, shorten
from .fields import Flag, named_twice

NAMES = ("id", "n")
"""The keys by which entries of a list may be named; the first that all of them have counts."""
LEAVE_OUT = "leave_out"
SHORT = "short"
"""The key of names as they are written on a board: of the entry, or a table of those it lists."""


INDEX = re.compile(r"\[[0-9]+\]")
"""The number of an entry in a place of a file, such as "event[3].goal"."""


@dataclass(frozen=True, slots=True)
class Values:
    """The tables of a game's editions that are one value each, by their paths.

    A path such as "event.goal" is a place without the numbers of entries. The tables in ``whole``
    always replace the old one. An entry of a list does if it is of another kind: ``kinds`` names
    the key that says so, such as "effect" of "external.cards"; else it is "kind".
    """

    whole: tuple[str, ...] = ()
    kinds: Mapping[str, str] = field(default_factory=dict)

    def replaces(self, place: str) -> bool:
        """Return whether the table at a place is one value.

        >>> Values(("event.goal",)).replaces("event[3].goal"), Values().replaces("event[3].goal")
        (True, False)
        """
        return INDEX.sub("", place) in self.whole

    def is_of_another_kind(
        self, below: Mapping[str, Any], above: Mapping[str, Any], list_place: str
    ) -> bool:
        """Return whether an entry of a list is of another kind than the one it lies over."""
        key = self.kinds.get(INDEX.sub("", list_place), "kind")
        return bool(below) and above.get(key, below.get(key)) != below.get(key)


NO_VALUES = Values()


@dataclass(slots=True)
class Places:
    """Where the values of merged data were written, in a tree like that of the data.

    ``file`` and ``place`` are those of the value itself, empty where it is as it was below;
    ``parts`` tell it of what lies in the value, by their keys, or in a list by "[3]". ``anew`` is
    true of a table that replaced another one whole.
    """

    file: str = ""
    place: str = ""
    parts: dict[str, Places] = field(default_factory=dict)
    anew: bool = False

    def part(self, name: str) -> Places:
        return self.parts.setdefault(name, Places())


def laid(
    below: Any, above: Any, file: str, place: str, places: Places, values: Values = NO_VALUES
) -> Any:
    """Return what a file says at this place of it, laid over what lies below; note the places.

    EditionError for an entry that is named twice, or left out where there is none.

    >>> below = {"price": {"bond": 5, "life": 7}, "card": [{"id": "a"}, {"id": "b", "n": 2}]}
    >>> above = {"price": {"bond": 6}, "card": [{"id": "b", "n": 9}, {"id": "a", LEAVE_OUT: True}]}
    >>> laid(below, above, "mine.toml", "", Places())
    {'price': {'bond': 6, 'life': 7}, 'card': [{'id': 'b', 'n': 9}]}
    >>> laid(below, {"price": {"bond": 6}}, "mine.toml", "", Places(), Values(("price",)))["price"]
    {'bond': 6}
    """
    are_tables = isinstance(below, Mapping) and isinstance(above, Mapping)
    anew = are_tables and values.replaces(place)
    if are_tables and not anew:
        changed = {
            key: laid(
                below.get(key), value, file, f"{place}.{key}".lstrip("."), places.part(key), values
            )
            for key, value in above.items()
        }
        return {**below, **changed}
    name = named_by(below, above, file, place)
    if name:
        return merged_list(below, above, name, file, place, places, values)
    places.file, places.place, places.parts, places.anew = file, place, {}, anew
    return above


def named_by(below: Any, above: Any, file: str, place: str) -> str:
    """Return the key by which the entries of a list are named; empty where they are not.

    EditionError for an entry over these that has no name.
    """
    if not (isinstance(below, list) and isinstance(above, list) and below and above):
        return ""
    if not all(isinstance(one, Mapping) for one in (*below, *above)):
        return ""
    for name in NAMES[:1] if "[" in place else NAMES:
        if all(type(one.get(name)) in (str, int) for one in below):
            for at, one in enumerate(above):
                if name not in one:
                    reason = "is missing: it says which entry of the list this one changes."
                    raise EditionError(file, f"{place}[{at}].{name}", reason)
            return name
    return ""


def merged_list(
    below: list[Any],
    above: list[Any],
    name: str,
    file: str,
    place: str,
    places: Places,
    values: Values,
) -> list[Any]:
    """Return a list of named things with the entries of the same names changed."""
    known = {entry[name]: at for at, entry in enumerate(below)}
    if len(known) < len(below):
        reason = "cannot be merged: the list that it is based on has a name twice."
        raise EditionError(file, place, reason)
    changes = changes_by_name(above, name, known, file, place)
    merged: list[Any] = []
    parts, places.parts = places.parts, {}
    for what in [*known, *(what for what in changes if what not in known)]:
        entry = below[known[what]] if what in known else {}
        there = parts.get(f"[{known.get(what)}]", Places())
        if what in changes:
            its_place, change = changes[what]
            if LEAVE_OUT in change:
                continue
            if values.is_of_another_kind(entry, change, place):
                entry, there = {}, Places(anew=True)
            entry = laid(without_old_short(entry, change), change, file, its_place, there, values)
            there.file, there.place = file, its_place
        places.parts[f"[{len(merged)}]"] = there
        merged.append(entry)
    return merged


def without_old_short(below: Mapping[str, Any], entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an entry without the short names of what another entry over it names anew.

    >>> without_old_short({"name": "Elm Road", "short": ["Elm"]}, {"name": "Oak Road"})
    {'name': 'Elm Road'}
    >>> below = {"products": {"1": "Showroom", "2": "Mill"}, "short": {"1": "Sales", "2": "M."}}
    >>> without_old_short(below, {"products": {"2": "Forge"}})["short"]
    {'1': 'Sales'}
    """
    if SHORT not in below or SHORT in entry:
        return below
    short, rest = below[SHORT], {key: value for key, value in below.items() if key != SHORT}
    if isinstance(short, Mapping):
        named = {key for value in entry.values() if isinstance(value, Mapping) for key in value}
        return {**rest, SHORT: {key: short[key] for key in short if key not in named}}
    return below if entry.get("name", below.get("name")) == below.get("name") else rest


def changes_by_name(
    above: list[Any], name: str, known: Mapping[Any, int], file: str, list_place: str
) -> dict[Any, tuple[str, Mapping[str, Any]]]:
    """Return what a file says of the entries of a list: name -> (its place in the file, entry).

    An entry that is left out keeps the key that says so; of no other it stands in the result.
    """
    changes: dict[Any, tuple[str, Mapping[str, Any]]] = {}
    for at, entry in enumerate(above):
        what, place = entry[name], f"{list_place}[{at}]"
        if type(what) not in (str, int):
            raise EditionError(file, f"{place}.{name}", f"is no name: {shorten(what)}.")
        if what in changes:
            raise EditionError(file, f"{place}.{name}", named_twice(what))
        gone = entry.get(LEAVE_OUT, False)
        if reason := Flag().refuse(gone):
            raise EditionError(file, f"{place}.{LEAVE_OUT}", reason)
        if gone and what not in known:
            reason = f"there is no {shorten(what)} to leave out."
            raise EditionError(file, f"{place}.{LEAVE_OUT}", reason)
        kept = {word: value for word, value in entry.items() if word != LEAVE_OUT}
        changes[what] = place, entry if gone else kept
    return changes


def written(places: Places, file: str, key: str) -> tuple[str, str, bool]:
    """Return the file in which a place of the merged data was written, and its place there.

    The third is True if it lies in a table that replaced another one whole.

    >>> card = Places(parts={"[3]": Places("mine.toml", "card[0]")})
    >>> written(Places(parts={"card": card}), "cards.toml", "card[3].points")
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
