"""Running a submission cell by cell, and handing over its answers as plain data.

This runs in a process of the sandbox. It receives the limits and the cells of one submission over
its line, puts on its shields, runs the cells, and reports the answers after each. A sheet that is
opened gets its questions over the line too, as a handout. Nothing from this process is trusted but
the answers themselves, which are the student's to give. It holds no tests, no marks and no key, and
of the package only what :mod:`.exam_room` leaves.
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
from classkit.sandbox.keeper import keep
from classkit.sandbox.limits import Bounds
from classkit.sandbox.shields import put_on
from classkit.sandbox.wire import Channel

from .feedback import Spoken
from .handout import Handout
from .lack import MODULE, Trail, guarded_imports, lack_of
from .names import read_student, read_word, student_of
from .plain import NotPlain, to_plain
from .sheet import get_questions_from

WHOSE = ("student", "word")
"""The answers that draw the numbers."""
SLOW, ERROR, UNFIT, MOVES = "slow", "error", "unfit", "moves"
"""The kinds of reports about a cell: it or its answer took too long, raised an error, is not plain
data, or is a list of moves where a policy was asked for."""
ABSENT = "absent"
"""The kind of report about a module that a cell tried to import, and could do without."""
RUNS_BODY = re.compile(r"\A\s*%%(?:time|timeit|capture|prun)\b.*\n?")
"""Matches the first line of a cell whose other lines are run as Python."""
FIXED = (bool, int, float, str, bytes, tuple, frozenset, type(None))
"""Types of values that no statement can change."""
GIVEN_UP, BROKEN = 77, 70
"""The exit statuses of a cell that would not be interrupted, and of one that broke this code."""
INTERRUPTS_MAX = 3
ERROR_MAX = 200
FILE_MAX, FOLDER_MAX = 4_000_000, 64_000_000
"""Bytes that a submission may write into one file, and into all together."""
FILES_OPEN = 256
PROCESSES = 64
"""Processes and threads that the system lets it start; its keeper is stricter."""


CLOCKED = hasattr(signal, "setitimer")
"""False on Windows, which cannot interrupt a cell; there the marker's clock ends the process."""


def clock(seconds: float) -> None:
    """Interrupt after so many seconds of processor time, then every second; 0 stops it."""
    if CLOCKED:
        signal.setitimer(signal.ITIMER_PROF, seconds, 1 if seconds else 0)


@contextmanager
def unclocked() -> Iterator[None]:
    """Stop the clock inside the block, where the submission waits for the marker's process."""
    left = signal.setitimer(signal.ITIMER_PROF, 0)[0] if CLOCKED else 0
    try:
        yield
    finally:
        clock(left)


class OutOfTime(BaseException):
    """A cell has used up its time. Not an Exception, so that `except Exception` cannot catch it."""


