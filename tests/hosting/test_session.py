"""A hosted table without a browser: what is kept, what comes back, what is refused (design 7)."""

from __future__ import annotations

import json
import os
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import classkit
from classkit.engine.errors import RecordError
from classkit.engine.registry import record_replay
from classkit.engine.serialization import format_record
from classkit.hosting import table_serialization
from classkit.hosting.match_store import (
    BRANCHES,
    MATCH,
    MAX_RECORD_BYTES,
    MatchStore,
    StoreError,
    new_code,
)
from classkit.hosting.session import HostedSession, open_table
from classkit.hosting.store_clock import STAMP_FILE
from classkit.testing.file_audit import audit_opens
from classkit.widgets.live_table import Table
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_state
from classkit.widgets.stored_branch import StoredBranch
from tests.strange import STRANGE
from tests.widgets.pages import apart


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore(tmp_path / "matches")


def start(store: MatchStore, code: str | None = None, **settings: Any) -> HostedSession:
    """A fresh kernel with a table, whose page asks for `code`."""
    table = classkit.table("poleconomy", **{"seats": 4, "options": {"game": 1}, **settings})
    session = HostedSession(table, store)
    session.start(code)
    return session


def page_says(session: HostedSession, **content: Any) -> list[dict[str, Any]]:
    """What the page gets when it says something, in order."""
    told: list[dict[str, Any]] = []
    channel = session.table._channel
    usual, channel.send = channel.send, lambda content, buffers=None: told.append(content)
    try:
        channel.receive_message(*apart({"id": 1, **content}))
    finally:
        channel.send = usual
    return told


def otherwise(table: Table) -> None:
    """Decide otherwise than by default."""
    asked = table.controller.open_decisions()[0]
    table.answer(next(one.name for one in asked.legal if one.name != asked.default.move))


def play(session: HostedSession, turns: int) -> None:
    for _ in range(turns):
        session.table.step("turn")


def test_each_step_is_kept_and_comes_back(store: MatchStore) -> None:
    first = start(store)
    play(first, 5)
    again = start(store, first.code)
    assert again.code == first.code
    assert again.table.match.digest() == first.table.match.digest()
    assert again.table.match.turn == 6
    assert again.table.controller.players == first.table.controller.players
    play(again, 3)
    third = start(store, first.code)
    assert third.table.match.digest() == again.table.match.digest()


def test_nothing_is_written_before_a_page_is_there_or_something_is_played(
    store: MatchStore,
) -> None:
    session = start(store)
    assert list(store.directory.iterdir()) == []
    (told,) = page_says(session, do="session", code=None)
    assert told["code"] == session.code and told["problem"] is None and told["reply"] == 1
    assert store.has_match(session.code)


def test_a_page_that_remembers_a_code_gets_its_match(store: MatchStore) -> None:
    """After a reload the address has no code: the page says it, and the table changes over."""
    first = start(store)
    play(first, 4)
    again = start(store)
    page_says(again, do="snapshot")
    told = page_says(again, do="session", code=first.code)
    assert told[-1] == {
        "kind": "session",
        "code": first.code,
        "problem": None,
        "warning": None,
        "stopped": False,
        "reply": 1,
    }
    assert again.table.match.digest() == first.table.match.digest()
    assert told[0]["kind"] in ("snapshot", "step"), "and the page is shown it"
    assert again.table.turn == 5, "the traits follow"
    assert again.table.branches == ["Main"], "the match that was never played leaves no branch"


def test_a_table_that_was_played_is_never_exchanged(store: MatchStore) -> None:
    first, second = start(store), start(store)
    play(first, 1)
    play(second, 2)
    page_says(second, do="session", code=first.code)
    assert second.table.turn == 3 and second.code != first.code


@pytest.mark.parametrize("wrong", ["../../etc/passwd", "", "x" * 5_000_000, 7, ["a"], {"a": 1}])
def test_a_wrong_code_is_said_and_a_fresh_match_has_a_code_of_its_own(
    store: MatchStore, wrong: object
) -> None:
    session = start(store)
    (told,) = page_says(session, do="session", code=wrong)
    assert "not the code of a match" in told["problem"]
    assert len(told["problem"]) < 500
    play(session, 1)
    left = {path.name.split(".")[0] for path in store.directory.iterdir()}
    assert left == {session.code, STAMP_FILE}


