"""Laws of strange values: each is taken, or refused in a short sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine import registry
from classkit.engine.errors import ClasskitError
from classkit.engine.fields import Bundle, Field, ListOf
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.requests import Decision, Draw, Roll

from .matches import THOROUGH, begun, fingerprint, give_something, law, walk
from .play import check_sentence, first_values

STEPS = 24
LONGEST_SENTENCE = 1_000
"""The most characters of a refusal that people still read."""


def breaks(*_args: Any, **_named: Any) -> NoReturn:
    """Raise an error, as the methods of a hostile object do."""
    raise ZeroDivisionError("asked what it should not be asked")


COMPARING = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__")
SHOWING = ("__repr__", "__str__", "__format__")
COUNTING = ("__index__", "__int__", "__float__", "__bool__")
HOLDING = ("__len__", "__iter__", "__getitem__", "__contains__")
BREAKING = dict.fromkeys((*COMPARING, *SHOWING, *COUNTING, *HOLDING), breaks)


def hostile(kind: type, *args: Any) -> Any:
    """Make an object of a kind that raises an error on whatever it is asked."""
    return type(f"Hostile{kind.__name__}", (kind,), dict(BREAKING))(*args)


class Talkative:
    """An object with a very long text."""

    def __repr__(self) -> str:
        return "y" * 100_000


class Enormous:
    """A whole number of a type of its own, with more digits than Python writes."""

    def __index__(self) -> int:
        return 10**5_000


def nested(levels: int) -> Any:
    """Return lists nested in lists, ``levels`` deep."""
    inner: Any = []
    for _ in range(levels):
        inner = [inner]
    return inner


def doubled(levels: int) -> Any:
    """Return a short nested list whose text doubles with each of the ``levels``."""
    inner: Any = [1, 2]
    for _ in range(levels):
        inner = [inner, inner]
    return inner


def holding_itself() -> Any:
    """Return a list that holds itself."""
    inner: list[Any] = []
    inner.append(inner)
    return inner


STRANGE: dict[str, Any] = {
    "a number of 5,001 digits": 10**5_000,
    "a number of 5,001 digits below 0": -(10**5_000),
    "a number of 4,000 digits": 10**4_000 - 1,
    "a number of 30 digits": 10**29,
    "an enormous number": Enormous(),
    "not a number": float("nan"),
    "a hostile object": hostile(object),
    "a hostile text": hostile(str, "yes"),
    "a hostile number": hostile(int, 5),
    "a hostile list": hostile(list, [1, 2]),
    "a hostile dict": hostile(dict, {"cash": 1}),
    "a hostile tuple": hostile(tuple, ("yes", {})),
    "a list with hostile things": [hostile(object), 10**5_000, hostile(str, "A")],
    "a dict with hostile things": {"cash": hostile(object), "A": 10**5_000, 10**5_000: 1},
    "a long text": "x" * 100_000,
    "a text that steers a terminal": "\x1b[2J\0\n",
    "half a character": "\ud800",
    "something talkative": Talkative(),
    "a deep list": nested(50_000),
    "a list that holds itself": holding_itself(),
    "a list without end, written out": doubled(60),
    "bytes": b"\0" * 10_000,
    "a set": {1},
    "a class": Talkative,
    "a truth value": True,
    "nothing": None,
}
"""Values that hardly any field takes, by what each is."""


def judge(m: Match, what: str, act: Callable[[], object], with_clause: bool = False) -> None:
    """Do something with a strange value: it must work, or a short sentence must say why not."""
    try:
        act()
    except ClasskitError as error:
        told = str(error)
        assert 5 < len(told) < LONGEST_SENTENCE, f"{what}: {len(told)} characters: {told[:200]}"
        assert "\x1b" not in told, f"{what} reaches the terminal: {told}"
        if with_clause:
            check_sentence(m, told)
    except Exception as error:
        raise AssertionError(f"{what}: {type(error).__name__}") from error


def puttings(field: Field, value: Any, depth: int = 0) -> Iterator[Any]:
    """Yield the value itself, and a suggestion of the field with the value at each place in it."""
    yield value
    if depth > 3:
        return
    if isinstance(field, ListOf):
        for item in puttings(field.item, value, depth + 1):
            yield [item]
    elif isinstance(field, Bundle):
        usual: Any = next(iter(field.suggest()), {})
        for name, part in field.fields.items():
            for item in puttings(part, value, depth + 1):
                yield {**usual, name: item}


def try_every_field(m: Match, what: str, value: Any) -> None:
    """Put a strange value into every field of every move and aside that is open."""
    for decision in m.requests():
        seat = decision.seat
        for move in decision.moves:
            for name, field in move.fields.items():
                for put in puttings(field, value):
                    fields = {**first_values(move), name: put}
                    where = f"{what} as {name} of {move.name} in {decision.name}"
                    answer = m.fork().answer
                    judge(m, where, lambda: answer(move.name, seat=seat, **fields), True)  # noqa: B023
    for aside in m.asides():
        for name, field in aside.move.fields.items():
            for put in puttings(field, value):
                fields = {**first_values(aside.move), name: put}
                where = f"{what} as {name} of the aside {aside.move.name}"
                do = m.fork().aside
                judge(m, where, lambda: do(aside.move.name, seat=aside.seat, **fields))  # noqa: B023


class Replies:
    """A policy that answers, or acts aside, always with the same value."""

    def __init__(self, reply: Any, beside: bool) -> None:
        self.reply, self.beside = reply, beside

    def __call__(self, view: Any, decision: Decision) -> Any:
        return decision.default if self.beside else self.reply

    def aside(self, view: Any, decision: Decision, open_asides: Any) -> Any:
        return self.reply if self.beside else None


def try_every_reply(m: Match, what: str, value: Any) -> None:
    """Let policies answer with a strange value, alone and in the place of fields."""
    for decision in m.requests():
        name = decision.moves[0].name
        replies: list[Any] = [value, (value, {}), (name, value), (name, {"amount": value})]
        for reply in replies:
            for beside in (False, True):
                bots = Replies(reply, beside)
                play = m.fork().play
                judge(m, f"{what} from a policy", lambda: play("decision", bots=bots))  # noqa: B023


@law
@given(st.data())
def test_strange_values_are_taken_or_refused_in_every_field(game: Any, data: st.DataObject) -> None:
    """Check every field of moves and asides, and replies of policies; the match stays the same."""
    m, chance = begun(game, data, "strange")
    names = chance.shuffled(sorted(STRANGE))
    for step in walk(m, chance, STEPS):
        before = fingerprint(m)
        for what in (names[step % len(names)], names[-1 - step % len(names)]):
            try_every_field(m, what, STRANGE[what])
            try_every_reply(m, what, STRANGE[what])
            for decision in m.requests():
                answer = m.fork().answer
                judge(m, what, lambda: answer(STRANGE[what], seat=decision.seat), True)  # noqa: B023
        assert fingerprint(m) == before


DOOR: dict[str, Callable[[Match, Any], object]] = {
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
    "view shown": lambda m, value: m.view_shown(value),
    "requests": lambda m, value: m.requests(value),
    "legal moves": lambda m, value: m.legal_moves(value),
    "asides": lambda m, value: m.asides(value),
    "rule": lambda m, value: m.rule(value),
}
"""The questions to a match that take one argument."""


@pytest.mark.parametrize("verb", DOOR)
def test_a_match_takes_or_refuses_strange_arguments(game: Any, verb: str) -> None:
    m = registry.new(game, seed=7).play(until="turn")
    for what, value in STRANGE.items():
        judge(m, f"{verb}: {what}", lambda: DOOR[verb](m.fork(), value))  # noqa: B023


BEGINNINGS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "seats": lambda value: {"seats": value},
    "a seat": lambda value: {"seats": ["Ada", value]},
    "seats without end": lambda value: {"seats": repeat(value)},
    "seed": lambda value: {"seed": value},
    "edition": lambda value: {"edition": value},
    "a table of an edition": lambda value: {"edition": {"edition": value}},
    "position": lambda value: {"position": value},
    "turn": lambda value: {"position": {"turn": value}},
    "a fact of a seat": lambda value: {"position": {"A": {"cash": value}}},
    "then": lambda value: {"position": {"then": value}},
    "an answer of then": lambda value: {"position": {"then": [value]}},
    "a move of then": lambda value: {"position": {"then": [{"seat": "A", "move": value}]}},
    "a seat of then": lambda value: {"position": {"then": [{"seat": value, "move": "yes"}]}},
    "a field of then": lambda value: {
        "position": {"then": [{"seat": "A", "move": "yes", "with": {"amount": value}}]}
    },
    "a signal of then": lambda value: {"position": {"then": [{"signal": value}]}},
    "luck of a position": lambda value: {"position": {"luck": [value]}},
    "luck": lambda value: {"luck": value},
    "an outcome": lambda value: {"luck": [value]},
    "a die": lambda value: {"luck": [[value, value]]},
    "luck without end": lambda value: {"luck": repeat(value)},
    "keep": lambda value: {"keep": value},
    "options": lambda value: {"options": value},
    "an option": lambda value: {"options": {"nonsense": value}},
    "metrics": lambda value: {"metrics": value},
    "a figure": lambda value: {"metrics": [value]},
    "the scope of a figure": lambda value: {"metrics": [Metric("own", "Own", "", value, len)]},
}
"""The ways to begin a match with a strange value in one place."""


LONG_TO_READ = ("luck without end",)
"""Places at which an endless value is refused only after as many outcomes as a record may hold."""


@pytest.mark.parametrize("place", BEGINNINGS)
def test_a_match_begins_or_says_why_not(game: Any, place: str) -> None:
    """Check each way to begin with every value; the short form reads a few without end."""
    m = registry.new(game, seed=7)
    few = 1 if THOROUGH or place not in LONG_TO_READ else 5
    for what, value in list(STRANGE.items())[::few]:
        begin = BEGINNINGS[place](value)
        judge(m, f"{place}: {what}", lambda: registry.new(game, **begin).play("turn"))  # noqa: B023


def test_options_are_taken_or_refused(game: Any) -> None:
    m = registry.new(game, seed=7)
    for option in game.options:
        for what, value in STRANGE.items():
            for given_ in (value, [value]):
                begin: dict[str, Any] = {option.name: given_}
                judge(m, f"{option.name}: {what}", lambda: registry.new(game, options=begin))  # noqa: B023


def test_every_fact_of_a_position_takes_or_refuses(game: Any) -> None:
    """Check each fact that a position of this game states, of the table and of the seats.

    The short form takes the facts of one seat, since those of the others are the same.
    """
    if not game.has_positions:
        return
    m = registry.new(game, seed=7)
    while not m.game.is_set_up(m.table):
        give_something(m, Stream("set-up"))
    stated = m.position()
    places: list[tuple[str, ...]] = [(key,) for key in stated]
    alike = () if THOROUGH else m.seats[1:]
    tables = [key for key in stated if isinstance(stated[key], dict) and key not in alike]
    places += [(key, inner) for key in tables for inner in stated[key]]
    for place in places:
        for what, value in STRANGE.items():
            put = {**stated, place[0]: value}
            if len(place) == 2:
                put[place[0]] = {**stated[place[0]], place[1]: value}
            where = f"{'.'.join(map(str, place))}: {what}"
            seats = len(m.seats)
            judge(m, where, lambda: registry.new(game, seats=seats, position=put))  # noqa: B023


def test_what_the_room_throws_is_taken_or_refused(game: Any) -> None:
    """Check dice and draws typed in by hand."""
    m = registry.new(game, seed=7, luck="by_hand")
    chance = Stream("by hand")
    for _ in walk(m, chance, 12):
        request = m.request
        if isinstance(request, (Roll, Draw)):
            name = next(iter(request.move.fields))
            for what, value in STRANGE.items():
                for put in (value, [value], [value, value]):
                    judge(m, what, lambda: m.fork().answer(put))  # noqa: B023
                    fields: dict[str, Any] = {name: put}
                    judge(m, what, lambda: m.fork().answer(request.move.name, **fields))  # noqa: B023
