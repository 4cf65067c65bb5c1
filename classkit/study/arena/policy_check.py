"""Checking a policy: play it, and explain what went wrong and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any

from classkit.abilities import need_processes
from classkit.engine.data import read_whole
from classkit.engine.errors import ClasskitError
from classkit.engine.luck import Stream, fingerprint_of, new_seed
from classkit.engine.match import Match
from classkit.engine.options import by_names, tells_keywords
from classkit.engine.registry import options_of
from classkit.engine.words import how_many
from classkit.sandbox.report import what_is_missing
from classkit.sandbox.shields import SHIELDS

from ..races import overall, races_of, won_in_parts
from .entrants import USUAL_GAME, Given, read_one
from .forfeits import Failure, Score, clip
from .limits import Limits, read_limits
from .policy_file import PolicyFile
from .preparation import describe_game, starter_for
from .referee import NOT_OVER, play_remotes
from .remote_policy import RemotePolicy

TWICE = 3
"""Matches that are played a second time, to see whether they go the same way."""
MOST_SLOW = 5
"""Endless answers after which the check stops, since each costs a second."""
MOST_FAILURES = 1_000
"""Failures in all matches together after which the check stops."""
MOST_ENDLESS = 2
"""Matches that do not end after which the check stops, since each asks thousands of times."""
MOST_OUT_OF_TIME = 2
"""Matches in which the policy used up its time after which the check stops; each takes a minute."""
MOST_OUT = 5
"""Matches in which the default played for the policy in the end, after which the check stops."""
SECONDS_A_MATCH, FEWEST_SECONDS = 5.0, 60.0
"""Seconds for each match of a check, and for a short one, after which it begins no other match."""
SLOW_START = 1.0
"""Seconds that a policy may take to start in each match before a note says so."""
SLOW_SHARE = 0.2
MOST_NAMED = 4
"""Decisions named for one problem."""
BY_DECISION = ("illegal", "rules", "differs")
"""Kinds of failure that depend on the decision more than on the line."""
TOO_LONG = ("endless", "out of time")
"""Kinds of failure that depend on the match as a whole."""

REMEDIES = {
    "slow": "Does a loop end? Search less deeply, or remember what was computed before.",
    "exception": "Go through the lines above by hand with that decision; print() what they hold.",
    "illegal": "Choose from decision.legal, and ask move.refusal(values) before answering.",
    "reply": 'Return the name of a move, "yes", or a pair ("bid", {"amount": 5}); at the end of '
    "the function, decision.default.",
    "crash": "Remove what ends the process: exit(), os._exit(), or a library that fails.",
    "memory": "Keep less: lists that grow with every answer, copies of tables.",
    "printed": "Remove the print(), or print less: nobody reads it in a tournament.",
    "reads": "Ask the view once and keep what it said, instead of once in each round of a loop.",
    "cheat": "Use view and decision alone: no files, processes, threads or network.",
    "rubbish": "Leave alone what carries the answers; only return them.",
    "import": "Use what comes with Python, or ask for the package to be installed.",
    "syntax": "Python cannot read that line, or the one before it: look for a missing : ) ] or "
    "quote, and at the spaces in front.",
    "no policy": "Begin it with: def policy(view, decision):  and answer with return.",
    "out of time": "All answers together take too long: see which decision is slow.",
    "endless": "Let the match go on: choose such a move a few times in a turn, then another.",
    "rules": "This is a mistake in the game, not in the policy: send the seed to its author.",
    "start": "Nothing is wrong with the file; this machine started no process.",
    "differs": "Use view.chance, and no clock, no SystemRandom, hash() or order of a set.",
}


@dataclass(frozen=True)
class Problem:
    """Something that went wrong: how often, and the first time."""

    failure: Failure
    match: int
    times: int
    decisions: Mapping[str, int]
    """Decision -> how often it went wrong there."""

    def tell(self, file: str, typed: bool) -> list[str]:
        """Return the lines that explain the problem; ``typed`` in a notebook and not in a file."""
        first = self.failure
        place = f"{file}, {first.where}" if first.where else file
        told = [f"{place}: {first.reason}"]
        told += [f"      line {line.number}:  {line.text}" for line in first.lines if line.text]
        asked = f"decision {first.decision}" if first.decision != "start" else "reading the file"
        often = how_many(self.times, "time")
        if len(self.decisions) > 1:
            most = sorted(self.decisions, key=lambda name: (-self.decisions[name], name))
            others = f" and {len(most) - MOST_NAMED} more" if len(most) > MOST_NAMED else ""
            often += f", in {', '.join(most[:MOST_NAMED])}{others}"
        told.append(
            f"    {often}; first in match {self.match}, {asked}, turn {first.turn}, "
            f"seat {first.seat}"
        )
        again = f"the same command with --matches 1 --seed {first.seed} --seat {first.seat}"
        if typed:
            again = f"the same call with n=1, seed={first.seed}, seat={first.seat!r}"
        told.append(f"    again:  {again}")
        told.append(f"    remedy: {REMEDIES[first.kind]}")
        return told


@dataclass
class Check:
    """The result of a check, above all its ``problems``; printing it explains everything.

    ``decisions`` counts for each kind of decision how often it was asked, and how often the
    answer was the default. ``races`` are those that decide a match; where there are several,
    winning one of them counts in ``wins`` for its part of a match.
    """

    file: Path
    game: str
    matches: int
    wished: int
    wins: float
    expected: float
    answers: int
    seconds: float
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    decisions: dict[str, tuple[int, int]] = field(default_factory=dict)
    races: tuple[str, ...] = ()
    typed: bool = False
    """True if the policy was a function or class of a notebook, and ``file`` was written for it."""
    stopped: str = ""
    """Why fewer matches were played than wished."""

    @property
    def ok(self) -> bool:
        """True if nothing went wrong."""
        return not self.problems

    def head(self) -> list[str]:
        """Return what was played and how it ended, in two lines."""
        played = how_many(self.matches, "match", "matches")
        if self.matches < self.wished:
            played += f" of {self.wished} (stopped: {self.stopped})"
        lines = [f"{self.file.name}: {played} of {self.game}, {how_many(self.answers, 'answer')}"]
        if self.answers:
            lines[0] += f", {1000 * self.seconds / self.answers:.1f} ms each"
        lines.append(f"It won {self.wins:g}; as one among equals it would win {self.expected:.0f}.")
        if len(self.races) > 1:
            lines[-1] += f" {won_in_parts(self.races)}"
        return lines

    def verdict(self) -> str:
        """Return how many problems there are, in a sentence."""
        found = how_many(len(self.problems), "problem")
        return f"{found}." if self.problems else "No problems: it is ready to play."

    def __str__(self) -> str:
        lines = self.head()
        for number, problem in enumerate(self.problems, start=1):
            first, *rest = problem.tell(self.file.name, self.typed)
            lines += ["", f"{number:>2}. {first}", *rest]
        lines += ["", *(f"Note: {note}" for note in self.notes)] if self.notes else []
        lines += ["", self.verdict()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Show a notebook the problems as a list, and how often each decision was asked."""
        parts = [f"<p>{escape(line)}</p>" for line in self.head()]
        if self.problems:
            told = (problem.tell(self.file.name, self.typed) for problem in self.problems)
            parts += ["<ol>", *(as_item(first, "\n".join(rest)) for first, *rest in told), "</ol>"]
        parts += [f"<p>Note: {escape(note)}</p>" for note in self.notes]
        parts.append(f"<p><b>{self.verdict()}</b></p>")
        if self.decisions:
            parts += [HEADINGS, *(as_row(*one) for one in self.decisions.items()), "</table>"]
        return f"<div>{''.join(parts)}</div>"


