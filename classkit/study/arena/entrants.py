"""Entrants of a tournament: policies from files or notebooks, and bots of the game."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from classkit.engine.bots import parse_bot
from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.game import Game
from classkit.engine.seats import read_seat_count
from classkit.engine.untrusted_input import read_list

from .failures import sanitize_text
from .policy_file import PolicyFile, read_policy
from .policy_source_export import export_policy
from .tournament_match import Entrant

PolicySource: TypeAlias = Path | str | Callable[..., Any]
"""A policy: a Python file, or a function or class (for example from a notebook)."""

DEFAULT_GAME = "poleconomy"
MAX_POLICIES = 200
MAX_NAME_LENGTH = 40
BOTS_DESCRIPTION = "names of the game's bots, such as ['random']"
"""Description of the argument ``bots`` for error messages."""
MAX_NAMES = 20
"""Maximum number of skipped files named in a message."""


def read_policy_source(policy: PolicySource) -> PolicyFile:
    """Read a policy from a file, or convert a function or class to the text of a policy file."""
    return export_policy(policy) if callable(policy) else read_policy(policy)


def read_policies(
    policies: Path | str | Sequence[PolicySource],
) -> tuple[list[PolicyFile], list[str]]:
    """Read policies in alphabetical order. Return them, the skipped files and the reasons.

    An unreadable file in a folder is skipped, so that one bad file does not block a whole class. In
    an explicit list of policies, an unreadable file is an error.

    Raises:
        ClasskitError: If there are no policies, or more than MAX_POLICIES.
    """
    folder = policies
    if not isinstance(folder, (str, Path, list, tuple)):
        raise ClasskitError(
            "policies must be a folder, or a list of files, functions and classes, not "
            f"{truncate_text(folder)}."
        )
    if isinstance(folder, (list, tuple)):
        if not folder:
            raise ClasskitError("no policies are listed. Add at least one policy.")
        return [read_policy_source(policy) for policy in folder], []
    root = Path(folder)
    if not root.is_dir():
        why = "it is a file" if root.exists() else "the folder does not exist"
        raise ClasskitError(f"{root} has no policies: {why}.")
    found, left_out = [], []
    for path in sorted(root.iterdir(), key=lambda path: path.name):
        if path.name.startswith((".", "_")):
            continue
        why = explain_refusal(path)
        if not why:
            try:
                found.append(read_policy(path))
            except ClasskitError as error:
                why = str(error).removeprefix(f"{path} ").removeprefix("is ").removesuffix(".")
        if why:
            left_out.append(f"{sanitize_text(path.name, MAX_NAME_LENGTH)}: {sanitize_text(why)}")
    if not found:
        others = f" Skipped: {in_short(left_out)}" if left_out else ""
        raise ClasskitError(
            f"there is no policy in {root}. Add a Python file for each, with a function "
            f"policy(view, decision); `classkit policy new` writes a template.{others}"
        )
    if len(found) > MAX_POLICIES:
        raise ClasskitError(
            f"{root} contains {len(found)} policies, but at most {MAX_POLICIES} can play. "
            "Remove some."
        )
    return found, left_out


def explain_refusal(path: Path) -> str:
    """Return the reason why a path cannot be a policy file, or an empty string."""
    if path.is_symlink() or not path.is_file():
        return "links and folders are not read"
    return "" if path.suffix.lower() == ".py" else "its name does not end in .py"


def in_short(left_out: Sequence[str]) -> str:
    """Format the skipped files as a sentence that names at most MAX_NAMES of them.

    >>> in_short(["a.txt: its name does not end in .py"])
    'a.txt: its name does not end in .py.'
    """
    more = len(left_out) - MAX_NAMES
    tail = [f"and {more:,} more"] if more > 0 else []
    return f"{'; '.join([*left_out[:MAX_NAMES], *tail])}."


def read_entrants(
    policies: Sequence[PolicyFile], game: Game[Any], bots: Sequence[str] | None
) -> list[Entrant]:
    """Return all entrants with unique names: policies first, then bots."""
    entrants = []
    wished = [bots] if isinstance(bots, str) else bots
    if wished is None:
        wished = [*game.policies]
    names = [read_bot_name(bot, game) for bot in read_list("bots", wished, BOTS_DESCRIPTION)]
    taken = set(names)
    for policy in policies:
        name = label = clean_policy_name(policy.name)
        number = 1
        while label in taken:
            number += 1
            label = f"{name} ({number})"
        taken.add(label)
        entrants.append(Entrant(label, policy.source or "\n", f"{name}.py"))
    for bot in names:
        if any(other.is_bot and other.name == bot for other in entrants):
            raise ClasskitError(f"the bot {bot!r} is named twice.")
        entrants.append(Entrant(bot, "", ""))
    return entrants


def read_bot_name(bot: Any, game: Game[Any]) -> str:
    """Check that ``bot`` is the name of one of the game's bots, and return it."""
    if not isinstance(bot, str):
        raise ClasskitError(
            f"bots must be a list of {BOTS_DESCRIPTION}, not of {truncate_text(bot)}: pass "
            "your own policies in the first argument."
        )
    return str(parse_bot(bot, game, people=False))


def clean_policy_name(name: str) -> str:
    """Return a short printable policy name, derived from the name of its file.

    >>> clean_policy_name("ada_lovelace"), clean_policy_name("x\\u202egnp")
    ('ada_lovelace', 'x gnp')
    """
    text = unicodedata.normalize("NFC", sanitize_text(name, MAX_NAME_LENGTH)).strip()
    return text or "unnamed"


def get_seat_count(game: Game[Any], wished: int | None, entrants: int) -> int:
    """Return the number of seats in a match: ``wished``, or up to four by default."""
    fewest, most = game.seat_numbers[0], game.seat_numbers[-1]
    usual = min(4, most, max(entrants, fewest))
    seats = usual if wished is None else read_seat_count(wished, game.seat_numbers)
    if entrants < seats:
        raise ClasskitError(
            f"there are only {entrants} players for {seats} seats. Add bots, or use fewer seats."
        )
    return seats
