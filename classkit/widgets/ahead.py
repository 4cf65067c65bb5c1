"""Play ahead of a table: futures and compared moves, in other processes while it goes on.

What they send is taken beside the table (``abilities.beside``), which gathers it now and then
(:meth:`Ahead.gather`). So a class can step on while it waits.

Futures follow from everything, hidden things too. Where something is hidden they are shown only
while the table is shown as the instructor sees it: a fan could tell which card lies face-down.
For everybody else, answers that are still sealed are left out, and bots give them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event
from typing import TYPE_CHECKING, Any, TypeAlias

from classkit import abilities
from classkit.charts.shapes import FanLines, FanNow
from classkit.engine.bots import read_bots
from classkit.engine.errors import IllegalMove, NothingToDo
from classkit.engine.log import INSTRUCTOR
from classkit.engine.requests import Decision
from classkit.engine.words import plain_words

from .asks import sees
from .labels import answer_label
from .seating import Seating
from .shapes import FuturesNow, MovesNow, StudyNow
from .story import place_of

if TYPE_CHECKING:
    from classkit.engine.bots import Player
    from classkit.engine.match import Match
    from classkit.study.ahead.arguments import Unit
    from classkit.study.ahead.compare import Comparison
    from classkit.study.ahead.future import Outcome
    from classkit.study.ahead.futures import Futures
    from classkit.study.processes.together import Together

Data = dict[str, Any]
Asked: TypeAlias = "Futures | Comparison"

MOST = 1_000
"""So many futures a page may ask for: a few seconds of two processes, and 100 KB for its charts."""
OFTEN = 0.02
"""Seconds between two looks at what a second Python has sent."""
MOST_PROCESSES = 2
"""So many processes play for one table: a host may have eighty of them."""
HIDDEN = (
    "Something lies hidden in this match, and futures are made from all of it: they would tell it. "
    "Show the match as the instructor sees it, where the class may not look on, or wait until "
    "nothing is hidden."
)
SEVERAL_WINNERS = "Seats that tie all win: their shares may add to more than 100%."
SECRET = (
    "What this seat is asked is secret: show the match as that seat, or as the instructor, sees it."
)

SEALED_BEFORE = (
    "Others have answered before, and that is sealed still: what an answer leads to now would tell "
    "it. Show the match as the instructor sees it, or wait until all is opened."
)


SO_FAR = "looks larger than luck so far"
"""What is said of a lead before the whole study has been played."""


class Ahead:
    """One study of a table: what was asked, from which point, and what has come.

    ``only_for`` is the viewer for whom it was made where it tells what is hidden from others; None
    where everybody may see it.
    """

    def __init__(self, asked: Asked, match: Match, head: str, only_for: str | None) -> None:
        self.asked, self.match, self.head, self.only_for = asked, match, head, only_for
        self.turn, self.step, self.digest = match.turn, match.step, match.digest()
        self.moment = place_of(match)
        self.state = "running"
        self.problem = ""
        self.came: SimpleQueue[Any] = SimpleQueue()
        self.stopped = Event()
        self.told, self.looked = False, (0, "running")
        self.together = shared(asked)
        source = self.together.results() if self.together else asked.source
        asked.source = self.arriving()
        self.work = self.play(source)
        abilities.beside(self.work)

    def play(self, source: Generator[tuple[int, Outcome] | None]) -> Generator[float]:
        """Take what is played and pass it on, one step at a time, beside the table."""
        try:
            for found in source:
                if found is not None:
                    self.came.put(found)
                if self.stopped.is_set():
                    break
                yield OFTEN if found is None else 0
        except BaseException as error:  # it would be lost in this thread
            self.came.put(error)
        finally:
            source.close()
            self.came.put(None)

    def arriving(self) -> Generator[tuple[int, Outcome]]:
        """Yield outcomes as they come, for a cell that waits for the whole frame."""
        if self.together:
            self.together.stay_alone()  # nothing comes from elsewhere while this waits
        try:
            while self.state == "running":
                while not abilities.has_threads() and self.came.empty():
                    next(self.work, None)
                found = self.came.get()
                if found is None:
                    self.state = "done"
                elif isinstance(found, BaseException):
                    self.state, self.problem = "failed", str(found) or type(found).__name__
                    raise found
                else:
                    yield found
        except GeneratorExit:
            self.stop()
            raise

    def stop(self) -> None:
        """Play no more; what has come stays."""
        if self.state == "running":
            self.state = "cancelled"
        self.stopped.set()

    def gather(self, wait: bool = False) -> bool:
        """Collect new outcomes; return whether there are any since the last call."""
        with suppress(Empty):
            while self.state == "running":
                found = self.came.get(block=wait)
                if found is None:
                    self.state = "done"
                elif isinstance(found, BaseException):
                    self.state, self.problem = "failed", str(found) or type(found).__name__
                    self.asked.failure = found
                else:
                    self.asked.take(*found)
        before, self.looked = self.looked, (self.asked.done, self.state)
        return self.looked != before

    def is_for(self, viewer: str | None) -> bool:
        """Return whether this viewer may see it."""
        return self.only_for is None or viewer in (self.only_for, INSTRUCTOR)

    def is_here(self) -> bool:
        """Return whether the match still stands where the study began."""
        match = self.match
        return match.step == self.step and match.digest() == self.digest

    def words(self) -> str:
        """Return what it comes to in a sentence, as certain as it is.

        Whoever looks again and again, and may stop when it looks good, sees a lead that is luck
        more often than one time in twenty: what is larger than luck is told of a whole study.
        """
        from classkit.study.ahead.verdict import LARGER  # loaded by whoever plays a study

        words: str = self.asked.sentence(wait=False)
        return words if self.state == "done" else words.replace(LARGER, SO_FAR)

    def status(self) -> StudyNow:
        """Return the progress of the study in words."""
        status: StudyNow = {"state": self.state, "head": self.head, "turn": self.turn}
        if self.problem:
            status["problem"] = self.problem
        if not self.is_here():
            status["stale"] = f"The match has gone on: this is what was ahead in {self.moment}."
        return status


def begin_futures(
    desk: Seating,
    viewer: str | None,
    n: int = 200,
    bots: Any = None,
    horizon: int | None = None,
    unit: Unit = "turn",
    metrics: Sequence[str] | None = None,
) -> Ahead:
    """Return futures of the match on the screen, as far as the viewer may know them."""
    from classkit import study

    match = desk.match
    refuse(desk, viewer)
    asked = study.futures(
        match,
        n,
        seated(desk, bots),
        horizon,
        unit=unit,
        metrics=metrics,
        processes=processes(),
        sealed=viewer == INSTRUCTOR,
    )
    secret = viewer == INSTRUCTOR and (match.game.has_secrets(match.table) or match.unopened)
    head = f"Futures from {place_of(match)}, {players(desk, bots)}"
    return Ahead(asked, match, head, viewer if secret else None)


def begin_moves(
    desk: Seating,
    viewer: str | None,
    n: int = 100,
    bots: Any = None,
    outcome: str = "score",
    horizon: int | None = None,
    unit: Unit = "turn",
    seat: str | None = None,
) -> Ahead:
    """Return the answers to what is asked now, compared, as far as the viewer may know them."""
    from classkit import study

    match = desk.match
    refuse(desk, viewer)
    asked_now = [one for one in match.requests() if seat in (None, one.seat)]
    if seat is None and len(asked_now) > 1:
        asked_now = asked_now[:1]
    if is_sealed_before(match, viewer):
        raise IllegalMove(SEALED_BEFORE)
    if asked_now and not may_compare(match, asked_now[0], viewer):
        raise IllegalMove(SECRET)
    asked = study.compare_moves(
        match,
        n,
        seated(desk, bots),
        outcome,
        horizon=horizon,
        unit=unit,
        seat=asked_now[0].seat if asked_now else seat,
        processes=processes(),
        sealed=viewer == INSTRUCTOR,
    )
    hidden = is_hidden(match, None) or is_sealed_before(match, None)
    open_to_all = not hidden and may_compare(match, asked_now[0], None)
    here = place_of(match)
    asks = f"{desk.say.seat(asked.seat)}: {asked.question}"
    head = f"{asks} {here[:1].upper()}{here[1:]}, {players(desk, bots)}"
    return Ahead(asked, match, head, None if open_to_all else viewer)


def refuse(desk: Seating, viewer: str | None) -> None:
    """IllegalMove or NothingToDo, with the reason, where there are no futures to be shown."""
    reason = barred(desk.match, viewer)
    if reason and desk.match.is_over:
        raise NothingToDo(reason)
    if reason:
        raise IllegalMove(reason)


def barred(match: Match, viewer: str | None) -> str:
    """Return why no futures can be shown now; an empty text if they can."""
    if match.is_over:
        return "The match is over: nothing comes after it."
    return HIDDEN if is_hidden(match, viewer) else ""


def is_hidden(match: Match, viewer: str | None) -> bool:
    """Return whether futures would tell the viewer what it may not know."""
    return viewer != INSTRUCTOR and match.game.has_secrets(match.table)


def is_sealed_before(match: Match, viewer: str | None) -> bool:
    """Return whether answers of an earlier request are sealed still that the viewer may not know.

    Futures go on from before them; what is asked now has come of them.
    """
    return viewer != INSTRUCTOR and set(match.unopened) != set(match.answered)


def may_compare(match: Match, decision: Decision, viewer: str | None) -> bool:
    """Return whether the viewer may see what the answers to a decision lead to."""
    sealed = not isinstance(match.request, Decision)
    if sealed and viewer not in (decision.seat, INSTRUCTOR):
        return False
    return sees(decision, viewer)


def shared(asked: Asked) -> Together | None:
    """Return a study that a second Python of the page plays, where there is one and a loop runs."""
    if abilities.helper is None:
        return None
    from classkit.study.processes.together import Together

    return Together(asked.jobs, asked.scenario, abilities.helper)


def processes() -> int:
    """Return the number of processes that play for a table, within the host's limit."""
    from classkit.study.processes.warm_pool import most_processes

    return min(MOST_PROCESSES, most_processes())


