"""Minimal games, made of a list of flows, for tests of single features of the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import classkit
from classkit.engine.decisions import Aside, Decision, Flow
from classkit.engine.editions import Edition
from classkit.engine.fields import OneOf
from classkit.engine.game import Game, Standing, rank_scores
from classkit.engine.ledger import Ledger
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.moves import Move
from classkit.engine.options import Option
from classkit.engine.rulebook_text import Rulebook
from classkit.engine.state import GameState

CLAUSES = "\n".join(f"- **X{n}** Clause number {n} of a tiny game." for n in range(1, 10))


@dataclass(slots=True, kw_only=True, eq=False)
class TinyTable(GameState):
    """A state with a list of notes and a number."""

    notes: list[Any] = field(default_factory=list)
    played: int = 0


Segment = Callable[[TinyTable], Flow[None]]


class Tiny(Game[TinyTable]):
    """A game of the given flows, one segment each."""

    name = "tiny"
    title = "Tiny"
    authors = "nobody"
    seat_numbers = range(1, 6)
    rulebook = Rulebook.from_text(CLAUSES)
    signals: ClassVar = {"bell": "X9"}
    metrics = (Metric("notes", "Notes", "", "table", lambda t: len(t.notes)),)
    options = (Option("speed", 1, "X1", "how fast", OneOf(range(1, 4))),)

    def __init__(
        self,
        *segments: Segment,
        asides: Callable[[TinyTable, Decision], Sequence[Aside]] = lambda t, d: (),
        signal: Callable[[TinyTable], None] = lambda t: t.notes.append("bell"),
    ) -> None:
        self.segments, self.open_asides, self.rung = segments, asides, signal

    def editions(self) -> Mapping[str, str]:
        return {"tiny": "Tiny"}

    def edition(self, source: Any = None) -> Edition:
        return Edition("tiny", "Tiny", {}, None, built_in=True)

    def set_up(self, seats: tuple[str, ...], options: Any, edition: Edition) -> TinyTable:
        coins = {"bank": 100, **dict.fromkeys(seats, 10)}
        return TinyTable(seats=seats, options=options, ledger=Ledger.open({"dollars": coins}))

    def is_set_up(self, table: TinyTable) -> bool:
        return True

    def segment(self, table: TinyTable) -> Flow[None] | None:
        if table.is_over:
            return None
        if table.played == len(self.segments):
            table.ending = "played"
            return None
        flow = self.segments[table.played]
        table.played += 1
        table.turn += 1
        return flow(table)

    def asides(self, table: TinyTable, decision: Decision) -> Sequence[Aside]:
        return self.open_asides(table, decision)

    def signal(self, table: TinyTable, name: str) -> None:
        self.rung(table)

    def standings(self, table: TinyTable) -> list[Standing]:
        return rank_scores({seat: table.cash(seat) for seat in table.seats})

    def place(self, table: TinyTable, facts: Mapping[str, Any]) -> None:
        table.played = facts.get("played", 0)


YES_OR_NO = (Move("yes"), Move("no"))


def ask(seat: str, name: str = "question", **more: Any) -> Segment:
    """Return a segment that asks one seat yes or no and notes the answer."""

    def flow(t: TinyTable) -> Flow[None]:
        answer = yield from t.ask(seat, name, YES_OR_NO, rule="X1", default="no", **more)
        t.tell("answered", "X1", seat, move=answer.move)
        t.notes.append(f"{seat} {answer.move}")

    return flow


def ask_sealed(*seats: str) -> Segment:
    """Return a segment that asks several seats at once."""

    def flow(t: TinyTable) -> Flow[None]:
        asked = [Decision(seat, "secret", YES_OR_NO, "X2", "no") for seat in seats]
        answers = yield from t.ask_all(asked)
        t.notes.append([f"{seat} {answer.move}" for seat, answer in answers.items()])

    return flow


def throw(*, dice: int = 2, seat: str = "A") -> Segment:
    """Return a segment that only rolls dice."""

    def flow(t: TinyTable) -> Flow[None]:
        faces = yield from t.roll(dice, purpose="move", rule="X3", seat=seat)
        t.notes.append(faces)

    return flow


def silent(t: TinyTable) -> Flow[None]:
    """Return a segment without requests."""
    yield from ()
    t.notes.append("silent")


def match(*segments: Segment, seats: int = 3, seed: int = 1, **more: Any) -> Match:
    """Return a match of these segments."""
    kernel = {key: more.pop(key) for key in ("keep", "luck", "position") if key in more}
    return classkit.new(Tiny(*segments, **more), seats=seats, seed=seed, **kernel)


def asides_of(
    *entries: tuple[str, str, Segment],
) -> Callable[[TinyTable, Decision], list[Aside]]:
    """Return asides from (seat, name, flow), open at every decision."""

    def listed(t: TinyTable, decision: Decision) -> list[Aside]:
        return [
            Aside(seat, Move(name), lambda flow=flow: flow(t), "X4") for seat, name, flow in entries
        ]

    return listed