def test_a_code_may_be_anything(store: MatchStore, caplog: pytest.LogCaptureFixture) -> None:
    for code in STRANGE.values():
        session = start(store)
        for answer in page_says(session, do="session", code=code), page_says(session, do="step"):
            assert [told["kind"] for told in answer] in (["session"], ["refused"], ["snapshot"])
            json.dumps(answer, ensure_ascii=False).encode()
        assert session.table.match.step == 1 and store.has_match(session.code)
    assert caplog.messages == []


def test_an_unknown_code_starts_nothing_under_it(store: MatchStore) -> None:
    unknown = new_code()
    session = start(store, unknown)
    (told,) = page_says(session, do="session", code=unknown)
    assert "No match is stored here under this code" in told["problem"]
    assert told["code"] != unknown
    assert page_says(session, do="session", code=told["code"])[0]["problem"] is None, "said once"
    play(session, 1)
    assert not store.has_match(unknown)
    assert not store.get_path(unknown, ".writer").exists()


def test_the_newest_page_writes_and_the_older_is_told_at_its_next_ping(store: MatchStore) -> None:
    older = start(store)
    play(older, 2)
    newer = start(store, older.code)
    told = page_says(older, do="ping")
    assert "newer page" in (older.table.read_only or "")
    assert told[-1]["kind"] == "pong"
    with pytest.raises(classkit.ClasskitError, match="newer page"):
        older.table.step("turn")
    play(newer, 1)
    assert start(store, older.code).table.turn == 4


def test_the_older_page_that_steps_first_is_told_then(store: MatchStore) -> None:
    older = start(store)
    play(older, 2)
    newer = start(store, older.code)
    kept = store.read(older.code)
    with pytest.raises(classkit.ClasskitError, match="newer page"):
        older.table.step("turn")
    assert older.table.turn == 3, "nobody has seen that step"
    assert "newer page" in (older.table.read_only or "")
    assert store.read(older.code) == kept
    assert newer.table.read_only is None


