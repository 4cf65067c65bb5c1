"""Exceptions of classkit, and helpers for their messages.

Every error is a :class:`ClasskitError`. Its message names the problem, the reason and, if possible,
the remedy, in language that teachers understand.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, NoReturn

MAX_SENTENCE = 4_000
"""Maximum number of characters in a message. Quoted values are shortened first."""


MAX_NAMES_LISTED = 30
"""Maximum number of names listed in an error message."""


class ClasskitError(ValueError):
    """Base class of all errors that classkit raises.

    The message has a bounded length and is safe to print and store.
    """

    def __init__(self, message: str = "") -> None:
        text = escape_surrogates(message)
        super().__init__(text if len(text) <= MAX_SENTENCE else text[: MAX_SENTENCE - 1] + "…")


def closest_match(name: str, choices: Iterable[str]) -> str:
    """Return the known name that the user probably meant, or "" if none is close.

    A name that differs only in case is preferred, then a unique name with this prefix (of at least
    three letters), then the most similar spelling.

    >>> known = ["n", "by", "luck", "quick_start"]
    >>> closest_match("N", known), closest_match("quick", known), closest_match("x", ["y"])
    ('n', 'quick_start', '')
    """
    names = list(choices)
    begun = name.casefold()
    same = [name for name in names if name.casefold() == begun]
    longer = [name for name in names if len(begun) > 2 and name.casefold().startswith(begun)]
    if same or len(longer) == 1:
        return (same or longer)[0]
    return closest_name(name, tuple(names))


@lru_cache(maxsize=1_000)
def closest_name(written: str, names: tuple[str, ...]) -> str:
    """Return the most similar name, or "" if none is similar.

    Cached because programs tend to repeat the same wrong name.
    """
    from difflib import get_close_matches  # slow import, needed only for errors

    return next(iter(get_close_matches(written, names, n=1)), "")


def suggestion_suffix(name: object, choices: Iterable[object]) -> str:
    """Return "; did you mean 'price'?" or a full stop, as the end of a message.

    >>> suggestion_suffix("prise", ["price", "bank"]), suggestion_suffix("2", [1, 2])
    ("; did you mean 'price'?", '; did you mean 2?')
    """
    by_text = {str(choice): choice for choice in choices}
    meant = closest_match(name[:80], by_text) if isinstance(name, str) else ""
    return f"; did you mean {by_text[meant]!r}?" if meant else "."


class UnknownName(ClasskitError):
    """An unknown name of a game, option, bot, seat or clause.

    Attributes:
        kind: Kind of the name, such as "bot".
        name: The unknown name.
        known: The known names, in alphabetical order.

    Example:
        >>> str(UnknownName("game", "polconomy", ["poleconomy", "economy"]))
        "There is no game 'polconomy'. Did you mean 'poleconomy'? Choose from: economy, poleconomy."
    """

    def __init__(self, kind: str, name: object, known: Iterable[str], remedy: str = "") -> None:
        self.kind, self.name, self.known = kind, name, sorted(known)
        shown = truncate_text(name)
        meant = closest_match(shown.strip("'"), self.known)
        hint = f" Did you mean {meant!r}?" if meant else ""
        hint = f" {remedy}" if remedy else hint
        more = len(self.known) - MAX_NAMES_LISTED
        listed = ", ".join(self.known[:MAX_NAMES_LISTED]) + (
            f" and {more} more" if more > 0 else ""
        )
        there = f" Choose from: {listed}." if self.known else " There are none."
        super().__init__(f"There is no {kind} {shown}.{hint}{there}")

    @classmethod
    def from_sentence(cls, sentence: str) -> UnknownName:
        """Create the error from the message of an error that another process raised."""
        error = cls("name", "", ())
        ClasskitError.__init__(error, sentence)
        return error


class NamedValues(dict[str, Any]):
    """A dict of values by name. For an unknown name, it suggests a known one.

    Args:
        kind: Kind of thing that the names identify, such as "metric".
        values: Value by name.

    Example:
        >>> NamedValues("metric", {"inflation": 5, "treasury": 10})["inflatoin"]
        Traceback (most recent call last):
        classkit.engine.errors.UnknownKey: There is no metric 'inflatoin'. Did you mean \
'inflation'? Choose from: inflation, treasury.
    """

    def __init__(self, kind: str, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.kind = kind

    def __missing__(self, key: object) -> NoReturn:
        raise UnknownKey(self.kind, key, self)


class UnknownKey(UnknownName, KeyError):
    """An unknown key of a dict of named values. It is also a KeyError, as for any dict."""

    def __str__(self) -> str:  # that of KeyError would quote the message
        return ValueError.__str__(self)


class FigureError(ClasskitError):
    """A metric's function raised an error. The message names the metric, the error and the line.

    The match is unchanged, and play can continue.
    """


class WordsError(ClasskitError):
    """A game's text refers to an unknown fact, which is a bug in the game."""

    def __init__(self, what: str, fact: object, facts: Iterable[str]) -> None:
        known = sorted(facts)
        meant = closest_match(str(fact)[:80], known)
        hint = f" Did you mean {meant!r}?" if meant else ""
        there = (
            f"Choose from: {', '.join(known[:MAX_NAMES_LISTED])}." if known else "There are none."
        )
        super().__init__(
            f"The text of {what} refers to the unknown fact {truncate_text(fact)}.{hint} {there}"
        )


