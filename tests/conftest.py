"""How the tests are run: a short form for every run, ``--deep`` for thousands of matches."""

from __future__ import annotations

import gc
import os
import random
import signal
from collections.abc import Generator
from threading import enumerate as enumerate_threads
from threading import get_ident
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

from classkit.assignments.homework import student_decision
from classkit.engine import global_random
from classkit.process_startup import block_address_grammars

UNHURRIED = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)

settings.register_profile(
    "short", max_examples=5, deadline=None, derandomize=True, suppress_health_check=UNHURRIED
)
settings.register_profile("deep", max_examples=400, deadline=None, suppress_health_check=UNHURRIED)


TOGETHER = {
    "hosting": ("tests/browser/hosting/",),
    "jupyter": (
        "tests/browser/test_ahead.py",
        "tests/browser/test_boxes.py",
        "tests/browser/test_expected.py",
        "tests/browser/test_fits.py",
        "tests/browser/test_in_jupyter.py",
        "tests/browser/test_line.py",
        "tests/browser/test_table.py",
    ),
}
"""Those of each name share servers, and a browser that has read their pages.

Each further process that ran some of them would start those, and read all of it anew.
"""


WITH_OTHERS = (
    "tests/browser/", "tests/hosting/", "tests/classroom/", "tests/sandbox/",
    "tests/study/processes/", "tests/study/arena/",
)  # fmt: skip
"""These wait for other programs (browsers, servers, kernels, processes that play), which share a
small machine with all other tests.

Each has a second try. What is wrong fails twice; what was merely late is named in the summary as
RERUN, and deserves a look when it comes again.
"""


ONLY_DEEP = "a shorter test holds this in every run; `python -m tests --deep` runs it as well"
"""Why a test that is marked as deep is skipped."""


SHORT_MATCHES = 2
"""So many matches a law tries in each game in the short form: the plainest, and one by chance."""


OBJECTS = 20_000
"""So many new objects are looked through for garbage at a time."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--deep", action="store_true", help="try the laws on thousands of matches (takes long)"
    )


def pytest_configure(config: pytest.Config) -> None:
    deep = config.getoption("--deep")
    settings.load_profile("deep" if deep else "short")
    matches = settings.get_profile("deep").max_examples if deep else SHORT_MATCHES
    os.environ["CLASSKIT_MATCHES"] = str(matches)
    heed_signals()
    block_address_grammars()  # notebooks are read and checked in many tests


@pytest.fixture(autouse=True)
def collector() -> Generator[None, None, None]:
    """Leave Python's collector of garbage as it was: a loop may end before a page's pause does."""
    was_on = gc.isenabled()
    yield
    if was_on:
        gc.enable()


@pytest.fixture
def own_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count the plays of one test alone: a thread that another test left may still be playing."""
    monkeypatch.setattr(global_random, "generator_users", global_random.GeneratorUsers())


@pytest.fixture(autouse=True)
def borrowed_generators() -> Generator[None, None, None]:
    """Fail a test that keeps the global random generators: others would then draw from its seeds.

    Other threads that are still running may give them back later.
    """
    before = set(global_random.generator_users.plays)
    yield
    running = {thread.ident for thread in enumerate_threads()} - {get_ident()}
    kept = [
        play for play in global_random.generator_users.plays - before if play.thread not in running
    ]
    for play in kept:
        play.restore_generators()
    assert not kept, "bots were asked outside Players.play, and the generators not restored"


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, deep: bool) -> None:
    """Draw the seeds that a test leaves open from its name: what passes today passes tomorrow.

    In the long form each run draws others.
    """
    if not deep:
        drawn = random.Random(request.node.nodeid)
        monkeypatch.setattr(
            "classkit.engine.randomness.os", SimpleNamespace(urandom=drawn.randbytes)
        )


@pytest.hookimpl(trylast=True)  # of what -k and -m leave
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the short form does not try; give the tests of `WITH_OTHERS` a second try.

    Of a sweep it tries some cases, of what is marked as deep nothing.
    """
    if not config.getoption("--deep"):
        left_out = {item for one in swept(items).values() for item in left_out_of(one)}
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
        skipped = pytest.mark.skip(reason=ONLY_DEEP)
        for item in items:
            if item.get_closest_marker("deep"):
                item.add_marker(skipped)
    for item in items:
        if item.nodeid.startswith(WITH_OTHERS):
            item.add_marker(pytest.mark.flaky(reruns=1))


def swept(items: list[pytest.Item]) -> dict[str, list[pytest.Item]]:
    """Return the cases of each test that is marked as a sweep, by the test's name.

    Cases that are marked as deep are none that the short form could try.
    """
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sweep") and not item.get_closest_marker("deep"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return cases


def left_out_of(cases: list[pytest.Item]) -> list[pytest.Item]:
    """Return the cases of a sweep but those of the short form, which a test's own name draws.

    So one test goes through one game, and the next one through another.
    """
    marker = cases[0].get_closest_marker("sweep")
    assert marker is not None
    drawn = random.Random(cases[0].nodeid.partition("[")[0])
    kept = drawn.sample(cases, min(*marker.args, len(cases)))
    return [case for case in cases if case not in kept]


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect without looking for garbage: of what is made, nearly all stays until the end.

    To look for it takes a third of the time, in every process. What is there afterwards is not
    looked through again while the tests run, and what they make less often than Python would: that
    took an eighth of their time.
    """
    gc.disable()
    collected = yield
    gc.freeze()
    gc.set_threshold(OBJECTS)
    gc.enable()
    return collected


class ByFile(LoadFileScheduling):  # type: ignore[misc]  # xdist states no types
    """Runs the tests of a file in one process, and those of each name of `TOGETHER` as well."""

    def _split_scope(self, nodeid: str) -> str:
        named = (name for name, places in TOGETHER.items() if nodeid.startswith(places))
        return next(named, None) or super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """Share out the tests by file, so that what a file starts is started once."""
    return ByFile(config, log) if config.getoption("dist") == "loadfile" else None


def heed_signals() -> None:
    """Let what the tests start heed the signals that they send, wherever the tests are run.

    Under nohup and in the background of a script some are ignored, and programs started there
    ignore them too. A signal that is handled, if by doing nothing, is not ignored any more by
    what is started.
    """
    for name in ("SIGINT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda _number, _frame: None)


@pytest.fixture
def short_homework(monkeypatch: pytest.MonkeyPatch, deep: bool) -> None:
    """Play few futures for the decisions of a homework, so that it is quick to make one."""
    if not deep:
        monkeypatch.setattr(student_decision, "MAX_ANSWERS", 8_000)
        monkeypatch.setattr(student_decision, "MAX_EXPLAINED_DECISIONS", 3)


@pytest.fixture(scope="session")
def deep(pytestconfig: pytest.Config) -> bool:
    """Whether the long form is wanted."""
    return bool(pytestconfig.getoption("--deep"))
