"""The facts that a position of a game may state, in words: `classkit games NAME --facts`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from classkit.engine.errors import ClasskitError
from classkit.engine.fields import MANY
from classkit.engine.reading import FactKinds, Text, Whole, Word, declared, hints_of, known


def list_facts(game: Any, options: Mapping[str, Any]) -> list[str]:
    """Return the lines that list what a position of a game may state, and an example of one."""
    import classkit

    if not game.has_positions:
        raise ClasskitError(f"{game.title} knows no positions: its matches begin at the beginning.")
    count = 3 if 3 in game.seat_numbers else game.seat_numbers[0]
    m = classkit.new(game, seats=count, seed=1, options=options)
    lines = [
        f"A position of {game.title} may state these facts; what it leaves out is as at the start.",
        "Those of a seat stand here for A, and are the same for every seat.",
        "",
    ]
    kinds = game.fact_kinds(m.table)
    if kinds is None:
        names = ", ".join(m.position()) if m.turn else "those of its rules"
        lines.append(f"  This game does not list its facts. A match of it states: {names}.")
    for line in (*(fact_lines(kinds, m.seats, m.table) if kinds else ()), *OF_EVERY_GAME):
        lines += [f"  {line.name:<20} {line.about}".rstrip(), f"  {'':<20}   {line.values}"]
    example = game.example_position
    if example:
        lines += ["", "For example, in a file monday.toml:", ""]
        lines += [f"  {name} = {in_toml(value)}" for name, value in example.items()]
        lines += [
            "",
            f'and then classkit.table("{game.name}", seats={count}, position="monday.toml"),',
            f"or classkit play {game.name} --seats {count} --position monday.toml",
        ]
    return lines


class FactLine(NamedTuple):
    """One fact in words: its name, what it may be, and what it means."""

    name: str
    values: str
    about: str


OF_EVERY_GAME = (
    FactLine(
        "then",
        'a list of moves: "throw", or { seat = "B", move = "bid", with = { amount = 10 } }',
        "answers that lead into the position, given from its beginning on",
    ),
    FactLine(
        "luck",
        "a list of outcomes, such as [3, 4] for two dice",
        "what comes up first, beside then on the way into the position; luck= chooses what follows",
    ),
)
"""What a position of every game may state besides."""


def fact_lines(kinds: FactKinds, seats: Sequence[str], about: Any) -> list[FactLine]:
    """Return the facts in words: those of the table, then those of the first seat.

    Limits are those of ``about``, the table of a match that begins.

    >>> from dataclasses import dataclass
    >>> from classkit.engine.reading import fact
    >>> @dataclass(frozen=True, kw_only=True)
    ... class SeatFacts:
    ...     cash: Annotated[int, Whole(0, 900)] = fact("dollars in hand", 0)
    >>> fact_lines(FactKinds(SeatFacts, SeatFacts), ["A"], None)[1]
    FactLine(name='A.cash', values='a whole number from 0 to 900', about='dollars in hand')
    """
    owners = {"": kinds.of_table, f"{seats[0]}.": kinds.of_seat}
    return [
        FactLine(f"{owner}{name}", in_words(hint, about), kinds.about.get(name, ""))
        for owner, kind in owners.items()
        for name, hint in hints_of(kind).items()
    ]


SIMPLE: Mapping[Any, Any] = {int: Whole(), str: Text()}


def in_words(hint: Any, about: Any) -> str:
    """Return what a value of a declared type may be.

    >>> in_words(tuple[Literal["red", "blue"], ...], None)
    'a list of: red or blue'
    >>> in_words(Annotated[int, Whole(10, 90, step=10)] | None, None)
    'a whole number from 10 to 90 in steps of 10'
    """
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        told = next((rule for rule in args[1:] if isinstance(rule, str)), "")
        rule = next((rule for rule in args[1:] if isinstance(rule, (Whole, Text, Word))), None)
        return told or (rule_in_words(rule, about) if rule else in_words(args[0], about))
    if origin in (Union, UnionType):
        return " or ".join(in_words(arg, about) for arg in args if arg is not type(None))
    if origin is Literal:
        return rule_in_words(Word(args), about)
    if origin is tuple:
        if args[-1] is Ellipsis:
            return f"a list of: {in_words(args[0], about)}"
        return "a list of " + ", then ".join(in_words(arg, about) for arg in args)
    if origin is Mapping:
        return f"a table: {in_words(args[0], about)} = {in_words(args[1], about)}"
    if is_dataclass(hint):
        assert isinstance(hint, type)
        return f"a table with {', '.join(declared(hint))}"
    if hint is bool:
        return "true or false"
    return rule_in_words(SIMPLE[hint], about) if hint in SIMPLE else "as the rules give it"


def rule_in_words(rule: Whole | Text | Word, about: Any) -> str:
    """Return what a number, a text or a name may be."""
    if isinstance(rule, Text):
        return "text"
    if isinstance(rule, Word):
        names = [str(name) or '""' for name in known(rule.among, about)]
        if len(names) > MANY:
            return f"one of {len(names)}: {', '.join(names[: MANY // 2])}, …"
        return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return rule.within(about).wanted()


def in_toml(value: Any) -> str:
    """Return a value as TOML writes it.

    >>> in_toml(400_000), in_toml(["I07", "I02"]), in_toml(True), in_toml({"gold": 5})
    ('400_000', '["I07", "I02"]', 'true', '{ gold = 5 }')
    """
    if type(value) is int:
        return f"{value:_}"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{name} = {in_toml(one)}" for name, one in value.items())
        return f"{{ {inside} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(in_toml(one) for one in value)}]"
    return json.dumps(value, ensure_ascii=False)
