"""Laws of hostile input: every value is accepted, or rejected with a short sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import repeat
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine import registry
from classkit.engine.decisions import Decision, Draw, Roll
from classkit.engine.errors import ClasskitError
from classkit.engine.fields import Field, FieldGroup, ListOf
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.randomness import RandomStream

from .match_strategies import (
    THOROUGH_MODE,
    act_randomly,
    begin_match,
    law,
    snapshot_match,
    walk_randomly,
)
from .play_laws import check_sentence, suggest_values

STEPS = 24
MAX_SENTENCE_LENGTH = 1_000
"""Maximum length of an error message, in characters."""


def raise_always(*_args: Any, **_named: Any) -> NoReturn:
    """Raise an error. Hostile objects have this function as their methods."""
    raise ZeroDivisionError("a hostile object was called")


COMPARISON_METHODS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__")
TEXT_METHODS = ("__repr__", "__str__", "__format__")
NUMBER_METHODS = ("__index__", "__int__", "__float__", "__bool__")
CONTAINER_METHODS = ("__len__", "__iter__", "__getitem__", "__contains__")
RAISING_METHODS = dict.fromkeys(
    (*COMPARISON_METHODS, *TEXT_METHODS, *NUMBER_METHODS, *CONTAINER_METHODS), raise_always
)


def make_hostile(kind: type, *args: Any) -> Any:
    """Return an instance of a ``kind`` subclass whose methods raise an error."""
    return type(f"Hostile{kind.__name__}", (kind,), dict(RAISING_METHODS))(*args)


class LongRepr:
    """An object with a very long ``repr``."""

    def __repr__(self) -> str:
        return "y" * 100_000


class HugeNumber:
    """An integer-like object with more digits than Python formats."""

    def __index__(self) -> int:
        return 10**5_000


def make_nested_list(levels: int) -> Any:
    """Return a list nested ``levels`` deep."""
    inner: Any = []
    for _ in range(levels):
        inner = [inner]
    return inner


def make_doubling_list(levels: int) -> Any:
    """Return a small nested list whose ``repr`` doubles with each level."""
    inner: Any = [1, 2]
    for _ in range(levels):
        inner = [inner, inner]
    return inner


def make_recursive_list() -> Any:
    """Return a list that contains itself."""
    inner: list[Any] = []
    inner.append(inner)
    return inner


HOSTILE_VALUES: dict[str, Any] = {
    "a number of 5,001 digits": 10**5_000,
    "a number of 5,001 digits below 0": -(10**5_000),
    "a number of 4,000 digits": 10**4_000 - 1,
    "a number of 30 digits": 10**29,
    "a HugeNumber": HugeNumber(),
    "not a number": float("nan"),
    "a hostile object": make_hostile(object),
    "a hostile text": make_hostile(str, "yes"),
    "a hostile number": make_hostile(int, 5),
    "a hostile list": make_hostile(list, [1, 2]),
    "a hostile dict": make_hostile(dict, {"cash": 1}),
    "a hostile tuple": make_hostile(tuple, ("yes", {})),
    "a list with hostile values": [make_hostile(object), 10**5_000, make_hostile(str, "A")],
    "a dict with hostile values": {"cash": make_hostile(object), "A": 10**5_000, 10**5_000: 1},
    "a long text": "x" * 100_000,
    "a text with terminal control codes": "\x1b[2J\0\n",
    "a lone surrogate": "\ud800",
    "an object with a long repr": LongRepr(),
    "a deep list": make_nested_list(50_000),
    "a recursive list": make_recursive_list(),
    "a list with an exponential repr": make_doubling_list(60),
    "bytes": b"\0" * 10_000,
    "a set": {1},
    "a class": LongRepr,
    "a boolean": True,
    "None": None,
}
"""Values that almost every field should reject, by description."""


def check_action(m: Match, what: str, act: Callable[[], object], with_clause: bool = False) -> None:
    """Check that ``act`` succeeds, or raises ClasskitError with a short sentence."""
    try:
        act()
    except ClasskitError as error:
        told = str(error)
        assert 5 < len(told) < MAX_SENTENCE_LENGTH, f"{what}: {len(told)} characters: {told[:200]}"
        assert "\x1b" not in told, f"{what} reaches the terminal: {told}"
        if with_clause:
            check_sentence(m, told)
    except Exception as error:
        raise AssertionError(f"{what}: {type(error).__name__}") from error


def iter_embeddings(field: Field, value: Any, depth: int = 0) -> Iterator[Any]:
    """Yield the value, and the field's suggestions with the value inserted at each place."""
    yield value
    if depth > 3:
        return
    if isinstance(field, ListOf):
        for item in iter_embeddings(field.item, value, depth + 1):
            yield [item]
    elif isinstance(field, FieldGroup):
        usual: Any = next(iter(field.suggest()), {})
        for name, part in field.fields.items():
            for item in iter_embeddings(part, value, depth + 1):
                yield {**usual, name: item}


