"""One thread at a time: what a match refuses, and that nothing is altered by it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

import classkit
from classkit.engine.match import Match
from classkit.engine.registry import load, loads
from tests.toy import GAME

OTHER = r"in use by another thread \(player\).*[Oo]ne thread at a time.*m\.fork\(\)"
SAME = r"waiting for a policy.*must not change it.*m\.fork\(\)"


def toy(seed: int = 5) -> Match:
    return classkit.new(GAME, seats=3, seed=seed)


class Held:
    """A policy that waits inside a match, in a thread of its own, until it is let go."""

    def __init__(self, match: Match) -> None:
        self.match, self.is_inside, self.may_go = match, Event(), Event()
        self.errors: list[BaseException] = []
        self.thread = Thread(target=self.play, name="player")

    def __call__(self, view: Any, decision: Any) -> Any:
        self.is_inside.set()
        assert self.may_go.wait(60)
        return decision.default

    def play(self) -> None:
        try:
            self.match.play("round", bots=self)
        except BaseException as error:
            self.errors.append(error)

    def __enter__(self) -> Held:
        self.thread.start()
        assert self.is_inside.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self.may_go.set()
        self.thread.join(60)
        assert not self.thread.is_alive()


USES: dict[str, Callable[[Match], Any]] = {
    "play": lambda m: m.play("decision"),
    "play_until": lambda m: m.play(until=lambda m: True),
    "go_on": lambda m: m.continue_play("turn", m.game.default_bots(m.seats)),
    "answer": lambda m: m.answer("stay", seat="A"),
    "aside": lambda m: m.aside("pawn", seat="A"),
    "withdraw": lambda m: m.withdraw("A"),
    "signal": lambda m: m.signal(next(iter(m.game.signals))),
    "repeat": lambda m: m.repeat(classkit.Entry("answer", "A", "stay")),
    "undo": lambda m: m.undo(),
    "redo": lambda m: m.redo(),
    "back": lambda m: m.back(),
    "forward": lambda m: m.forward(),
    "goto": lambda m: m.goto(step=0),
    "fork": lambda m: m.fork(),
    "point": lambda m: m.point(),
    "position": lambda m: m.position(),
    "to_record": lambda m: m.to_record(),
    "record_text": lambda m: m.record_text(),
    "history": lambda m: m.history,
    "metrics": lambda m: m.metrics(),
    "events": lambda m: m.events,
    "transfers": lambda m: m.transfers,
    "told": lambda m: m.events_by_segment,
    "ledger": lambda m: m.ledger,
    "answers": lambda m: m.answers,
    "steps": lambda m: m.steps,
    "entries": lambda m: m.entries,
    "last_turn": lambda m: m.last_turn,
    "digest": lambda m: m.digest(),
    "standings": lambda m: m.standings(),
    "legal_moves": lambda m: m.legal_moves("A"),
    "asides": lambda m: m.asides(),
    "requests": lambda m: m.requests(),
    "map_turn_ends": lambda m: m.map_turn_ends(lambda table: table.turn, 0, 3),
    "history_frame": lambda m: m.history_frame(),
    "view.events": lambda m: m.view("A").events,
    "view.history": lambda m: m.view("A").history,
    "view.ledger": lambda m: m.view("A").ledger,
    "view.answers": lambda m: m.view("A").answers,
    "as_seen_by": lambda m: m.as_seen_by("A").view,
    "players": lambda m: m.make_players("random").play("decision"),
    "html": lambda m: m._repr_html_(),
}


def test_another_thread_is_refused_in_a_sentence_and_nothing_is_altered(tmp_path: Path) -> None:
    m, alone = toy(), toy()
    for one in (m, alone):
        one.play("round", bots="passive")
    with Held(m) as held:
        before = m.step, m.turn
        for name, use in USES.items():
            with pytest.raises(classkit.MatchInUse, match=OTHER):
                use(m)
                pytest.fail(f"{name} was not refused")
        with pytest.raises(classkit.MatchInUse, match=OTHER):
            m.save(tmp_path / "m.json")
        assert not list(tmp_path.iterdir())
        assert (m.step, m.turn) == before and not m.is_over and "waits for" in repr(m)
    assert held.errors == [], "who was first goes on as if nothing had been"
    alone.play("round", bots=lambda view, decision: decision.default)
    assert m.digest() == alone.digest()
    assert load(m.save(tmp_path / "m.json"), game=GAME).digest() == m.digest()


def test_a_thread_that_failed_or_was_interrupted_leaves_the_match_free() -> None:
    def interrupt(view: Any, decision: Any) -> Any:
        raise KeyboardInterrupt

    m, raised = toy(), []

    def play() -> None:
        try:
            m.play("round", bots=interrupt)
        except BaseException as error:
            raised.append(type(error))

    thread = Thread(target=play)
    thread.start()
    thread.join(60)
    with pytest.raises(KeyboardInterrupt):
        m.play("round", bots=interrupt)
    assert raised == [KeyboardInterrupt]
    assert m.play(bots="passive").is_over


def test_threads_may_take_turns() -> None:
    """One thing at a time, not: the thread that made it."""
    alone = toy().play("round", bots="random").play("round", bots="passive").undo()
    with ThreadPoolExecutor(1) as first, ThreadPoolExecutor(1) as second:
        m = first.submit(toy).result()
        first.submit(m.play, "round", "random").result()
        second.submit(m.play, "round", "passive").result()
    assert asyncio.run(asyncio.to_thread(m.undo)) is m
    assert m.digest() == alone.digest() and m.history == alone.history


def test_tasks_that_take_turns_at_their_awaits_are_one_thread() -> None:
    m, alone = toy(), toy()

    async def step() -> None:
        for _ in range(10):
            m.play("decision", bots="random")
            await asyncio.sleep(0)

    async def both() -> None:
        await asyncio.gather(step(), step())

    asyncio.run(both())
    for _ in range(20):
        alone.play("decision", bots="random")
    assert m.step == alone.step and m.digest() == alone.digest()


@pytest.mark.parametrize("name", ["play", "undo", "goto", "back", "signal", "players"])
def test_a_policy_cannot_change_the_match_that_asks_it(name: str) -> None:
    m = toy().play("round", bots="passive")
    before = m.step

    def meddle(view: Any, decision: Any) -> Any:
        USES[name](m)
        return decision.default

    with pytest.raises(classkit.MatchInUse, match=SAME):
        m.play("round", bots=meddle)
    assert m.step == before
    assert loads(m.record_text(), game=GAME).digest() == m.digest()
    assert m.play(bots="passive").is_over


def test_a_policy_cannot_answer_the_decision_it_is_asked() -> None:
    m = toy()

    def meddle(view: Any, decision: Any) -> Any:
        m.answer(decision.default.move, seat=decision.seat, **decision.default.fields)

    with pytest.raises(classkit.MatchInUse, match=SAME):
        m.play("decision", bots=meddle)
    assert m.step == 0


def test_a_policy_may_read_its_match_and_play_on_a_fork() -> None:
    m, alone, ends = toy(), toy(), []

    def look_ahead(view: Any, decision: Any) -> Any:
        assert m.events and m.history is not None and m.record_text()
        ends.append(m.fork().play("round", bots="random").step > m.step)
        return decision.default

    m.play("round", bots=look_ahead)
    alone.play("round", bots=lambda view, decision: decision.default)
    assert ends and all(ends) and m.digest() == alone.digest()


def test_a_metric_cannot_change_the_match_it_measures() -> None:
    def meddle(table: Any) -> int:
        m.play("decision", bots="passive")
        return 1

    figure = classkit.Metric("meddling", "Meddling", "units", "table", meddle)
    m = classkit.new(GAME, seats=3, seed=5, metrics=[figure])
    m.play("round", bots="passive")
    step = m.step
    with pytest.raises(classkit.ClasskitError, match=SAME):
        m.metrics()
    assert [row["meddling"] for row in m.history] == [None] * len(m.history)
    assert m.step == step


def test_a_condition_is_asked_between_decisions_and_keeps_other_threads_out() -> None:
    m, inside, may_go = toy(), Event(), Event()

    def is_so(match: Match) -> bool:
        inside.set()
        assert may_go.wait(60)
        return match.step >= 3

    thread = Thread(target=lambda: m.play(until=is_so), name="player")
    thread.start()
    assert inside.wait(60)
    with pytest.raises(classkit.MatchInUse, match=OTHER):
        m.play("decision")
    may_go.set()
    thread.join(60)
    assert m.step == 3


def test_a_fork_is_another_match() -> None:
    m = toy().play("round", bots="passive")
    twin = m.fork()
    alone = twin.fork().play(bots="passive")
    with Held(m):
        assert twin.play(bots="passive").digest() == alone.digest()
        on = classkit.Match.at(alone.goto(step=1).point(), 3, classkit.Keep())
        assert on.play(bots="passive").is_over


def test_many_matches_in_many_threads_are_as_one_after_the_other() -> None:
    def play(seed: int) -> tuple[str, int, str]:
        m = classkit.new("poleconomy", seats=3, seed=seed).play("round")
        m.fork().play("turn", bots="random")
        m.undo(2).play(until="end")
        return m.digest(), len(m.history), m.record_text()

    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(play, range(16)))
    assert together == [play(seed) for seed in range(16)]


def test_under_stress_every_record_that_is_saved_opens(tmp_path: Path, fast_switches: None) -> None:
    """No interleaving is forced here: these conditions hold for every interleaving."""
    m = toy()

    def use(number: int) -> None:
        for turn in range(30):
            try:
                if (turn + number) % 5 == 0 and m.step:
                    m.undo()
                elif turn % 7 == 3:
                    load(m.save(tmp_path / f"{number}.json"), game=GAME)
                else:
                    m.play("decision", bots="random")
            except (classkit.MatchInUse, classkit.NothingToDo):
                pass

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(use, range(4)))
    assert loads(m.record_text(), game=GAME).digest() == m.digest()


@pytest.fixture
def fast_switches() -> Any:
    import sys

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)
