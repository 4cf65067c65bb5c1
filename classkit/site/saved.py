"""The saved matches that a site shows: which files they are, and what is said of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from classkit.engine.errors import ClasskitError
from classkit.engine.registry import load
from classkit.filenames import legible
from classkit.widgets.stored_predictions import without_names

if TYPE_CHECKING:
    from classkit.engine.match import Match


@dataclass(frozen=True)
class Saved:
    """A saved match: its name in addresses, what it is called, its record as text, its names."""

    name: str
    title: str
    about: str
    record: str
    names: Mapping[str, str]


def read_saved(paths: Sequence[Path], *, names: bool) -> list[Saved]:
    """Read saved matches and replay each; unless ``names``, people's names are left out.

    Raise RecordError for a file that is no record, and ClasskitError if two matches would have the
    same address.
    """
    read: dict[str, Saved] = {}
    for path in paths:
        saved = read_one(path, names=names)
        if saved.name in read:
            raise ClasskitError(
                f"Two saved matches would have the page {saved.name}.html: rename {path.name}."
            )
        read[saved.name] = saved
    return [*read.values()]


def read_one(path: Path, *, names: bool) -> Saved:
    """Read one saved match."""
    match = load(path)
    if not names:
        match.predictions = dict(without_names(match))
    title = legible(path.name).removesuffix(".json").removesuffix(".classkit")
    shown = match.names if names else {}
    return Saved(name_in_address(title), title, about(match), match.record_text(), shown)


def name_in_address(title: str) -> str:
    """Return a title as an address has it: lower-case letters, digits and hyphens.

    >>> name_in_address("Monday, group 2"), name_in_address("Übung"), name_in_address("???")
    ('monday-group-2', 'bung', 'match')
    """
    return "-".join(re.findall("[a-z0-9]+", title.lower())) or "match"


def about(match: Match) -> str:
    """Say of which game and how long a match is, and what can be done with it."""
    length = f"{match.turn} turn{'' if match.turn == 1 else 's'}"
    return (
        f"{match.game.title}, {length} as they were played: step through them, fork where you "
        "would have decided otherwise, ask for futures."
    )