def as_item(first: str, rest: str) -> str:
    """Return a problem as an item of a list in HTML."""
    return f"<li>{escape(first)}<pre>{escape(rest)}</pre></li>"


HEADINGS = "<table><tr><th>decision</th><th>asked</th><th>answered by its default</th></tr>"


def as_row(decision: str, counted: tuple[int, int]) -> str:
    """Return how often a decision was asked, and how often it had its default, as a row in HTML."""
    asked, default = counted
    return f"<tr><td>{escape(decision)}</td><td>{asked:,}</td><td>{default:,}</td></tr>"


@tells_keywords(options_of)
def check_policy(
    policy: Given,
    /,
    game: str | None = None,
    *,
    n: int = 100,
    seats: int | None = None,
    seat: str | None = None,
    seed: int | None = None,
    edition: Any = None,
    options: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    progress: Callable[[int], object] | None = None,
) -> Check:
    """Let a policy play ``n`` matches against bots, and explain what went wrong.

    ``policy`` is a Python file, or a function or a class of policies, such as one of a notebook; it
    is written out as a file, with all that it names, and plays as that. The game is the one in the
    file's line ``GAME = "..."`` unless one is given. The policy plays each seat in turn, or always
    ``seat``; ``seats`` is how many sit at a table, ``seed`` that of the first match, and
    ``edition`` and ``options`` are as in :func:`classkit.new`. ``limits`` bound its time and memory
    (:class:`Limits`); ``progress`` is called with the number of matches played.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     mine = Path(folder) / "mine.py"
    ...     _ = mine.write_text("def policy(view, decision):\\n    return 'jump'\\n")
    ...     check = check_policy(mine, "poleconomy", n=2)
    >>> check.ok, check.problems[0].failure.kind, check.problems[0].failure.where
    (False, 'illegal', 'line 2, in policy')
    """
    n = read_whole("n", n)
    file = read_one(policy)
    need_processes("Checking a policy")
    series = Series(
        file, game or file.game or USUAL_GAME, seats, by_names(options), edition,
        read_limits(limits, Limits(failures=1_000, restarts=10)),
        new_seed() >> 1 if seed is None else seed, seat,
    )  # fmt: skip
    with closing(series):
        check = series.play(n, progress)
    return replace(check, typed=callable(policy))


