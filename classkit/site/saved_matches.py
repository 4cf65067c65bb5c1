"""Saved matches that get a page in a site."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from classkit.engine.errors import ClasskitError
from classkit.engine.registry import load
from classkit.filenames import legible_name
from classkit.widgets.stored_predictions import anonymize_predictions

if TYPE_CHECKING:
    from classkit.engine.match import Match


@dataclass(frozen=True)
class SavedMatch:
    """A saved match: its name in URLs, title, description, record as text, and seat names."""

    name: str
    title: str
    about: str
    record: str
    names: Mapping[str, str]


def read_saved_matches(paths: Sequence[Path], *, names: bool) -> list[SavedMatch]:
    """Read and replay saved matches. With ``names=False``, omit people's names.

    Raises:
        RecordError: A file is not a saved match.
        ClasskitError: Two matches would have the same address.
    """
    read: dict[str, SavedMatch] = {}
    for path in paths:
        saved = read_saved_match(path, names=names)
        if saved.name in read:
            raise ClasskitError(
                f"Two saved matches would have the page {saved.name}.html: rename {path.name}."
            )
        read[saved.name] = saved
    return [*read.values()]


def read_saved_match(path: Path, *, names: bool) -> SavedMatch:
    match = load(path)
    if not names:
        match.predictions = dict(anonymize_predictions(match))
    title = legible_name(path.name).removesuffix(".json").removesuffix(".classkit")
    shown = match.names if names else {}
    return SavedMatch(make_slug(title), title, describe_match(match), match.record_text(), shown)


def make_slug(title: str) -> str:
    """Convert a title to the form used in URLs: lower-case letters, digits and hyphens.

    >>> make_slug("Monday, group 2"), make_slug("Übung"), make_slug("???")
    ('monday-group-2', 'bung', 'match')
    """
    return "-".join(re.findall("[a-z0-9]+", title.lower())) or "match"


def describe_match(match: Match) -> str:
    """Return a sentence with the game and length of a match, and what a visitor can do with it."""
    length = f"{match.turn} turn{'' if match.turn == 1 else 's'}"
    return (
        f"{match.game.title}, {length} as they were played: step through them, fork where you "
        "would have decided differently, and simulate futures."
    )
