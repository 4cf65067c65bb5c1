"""Matches on which the laws are tried: random options, bots and hands, of any game."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from classkit.engine import registry
from classkit.engine.errors import OptionError
from classkit.engine.fields import Amount, OneOf, Rising
from classkit.engine.game import Game
from classkit.engine.log import OUTCOMES, Entry, Keep
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.options import Option
from classkit.engine.record import dumps
from classkit.engine.registry import loads
from classkit.engine.requests import Decision, Draw, Roll
from classkit.engine.words import LETTERS

FEW_MATCHES = 4
MATCHES = int(os.environ.get("CLASSKIT_MATCHES", FEW_MATCHES))
"""The number of matches on which each law is tried; CLASSKIT_MATCHES=400 is thorough."""

THOROUGH = MATCHES > FEW_MATCHES
"""True if the laws take their long form."""

law = settings(
    max_examples=MATCHES,
    derandomize=not THOROUGH,
    deadline=None,
    suppress_health_check=(
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
        HealthCheck.function_scoped_fixture,  # safe: a game holds no state of any match
    ),
)
"""The mark of a law that is tried on generated matches, by default always the same few."""


@dataclass(frozen=True)
class Setup:
    """The beginning of a match, all of it drawn by Hypothesis."""

    game: Game[Any]
    seats: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    bots: tuple[str, ...] = ()

    def new(self, **more: Any) -> Match:
        """Return a new match, the same one every time; ``more`` is what else it begins with."""
        try:
            return registry.new(
                self.game, seats=self.seats, seed=self.seed, options=self.options, **more
            )
        except OptionError:  # options that do not go together are refused, rightly
            assume(False)
            raise

    @property
    def players(self) -> dict[str, str]:
        """Seat -> the name of its bot."""
        return dict(zip(LETTERS, self.bots, strict=False))


def option_values(option: Option, seats: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """Return the values that an option may take, short numbers more often than long ones.

    If there are few, such as the games of a box, each is equally likely.
    """
    values = option.among(seats)
    if isinstance(values, OneOf) and len(values.options) <= FEW:
        return st.sampled_from(values.options)
    if isinstance(values, Amount):
        numbers = range(values.low, values.high + 1, values.step)
        numbers = numbers[:: max(1, len(numbers) // 200)]
        drawn = st.sampled_from(numbers[:5]) | st.sampled_from(numbers)
        return st.just(option.default) | drawn | st.sampled_from(values.suggest())
    if isinstance(values, Rising):
        some = st.sets(st.integers(values.low, values.high), max_size=6).map(sorted)
        return st.just(option.default) | some | st.sampled_from(values.suggest())
    every = values.options if isinstance(values, OneOf) else values.suggest()
    return st.just(option.default) | st.sampled_from(every)


FEW = 4


@st.composite
def setups(draw: st.DrawFn, game: Game[Any]) -> Setup:
    """Draw a setup of a game: seats, options, seed and bots."""
    count = draw(st.sampled_from(list(game.seat_numbers)))
    seats = tuple(LETTERS[:count])
    options = {}
    for option in game.options:
        value = draw(option_values(option, seats))
        if value != option.default:
            options[option.name] = value
    bots = draw(st.tuples(*[st.sampled_from(["random", *sorted(game.bots())])] * count))
    return Setup(game, count, draw(st.integers(0, 2**64 - 1)), options, bots)


def begun(game: Any, data: st.DataObject, key: str, **more: Any) -> tuple[Match, Stream]:
    """Draw a setup; return its match, and the random source for the law named ``key``."""
    setup: Setup = data.draw(setups(game))
    return setup.new(**more), Stream(f"{key} {setup.seed}")


def walk(m: Match, chance: Stream, steps: int, last: bool = False) -> Iterator[int]:
    """Take up to ``steps`` random steps and yield the number of each before it; end with the match.

    With ``last``, also yield at the moment when the match is over.
    """
    for number in range(steps):
        if last or not m.is_over:
            yield number
        if m.is_over:
            return
        give_something(m, chance)


def asked(m: Match) -> tuple[str, list[str]]:
    """Return all that a match asks, and what may be answered, also what is asked in private."""
    return repr(m.request), [repr((one.seat, one.legal, one.default)) for one in m.requests()]


def give_something(m: Match, chance: Stream) -> None:
    """Give something random that may be given now: answer, aside, withdrawal, or signal."""
    request = m.request
    assert request is not None
    if isinstance(request, (Roll, Draw)):
        outcome = request.move.draw(chance)
        assert outcome is not None, f"no outcome fits {request}"
        m.answer(outcome.move, **outcome.fields)
        return
    if m.answered and not chance.below(4):
        m.withdraw(chance.choice(m.answered))
        return
    if m.game.signals and not chance.below(60) and (signals := sorted(m.signals)):
        m.signal(chance.choice(signals))
        return
    if not chance.below(5):
        asides = [aside for aside in m.asides() if not aside.move.barred]
        if asides:
            aside = chance.choice(asides)
            drawn = aside.move.draw(chance)
            if drawn is not None:
                m.aside(drawn.move, seat=aside.seat, **drawn.fields)
                return
    answer_something(m, chance.choice(m.requests()), chance)


MOST_TRIES = 30
"""The most attempts to find something other than what lies ahead."""


def decide_otherwise(m: Match, key: str = "") -> bool:
    """Give something random that does not lie next ahead; False where nothing else is found."""
    for number in range(MOST_TRIES):
        twin = m.fork()
        give_something(twin, Stream(f"otherwise {key} {number}"))
        if twin.cuts > m.cuts:
            give_something(m, Stream(f"otherwise {key} {number}"))
            return True
    return False


def give_again(m: Match, entry: Entry) -> None:
    """Give an entry of the log as if somebody decided it now."""
    if entry.kind in OUTCOMES:
        m.answer(list(entry.value))
    else:
        m.repeat(entry._replace(by=""))


def answer_something(m: Match, decision: Decision, chance: Stream) -> None:
    """Answer a decision at random."""
    for move in chance.shuffled(decision.legal):
        answer = move.draw(chance)
        if answer is not None:
            m.answer(answer.move, seat=decision.seat, **answer.fields)
            return
    raise AssertionError(f"nothing can be answered to {decision}")


def play_by_chance(m: Match, steps: int, key: str = "") -> Match:
    """Take up to ``steps`` random steps, and try everything that is offered."""
    chance = Stream(f"hands {key}")
    for _ in range(steps):
        if m.request is None:
            break
        give_something(m, chance)
    return m


def fingerprint(m: Match) -> dict[str, Any]:
    """Return everything that can be seen of a match now, to be compared with another."""
    return {
        "digest": m.digest(),
        "request": asked(m),
        "answered": m.answered,
        "forms": [(d.seat, d.name, [move.form() for move in d.moves]) for d in m.requests()],
        "asides": [(aside.seat, aside.move.form()) for aside in m.asides()],
        "step": m.step,
        "turn": m.turn,
        "round": m.round,
        "events": m.events,
        "transfers": m.transfers,
        "history": m.history,
        "answers": m.answers,
        "ending": m.ending,
        "standings": m.standings(),
    }


def reopened(m: Match, **keep: Any) -> Match:
    """Return the match saved and opened again."""
    return loads(dumps(m.to_record()), game=m.game, **keep)


def lean() -> Keep:
    """Keep no copies, as in simulations."""
    return Keep(copies=False)


def some(seed: int, items: list[Any], count: int) -> list[Any]:
    """Return a few of the items, the same for the same seed."""
    return random.Random(seed).sample(items, min(count, len(items)))
