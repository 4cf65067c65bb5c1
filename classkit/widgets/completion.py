"""Tab completion in notebooks for the names of games, options, bots and metrics.

Other completers read only signatures, but the options depend on the game named in a call.
:func:`register_completer` adds this completer to IPython, and thereby to JupyterLab and Notebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from inspect import Parameter, signature
from types import ModuleType
from typing import Any, NamedTuple

from classkit.engine.decisions import Draw, Roll
from classkit.engine.errors import ClasskitError
from classkit.engine.fields import Flag
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.navigation import UNTIL_VALUES
from classkit.engine.options import AnySeat, Option
from classkit.engine.registry import find, list_games

MAX_CODE_CHARS = 5_000
"""Maximum number of characters before the cursor that are parsed."""

# --- parse the code before the cursor -------------------------------------------------------------

LITERAL = re.compile(
    r"""'''.*?'''|\"{3}.*?\"{3}|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|#[^\n]*""", re.DOTALL
)
"""A complete string literal, or a comment."""
QUOTE = re.compile(r"['\"]+")
CALL_NAME = re.compile(r"([A-Za-z_][\w.]*)\s*$")
KEYWORD = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)")
MAPPING_KEY = re.compile(r"""['"](\w+)['"]\s*:\s*(\[[^\]]*)?['"]?\w*$""")
WORD = re.compile(r"\w*$")
BRACKET_PAIRS = {"(": ")", "[": "]", "{": "}"}


class Call(NamedTuple):
    """The call at the cursor: its name, and the source of its arguments up to the cursor.

    ``text`` is the text after an open quote, or None outside quotes.
    """

    name: str
    arguments: list[str]
    text: str | None

    @property
    def keyword(self) -> str:
        """The name of the current argument, or '' if it is positional."""
        found = KEYWORD.match(self.arguments[-1])
        return found[1] if found else ""

    @property
    def key(self) -> str:
        """The key whose value is being typed if the current argument is a dict, or ''."""
        found = MAPPING_KEY.search(self.arguments[-1])
        return found[1] if found else ""

    def argument_text(self, name: str, place: int) -> str:
        """Return the text of an argument, by name or position, or "" if it is not a literal."""
        for at, argument in enumerate(self.arguments):
            keyword = KEYWORD.match(argument)
            is_meant = keyword[1] == name if keyword else at == place
            if is_meant:
                found = LITERAL.fullmatch(argument[keyword.end() if keyword else 0 :].strip())
                return found[0][1:-1] if found else ""
        return ""


def find_open_call(code: str) -> Call | None:
    """Return the innermost call whose bracket is still open at the end of the code.

    >>> find_open_call("m = classkit.new('opoly', bots=['bank")
    Call(name='classkit.new', arguments=["'opoly'", " bots=['bank"], text='bank')
    >>> find_open_call("print(classkit.bots('opoly'))") is None
    True
    """
    plain = LITERAL.sub(lambda found: "_" * len(found[0]), code)
    quote = QUOTE.search(plain)
    plain = plain[: quote.start()] if quote else plain
    text = code[quote.end() :] if quote else None
    brackets: list[tuple[str, int, list[int]]] = []
    for place, sign in enumerate(plain):
        if sign in BRACKET_PAIRS:
            brackets.append((BRACKET_PAIRS[sign], place, []))
        elif brackets and sign == brackets[-1][0]:
            brackets.pop()
        elif brackets and sign == ",":
            brackets[-1][2].append(place)
    for closing, place, commas in reversed(brackets):
        name = CALL_NAME.search(plain[:place])
        if closing == ")" and name:
            ends = [place, *commas, len(code)]
            parts = [code[ends[at] + 1 : ends[at + 1]] for at in range(len(ends) - 1)]
            return Call(name[1], parts, text)
    return None


# --- find the possible values ---------------------------------------------------------------------


def argument_values(name: str, game: Game[Any] | None, match: Match | None) -> Iterable[str]:
    """Return the strings that an argument of this name accepts or may contain, if known."""
    if name == "until":
        return UNTIL_VALUES
    if name == "theme":
        from .page_view import THEMES  # imported here because it loads all page modules

        return THEMES
    if name == "by":
        return ("match", "seat", "turn")
    if name == "game":
        return list_games()
    if name == "move" and match is not None:
        return legal_move_names(match)
    if name in ("seat", "seen_as") and match is not None:
        return (*match.seats, *(("everybody", "instructor") if name == "seen_as" else ()))
    if game is None:
        return ()
    if name in ("bots", "to"):
        return [*sorted(game.bots()), *(("person",) if name == "to" else ())]
    if name == "edition":
        return game.editions()
    if name == "metrics":
        return [metric.key for metric in game.metrics]
    if name in ("chart", "covered", "key"):
        charts = game.charts if match is None else game.active_charts(match.table)
        return [chart.key for chart in charts]
    if name == "options":
        return [option.name for option in game.options]
    if name == "vary":
        return ("bots", "edition", "seats", *(option.name for option in game.options))
    if name == "compare":
        return ("edition", *(option.name for option in game.options))
    options = {option.name: option for option in game.options}
    return option_texts(options[name]) if name in options else ()


