"""Completion in notebooks: the games, options, bots and figures that a line may name next.

Python's own completers read signatures, and which options there are depends on the game that a
line names first. :func:`offer` lets IPython, and so JupyterLab and Notebook, ask here as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from inspect import Parameter, signature
from types import ModuleType
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError
from classkit.engine.fields import Flag
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.options import AnySeat, Option
from classkit.engine.registry import find, list_games
from classkit.engine.requests import Draw, Roll
from classkit.engine.strides import UNTIL

MOST_READ = 5_000
"""Characters before the cursor that are looked at: nobody completes a longer call."""

# --- what stands before the cursor ----------------------------------------------------------------

LITERAL = re.compile(
    r"""'''.*?'''|\"{3}.*?\"{3}|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|#[^\n]*""", re.DOTALL
)
"""A text in quotes, or a comment, that is complete."""
QUOTE = re.compile(r"['\"]+")
CALLED = re.compile(r"([A-Za-z_][\w.]*)\s*$")
KEYWORD = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)")
KEY = re.compile(r"""['"](\w+)['"]\s*:\s*(\[[^\]]*)?['"]?\w*$""")
WORD = re.compile(r"\w*$")
PAIRS = {"(": ")", "[": "]", "{": "}"}


class Call(NamedTuple):
    """The call in which the cursor stands: its name, and its arguments so far as they are written.

    ``text`` is what stands after a quote that is still open, or None outside of quotes.
    """

    name: str
    arguments: list[str]
    text: str | None

    @property
    def keyword(self) -> str:
        """The name of the present argument; empty if it is given by its place."""
        found = KEYWORD.match(self.arguments[-1])
        return found[1] if found else ""

    @property
    def key(self) -> str:
        """The key whose value is being written, where the present argument is a mapping."""
        found = KEY.search(self.arguments[-1])
        return found[1] if found else ""

    def text_of(self, name: str, place: int) -> str:
        """Return the text that an argument is, given by name or by place; "" if it is none yet."""
        for at, argument in enumerate(self.arguments):
            keyword = KEYWORD.match(argument)
            is_meant = keyword[1] == name if keyword else at == place
            if is_meant:
                found = LITERAL.fullmatch(argument[keyword.end() if keyword else 0 :].strip())
                return found[0][1:-1] if found else ""
        return ""


def open_call(code: str) -> Call | None:
    """Return the innermost call whose bracket is still open at the end of the code.

    >>> open_call("m = classkit.new('opoly', bots=['bank")
    Call(name='classkit.new', arguments=["'opoly'", " bots=['bank"], text='bank')
    >>> open_call("print(classkit.bots('opoly'))") is None
    True
    """
    plain = LITERAL.sub(lambda found: "_" * len(found[0]), code)
    quote = QUOTE.search(plain)
    plain = plain[: quote.start()] if quote else plain
    text = code[quote.end() :] if quote else None
    brackets: list[tuple[str, int, list[int]]] = []
    for place, sign in enumerate(plain):
        if sign in PAIRS:
            brackets.append((PAIRS[sign], place, []))
        elif brackets and sign == brackets[-1][0]:
            brackets.pop()
        elif brackets and sign == ",":
            brackets[-1][2].append(place)
    for closing, place, commas in reversed(brackets):
        name = CALLED.search(plain[:place])
        if closing == ")" and name:
            ends = [place, *commas, len(code)]
            parts = [code[ends[at] + 1 : ends[at + 1]] for at in range(len(ends) - 1)]
            return Call(name[1], parts, text)
    return None


# --- what may stand there -------------------------------------------------------------------------


def values_of(name: str, game: Game[Any] | None, match: Match | None) -> Iterable[str]:
    """Return the texts that an argument of this name may be or hold; none where nobody knows."""
    if name == "until":
        return UNTIL
    if name == "theme":
        from .sight import THEMES  # with a table alone: it brings the whole page along

        return THEMES
    if name == "by":
        return ("match", "seat", "turn")
    if name == "game":
        return list_games()
    if name == "move" and match is not None:
        return answers_to(match)
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
        charts = game.charts if match is None else game.charts_of(match.table)
        return [chart.key for chart in charts]
    if name == "options":
        return [option.name for option in game.options]
    if name == "vary":
        return ("bots", "edition", "seats", *(option.name for option in game.options))
    if name == "compare":
        return ("edition", *(option.name for option in game.options))
    options = {option.name: option for option in game.options}
    return texts_of(options[name]) if name in options else ()


