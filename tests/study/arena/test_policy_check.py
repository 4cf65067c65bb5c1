"""Policies are begun from a template and checked in words."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.cli import main
from classkit.engine.errors import ClasskitError
from classkit.engine.registry import find, list_games
from classkit.study import Check, Limits, check_policy, write_policy
from classkit.study.arena import policy_check
from classkit.study.arena.failures import PolicyFailure
from classkit.study.arena.policy_check import (
    MAX_DEFAULT_MATCHES,
    MAX_ENDLESS_MATCHES,
    MAX_TIMEOUT_MATCHES,
    REMEDIES,
)
from classkit.study.arena.policy_file import build_template, read_policy

HEAD = "def policy(view, decision):\n    "
CALM = Limits(answer=20.0, start=20.0, failures=1_000, restarts=2)


def check(folder: Path, source: str, limits: Limits = CALM, matches: int = 2) -> Check:
    file = folder / "mine.py"
    file.write_text(source)
    return check_policy(file, n=matches, seats=3, seed=5, options={"round_limit": 3}, limits=limits)


def test_a_notebook_is_shown_the_problems_and_interprets_no_name(tmp_path: Path) -> None:
    file = tmp_path / "a<b>.py"
    file.write_text(f'{HEAD}return "<i>no</i>"\n')
    found = check_policy(
        file, "poleconomy", n=1, seats=3, seed=5, options={"round_limit": 3}, limits=CALM
    )
    shown = found._repr_html_()
    assert shown.count("<li>") == len(found.problems) > 0 and "remedy: Choose from" in shown
    assert "a&lt;b&gt;.py, line 2" in shown and "a<b>" not in shown and "<i>" not in shown
    asked, default = found.decisions["end_turn"]
    assert f"<tr><td>end_turn</td><td>{asked:,}</td><td>{default:,}</td></tr>" in shown
    assert shown.count("<tr>") == len(found.decisions) + 1


def test_a_notebook_is_told_when_nothing_is_wrong(tmp_path: Path) -> None:
    shown = check(tmp_path, f"{HEAD}return decision.default\n")._repr_html_()
    assert "<b>No problems: it is ready to play.</b>" in shown and "<ol>" not in shown


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", list_games())
def test_the_template_plays_every_game_without_a_problem(game: str, tmp_path: Path) -> None:
    file = write_policy(tmp_path / "mine.py", game)
    source = file.read_text()
    assert f'GAME = "{game}"' in source and max(map(len, source.splitlines())) <= 100
    found = check_policy(file, n=2, seed=3, limits=CALM)
    assert found.ok, str(found)
    assert found.game == find(game).title and found.matches == 2
    assert "No problems: it is ready to play." in str(found)


def test_the_template_lists_what_is_asked_and_what_the_view_tells() -> None:
    text = build_template(find("poleconomy"))
    assert "#   buy_square: yes, no; default no (P7.1)" in text
    assert "default no (P7.1); about: square, price" in text.replace("\n#       ", " ")
    assert "#   cash(account): Return the cash of a seat" in text
    assert "#   seat: your own seat" in text
    assert ":meth:" not in text and "renew_chance" not in text


@pytest.mark.parametrize("game", list_games())
def test_the_template_lists_what_each_decision_is_about(game: str) -> None:
    """Every key that a match shows stands beside its decision."""
    lines = build_template(find(game)).replace("\n#       ", " ").splitlines()
    listed = {
        line[4:].partition(":")[0]: line.partition("; about: ")[2].split(", ")
        for line in lines
        if "; about: " in line
    }
    match = classkit.new(game, seed=1)
    while not match.is_over and match.turn < 12:
        for decision in match.requests():
            told = listed[decision.name]
            assert set(decision.about) <= set(told) and (decision.about or told), decision.name
        match.play(until="decision", bots="random")


def test_a_template_is_never_written_over_a_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("precious")
    with pytest.raises(ClasskitError, match="already exists and was not changed"):
        write_policy(mine)
    assert mine.read_text() == "precious"
    with pytest.raises(ClasskitError, match=r"Name it mine\.txt\.py"):
        write_policy(tmp_path / "mine.txt")
    with pytest.raises(ClasskitError, match="cannot be written"):
        write_policy(tmp_path / "nowhere" / "mine.py")
    with pytest.raises(ClasskitError, match="Did you mean 'economy'"):
        write_policy(tmp_path / "other.py", "econmy")


WRONG = {
    "illegal": ("if decision.name != 'choose_move':\n        return decision.default\n"
                "    return 'fly'", "line 4, in policy", "'fly' is not an answer to choose_move"),
    "reply": ("decision.default", "line 2, in policy", "nothing (None)"),
    "exception": ("return {}[view.turn]", "line 2, in policy", "KeyError: "),
    "crash": ("import os; os._exit(1)", "mine.py:", "exited with status 1"),
    "memory": ("return bytearray(10**10)", "line 2, in policy", "512 MB"),
    "printed": ("print('x' * 10**6)", "line 2, in policy", "more than 10,000 characters"),
    "cheat": ("return open('/etc/hostname').read()", "line 2, in policy", "may not use files"),
}  # fmt: skip


@pytest.mark.parametrize("kind", WRONG)
def test_what_goes_wrong_is_told_with_line_decision_turn_seed_and_remedy(
    kind: str, tmp_path: Path
) -> None:
    body, where, reason = WRONG[kind]
    found = check(tmp_path, HEAD + body)
    assert not found.ok
    problem = found.problems[0]
    assert problem.failure.kind == kind, found
    text = str(found)
    assert where in text and reason in text
    assert f"decision {problem.failure.decision}, turn {problem.failure.turn}" in text
    assert f"--seed {problem.failure.seed} --seat {problem.failure.seat}" in text
    assert REMEDIES[kind] in text


def test_the_words_given_play_that_match_again(tmp_path: Path) -> None:
    source = HEAD + "if view.turn > 5: 1 / 0\n    return decision.default"
    first = check(tmp_path, source, matches=3).problems[0].failure
    again = check_policy(
        tmp_path / "mine.py", n=1, seats=3, seed=first.seed, seat=first.seat,
        options={"round_limit": 3}, limits=CALM,
    )  # fmt: skip
    assert again.problems[0].failure == first


@pytest.mark.parametrize(
    ("source", "kind", "where"),
    [
        ("def policy(view, decision)\n    pass", "syntax", "line 1"),
        ("x = 1\nimport nonesuch\n" + HEAD + "pass", "import", "line 2"),
        ("def polcy(view, decision): pass", "no policy", ""),
        ("1 / 0", "exception", "line 1"),
        ("x = 1\ndef policy(view):\n    return 'yes'", "no policy", "line 2"),
        ("def policy(view, decision, memory):\n    return 'yes'", "no policy", "line 1"),
        (HEAD + "yield 'yes'", "no policy", "line 1"),
        ("async " + HEAD + "return 'yes'", "no policy", "line 1"),
        ("class policy:\n    def decide(self, view, decision): pass", "no policy", ""),
        ("class policy:\n    def __call__(self, view): pass", "no policy", "line 2"),
        ("class policy:\n    def __init__(self, n): pass", "exception", ""),
    ],
)
def test_a_file_that_cannot_play_is_told_once(
    source: str, kind: str, where: str, tmp_path: Path
) -> None:
    found = check(tmp_path, source, matches=50)
    assert found.matches == 1, "all others would be the same"
    assert [(p.failure.kind, p.failure.where, p.times) for p in found.problems] == [
        (kind, where, 1)
    ]
    assert "1 match of 50 (stopped" in str(found) and REMEDIES[kind] in str(found)


def test_a_class_of_policies_is_made_anew_for_each_match(tmp_path: Path) -> None:
    found = check(
        tmp_path,
        "class policy:\n    asked = 0\n    def __call__(self, view, decision):\n"
        "        self.asked += 1\n        assert self.asked < 20\n        return decision.default",
        matches=4,
    )
    assert found.ok and found.answers > 20, found


def test_the_same_line_is_told_once_whatever_was_asked(tmp_path: Path) -> None:
    found = check(tmp_path, HEAD + "return decision.nmae")
    (problem,) = found.problems
    assert "Did you mean 'name'?" in problem.failure.reason
    assert sum(problem.decisions.values()) == problem.times == found.answers
    assert len(problem.decisions) > 2
    assert f"{problem.times} times, in choose_move, " in str(found)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            "decision.legal[0]",
            r"it returned the move \w+\(.*\): its name is the answer, move\.name",
        ),
        ("('bid', {'amount': float('nan')})", "nan is not a finite number"),
        ("['bid', {'amount': 5}]", r"it returned \['bid', \{'amount': 5\}\]"),
    ],
)
def test_a_reply_that_is_none_says_what_would_be_one(
    answer: str, said: str, tmp_path: Path
) -> None:
    found = check(tmp_path, HEAD + f"return {answer}")
    assert found.problems[0].failure.where == "line 2, in policy"
    assert re.search(said, found.problems[0].failure.reason), found


def test_a_loop_is_found_by_its_line_and_ends_the_check(tmp_path: Path) -> None:
    hasty = Limits(answer=0.05, start=20.0, failures=1_000, restarts=2)
    found = check(tmp_path, HEAD + "n = 0\n    while True:\n        n += 1", hasty, 50)
    assert found.matches < 50
    assert {p.failure.kind for p in found.problems} == {"slow"}
    assert "in policy" in found.problems[0].failure.where
    assert "Check that loops end." in str(found)


@pytest.mark.parametrize(
    "source",
    [
        "import random\n" + HEAD + "return random.SystemRandom().choice(decision.legal).name",
        HEAD + "return sorted(decision.legal, key=lambda move: hash(move.name))[0].name",
        HEAD + "return list({move.name for move in decision.legal})[0]",
    ],
)
def test_one_that_is_not_deterministic_is_told(source: str, tmp_path: Path) -> None:
    free = source.replace(
        "return", "if decision.name != 'choose_move': return decision.default\n    return"
    )
    guarded = free.replace("decision.legal", "decision.legal[:3]")
    found = check(tmp_path, guarded, matches=3)
    assert [p.failure.kind for p in found.problems] == ["differs"], str(found)
    assert "view.chance" in str(found) and "the same match twice" in str(found)


def test_a_policy_that_uses_random_is_deterministic(tmp_path: Path) -> None:
    draw = "import random\n" + HEAD + "return decision.default if random.random() < 0.5 else "
    found = check(tmp_path, draw + "next((m.name for m in decision.legal if not m.fields), "
        "decision.default)", matches=3)  # fmt: skip
    assert found.ok, str(found)


def test_chance_of_the_view_is_deterministic(tmp_path: Path) -> None:
    source = HEAD + "return view.chance.choice([m for m in decision.legal if not m.fields] or " \
        "[decision.default])"  # fmt: skip
    source = source.replace("return view", "move = view") + (
        "\n    return move if isinstance(move, tuple) else move.name"
    )
    assert check(tmp_path, source, matches=3).ok


def test_notes_on_what_is_no_mistake(tmp_path: Path) -> None:
    found = check(tmp_path, HEAD + "print('thinking')\n    return decision.default")
    assert found.ok
    assert "it always answered with the default." in found.notes
    assert any("it prints" in note and "thinking" in note for note in found.notes)
    assert all(asked == default for asked, default in found.decisions.values())


def test_the_game_is_what_the_file_says(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text('GAME = "economy"\n' + HEAD + "return decision.default")
    assert read_policy(file).game == "economy"
    file.write_text("GAME = 3\n((((")
    assert read_policy(file).game is None


def test_files_that_are_none_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(ClasskitError, match="the file does not exist"):
        check_policy(tmp_path / "none.py")
    with pytest.raises(ClasskitError, match="it is a folder"):
        check_policy(tmp_path)
    for content, reason in (
        (b"\xe9", "not UTF-8 text"),
        ("x = 1".encode("utf-16-le"), "saved as UTF-16"),
        (b"<<<<<<< a\nx = 1\n=======\nx = 2\n>>>>>>> b\n", "marks of a merge conflict"),
    ):
        (tmp_path / "b.py").write_bytes(content)
        with pytest.raises(ClasskitError, match=reason):
            check_policy(tmp_path / "b.py")
    (tmp_path / "c.py").write_text("#" * 1_000_001)
    with pytest.raises(ClasskitError, match="longer than"):
        check_policy(tmp_path / "c.py")
    (tmp_path / "d.py").write_text("")
    with pytest.raises(ClasskitError, match="must be a Python file, a function or a class, not 5"):
        check_policy(5)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ClasskitError, match="a whole number, 1 or more"):
        check_policy(tmp_path / "d.py", n=0)
    with pytest.raises(ClasskitError, match="there is no seat 'Z'"):
        check_policy(tmp_path / "d.py", seat="Z")


def test_the_command_begins_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "mine.py")
    assert main(["policy", "new", file, "--game", "poleconomy"]) == 0
    words = ["policy", "check", file, "--matches", "2", "--seed", "3", "--quiet"]
    words += ["--answer-time", "20"]
    assert main(words) == 0
    assert "ready to play" in capsys.readouterr().out
    Path(file).write_text(HEAD + "return 'fly'")
    assert main([*words, "--set", "round_limit=2"]) == 1
    told = capsys.readouterr().out
    assert "mine.py, line 2, in policy: it answered 'fly'" in told
    assert main(["policy", "new", file]) == 1
    assert "was not changed" in capsys.readouterr().err
    assert main(["policy", "check", file, "--answer-time", "0"]) == 1
    assert "the limit on answer" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only POSIX has such pipes in folders")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "mine.py")
    with pytest.raises(ClasskitError, match="it is not a file"):
        read_policy(tmp_path / "mine.py")


def test_a_policy_is_written_under_the_name_of_a_file() -> None:
    with pytest.raises(ClasskitError, match="path must be the name of a file, not 5"):
        write_policy(5)  # type: ignore[arg-type]  # no name


# --- policies that waste their answers --------------------------------------------------------

ASIDES = """
def policy(view, decision):
    return decision.default