def try_every_field(m: Match, what: str, value: Any) -> None:
    """Put a value into every field of all available moves and side actions."""
    for decision in m.requests():
        seat = decision.seat
        for move in decision.moves:
            for name, field in move.fields.items():
                for put in iter_embeddings(field, value):
                    fields = {**suggest_values(move), name: put}
                    where = f"{what} as {name} of {move.name} in {decision.name}"
                    answer = m.fork().answer
                    check_action(m, where, lambda: answer(move.name, seat=seat, **fields), True)  # noqa: B023
    for aside in m.asides():
        for name, field in aside.move.fields.items():
            for put in iter_embeddings(field, value):
                fields = {**suggest_values(aside.move), name: put}
                where = f"{what} as {name} of the aside {aside.move.name}"
                do = m.fork().aside
                check_action(m, where, lambda: do(aside.move.name, seat=aside.seat, **fields))  # noqa: B023


class FixedReplyPolicy:
    """Policy that always returns the same value as its answer, or as its side action."""

    def __init__(self, reply: Any, beside: bool) -> None:
        self.reply, self.beside = reply, beside

    def __call__(self, view: Any, decision: Decision) -> Any:
        return decision.default if self.beside else self.reply

    def aside(self, view: Any, decision: Decision, open_asides: Any) -> Any:
        return self.reply if self.beside else None


def try_every_reply(m: Match, what: str, value: Any) -> None:
    """Submit a value as a policy's whole reply, as its fields, and as a single field."""
    for decision in m.requests():
        name = decision.moves[0].name
        replies: list[Any] = [value, (value, {}), (name, value), (name, {"amount": value})]
        for reply in replies:
            for beside in (False, True):
                bots = FixedReplyPolicy(reply, beside)
                play = m.fork().play
                check_action(m, f"{what} from a policy", lambda: play("decision", bots=bots))  # noqa: B023


@law
@given(st.data())
def test_strange_values_are_taken_or_refused_in_every_field(game: Any, data: st.DataObject) -> None:
    """Check all fields of moves and side actions, and policy replies. The match must not change."""
    m, chance = begin_match(game, data, "strange")
    names = chance.permutation(sorted(HOSTILE_VALUES))
    for step in walk_randomly(m, chance, STEPS):
        before = snapshot_match(m)
        for what in (names[step % len(names)], names[-1 - step % len(names)]):
            try_every_field(m, what, HOSTILE_VALUES[what])
            try_every_reply(m, what, HOSTILE_VALUES[what])
            for decision in m.requests():
                answer = partial(m.fork().answer, HOSTILE_VALUES[what], seat=decision.seat)
                check_action(m, what, answer, True)
        assert snapshot_match(m) == before


MATCH_CALLS: dict[str, Callable[[Match, Any], object]] = {
    "answer for": lambda m, value: m.answer("yes", seat=value),
    "aside": lambda m, value: m.aside(value),
    "aside of": lambda m, value: m.aside("no such aside", seat=value),
    "withdraw": lambda m, value: m.withdraw(value),
    "signal": lambda m, value: m.signal(value),
    "undo": lambda m, value: m.undo(value),
    "redo": lambda m, value: m.redo(value),
    "back": lambda m, value: m.back(value),
    "forward": lambda m, value: m.forward(value),
    "goto turn": lambda m, value: m.goto(turn=value),
    "goto step": lambda m, value: m.goto(step=value),
    "play until": lambda m, value: m.play(until=value),
    "rename": lambda m, value: m.rename(value, "Ada"),
    "rename to": lambda m, value: m.rename("A", value),
    "view": lambda m, value: m.view(value),
    "view shown": lambda m, value: m.as_seen_by(value).view,
    "requests": lambda m, value: m.requests(value),
    "legal moves": lambda m, value: m.legal_moves(value),
    "asides": lambda m, value: m.asides(value),
    "rule": lambda m, value: m.rule(value),
}
"""Methods of a match, each called with one hostile argument."""


@pytest.mark.parametrize("verb", MATCH_CALLS)
def test_a_match_takes_or_refuses_strange_arguments(game: Any, verb: str) -> None:
    m = registry.new(game, seed=7).play(until="turn")
    for what, value in HOSTILE_VALUES.items():
        check_action(m, f"{verb}: {what}", lambda: MATCH_CALLS[verb](m.fork(), value))  # noqa: B023


