"""Error messages and suggestions for arguments that a subcommand does not accept."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from typing import NoReturn

from classkit.engine.errors import closest_match
from classkit.engine.options import Option

INVALID_CHOICE = re.compile(r"invalid choice: '(?P<given>[^']*)' \(choose from (?P<choices>.*)\)")
"""Matches argparse's error for a value that is not one of the choices."""


class CommandParser(argparse.ArgumentParser):
    """Argument parser whose errors suggest the command or value that was probably meant."""

    def error(self, message: str) -> NoReturn:
        super().error(suggest_choice(message))


def suggest_choice(message: str) -> str:
    """Return an error of argparse with the choice that was probably meant, if there is one.

    >>> suggest_choice("argument COMMAND: invalid choice: 'polay' (choose from 'play', 'serve')")
    "argument COMMAND: invalid choice: 'polay'. Did you mean 'play'? (choose from 'play', 'serve')"
    >>> suggest_choice("the following arguments are required: GAME")
    'the following arguments are required: GAME'
    """
    found = INVALID_CHOICE.search(message)
    if not found:
        return message
    choices = [choice.strip(" '") for choice in found["choices"].split(",")]
    meant = closest_match(found["given"], choices)
    return message.replace(" (choose", f". Did you mean {meant!r}? (choose") if meant else message


def explain_unknown(
    parser: argparse.ArgumentParser,
    chosen: argparse.Namespace,
    unknown: Sequence[str],
    words: Sequence[str],
) -> str:
    """Return the error message for unknown arguments.

    Args:
        parser: The parser of the whole command line.
        chosen: The arguments that were parsed.
        unknown: The unknown arguments, such as ``--quick_start``.
        words: The whole command line, which contains the values of unknown arguments.
    """
    options = list_options(parser, chosen)
    remedies = [
        remedy
        for word in unknown
        if (remedy := find_similar_option(word, options) or find_remedy(chosen, word, words))
    ]
    listed = f"unrecognized arguments: {' '.join(unknown)}"
    return f"{listed}. {' '.join(remedies)}" if remedies else listed


def list_options(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> list[str]:
    """Return the long options of the subcommand that was chosen."""
    options: list[str] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            if inner := action.choices.get(str(getattr(chosen, action.dest, ""))):
                options += list_options(inner, chosen)
        else:
            options += [name for name in action.option_strings if name.startswith("--")]
    return options


def find_similar_option(word: str, options: Sequence[str]) -> str:
    """Return which option of the subcommand was probably meant, or "" if none is similar.

    >>> find_similar_option("--sede=3", ["--seats", "--seed"]), find_similar_option("3", ["--seed"])
    ('Did you mean --seed?', '')
    """
    if not word.startswith("-"):
        return ""
    meant = closest_match(word.partition("=")[0].strip("-"), [one.strip("-") for one in options])
    return f"Did you mean --{meant}?" if meant else ""


def find_remedy(chosen: argparse.Namespace, word: str, words: Sequence[str]) -> str:
    """Return how to set the game's option that an argument names, or "" if it names none."""
    name, equals, value = word.lstrip("-").replace("-", "_").partition("=")
    if not hasattr(chosen, "set") or not name or not (equals or word.startswith("--")):
        return ""
    value = word.partition("=")[2]
    following = words[words.index(word) + 1 :] if word in words else []
    if not equals and following and not following[0].startswith("-"):
        value = following[0]
    return describe_option(str(chosen.game), name, value)


def describe_option(game: str, name: str, value: str) -> str:
    """Return how to set an option on the command line, or "" if the game has no similar option.

    >>> describe_option("poleconomy", "game", "2")
    'It is an option of the game: --set game=2.'
    >>> describe_option("poleconomy", "quickstart", "true")
    'Did you mean the option quick_start: --set quick_start=true?'
    """
    from classkit.engine.registry import find_call_options

    known = find_call_options({"game": game})
    own = {option.name: option for option in known.by_game.get(known.game, ())}
    if name not in own and (found := known.find_option(name)):
        owner, option = found
        if known.game:
            return f"It is an option of {owner}; {known.game} has no option of this name."
        return f"It is an option of {owner}: {format_setting(option, value)}."
    meant = name if name in own else closest_match(name, own)
    if not meant:
        return ""
    setting = format_setting(own[meant], value)
    if meant == name:
        return f"It is an option of the game: {setting}."
    return f"Did you mean the option {meant}: {setting}?"


def format_setting(option: Option, value: str) -> str:
    """Format a setting. Without a value, use the value that turns it on, or its default.

    >>> from classkit.engine.registry import find
    >>> format_setting(find("poleconomy").options[0], "")
    '--set game=2'
    """
    if not value:
        value = json.dumps(True if isinstance(option.default, bool) else option.default)
    return f"--set {option.name}={value}"
