"""What can go wrong, said in words a teacher understands.

Every error of classkit is a :class:`ClasskitError`. Each names the thing, the reason and,
where there is one, the remedy.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

LONGEST = 4_000
"""Characters of the longest message; whatever is quoted in one was shortened before."""


MANY_NAMES = 30
"""The most names that a sentence about an unknown name lists."""


class ClasskitError(ValueError):
    """The common ancestor: catch it to catch everything that classkit refuses.

    Its message can be printed and stored, and is of bounded length, whatever it is about.
    """

    def __init__(self, message: str = "") -> None:
        text = encodable(message)
        super().__init__(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def meant_by(written: str, known: Iterable[str]) -> str:
    """Return the known name that was probably meant, or "" where none is close.

    A name that differs only in its capitals comes first. Next comes the only name that begins with
    what was written (three letters or more). Otherwise it is the name spelt most alike.

    >>> meant_by("N", ["n", "by"]), meant_by("quick", ["luck", "quick_start"]), meant_by("x", ["y"])
    ('n', 'quick_start', '')
    """
    names = list(known)
    begun = written.casefold()
    same = [name for name in names if name.casefold() == begun]
    longer = [name for name in names if len(begun) > 2 and name.casefold().startswith(begun)]
    if same or len(longer) == 1:
        return (same or longer)[0]
    return closest_to(written, tuple(names))


@lru_cache(maxsize=1_000)
def closest_to(written: str, names: tuple[str, ...]) -> str:
    """Return the name that is spelt most alike, or "" where none is.

    The result is cached, since a program tends to look up the same wrong name again and again.
    """
    from difflib import get_close_matches  # only who mistyped pays for it

    return next(iter(get_close_matches(written, names, n=1)), "")


def guess(name: object, names: Iterable[str]) -> str:
    """Return "; did you mean 'price'?" to end a sentence about an unknown name, or a full stop.

    >>> guess("prise", ["price", "bank"])
    "; did you mean 'price'?"
    """
    meant = meant_by(name[:80], names) if isinstance(name, str) else ""
    return f"; did you mean {meant!r}?" if meant else "."


class UnknownName(ClasskitError):
    """A name that is not there: a game, an option, a bot, a seat, a clause.

    ``remedy`` is a sentence that says what was meant, where it is known.

    >>> str(UnknownName("game", "polconomy", ["poleconomy", "economy"]))
    "There is no game 'polconomy'. Did you mean 'poleconomy'? There are: economy, poleconomy."
    """

    def __init__(self, kind: str, name: object, known: Iterable[str], remedy: str = "") -> None:
        self.kind, self.name, self.known = kind, name, sorted(known)
        shown = shorten(name)
        meant = meant_by(shown.strip("'"), self.known)
        hint = f" Did you mean {meant!r}?" if meant else ""
        hint = f" {remedy}" if remedy else hint
        more = len(self.known) - MANY_NAMES
        listed = ", ".join(self.known[:MANY_NAMES]) + (f" and {more} more" if more > 0 else "")
        there = f" There are: {listed}." if self.known else " There are none."
        super().__init__(f"There is no {kind} {shown}.{hint}{there}")

    @classmethod
    def quoted(cls, sentence: str) -> UnknownName:
        """Return one that was raised in another process, with the sentence that it had there."""
        error = cls("name", "", ())
        ClasskitError.__init__(error, sentence)
        return error


class FigureError(ClasskitError):
    """A figure whose function raised an error: names the figure, the error and the line.

    The rules are not to blame: the match stands where it stood, and can be played on.
    """


class WordsError(ClasskitError):
    """Words of a game that ask for a fact there is not: a mistake in the game."""

    def __init__(self, what: str, fact: object, facts: Iterable[str]) -> None:
        known = sorted(facts)
        meant = meant_by(str(fact)[:80], known)
        hint = f" Did you mean {meant!r}?" if meant else ""
        there = f"There are: {', '.join(known[:MANY_NAMES])}." if known else "There are none."
        super().__init__(f"The words of {what} ask for the fact {shorten(fact)}.{hint} {there}")


def known_name(kind: str, name: object, known: Collection[str]) -> str:
    """Return the name, if it is one of those known; UnknownName otherwise, whatever it is.

    >>> known_name("seat", "B", ("A", "B"))
    'B'
    """
    if type(name) is str and name in known:
        return name
    text: str | None = None
    if issubclass(type(name), str):  # it may compare, and call itself, as it likes
        text = str.__str__(name)
    if text is None or text not in known:
        raise UnknownName(kind, name, known)
    return text


class UnusableGame(ClasskitError):
    """A game that another package offers, but that cannot be loaded or is not a game."""


class IllegalMove(ClasskitError):
    """An answer that the rules do not allow now. The decision still waits."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = str(self)