def aside(view, decision, open_asides):
    return next((one.move.draw(view.chance) for one in open_asides()), None)
"""


@pytest.mark.parametrize(
    ("source", "game", "told"),
    [
        (HEAD + "return decision.default", "economy", "Most often it answered .* to "),
        (ASIDES, "economicon", r"latest [0-9]+ answers\)"),
    ],
)
def test_a_policy_that_is_asked_too_often_ends_the_check(
    source: str, game: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(source)
    limits = Limits(answer=20.0, start=20.0, asks=15)
    found = check_policy(file, game, n=50, seats=3, seed=5, limits=limits)
    assert found.matches == MAX_ENDLESS_MATCHES and "(stopped" in str(found)
    (problem,) = found.problems
    assert problem.failure.kind == "endless" and problem.failure.decision
    assert "it was asked 15 times, and the match is not over" in problem.failure.reason
    assert re.search(told, problem.failure.reason), problem.failure.reason
    assert "remedy: Let the match continue" in str(found)


def test_matches_that_do_not_end_end_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("classkit.engine.history.log_cursor.MAX_ANSWERS", 30)
    found = check(tmp_path, HEAD + "return decision.default", matches=50)
    assert found.matches == MAX_ENDLESS_MATCHES
    assert [one.failure.kind for one in found.problems] == ["endless"] and not found.ok
    assert "the match is not over after 30 answers" in str(found)


def test_failures_without_end_end_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("classkit.study.arena.policy_check.MAX_FAILURES", 40)
    found = check(tmp_path, HEAD + "return 'jump'", matches=50)
    assert found.matches < 10 and "(stopped" in str(found)
    assert sum(one.times for one in found.problems) >= 40


def test_time_that_is_used_up_twice_ends_the_check(tmp_path: Path) -> None:
    source = "import time\n" + HEAD + "time.sleep(0.02)\n    return decision.default"
    found = check(tmp_path, source, Limits(answer=20.0, match=0.01), matches=50)
    assert found.matches == MAX_TIMEOUT_MATCHES and "(stopped: more matches" in str(found)
    assert [one.failure.kind for one in found.problems] == ["out of time"]


def test_a_policy_that_is_out_again_and_again_ends_the_check(tmp_path: Path) -> None:
    found = check(tmp_path, "import os\n" + HEAD + "os._exit(3)", matches=50)
    assert found.matches == MAX_DEFAULT_MATCHES and "(stopped: more matches" in str(found)


def test_a_policy_that_wastes_time_within_its_limits_ends_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy_check, "SECONDS_PER_MATCH", 0.0)
    monkeypatch.setattr(policy_check, "MIN_SECONDS", 0.01)
    monkeypatch.setattr(policy_check, "SLOW_START_SECONDS", 0.01)
    source = "import time\ntime.sleep(0.02)\n" + HEAD + "return decision.default"
    found = check(tmp_path, source, matches=50)
    assert found.matches == 1 and found.ok
    assert "1 match of 50 (stopped: its 0.01 s for 50 matches are used up)" in str(found)
    assert re.search("it takes .* s in each match to start", str(found))


def test_a_match_that_failed_when_played_again_is_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_one = policy_check.CheckRun.play_match

    def fails_again(series: Any, number: int, again: bool = False) -> Any:
        match, score = play_one(series, number, again)
        if again:  # as where an answer came too late
            del score.log[0]
            score.failures.append(PolicyFailure("slow", "late", "choose_move", "A", 1, match.seed))
        return match, score

    monkeypatch.setattr(policy_check.CheckRun, "play_match", fails_again)
    found = check(tmp_path, HEAD + "return decision.default")
    assert [one.failure.kind for one in found.problems] == ["slow"]


def test_starting_again_and_again_is_bounded_too(tmp_path: Path) -> None:
    source = "import os, time\ntime.sleep(0.4)\n" + HEAD + "os._exit(3)"
    limits = Limits(answer=20.0, start=1.0, match=0.5, restarts=1_000, failures=1_000)
    found = check(tmp_path, source, limits, matches=50)
    assert "used up" in str(found) and found.matches <= 5
