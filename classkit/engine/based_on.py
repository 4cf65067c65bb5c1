"""The tables of an edition over those that it is based on.

What ``based_on`` means:

- Tables are merged key by key, at every depth: what is not said stays as it was.
- Lists of named things, whose entries all have an ``id`` (or an ``n``, the number of a space), are
  merged entry by entry: one with a known name changes that entry key by key, one with a new name
  comes last, and ``leave_out = true`` takes the entry out. An entry of another ``kind`` than the
  one of its name replaces it. A thing that gets another name loses its ``short`` name.
- Everything else (numbers, texts, lists of anything else) is replaced.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import EditionError, shorten

NAMES = ("id", "n")
"""The keys by which entries of a list may be named; the first that all of them have counts."""
LEAVE_OUT = "leave_out"
SHORT = "short"
"""The key of names as they are written on a board: of the entry, or a table of those it lists."""
Places = dict[str, tuple[str, str]]
"""Place in the merged data -> the file that it was written in, and its place there."""


def replaced(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data as editions that say ``extends`` mean it, from before ``based_on``.

    Their tables are merged key by key, but not what lies in these, and every list is replaced.
    """
    merged = dict(below)
    for key, value in above.items():
        there = merged.get(key)
        both = isinstance(value, dict) and isinstance(there, dict)
        merged[key] = {**there, **value} if both and there is not None else value
    return merged


def lay_over(
    below: Mapping[str, Any], above: Mapping[str, Any], file: str, places: Places
) -> dict[str, Any]:
    """Return the tables below with those of a file above laid over them; note their places.

    EditionError for an entry that is named twice, or left out where there is none.

    >>> below = {"price": {"bond": 5, "life": 7}, "card": [{"id": "a"}, {"id": "b", "n": 2}]}
    >>> above = {"price": {"bond": 6}, "card": [{"id": "b", "n": 9}, {"id": "a", LEAVE_OUT: True}]}
    >>> lay_over(below, above, "mine.toml", {})
    {'price': {'bond': 6, 'life': 7}, 'card': [{'id': 'b', 'n': 9}]}
    """
    merged = dict(below)
    for key, value in above.items():
        merged[key] = laid(below.get(key), value, key, file, places)
    return merged


def laid(below: Any, above: Any, key: str, file: str, places: Places, own: str = "") -> Any:
    """Return one value over what lies below it; ``own`` is its place in the file, if another."""
    own = own or key
    if isinstance(below, Mapping) and isinstance(above, Mapping):
        changed = {
            name: laid(below.get(name), value, f"{key}.{name}", file, places, f"{own}.{name}")
            for name, value in above.items()
        }
        return {**below, **changed}
    name = named_by(below, above, file, own)
    if name:
        return merged_list(below, above, name, key, file, places, own)
    for place in [place for place in places if place.startswith((f"{key}.", f"{key}["))]:
        del places[place]
    places[key] = file, own
    return above


def named_by(below: Any, above: Any, file: str, own: str) -> str:
    """Return the key by which the entries of a list are named; empty where they are not.

    EditionError for an entry over these that has no name.
    """
    if not (isinstance(below, list) and isinstance(above, list) and below and above):
        return ""
    if not all(isinstance(one, Mapping) for one in (*below, *above)):
        return ""
    for name in NAMES:
        if all(type(one.get(name)) in (str, int) for one in below):
            for at, one in enumerate(above):
                if name not in one:
                    reason = "is missing: it says which entry of the list this one changes."
                    raise EditionError(file, f"{own}[{at}].{name}", reason)
            return name
    return ""


def merged_list(
    below: list[Any], above: list[Any], name: str, key: str, file: str, places: Places, own: str
) -> list[Any]:
    """Return a list of named things with the entries of the same names changed."""
    known = {entry[name]: at for at, entry in enumerate(below)}
    if len(known) < len(below):
        reason = "cannot be merged: the list that it is based on has a name twice."
        raise EditionError(file, own, reason)
    changes = changes_by_name(above, name, known, file, own)
    merged: list[Any] = []
    written_there = Places()
    for what in [*known, *(what for what in changes if what not in known)]:
        here, before = f"{key}[{len(merged)}]", f"{key}[{known.get(what)}]"
        if what not in changes:
            merged.append(below[known[what]])
            if before in places:
                written_there[here] = places[before]
            continue
        place, entry = changes[what]
        if LEAVE_OUT in entry:
            continue
        written_there[here] = file, place
        merged.append(changed(below[known[what]], entry, file) if what in known else entry)
    for place in [place for place in places if place.startswith(f"{key}[")]:
        del places[place]
    places.update(written_there)
    return merged


def changed(below: Mapping[str, Any], entry: Mapping[str, Any], file: str) -> Mapping[str, Any]:
    """Return an entry with what another of its name says; one of another kind replaces it."""
    if entry.get("kind", below.get("kind")) != below.get("kind"):
        return entry
    return lay_over(without_old_short(below, entry), entry, file, {})


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
    above: list[Any], name: str, known: Mapping[Any, int], file: str, own: str
) -> dict[Any, tuple[str, Mapping[str, Any]]]:
    """Return what a file says of the entries of a list: name -> (its place in the file, entry).

    An entry that is left out keeps the key that says so; of no other it stands in the result.
    """
    changes: dict[Any, tuple[str, Mapping[str, Any]]] = {}
    for at, entry in enumerate(above):
        what, place = entry[name], f"{own}[{at}]"
        if type(what) not in (str, int):
            raise EditionError(file, f"{place}.{name}", f"is no name: {shorten(what)}.")
        if what in changes:
            raise EditionError(file, f"{place}.{name}", f"{shorten(what)} is named twice.")
        gone = entry.get(LEAVE_OUT, False)
        if type(gone) is not bool:
            raise EditionError(file, f"{place}.{LEAVE_OUT}", "must be true or false.")
        if gone and what not in known:
            reason = f"there is no {shorten(what)} to leave out."
            raise EditionError(file, f"{place}.{LEAVE_OUT}", reason)
        kept = {word: value for word, value in entry.items() if word != LEAVE_OUT}
        changes[what] = place, entry if gone else kept
    return changes


def written(places: Places, file: str, key: str) -> tuple[str, str]:
    """Return the file in which a place of the merged data was written, and its place there.

    >>> written({"card[3]": ("mine.toml", "card[0]")}, "cards.toml", "card[3].points")
    ('mine.toml', 'card[0].points')
    """
    place = key
    while place:
        if place in places:
            found, own = places[place]
            return found, own + key[len(place) :]
        place = place[: max(place.rfind("."), place.rfind("["), 0)]
    return file, key