class Sitting:
    """The run of one submission."""

    def __init__(self, channel: Channel, paper: dict[str, Any]) -> None:
        self.channel, self.paper = channel, paper
        self.answers: dict[str, Any] = {}
        self.told: list[dict[str, str]] = []
        """What went wrong in the present cell; the marker puts it into words."""
        self.handouts: dict[tuple[str, str, str | None], Handout] = {}
        self.trail = Trail()
        self.doubts: dict[str, str] = {}
        """Answer -> the cell for whose lack its value may be missing or wrong."""
        self.taken: dict[str, Any] = {}
        """Answer -> the very object that was taken for it."""
        self.bound: set[str] = set()
        """Answers to which a cell of the student's has given a value."""
        self.failed = False
        """True if the present cell lacked something that the machine does not have."""
        self.interrupts = 0
        self.pid = os.getpid()

    def run(self) -> None:
        """Run every cell; one that fails or takes too long does not stop the others."""
        from IPython.core.interactiveshell import InteractiveShell

        shell = InteractiveShell.instance(colors="NoColor")
        if shell.history_manager is not None:
            shell.history_manager.enabled = False
        # "!ls" would otherwise ask for a terminal, and there is none here
        shell.system = shell.system_raw  # type: ignore[method-assign]  # as IPython's kernels do
        if CLOCKED:
            signal.signal(signal.SIGPROF, self.interrupt)
        get_questions_from(self.handout)
        for cell in self.paper["cells"]:
            if cell.get("skipped"):
                self.trail.follow(cell["id"], cell["source"], failed=True, gives=given_by(cell))
                self.note_doubts(cell)
                continue
            self.channel.send({"at": cell["id"]})
            self.interrupts, self.told, self.failed = 0, [], False
            names = {*cell["answers"], *self.paper.get("late", ())}
            before = {name: shell.user_ns.get(name) for name in names}
            self.forget_what_was_read()
            error = self.run_cell(shell, cell["source"])
            if os.getpid() != self.pid:
                os._exit(0)  # a fork that left its cell; only the original hands over
            if error is not None:
                self.tell(error)
            self.follow(shell, cell, error)
            for name in cell["answers"]:
                checks = cell.get("checks", {})
                value = self.read_by_check(checks.get(name), shell.user_ns.get(name))
                if name in cell.get("fallback", ()) and name in self.answers:
                    continue  # it is below its check, which has read another value
                if name in checks or value is not before[name]:
                    self.take(shell.user_ns, name, value, cell)
            if not cell.get("given"):
                bound = (name for name in names if shell.user_ns.get(name) is not before[name])
                self.bound.update(bound)
            self.note_whose(cell)
            self.note_doubts(cell)
            self.channel.send({"answers": self.answers, "told": self.told, "doubts": self.doubts})
        late = [name for name in self.bound - self.answers.keys() - self.taken.keys()
                if shell.user_ns.get(name) is not None]  # fmt: skip
        self.channel.send({"done": True, "late": late})

    def follow(self, shell: Any, cell: dict[str, Any], error: BaseException | None) -> None:
        """Note what depends on a cell that could not do its work for want of something."""
        source = RUNS_BODY.sub("", cell["source"], count=1)
        try:
            code = shell.transform_cell(source)
            guarded = guarded_imports(ast.parse(code))
        except Exception:  # no Python, which the run of the cell has reported
            code, guarded = source, {}
        values = {name: shell.user_ns.get(name) for name in {*cell["answers"], *guarded}}
        absent = [name for name in guarded if values[name] is None]
        self.trail.follow(
            cell["id"], code, failed=self.failed, unnamed=isinstance(error, NameError),
            line=line_of(error, shell.user_ns) if source == cell["source"] else None,
            without=[name for name, value in values.items() if value is None],
            gives=given_by(cell),
            changeable=[name for name, value in values.items() if not isinstance(value, FIXED)],
        )  # fmt: skip
        if absent and not self.failed:
            self.told.append({"kind": ABSENT, "lack": MODULE, "name": guarded[absent[0]]})

    def note_doubts(self, cell: dict[str, Any]) -> None:
        """Note for each answer that a cell gives on which cell's lack it depends, if on any."""
        for name in cell["answers"]:
            if cause := self.trail.cause(name):
                self.doubts[name] = cause
            else:
                self.doubts.pop(name, None)

    def forget_what_was_read(self) -> None:
        """Forget what checks have read, so that only the next cell's count."""
        for handout in self.handouts.values():
            handout.read.clear()

    def read_by_check(self, key: str | None, value: Any) -> Any:
        """Return what the check of a question has read in place of a value, if it read anything."""
        for handout in self.handouts.values():
            value = handout.read.get(key or "", value)
        return value

    def note_whose(self, cell: dict[str, Any]) -> None:
        """Note for whom a sheet was opened, where no cell of the notebook names them."""
        opened = next(iter(reversed(self.handouts)), None)
        if opened is not None:
            for name, value in zip(WHOSE, opened[1:], strict=True):
                if name in cell.get("whose", ()):
                    self.answers.setdefault(name, value)

    def run_cell(self, shell: Any, source: str) -> BaseException | None:
        """Run one cell within its time. Return the error that ended it, if one did.

        Processor time counts, so that a busy machine costs nobody anything.
        """
        seconds = self.paper["seconds"]
        try:
            clock(seconds)
            try:
                done = shell.run_cell(source, store_history=False)
            finally:
                clock(0)
        except OutOfTime as late:
            return late
        error: BaseException | None = done.error_before_exec or done.error_in_exec
        return error

    def tell(self, error: BaseException, answer: str = "") -> None:
        """Note the error of a cell, or of taking one of its answers."""
        if isinstance(error, OutOfTime):
            about = {"kind": SLOW}
            self.failed = True
        elif isinstance(error, NotPlain):
            about = {"kind": UNFIT, "words": str(error)}
        else:
            words = str(error)[:ERROR_MAX]
            about = {"kind": ERROR, "error": type(error).__name__, "words": words}
            lack, name = lack_of(error)
            if lack:
                about |= {"lack": lack, "name": name[:ERROR_MAX]}
                self.failed = True
        self.told.append({**about, "answer": answer})

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """Interrupt the cell; end the process if the cell will not be interrupted."""
        self.interrupts += 1
        if self.interrupts > INTERRUPTS_MAX:
            os._exit(GIVEN_UP)
        raise OutOfTime

    def handout(
        self, sheet: str, student: str, word: str | None, played: Match | None = None
    ) -> Handout:
        """Return the questions of a student; raise Spoken with the reason if there are none.

        What was ``played`` the marker knows by the name of the sheet.
        """
        whose = (sheet, student, word)
        if whose not in self.handouts:
            with unclocked():
                self.channel.send({"sheet": sheet, "student": student, "word": word})
                said = self.channel.receive()
            if "refused" in said:
                raise Spoken(said["refused"])
            self.handouts[whose] = Handout(said["handout"])
        return self.handouts[whose]

    def take(self, names: dict[str, Any], name: str, value: Any, cell: dict[str, Any]) -> None:
        """Take the value of one answer; for a policy, play its matches and take its moves."""
        if value is None or value is ...:
            return
        if name in WHOSE and self.answers.get(name) and is_blank_text(value):
            return  # a copy of the cell that was left empty
        if callable(value) and self.taken.get(name) is value:
            return  # a policy whose matches have been played
        self.taken[name] = value
        contest = cell.get("contests", {}).get(name)
        self.failed = False
        try:
            clock(self.paper["seconds"])
            try:
                if contest and callable(value):
                    value = self.played(names, contest, value)
                elif contest and isinstance(value, list):
                    self.told.append({"kind": MOVES, "answer": name})
                self.answers[name] = to_plain(value)
            finally:
                clock(0)
        except (OutOfTime, Exception) as error:  # a stranger's value may do anything when inspected
            self.tell(error, name)
            if self.failed:
                self.trail.follow(cell["id"], f"{name} = ...", failed=True)

    def played(self, names: dict[str, Any], key: str, policy: Any) -> Any:
        """Return the answers of a policy in the matches of its contest."""
        student = read_student(student_of(names.get("student")))
        word = read_word(names.get("word")) if self.paper["has_word"] else None
        return self.handout(self.paper["sheet"], student, word).contest(key).evidence(policy)


