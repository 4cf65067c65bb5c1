"""The settings of a study's matches as plain data, from which any process begins them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError
from classkit.engine.game import Game
from classkit.engine.log import Keep
from classkit.engine.luck import Seeded
from classkit.engine.match import Match
from classkit.engine.options import read_options
from classkit.engine.policy import Policy
from classkit.engine.positions import Position, read_position
from classkit.engine.registry import find
from classkit.engine.words import read_seats

from ..players import Player, fresh


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings that many matches share: all but the seed.

    ``game`` is a name, or a game that is not registered; ``edition`` is an id, or the data of the
    instructor's own; ``position`` is plain data or None; ``bots`` has one for each seat. ``rules``
    is the version of the rules and ``edition_hash`` the fingerprint of the edition: a process with
    others refuses to play.

    >>> start = Setting("poleconomy", 3, bots=("saver", "tycoon", "saver"))
    >>> Prepared.of(start).play(seed=7).is_over
    True
    """

    game: str | Game[Any]
    seats: int
    edition: Any = None
    options: Mapping[str, Any] = field(default_factory=dict)
    bots: tuple[Player, ...] = ()
    rules: str = ""
    position: Mapping[str, Any] | None = None
    edition_hash: str = ""


class Prepared(NamedTuple):
    """A setting whose game, edition and options were read once for all its matches."""

    game: Game[Any]
    seats: tuple[str, ...]
    edition: Any
    options: Any
    bots: tuple[Player, ...]
    position: Position | None = None

    @classmethod
    def of(cls, setting: Setting) -> Prepared:
        """Read a setting; errors are those of :func:`classkit.new`."""
        game = find(setting.game)
        if setting.rules and setting.rules != game.rules_version:
            raise ClasskitError(
                f"This process has rules {game.rules_version} of {game.name}, and the study was "
                f"begun with rules {setting.rules}: install the same classkit everywhere."
            )
        seats, _ = read_seats(setting.seats, game.seat_numbers)
        edition = game.edition(setting.edition)
        if setting.edition_hash not in ("", edition.hash):
            raise ClasskitError(
                f"The edition {edition.id} is another in this process than where the study was "
                "begun: its file has changed since it was read. Restart the kernel to play it as "
                "it is now."
            )
        options = read_options(game.options, setting.options, seats)
        game.check_options(options, seats, edition)
        start = None if setting.position is None else read_position(setting.position)
        return cls(game, seats, edition, options, setting.bots, start)

    def begin(self, seed: int, keep: Keep | None = None) -> Match:
        """Begin the match of a seed; by default it keeps only its answers."""
        return Match(
            self.game,
            self.seats,
            edition=self.edition,
            options=self.options,
            seed=seed,
            luck=Seeded(seed),
            position=self.position,
            keep=keep or Keep.nothing(),
        )

    def players(self) -> dict[str, str | Policy]:
        """Return the bots of one match by seat."""
        return {seat: fresh(bot) for seat, bot in zip(self.seats, self.bots, strict=True)}

    def play(self, seed: int, keep: Keep | None = None) -> Match:
        """Play the match of a seed to its end with its bots."""
        return self.begin(seed, keep).play("end", self.players())
