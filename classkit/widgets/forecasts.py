"""Forecasts of a table: futures and compared moves, simulated in other processes.

Results are received in the background (``platform_features.run_in_background``), and the table
collects them regularly (:meth:`ForecastJob.collect_outcomes`). The class can continue to play
meanwhile.

Futures also depend on hidden information, so a fan could reveal a face-down card. If a match has
hidden information, futures are shown only while the table is shown as the instructor sees it. For
all other viewers, answers that are still sealed are ignored and replaced by answers of bots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import suppress
from functools import partial
from math import isfinite
from queue import Empty, SimpleQueue
from threading import Event
from typing import TYPE_CHECKING, Any, TypeAlias

from classkit import platform_features
from classkit.charts.chart_types import FanData, FanLinesData
from classkit.charts.number_format import format_legend
from classkit.engine.bots import parse_bots
from classkit.engine.decisions import Decision
from classkit.engine.errors import IllegalMove, NothingToDo
from classkit.engine.events import INSTRUCTOR
from classkit.engine.rulebook_text import humanize_name

from .ask_panel import can_see
from .choice_labels import answer_label
from .narration import describe_moment
from .seated_match import SeatedMatch
from .wire_types import AnswerMarkData, ComparisonData, FuturesData, StudyData

if TYPE_CHECKING:
    from classkit.engine.bots import Player
    from classkit.engine.match import Match
    from classkit.study.processes.web_worker import SharedQueue
    from classkit.study.rollouts.futures import Futures
    from classkit.study.rollouts.move_comparison import Comparison
    from classkit.study.rollouts.rollout_arguments import Unit
    from classkit.study.rollouts.single_future import FutureOutcome
    from classkit.study.rollouts.turning_point_weight import TurningPointWeight

Data = dict[str, Any]
StudyResult: TypeAlias = "Futures | Comparison | TurningPointWeight"

MAX_FUTURES = 1_000
"""Maximum number of futures on a page: a few seconds for two processes, 100 KB of chart data."""
POLL_SECONDS = 0.02
"""Interval between two polls of the second Python interpreter, in seconds."""
MAX_PROCESSES = 2
"""Maximum number of processes for one table: a host may serve 80 tables."""
HIDDEN_REASON = (
    "Futures would reveal hidden information. Switch to the instructor's view if the class "
    "cannot see the screen, or wait until nothing is hidden."
)
TIED_WINNERS_NOTE = "Tied seats all count as winners, so the shares may add up to more than 100%."
SECRET_REASON = (
    "The decision of this seat is secret. Show the match as that seat or the instructor sees it."
)

SEALED_REASON = (
    "Earlier answers are still sealed, and a comparison would reveal them. Show the match as the "
    "instructor sees it, or wait until the answers are opened."
)


INTERIM_PHRASE = "looks too large to be luck so far"
"""Describes a lead before the whole study has been simulated."""


class ForecastJob:
    """Start and results so far of a running or finished simulation.

    ``only_for`` is the only viewer who may see it, or None if everybody may.
    """

    def __init__(self, asked: StudyResult, match: Match, head: str, only_for: str | None) -> None:
        self.study, self.match, self.head, self.only_for = asked, match, head, only_for
        self.turn, self.step, self.state_hash = match.turn, match.step, match.digest()
        self.moment = describe_moment(match)
        self.state = "running"
        self.problem = ""
        self.outcome_queue: SimpleQueue[Any] = SimpleQueue()
        self.stop_event = Event()
        self.is_reported, self.last_progress = False, (0, "running")
        self.shared_queue = create_shared_queue(asked)
        source = self.shared_queue.results() if self.shared_queue else asked.source
        asked.source = self.iter_outcomes()
        self.work = self.run_study(source)
        platform_features.run_in_background(self.work)

    def run_study(self, source: Generator[tuple[int, FutureOutcome] | None]) -> Generator[float]:
        """Receive results and queue them, one step at a time, in the background."""
        try:
            for found in source:
                if found is not None:
                    self.outcome_queue.put(found)
                if self.stop_event.is_set():
                    break
                yield POLL_SECONDS if found is None else 0
        except BaseException as error:  # otherwise it would be lost in this thread
            self.outcome_queue.put(error)
        finally:
            source.close()
            self.outcome_queue.put(None)

    def iter_outcomes(self) -> Generator[tuple[int, FutureOutcome]]:
        """Yield outcomes as they arrive, for a cell that waits for the whole frame."""
        if self.shared_queue:
            self.shared_queue.play_alone()  # no other thread plays while this one waits
        try:
            while self.state == "running":
                while not platform_features.has_threads() and self.outcome_queue.empty():
                    next(self.work, None)
                found = self.outcome_queue.get()
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
        """Cancel the simulation and keep the results so far."""
        if self.state == "running":
            self.state = "cancelled"
        self.stop_event.set()

    def collect_outcomes(self, wait: bool = False) -> bool:
        """Collect outcomes. Return whether any arrived or the state changed since the last call.

        With ``wait``, block until the simulation ends.
        """
        with suppress(Empty):
            while self.state == "running":
                found = self.outcome_queue.get(block=wait)
                if found is None:
                    self.state = "done"
                elif isinstance(found, BaseException):
                    self.state, self.problem = "failed", str(found) or type(found).__name__
                    self.study.failure = found
                else:
                    self.study.record_outcome(*found)
        before, self.last_progress = self.last_progress, (self.study.done, self.state)
        return self.last_progress != before

    def is_visible(self, viewer: str | None) -> bool:
        """Return whether a viewer may see the study."""
        return self.only_for is None or viewer in (self.only_for, INSTRUCTOR)

    def is_current(self) -> bool:
        """Return whether the match is still at the point where the study started."""
        match = self.match
        return match.step == self.step and match.digest() == self.state_hash

    def summary_text(self) -> str:
        """Return a sentence that states the result so far and how certain it is.

        If you repeatedly check interim results and stop when they look good, more than one lead in
        twenty is due to chance. So only a complete study calls a lead larger than luck.
        """
        return self.qualify_text(self.study.sentence(wait=False))

    def short_text(self) -> str:
        """Return one short sentence with facts that the table and bars of results do not show."""
        asked: Any = self.study
        return self.qualify_text(asked.short_sentence(wait=False))

    def qualify_text(self, words: str) -> str:
        """Return a text about the results, which sounds certain only if the study is complete."""
        from classkit.study.rollouts.significance import (
            SIGNIFICANT_TEXT,  # imported here because only studies need it
        )

        return words if self.state == "done" else words.replace(SIGNIFICANT_TEXT, INTERIM_PHRASE)

    def status(self) -> StudyData:
        """Return the progress of the study in words."""
        status: StudyData = {"state": self.state, "head": self.head, "turn": self.turn}
        if self.problem:
            status["problem"] = self.problem
        if not self.is_current():
            status["stale"] = f"The match has moved on. This was simulated in {self.moment}."
        return status


def start_futures(
    controller: SeatedMatch,
    viewer: str | None,
    n: int = 200,
    bots: Any = None,
    horizon: int | None = None,
    unit: Unit = "turn",
    metrics: Sequence[str] | None = None,
) -> ForecastJob:
    """Start futures of the match on the screen, using only information that the viewer may know.

    Raises:
        IllegalMove: Futures would reveal hidden information.
        NothingToDo: The match is over.
    """
    from classkit import study

    match = controller.match
    check_allowed(controller, viewer)
    asked = study.futures(
        match,
        n,
        resolve_players(controller, bots),
        horizon,
        unit=unit,
        metrics=metrics,
        processes=count_processes(),
        sealed=viewer == INSTRUCTOR,
    )
    secret = viewer == INSTRUCTOR and (match.game.has_secrets(match.table) or match.unopened_seats)
    head = f"Futures from {describe_moment(match)}, {describe_players(controller, bots)}"
    return ForecastJob(asked, match, head, viewer if secret else None)


def start_comparison(
    controller: SeatedMatch,
    viewer: str | None,
    n: int = 100,
    bots: Any = None,
    outcome: str = "score",
    horizon: int | None = None,
    unit: Unit = "turn",
    seat: str | None = None,
) -> ForecastJob:
    """Start comparing the answers to the current decision, using only what the viewer may know.

    Raises:
        IllegalMove: The comparison would reveal hidden information.
        NothingToDo: The match is over.
    """
    from classkit import study

    match = controller.match
    check_allowed(controller, viewer)
    asked_now = [one for one in match.requests() if seat in (None, one.seat)]
    if seat is None and len(asked_now) > 1:
        asked_now = asked_now[:1]
    if has_earlier_sealed(match, viewer):
        raise IllegalMove(SEALED_REASON)
    if asked_now and not can_compare(match, asked_now[0], viewer):
        raise IllegalMove(SECRET_REASON)
    asked = study.compare_moves(
        match,
        n,
        resolve_players(controller, bots),
        outcome,
        horizon=horizon,
        unit=unit,
        seat=asked_now[0].seat if asked_now else seat,
        processes=count_processes(),
        sealed=viewer == INSTRUCTOR,
    )
    hidden = has_hidden_state(match, None) or has_earlier_sealed(match, None)
    open_to_all = not hidden and can_compare(match, asked_now[0], None)
    here = describe_moment(match)
    asks = f"{controller.say.seat(asked.seat)}: {asked.question}"
    head = f"{asks} {here[:1].upper()}{here[1:]}, {describe_players(controller, bots)}"
    return ForecastJob(asked, match, head, None if open_to_all else viewer)


def check_allowed(controller: SeatedMatch, viewer: str | None) -> None:
    """Raise IllegalMove or NothingToDo if futures cannot be shown."""
    reason = refusal_reason(controller.match, viewer)
    if reason and controller.match.is_over:
        raise NothingToDo(reason)
    if reason:
        raise IllegalMove(reason)


def refusal_reason(match: Match, viewer: str | None) -> str:
    """Return the reason why no futures can be shown now; '' if they can."""
    if match.is_over:
        return "The match is over, so there are no futures. Go back to an earlier turn."
    return HIDDEN_REASON if has_hidden_state(match, viewer) else ""


def has_hidden_state(match: Match, viewer: str | None) -> bool:
    """Return whether futures would reveal hidden information to the viewer."""
    return viewer != INSTRUCTOR and match.game.has_secrets(match.table)


def has_earlier_sealed(match: Match, viewer: str | None) -> bool:
    """Return whether an earlier request has sealed answers that the viewer may not know.

    Futures start before these answers, but the current request depends on them.
    """
    return viewer != INSTRUCTOR and set(match.unopened_seats) != set(match.answered_seats)


def can_compare(match: Match, decision: Decision, viewer: str | None) -> bool:
    """Return whether the viewer may see comparisons of the answers to a decision."""
    sealed = not isinstance(match.request, Decision)
    if sealed and viewer not in (decision.seat, INSTRUCTOR):
        return False
    return can_see(decision, viewer)


def create_shared_queue(asked: StudyResult) -> SharedQueue | None:
    """Return a queue shared with the page's second Python interpreter, or None if it has none."""
    if platform_features.helper is None:
        return None
    from classkit.study.processes.web_worker import SharedQueue

    return SharedQueue(asked.jobs, asked.plan, platform_features.helper)


