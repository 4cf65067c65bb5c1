"""The seating: the match on the table, and a person or a bot in every seat of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from classkit.engine.data import opened
from classkit.engine.errors import ClasskitError, known_name, shorten
from classkit.engine.match import Match
from classkit.engine.policy import PERSON, Policy, by_seat
from classkit.engine.requests import Decision
from classkit.engine.words import Say, read_name

from .branches import Branches


class Seating:
    """A match and its branches, with somebody in every seat."""

    def __init__(self, match: Match, bots: Any = None) -> None:
        self.branches = Branches(match)
        self.own_bots: dict[str, Policy] = {}
        self.players: dict[str, str] = {}
        self.elsewhere: dict[str, dict[str, str]] = {}
        """Game -> the players of its seats, for games other than the one on the screen."""
        self.names: dict[str, str] = match.names
        self.seat_players(bots)

    @property
    def match(self) -> Match:
        return self.branches.active.match

    @property
    def say(self) -> Say:
        """The words for the match, with the seats' present names."""
        return self.match.say()

    def bots(self) -> dict[str, Callable[[], Policy]]:
        """Return the bots a seat can be handed to: the game's, and those of the notebook."""
        own = {name: (lambda bot=bot: bot) for name, bot in self.own_bots.items()}
        return {**self.match.game.bots(), **own}

    def seat_players(self, bots: Any = None) -> None:
        """Give each seat its first player: one of :meth:`Game.own_bots`, unless told otherwise.

        Keep a player who sits there already, if this game knows such a player.
        """
        seats = self.match.seats
        own: dict[str, Any] = {**self.match.game.own_bots(seats)}
        if bots is None:
            known = {PERSON, *self.bots()}
            own |= {seat: who for seat, who in self.players.items() if seat in own and who in known}
        if isinstance(bots, Mapping):
            bots = {self.seat(seat): bot for seat, bot in opened(bots).items()}
        self.players = {}
        for seat, bot in by_seat(bots, own, seats).items():
            self.hand(seat, PERSON if bot is None else bot)

    def sit_down(self, before: str) -> None:
        """Seat everybody at another match; ``before`` is the game shown until now.

        Names carry over to any match, players only to matches of the same game. Seats without a
        player get a bot.
        """
        self.match.names = self.names
        game = self.match.game.name
        if game != before:
            self.elsewhere[before] = self.players
            self.players = self.elsewhere.pop(game, {})
        known = {PERSON, *self.bots()}
        if any(self.players.get(seat) not in known for seat in self.match.seats):
            self.seat_players()

    def seat(self, seat: str) -> str:
        """Return the seat of that letter; UnknownName where there is none."""
        return self.match.known_seat(seat)

    def hand(self, seat: str, to: str | Policy) -> None:
        """Hand a seat to a person or a bot: from its next decision on they decide.

        Also where other answers lie ahead, if somebody else sat there before.
        """
        self.seat(seat)
        before = self.sitting(seat)
        if not isinstance(to, str):
            if not callable(to):
                raise ClasskitError(
                    'who plays a seat must be "person", a bot by name, or a policy of your own, '
                    f"not {shorten(to)}."
                )
            name = self.name_of(to, seat)
            self.own_bots[name], to = to, name
        self.players[seat] = known_name("player", to, [PERSON, *self.bots()])
        if before is not None and before != self.sitting(seat):
            self.branches.active.play_anew = True

    def sitting(self, seat: str) -> str | Policy | None:
        """Return who sits in a seat: a person, a bot by name, or a policy; None if nobody does."""
        who = self.players.get(seat)
        return None if who is None else self.own_bots.get(who, who)

    def name_of(self, bot: Policy, seat: str) -> str:
        """Name a bot of the notebook; a number tells it from another seat's of the same name.

        Two bots of one class, each told something else, are two players.
        """
        name = read_name(getattr(bot, "__name__", type(bot).__name__))[:36]
        others = {who for other, who in self.players.items() if other != seat}
        free, number = name, 1
        while free in others and self.own_bots.get(free) is not bot:
            number += 1
            free = f"{name} {number}"
        return free

    def rename(self, seat: str, name: str) -> None:
        """Give a seat the name that is shown."""
        self.match.rename(self.seat(seat), name)

    def policies(self) -> dict[str, str | Policy | None]:
        """Seat -> the bot that decides for it; None for persons."""
        return {
            seat: None if who == PERSON else self.own_bots.get(who, who)
            for seat, who in self.players.items()
            if seat in self.match.seats
        }

    def alone(self, seat: str, bot: str | Policy) -> dict[str, str | Policy | None]:
        """Return seat -> player for a bot that decides for one seat alone; None for all others."""
        return {**dict.fromkeys(self.match.seats), seat: bot}

    def asked(self) -> list[Decision]:
        """Return the decisions still open."""
        return self.match.requests()

    def persons_asked(self) -> list[str]:
        """Return the seats of persons that are asked now."""
        return [d.seat for d in self.asked() if self.players.get(d.seat) == PERSON]
