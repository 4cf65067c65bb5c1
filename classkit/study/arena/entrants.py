"""The entrants of a tournament: the policies in a folder, and bots of the game."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from classkit.engine.bots import read_bot
from classkit.engine.data import read_list
from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.game import Game
from classkit.engine.words import read_number_of_seats

from .forfeits import clip
from .policy_file import PolicyFile, read_policy
from .tournament_match import Entrant
from .written_out import write_out

Given: TypeAlias = Path | str | Callable[..., Any]
"""The policy of somebody: a Python file, or a function or class of a notebook."""

USUAL_GAME = "poleconomy"
MOST_POLICIES = 200
LONGEST_NAME = 40
LIST = "names of the game's bots, such as ['random']"
"""What the bots of a tournament are named by."""
MOST_NAMED = 20
"""The most files named among those left out."""


def read_one(policy: Given) -> PolicyFile:
    """Read the file of a policy, or write out a function or class of policies as one."""
    return write_out(policy) if callable(policy) else read_policy(policy)


def read_all(policies: Path | str | Sequence[Given]) -> tuple[list[PolicyFile], list[str]]:
    """Read policies in alphabetical order. Return them, and what was left out with the reasons.

    An unreadable file in a folder is left out, so that one file does not stop a class; among
    policies listed one by one it is an error.
    """
    folder = policies
    if not isinstance(folder, (str, Path, list, tuple)):
        raise ClasskitError(
            "policies must be a folder, or a list of files, functions and classes, not "
            f"{shorten(folder)}."
        )
    if isinstance(folder, (list, tuple)):
        if not folder:
            raise ClasskitError("no policies are listed: a tournament needs at least one.")
        return [read_one(policy) for policy in folder], []
    root = Path(folder)
    if not root.is_dir():
        why = "it is a file" if root.exists() else "there is no such folder"
        raise ClasskitError(f"{root} holds no policies: {why}.")
    found, left_out = [], []
    for path in sorted(root.iterdir(), key=lambda path: path.name):
        if path.name.startswith((".", "_")):
            continue
        why = why_not(path)
        if not why:
            try:
                found.append(read_policy(path))
            except ClasskitError as error:
                why = str(error).removeprefix(f"{path} ").removeprefix("is ").removesuffix(".")
        if why:
            left_out.append(f"{clip(path.name, LONGEST_NAME)}: {clip(why)}")
    if not found:
        others = f" Left out: {in_short(left_out)}" if left_out else ""
        raise ClasskitError(
            f"there is no policy in {root}: put one Python file there for each, with a function "
            f"policy(view, decision); `classkit policy new` writes one to begin with.{others}"
        )
    if len(found) > MOST_POLICIES:
        raise ClasskitError(f"{root} holds {len(found)} policies; {MOST_POLICIES} can play.")
    return found, left_out


def why_not(path: Path) -> str:
    """Return why something in a folder cannot be a policy; empty if it may be one."""
    if path.is_symlink() or not path.is_file():
        return "links and folders are not read"
    return "" if path.suffix.lower() == ".py" else "its name does not end in .py"


def in_short(left_out: Sequence[str]) -> str:
    """List what was left out, the first few by name.

    >>> in_short(["a.txt: its name does not end in .py"])
    'a.txt: its name does not end in .py.'
    """
    more = len(left_out) - MOST_NAMED
    tail = [f"and {more:,} more"] if more > 0 else []
    return f"{'; '.join([*left_out[:MOST_NAMED], *tail])}."


def read_entrants(
    policies: Sequence[PolicyFile], game: Game[Any], bots: Sequence[str] | None
) -> list[Entrant]:
    """Return all entrants, the policies and then the bots, each with a name of its own."""
    entrants = []
    wished = [bots] if isinstance(bots, str) else bots
    if wished is None:
        wished = [*game.policies]
    names = [read_entering(bot, game) for bot in read_list("bots", wished, LIST)]
    taken = set(names)
    for policy in policies:
        name = label = policy_name(policy.name)
        number = 1
        while label in taken:
            number += 1
            label = f"{name} ({number})"
        taken.add(label)
        entrants.append(Entrant(label, policy.source or "\n", f"{name}.py"))
    for bot in names:
        if any(other.is_bot and other.name == bot for other in entrants):
            raise ClasskitError(f"the bot {bot!r} is named twice; once is enough.")
        entrants.append(Entrant(bot, "", ""))
    return entrants


def read_entering(bot: Any, game: Game[Any]) -> str:
    """Read the name of a bot that enters a tournament: one of the game's."""
    if not isinstance(bot, str):
        raise ClasskitError(
            f"bots must be a list of {LIST}, not of {shorten(bot)}: a policy of your own stands "
            "among the policies, the first argument."
        )
    return str(read_bot(bot, game, people=False))


def policy_name(name: str) -> str:
    """Return the name of a policy from that of its file: short and printable.

    >>> policy_name("ada_lovelace"), policy_name("x\\u202egnp")
    ('ada_lovelace', 'x gnp')
    """
    text = unicodedata.normalize("NFC", clip(name, LONGEST_NAME)).strip()
    return text or "unnamed"


def number_of_seats(game: Game[Any], wished: int | None, entrants: int) -> int:
    """Return the number of seats at a table: as given, else four, or fewer if few play."""
    fewest, most = game.seat_numbers[0], game.seat_numbers[-1]
    usual = min(4, most, max(entrants, fewest))
    seats = usual if wished is None else read_number_of_seats(wished, game.seat_numbers)
    if entrants < seats:
        raise ClasskitError(
            f"there are {seats} seats, and only {entrants} to play: add bots, or take fewer seats."
        )
    return seats