def seated(desk: Seating, bots: Any) -> dict[str, Player | None]:
    """Return the bots that play, by seat: those named, and at the other seats who sits there.

    In the place of persons the game's own play.
    """
    match = desk.match
    sitting = {seat: bot for seat, bot in desk.policies().items() if bot is not None}
    own = {**match.game.own_bots(match.seats), **sitting}
    read = read_bots(
        bots, match.game, match.seats, match.names, own=own, also=desk.own_bots, people=False
    )
    return {
        seat: desk.player_for(seat, bot) if isinstance(bot, str) else bot
        for seat, bot in read.items()
    }


def players(desk: Seating, bots: Any) -> str:
    """Return who plays, in words."""
    if isinstance(bots, str):
        return f"{plain_words(bots)} in all seats"
    return "bots as they sit" if bots is None else "bots of your own"


# --- what the page is shown ---------------------------------------------


def futures_shown(ahead: Ahead) -> FuturesNow:
    """Return futures as far as they have come: how often what comes true."""
    asked: Any = ahead.asked
    ends, wins = asked.endings(wait=False), asked.wins(wait=False)
    # the one way in which all of them end is no news: it comes last
    chances = [*ends, *wins] if len(ends) > 1 else [*wins, *ends]
    counted = Counter[str]()
    for one in wins:
        counted[one.race] += one.times
    return {
        **ahead.status(),
        "done": asked.done,
        "n": asked.n,
        "words": ahead.words(),
        "note": SEVERAL_WINNERS if max(counted.values(), default=0) > asked.done else "",
        "chances": [
            (
                one.kind,
                one.name if one.kind == "win" else "",
                one.label,
                f"{one.label}: {one.times} of {one.n}",
                round(one.share, 4),
                round(one.standard_error, 4),
            )
            for one in chances
        ],
    }