class NothingToDo(ClasskitError):
    """Undo before the first answer, redo after the last, an answer when the match is over."""


class EndlessMatch(ClasskitError):
    """A match with as many answers as one may have, and not over.

    It stays as it is, and can be looked at, saved, and gone back in.
    """


class MatchInUse(ClasskitError):
    """A match that is in the middle of something: of another thread, or of this one.

    Nothing has been changed. Different matches may be used in different threads at the same time.
    One match may be used in several threads, one after the other.
    """

    @classmethod
    def by_thread(cls, thread: int) -> MatchInUse:
        """Return the refusal for a match that another thread is using."""
        from threading import enumerate as all_threads  # only who is refused pays for it

        name = next((one.name for one in all_threads() if one.ident == thread), "")
        called = f" ({cut(name, 40)})" if name else ""
        return cls(
            f"This match is being used by another thread{called}, and a match serves one thread at "
            "a time: wait until that thread has finished, or fork the match beforehand and give "
            "each thread its own, m.fork()."
        )

    @classmethod
    def by_itself(cls) -> MatchInUse:
        """Return the refusal for a policy or a metric that would change its own match."""
        return cls(
            "This match is waiting for a policy, a metric or a rule, which cannot change it at the "
            "same time: try moves out on a copy, m.fork(), and return the answer instead."
        )


class OptionError(ClasskitError):
    """An option with a value of the wrong type or out of range."""


class EditionError(ClasskitError):
    """Edition data that cannot be played: names file, key and reason.

    An edition that stands in no file is called "edition", as one of its tables is.

    >>> str(EditionError("board.toml", "inner[3].colour", "must be red or blue, not 'pink'"))
    "board.toml: inner[3].colour: must be red or blue, not 'pink'"
    >>> str(EditionError("edition", "edition.id", "must not be empty."))
    'edition.id: must not be empty.'
    """

    def __init__(self, file: str, key: str, reason: str) -> None:
        self.file, self.key, self.reason = file, cut(key), reason
        where = "" if key.partition(".")[0] == file else file
        super().__init__(": ".join(part for part in (where, self.key, reason) if part))


class PositionError(ClasskitError):
    """A position that cannot be: names its file, if it has one, the fact and the reason."""

    def __init__(self, fact: str, reason: str, file: str = "position") -> None:
        self.fact, self.reason, self.file = cut(fact), reason, file
        named = f"{self.fact}: " if fact else ""
        super().__init__(f"{file}: {named}{reason}")


class LuckError(ClasskitError):
    """A script of dice and draws that runs short or does not fit the request it met.

    ``turn`` is the turn of that request, where it met one: no match may stand in it.
    """

    turn: int | None = None


class LedgerError(ClasskitError):
    """A transfer of what is not there: a bug in a game, since rules decide before they move."""


class BrokenRule(Exception):
    """An error inside the rules, on its way to becoming a RuleError."""

    def __init__(self, cause: Exception, clause: str = "") -> None:
        self.cause, self.clause = cause, clause
        super().__init__(str(cause))


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

    def __init__(self, reason: str, match: Any = None, turn: int | None = None) -> None:
        self.match, self.turn = match, turn
        super().__init__(reason)


