"""Students' policy files: reading a file, and writing a template."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from shlex import quote
from textwrap import wrap
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.game import Game
from classkit.engine.registry import find
from classkit.engine.untrusted_input import UnreadableData, decode_text, find_merge_marks
from classkit.filenames import legible_name
from classkit.sandbox.resource_limits import MEGABYTE

SURVEY_ANSWERS = 2_000
"""Maximum number of answers played to collect the decisions for a template."""
WIDTH = 96
SLOT_TEXTS = {"seat": "your own seat", "edition": "data of the edition: board, prices, cards"}


GAME_PATTERN = re.compile(
    r"""^GAME *= *(?P<quote>['"])(?P<game>[A-Za-z0-9_-]{1,60})(?P=quote)""", re.M
)
"""Finds the line that names a policy's game, without parsing the untrusted file."""


class PolicyFile(NamedTuple):
    """Name, path and source text of a policy. The source is not executed."""

    name: str
    path: Path
    source: str

    @property
    def game(self) -> str | None:
        """The game in the line ``GAME = "..."``, or None."""
        found = GAME_PATTERN.search(self.source)
        return found["game"] if found else None


def read_policy(path: Path | str) -> PolicyFile:
    """Read a policy file. Whether it is valid Python is not checked.

    Raises:
        ClasskitError: If the file is not readable UTF-8 text of at most one megabyte.
    """
    if not isinstance(path, (str, Path)):
        raise ClasskitError(
            f"a policy must be a Python file, a function or a class, not {truncate_text(path)}."
        )
    path = Path(path)
    if not path.is_file():  # reading a pipe, for example, could block forever
        why = "it is a folder" if path.is_dir() else "it is not a file"
        why = why if path.exists() else "the file does not exist"
        raise ClasskitError(f"{path} cannot be read: {why}.")
    try:
        if path.stat().st_size > MEGABYTE:
            raise ClasskitError(
                f"{path} is longer than {MEGABYTE:,} bytes, the limit for a policy."
            )
        text = decode_text(path.read_bytes(), MEGABYTE)
    except OSError as error:
        raise ClasskitError(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnreadableData as error:
        raise ClasskitError(f"{path} {error.reason}.") from None
    if reason := find_merge_marks(text):
        raise ClasskitError(f"{path} {reason}.")
    source = text.replace("\r\n", "\n").replace("\r", "\n")
    return PolicyFile(legible_name(path.stem), path, source)


def write_policy(path: Path | str, game: str = "poleconomy") -> Path:
    """Write a policy template that works and contains comments.

    Args:
        path: Path of the new Python file.
        game: Name of the game.

    Returns:
        The path of the file.

    Raises:
        ClasskitError: If the file exists or cannot be written, or the game is unknown.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     path = write_policy(f"{folder}/mine.py", "opoly")
        ...     "def policy(view" in path.read_text()
        True
    """
    if not isinstance(path, (str, Path)):
        raise ClasskitError(f"path must be the name of a file, not {truncate_text(path)}.")
    path = Path(path)
    rules = find(game)
    if path.suffix != ".py":
        raise ClasskitError(f"a policy must be a Python file. Name it {path.name or 'mine'}.py.")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(build_template(rules, legible_name(path.name)))
    except FileExistsError:
        raise ClasskitError(
            f"{path} already exists and was not changed. Choose another name."
        ) from None
    except OSError as error:
        raise ClasskitError(f"{path} cannot be written: {error.strerror or error}.") from error
    return path


def build_template(game: Game[Any], file: str = "mine.py") -> str:
    """Return the source of a policy that plays this game. Comments explain how to change it.

    >>> text = build_template(find("economy"))
    >>> "def policy(view, decision):" in text, 'GAME = "economy"' in text
    (True, True)
    """
    asked = survey_decisions(game)
    parts = [TEMPLATE.format(title=game.title, name=game.name, file=quote(str(file)))]
    told = "Decisions with the default options: moves (with fields), keys of decision.about:"
    parts.append(format_comment(told, asked))
    parts.append(format_comment("What the view contains:", describe_members(game)))
    return "\n".join(parts)


TEMPLATE = '''"""A policy for {title}.

Idea: describe in one sentence how the policy tries to win.

Try it:        classkit policy check {file} --game {name}
Let it play:   classkit tournament FOLDER --game {name}
"""

GAME = "{name}"


def policy(view, decision):
    """Answer yes if possible. Otherwise play the first move, or the default."""
    moves = {{move.name: move for move in decision.legal}}  # the legal moves
    if "yes" in moves:
        return "yes"
    if "pass" in moves or not decision.legal:
        return decision.default
    move = decision.legal[0]  # the first move, with suggested values for its fields
    values = {{name: field.suggest()[0] for name, field in move.fields.items()}}
    if move.refusal(values) is None:  # otherwise the reason for the refusal
        return move.name, values
    return decision.default


# view       the information of your seat: view.seat, view.others, view.turn, ...
# decision   .name is the kind of decision, .legal the possible moves, .default the default answer,
#            .about the facts, .rule the clause of the rulebook
# answer     the name of a move, "yes", or with fields a pair: ("bid", {{"amount": 120_000}})
# a field    .suggest() lists some sensible values; an Amount has .low, .high and .step,
#            a OneOf and a SomeOf have .options
# chance     view.chance.random(), .below(6), .choice([...]): the same seed reproduces the match
'''


def format_comment(title: str, lines: Mapping[str, str]) -> str:
    """Format a comment block: a title, then each name with its description."""
    told = [f"# {title}"]
    for name, about in lines.items():
        told += [
            f"#   {line}" for line in wrap(f"{name}: {about}", WIDTH - 4, subsequent_indent="    ")
        ]
    return "\n".join([*told, ""])


def survey_decisions(game: Game[Any]) -> dict[str, str]:
    """Describe each decision that random bots encounter: moves, fields, default and facts."""
    from classkit.engine import registry

    found: dict[str, dict[str, str]] = {}
    facts: dict[str, dict[str, None]] = {}
    rules: dict[str, str] = {}
    answers = 0
    for seed in range(1, 4):
        match = registry.new(game, seed=seed)
        while not match.is_over and answers < SURVEY_ANSWERS * seed // 3:
            for decision in match.requests():
                met = found.setdefault(decision.name, {})
                rules[decision.name] = f"default {decision.default.move} ({decision.rule})"
                facts.setdefault(decision.name, {}).update(dict.fromkeys(decision.about))
                for move in decision.legal:
                    inside = ", ".join(move.fields)
                    met.setdefault(move.name, f"{move.name}({inside})" if inside else move.name)
            match.play(until="decision", bots="random")
            answers += 1
    return {
        name: f"{', '.join(list(met.values())[:12])}{', ...' if len(met) > 12 else ''}; "
        f"{rules[name]}; {format_facts(facts[name])}"
        for name, met in sorted(found.items())
    }


def format_facts(keys: Collection[str]) -> str:
    """Return a text that lists the keys of ``decision.about``.

    >>> format_facts(["square", "price"]), format_facts([])
    ('about: square, price', 'about: nothing')
    """
    return f"about: {', '.join(keys) or 'nothing'}"


def describe_members(game: Game[Any]) -> dict[str, str]:
    """Describe each member of the game's view, usually with the first line of its docstring."""
    from classkit.engine import registry

    view = registry.new(game, seed=1).view("A")
    found: dict[str, str] = {}
    for name in dir(type(view)):
        if name.startswith("_") or name == "renew_chance":
            continue
        member = inspect.getattr_static(type(view), name)
        about = (inspect.getdoc(member) or "").partition("\n")[0].replace("``", "")
        about = re.sub(r" \(:\w+:`.*?`\)", "", about)
        if inspect.isfunction(member):
            name += f"({', '.join(list(inspect.signature(member).parameters)[1:])})"
        elif not isinstance(member, property):
            about = SLOT_TEXTS.get(name, "")
        found[name] = about
    return found
