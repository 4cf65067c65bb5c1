"""Whatever a page has seen is stored: kernels are killed, and crash at every single operation.

What came back is compared with what had been shown, as a page would show it (design 7).
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.hosting.match_store import MatchStore
from classkit.hosting.session import HostedSession
from classkit.hosting.table_serialization import TableSerializer
from classkit.widgets.connection_protocol import Hub
from classkit.widgets.match_controller import MatchController
from classkit.widgets.state_snapshot import build_state
from tests.widgets.pages import Page

Data = dict[str, Any]

NOT_KEPT = {
    "said", "said_note", "more_said", "said_by", "paid", "asked", "play", "curtain", "read_only",
    "futures", "fan", "moves",
}  # fmt: skip
"""What a page shows and no store holds: words on the last step, what runs just now, futures."""


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore(tmp_path / "matches")


def start(store: MatchStore, code: str | None = None) -> HostedSession:
    """A fresh kernel with a table, whose page asks for `code`."""
    session = HostedSession(
        classkit.table("poleconomy", seats=3, seed=7, options={"game": 1}), store
    )
    session.start(code)
    return session


def look(session: HostedSession) -> Page:
    """A page that says hello to the table and shows it."""
    page = Page(session.table.hub, session.table.page_view)
    page.channel.handlers = session.table._channel.handlers
    page.do("session", code=None)
    page.do("snapshot")
    return page


def seen(present: Data) -> Data:
    """What a page shows and must never lose; of other branches here the names, in any order."""
    kept = {key: value for key, value in present.items() if key not in NOT_KEPT}
    return {**kept, "branches": sorted(branch["name"] for branch in present["branches"])}


def shown_by(session: HostedSession) -> Data:
    """What a page shows that looks at this table now."""
    return seen(json.loads(json.dumps(build_state(session.table.page_view))))


def opened(store: MatchStore, code: str) -> tuple[Data, Data]:
    """What a page shows that opens the stored match now, and where each branch ends."""
    session = start(store, code)
    assert session.problem is None
    ends = {branch.name: branch.match.fork() for branch in session.table.controller.branches}
    return shown_by(session), {
        name: end.goto(step=end.last_step).digest() for name, end in ends.items()
    }


def a_record() -> str:
    from classkit.engine.serialization import format_record

    return format_record(
        classkit.new("poleconomy", seats=4, seed=5, options={"game": 1}).play("turn").to_record()
    )


SCRIPT: list[Data] = [
    {"do": "step", "until": "turn"},
    {"do": "name", "seat": "A", "name": "Zoë"},
    {"do": "step"},
    {"do": "bookmark", "label": "here"},
    {"do": "step", "until": "turn"},
    {"do": "cover", "chart": "inflation", "on": True},
    {"do": "predict", "chart": "inflation", "value": "3,5"},
    {"do": "back"},
    {"do": "fork", "name": "What if"},
    {"do": "step", "until": "round"},
    {"do": "seat", "seat": "B", "who": "person"},
    {"do": "step"},
    {"do": "seen_as", "seen_as": "B"},
    {"do": "goto", "turn": 2},
    {"do": "branch", "name": "Main"},
    {"do": "theme", "theme": "dark"},
    {"do": "seat", "seat": "B", "who": "financier"},
    {"do": "step", "until": "turn"},
    {"do": "reset"},
    {"do": "step", "until": "turn"},
    {"do": "open", "file": a_record()},
    {"do": "step"},
    {"do": "drop_branch", "name": "What if"},
    {"do": "branch", "name": "Main"},
    {"do": "new_seed"},
    {"do": "step"},
    {"do": "new", "seats": 5},
    {"do": "step", "until": "turn"},
]
"""Every kind of action that changes what is kept."""


@pytest.fixture
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """What begins anew has the same luck in every run."""
    for module in ("engine.registry.new_match", "widgets.match_lifecycle"):
        monkeypatch.setattr(f"classkit.{module}.new_seed", lambda: 5)


# --- the order ---------------------------------------------------------------------------------


@pytest.fixture
def watched(store: MatchStore) -> tuple[HostedSession, Page]:
    """A table of which each message to a page is looked at: what it shows must be stored."""
    session = start(store)
    page = look(session)
    take = page.channel.send

    def send(content: Data, buffers: list[bytes] | None = None) -> None:
        if content["kind"] in ("step", "snapshot"):
            assert store.read(session.code) == TableSerializer().dump_text(
                session.table.page_view
            ), "stored first"
        take(content, buffers)

    page.channel.send = send
    return session, page


Watched = tuple[HostedSession, Page]


def test_each_action_of_a_page_is_stored_before_any_page_is_told(watched: Watched) -> None:
    _, page = watched
    for action in SCRIPT:
        assert page.do(action["do"], **arguments(action))["kind"] in ("step", "snapshot"), action


def arguments(action: Data) -> Data:
    return {key: value for key, value in action.items() if key != "do"}


def test_what_the_kernel_does_is_stored_before_any_page_is_told(watched: Watched) -> None:
    table = watched[0].table
    table.hand("A", "person")
    table.hand("A", "saver").step("turn").rename("A", "Ada").fork().step("round").reset()
    table.theme = "projector"
    table.seen_as = "instructor"
    table.names = {"B": "Bo"}
    table.show_futures(2, horizon=1).step().clear_study()
    table.match.play("turn")  # past the table
    table.hub.publish_all()


def test_a_step_that_breaks_off_half_way_is_stored_and_shown(watched: Watched) -> None:
    """Some answers were given before a bot failed: the page shows them, and they are kept."""
    session, page = watched
    answered = []

    def failing(view: Any, decision: Any) -> Any:
        answered.append(decision)
        if len(answered) > 2:
            raise ValueError("a bot at its wits' end")
        return decision.default

    for seat in session.table.match.seats:
        session.table.hand(seat, failing)
    before = session.table.match.step
    answer = page.do("step", until="round")
    assert answer["kind"] == "refused" and "wits' end" in answer["reason"]
    assert page.now["step"] == session.table.match.step > before


# --- two writers -------------------------------------------------------------------------------


@pytest.mark.parametrize("action", SCRIPT[:3] + SCRIPT[7:10] + SCRIPT[18:19], ids=lambda a: a["do"])
def test_a_page_taken_over_shows_what_the_newer_one_opened(store: MatchStore, action: Data) -> None:
    older = start(store)
    page = look(older)
    for _ in range(3):
        page.do("step")
    newer = start(store, older.code)
    answer = page.do(action["do"], **arguments(action))
    assert answer["kind"] == "refused" and "newer page" in answer["reason"]
    assert "newer page" in page.now["read_only"]
    assert seen(page.now) == shown_by(newer)
    assert page.do("step")["kind"] == "refused"
    newer.table.step()
    assert newer.table.read_only is None


def test_a_method_called_on_a_table_taken_over_is_refused(store: MatchStore) -> None:
    older = start(store)
    older.table.step()
    newer = start(store, older.code)
    with pytest.raises(classkit.ClasskitError, match="newer page"):
        older.table.step()
    assert shown_by(older) == shown_by(newer)


def test_what_could_not_be_stored_stays_on_the_page_that_is_taken_over(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is nowhere else: from there it can still be saved."""
    older = start(store)
    page = look(older)
    page.do("step")
    monkeypatch.setattr("classkit.engine.serialization.os.fsync", full)
    page.do("step")
    monkeypatch.undo()
    start(store, older.code)
    assert page.do("step")["kind"] == "refused"
    assert page.now["step"] == older.table.match.step == 3


