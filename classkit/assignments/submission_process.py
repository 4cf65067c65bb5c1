"""Sandboxed process that runs a submission cell by cell and reports its answers as plain data.

The process receives the limits and the cells of one submission over a socket, isolates itself, runs
the cells, and reports the answers after each cell. When a cell opens a sheet, the process receives
the questions over the same socket, as a handout. The grader trusts nothing from this process except
the answers, which are the student's own. The process contains no tests, marks or answer key, and
imports classkit from :mod:`.redacted_package`.
"""

from __future__ import annotations

import ast
import os
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from classkit.engine.match import Match
from classkit.sandbox.isolation import apply_isolation
from classkit.sandbox.json_socket import JsonChannel
from classkit.sandbox.resource_limits import ResourceLimits
from classkit.sandbox.subreaper import supervise_children

from .feedback import MessageError
from .missing_resources import MODULE, LackTracker, find_guarded_imports, find_missing_resource
from .plain_data import NotPlainData, to_plain
from .question_sheet import set_provider_factory
from .student_handout import Handout
from .student_names import get_student, parse_student, parse_word

IDENTITY_NAMES = ("student", "word")
"""Answers that determine the numbers of a sheet."""
SLOW, ERROR, UNFIT, MOVES = "slow", "error", "unfit", "moves"
"""Kinds of reports about a cell or an answer: it took too long, raised an error, is not plain data,
or is a list of moves instead of a policy."""
ABSENT = "absent"
"""Kind of report about a missing module whose import error was caught in the cell."""
BODY_MAGIC_PATTERN = re.compile(r"\A\s*%%(?:time|timeit|capture|prun)\b.*\n?")
"""Matches the first line of a cell if the other lines are run as Python."""
IMMUTABLE_TYPES = (bool, int, float, str, bytes, tuple, frozenset, type(None))
"""Types of immutable values."""
GIVEN_UP_STATUS, BROKEN_STATUS = 77, 70
"""Exit statuses for a cell that cannot be interrupted, and for a cell that broke the runner."""
MAX_INTERRUPTS = 3
MAX_ERROR_LENGTH = 200
MAX_FILE_BYTES, MAX_FOLDER_BYTES = 4_000_000, 64_000_000
"""Maximum number of bytes that a submission may write to one file, and in total."""
MAX_OPEN_FILES = 256
MAX_PROCESSES = 64
"""Maximum number of processes and threads. The sandbox's limit for children is stricter."""


HAS_TIMER = hasattr(signal, "setitimer")
"""False on Windows, where a cell cannot be interrupted and the grader's timeout applies."""


def set_timer(seconds: float) -> None:
    """Send interrupts after ``seconds`` of CPU time and then every second. 0 stops the timer."""
    if HAS_TIMER:
        signal.setitimer(signal.ITIMER_PROF, seconds, 1 if seconds else 0)


@contextmanager
def pause_timer() -> Iterator[None]:
    """Stop the timer in the context, while the submission waits for the grader's process."""
    left = signal.setitimer(signal.ITIMER_PROF, 0)[0] if HAS_TIMER else 0
    try:
        yield
    finally:
        set_timer(left)


class CellTimeout(BaseException):
    """Raised when a cell has used up its time.

    It does not derive from Exception, so that `except Exception` cannot catch it.
    """


