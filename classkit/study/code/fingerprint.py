"""The fingerprint of the code that decides results, part by part, and what has changed in words.

It is of one version of Python: another may add up floating-point numbers in another way, and has
other code in memory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from classkit.engine.game import Game
from classkit.engine.metrics import Metric
from classkit.engine.own_figures import without_figures

from ..players import Player, name_of, player_of
from .marks import mark_of
from .own_doing import marks_that_count
from .owned import GAMES
from .reach import listed, name_of_place, place_of, reach
from .sources import mark_of_kernel, slashed, sources_of

Code = dict[str, Any]
"""The fingerprint of a study's code as JSON data, part by part; see :func:`code_of`."""


def code_of(game: Game[Any], bots: Mapping[str, Player]) -> Code:
    """Return the fingerprint of the code with which these bots, by their names, play a game.

    "rules" has the marks of what stands in the game's files, and "loaded" those of what it has in
    memory, module by module; a notebook may have changed it there. "bots" has a mark for each bot
    of the game, and for a policy the marks of all that it uses; "figures" has the same for each
    figure of one's own.
    """
    further = further_figures(game)
    game = without_figures(game)
    return {
        "python": python(),
        "kernel": mark_of_kernel(),
        "rules": sources_of(game),
        "loaded": by_module(marks_used_by(game)),
        "bots": {label: marks_of_player(bot, game) for label, bot in bots.items()},
        "figures": {key: marks_used_by(metric.compute) for key, metric in further.items()},
    }


def further_figures(game: Game[Any]) -> dict[str, Metric]:
    """Return the figures of one's own that a game has been given, by key."""
    return {metric.key: metric for metric in game.metrics if metric.key in game.own_figures}


def things_played(game: Game[Any], bots: Mapping[str, Player]) -> list[Any]:
    """Return what a study plays with, part by part as its fingerprint has it."""
    figures = [metric.compute for metric in further_figures(game).values()]
    game = without_figures(game)
    return [game, *(player_of(bot, game) for bot in bots.values()), *figures]


def not_compared(game: Game[Any], bots: Mapping[str, Player]) -> str:
    """Say which values of a game and its players a fingerprint leaves out; "" if there are none."""
    things = things_played(game, bots)
    places = {place for thing in things for place in reach([thing]).unseen}
    where = listed(map(name_of_place, sorted(places)))
    return f"what is kept in {where} was not compared, because matches change it" if where else ""


def python() -> str:
    """Return the version of Python that plays, without its last number."""
    return ".".join(map(str, sys.version_info[:2]))


def by_module(marks: Mapping[str, str]) -> dict[str, str]:
    """Return a mark for each module that holds one of the marks; a shipped game counts as one."""
    parts = dict[str, list[str]]()
    for place in sorted(marks):
        module = place.partition(":")[0]
        if module.startswith(GAMES):
            module = ".".join(module.split(".")[:3])
        parts.setdefault(module, []).append(f"{place} {marks[place]}")
    return {module: mark_of("\n".join(lines)) for module, lines in parts.items()}


def marks_of_player(player: Player, game: Game[Any]) -> str | dict[str, str]:
    """Return the mark of a bot of the game, or the marks of all that a policy uses, by place."""
    marks = marks_used_by(player_of(player, game))
    return mark_of(repr(sorted(marks.items()))) if isinstance(player, str) else marks


def marks_used_by(thing: Any) -> dict[str, str]:
    """Return the marks of all that a game, a policy or a figure uses, by place."""
    return dict(sorted(marks_that_count(reach([thing])).items()))


def fingerprint(player: Player) -> str:
    """Return the name of a bot, or the mark of a policy: of its code and of what it holds.

    It is the same in every session of one version of Python as long as the code is the same.
    """
    if isinstance(player, str):
        return player
    return mark_of(repr((name_of(player), list(marks_used_by(player).items()))))


# --- what has changed, in words -------------------------------------------------------------------


def changes(there: Mapping[str, Any], here: Code, game: Game[Any]) -> str:
    """Say by name what has changed since a fingerprint was taken; empty if nothing has."""
    if there.get("python") != here["python"]:
        return f"it was played with Python {there.get('python')}, and this is {here['python']}"
    before, now = marks_in(there, "rules"), here["rules"]
    roots = {label: root_of(game.bot(label)) for label in game.policies}
    bots = {label for label, root in roots.items() if is_defined_anew(root, before, now)}
    others = [name for name in differing(before, now) if not is_part(name, roots.values())]
    played = marks_in(there, "bots")
    bots |= set(differing(played, here["bots"]))
    told = []
    if others:
        where = listed(map(definition, others))
        told.append(f"the rules of {game.name} have changed since ({where})")
    for label in sorted(bots):
        whose = "its bot" if label in game.bots() else "the policy"
        told.append(has_changed(whose, label, played.get(label), here["bots"].get(label)))
    drawn = marks_in(there, "figures")
    for key in differing(drawn, here["figures"]):
        told.append(has_changed("the figure", key, drawn.get(key), here["figures"].get(key)))
    loaded = differing(marks_in(there, "loaded"), here["loaded"])
    if loaded and before == now:
        told.append(f"what {game.name} uses of {', '.join(loaded)} has changed since")
    if there.get("kernel") != here["kernel"]:
        told.append("classkit's own kernel has changed since")
    return "; ".join(told)


def marks_in(there: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Return the marks of one part of a fingerprint in a file that anybody may have written."""
    marks = there.get(part)
    return marks if isinstance(marks, dict) else {}


def differing(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return the names whose marks differ, or that are on one side alone.

    >>> differing({"a": "1", "b": "2"}, {"b": "3", "c": "4"})
    ['a', 'b', 'c']
    """
    names = {**before, **now}
    return sorted(name for name in names if before.get(name) != now.get(name))


def root_of(bot: Any) -> str:
    """Return where a bot is defined, as its file names it: "fishery/game.py:careful"."""
    module, _, name = place_of(bot).partition(":")
    return f"{slashed(module)}.py:{name.removesuffix('()')}"


def is_part(name: str, roots: Iterable[str]) -> bool:
    """Return whether a definition is one of these, or a member of one."""
    return any(name == root or name.startswith(f"{root}.") for root in roots)


def is_defined_anew(root: str, before: Mapping[str, str], now: Mapping[str, str]) -> bool:
    """Return whether a definition, or one of its members, has another mark now."""
    return any(is_part(name, [root]) for name in differing(before, now))


def definition(name: str) -> str:
    """Return the name of a definition as people say it.

    >>> definition("fishery/game.py:hold_market"), definition("fishery/prices.toml:")
    ('hold_market in fishery/game.py', 'fishery/prices.toml')
    """
    file, _, what = name.partition(":")
    return f"{what} in {file}" if what else file


def has_changed(what: str, name: str, before: Any, now: Any) -> str:
    """Say that a bot, a policy or a figure has changed, and at which places if they are known."""
    where = ""
    if isinstance(before, dict) and isinstance(now, dict):
        where = f" ({listed(map(name_of_place, differing(before, now)))})"
    return f"{what} {name!r} has changed since{where}"
