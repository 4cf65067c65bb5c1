"""Running a submission cell by cell, and handing over its answers as plain data.

This runs in a process of the sandbox. It receives the limits and the cells of one submission over
its line, puts on its shields, runs the cells, and reports the answers after each. A sheet that is
opened gets its questions over the line too, as a handout. Nothing from this process is trusted but
the answers themselves, which are the student's to give. It holds no tests, no marks and no key, and
of the package only what :mod:`.exam_room` leaves.
"""

from __future__ import annotations

import os
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
from .names import read_student, read_word, student_of
from .plain import NotPlain, to_plain
from .sheet import get_questions_from

SLOW, ERROR, UNFIT, MOVES = "slow", "error", "unfit", "moves"
"""The kinds of reports about a cell: it or its answer took too long, raised an error, is not plain
data, or is a list of moves where a policy was asked for."""
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
            self.channel.send({"at": cell["id"]})
            self.interrupts, self.told = 0, []
            error = self.run_cell(shell, cell["source"])
            if os.getpid() != self.pid:
                os._exit(0)  # a fork that left its cell; only the original hands over
            if error is not None:
                self.tell(error)
            for name in cell["answers"]:
                self.take(shell.user_ns, name, cell)
            self.channel.send({"answers": self.answers, "told": self.told})
        self.channel.send({"done": True})

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
        elif isinstance(error, NotPlain):
            about = {"kind": UNFIT, "words": str(error)}
        else:
            words = str(error)[:ERROR_MAX]
            about = {"kind": ERROR, "error": type(error).__name__, "words": words}
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

    def take(self, names: dict[str, Any], name: str, cell: dict[str, Any]) -> None:
        """Take the value of one answer; for a policy, play its matches and take its moves."""
        value = names.get(name)
        if value is None or value is ...:
            return
        contest = cell.get("contest")
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

    def played(self, names: dict[str, Any], key: str, policy: Any) -> Any:
        """Return the answers of a policy in the matches of its contest."""
        student = read_student(student_of(names.get("student")))
        word = read_word(names.get("word")) if self.paper["has_word"] else None
        return self.handout(self.paper["sheet"], student, word).contest(key).evidence(policy)


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
