"""Checks of a policy, which play matches against bots and explain the policy's failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any

from classkit.deprecation import warn_about_members
from classkit.engine.call_keywords import with_typed_keywords
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match
from classkit.engine.options import copy_options
from classkit.engine.randomness import RandomStream, hash_key, new_seed
from classkit.engine.registry import find_call_options
from classkit.engine.rulebook_text import format_count
from classkit.engine.untrusted_input import read_int
from classkit.platform_features import require_processes
from classkit.sandbox.isolation import ISOLATION_LAYERS
from classkit.sandbox.isolation_probe import describe_missing_layers

from ..race_results import combine_races, describe_win_share, get_races
from .entrants import DEFAULT_GAME, PolicySource, read_policy_source
from .failures import PolicyFailure, PolicyStats, sanitize_text
from .limits import Limits, read_limits
from .policy_file import PolicyFile
from .referee import NOT_OVER_PREFIX, play_remote_match
from .remote_policy import RemotePolicy
from .warm_start import create_fork_server, describe_game

REPEATED_MATCHES = 3
"""Number of matches that are repeated, to detect nondeterminism."""
MAX_SLOW_ANSWERS = 5
"""Number of timed-out answers after which the check stops. By default, each takes a second."""
MAX_FAILURES = 1_000
"""Number of failures after which the check stops. Timeouts have their own limits."""
MAX_ENDLESS_MATCHES = 2
"""Number of endless matches after which the check stops. Each has thousands of decisions."""
MAX_TIMEOUT_MATCHES = 2
"""Number of timed-out matches after which the check stops. By default, each takes a minute."""
MAX_DEFAULT_MATCHES = 5
"""Number of matches finished with default answers after which the check stops."""
SECONDS_PER_MATCH, MIN_SECONDS = 5.0, 60.0
"""Time budget of the policy in a check: seconds per planned match, and the minimum in total."""
SLOW_START_SECONDS = 1.0
"""Mean start time per match, in seconds, above which the check adds a note."""
SLOW_SHARE = 0.2
MAX_NAMES = 4
"""Maximum number of decisions named in one problem."""
DECISION_KINDS = ("illegal", "rules", "differs")
"""Kinds of failure that are grouped by decision as well as by line."""
MATCH_KINDS = ("endless", "out of time")
"""Kinds of failure that concern a whole match."""

REMEDIES = {
    "slow": "Check that loops end. Search less deeply, or cache earlier results.",
    "exception": "Trace the lines above with that decision; print() the values in them.",
    "illegal": "Choose from decision.legal, and ask move.refusal(values) before answering.",
    "reply": 'Return the name of a move, "yes", or a pair ("bid", {"amount": 5}); at the end of '
    "the function, decision.default.",
    "crash": "Remove what ends the process: exit(), os._exit(), or a library that fails.",
    "memory": "Store less, for example in lists that grow with every answer.",
    "printed": "Remove the print(), or print less: nobody reads it in a tournament.",
    "reads": (
        "Read the view once and store the value, instead of reading it in every loop iteration."
    ),
    "cheat": "Use only view and decision: no files, processes, threads or network.",
    "rubbish": "Do not touch the channel that carries the answers; only return them.",
    "import": "Use the standard library, or ask for the package to be installed.",
    "syntax": (
        "Python cannot parse that line or the line before it. Look for a missing : ) ] or "
        "quote, and check the indentation."
    ),
    "no policy": "Start with: def policy(view, decision):  and return the answer.",
    "out of time": "All answers together take too long: find the slow decision.",
    "endless": (
        "Let the match continue: choose such a move only a few times in a turn, then another."
    ),
    "rules": (
        "This is a mistake in the game, not in the policy: report the seed to the game's author."
    ),
    "start": "The file is not at fault: this machine could not start a process.",
    "differs": "Use view.chance. Avoid the clock, SystemRandom, hash() and the order of sets.",
}


@dataclass(frozen=True)
class Problem:
    """Group of similar failures, represented by the first one.

    Attributes:
        failure: The first failure.
        match: Number of the match in which it happened, from 1.
        times: Number of failures in the group.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     mine = Path(folder) / "mine.py"
        ...     _ = mine.write_text("def policy(view, decision):\\n    return 'jump'\\n")
        ...     check = check_policy(mine, "opoly", n=1)
        >>> check.problems[0].match, check.problems[0].times > 0
        (1, True)
    """

    failure: PolicyFailure
    match: int
    times: int
    decisions: Mapping[str, int]
    """Number of failures by decision."""

    def build_lines(self, file: str, typed: bool) -> list[str]:
        """Return text lines that explain the problem.

        ``typed`` is True for a policy from a notebook.
        """
        first = self.failure
        place = f"{file}, {first.where}" if first.where else file
        told = [f"{place}: {first.reason}"]
        told += [f"      line {line.number}:  {line.text}" for line in first.lines if line.text]
        asked = f"decision {first.decision}" if first.decision != "start" else "reading the file"
        often = format_count(self.times, "time")
        if len(self.decisions) > 1:
            most = sorted(self.decisions, key=lambda name: (-self.decisions[name], name))
            others = f" and {len(most) - MAX_NAMES} more" if len(most) > MAX_NAMES else ""
            often += f", in {', '.join(most[:MAX_NAMES])}{others}"
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


@warn_about_members
@dataclass
class Check:
    """Result of :func:`check_policy`. Print it to see all ``problems`` with their remedies.

    Attributes:
        file: The file of the policy.
        game: Title of the game.
        matches: Number of matches played.
        wished: Number of matches requested.
        wins: Number of matches won. If several races decide a match, each race won counts as a
            fraction.
        expected: Expected number of wins if all players were equally strong.
        answers: Number of answers.
        seconds: Total seconds spent on answers.
        problems: Groups of similar failures, each with its line, first match and remedy.
        notes: Observations other than problems.
        decisions: Maps the name of a decision to a pair: the number of times it was asked, and the
            number of times it was answered with the default.
        races: Titles of the races that decide a match.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from classkit import study
        >>> with TemporaryDirectory() as folder:
        ...     path = study.write_policy(f"{folder}/mine.py", "opoly")
        ...     study.check_policy(path, n=1, seed=7).ok
        True
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
    """True if the policy was passed as a function or class, so that ``file`` does not exist."""
    stopped: str = ""
    """Why the check stopped early, or an empty string."""

    @property
    def ok(self) -> bool:
        """True if the check found no problems."""
        return not self.problems

    def build_heading(self) -> list[str]:
        """Return two lines that summarize the matches and the wins."""
        played = format_count(self.matches, "match", "matches")
        if self.matches < self.wished:
            played += f" of {self.wished} (stopped: {self.stopped})"
        lines = [
            f"{self.file.name}: {played} of {self.game}, {format_count(self.answers, 'answer')}"
        ]
        if self.answers:
            lines[0] += f", {1000 * self.seconds / self.answers:.1f} ms each"
        lines.append(
            f"It won {self.wins:g}; a player of average strength would win {self.expected:.0f}."
        )
        if len(self.races) > 1:
            lines[-1] += f" {describe_win_share(self.races)}"
        return lines

    def build_verdict(self) -> str:
        """Return a sentence with the number of problems."""
        found = format_count(len(self.problems), "problem")
        return f"{found}." if self.problems else "No problems: it is ready to play."

    def __str__(self) -> str:
        lines = self.build_heading()
        for number, problem in enumerate(self.problems, start=1):
            first, *rest = problem.build_lines(self.file.name, self.typed)
            lines += ["", f"{number:>2}. {first}", *rest]
        lines += ["", *(f"Note: {note}" for note in self.notes)] if self.notes else []
        lines += ["", self.build_verdict()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return the problems and the counts by decision as HTML, for notebooks."""
        parts = [f"<p>{escape(line)}</p>" for line in self.build_heading()]
        if self.problems:
            told = (problem.build_lines(self.file.name, self.typed) for problem in self.problems)
            parts += [
                "<ol>",
                *(format_problem(first, "\n".join(rest)) for first, *rest in told),
                "</ol>",
            ]
        parts += [f"<p>Note: {escape(note)}</p>" for note in self.notes]
        parts.append(f"<p><b>{self.build_verdict()}</b></p>")
        if self.decisions:
            parts += [
                TABLE_HEADER,
                *(format_decision_row(*one) for one in self.decisions.items()),
                "</table>",
            ]
        return f"<div>{''.join(parts)}</div>"


def format_problem(first: str, rest: str) -> str:
    """Format a problem as an HTML list item."""
    return f"<li>{escape(first)}<pre>{escape(rest)}</pre></li>"


TABLE_HEADER = "<table><tr><th>decision</th><th>asked</th><th>answered by its default</th></tr>"


def format_decision_row(decision: str, counted: tuple[int, int]) -> str:
    """Format an HTML row: how often a decision was asked, and answered with its default."""
    asked, default = counted
    return f"<tr><td>{escape(decision)}</td><td>{asked:,}</td><td>{default:,}</td></tr>"


@with_typed_keywords(find_call_options)
def check_policy(
    policy: PolicySource,
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
    """Play ``n`` matches of a policy against bots, and explain its failures.

    Args:
        policy: Python file, function or class. A function or class (for example from a notebook) is
            exported as source, with everything it uses.
        game: Name of the game. By default, the line ``GAME = "..."`` in the file names it.
        n: Number of matches.
        seats: Number of seats in a match.
        seat: Seat of the policy, by default all seats in turn.
        seed: Seed of the first match, by default a random one.
        edition: Same as in :func:`classkit.new`.
        options: Same as in :func:`classkit.new`.
        limits: Limits of the policy in one match (:class:`Limits`).
        progress: Called after each match with the number of matches played.

    Returns:
        The result. Each of its ``problems`` has the line, the first match and a remedy. The check
        stops early if more matches would show nothing new, or if the policy has used up its time.

    Raises:
        ClasskitError: If an argument is invalid or the file cannot be read.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     mine = Path(folder) / "mine.py"
        ...     _ = mine.write_text("def policy(view, decision):\\n    return 'jump'\\n")
        ...     check = check_policy(mine, "poleconomy", n=2)
        >>> check.ok, check.problems[0].failure.kind, check.problems[0].failure.where
        (False, 'illegal', 'line 2, in policy')
    """
    n = read_int("n", n)
    file = read_policy_source(policy)
    require_processes("Checking a policy")
    series = CheckRun(
        file, game or file.game or DEFAULT_GAME, seats, copy_options(options), edition,
        read_limits(limits, Limits(failures=1_000, restarts=10)),
        new_seed() >> 1 if seed is None else seed, seat,
    )  # fmt: skip
    with closing(series):
        check = series.play_matches(n, progress)
    return replace(check, typed=callable(policy))


@dataclass
class CheckRun:
    """Plays the matches of one check."""

    policy: PolicyFile
    game: str
    seats: int | None
    options: Mapping[str, Any]
    edition: Any
    limits: Limits
    seed: int
    seat: str | None

    def __post_init__(self) -> None:
        first, seat = self.begin_match(1), self.seat
        if seat is not None and seat not in first.seats:
            raise ClasskitError(f"there is no seat {seat!r}. Choose from {', '.join(first.seats)}.")
        told = describe_game(first)
        self.starters = [create_fork_server(told, hash_seed=n) for n in (0, 1)]
        self.found: dict[tuple[str, ...], Problem] = {}
        self.scores: list[PolicyStats] = []
        self.wins = self.share = 0.0
        self.seconds = 0.0
        """Seconds that the policy has spent on starting and answering in all matches."""
        self.endless = 0
        """Number of matches that did not end, or in which the policy was asked too often."""

    def close(self) -> None:
        """Close the fork servers."""
        for starter in self.starters:
            starter.close()

    def begin_match(self, number: int) -> Match:
        """Start the match with this number, from 1. The first match uses the seed of the check."""
        from classkit.engine import registry

        seed = self.seed
        if number > 1:
            seed = RandomStream(f"match {number}", hash_key(f"{self.seed}|")).next_bits() >> 1
        return registry.new(
            self.game, seats=self.seats, seed=seed, edition=self.edition, options=self.options
        )

    def get_seat(self, match: Match, number: int) -> str:
        """Return the seat that the policy plays in a match."""
        return self.seat or match.seats[(number - 1) % len(match.seats)]

    def play_match(self, number: int, again: bool = False) -> tuple[Match, PolicyStats]:
        """Play one match of the policy against bots.

        With ``again``, sets iterate in a different order.
        """
        match = self.begin_match(number)
        mine = self.get_seat(match, number)
        names = [*match.game.policies, "random"]
        bots: dict[str, Any] = {
            seat: names[(match.seed + place) % len(names)] for place, seat in enumerate(match.seats)
        }
        remote = RemotePolicy(
            self.policy.name, self.policy.source, match, mine, self.starters[again], self.limits,
            file=self.policy.path.name, traces=True,
        )  # fmt: skip
        unended = play_remote_match(match, {mine: remote}, bots)
        said_so = any(failure.kind == "endless" for failure in remote.stats.failures)
        if unended.startswith(NOT_OVER_PREFIX) and not said_so:
            remote.note_failure(
                "endless", f"the match is {unended}: {remote.describe_endless()}", ""
            )
        self.endless += said_so or unended.startswith(NOT_OVER_PREFIX)
        self.seconds += remote.stats.seconds + remote.stats.starting
        if unended and not unended.startswith(NOT_OVER_PREFIX):
            remote.note_failure("rules", unended, "")
        if not again:
            self.share += 1 / len(match.seats)
            if match.is_over:
                self.wins += combine_races(get_races(match)).won[match.seats.index(mine)]
        return match, remote.stats

    def play_matches(self, matches: int, progress: Callable[[int], object] | None) -> Check:
        """Play ``matches`` matches, or fewer if :meth:`get_stop_reason` returns a reason."""
        number, stopped = 0, ""
        while number < matches and not stopped:
            number += 1
            match, score = self.play_match(number)
            self.scores.append(score)
            for failure in score.failures:
                self.add_failure(failure, number)
            if number <= REPEATED_MATCHES and not score.failures:
                self.check_repeat(number, score)
            if progress is not None:
                progress(number)
            stopped = self.get_stop_reason(matches)
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
        check.notes = self.build_notes(check)
        return check

    def get_stop_reason(self, matches: int) -> str:
        """Return the reason to stop the check early, or an empty string."""
        found = [failure for score in self.scores for failure in score.failures]
        kinds = Counter(failure.kind for failure in found)
        seconds = max(MIN_SECONDS, SECONDS_PER_MATCH * matches)
        if (
            any(failure.decision == "start" for failure in found)
            or kinds["slow"] >= MAX_SLOW_ANSWERS
            or kinds["out of time"] >= MAX_TIMEOUT_MATCHES
            or len(found) - kinds["slow"] - kinds["out of time"] >= MAX_FAILURES
            or sum(bool(score.out) for score in self.scores) >= MAX_DEFAULT_MATCHES
            or self.endless >= MAX_ENDLESS_MATCHES
        ):
            return "more matches would show nothing new"
        if self.seconds >= seconds:
            return f"its {seconds:g} s for {format_count(matches, 'match', 'matches')} are used up"
        return ""

    def add_failure(self, failure: PolicyFailure, number: int) -> None:
        """Count a failure, grouped with similar failures.

        Similar failures have the same kind and line. Failures in DECISION_KINDS must also have the
        same decision, and so must failures without a known line unless they are in MATCH_KINDS.
        """
        is_apart = failure.kind in DECISION_KINDS or not (
            failure.where or failure.kind in MATCH_KINDS
        )
        key = (failure.kind, failure.where, failure.decision if is_apart else "")
        problem = self.found.get(key, Problem(failure, number, 0, {}))
        before = problem.decisions.get(failure.decision, 0)
        self.found[key] = replace(
            problem, times=problem.times + 1,
            decisions={**problem.decisions, failure.decision: before + 1},
        )  # fmt: skip

    def check_repeat(self, number: int, score: PolicyStats) -> None:
        """Replay a match with another iteration order of sets, and compare the answers."""
        match, other = self.play_match(number, again=True)
        for failure in other.failures:
            self.add_failure(failure, number)
        if other.failures:  # defaults change later decisions
            return
        for (turn, name, first), (_, other_name, second) in zip(score.log, other.log, strict=False):
            if (name, first) != (other_name, second):
                said = [f"{a.move} {dict(a.fields) or ''}".strip() for a in (first, second)]
                told = f"the same match twice: first it answered {said[0]}, then {said[1]}"
                self.add_failure(
                    PolicyFailure("differs", sanitize_text(told), name,
                        self.get_seat(match, number), turn, match.seed),
                    number,
                )  # fmt: skip
                return

    def build_notes(self, check: Check) -> list[str]:
        """Return observations about the policy other than problems."""
        notes: list[str] = []
        given = sum(len(score.log) for score in self.scores)
        defaults = sum(score.defaults for score in self.scores)
        if given and given == defaults:
            notes.append("it always answered with the default.")
        elif given:
            never = [
                name for name, (asked, default) in check.decisions.items() if asked == default > 0
            ]
            if never:
                notes.append(f"always answered with the default: {', '.join(never)}.")
        printed = "".join(score.printed for score in self.scores)
        if printed:
            lines = [sanitize_text(line, 80) for line in printed.splitlines() if line.strip()][:3]
            notes.append(f"it prints text, which nobody reads in a tournament: {' / '.join(lines)}")
        starting = sum(score.starting for score in self.scores) / len(self.scores)
        if starting >= SLOW_START_SECONDS:
            notes.append(f"it takes {starting:.1f} s in each match to start and load its file.")
        slowest = max(self.scores, key=lambda score: score.slowest)
        if SLOW_SHARE * self.limits.answer < slowest.slowest < self.limits.answer:
            notes.append(
                f"its slowest answer took {slowest.slowest:.2f} s ({slowest.slowest_at}); "
                f"after {self.limits.answer:g} s it forfeits the answer."
            )
        return notes + [
            f"not isolated on this machine: {line}." for line in self.list_missing_layers()
        ]

    def list_missing_layers(self) -> list[str]:
        """Return sentences about isolation layers that were missing in at least one match."""
        begun = [set(score.shields) for score in self.scores if score.shields]
        return describe_missing_layers(
            [name for name in ISOLATION_LAYERS if all(name in one for one in begun)]
        )