class ExamRunner:
    """Runs the cells of one submission."""

    def __init__(self, channel: JsonChannel, paper: dict[str, Any]) -> None:
        self.channel, self.paper = channel, paper
        self.answers: dict[str, Any] = {}
        self.reports: list[dict[str, str]] = []
        """Problems in the current cell, which the grader formats as remarks."""
        self.handouts: dict[tuple[str, str, str | None], Handout] = {}
        self.lack_tracker = LackTracker()
        self.doubts: dict[str, str] = {}
        """Maps an answer to the cell whose missing resource makes its value uncertain."""
        self.taken_values: dict[str, Any] = {}
        """Maps an answer to the object that was recorded, compared by identity."""
        self.bound_answers: set[str] = set()
        """Answers that a changed or added cell has set."""
        self.has_failed = False
        """True if the current cell needed a resource that this machine does not have."""
        self.interrupts = 0
        self.pid = os.getpid()

    def run(self) -> None:
        """Run all cells. A cell that fails or takes too long does not stop the others."""
        from IPython.core.interactiveshell import InteractiveShell

        shell = InteractiveShell.instance(colors="NoColor")
        if shell.history_manager is not None:
            shell.history_manager.enabled = False
        # by default, "!ls" would require a terminal
        shell.system = shell.system_raw  # type: ignore[method-assign]  # as IPython's kernels do
        if HAS_TIMER:
            signal.signal(signal.SIGPROF, self.interrupt_cell)
        set_provider_factory(self.get_handout)
        for cell in self.paper["cells"]:
            if cell.get("skipped"):
                self.lack_tracker.record_cell(
                    cell["id"], cell["source"], failed=True, gives=get_intended_answers(cell)
                )
                self.record_doubts(cell)
                continue
            self.channel.send({"at": cell["id"]})
            self.interrupts, self.reports, self.has_failed = 0, [], False
            names = {*cell["answers"], *self.paper.get("late", ())}
            before = {name: shell.user_ns.get(name) for name in names}
            self.clear_checked_values()
            error = self.run_cell(shell, cell["source"])
            if os.getpid() != self.pid:
                os._exit(0)  # a fork that outlived its cell; only the original process reports
            if error is not None:
                self.record_error(error)
            self.record_dependencies(shell, cell, error)
            for name in cell["answers"]:
                checks = cell.get("checks", {})
                value = self.get_checked_value(checks.get(name), shell.user_ns.get(name))
                if name in cell.get("fallback", ()) and name in self.answers:
                    continue  # the cell is below its check, which has read another value
                if name in checks or value is not before[name]:
                    self.take_answer(shell.user_ns, name, value, cell)
            if not cell.get("given"):
                bound = (name for name in names if shell.user_ns.get(name) is not before[name])
                self.bound_answers.update(bound)
            self.record_identity(cell)
            self.record_doubts(cell)
            self.channel.send(
                {"answers": self.answers, "told": self.reports, "doubts": self.doubts}
            )
        late = [name for name in self.bound_answers - self.answers.keys() - self.taken_values.keys()
                if shell.user_ns.get(name) is not None]  # fmt: skip
        self.channel.send({"done": True, "late": late})

    def record_dependencies(
        self, shell: Any, cell: dict[str, Any], error: BaseException | None
    ) -> None:
        """Record the names that depend on a cell that failed because of a missing resource."""
        source = BODY_MAGIC_PATTERN.sub("", cell["source"], count=1)
        try:
            code = shell.transform_cell(source)
            guarded = find_guarded_imports(ast.parse(code))
        except Exception:  # not valid Python, which running the cell has reported
            code, guarded = source, {}
        values = {name: shell.user_ns.get(name) for name in {*cell["answers"], *guarded}}
        absent = [name for name in guarded if values[name] is None]
        self.lack_tracker.record_cell(
            cell["id"],
            code,
            failed=self.has_failed,
            unnamed=isinstance(error, NameError),
            line=find_error_line(error, shell.user_ns) if source == cell["source"] else None,
            without=[name for name, value in values.items() if value is None],
            gives=get_intended_answers(cell),
            changeable=[
                name for name, value in values.items() if not isinstance(value, IMMUTABLE_TYPES)
            ],
        )
        if absent and not self.has_failed:
            self.reports.append({"kind": ABSENT, "lack": MODULE, "name": guarded[absent[0]]})

    def record_doubts(self, cell: dict[str, Any]) -> None:
        """Record the missing resources that the answers of a cell depend on."""
        for name in cell["answers"]:
            if cause := self.lack_tracker.get_cause(name):
                self.doubts[name] = cause
            else:
                self.doubts.pop(name, None)

    def clear_checked_values(self) -> None:
        """Clear the values that checks have read, so that only reads in the next cell count."""
        for handout in self.handouts.values():
            handout.checked_values.clear()

    def get_checked_value(self, key: str | None, value: Any) -> Any:
        """Return the value that the check of a question has read, or ``value`` if there is none."""
        for handout in self.handouts.values():
            value = handout.checked_values.get(key or "", value)
        return value

    def record_identity(self, cell: dict[str, Any]) -> None:
        """Record the student and word used to open a sheet, if no cell sets them."""
        opened = next(iter(reversed(self.handouts)), None)
        if opened is not None:
            for name, value in zip(IDENTITY_NAMES, opened[1:], strict=True):
                if name in cell.get("whose", ()):
                    self.answers.setdefault(name, value)

    def run_cell(self, shell: Any, source: str) -> BaseException | None:
        """Run one cell within its time limit. Return the error that stopped it, if any.

        The limit counts CPU time, so that a busy machine does not affect the result.
        """
        seconds = self.paper["seconds"]
        try:
            set_timer(seconds)
            try:
                done = shell.run_cell(source, store_history=False)
            finally:
                set_timer(0)
        except CellTimeout as late:
            return late
        error: BaseException | None = done.error_before_exec or done.error_in_exec
        return error

    def record_error(self, error: BaseException, answer: str = "") -> None:
        """Record an error in a cell, or while collecting one of its answers."""
        if isinstance(error, CellTimeout):
            about = {"kind": SLOW}
            self.has_failed = True
        elif isinstance(error, NotPlainData):
            about = {"kind": UNFIT, "words": str(error)}
        else:
            words = str(error)[:MAX_ERROR_LENGTH]
            about = {"kind": ERROR, "error": type(error).__name__, "words": words}
            lack, name = find_missing_resource(error)
            if lack:
                about |= {"lack": lack, "name": name[:MAX_ERROR_LENGTH]}
                self.has_failed = True
        self.reports.append({**about, "answer": answer})

    def interrupt_cell(self, number: int, frame: FrameType | None) -> None:
        """Interrupt the cell. If it has ignored ``MAX_INTERRUPTS`` interrupts, exit the process."""
        self.interrupts += 1
        if self.interrupts > MAX_INTERRUPTS:
            os._exit(GIVEN_UP_STATUS)
        raise CellTimeout

    def get_handout(
        self, sheet: str, student: str, word: str | None, played: Match | None = None
    ) -> Handout:
        """Return the questions of a student. Raise MessageError if the grader refuses them.

        ``played`` is not sent, because the grader identifies the match by the name of the sheet.
        """
        whose = (sheet, student, word)
        if whose not in self.handouts:
            with pause_timer():
                self.channel.send({"sheet": sheet, "student": student, "word": word})
                said = self.channel.receive()
            if "refused" in said:
                raise MessageError(said["refused"])
            self.handouts[whose] = Handout(said["handout"])
        return self.handouts[whose]

    def take_answer(
        self, names: dict[str, Any], name: str, value: Any, cell: dict[str, Any]
    ) -> None:
        """Record the value of an answer. For a policy, play its matches and record its moves."""
        if value is None or value is ...:
            return
        if name in IDENTITY_NAMES and self.answers.get(name) and is_blank_text(value):
            return  # an empty copy of the cell
        if callable(value) and self.taken_values.get(name) is value:
            return  # the policy's matches have already been played
        self.taken_values[name] = value
        contest = cell.get("contests", {}).get(name)
        self.has_failed = False
        try:
            set_timer(self.paper["seconds"])
            try:
                if contest and callable(value):
                    value = self.play_contest(names, contest, value)
                elif contest and isinstance(value, list):
                    self.reports.append({"kind": MOVES, "answer": name})
                self.answers[name] = to_plain(value)
            finally:
                set_timer(0)
        except (
            CellTimeout,
            Exception,
        ) as error:  # inspecting an untrusted value may raise any error
            self.record_error(error, name)
            if self.has_failed:
                self.lack_tracker.record_cell(cell["id"], f"{name} = ...", failed=True)

    def play_contest(self, names: dict[str, Any], key: str, policy: Any) -> Any:
        """Play a contest with a policy, and return the policy's answers in each match."""
        student = parse_student(get_student(names.get("student")))
        word = parse_word(names.get("word")) if self.paper["has_word"] else None
        return (
            self.get_handout(self.paper["sheet"], student, word)
            .get_contest(key)
            .collect_answers(policy)
        )