def count_processes() -> int:
    """Return the number of worker processes for a table, within the host's limit."""
    from classkit.study.processes.warm_pool import get_default_processes

    return min(MAX_PROCESSES, get_default_processes())


def resolve_players(controller: SeatedMatch, bots: Any) -> dict[str, Player | None]:
    """Return the bots that play the futures, by seat.

    A seat missing from ``bots`` is played by its bot in the match. The game's default bots replace
    persons.
    """
    match = controller.match
    sitting = {seat: bot for seat, bot in controller.get_policies().items() if bot is not None}
    own = {**match.game.default_bots(match.seats), **sitting}
    read = parse_bots(
        bots,
        match.game,
        match.seats,
        match.seat_names,
        own=own,
        also=controller.own_bots,
        people=False,
    )
    return {
        seat: controller.resolve_player(seat, bot) if isinstance(bot, str) else bot
        for seat, bot in read.items()
    }


def describe_players(controller: SeatedMatch, bots: Any) -> str:
    """Describe in words who plays the futures."""
    if isinstance(bots, str):
        return f"{humanize_name(bots)} in all seats"
    return "the current bots" if bots is None else "your own bots"


# --- page data ---------------------------------------------


def build_futures(ahead: ForecastJob) -> FuturesData:
    """Return the results of the futures so far: how often each outcome occurs."""
    asked: Any = ahead.study
    ends, wins = asked.endings(wait=False), asked.wins(wait=False)
    # if all futures end for the same reason, list that reason last
    chances = [*ends, *wins] if len(ends) > 1 else [*wins, *ends]
    counted = Counter[str]()
    for one in wins:
        counted[one.race] += one.times
    tied = TIED_WINNERS_NOTE if max(counted.values(), default=0) > asked.done else ""
    return {
        **ahead.status(),
        "done": asked.done,
        "n": asked.n,
        "words": ahead.short_text(),
        "note": " ".join(filter(None, [asked.describe_exceptions(wait=False), tied])),
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


def build_fan(ahead: ForecastJob, run: int) -> FanData:
    """Return the fans for the charts, by turn and by round."""
    asked: Any = ahead.study
    wanted: dict[str, set[str]] = {}
    for chart in asked.charts.values():
        if chart.per in ("turn", "round") and chart.kind in ("line", "step"):
            wanted.setdefault(chart.per, set()).update(chart.metrics)
    by: dict[str, FanLinesData] = {}
    for unit, keys in wanted.items():
        found = asked.fans(unit, wait=False)
        figures = {
            key: {
                who: [[round_quantile(value) for value in line] for line in lines]
                for who, lines in whose.items()
            }
            for key, whose in found.group_by_metric().items()
            if key in keys
        }
        if figures:
            by[unit] = {"x": found.axis[: found.drawn_length], "figures": figures}
    wins = asked.wins(wait=False)
    first = {one.name: one.times for one in wins if one.race == wins[0].race}
    return {"run": run, "n": asked.done, "turn": ahead.turn, "by": by, "wins": first}


def round_quantile(value: float | None) -> float | int | None:
    """Round a quantile to the precision of charts.

    >>> round_quantile(1234567.6), round_quantile(3.0), round_quantile(0.123456)
    (1234568, 3, 0.1235)
    """
    if value is None:
        return None
    if abs(value) >= 1000 or value == int(value):
        return round(value)
    return round(value, 4)


def shorten(unit: str, value: float) -> str:
    """Format an outcome for a card: three digits are enough to compare answers.

    >>> shorten("$", 2_095_000.0), shorten("$", 330_812.5), shorten("gold", 12.25)
    ('$2.1M', '$331k', '12.2')
    """
    return format_legend(float(f"{value:.3g}"), unit)


def finite_error(answer: Any) -> float:
    """Return the standard error of an answer's mean, or 0 if there is only one future."""
    error: float = answer.standard_error
    return error if isfinite(error) else 0.0


def build_comparison(ahead: ForecastJob) -> ComparisonData:
    """Return the compared moves as a text table, best first, and their shares of wins."""
    asked: Any = ahead.study
    say = asked.say
    found = asked.rank_answers(wait=False)
    label = asked.label if asked.outcome == "win" else f"{asked.label} on average"
    wins = [] if asked.outcome == "win" else [asked.win_label]
    rows, shares, marks = [], [], list[AnswerMarkData]()
    spread = [(one.mean, finite_error(one)) for one in found if isfinite(one.mean)]
    low = min((mean - error for mean, error in spread), default=0)
    width = max((mean + error for mean, error in spread), default=1) - low or 1
    for one in found:
        words = answer_label(say, asked.decision, one.answer)
        less, error = (
            asked.format_amount(-one.difference),
            asked.format_amount(one.difference_error),
        )
        against = "highest" if one.difference == 0 else f"{less} less, ± {error}"
        if one.difference and asked.is_insignificant(one):
            against += " (may be luck)"
        won = asked.count_wins(one)
        share = [] if not wins else [f"{won.times} of {won.n}"]
        made = " (made)" if one.made else ""
        rows.append([f"{words}{made}", asked.format_amount(one.mean), against, *share])
        shares.append((round(won.share, 4), round(won.standard_error, 4)))
        if not one.answer.fields and isfinite(one.mean):
            short = asked.format_amount if asked.outcome == "win" else partial(shorten, asked.unit)
            told = short(one.mean)
            if one.difference:
                told = f"{short(-one.difference)} less, ±\u00a0{short(one.difference_error)}"
            marks.append({
                "move": one.answer.move,
                "at": round((one.mean - low) / width, 3),
                "error": round(finite_error(one) / width, 3),
                "words": f"{told} · wins\u00a0{won.times}" if wins else told,
            })  # fmt: skip
    return {
        **ahead.status(),
        "done": asked.done,
        "n": len(asked.jobs),
        "columns": ["Answer", label, "Against the highest", *wins],
        "rows": rows,
        "marks": marks,
        "wins": shares,
        "seat": asked.seat,
        "words": ahead.short_text(),
        "futures": found[0].n if found else 0,
    }