START_ARGUMENTS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "seats": lambda value: {"seats": value},
    "a seat": lambda value: {"seats": ["Ada", value]},
    "endless seats": lambda value: {"seats": repeat(value)},
    "seed": lambda value: {"seed": value},
    "edition": lambda value: {"edition": value},
    "a section of an edition": lambda value: {"edition": {"edition": value}},
    "position": lambda value: {"position": value},
    "turn": lambda value: {"position": {"turn": value}},
    "a fact of a seat": lambda value: {"position": {"A": {"cash": value}}},
    "then": lambda value: {"position": {"then": value}},
    "an entry in then": lambda value: {"position": {"then": [value]}},
    "a move in then": lambda value: {"position": {"then": [{"seat": "A", "move": value}]}},
    "a seat in then": lambda value: {"position": {"then": [{"seat": value, "move": "yes"}]}},
    "a field in then": lambda value: {
        "position": {"then": [{"seat": "A", "move": "yes", "with": {"amount": value}}]}
    },
    "a signal in then": lambda value: {"position": {"then": [{"signal": value}]}},
    "luck in a position": lambda value: {"position": {"luck": [value]}},
    "luck": lambda value: {"luck": value},
    "an outcome": lambda value: {"luck": [value]},
    "a die": lambda value: {"luck": [[value, value]]},
    "endless luck": lambda value: {"luck": repeat(value)},
    "keep": lambda value: {"keep": value},
    "options": lambda value: {"options": value},
    "an option": lambda value: {"options": {"nonsense": value}},
    "metrics": lambda value: {"metrics": value},
    "a metric": lambda value: {"metrics": [value]},
    "the scope of a metric": lambda value: {"metrics": [Metric("own", "Own", "", value, len)]},
}
"""Keyword arguments of ``classkit.new`` with a hostile value in one place."""


SLOW_PLACES = ("endless luck",)
"""Places where an endless value is rejected only at the maximum length of a record."""


@pytest.mark.parametrize("place", START_ARGUMENTS)
def test_a_match_begins_or_says_why_not(game: Any, place: str) -> None:
    """Check each argument with every value. The short form tries fewer values in slow places."""
    m = registry.new(game, seed=7)
    few = 1 if THOROUGH_MODE or place not in SLOW_PLACES else 5
    for what, value in list(HOSTILE_VALUES.items())[::few]:
        begin = START_ARGUMENTS[place](value)
        check_action(m, f"{place}: {what}", lambda: registry.new(game, **begin).play("turn"))  # noqa: B023


def test_options_are_taken_or_refused(game: Any) -> None:
    m = registry.new(game, seed=7)
    for option in game.options:
        for what, value in HOSTILE_VALUES.items():
            for given_ in (value, [value]):
                begin: dict[str, Any] = {option.name: given_}
                check_action(m, f"{option.name}: {what}", lambda: registry.new(game, options=begin))  # noqa: B023


def test_every_fact_of_a_position_takes_or_refuses(game: Any) -> None:
    """Check each fact of a position in this game, for the table and for the seats.

    The short form checks the facts of one seat, because other seats have the same facts.
    """
    if not game.has_positions:
        return
    m = registry.new(game, seed=7)
    while not m.game.is_set_up(m.table):
        act_randomly(m, RandomStream("set-up"))
    stated = m.position()
    places: list[tuple[str, ...]] = [(key,) for key in stated]
    alike = () if THOROUGH_MODE else m.seats[1:]
    tables = [key for key in stated if isinstance(stated[key], dict) and key not in alike]
    places += [(key, inner) for key in tables for inner in stated[key]]
    for place in places:
        for what, value in HOSTILE_VALUES.items():
            put = {**stated, place[0]: value}
            if len(place) == 2:
                put[place[0]] = {**stated[place[0]], place[1]: value}
            where = f"{'.'.join(map(str, place))}: {what}"
            seats = len(m.seats)
            check_action(m, where, lambda: registry.new(game, seats=seats, position=put))  # noqa: B023


def test_rolls_by_hand_are_taken_or_refused(game: Any) -> None:
    """Check dice and draws entered by hand."""
    m = registry.new(game, seed=7, luck="by_hand")
    chance = RandomStream("by hand")
    for _ in walk_randomly(m, chance, 12):
        request = m.request
        if isinstance(request, (Roll, Draw)):
            name = next(iter(request.move.fields))
            for what, value in HOSTILE_VALUES.items():
                for put in (value, [value], [value, value]):
                    check_action(m, what, lambda: m.fork().answer(put))  # noqa: B023
                    fields: dict[str, Any] = {name: put}
                    check_action(m, what, lambda: m.fork().answer(request.move.name, **fields))  # noqa: B023