def require_known(kind: str, name: object, choices: Collection[str]) -> str:
    """Return the name if it is one of the choices.

    Raises:
        UnknownName: The name is not one of the choices.

    Example:
        >>> require_known("seat", "B", ("A", "B"))
        'B'
    """
    if type(name) is str and name in choices:
        return name
    text: str | None = None
    if issubclass(type(name), str):  # a subclass of str may override comparison
        text = str.__str__(name)
    if text is None or text not in choices:
        raise UnknownName(kind, name, choices)
    return text


class UnusableGame(ClasskitError):
    """A game from another package that cannot be loaded or is not a game."""


class IllegalMove(ClasskitError):
    """An answer that the rules do not allow now. The decision stays open.

    Attributes:
        reason: The reason, with the ids used in answers: letters of seats, spaces, units.
        named: The reason with names in place of ids, if a match has added them.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = self.named = str(self)

    def add_names(self, named: str) -> None:
        """Add the reason with names in place of ids. A traceback shows it below the reason."""
        if named not in (self.reason, self.named):
            self.named = named
            self.add_note(f"In names: {named}")


class NothingToDo(ClasskitError):
    """There is no step to undo or redo, or the match is over."""


class EndlessMatch(ClasskitError):
    """A match reached the maximum number of answers.

    The match can still be read, saved and undone.
    """


class MatchInUse(ClasskitError):
    """A match is in use by another thread, or by another call in this thread.

    The match is unchanged. Different matches may be used in different threads at the same time. A
    single match may be used by several threads, but only by one at a time.
    """

    @classmethod
    def for_thread(cls, thread: int) -> MatchInUse:
        """Return the error for a match that another thread uses."""
        from threading import enumerate as all_threads  # only needed for errors

        name = next((one.name for one in all_threads() if one.ident == thread), "")
        called = f" ({truncate_value(name, 40)})" if name else ""
        return cls(
            f"This match is in use by another thread{called}. Only one thread at a time can use a "
            "match: wait until that thread has finished, or give each thread its own fork of the "
            "match, m.fork(), beforehand."
        )

    @classmethod
    def for_reentry(cls) -> MatchInUse:
        """Return the error for a policy or a metric that tries to change its own match."""
        return cls(
            "This match is waiting for a policy, a metric or a rule, which must not change "
            "it: try moves on a copy, m.fork(), and return the answer instead."
        )


class OptionError(ClasskitError):
    """An option has a value that is out of range or of the wrong type."""


class EditionError(ClasskitError):
    """Invalid edition data. The message names the file, the key and the reason.

    For an edition without a file, the file is called "edition", like one of its tables.

    Attributes:
        file: Name of the file, or "edition".
        key: Path of the value in the file, such as "inner[3].colour".
        reason: Why the value is not allowed.

    Example:
        >>> str(EditionError("board.toml", "inner[3].colour", "must be red or blue, not 'pink'"))
        "board.toml: inner[3].colour: must be red or blue, not 'pink'"
        >>> str(EditionError("edition", "edition.id", "must not be empty."))
        'edition.id: must not be empty.'
    """

    def __init__(self, file: str, key: str, reason: str) -> None:
        self.file, self.key, self.reason = file, truncate_value(key), reason
        where = "" if key.partition(".")[0] == file else file
        super().__init__(": ".join(part for part in (where, self.key, reason) if part))


class PositionError(ClasskitError):
    """An impossible position. The message names its file, if any, the fact and the reason.

    Attributes:
        fact: Name of the fact, such as "A.cash", or an empty string for the whole position.
        reason: Why the position is impossible.
        file: Name of the file, or "position".
    """

    def __init__(self, fact: str, reason: str, file: str = "position") -> None:
        self.fact, self.reason, self.file = truncate_value(fact), reason, file
        named = f"{self.fact}: " if fact else ""
        super().__init__(f"{file}: {named}{reason}")


class LuckError(ClasskitError):
    """A script of outcomes is too short, or an outcome does not fit its request.

    Attributes:
        turn: Turn of the request, or None if unknown.
    """

    turn: int | None = None


class LedgerError(ClasskitError):
    """A transfer exceeds the balance of its source: a bug in the game."""


class BrokenRuleError(Exception):
    """An error inside the rules, before it is converted to a RuleError."""

    def __init__(self, cause: Exception, clause: str = "") -> None:
        self.cause, self.clause = cause, clause
        super().__init__(str(cause))


class RuleError(ClasskitError):
    """A rule raised an error. The last answer was undone.

    Please send the clause and the record to the authors of the game.

    Attributes:
        clause: The most recently cited clause.
        record: The record up to the error, as JSON data.
    """

    def __init__(
        self, game: str, clause: str, cause: BaseException, record: dict[str, Any]
    ) -> None:
        self.clause, self.record = clause, record
        super().__init__(
            f"The rules of {game} failed near {clause or 'the start'} "
            f"({type(cause).__name__}: {truncate_text(cause, 200)}). The last answer was undone; "
            "try another answer."
        )


class RecordError(ClasskitError):
    """A record cannot be opened, or can be replayed only in part.

    Attributes:
        match: The part of the match that could be replayed, or None.
        turn: The turn at which record and rules differ, or None.
    """

    def __init__(self, reason: str, match: Any = None, turn: int | None = None) -> None:
        self.match, self.turn = match, turn
        super().__init__(reason)


class RecordMismatch(ClasskitError):
    """An entry in a log violates the rules, or a state does not match its recorded hash.

    ``turn`` is the turn of the state that does not match.
    """

    def __init__(self, reason: str, turn: int | None = None) -> None:
        self.turn = turn
        super().__init__(reason)


def truncate_text(value: object, max_length: int = 60) -> str:
    """Return the ``repr`` of an untrusted value, shortened to fit in a sentence.

    >>> truncate_text("x" * 100, 10)
    "'xxxxxxxx…"
    >>> truncate_text(range(3)), truncate_text([1] * 9), truncate_text([10**5000])
    ('range(0, 3)', 'list of 9', '[a number of about 5,001 digits]')
    """
    try:
        text = _describe_item(value, max_length)
    except Exception:  # an untrusted value may raise in repr
        # the name stored in the type object, which a class cannot override
        name = (
            truncate_value(type.__dict__["__name__"].__get__(type(value)), 40) or "nameless thing"
        )
        text = f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
    return text if len(text) <= max_length else text[: max_length - 1] + "…"


def truncate_value(text: str, max_length: int = 120) -> str:
    """Return untrusted text on one line of at most ``max_length`` characters."""
    text = join_lines(text[: max_length + 1])
    return text if len(text) <= max_length else text[: max_length - 1] + "…"


def join_lines(text: str) -> str:
    """Return text on one line. Surrogates and terminal control characters are escaped.

    >>> join_lines("a\\n b\\ud800"), join_lines("\\x1b[2J")
    ('a b\\\\ud800', '\\\\x1b[2J')
    """
    line = " ".join(escape_surrogates(str.__str__(text)).split())
    return CONTROL_CHARACTERS.sub(lambda sign: f"\\x{ord(sign[0]):02x}", line)


CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
"""Characters that terminals may interpret as commands, such as clearing the screen."""


def format_int(number: int) -> str:
    """Format a whole number, or only its number of digits if it is very long.

    >>> format_int(1_200), format_int(10**5000)
    ('1,200', 'a number of about 5,001 digits')
    """
    bits = int.bit_length(number)
    if bits > MAX_BITS:
        return f"a number of about {int(bits * 0.30103) + 1:,} digits"
    return f"{number:,}"


def escape_surrogates(text: str) -> str:
    """Replace lone surrogates, which UTF-8 cannot encode, by backslash escapes."""
    return text.encode("utf-8", "backslashreplace").decode()


MAX_BITS = 200
"""Maximum size in bits of a formatted number. Python refuses numbers above about 14,000 bits."""


def _describe_item(value: Any, limit: int, depth: int = 0) -> str:
    """Return the start of a value's ``repr``, reading at most ``limit`` characters of the value."""
    if isinstance(value, str):
        return repr(str.__str__(value)[: limit + 1])
    if isinstance(value, (bytes, bytearray)):
        return repr(bytes(value[: limit + 1]))
    if isinstance(value, int) and not isinstance(value, bool):
        return join_lines(repr(value)) if int.bit_length(value) <= MAX_BITS else format_int(value)
    if isinstance(value, BaseException):
        return join_lines(str(value))
    kind: Any = next((kind for kind in BRACKET_PAIRS if isinstance(value, kind)), None)
    if kind is None:
        return join_lines(repr(value))
    items = list(kind.__iter__(value))  # use the built-in iteration, not an override
    if len(items) > 8 or depth > 3:
        return f"{kind.__name__} of {len(items)}"
    parts = [_describe_item(item, limit, depth + 1) for item in items]
    if kind is dict:
        values = [_describe_item(item, limit, depth + 1) for item in dict.values(value)]
        parts = [f"{key}: {item}" for key, item in zip(parts, values, strict=True)]
    left, right = BRACKET_PAIRS[kind]
    comma = "," if kind is tuple and len(parts) == 1 else ""
    return f"{left}{', '.join(parts)}{comma}{right}"


BRACKET_PAIRS: dict[Any, tuple[str, str]] = {list: ("[", "]"), tuple: ("(", ")"), dict: ("{", "}")}