def fan_shown(ahead: Ahead, run: int) -> FanNow:
    """Return the fans for the charts, by turn and by round, as far as they are drawn."""
    asked: Any = ahead.asked
    wanted: dict[str, set[str]] = {}
    for chart in asked.charts.values():
        if chart.per in ("turn", "round") and chart.kind in ("line", "step"):
            wanted.setdefault(chart.per, set()).update(chart.metrics)
    by: dict[str, FanLines] = {}
    for unit, keys in wanted.items():
        found = asked.fans(unit, wait=False)
        figures = {
            key: {
                who: [[short(value) for value in line] for line in lines]
                for who, lines in whose.items()
            }
            for key, whose in found.by_figure().items()
            if key in keys
        }
        if figures:
            by[unit] = {"x": found.axis[: found.drawn], "figures": figures}
    return {"run": run, "n": asked.done, "turn": ahead.turn, "by": by}


def short(value: float | None) -> float | int | None:
    """Return a quantile as short as a chart can show it.

    >>> short(1234567.6), short(3.0), short(0.123456)
    (1234568, 3, 0.1235)
    """
    if value is None:
        return None
    if abs(value) >= 1000 or value == int(value):
        return round(value)
    return round(value, 4)


def moves_shown(ahead: Ahead) -> MovesNow:
    """Compared moves as a table in words, best first."""
    asked: Any = ahead.asked
    say = asked.say
    found = asked.compared(wait=False)
    label = asked.label if asked.outcome == "win" else f"{asked.label} on average"
    wins = [] if asked.outcome == "win" else [asked.win_label]
    rows = []
    for one in found:
        words = answer_label(say, asked.decision, one.answer)
        less, error = asked.amount(-one.difference), asked.amount(one.difference_error)
        against = "best" if one.difference == 0 else f"{less} less, ± {error}"
        if one.difference and asked.may_be_luck(one):
            against += " (may be luck)"
        share = [] if not wins else [f"{100 * one.wins:.0f}%"]
        made = " (made)" if one.made else ""
        rows.append([f"{words}{made}", asked.amount(one.mean), against, *share])
    return {
        **ahead.status(),
        "done": asked.done,
        "n": len(asked.jobs),
        "columns": ["Answer", label, "Against the best", *wins],
        "rows": rows,
        "words": ahead.words(),
        "futures": found[0].n if found else 0,
    }
