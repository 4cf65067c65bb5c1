"""Error messages and suggested replacements for unknown keywords of a call."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeAlias, TypeVar, cast

from .errors import UnknownName, closest_match
from .options import Option
from .untrusted_input import to_builtin

KEYWORD_HINTS = {
    ("new", "bots"): "Set the players later: m.play(bots=...) or classkit.table(m, bots=...).",
    ("new", "names"): "Pass the names as seats=[...].",
    ("new", "players"): "Pass the number of players or their names: seats=4 or seats=[...].",
    ("table", "names"): "Pass the names as seats=[...].",
    ("table", "players"): "Pass the number of players or their names: seats=4 or seats=[...].",
    ("GameEnv", "keep"): "An environment does not record the past.",
    ("GameEnv", "luck"): "Nobody is present to roll the dice.",
    ("GameEnv", "seed"): "Pass it to reset: reset(seed=7).",
    ("goto", "round"): 'To move by rounds, use back("round") and forward("round").',
}
"""Hints for commonly used wrong keywords, by call and keyword."""

GAME = "game"
"""Name of the argument that selects the game. Poleconomy also has an option of this name."""


@dataclass(frozen=True)
class KnownOptions:
    """Options that users may pass as keywords by mistake.

    Attributes:
        game: Name of the game in the call, or "" if the call names no game.
        by_game: Options of every game, by the game's name.
        has_begun: True if the call accepts no options because the match has already begun.

    >>> from classkit.engine.registry import find
    >>> known = KnownOptions("poleconomy", {"poleconomy": find("poleconomy").options})
    >>> known.find_remedy("quick_start", True)
    "It is an option of the game: options={'quick_start': True}."
    >>> known.find_remedy("game", 3)
    "It is an option of the game: options={'game': 2}. It must be one of 1, 2, not 3."
    >>> known.find_remedy("game", "1")
    "It is an option of the game: options={'game': 1}. It must be one of 1, 2, not '1'; did you \
mean 1?"
    >>> known.find_misspelt("quickstart", True)
    "Did you mean the option 'quick_start': options={'quick_start': True}?"
    """

    game: str = ""
    by_game: Mapping[str, Sequence[Option]] = field(default_factory=dict)
    has_begun: bool = False

    def find_option(self, name: str) -> tuple[str, Option] | None:
        """Return an option with this name and its game, preferring the game of the call."""
        own = {self.game: self.by_game.get(self.game, ())}
        for game, options in {**own, **self.by_game}.items():
            for option in options:
                if option.name == name:
                    return game, option
        return None

    def means_option(self, name: str, value: Any) -> bool:
        """Return whether a keyword that is also the name of an argument was meant as an option.

        True if the game of the call has this option, or if another game has it and accepts the
        value.
        """
        found = self.find_option(name)
        if found is None:
            return False
        owner, option = found
        return owner == self.game or not option.values.refuse(to_builtin(value))

    def find_remedy(self, name: str, value: Any) -> str:
        """Suggest a replacement for a keyword that is the name of an option, or return ""."""
        found = self.find_option(name)
        if found is None:
            return ""
        owner, option = found
        if self.game and owner != self.game:
            return f"It is an option of {owner}, but {self.game} does not have it."
        whose = "the game" if self.game else f"the game {owner}"
        reason = option.values.refuse(to_builtin(value))
        remedy = f"It is an option of {whose}{self.format_option(option, value, owner)}."
        return f"{remedy} It {reason}" if reason else remedy

    def find_misspelt(self, name: str, value: Any) -> str:
        """Suggest the option of the call's game that a keyword probably misspells, or ""."""
        options = {option.name: option for option in self.by_game.get(self.game, ())}
        meant = closest_match(name, options)
        if not meant:
            return ""
        shown = self.format_option(options[meant], value, self.game)
        return f"Did you mean the option {meant!r}{shown}?"

    def format_option(self, option: Option, value: Any, owner: str) -> str:
        """Format the ``options`` argument with this value, or the default if it is not allowed."""
        value = to_builtin(value)
        if option.values.refuse(value):
            same = [one for one in option.values.suggest() if str(one) == value]
            value = [*same, option.default][0]
        given = f"options={{{option.name!r}: {value!r}}}"
        if self.has_begun:
            return f", set when a match begins: classkit.new({owner!r}, {given})"
        return f": {given}"


CallableT = TypeVar("CallableT", bound=Callable[..., Any])
OptionsOf: TypeAlias = Callable[[Mapping[str, Any]], KnownOptions]
"""Function that returns the known options for the arguments of a call."""


def with_typed_keywords(
    options_of: OptionsOf = lambda given: KnownOptions(),
) -> Callable[[CallableT], CallableT]:
    """Make a call raise a helpful error for unknown keywords.

    Type checkers see the original signature. ``options_of`` returns the options that users may pass
    as keywords by mistake.

    >>> @with_typed_keywords()
    ... def see(theme="light"):
    ...     return theme
    >>> see(theme="dark")
    'dark'
    >>> see(them="dark")
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no see() argument 'them'. Did you mean 'theme'? \
Choose from: theme.
    """

    def telling(call: CallableT) -> CallableT:
        takes = signature(call)
        kinds = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
        named = [name for name, one in takes.parameters.items() if one.kind in kinds]
        known = frozenset(named) - {"self"}
        title = call.__qualname__.removesuffix(".__init__").rpartition(".")[2]

        @wraps(call)
        def told(*given: Any, **keywords: Any) -> Any:
            unknown = {name: one for name, one in keywords.items() if name not in known}
            kept = {name: one for name, one in keywords.items() if name in known}
            game = kept.pop(GAME, None)
            if unknown or not isinstance(game, (str, type(None))):
                bound = takes.bind_partial(*given, **kept)
                bound.apply_defaults()
                if isinstance(game, str):
                    bound.arguments[GAME] = game
                options = options_of(bound.arguments)
                if game is not None and options.means_option(GAME, game):
                    unknown[GAME] = game
                unnamed = takes.parameters.keys() - known
                refuse_unknown(title, known - unknown.keys(), unknown, options, unnamed)
            return call(*given, **keywords)

        return cast("CallableT", told)

    return telling


def refuse_unknown(
    call: str,
    known: Collection[str],
    unknown: Mapping[str, object],
    options: KnownOptions | None = None,
    unnamed: Collection[str] = (),
) -> None:
    """Raise an error for keywords that a call does not accept.

    Args:
        call: Name of the call.
        known: Accepted keywords.
        unknown: Unknown keywords and their values.
        options: Options that the caller may have meant.
        unnamed: Positional-only arguments.

    >>> from classkit.engine.registry import find
    >>> options = KnownOptions("poleconomy", {"poleconomy": find("poleconomy").options})
    >>> refuse_unknown("new", ["options", "seats"], {"game": 1}, options, ["game"])
    Traceback (most recent call last):
    classkit.engine.errors.UnknownName: There is no new() argument 'game'. It is an option of the \
game: options={'game': 1}. Choose from: options, seats.
    """
    options = options or KnownOptions()
    for name, value in unknown.items():
        if name in unnamed and not options.means_option(name, value):
            shown = f": {call}({value!r})" if isinstance(value, str) else ""
            remedy = f"Pass it without its name{shown}."
        else:
            remedy = KEYWORD_HINTS.get((call, name), "") or options.find_remedy(name, value)
            if not remedy and not closest_match(name, known):
                remedy = options.find_misspelt(name, value)
        raise UnknownName(f"{call}() argument", name, known, remedy)
