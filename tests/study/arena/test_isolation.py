"""Policies in processes of their own: they play as at home, and harm nobody."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import classkit
from classkit.engine.match import Match
from classkit.engine.registry import find, list_games
from classkit.sandbox.fork_client import ForkServer
from classkit.sandbox.process import describe_exit
from classkit.study.arena.limits import Limits
from classkit.study.arena.referee import play_to_end
from classkit.study.arena.remote_policy import RemotePolicy
from classkit.study.arena.warm_start import create_fork_server, describe_game
from tests.endless import to_and_fro

HEAD = "def policy(view, decision):\n    "
CALM = Limits(answer=20.0, start=20.0, memory=200, restarts=1, failures=4, reads=500)
HASTY = replace(CALM, answer=0.1, start=0.2)
"""For policies that never end; no other result depends on how fast this machine is."""
ON_LINUX = sys.platform == "linux" and os.uname().machine == "x86_64"


@pytest.fixture(scope="module")
def starter() -> Iterator[ForkServer]:
    starter = create_fork_server(describe_game(short_match()))
    yield starter
    starter.close()


CALM_AT_HOME = Limits(answer=60.0, match=600.0)


def short_match() -> Match:
    return classkit.new("poleconomy", seats=3, seed=7, options={"round_limit": 3})


def play(source: str, starter: ForkServer, limits: Limits = CALM, **more: object) -> RemotePolicy:
    """A short match of a policy against two bots, to its end."""
    match = short_match()
    remote = RemotePolicy("one", source, match, "A", starter, limits, **more)  # type: ignore[arg-type]  # settings
    remote.open()
    assert play_to_end(match, {"A": remote, "B": "tycoon", "C": "saver"}) == ""
    assert match.is_over
    remote.close()
    return remote


# --- it plays as at home -------------------------------------------------------------------------

OPTIONS = {"poleconomy": {"game": 2}}
HOME = [(game, bot) for game in list_games() for bot in (*find(game).policies, "random")]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("game", "bot"), HOME)
def test_a_policy_plays_in_a_process_of_its_own_as_it_plays_here(game: str, bot: str) -> None:
    """Every bot of every game, also those that act aside and keep notes: the same match."""
    made = type(find(game).bot(bot))
    source = f"from {made.__module__} import {made.__qualname__}\npolicy = {made.__qualname__}()\n"
    seats = find(game).seat_numbers[0]
    here, there = (
        classkit.new(game, seats=max(seats, 3), seed=11, options=OPTIONS.get(game)) for _ in "ab"
    )
    here.play(bots=bot)
    starter = create_fork_server(describe_game(there))
    remotes = {
        seat: RemotePolicy(bot, source, there, seat, starter, CALM_AT_HOME).open()
        for seat in there.seats
    }
    assert play_to_end(there, remotes) == ""
    for remote in remotes.values():
        assert not remote.stats.failures
        remote.close()
    starter.close()
    assert there.digest() == here.digest()
    assert [entry[:4] for entry in there.answers] == [entry[:4] for entry in here.answers]


def test_what_a_view_refuses_it_refuses_there_with_the_same_error(starter: ForkServer) -> None:
    source = HEAD + (
        "try:\n        view.price('I77')\n    except Exception as error:\n"
        "        print(type(error).__name__, error)\n    print(view.csh)"
    )
    remote = play(source, starter)
    assert "UnknownName There is no company or advertising square 'I77'. Did you mean 'I27'?" in (
        remote.stats.printed
    )
    assert "Did you mean 'cash'?" in remote.stats.failures[0].reason


def test_the_same_chance_and_the_same_random_each_time(starter: ForkServer) -> None:
    source = "import random\n" + HEAD + (
        "print(view.chance.below(1000), random.randrange(1000), hash('a') % 1000)\n"
        "    return decision.default"
    )  # fmt: skip
    first, second = (play(source, starter).stats.printed for _ in range(2))
    assert first == second and len(set(first.split())) > 10


def test_a_policy_may_keep_notes_within_a_match_and_no_longer(starter: ForkServer) -> None:
    source = "notes = []\n" + HEAD + "notes.append(1); print(len(notes)); return decision.default"
    first, second = (play(source, starter) for _ in range(2))
    asked = [str(n + 1) for n in range(first.stats.answers)]
    assert first.stats.printed.split() == second.stats.printed.split() == asked


def test_it_plays_where_no_process_can_be_copied(starter: ForkServer) -> None:
    """Elsewhere each policy is a Python of its own: slower, and the same."""
    single = create_fork_server(describe_game(short_match()), forks=False)
    source = HEAD + "print(view.cash(view.seat)); return decision.default"
    remote = play(source, single)
    assert remote.stats.printed == play(source, starter).stats.printed != ""
    assert not remote.stats.failures
    crashed = play("import os\n" + HEAD + "os._exit(5)", single)
    assert crashed.stats.failures[0].kind == "crash"
    assert "status 5" in crashed.stats.failures[0].reason
    single.close()


# --- it harms nobody -----------------------------------------------------------------------------

ASK = "view._client."
BAD = {
    "loops": ("while True: pass", "slow", "0.1 s"),
    "loops and will not be told": (
        "while True:\n        try:\n            while 1: pass\n        except BaseException: pass",
        "slow", "0.1 s",
    ),
    "sleeps": ("import time; time.sleep(30)", "slow", "0.1 s"),
    "raises": ("return 1 / 0", "exception", "ZeroDivisionError: division by zero"),
    "recurses": ("return policy(view, decision)", "exception", "RecursionError"),
    "stops itself": ("raise SystemExit", "exception", "SystemExit"),
    "ends itself": ("import os; os._exit(3)", "crash", "status 3"),
    "crashes": ("import ctypes; ctypes.string_at(0)", "crash", "SIGSEGV"),
    "eats memory": ("x = bytearray(10**10)", "memory", "200 MB"),
    "answers illegally": ("return 'fly'", "illegal", "'fly' is not an answer to"),
    "returns nothing": ("pass", "reply", "nothing (None)"),
    "returns rubbish": ("return object()", "reply", "it returned <object"),
    "returns what is no data": ("return ('yes', {'a': object()})", "reply", "neither text"),
    "prints a gigabyte": (
        "for _ in range(1000): print('x' * 10**6)", "printed", "more than 10,000 characters",
    ),
    "asks without end": (
        "for n in range(10**6): view.may_say({str(n): n})", "reads", "more than 500 times",
    ),
    "reads what it may not": (
        f"return {ASK}ask_referee('read', name='_source', values=[], named={{}})", "cheat",
        "'_source'",
    ),
    "asks for the instructor's": (
        f"return {ASK}ask_referee('read', name='renew_chance', values=[], named={{}})", "cheat",
        "'renew_chance'",
    ),
    "answers twice": (
        f"{ASK}channel.send({{'number': 1, 'move': 'throw'}}); "
        f"{ASK}channel.send({{'number': 2, 'move': 'throw'}}); return 'throw'",
        "cheat", "it sent an unexpected message",
    ),
    "answers another question": (
        f"{ASK}channel.send({{'number': 99, 'move': 'throw'}})", "cheat", "an unknown question",
    ),
    "answers for another seat": ("return ('throw', {'seat': 'B'})", "illegal", "seat"),
    "sends noise": (f"{ASK}channel.sock.sendall(b'\\xff' * 100000)", "rubbish", "a message of"),
    "sends no JSON": (f"{ASK}channel.sock.sendall(b'\\0\\0\\0\\3NaN')", "rubbish", "is not JSON"),
    "sends half a message": (f"{ASK}channel.sock.sendall(b'\\0\\0\\1\\0x'); "
        "import time; time.sleep(9)", "slow", "0.1 s"),
    "asks what nobody knows": (f"return {ASK}ask_referee('seed')", "rubbish", "an unknown call"),
    "raises its limit": (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
        "exception", "not allowed to raise maximum limit",
    ),
    "changes the rules it has been given": (
        "import classkit.engine.moves as moves\n    "
        "moves.Move.refusal = lambda *_: None\n    moves.Move.barred = ''\n    return 'C0', {}",
        "illegal", "is not an answer to",
    ),
    "changes how messages are written": (
        "import json; json.dumps = lambda *_, **__: '[1]'", "rubbish", "a malformed message",
    ),
    "opens many files": ("f = [open('/dev/null') for _ in range(99)]", "exception", "Too many"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_a_policy_that_forfeits_an_answer_and_is_named_with_the_reason(
    what: str, starter: ForkServer
) -> None:
    body, kind, reason = BAD[what]
    remote = play(HEAD + body, starter, HASTY if kind == "slow" else CALM)
    told = [failure for failure in remote.stats.failures if failure.kind == kind]
    assert told, remote.stats.failures
    assert reason in told[0].reason, told[0].reason
    assert 0 < remote.stats.forfeits <= remote.stats.answers
    assert told[0].seed == 7 and told[0].seat == "A" and told[0].decision


GUARDED = {
    "forks": "import os\n    while True: os.fork()",
    "kills the referee's group": "import os; os.killpg(os.getpgid(os.getppid()), 9)",
    "kills its parent": "import os; os.kill(os.getppid(), 9)",
    "kills whoever it can": "import os; os.kill(-1, 9)",
    "starts a program": "import subprocess; subprocess.run(['true'])",
    "starts a thread": "import threading; threading.Thread(target=print).start()",
    "uses the network": "import socket; socket.socket()",
    "writes a file": "open('evil.txt', 'w')",
    "removes a file": "import os; os.remove({victim!r})",
    "empties a file": "import os; os.truncate({victim!r}, 0)",
    "moves a file": "import os; os.rename({victim!r}, {victim!r} + 'x')",
    "reads others' files": "return open({victim!r}).read()",
    "lists others' files": "import os; return os.listdir(os.path.dirname({victim!r}))",
    "reads who else runs": "return open('/proc/self/maps').read()",
}


@pytest.mark.skipif(not ON_LINUX, reason="the shields against these are those of Linux")
@pytest.mark.parametrize("what", GUARDED)
def test_a_policy_cannot_leave_its_process(what: str, starter: ForkServer, tmp_path: Path) -> None:
    victim = tmp_path / "homework.txt"
    victim.write_text("mine")
    remote = play(HEAD + GUARDED[what].format(victim=str(victim)), starter)
    assert remote.stats.shields == ("limits", "files", "calls", "room")
    assert remote.stats.failures[0].kind == "cheat", remote.stats.failures[0]
    assert "a policy may not use files" in remote.stats.failures[0].reason
    assert victim.read_text() == "mine" and list(tmp_path.iterdir()) == [victim]


@pytest.mark.parametrize("what", ["kills its parent", "kills the referee's group"])
def test_without_the_shields_the_match_goes_on_too(what: str) -> None:
    """Where the system has no such shields, whoever starts the policies is started anew."""
    starter = create_fork_server(describe_game(short_match()))
    remote = play(HEAD + GUARDED[what], starter, shields=("limits",))
    assert remote.stats.failures
    later = play(HEAD + "return decision.default", starter)
    assert not later.stats.failures, "others are not harmed"
    starter.close()


def test_what_is_printed_past_python_goes_nowhere(
    starter: ForkServer, capfd: pytest.CaptureFixture[str]
) -> None:
    remote = play(HEAD + "import os; os.write(1, b'x' * 10**6); return decision.default", starter)
    assert not remote.stats.failures
    assert capfd.readouterr() == ("", "")


def test_its_environment_holds_nothing_of_the_users(
    starter: ForkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLASSKIT_TOKEN", "secret")
    fresh = create_fork_server(describe_game(short_match()))
    body = "import os; print(dict(os.environ), os.getcwd()); return decision.default"
    printed = play(HEAD + body, fresh).stats.printed
    assert "CLASSKIT_TOKEN" not in printed and "secret" not in printed
    assert f"'HOME': '{Path.home()}'" not in printed
    assert f"'HOME': '{Path(fresh.folder).resolve()}'" in printed, "its own folder is its home"
    assert "classkit-policy-" in printed
    fresh.close()


@pytest.mark.skipif(not ON_LINUX, reason="/proc is where Linux tells what is open")
def test_it_inherits_no_open_file(starter: ForkServer) -> None:
    body = (
        "import os\n    def is_open(n):\n        try: return bool(os.fstat(n))\n"
        "        except OSError: return False\n"
        "    print(sum(is_open(n) for n in range(99))); return decision.default"
    )
    with open(__file__) as _, open(__file__) as _:
        printed = play(HEAD + body, starter, shields=("limits",)).stats.printed
    assert set(printed.split()) <= {"4", "5"}, "0, 1, 2, the line to the referee, and the folder"


def test_no_state_of_the_match_is_in_its_process(starter: ForkServer) -> None:
    body = (
        "import gc; print({type(o).__name__ for o in gc.get_objects()} & "
        "{'Match', 'Timeline', 'PoleconomyState', 'SeededRandom', 'Ledger'})\n"
        "    return decision.default"
    )
    printed = play(HEAD + body, starter).stats.printed
    assert set(printed.split()) == {"set()"}


def test_hidden_cards_stay_hidden() -> None:
    """In Economy a policy sees its own hand and nobody else's (E1.3)."""
    match = classkit.new("economy", seats=3, seed=3)
    starter = create_fork_server(describe_game(match))
    body = "print(view.hand_of('B'), view.hand_of('A') == view.hand); return decision.default"
    remote = RemotePolicy("a", HEAD + body, match, "A", starter, CALM_AT_HOME).open()
    assert play_to_end(match, {"A": remote, "B": "harvester", "C": "harvester"}) == ""
    remote.close()
    starter.close()
    assert set(remote.stats.printed.splitlines()) == {"None True"}