class Disagreement(ClasskitError):
    """An entry of a log that does not fit what the rules ask for, or a table that is another.

    ``turn`` is the turn of a table that is another: it may ask nothing, and then no match stands
    in it.
    """

    def __init__(self, reason: str, turn: int | None = None) -> None:
        self.turn = turn
        super().__init__(reason)


def shorten(value: object, limit: int = 60) -> str:
    """Return the ``repr`` of a value somebody else chose, cut to what fits a sentence.

    >>> shorten("x" * 100, 10)
    "'xxxxxxxx…"
    >>> shorten(range(3)), shorten([1] * 9), shorten([10**5000])
    ('range(0, 3)', 'list of 9', '[a number of about 5,001 digits]')
    """
    try:
        text = _told(value, limit)
    except Exception:  # a stranger's value may do anything when it is shown
        # the name as Python keeps it, which no class can make a trap
        name = cut(type.__dict__["__name__"].__get__(type(value)), 40) or "nameless thing"
        text = f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def cut(text: str, limit: int = 120) -> str:
    """Cut a text from somebody's data to one line of at most ``limit`` characters."""
    text = one_line(text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"


def one_line(text: str) -> str:
    """Put a text on one line that any file can store and that no terminal takes for commands.

    >>> one_line("a\\n b\\ud800"), one_line("\\x1b[2J")
    ('a b\\\\ud800', '\\\\x1b[2J')
    """
    line = " ".join(encodable(str.__str__(text)).split())
    return STEERING.sub(lambda sign: f"\\x{ord(sign[0]):02x}", line)


STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f]")
"""Signs that are not shown: a terminal takes them for commands, such as to wipe its screen."""


def in_figures(number: int) -> str:
    """Write a whole number as people do, or how long it is where nobody would read it.

    >>> in_figures(1_200), in_figures(10**5000)
    ('1,200', 'a number of about 5,001 digits')
    """
    bits = int.bit_length(number)
    if bits > MANY_BITS:
        return f"a number of about {int(bits * 0.30103) + 1:,} digits"
    return f"{number:,}"


def encodable(text: str) -> str:
    """Spell out lone surrogates, which no file in UTF-8 can hold, as backslash escapes."""
    return text.encode("utf-8", "backslashreplace").decode()


MANY_BITS = 200
"""Python does not write numbers of some 14,000 bits, and nobody reads these, of 60 digits."""


def _told(value: Any, limit: int, depth: int = 0) -> str:
    """Return a value in words, looking at no more of it than ``limit`` characters can tell."""
    if isinstance(value, str):
        return repr(str.__str__(value)[: limit + 1])
    if isinstance(value, (bytes, bytearray)):
        return repr(bytes(value[: limit + 1]))
    if isinstance(value, int) and not isinstance(value, bool):
        return one_line(repr(value)) if int.bit_length(value) <= MANY_BITS else in_figures(value)
    if isinstance(value, BaseException):
        return one_line(str(value))
    kind: Any = next((kind for kind in BRACKETS if isinstance(value, kind)), None)
    if kind is None:
        return one_line(repr(value))
    items = list(kind.__iter__(value))  # as Python's own kind lists them, whatever this one does
    if len(items) > 8 or depth > 3:
        return f"{kind.__name__} of {len(items)}"
    parts = [_told(item, limit, depth + 1) for item in items]
    if kind is dict:
        values = [_told(item, limit, depth + 1) for item in dict.values(value)]
        parts = [f"{key}: {item}" for key, item in zip(parts, values, strict=True)]
    left, right = BRACKETS[kind]
    comma = "," if kind is tuple and len(parts) == 1 else ""
    return f"{left}{', '.join(parts)}{comma}{right}"


BRACKETS: dict[Any, tuple[str, str]] = {list: ("[", "]"), tuple: ("(", ")"), dict: ("{", "}")}
