"""The seating: the match on the table, and a person or a bot in every seat of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from classkit.engine.bots import PERSON, Player, make_policy, read_bot, read_bots
from classkit.engine.match import Match
from classkit.engine.policy import Policy, name_of
from classkit.engine.requests import Decision
from classkit.engine.words import Say, read_name

from .branches import Branches


class Seating:
    """A match and its branches, with somebody in every seat."""

    def __init__(self, match: Match, bots: Any = None) -> None:
        self.branches = Branches(match)
        self.own_bots: dict[str, Policy] = {}
        self.made_for: dict[str, tuple[str, type[Any]]] = {}
        """The bots that were made of a class of policies, by name: each with its seat and class."""
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
        game, names = self.match.game, self.match.names
        own: dict[str, Player] = {**game.own_bots(seats)}
        if bots is None:
            known = {PERSON, *self.bots()}
            own |= {seat: who for seat, who in self.players.items() if seat in own and who in known}
        players = read_bots(bots, game, seats, names, own=own, also=self.own_bots)
        self.players = {}
        for seat, bot in players.items():
            self.hand(seat, bot)

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

    def hand(self, seat: str, to: Player | None) -> None:
        """Hand a seat to a person or a bot: from its next decision on they decide.

        Also where other answers lie ahead, if somebody else sat there before. Of a class of
        policies one is made for this seat alone.
        """
        self.seat(seat)
        before = self.sitting(seat)
        bot = None if to is None else read_bot(to, self.match.game, self.own_bots)
        if isinstance(bot, str):
            bot = self.bot_for(seat, bot)
        if bot is None:
            self.players[seat] = PERSON
        else:
            self.players[seat] = bot if isinstance(bot, str) else self.take_in(bot, seat)
        if before is not None and before != self.sitting(seat):
            self.branches.active.play_anew = True

    def take_in(self, bot: Policy | type[Any], seat: str) -> str:
        """Keep a bot of the notebook. Return the name by which it sits in a seat."""
        policy = make_policy(bot, f"{self.match.seed}|{seat}|made")
        name = self.name_of(policy, seat)
        self.own_bots[name] = policy
        self.made_for.pop(name, None)
        if isinstance(bot, type):
            self.made_for[name] = (seat, bot)
        return name

    def bot_for(self, seat: str, name: str) -> Player:
        """Return the bot of that name for a seat.

        Where it was made of a class for another seat, that is the one of this seat by its name, or
        else the class.
        """
        if name not in self.made_for:
            return name
        _, kind = self.made_for[name]
        return next((own for own, made in self.made_for.items() if made == (seat, kind)), kind)

    def player_for(self, seat: str, name: str) -> Player:
        """Return the same as it plays: a policy, a class of policies, or the name of a bot."""
        bot = self.bot_for(seat, name)
        return self.own_bots.get(bot, bot) if isinstance(bot, str) else bot

    def sitting(self, seat: str) -> str | Policy | None:
        """Return who sits in a seat: a person, a bot by name, or a policy; None if nobody does."""
        who = self.players.get(seat)
        return None if who is None else self.own_bots.get(who, who)

    def name_of(self, bot: Policy, seat: str) -> str:
        """Name a bot of the notebook; a number tells it from another seat's of the same name.

        Two bots of one class, each told something else, are two players. None is called as a
        person, or a bot of the game, is.
        """
        name = read_name(name_of(bot))[:36]
        others = {who for other, who in self.players.items() if other != seat}
        reserved = {PERSON, *self.match.game.bots()}
        free, number = name, 1
        while free in reserved or (free in others and self.own_bots.get(free) is not bot):
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

    def alone(self, seat: str, bot: Player) -> dict[str, Player | None]:
        """Return seat -> player for a bot that decides for one seat alone; None for all others."""
        return {**dict.fromkeys(self.match.seats), seat: bot}

    def asked(self) -> list[Decision]:
        """Return the decisions still open."""
        return self.match.requests()

    def persons_asked(self) -> list[str]:
        """Return the seats of persons that are asked now."""
        return [d.seat for d in self.asked() if self.players.get(d.seat) == PERSON]
