"""Descriptions of the facts in a game's positions, for `classkit games NAME --facts`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from classkit.engine.errors import ClasskitError
from classkit.engine.fields import MAX_CHOICES_LISTED
from classkit.engine.schema import (
    PositionSchema,
    TextReader,
    Whole,
    Word,
    declared_fields,
    get_hints,
    require_known_word,
)


def list_facts(game: Any, options: Mapping[str, Any]) -> list[str]:
    """Return lines that list the facts of a game's positions and an example."""
    import classkit

    if not game.has_positions:
        raise ClasskitError(
            f"{game.title} has no positions: its matches always start from the beginning."
        )
    count = 3 if 3 in game.seat_numbers else game.seat_numbers[0]
    m = classkit.new(game, seats=count, seed=1, options=options)
    lines = [
        f"A position of {game.title} can contain these facts. Omitted facts keep their values "
        "from the start.",
        "Facts of a seat are listed for A, and are the same for every seat.",
        "",
    ]
    kinds = game.fact_kinds(m.table)
    if kinds is None:
        names = ", ".join(m.position()) if m.turn else "the facts of its rules"
        lines.append(f"  This game does not list its facts. A match has: {names}.")
    for line in (*(build_fact_lines(kinds, m.seats, m.table) if kinds else ()), *COMMON_FACTS):
        lines += [f"  {line.name:<20} {line.about}".rstrip(), f"  {'':<20}   {line.values}"]
    example = game.example_position
    if example:
        lines += ["", "For example, in a file monday.toml:", ""]
        lines += [f"  {name} = {format_toml(value)}" for name, value in example.items()]
        lines += [
            "",
            f'and then classkit.table("{game.name}", seats={count}, position="monday.toml"),',
            f"or classkit play {game.name} --seats {count} --position monday.toml",
        ]
    return lines


class FactLine(NamedTuple):
    """Description of a fact: its name, allowed values and meaning."""

    name: str
    values: str
    about: str


COMMON_FACTS = (
    FactLine(
        "then",
        'a list of moves: "throw", or { seat = "B", move = "bid", with = { amount = 10 } }',
        "answers that lead to the position, from its start",
    ),
    FactLine(
        "luck",
        "a list of outcomes, such as [3, 4] for two dice",
        "first outcomes; with then, the outcomes on the way to the position. luck= sets the rest",
    ),
)
"""Facts that a position of any game may contain."""


def build_fact_lines(kinds: PositionSchema, seats: Sequence[str], about: Any) -> list[FactLine]:
    """Return descriptions of the facts: first for the table, then for the first seat.

    Limits come from ``about``, the state of a new match.

    >>> from dataclasses import dataclass
    >>> from classkit.engine.schema import position_field
    >>> @dataclass(frozen=True, kw_only=True)
    ... class SeatFacts:
    ...     cash: Annotated[int, Whole(0, 900)] = position_field("dollars in hand", 0)
    >>> build_fact_lines(PositionSchema(SeatFacts, SeatFacts), ["A"], None)[1]
    FactLine(name='A.cash', values='a whole number from 0 to 900', about='dollars in hand')
    """
    owners = {"": kinds.of_table, f"{seats[0]}.": kinds.of_seat}
    return [
        FactLine(f"{owner}{name}", describe_type(hint, about), kinds.meanings.get(name, ""))
        for owner, kind in owners.items()
        for name, hint in get_hints(kind).items()
    ]


SIMPLE_RULES: Mapping[Any, Any] = {int: Whole(), str: TextReader()}


def describe_type(hint: Any, about: Any) -> str:
    """Describe the allowed values of a declared type.

    >>> describe_type(tuple[Literal["red", "blue"], ...], None)
    'a list of: red or blue'
    >>> describe_type(Annotated[int, Whole(10, 90, step=10)] | None, None)
    'a whole number from 10 to 90 in steps of 10'
    """
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        told = next((rule for rule in args[1:] if isinstance(rule, str)), "")
        rule = next(
            (rule for rule in args[1:] if isinstance(rule, (Whole, TextReader, Word))), None
        )
        return told or (describe_rule(rule, about) if rule else describe_type(args[0], about))
    if origin in (Union, UnionType):
        return " or ".join(describe_type(arg, about) for arg in args if arg is not type(None))
    if origin is Literal:
        return describe_rule(Word(args), about)
    if origin is tuple:
        if args[-1] is Ellipsis:
            return f"a list of: {describe_type(args[0], about)}"
        return "a list of " + ", then ".join(describe_type(arg, about) for arg in args)
    if origin is Mapping:
        return f"a table: {describe_type(args[0], about)} = {describe_type(args[1], about)}"
    if is_dataclass(hint):
        assert isinstance(hint, type)
        return f"a table with {', '.join(declared_fields(hint))}"
    if hint is bool:
        return "true or false"
    return describe_rule(SIMPLE_RULES[hint], about) if hint in SIMPLE_RULES else "as in the rules"


def describe_rule(rule: Whole | TextReader | Word, about: Any) -> str:
    """Describe the allowed values of a number, text or name."""
    if isinstance(rule, TextReader):
        return "text"
    if isinstance(rule, Word):
        names = [str(name) or '""' for name in require_known_word(rule.among, about)]
        if len(names) > MAX_CHOICES_LISTED:
            return f"one of {len(names)}: {', '.join(names[: MAX_CHOICES_LISTED // 2])}, …"
        return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return rule.resolve_limits(about).expected_text()


def format_toml(value: Any) -> str:
    """Format a value as TOML.

    >>> [format_toml(value) for value in (400_000, ["I07", "I02"], True, {"gold": 5})]
    ['400_000', '["I07", "I02"]', 'true', '{ gold = 5 }']
    """
    if type(value) is int:
        return f"{value:_}"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{name} = {format_toml(one)}" for name, one in value.items())
        return f"{{ {inside} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(format_toml(one) for one in value)}]"
    return json.dumps(value, ensure_ascii=False)
