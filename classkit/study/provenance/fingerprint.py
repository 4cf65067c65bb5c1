"""Fingerprint of the code that determines results, and a description of changes to it.

A fingerprint is valid for one version of Python. Other versions may add floating-point numbers
differently and have other code in memory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from classkit.engine.custom_metrics import without_metrics
from classkit.engine.game import Game
from classkit.engine.metrics import Metric

from ..players import Player, get_player_name, get_policy
from .hashing import hash_text
from .reachable_code import find_reachable, get_place, join_names, name_of_place
from .self_mutation import effective_hashes
from .source_hashes import hash_sources, mark_of_kernel, module_to_path
from .user_modules import GAMES

Code = dict[str, Any]
"""Fingerprint of a study's code as JSON data, by part (see :func:`build_code_hashes`)."""


def build_code_hashes(game: Game[Any], bots: Mapping[str, Player]) -> Code:
    """Return the fingerprint of the code with which these bots (by name) play a game.

    "rules" has the hashes of the game's files. "loaded" has the hashes of the code in memory,
    module by module, because a notebook may have changed it. "bots" has one hash for each bot of
    the game. For a policy it has the hashes of everything that the policy uses, as "figures" does
    for each custom metric.
    """
    further = get_custom_metrics(game)
    game = without_metrics(game)
    return {
        "python": python(),
        "kernel": mark_of_kernel(),
        "rules": hash_sources(game),
        "loaded": by_module(collect_hashes(game)),
        "bots": {label: marks_of_player(bot, game) for label, bot in bots.items()},
        "figures": {key: collect_hashes(metric.compute) for key, metric in further.items()},
    }


def get_custom_metrics(game: Game[Any]) -> dict[str, Metric]:
    """Return the metrics that were added to a game, by key."""
    return {metric.key: metric for metric in game.metrics if metric.key in game.custom_metrics}


def things_played(game: Game[Any], bots: Mapping[str, Player]) -> list[Any]:
    """Return the objects whose code a study uses: game, bots and custom metrics."""
    figures = [metric.compute for metric in get_custom_metrics(game).values()]
    game = without_metrics(game)
    return [game, *(get_policy(bot, game) for bot in bots.values()), *figures]


def not_compared(game: Game[Any], bots: Mapping[str, Player]) -> str:
    """Return a sentence about the values that a fingerprint omits, or "" if it omits none."""
    things = things_played(game, bots)
    places = {place for thing in things for place in find_reachable([thing]).unseen}
    where = join_names(map(name_of_place, sorted(places)))
    return (
        (f"the contents of {where} were not compared, because matches change them") if where else ""
    )


def python() -> str:
    """Return the running Python version as "major.minor"."""
    return ".".join(map(str, sys.version_info[:2]))


def by_module(marks: Mapping[str, str]) -> dict[str, str]:
    """Return one hash for each module. A game of classkit counts as one module."""
    parts = dict[str, list[str]]()
    for place in sorted(marks):
        module = place.partition(":")[0]
        if module.startswith(GAMES):
            module = ".".join(module.split(".")[:3])
        parts.setdefault(module, []).append(f"{place} {marks[place]}")
    return {module: hash_text("\n".join(lines)) for module, lines in parts.items()}


def marks_of_player(player: Player, game: Game[Any]) -> str | dict[str, str]:
    """Return the hash of one of the game's bots, or all hashes of a policy by place."""
    marks = collect_hashes(get_policy(player, game))
    return hash_text(repr(sorted(marks.items()))) if isinstance(player, str) else marks


def collect_hashes(thing: Any) -> dict[str, str]:
    """Return the hashes of everything that a game, policy or metric uses, by place."""
    return dict(sorted(effective_hashes(find_reachable([thing])).items()))


def hash_player(player: Player) -> str:
    """Return the name of a bot, or the hash of a policy's code and contents.

    For unchanged code, the hash is the same in every session of one version of Python.
    """
    if isinstance(player, str):
        return player
    return hash_text(repr((get_player_name(player), list(collect_hashes(player).items()))))


# --- description of changes -----------------------------------------------------------------------


def changes(there: Mapping[str, Any], here: Code, game: Game[Any]) -> str:
    """Describe in sentences the changes since a fingerprint was stored, or return ""."""
    if there.get("python") != here["python"]:
        return f"it was played with Python {there.get('python')}, but this is {here['python']}"
    before, now = read_hashes(there, "rules"), here["rules"]
    roots = {label: get_root_name(game.bot(label)) for label in game.policies}
    bots = {label for label, root in roots.items() if is_defined_anew(root, before, now)}
    others = [name for name in list_differences(before, now) if not is_part(name, roots.values())]
    played = read_hashes(there, "bots")
    bots |= set(list_differences(played, here["bots"]))
    told = []
    if others:
        where = join_names(map(definition, others))
        told.append(f"the rules of {game.name} have changed since ({where})")
    for label in sorted(bots):
        whose = "its bot" if label in game.bots() else "the policy"
        told.append(has_changed(whose, label, played.get(label), here["bots"].get(label)))
    drawn = read_hashes(there, "figures")
    for key in list_differences(drawn, here["figures"]):
        told.append(has_changed("the figure", key, drawn.get(key), here["figures"].get(key)))
    loaded = list_differences(read_hashes(there, "loaded"), here["loaded"])
    if loaded and before == now:
        told.append(f"code that {game.name} uses from {', '.join(loaded)} has changed since")
    if there.get("kernel") != here["kernel"]:
        told.append("classkit's own kernel has changed since")
    return "; ".join(told)


def read_hashes(there: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Return the hashes for one part of a fingerprint from an untrusted file."""
    marks = there.get(part)
    return marks if isinstance(marks, dict) else {}


def list_differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return the names whose hashes differ, or that only one side has.

    >>> list_differences({"a": "1", "b": "2"}, {"b": "3", "c": "4"})
    ['a', 'b', 'c']
    """
    names = {**before, **now}
    return sorted(name for name in names if before.get(name) != now.get(name))


def get_root_name(bot: Any) -> str:
    """Return where a bot is defined, such as "fishery/game.py:careful"."""
    module, _, name = get_place(bot).partition(":")
    return f"{module_to_path(module)}.py:{name.removesuffix('()')}"


def is_part(name: str, roots: Iterable[str]) -> bool:
    """Return whether a definition is one of ``roots`` or a member of one of them."""
    return any(name == root or name.startswith(f"{root}.") for root in roots)


def is_defined_anew(root: str, before: Mapping[str, str], now: Mapping[str, str]) -> bool:
    """Return whether the hash of a definition or of one of its members has changed."""
    return any(is_part(name, [root]) for name in list_differences(before, now))


def definition(name: str) -> str:
    """Format the name of a definition for use in a sentence.

    >>> definition("fishery/game.py:hold_market"), definition("fishery/prices.toml:")
    ('hold_market in fishery/game.py', 'fishery/prices.toml')
    """
    file, _, what = name.partition(":")
    return f"{what} in {file}" if what else file


def has_changed(what: str, name: str, before: Any, now: Any) -> str:
    """Return a sentence stating that a bot, policy or metric has changed and, if known, where."""
    where = ""
    if isinstance(before, dict) and isinstance(now, dict):
        where = f" ({join_names(map(name_of_place, list_differences(before, now)))})"
    return f"{what} {name!r} has changed since{where}"