def is_blank_text(value: Any) -> bool:
    """Return True for text that is empty or contains only whitespace."""
    return isinstance(value, str) and not value.strip()


def find_error_line(error: BaseException | None, names: dict[str, Any]) -> int | None:
    """Return the line of the cell where an error stopped it, or None if unknown."""
    at = None if error is None else error.__traceback__
    while at is not None:
        if at.tb_frame.f_globals is names and at.tb_frame.f_code.co_name.startswith("<"):
            return at.tb_lineno
        at = at.tb_next
    return None


def get_intended_answers(cell: dict[str, Any]) -> list[str]:
    """Return the answers that a cell is expected to set: none for a cell added by the student."""
    return [] if cell.get("own") else cell["answers"]


def can_read(path: Path) -> bool:
    """Return True if a file can be read."""
    try:
        return bool(path.read_bytes())
    except OSError:
        return False


def main(line: socket.socket) -> None:
    """Run a submission in the current folder, which must be empty, and exit the process."""
    from IPython.core import interactiveshell  # noqa: F401  # while an import error can still be reported

    channel = JsonChannel(line)
    paper = channel.receive()
    bounds = ResourceLimits(
        paper["megabytes"] << 20,
        paper["processor_seconds"],
        MAX_FILE_BYTES,
        MAX_OPEN_FILES,
        MAX_PROCESSES,
        MAX_FOLDER_BYTES,
    )
    supervise_children(bounds, Path.cwd())
    on = apply_isolation(bounds, Path.cwd(), hidden=[Path(name) for name in paper["hidden"]])
    within_reach = any(can_read(Path(name)) for name in paper["solvers"])
    channel.send({"shields": on, "key_within_reach": within_reach})
    try:
        ExamRunner(channel, paper).run()
    except BaseException:  # a cell broke this code, or the grader closed the connection
        os._exit(BROKEN_STATUS)
    os._exit(0)  # skip the student's threads and exit handlers
