"""A match with its branches and a player (a person or a bot) in every seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from classkit.engine.bots import PERSON, Player, make_policy, parse_bot, parse_bots
from classkit.engine.decisions import Decision
from classkit.engine.match import Match
from classkit.engine.policy import Policy, get_name
from classkit.engine.rulebook_text import TextFormatter
from classkit.engine.seats import read_name

from .branches import Branches


class SeatedMatch:
    """A match, its branches, and a player in every seat."""

    def __init__(self, match: Match, bots: Any = None) -> None:
        self.branches = Branches(match)
        self.own_bots: dict[str, Policy] = {}
        self.bot_classes: dict[str, tuple[str, type[Any]]] = {}
        """Bots that are instances of a class of policies: name -> (seat, class)."""
        self.players: dict[str, str] = {}
        self.players_by_game: dict[str, dict[str, str]] = {}
        """Game -> the players of its seats, for games other than the current one."""
        self.names: dict[str, str] = match.names
        self.assign_players(bots)

    @property
    def match(self) -> Match:
        return self.branches.active.match

    @property
    def say(self) -> TextFormatter:
        """The formatter for the match. It uses the seats' current names."""
        return self.match.say()

    def bots(self) -> dict[str, Callable[[], Policy]]:
        """Return the available bots of the game and of the notebook."""
        own = {name: (lambda bot=bot: bot) for name, bot in self.own_bots.items()}
        return {**self.match.game.bots(), **own}

    def assign_players(self, bots: Any = None) -> None:
        """Assign the first player of each seat: by default, a bot from :meth:`Game.default_bots`.

        A seat keeps its current player if this game has such a player.
        """
        seats = self.match.seats
        game, names = self.match.game, self.match.seat_names
        own: dict[str, Player] = {**game.default_bots(seats)}
        if bots is None:
            known = {PERSON, *self.bots()}
            own |= {seat: who for seat, who in self.players.items() if seat in own and who in known}
        players = parse_bots(bots, game, seats, names, own=own, also=self.own_bots)
        self.players = {}
        for seat, bot in players.items():
            self.hand(seat, bot)

    def reseat_players(self, before: str) -> None:
        """Assign the players to another match, after one of the game ``before``.

        Names carry over to any match, players only to matches of the same game. Seats without a
        player get a bot.
        """
        self.match.names = self.names
        game = self.match.game.name
        if game != before:
            self.players_by_game[before] = self.players
            self.players = self.players_by_game.pop(game, {})
        known = {PERSON, *self.bots()}
        if any(self.players.get(seat) not in known for seat in self.match.seats):
            self.assign_players()

    def check_seat(self, seat: str) -> str:
        """Return the seat unchanged. Raise UnknownName if it is unknown."""
        return self.match.check_seat(seat)

    def hand(self, seat: str, to: Player | None) -> None:
        """Assign a seat to a person or a bot, who decides from the next decision on.

        A new player also replaces recorded answers. A class of policies is instantiated for this
        seat.
        """
        self.check_seat(seat)
        before = self.get_player(seat)
        bot = None if to is None else parse_bot(to, self.match.game, self.own_bots)
        if isinstance(bot, str):
            bot = self.resolve_bot(seat, bot)
        if bot is None:
            self.players[seat] = PERSON
        else:
            self.players[seat] = bot if isinstance(bot, str) else self.add_own_bot(bot, seat)
        if before is not None and before != self.get_player(seat):
            self.branches.active.play_anew = True

    def add_own_bot(self, bot: Policy | type[Any], seat: str) -> str:
        """Add a bot defined in the notebook, and return its unique name."""
        policy = make_policy(bot, f"{self.match.seed}|{seat}|made")
        name = self.make_bot_name(policy, seat)
        self.own_bots[name] = policy
        self.bot_classes.pop(name, None)
        if isinstance(bot, type):
            self.bot_classes[name] = (seat, bot)
        return name

    def resolve_bot(self, seat: str, name: str) -> Player:
        """Return the bot with this name for a seat.

        If the name belongs to an instance of a class for another seat, return the name of this
        seat's instance, or else the class.
        """
        if name not in self.bot_classes:
            return name
        _, kind = self.bot_classes[name]
        return next((own for own, made in self.bot_classes.items() if made == (seat, kind)), kind)

    def resolve_player(self, seat: str, name: str) -> Player:
        """Return a bot by name as a policy, a class of policies, or the name of a bot."""
        bot = self.resolve_bot(seat, name)
        return self.own_bots.get(bot, bot) if isinstance(bot, str) else bot

    def get_player(self, seat: str) -> str | Policy | None:
        """Return the player of a seat: "person", the name of a bot, or a policy.

        Return None if empty.
        """
        who = self.players.get(seat)
        return None if who is None else self.own_bots.get(who, who)

    def make_bot_name(self, bot: Policy, seat: str) -> str:
        """Return a unique name for a bot of the notebook. Add a number if the name is taken.

        Two instances of one class are two players. Names of the game's bots are reserved.
        """
        name = read_name(get_name(bot))[:36]
        others = {who for other, who in self.players.items() if other != seat}
        reserved = {PERSON, *self.match.game.bots()}
        free, number = name, 1
        while free in reserved or (free in others and self.own_bots.get(free) is not bot):
            number += 1
            free = f"{name} {number}"
        return free

    def rename(self, seat: str, name: str) -> None:
        """Set a seat's display name."""
        self.match.rename(self.check_seat(seat), name)

    def get_policies(self) -> dict[str, str | Policy | None]:
        """Return seat -> the bot that decides for it, or None for persons."""
        return {
            seat: None if who == PERSON else self.own_bots.get(who, who)
            for seat, who in self.players.items()
            if seat in self.match.seats
        }

    def single_seat_players(self, seat: str, bot: Player) -> dict[str, Player | None]:
        """Map a seat to its bot, and each other seat to None."""
        return {**dict.fromkeys(self.match.seats), seat: bot}

    def open_decisions(self) -> list[Decision]:
        """Return the decisions that are still open."""
        return self.match.requests()

    def waiting_persons(self) -> list[str]:
        """Return the seats of people who must decide now."""
        return [d.seat for d in self.open_decisions() if self.players.get(d.seat) == PERSON]
