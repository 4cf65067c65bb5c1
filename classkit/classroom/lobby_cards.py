"""Introduction to the game, shown on the phones of people who have no seat yet."""

from __future__ import annotations

import json
from functools import lru_cache

from classkit.engine.untrusted_input import copy_json
from classkit.widgets.about_panel import build_introduction

from .room import Room
from .treatments import begin_match

Card = tuple[str, str, str, str]


def list_lobby_cards(room: Room) -> list[Card]:
    """Return three things to know about the game of a room: title, sentence, emblem, figure."""
    options = json.dumps(copy_json(dict(room.options)), sort_keys=True)
    return list(find_cards(room.game, room.rules, options, max(room.numbers or [room.seats])))


@lru_cache(maxsize=32)
def find_cards(game: str, rules: str, options: str, seats: int) -> tuple[Card, ...]:
    match = begin_match(game, seats, 0, json.loads(options), rules=rules)
    about = build_introduction(match)
    return tuple(about["cards"]) if about else ()