def answers_to(match: Match) -> list[str]:
    """Return the moves that may be answered now, of one seat or of all that are asked.

    Of what a seat alone may see nothing is offered: a notebook may be on a projector.
    """
    thrown = match.request
    if isinstance(thrown, (Roll, Draw)):
        return [thrown.move.name]
    asked = [decision for decision in match.requests() if not decision.private]
    return list(dict.fromkeys(move.name for decision in asked for move in decision.legal))


def texts_of(option: Option) -> list[str]:
    """Return the values of an option that are texts."""
    if isinstance(option.values, AnySeat):
        return []
    return [value for value in option.values.suggest() if isinstance(value, str)]


def words_of(name: str, game: Game[Any] | None) -> Iterable[str]:
    """Return the words without quotes that an argument of this name may be."""
    options = () if game is None else game.options
    if name not in {one.name for one in options if isinstance(one.values, Flag)}:
        return ()
    return ("True", "False")


class Asked(NamedTuple):
    """What a call of classkit's is about: the game and the match, and what its arguments are."""

    game: Game[Any] | None
    match: Match | None
    parameters: Mapping[str, Parameter]

    @property
    def begins_a_match(self) -> bool:
        """Whether the call begins a match, which may have options."""
        return self.match is None and "options" in self.parameters

    def name_at(self, place: int) -> str:
        """Return the name of the argument at a place, counted from 0."""
        kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
        names = [name for name, one in self.parameters.items() if one.kind in kinds]
        return names[place] if place < len(names) else ""


def asked_by(call: Call, names: Mapping[str, Any]) -> Asked | None:
    """Return what a call is about, if it is one of classkit's; nothing is run to find out.

    Only modules, classes and functions are looked into: an object's property may do anything.
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
    match = match if isinstance(match, Match) else match_named(call, names)
    place = list(parameters).index("game") if "game" in parameters else 0
    game = match.game if match is not None else game_named(call.text_of("game", place))
    return Asked(game, match, parameters)


def match_named(call: Call, names: Mapping[str, Any]) -> Match | None:
    """Return the match that is the first argument, as in ``study.futures(m, ``, or its table's."""
    first = names.get(call.arguments[0].strip())
    if not isinstance(first, Match) and type(first).__module__.startswith("classkit"):
        first = getattr(first, "match", None)
    return first if isinstance(first, Match) else None


def game_named(name: str) -> Game[Any] | None:
    """Return the game of that name, or None."""
    try:
        return find(name) if name else None
    except (ClasskitError, ImportError, AttributeError):
        return None


def completions(code: str, names: Mapping[str, Any]) -> tuple[str, list[str], bool]:
    """Return what is completed, by which texts, and whether nothing else could be meant.

    ``code`` ends where the cursor stands; ``names`` are those of the notebook.

    >>> import classkit
    >>> completions('classkit.new("opoly", bots="e', {"classkit": classkit})
    ('e', ['empire_builder'], True)
    >>> completions('classkit.new("poleconomy", options={"quick', {"classkit": classkit})
    ('quick', ['quick_start'], True)
    """
    call = open_call(code[-MOST_READ:])
    asked = call and asked_by(call, names)
    if call is None or asked is None:
        return "", [], False
    name = call.keyword or asked.name_at(len(call.arguments) - 1)
    if name in ("options", "vary", "compare") and call.key:
        name = call.key
    if name == "match" and asked.begins_a_match:
        name = "game"  # a table is one of a match, or of a new one of the game that is named
    values = list(values_of(name, asked.game, asked.match))
    if call.text is not None:
        begun = call.text
        return begun, [value for value in values if value.startswith(begun)], True
    found = WORD.search(code)
    begun = found[0] if found else ""
    words = [f'"{value}"' for value in values] + list(words_of(name, asked.game))
    return begun, [word for word in words if word.startswith(begun)], False


# --- for IPython ----------------------------------------------------------------------------------


def offer(shell: Any) -> None:
    """Let an IPython shell ask for completions here, beside all that it asks already."""
    from IPython.core.completer import SimpleCompletion, context_matcher

    @context_matcher(identifier="classkit")  # type: ignore[untyped-decorator]
    def complete(context: Any) -> dict[str, Any]:
        """Complete what stands before the cursor, if it is a call of classkit's."""
        lines = context.full_text.split("\n")[: context.cursor_line]
        code = "\n".join([*lines, context.text_until_cursor])
        begun, found, alone = completions(code, shell.user_ns)
        return {
            "completions": [SimpleCompletion(text, type="param") for text in found],
            "matched_fragment": begun,
            "suppress": alone,
        }

    shell.Completer.custom_matchers.append(complete)
