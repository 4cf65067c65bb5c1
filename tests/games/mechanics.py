"""Statistics of default matches: how often mechanics occur, and how the bots do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from statistics import median
from typing import Any, NamedTuple

import classkit
from classkit.engine.events import Event, Keep
from classkit.engine.game import Game
from classkit.engine.match import Match

LEAN = Keep(copies=False, history=False)
SIXTY = 60
Sign = Callable[[Event], bool]
"""Returns True for an event that shows a mechanic."""


def named(name: str, **facts: Any) -> Sign:
    """Return a sign for events with this name and these facts."""
    return lambda e: e.name == name and all(e.facts.get(key) == is_ for key, is_ in facts.items())


def shares(
    matches: Iterable[Match], mechanics: Mapping[str, Sign], of: int = SIXTY
) -> dict[str, float]:
    """Return the share of matches in which each mechanic occurs."""
    seen: Counter[str] = Counter()
    for m in matches:
        events = m.events
        seen.update(name for name, shows in mechanics.items() if any(map(shows, events)))
    return {name: seen[name] / of for name in mechanics}


def default_matches(game: Game[Any], /, **options: Any) -> Iterator[Match]:
    """Yield sixty finished matches of four seats with the default bots."""
    for seed in range(SIXTY):
        yield classkit.new(game, seats=4, seed=seed, keep=LEAN, options=options).play("end")


class Field(NamedTuple):
    """Results of a game's bots against each other."""

    wins: dict[str, float]
    """Bot -> the share of its matches that it won."""
    settled: float
    """The median share of the match after which the final leader stays ahead."""


def field_of(game: Game[Any], seeds: Iterable[int], /, **options: Any) -> Field:
    """Play every combination of four bots, rotated through the seats."""
    won: Counter[str] = Counter()
    played: Counter[str] = Counter()
    settled = []
    for seed in seeds:
        for four in combinations(game.policies, 4):
            for turned in range(4):
                m = classkit.new(game, seats=4, seed=seed, keep=LEAN, options=options)
                bots = dict(zip(m.seats, (*four[turned:], *four[:turned]), strict=True))
                leaders = []
                while not m.is_over:
                    m.play("turn", bots)
                    leaders.append(m.standings()[0].seat)
                played.update(four)
                for winner in m.winners:
                    won[bots[winner]] += 1 / len(m.winners)
                if m.winners:
                    others = [at for at, seat in enumerate(leaders, 1) if seat != leaders[-1]]
                    settled.append(max(others, default=0) / len(leaders))
    return Field({bot: won[bot] / played[bot] for bot in game.policies}, median(settled))