@pytest.mark.parametrize(
    ("reply", "kind", "reason"),
    [
        ("5", "reply", "its reply is not an aside: it returned 5"),
        ("'fly'", "illegal", "it did 'fly', which is not possible now"),
        ("('float_money', {'amount': 1})", "illegal", "create currency (N11.1)."),
    ],
)
def test_an_aside_that_is_none_is_named_with_the_reason_once(
    reply: str, kind: str, reason: str
) -> None:
    match = classkit.new("economicon", seats=3, seed=7, options={"rounds": 1})
    source = f"def aside(view, decision, open_asides):\n    return {reply}\n"
    with_policy = source + HEAD + "return decision.default"
    starter = create_fork_server(describe_game(match))
    remote = RemotePolicy("one", with_policy, match, "A", starter, CALM)
    bots = {"A": remote.open(), "B": "passive", "C": "passive"}
    play_to_end(match, bots)
    remote.close()
    starter.close()
    failure = remote.stats.failures[0]
    assert failure.kind == kind and failure.reason.endswith(reason)


def test_a_file_that_cannot_be_read_is_out_at_once(starter: ForkServer) -> None:
    cases = {
        "def policy(view, decision)\n    pass": ("syntax", "line 1"),
        "import nonesuch\n" + HEAD + "pass": ("import", "line 1"),
        "x = 1\nx.y\n" + HEAD + "pass": ("exception", "line 2"),
        "def polcy(view, decision): pass": ("no policy", ""),
        "policy = 3": ("no policy", ""),
        "while True: pass": ("slow", "line 1"),
    }
    for source, (kind, where) in cases.items():
        remote = play(source, starter, HASTY if kind == "slow" else CALM)
        assert [(f.kind, f.where) for f in remote.stats.failures] == [(kind, where)]
        assert remote.stats.out and remote.stats.forfeits == remote.stats.answers