def test_a_full_disk_is_said_the_match_goes_on_and_the_earlier_record_stays(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = start(store)
    page_says(session, do="session", code=None)
    play(session, 2)
    before = store.read(session.code)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("classkit.engine.serialization.os.fsync", full)
    play(session, 1)
    assert session.table.turn == 4
    assert "no space left on device" in (session.warning or "")
    assert store.read(session.code) == before
    (told,) = page_says(session, do="session", code=session.code)
    assert told["warning"] == session.warning
    monkeypatch.undo()
    play(session, 1)
    assert session.warning is None
    assert start(store, session.code).table.turn == 5


def test_a_match_asked_for_while_the_disk_is_full_is_there_afterwards(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is reloaded then plays on something else, which never takes its place."""
    first = start(store)
    play(first, 3)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("classkit.engine.serialization.os.fsync", full)
    again = start(store, first.code)
    (told,) = page_says(again, do="session", code=first.code)
    assert told["problem"].startswith("Your match cannot be opened now: no space left on device.")
    assert "Reload this page later" in told["problem"] and told["code"] == ""
    play(again, 1)
    monkeypatch.undo()
    play(again, 1)
    assert again.table.turn == 3
    play(first, 1)  # the page before still has the match, and its place to write
    assert start(store, first.code).table.turn == 5


def test_a_store_that_cannot_be_used_is_said_and_the_table_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path / "file"))
    monkeypatch.setenv("VOILA_PREHEAT", "False")
    table = open_table("poleconomy", seats=3, options={"game": 1})
    assert table.code == ""
    assert table.step("turn").turn == 2


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[: len(text) // 2], "cut off or damaged"),
        (lambda text: "[1, 2]", "not a match saved by classkit"),
        (lambda text: "[" * 100_000, "nested"),
        (lambda text: "x" * (MAX_RECORD_BYTES + 1), "larger than 5 MB"),
        (lambda text: text.replace('"classkit": 1', '"classkit": 99'), "format"),
    ],
)
def test_a_stored_match_that_cannot_be_opened_is_said_and_left(
    store: MatchStore, damage: Any, said: str
) -> None:
    first = start(store)
    play(first, 3)
    path = store.get_path(first.code)
    path.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")
    damaged = path.read_bytes()
    again = start(store, first.code)
    (told,) = page_says(again, do="session", code=first.code)
    assert said in told["problem"]
    play(again, 1)
    assert path.read_bytes() == damaged, "never overwritten by the match played instead"
    assert again.table.turn == 2


def test_a_stored_match_that_disagrees_opens_up_to_there_under_another_code(
    store: MatchStore,
) -> None:
    first = start(store)
    play(first, 4)
    path = store.get_path(first.code)
    data = json.loads(table_serialization.split_stored_text(path.read_text(encoding="utf-8"))[1])
    [entry for entry in data["log"] if "digest" in entry][3]["digest"] = "0000"
    path.write_text(json.dumps(data), encoding="utf-8")
    stored = path.read_bytes()
    again = start(store, first.code)
    assert "does not match the rules" in (again.problem or "")
    assert again.code != first.code
    assert 0 < again.table.turn < 5
    play(again, 1)
    assert path.read_bytes() == stored


def test_back_undoes_after_a_reload_what_step_did_before(store: MatchStore) -> None:
    """A step may begin in mid-turn; without knowing it, Back goes to where a turn begins."""
    first = start(store)
    play(first, 3)
    first.table.step()
    places = [first.table.match.step]
    for _ in range(2):
        play(first, 1)
        places.append(first.table.match.step)
    again = start(store, first.code)
    for place in places[-2::-1]:
        again.table.back("turn")
        assert again.table.match.step == place
    for place in places[1:]:
        again.table.forward("turn")
        assert again.table.match.step == place


@pytest.mark.parametrize(
    "strides",
    [5, [5], [["turn"]], [["turn", 5, 2]], [["turn", -1, 2]], [["turn", 0, 10**9]],
     [["moon", 0, 2]], [["turn", True, 2]], [[["turn"], 0, 2]], [[{}, 0, 2]]],
)  # fmt: skip
def test_strides_that_make_no_sense_are_left_out(store: MatchStore, strides: Any) -> None:
    first = start(store)
    play(first, 2)
    kept, record = table_serialization.split_stored_text(store.read(first.code))
    store.write(first.code, json.dumps({**kept, "strides": strides}) + "\n" + record)
    again = start(store, first.code)
    assert again.problem is None and again.table.match.step_ranges.list_ranges() == []


def test_a_seat_that_changed_hands_after_back_decides_anew_after_a_reload(
    store: MatchStore,
) -> None:
    """What a bot had answered for it lies ahead still; Step asks the person."""
    first = start(store)
    play(first, 3)
    first.table.goto(step=1)
    (asked,) = first.table.match.requests()
    first.table.hand(asked.seat, "person")
    again = start(store, first.code).table
    again.step()
    assert again.match.step == 1 and again.match.can_redo
    assert again.controller.waiting_persons() == [asked.seat]
    again.fork()  # with Main at rest
    last = start(store, first.code).table
    assert last.step().match.step == 1
    assert last.branch("Main").step().match.step == 1


def test_without_a_change_of_hands_step_repeats_what_lies_ahead_after_a_reload(
    store: MatchStore,
) -> None:
    first = start(store)
    play(first, 3)
    ahead = first.table.match.last_step
    first.table.back("turn")
    again = start(store, first.code).table.step("turn")
    assert again.match.step == again.match.last_step == ahead


def test_names_players_forks_bookmarks_and_looks_come_back(store: MatchStore) -> None:
    first = start(store)
    play(first, 4)
    table = first.table
    table.rename("A", "Zoë").hand("B", "person").bookmark("here").fork("What if")
    table.cover("inflation" if "inflation" in keys(table) else keys(table)[0])
    table.predict("inflation", "it rises")
    table.theme = "dark"
    play_on(table)
    table.back("turn")
    again = start(store, first.code).table
    assert again.names == {"A": "Zoë"}
    assert again.players == table.players
    assert again.branches == table.branches or sorted(again.branches) == sorted(table.branches)
    assert again.branch_name == "What if"
    assert again.page_view.covered == table.page_view.covered
    assert again.controller.predictions == table.controller.predictions != {}
    assert again.theme == "dark"
    assert again.match.last_turn == table.match.last_turn, "what lies ahead is still there"
    main, as_before = (one.controller.branches.get_branch("Main") for one in (again, table))
    assert main.match.digest() == as_before.match.digest()
    assert main.marks == as_before.marks != {}


def keys(table: Table) -> list[str]:
    return [chart.key for chart in table.match.game.charts]


def play_on(table: Table) -> None:
    """A step that a person's seat does not hold up."""
    table.hand("B", "saver")
    table.step("turn").step("turn")


def test_a_restore_plays_one_match_however_many_are_kept(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long afternoon's table opens as quickly as a short one's."""
    first = start(store)
    for _ in range(5):
        play(first, 3)
        first.table.reset().answer(first.table.match.requests()[0].default.move)
        first.table.hand("A", "saver" if first.table.players["A"] == "tycoon" else "tycoon")
    play(first, 2)
    page_says(first, do="snapshot")
    drawn = first.table.controller.branches.build_rows(first.table.page_view.get_rows())
    played: list[str] = []
    usual = record_replay.replay

    def count(data: Any, **settings: Any) -> Any:
        played.append(data["game"])
        return usual(data, **settings)

    monkeypatch.setattr(record_replay, "replay", count)
    again = start(store, first.code)
    page_says(again, do="snapshot")
    table = again.table
    assert played == ["poleconomy"], "the match on the screen, and no other"
    assert sorted(table.branches) == sorted(first.table.branches) and len(table.branches) == 6
    assert again._serializer.dump_table(table.page_view) == first._serializer.dump_table(
        first.table.page_view
    )
    rows = table.controller.branches.build_rows(table.page_view.get_rows())
    assert rows == drawn and any(branch["rows"] for branch in rows)
    assert played == ["poleconomy"]
    table.branch("Main as it was")
    assert table.turn == 4 and played == ["poleconomy"] * 2


def test_branches_come_back_in_their_order_with_the_strides_taken_in_each(
    store: MatchStore,
) -> None:
    """Back in a branch goes by the strides that were taken there, as before the reload."""
    first = start(store)
    play(first, 3)
    table = first.table
    table.fork("What if").step("turn").step("round")
    table.branch("Main").step("turn")
    table.fork("And then").step("turn")
    table.branch("What if")
    order = list(table.branches)
    strides = {
        name: table.controller.branches.get_branch(name).match.step_ranges.list_ranges()
        for name in order
    }
    again = start(store, first.code).table
    assert list(again.branches) == order
    for name in order:
        assert again.branch(name).match.step_ranges.list_ranges() == strides[name]
        assert strides[name]


def test_the_line_that_says_where_two_branches_stand_apart_comes_back(store: MatchStore) -> None:
    """The pair that was compared, of several branches; nothing is computed twice."""
    session = start(store)
    table = session.table
    play(session, 6)
    for name, turn in (("One", 0), ("Two", 3)):
        table.branch("Main").goto(turn=turn)
        table.fork(name)
        otherwise(table)
        play(session, 4)
    table.branch("One")
    table.branch("Two")
    told = table.difference
    assert "One" in table.page_view.get_divergence()["other"] and told
    again = start(store, session.code)
    told_first = page_says(again, do="snapshot")
    assert '"apart": null' in json.dumps(told_first), "what was on the screen stands there first"
    page_says(again, do="charts", charts=["inflation"])
    assert again.table.controller.branches.get_branch("One").held is not None
    assert again.table.difference == told
    assert again.table.page_view.get_divergence() == table.page_view.get_divergence()


def test_a_branch_that_cannot_be_played_again_keeps_no_table_from_being_shown(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = start(store)
    play(session, 2)
    session.table.goto(step=0)
    session.table.fork("One")
    otherwise(session.table)
    play(session, 2)
    assert session.table.difference

    def refuse(self: Any) -> Any:
        raise RecordError("these rules do not agree with it")

    monkeypatch.setattr(StoredBranch, "replay_match", refuse)
    again = start(store, session.code)
    assert again.table.difference == ""
    assert again.table.controller.branches.active.name == "One"


def test_branches_there_is_no_room_for_are_named_and_the_others_kept(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = start(store)
    for _ in range(4):
        play(session, 1)
        session.table.new_seed()
    kept = session.table.controller.branches.get_branch("Main as it was 3").stored
    assert kept is not None and session.warning is None
    monkeypatch.setattr(
        table_serialization, "MAX_BRANCH_LENGTH", 2 * len(json.dumps(kept.to_json())) + 500
    )
    page_says(session, do="step")
    warning = session.warning or ""
    assert "Main as it was 2" in warning and "save it" in warning and len(warning) < 300
    assert page_says(session, do="session", code=session.code)[0]["warning"] == warning
    stored, _ = table_serialization.split_stored_text(store.read(session.code))
    names = [branch["name"] for branch in stored["branches"]]
    assert {"Main as it was 4", "Main as it was 3"} <= {*names} and "Main as it was" not in names
    assert all(name in warning for name in {*session.table.branches} - {*names})
    monkeypatch.undo()
    play(session, 1)
    assert session.warning is None


@pytest.mark.parametrize("other", ["of other rules", "never drawn"])
def test_a_branch_whose_course_is_not_known_is_kept_and_drawn(
    store: MatchStore, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was drawn by other rules, or has other seats than what has been on the screen."""
    with monkeypatch.context() as patch:
        session = start(store)
        patch.setattr(type(session.table.match.game), "rules_version", "0.1")
        play(session, 4)
        session.table.fork("What if")
        play(session, 2)
    main = session.table.controller.branches.get_branch("Main").match
    if other == "never drawn":
        pool = json.loads(store.read(session.code, BRANCHES))
        (kept,) = pool.values()
        kept["seats"] = 3
        store.write(session.code, json.dumps(pool), BRANCHES)
    for _ in range(3):
        table = start(store, session.code).table.bookmark("here")
        shown = table.controller.branches.build_rows(table.page_view.get_rows())
        drawn = [(one["name"], one["from_turn"]) for one in shown if one["from_turn"]]
        assert drawn == ([("Main", 4)] if other == "of other rules" else [])
        assert sorted(table.branches) == ["Main", "What if"]
        table.bookmark("and what was drawn is kept")
    (branch,) = table_serialization.split_stored_text(store.read(session.code))[0]["branches"]
    kept = json.loads(store.read(session.code, BRANCHES))[branch["record"]]
    assert (kept["rules"] != "0.1") == bool(drawn) == bool(kept["courses"])
    assert table.branch("Main").match.digest() == main.digest()


def test_a_table_with_branches_of_other_games_comes_back_whole(store: MatchStore) -> None:
    session = start(store)
    play(session, 2)
    table = session.table.rename("A", "Ada")
    other = classkit.new("economy", seats=3, seed=5).play("turn")
    page_says(session, do="open", file=format_record(other.to_record()), game="economy")
    play(session, 1)
    table.hand("B", "person")
    for _ in range(2):  # kept again as it came back
        again = start(store, session.code).table
        assert again.match.game.name == "economy" and again.turn == table.turn
        assert again.players == table.players and sorted(again.branches) == ["Economy", "Main"]
        again.bookmark("here")
    assert again.branch("Main").match.game.name == "poleconomy" and again.turn == 3
    assert again.names == {"A": "Ada"} and again.step().match.step > 0
    again.drop_branch("Economy")
    assert start(store, session.code).table.branches == ["Main"]


def test_a_branch_of_a_game_that_is_not_installed_is_kept_and_said(store: MatchStore) -> None:
    session = start(store)
    play(session, 2)
    session.table.fork("What if")
    pool = json.loads(store.read(session.code, BRANCHES))
    (kept,) = pool.values()
    main = session.table.controller.branches.get_branch("Main").match.to_record() | {
        "game": "lemonade"
    }
    packed = b64encode(zlib.compress(format_record(main).encode())).decode()
    kept |= {"game": "lemonade", "packed": packed}
    store.write(session.code, json.dumps(pool), BRANCHES)
    table = start(store, session.code).table
    with pytest.raises(classkit.ClasskitError, match="no game 'lemonade'"):
        table.branch("Main")
    assert table.branch_name == "What if" and table.step().branches == ["Main", "What if"]
    assert sorted(start(store, session.code).table.branches) == ["Main", "What if"]


@pytest.mark.parametrize("broken", ["set_theme", "assign_players", "get_branch_rows"])
def test_a_restore_that_fails_changes_neither_the_table_nor_the_store(
    store: MatchStore, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = start(store)
    play(first, 3)
    files = {path.name: path.read_bytes() for path in store.directory.glob("*.json")}
    again = start(store)
    digest = again.table.match.digest()

    def fails(*_: object, **__: object) -> None:
        raise KeyError("shelf")

    with monkeypatch.context() as patch:
        patch.setattr(
            MatchController if hasattr(MatchController, broken) else PageView, broken, fails
        )
        told = page_says(again, do="session", code=first.code)
    assert "shelf" in told[-1]["problem"]
    assert again.table.match.digest() == digest and again.table.branches == ["Main"]
    again.table.step("turn")
    assert {path.name: path.read_bytes() for path in store.directory.glob("*.json")} == files
    assert start(store, first.code).table.match.digest() == first.table.match.digest()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)
KEYS = ("names", "players", "theme", "covered", "predictions", "branch", "marks", "branches")


@given(st.dictionaries(st.sampled_from(KEYS), JSON))
def test_whatever_lies_beside_a_record_the_match_opens(odd: dict[str, Any]) -> None:
    match = classkit.new("poleconomy", seats=3, seed=5, options={"game": 1}).play("turn")
    table = classkit.table("poleconomy", seats=3, seed=6, options={"game": 1})
    table_serialization.restore_table(
        table.controller,
        match,
        table_serialization.read_object(json.dumps(odd)),
        {"a": {"no": "record"}},
    )
    assert table.controller.match is match
    assert table.step("turn").match.turn >= 2


def test_no_text_beside_a_record_is_ever_taken_as_a_path(tmp_path: Path) -> None:
    """A file that is there is not opened, wherever it is named, and no text stops the page."""
    there = tmp_path / "there.classkit.json"
    played = classkit.new("poleconomy", seats=3, seed=5, options={"game": 1}).play("turn")
    played.save(there)
    table = classkit.table("poleconomy", seats=3, seed=6, options={"game": 1})
    table.step("turn").fork("Other")
    table.bookmark("Here")
    table.step("turn")
    described = (describer := table_serialization.TableSerializer()).dump_table(table.page_view)
    assert described["branches"] and described["names"] is not None
    for odd in (str(there), "\ud800", "9" * 5000):
        branches = [{"name": odd}, {"name": "x", "record": odd}, {"name": "y", "record": {"a": 1}}]
        for key in described:
            for value in (odd, [odd], {"A": odd}, {odd: odd}, [[1, odd]], branches):
                stated = json.dumps({**described, key: value})
                pool = {**describer.pool, odd: {"record": odd}}
                with audit_opens() as opened:
                    table_serialization.restore_table(
                        table.controller,
                        played.fork(),
                        table_serialization.read_object(stated),
                        pool,
                    )
                assert not [at for at in opened if at.startswith(str(tmp_path))]
    assert "\ud800" not in repr(table.controller.names) and table.step("turn")


@pytest.mark.parametrize("name", ["there.names.json", "\ud800", "9" * 5000])
def test_names_beside_a_record_are_labels(tmp_path: Path, name: str) -> None:
    path = classkit.new("poleconomy", seats=["Ada", "Bo"], options={"game": 1}).save(
        tmp_path / "m.classkit.json"
    )
    for text in (json.dumps({"A": name, "B": "Bo"}), f'{{"A": {"9" * 5000}}}', "[" * 50_000, "5"):
        (tmp_path / "m.names.json").write_text(text)
        with audit_opens() as opened:
            names = classkit.load(path).names
        assert {Path(at).name for at in opened if at.startswith(str(tmp_path))} == {
            "m.classkit.json",
            "m.names.json",
        }
        json.dumps(names, ensure_ascii=False).encode()


def test_what_lies_beside_may_be_missing_or_damaged(store: MatchStore) -> None:
    first = start(store)
    play(first, 2)
    stored = table_serialization.split_stored_text(store.read(first.code))[1]
    for line in ("", "{}\n", "[7\n", '{"branches": [{"record": []}]}\n', '{"branches": 7}\n'):
        store.write(first.code, line + stored)
        assert start(store, first.code).table.turn == 3
    first = start(store, first.code)
    first.table.fork("What if")
    for text in ("", "{", "[]", "[" * 100_000):
        store.write(first.code, text, BRANCHES)
        assert start(store, first.code).table.turn == 3
        assert start(store, first.code).table.branches == ["What if"]
    store.get_path(first.code, BRANCHES).unlink()
    assert start(store, first.code).table.branches == ["What if"]


def test_it_says_where_a_match_goes_on_as_the_game_counts(store: MatchStore) -> None:
    """Economicon counts rounds and their phases: a turn is a word of the program there."""
    first = HostedSession(classkit.table("economicon", seats=3), store)
    first.start(None)
    play(first, 4)
    again = HostedSession(classkit.table("economicon", seats=3), store)
    again.start(first.code)
    match = again.table.match
    assert (
        build_state(again.table.page_view)["said"]
        == f"The match continues at r{match.game.moment_title(match.table)[1:]}."
    )


@pytest.mark.parametrize("text", ["", "{", "[]", None])
def test_branches_that_are_damaged_are_named(store: MatchStore, text: str | None) -> None:
    """Each stored match tells which branches it has: one that does not come back is not silent."""
    first = start(store)
    play(first, 2)
    first.table.fork("What if")
    play(first, 1)
    if text is None:
        store.get_path(first.code, BRANCHES).unlink()
    else:
        store.write(first.code, text, BRANCHES)
    again = start(store, first.code)
    assert again.code == first.code and again.table.branches == ["What if"]
    now = build_state(again.table.page_view)
    assert now["said"] == f"The match continues at turn {again.table.turn}."
    damaged = "Some stored branches are damaged and were left out: Main."
    assert now["said_note"].startswith(damaged)


def test_branches_that_cannot_be_read_now_are_not_stored_away(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = start(store)
    play(first, 2)
    first.table.fork("What if")
    play(first, 1)
    usual = MatchStore.read

    def failing(self: MatchStore, code: str, kind: str = MATCH) -> str:
        if kind == BRANCHES:
            raise StoreError("The stored match cannot be read: input/output error.")
        return usual(self, code, kind)

    monkeypatch.setattr(MatchStore, "read", failing)
    meanwhile = start(store, first.code)
    assert meanwhile.problem is not None and "input/output" in meanwhile.problem
    play(meanwhile, 1)
    monkeypatch.undo()
    assert set(start(store, first.code).table.branches) == {"Main", "What if"}


def test_in_a_notebook_of_ones_own_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In JupyterLab and Notebook kernel and files belong to the user."""
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path))
    monkeypatch.delenv("VOILA_PREHEAT", raising=False)
    table = open_table("poleconomy", seats=3, options={"game": 1})
    table.step("turn")
    assert table.code == "" and os.listdir(tmp_path) == []


def test_voila_hands_the_code_over_in_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path))
    monkeypatch.setenv("VOILA_PREHEAT", "False")
    first = open_table("poleconomy", seats=3, options={"game": 1})
    first.step("turn").step("turn")
    monkeypatch.setenv("QUERY_STRING", f"theme=dark&code={first.code}")
    again = open_table("poleconomy", seats=5, options={"game": 1})
    assert again.code == first.code and again.turn == 3
    assert len(again.match.seats) == 3


# --- the clock ---------------------------------------------


def test_a_new_kernel_goes_on_with_the_minutes_that_were_left(store: MatchStore) -> None:
    """Also in branches, and stopped where it was; the time in between does not count."""
    first = start(store, minutes=45)
    play(first, 2)
    first.table.controller.advance_clock(600)
    first.table.fork("What if")
    first.table.controller.advance_clock(300)
    first.table.stop_clock()
    again = start(store, first.code, minutes=45)
    assert again.table.minutes_left == 30
    assert again.table.controller.clock == first.table.controller.clock
    again.table.run_clock()
    assert again.table.branch("Main").minutes_left == 35
    assert start(store, first.code).table.minutes_left == 35, "whatever the notebook says by then"


def test_the_clock_stands_beside_the_record_and_the_signal_in_it(store: MatchStore) -> None:
    session = start(store, minutes=45)
    play(session, 1)
    session.table.controller.advance_clock(45 * 60)
    play(session, 1)
    surroundings, record = table_serialization.split_stored_text(store.read(session.code))
    assert surroundings["clock"]["played"] == 45 * 60
    assert "played" not in record
    assert [line for line in json.loads(record)["log"] if "time_up" in line.values()]
    assert start(store, session.code).table.over


def test_a_table_stored_by_an_earlier_version_has_the_clock_of_its_options(
    store: MatchStore,
) -> None:
    session = start(store, minutes=45)
    play(session, 1)
    surroundings, record = table_serialization.split_stored_text(store.read(session.code))
    for clock in ({}, {"clock": "broken"}, {"clock": {"minutes": -5}}):
        del surroundings["clock"]
        store.write(session.code, f"{json.dumps(surroundings | clock)}\n{record}")
        assert start(store, session.code).table.minutes_left is None
        surroundings["clock"] = None
