"""What can go wrong, said in words a teacher understands.

Every error of classkit is a :class:`ClasskitError`. Each names the thing, the reason and,
where there is one, the remedy.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .match import Match


class ClasskitError(ValueError):
    """The common ancestor: catch it to catch everything that classkit refuses."""


class UnknownName(ClasskitError):
    """A name that is not there: a game, an option, a bot, a seat, a clause.

    >>> str(UnknownName("game", "polconomy", ["poleconomy", "economy"]))
    "There is no game 'polconomy'. Did you mean 'poleconomy'? There are: economy, poleconomy."
    """

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        self.kind, self.name, self.known = kind, name, sorted(known)
        shown = shorten(name)
        close = get_close_matches(str(name)[:80], self.known, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        there = f" There are: {', '.join(self.known)}." if self.known else " There are none."
        super().__init__(f"There is no {kind} {shown}.{hint}{there}")


class IllegalMove(ClasskitError):
    """An answer that the rules do not allow now. The decision still waits."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class NothingToDo(ClasskitError):
    """Undo before the first answer, redo after the last, an answer when the match is over."""


class OptionError(ClasskitError):
    """An option with a value of the wrong type or out of range."""


class EditionError(ClasskitError):
    """Edition data that cannot be played: names file, key and reason.

    >>> str(EditionError("board.toml", "inner[3].number", "must be 1 to 6, not 9"))
    'board.toml: inner[3].number: must be 1 to 6, not 9'
    """

    def __init__(self, file: str, key: str, reason: str) -> None:
        self.file, self.key, self.reason = file, key, reason
        super().__init__(": ".join(part for part in (file, key, reason) if part))


class PositionError(ClasskitError):
    """A position that cannot be: names the fact and the reason."""

    def __init__(self, fact: str, reason: str) -> None:
        self.fact, self.reason = fact, reason
        super().__init__(f"position: {fact}: {reason}" if fact else f"position: {reason}")


class LuckError(ClasskitError):
    """A script of dice and draws that runs short or does not fit the request it met."""


class LedgerError(ClasskitError):
    """A transfer of what is not there: a bug in a game, since rules decide before they move."""


class RuleError(ClasskitError):
    """A rule broke while it was carried out; the match went back to before the last answer.

    ``clause`` is the clause last cited, ``record`` the record up to the break: send both to
    whoever wrote the game.
    """

    def __init__(
        self, game: str, clause: str, cause: BaseException, record: dict[str, Any]
    ) -> None:
        self.clause, self.record = clause, record
        super().__init__(
            f"The rules of {game} broke near {clause or 'the start'} "
            f"({type(cause).__name__}: {shorten(cause, 200)}). The match stands where it was "
            "before the last answer; another answer may go well."
        )


class RecordError(ClasskitError):
    """A record that cannot be opened, or not to its end.

    ``match`` is the match as far as the record could be followed, or None; ``turn`` the turn at
    which it stopped agreeing, or None.
    """

    def __init__(self, reason: str, match: Match | None = None, turn: int | None = None) -> None:
        self.match, self.turn = match, turn
        super().__init__(reason)


def shorten(value: object, limit: int = 60) -> str:
    """``repr`` of a value somebody else chose, cut to what fits a sentence.

    >>> shorten("x" * 100, 10)
    "'xxxxxxxx…"
    >>> shorten(10**5000), shorten(range(3))
    ('an int', 'range(0, 3)')
    """
    try:
        text = _told(value, limit)
    except Exception:  # a stranger's value may do anything when it is shown
        text = f"{'an' if type(value).__name__[0] in 'aeiou' else 'a'} {type(value).__name__}"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _told(value: object, limit: int) -> str:
    """A value in one line."""
    if isinstance(value, str):
        return repr(value[: limit + 1])
    if isinstance(value, BaseException):
        return str(value)
    if isinstance(value, (list, tuple, dict)) and len(value) > 8:
        return f"{type(value).__name__} of {len(value)}"
    return " ".join(repr(value).split())