def is_blank_text(value: Any) -> bool:
    """Return True for a text without a letter."""
    return isinstance(value, str) and not value.strip()


def line_of(error: BaseException | None, names: dict[str, Any]) -> int | None:
    """Return the line of the cell at which an error ended it, if it is known."""
    at = None if error is None else error.__traceback__
    while at is not None:
        if at.tb_frame.f_globals is names and at.tb_frame.f_code.co_name.startswith("<"):
            return at.tb_lineno
        at = at.tb_next
    return None


def given_by(cell: dict[str, Any]) -> list[str]:
    """Return the answers for which a cell is there: none for one of the student's own."""
    return [] if cell.get("own") else cell["answers"]


def can_read(path: Path) -> bool:
    """Return True if a file can be read."""
    try:
        return bool(path.read_bytes())
    except OSError:
        return False


def main(line: socket.socket) -> None:
    """Run a submission in the present folder, which is empty. Never return."""
    from IPython.core import interactiveshell  # noqa: F401  # while an import error can still be reported

    channel = Channel(line)
    paper = channel.receive()
    bounds = Bounds(
        paper["megabytes"] << 20, paper["processor_seconds"], FILE_MAX, FILES_OPEN, PROCESSES,
        FOLDER_MAX,
    )  # fmt: skip
    keep(bounds, Path.cwd())
    on = put_on(bounds, Path.cwd(), hidden=[Path(name) for name in paper["hidden"]])
    within_reach = any(can_read(Path(name)) for name in paper["solvers"])
    channel.send({"shields": on, "key_within_reach": within_reach})
    try:
        Sitting(channel, paper).run()
    except BaseException:  # a cell broke this code, or the other side has gone
        os._exit(BROKEN)
    os._exit(0)  # so that no thread or exit handler of the student's runs after the end