def test_after_too_many_failures_it_plays_the_default_to_the_end(starter: ForkServer) -> None:
    remote = play(HEAD + "raise KeyError(view.turn)", starter)
    assert len(remote.stats.failures) == CALM.failures
    assert remote.stats.out == "it failed 4 times"
    assert remote.stats.forfeits == remote.stats.answers > 4
    crashed = play("import os\n" + HEAD + "os._exit(1)", starter)
    assert crashed.stats.out == "it had to be restarted 1 times"
    assert len(crashed.stats.failures) == 2


def test_a_match_in_which_nobody_does_anything_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("classkit.engine.history.log_cursor.MAX_ANSWERS", 300)
    match = classkit.new("economy", seats=3, seed=3)
    ended = play_to_end(match, dict.fromkeys(match.seats, to_and_fro))
    assert ended == "not over after 300 answers"
    assert not match.is_over and len(match.standings()) == 3


def test_its_time_for_the_match_is_limited_too(starter: ForkServer) -> None:
    limits = replace(CALM, match=0.2)
    remote = play(HEAD + "import time; time.sleep(.07); return decision.default", starter, limits)
    assert remote.stats.failures[-1].kind in ("out of time", "slow")
    assert remote.stats.out == "its 0.2 s for the match are used up"


def test_a_failure_tells_the_lines_of_the_policys_file_alone(starter: ForkServer) -> None:
    source = "import json\ndef helper(text):\n    return json.loads(text)\n" + HEAD + "helper('{')"
    failure = play(source, starter).stats.failures[0]
    assert [(line.number, line.function) for line in failure.lines] == [
        (5, "policy"),
        (3, "helper"),
    ]
    assert failure.lines[1].text == "return json.loads(text)"
    assert failure.where == "line 3, in helper"


def test_nothing_is_left_over(starter: ForkServer) -> None:
    source = "import os\n" + HEAD + "print(os.getpid()); return decision.default"
    pid = int(play(source, starter).stats.printed.split()[0])
    until = time.monotonic() + 300
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
    raise AssertionError("the process is still there")


def test_how_it_ended_is_said_in_words() -> None:
    assert describe_exit(-signal.SIGXCPU) == "it used up its processor time"
    assert describe_exit(-signal.SIGSEGV) == "it was killed by SIGSEGV"