def legal_move_names(match: Match) -> list[str]:
    """Return the names of the legal moves of all open decisions, or of the roll or draw by hand.

    Private decisions are omitted, since a notebook may be shown on a projector.
    """
    thrown = match.request
    if isinstance(thrown, (Roll, Draw)):
        return [thrown.move.name]
    asked = [decision for decision in match.requests() if not decision.private]
    return list(dict.fromkeys(move.name for decision in asked for move in decision.legal))


def option_texts(option: Option) -> list[str]:
    """Return the suggested values of an option that are strings."""
    if isinstance(option.values, AnySeat):
        return []
    return [value for value in option.values.suggest() if isinstance(value, str)]


def unquoted_values(name: str, game: Game[Any] | None) -> Iterable[str]:
    """Return the unquoted values that an argument of this name accepts."""
    options = () if game is None else game.options
    if name not in {one.name for one in options if isinstance(one.values, Flag)}:
        return ()
    return ("True", "False")


class CallTarget(NamedTuple):
    """The game and the match that a call of classkit refers to, and its parameters."""

    game: Game[Any] | None
    match: Match | None
    parameters: Mapping[str, Parameter]

    @property
    def starts_match(self) -> bool:
        """True if the call starts a match, and so accepts options."""
        return self.match is None and "options" in self.parameters

    def parameter_name(self, place: int) -> str:
        """Return the name of the positional parameter at an index, or '' if there is none."""
        kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
        names = [name for name, one in self.parameters.items() if one.kind in kinds]
        return names[place] if place < len(names) else ""


def resolve_call(call: Call, names: Mapping[str, Any]) -> CallTarget | None:
    """Return the target of a call, or None if it does not call a function of classkit.

    Attributes are read only from modules and classes. For other objects the class is searched,
    because reading a property could run any code. The one exception is ``match`` of an object with
    a classkit method.
    """
    first, *rest = call.name.split(".")
    found, owner = names.get(first), None
    for name in rest:
        owner = found
        inside = vars(type(found)) if not isinstance(found, (ModuleType, type)) else None
        if inside is None:
            found = getattr(found, name, None)
        else:
            found = next((vars(k)[name] for k in type(owner).__mro__ if name in vars(k)), None)
    if not callable(found) or not str(getattr(found, "__module__", "")).startswith("classkit"):
        return None
    parameters = dict(signature(found).parameters)
    parameters.pop("self", None)
    match = owner if isinstance(owner, Match) else getattr(owner, "match", None)
    match = match if isinstance(match, Match) else find_match(call, names)
    place = list(parameters).index("game") if "game" in parameters else 0
    game = match.game if match is not None else find_game(call.argument_text("game", place))
    return CallTarget(game, match, parameters)


def find_match(call: Call, names: Mapping[str, Any]) -> Match | None:
    """Return the match passed as first argument (``study.futures(m, ``), also as a table."""
    first = names.get(call.arguments[0].strip())
    if not isinstance(first, Match) and type(first).__module__.startswith("classkit"):
        first = getattr(first, "match", None)
    return first if isinstance(first, Match) else None


def find_game(name: str) -> Game[Any] | None:
    """Return a game by name, or None if it cannot be loaded."""
    try:
        return find(name) if name else None
    except (ClasskitError, ImportError, AttributeError):
        return None


def complete_code(code: str, names: Mapping[str, Any]) -> tuple[str, list[str], bool]:
    """Return the completions of code at the cursor.

    Args:
        code: The code up to the cursor.
        names: The variables of the notebook.

    Returns:
        The fragment to complete, its completions, and whether they replace the suggestions of other
        completers, which is the case within the quotes of an argument.

    Example:
        >>> import classkit
        >>> complete_code('classkit.new("opoly", bots="e', {"classkit": classkit})
        ('e', ['empire_builder'], True)
        >>> complete_code('classkit.new("poleconomy", options={"quick', {"classkit": classkit})
        ('quick', ['quick_start'], True)
    """
    call = find_open_call(code[-MAX_CODE_CHARS:])
    asked = call and resolve_call(call, names)
    if call is None or asked is None:
        return "", [], False
    name = call.keyword or asked.parameter_name(len(call.arguments) - 1)
    if name in ("options", "vary", "compare") and call.key:
        name = call.key
    if name == "match" and asked.starts_match:
        name = "game"  # such a call also accepts the name of a game, for a new match
    values = list(argument_values(name, asked.game, asked.match))
    if call.text is not None:
        begun = call.text
        return begun, [value for value in values if value.startswith(begun)], True
    found = WORD.search(code)
    begun = found[0] if found else ""
    words = [f'"{value}"' for value in values] + list(unquoted_values(name, asked.game))
    return begun, [word for word in words if word.startswith(begun)], False


# --- for IPython ----------------------------------------------------------------------------------


def register_completer(shell: Any) -> None:
    """Add this completer to an IPython shell, next to its other completers."""
    from IPython.core.completer import SimpleCompletion, context_matcher

    @context_matcher(identifier="classkit")  # type: ignore[untyped-decorator]
    def complete(context: Any) -> dict[str, Any]:
        """Complete an argument of a classkit call before the cursor."""
        lines = context.full_text.split("\n")[: context.cursor_line]
        code = "\n".join([*lines, context.text_until_cursor])
        begun, found, alone = complete_code(code, shell.user_ns)
        return {
            "completions": [SimpleCompletion(text, type="param") for text in found],
            "matched_fragment": begun,
            "suppress": alone,
        }

    shell.Completer.custom_matchers.append(complete)