def full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_what_cannot_be_stored_is_said_with_the_very_step(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = start(store)
    page = look(session)
    said: list[Data] = page.messages
    monkeypatch.setattr(session.table, "send", lambda content: page.take(content))
    monkeypatch.setattr("classkit.engine.serialization.os.fsync", full)
    page.do("step")
    assert "no space left" in said[-2]["warning"] and said[-1]["kind"] == "step"
    monkeypatch.undo()


# --- crashes -----------------------------------------------------------------------------------


class Crash(BaseException):
    """The kernel dies here."""


class Dying:
    """Lets a process die at one of its operations on the disk, before or after it.

    From then on every further operation fails too: nothing tidies up after a kill.
    """

    def __init__(self, patch: pytest.MonkeyPatch, at: int, after: bool) -> None:
        self.left, self.after, self.dead = at, after, False
        for module, name in (
            (tempfile, "mkstemp"), (os, "fsync"), (os, "replace"), (os, "unlink"),
        ):  # fmt: skip
            patch.setattr(module, name, self.deadly(getattr(module, name)))

    def deadly(self, usual: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any, **named: Any) -> Any:
            if self.dead:
                raise Crash
            self.dead = self.left == 0
            self.left -= 1
            if not self.dead:
                return usual(*given, **named)
            if self.after:
                usual(*given, **named)
            raise Crash

        return run


IN_SHORT = [8, 9, 14, 18, 20]
"""A fork, a step, another branch, the beginning again, another match: one of each kind."""


@pytest.mark.usefixtures("same_luck")
def test_a_crash_at_any_operation_loses_nothing_that_was_seen(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, deep: bool
) -> None:
    """Each action is carried out again and again, with a crash at each operation on the disk."""
    first = start(store)
    look(first)
    before, aside, done = opened(store, first.code), tmp_path / "aside", tmp_path / "done"
    crashes = 0
    for number, action in enumerate(SCRIPT):
        shutil.copytree(store.directory, aside)
        page = look(start(store, first.code))
        page.do(action["do"], **arguments(action))
        after = opened(store, first.code)
        assert after[0] == seen(page.now), action
        shutil.copytree(store.directory, done)
        for moment in moments() if deep or number in IN_SHORT else ():
            put_back(store, aside)
            page, died = crash(start(store, first.code), action, moment, monkeypatch)
            if died:
                crashes += 1
                assert opened(store, first.code) in (before, after), (action, moment)
                assert seen(page.now) == before[0], "it died before the page was told"
        put_back(store, done)
        shutil.rmtree(aside)
        shutil.rmtree(done)
        before = after
    assert crashes > 20


def moments() -> list[tuple[int, bool]]:
    """Before and after each operation on the disk; more than an action has."""
    return [(at, after) for at in range(8) for after in (False, True)]


def put_back(store: MatchStore, copy: Path) -> None:
    shutil.rmtree(store.directory)
    shutil.copytree(copy, store.directory)


def crash(
    session: HostedSession, action: Data, moment: tuple[int, bool], patch: pytest.MonkeyPatch
) -> tuple[Page, bool]:
    """A page that asks for an action during which the kernel dies, and whether it did."""
    page = look(session)
    with patch.context() as inside:
        dying = Dying(inside, *moment)
        with suppress(Crash):
            page.do(action["do"], **arguments(action))
    return page, dying.dead


# --- kills -------------------------------------------------------------------------------------

KERNEL = textwrap.dedent(
    """
    import json, sys
    import classkit
    from classkit.hosting.session import HostedSession
    from classkit.hosting.match_store import MatchStore
    script = json.load(sys.stdin)
    store = MatchStore(sys.argv[1])
    table = classkit.table("poleconomy", seats=3, seed=7, options={"game": 1})
    session = HostedSession(table, store)
    session.start(None)
    channel = session.table._channel
    channel.send = lambda content, buffers=None: print(json.dumps(content), flush=True)
    for number, action in enumerate(script):
        file = action.pop("file", None)
        channel.receive_message({**action, "id": number}, [file.encode()] if file else [])
    """
)

HELLO: list[Data] = [{"do": "session", "code": None}, {"do": "snapshot"}]
LUCKLESS = [action for action in SCRIPT if action["do"] not in ("new_seed", "new")]
"""Without what would be another match in each run."""


def test_a_kernel_that_is_killed_at_any_moment_has_lost_nothing_that_was_seen(
    tmp_path: Path, deep: bool
) -> None:
    chance = random.Random(8)
    states = played_without_a_kill(MatchStore(tmp_path / "whole"))
    for kill in range(100 if deep else 10):
        store = MatchStore(tmp_path / f"killed-{kill}")
        page, told = killed(store, chance.randrange(1, len(states)), chance.uniform(0, 0.02))
        shown, code = seen(page.now), page.messages[0]["code"]
        found, _ = opened(store, code)
        assert shown == states[told - 1]
        assert found in states[told - 1 : told + 1], f"kill {kill}, after {told} actions"


def played_without_a_kill(store: MatchStore) -> list[Data]:
    """What the page shows at first, and after each action of the script."""
    page = look(start(store))
    states = [seen(page.now)]
    for action in LUCKLESS:
        page.do(action["do"], **arguments(action))
        states.append(seen(page.now))
    return states


def killed(store: MatchStore, after: int, seconds: float) -> tuple[Page, int]:
    """What a page was told by a kernel that was killed some time after so many snapshots and steps.

    And how many those were in the end.
    """
    kernel = subprocess.Popen(
        [sys.executable, "-c", KERNEL, str(store.directory)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert kernel.stdin is not None and kernel.stdout is not None
    with kernel:
        kernel.stdin.write(json.dumps(HELLO + LUCKLESS))
        kernel.stdin.close()
        lines = [kernel.stdout.readline() for _ in range(1 + after)]
        time.sleep(seconds)
        kernel.kill()
        lines += kernel.stdout.read().splitlines(keepends=True)
    page = Page(Hub(MatchController(classkit.new("poleconomy", seats=3, options={"game": 1}))))
    for line in lines:
        if line.endswith("\n"):  # the last may have come in part: then it was not seen
            page.take(json.loads(line))
    return page, sum(message["kind"] in ("snapshot", "step") for message in page.messages)