@dataclass
class Series:
    """The matches of one check."""

    policy: PolicyFile
    game: str
    seats: int | None
    options: Mapping[str, Any]
    edition: Any
    limits: Limits
    seed: int
    seat: str | None

    def __post_init__(self) -> None:
        first, seat = self.new(1), self.seat
        if seat is not None and seat not in first.seats:
            raise ClasskitError(f"there is no seat {seat!r}; there are {', '.join(first.seats)}.")
        told = describe_game(first)
        self.starters = [starter_for(told, hash_seed=n) for n in (0, 1)]
        self.found: dict[tuple[str, ...], Problem] = {}
        self.scores: list[Score] = []
        self.wins = self.share = 0.0
        self.seconds = 0.0
        """Seconds that the policy has taken in all matches, to start and to answer."""
        self.endless = 0
        """Matches that did not end, or in which the policy was asked too often."""

    def close(self) -> None:
        """End the processes."""
        for starter in self.starters:
            starter.close()

    def new(self, number: int) -> Match:
        """Begin the match of that number, from 1; the first has the seed itself."""
        from classkit.engine import registry

        seed = self.seed
        if number > 1:
            seed = Stream(f"match {number}", fingerprint_of(f"{self.seed}|")).bits() >> 1
        return registry.new(
            self.game, seats=self.seats, seed=seed, edition=self.edition, options=self.options
        )

    def seat_in(self, match: Match, number: int) -> str:
        """Return the seat that the policy plays in a match."""
        return self.seat or match.seats[(number - 1) % len(match.seats)]

    def play_one(self, number: int, again: bool = False) -> tuple[Match, Score]:
        """Play one match of the policy against bots."""
        match = self.new(number)
        mine = self.seat_in(match, number)
        names = [*match.game.policies, "random"]
        bots: dict[str, Any] = {
            seat: names[(match.seed + place) % len(names)] for place, seat in enumerate(match.seats)
        }
        remote = RemotePolicy(
            self.policy.name, self.policy.source, match, mine, self.starters[again], self.limits,
            file=self.policy.path.name, traces=True,
        )  # fmt: skip
        unended = play_remotes(match, {mine: remote}, bots)
        said_so = any(failure.kind == "endless" for failure in remote.score.failures)
        if unended.startswith(NOT_OVER) and not said_so:
            remote.note("endless", f"the match is {unended}: {remote.endless()}", "")
        self.endless += said_so or unended.startswith(NOT_OVER)
        self.seconds += remote.score.seconds + remote.score.starting
        if unended and not unended.startswith(NOT_OVER):
            remote.note("rules", unended, "")
        if not again:
            self.share += 1 / len(match.seats)
            if match.is_over:
                self.wins += overall(races_of(match)).won[match.seats.index(mine)]
        return match, remote.score

    def play(self, matches: int, progress: Callable[[int], object] | None) -> Check:
        """Play all matches, or as many as show something new."""
        number, stopped = 0, ""
        while number < matches and not stopped:
            number += 1
            match, score = self.play_one(number)
            self.scores.append(score)
            for failure in score.failures:
                self.add(failure, number)
            if number <= TWICE and not score.failures:
                self.compare(number, score)
            if progress is not None:
                progress(number)
            stopped = self.stops(matches)
        asked: dict[str, tuple[int, int]] = {}
        for score in self.scores:
            for name, times in score.asked.items():
                before = asked.get(name, (0, 0))
                asked[name] = (before[0] + times, before[1] + score.by_default.get(name, 0))
        check = Check(
            self.policy.path, match.game.title, number, matches, round(self.wins, 2), self.share,
            sum(score.answers for score in self.scores),
            sum(score.seconds for score in self.scores),
            list(self.found.values()), [], dict(sorted(asked.items())),
            match.game.deciding_races(match.table), stopped=stopped,
        )  # fmt: skip
        check.notes = self.notes(check)
        return check

    def stops(self, matches: int) -> str:
        """Return why no other match is played; empty if there is no reason."""
        found = [failure for score in self.scores for failure in score.failures]
        kinds = Counter(failure.kind for failure in found)
        seconds = max(FEWEST_SECONDS, SECONDS_A_MATCH * matches)
        if (
            any(failure.decision == "start" for failure in found)
            or kinds["slow"] >= MOST_SLOW
            or kinds["out of time"] >= MOST_OUT_OF_TIME
            or len(found) - kinds["slow"] - kinds["out of time"] >= MOST_FAILURES
            or sum(bool(score.out) for score in self.scores) >= MOST_OUT
            or self.endless >= MOST_ENDLESS
        ):
            return "the rest would be the same"
        if self.seconds >= seconds:
            return f"its {seconds:g} s for {how_many(matches, 'match', 'matches')} are used up"
        return ""

    def add(self, failure: Failure, number: int) -> None:
        """Count a failure together with similar ones.

        Similar failures have the same kind and line, and the same decision if that matters or no
        line is known; a match that takes too long is the same at every decision.
        """
        is_apart = failure.kind in BY_DECISION or not (failure.where or failure.kind in TOO_LONG)
        key = (failure.kind, failure.where, failure.decision if is_apart else "")
        problem = self.found.get(key, Problem(failure, number, 0, {}))
        before = problem.decisions.get(failure.decision, 0)
        self.found[key] = replace(
            problem, times=problem.times + 1,
            decisions={**problem.decisions, failure.decision: before + 1},
        )  # fmt: skip

    def compare(self, number: int, score: Score) -> None:
        """Play a match again, with sets in another order, and compare the answers."""
        match, other = self.play_one(number, again=True)
        for failure in other.failures:
            self.add(failure, number)
        if other.failures:  # other decisions follow, and not by the policy's doing
            return
        for (turn, name, first), (_, other_name, second) in zip(score.log, other.log, strict=False):
            if (name, first) != (other_name, second):
                said = [f"{a.move} {dict(a.fields) or ''}".strip() for a in (first, second)]
                told = f"the same match twice: first it answered {said[0]}, then {said[1]}"
                self.add(
                    Failure("differs", clip(told), name, self.seat_in(match, number), turn,
                            match.seed), number,
                )  # fmt: skip
                return

    def notes(self, check: Check) -> list[str]:
        """Return remarks that are worth knowing but not mistakes."""
        notes: list[str] = []
        given = sum(len(score.log) for score in self.scores)
        defaults = sum(score.defaults for score in self.scores)
        if given and given == defaults:
            notes.append("it never answered anything but the default.")
        elif given:
            never = [
                name for name, (asked, default) in check.decisions.items() if asked == default > 0
            ]
            if never:
                notes.append(f"always answered by default: {', '.join(never)}.")
        printed = "".join(score.printed for score in self.scores)
        if printed:
            lines = [clip(line, 80) for line in printed.splitlines() if line.strip()][:3]
            notes.append(f"it prints, which nobody reads in a tournament: {' / '.join(lines)}")
        starting = sum(score.starting for score in self.scores) / len(self.scores)
        if starting >= SLOW_START:
            notes.append(f"it takes {starting:.1f} s in each match to start and to read its file.")
        slowest = max(self.scores, key=lambda score: score.slowest)
        if SLOW_SHARE * self.limits.answer < slowest.slowest < self.limits.answer:
            notes.append(
                f"its slowest answer took {slowest.slowest:.2f} s ({slowest.slowest_at}); "
                f"after {self.limits.answer:g} s it forfeits the answer."
            )
        return notes + [f"not kept apart on this machine: {line}." for line in self.missing()]

    def missing(self) -> list[str]:
        """Return sentences on the shields that were missing in some match."""
        begun = [set(score.shields) for score in self.scores if score.shields]
        return what_is_missing([name for name in SHIELDS if all(name in one for one in begun)])
