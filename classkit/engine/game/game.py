"""Abstract base class of games."""

from __future__ import annotations

from classkit.deprecation import warn_about_members

from .analytics import GameAnalytics
from .game_positions import GamePositions
from .presentation import GamePresentation
from .rules import T


@warn_about_members
class Game(GamePresentation[T], GamePositions[T], GameAnalytics[T]):
    """The rules and metadata of one game.

    An author begins with eight: :attr:`name`, :attr:`title`, :attr:`seat_numbers`,
    :attr:`rulebook`, :meth:`set_up`, :meth:`segment`, :meth:`standings` and :attr:`policies`.
    Everything else has a default and comes later, from the base class that declares it: how a match
    is shown and told (:class:`.GamePresentation`), the positions from which it can start
    (:class:`.GamePositions`), and what is measured in it (:class:`.GameAnalytics`).

    A game object does not store the state of a match. Methods receive the current state as
    ``table``. Only :meth:`segment`, :meth:`signal` and the functions they call may change it.
    ``seat`` is a letter, None for the public, or INSTRUCTOR.

    Example:
        >>> from classkit.engine.registry import find
        >>> game = find("opoly")
        >>> isinstance(game, Game), game.currency, 3 in game.seat_numbers
        (True, '$', True)
    """
