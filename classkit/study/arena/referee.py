"""Referee that plays a match of remote policies to its end, even if policies fail."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from classkit.engine.errors import ClasskitError, EndlessMatch
from classkit.engine.match import Match

from .remote_policy import RemotePolicy

MAX_RULE_BREAKS = 20
NOT_OVER_PREFIX = "not over after "


def play_remote_match(
    match: Match, remotes: Mapping[str, RemotePolicy], bots: Mapping[str, Any]
) -> str:
    """Play a match of remote policies and bots, then end the processes.

    Return the reason why the match did not end, or an empty string.
    """
    try:
        return play_to_end(match, {**bots, **{s: one.open() for s, one in remotes.items()}})
    finally:
        for remote in remotes.values():
            remote.close()


def play_to_end(match: Match, bots: Mapping[str, Any]) -> str:
    """Play a match to its end. Return why the match did not end, or "".

    If a rule raises an error for the answer of a remote policy, the default answer is used instead.
    An endless match stops at the maximum number of answers.
    """
    bots = {s: match.game.bot(bot) if isinstance(bot, str) else bot for s, bot in bots.items()}
    broken = ""
    for _ in range(MAX_RULE_BREAKS):
        try:
            match.play(until="end", bots=bots)
            return ""
        except EndlessMatch:
            return f"{NOT_OVER_PREFIX}{match.step:,} answers"
        except ClasskitError as error:
            broken = str(error)
            waiting = match.requests()
            remotes = [bots[d.seat] for d in waiting if isinstance(bots.get(d.seat), RemotePolicy)]
            if not waiting or not remotes:
                return broken
            for decision in waiting:
                remote = bots[decision.seat]
                if isinstance(remote, RemotePolicy):
                    remote.note_failure("rules", broken, decision.name)
                with suppress(ClasskitError):
                    answer = decision.default
                    match.answer(answer.move, decision.seat, **answer.fields)
    return broken
