"""Settings of a study's matches as plain data, so that any process can start a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError
from classkit.engine.events import Keep
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.options import read_options
from classkit.engine.policy import Policy
from classkit.engine.positions import Position, read_position
from classkit.engine.randomness import SeededRandom
from classkit.engine.registry import find
from classkit.engine.renaming.renamed_game import name_for_edition
from classkit.engine.seats import read_seats

from ..players import Player, copy_player


@dataclass(frozen=True, slots=True)
class MatchSetting:
    """Settings that matches share: everything except the seed.

    Args:
        game: Name of a game, or an unregistered game object.
        seats: Number of seats.
        edition: Id of an edition, or the data of a custom one.
        options: Options of the game.
        bots: One player for each seat.
        rules: Version of the rules. A process with another version refuses to play.
        position: Starting position as plain data, or None.
        edition_hash: Hash of the edition. A process with another edition refuses to play.

    >>> start = MatchSetting("poleconomy", 3, bots=("saver", "tycoon", "saver"))
    >>> PreparedSetting.from_setting(start).play(seed=7).is_over
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


class PreparedSetting(NamedTuple):
    """A setting whose game, edition, options and position have been read once for all matches."""

    game: Game[Any]
    seats: tuple[str, ...]
    edition: Any
    options: Any
    bots: tuple[Player, ...]
    position: Position | None = None

    @classmethod
    def from_setting(cls, setting: MatchSetting) -> PreparedSetting:
        """Prepare a setting.

        Raises:
            ClasskitError: For the same reasons as :func:`classkit.new`, or if this process has
                different rules or a different edition.
        """
        game = find(setting.game)
        if setting.rules and setting.rules != game.rules_version:
            raise ClasskitError(
                f"This process has rules {game.rules_version} of {game.name}, but the study "
                f"was started with rules {setting.rules}. Install the same version of "
                "classkit everywhere."
            )
        seats, _ = read_seats(setting.seats, game.seat_numbers)
        edition = game.edition(setting.edition)
        if setting.edition_hash not in ("", edition.hash):
            raise ClasskitError(
                f"The edition {edition.id} in this process differs from the study's, because "
                "its file has changed since it was read. Restart the kernel to use the "
                "current file."
            )
        options = read_options(game.options, setting.options, seats)
        game.check_options(options, seats, edition)
        start = None if setting.position is None else read_position(setting.position)
        return cls(name_for_edition(game, edition), seats, edition, options, setting.bots, start)

    def begin_match(self, seed: int, keep: Keep | None = None) -> Match:
        """Start the match with this seed. By default, only its answers are recorded."""
        return Match(
            self.game,
            self.seats,
            edition=self.edition,
            options=self.options,
            seed=seed,
            luck=SeededRandom(seed),
            position=self.position,
            keep=keep or Keep.nothing(),
        )

    def make_players(self) -> dict[str, str | Policy]:
        """Return new players for one match, by seat."""
        return {seat: copy_player(bot) for seat, bot in zip(self.seats, self.bots, strict=True)}

    def play(self, seed: int, keep: Keep | None = None) -> Match:
        """Let the bots of the setting play the match with this seed to its end."""
        return self.begin_match(seed, keep).play("end", self.make_players())
