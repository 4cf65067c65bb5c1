"""Access to installed games, new matches, and matches opened from records."""

from .installed_games import (
    ENTRY_POINT_GROUP,
    find,
    is_registered,
    list_entry_points,
    list_games,
    load_installed,
    usable_games,
)
from .new_match import (
    MatchArguments,
    OutcomeInput,
    find_call_options,
    find_fixed_options,
    new,
    read_seed,
)
from .record_replay import load, loads, refuse_unreadable, replay

__all__ = [
    "ENTRY_POINT_GROUP",
    "MatchArguments",
    "OutcomeInput",
    "find",
    "find_call_options",
    "find_fixed_options",
    "is_registered",
    "list_entry_points",
    "list_games",
    "load",
    "load_installed",
    "loads",
    "new",
    "read_seed",
    "refuse_unreadable",
    "replay",
    "usable_games",
]
