"""A hosted table without a browser: what is kept, what comes back, what is refused (design 7)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import classkit
from classkit.hosting import beside
from classkit.hosting.session import Session, open_table
from classkit.hosting.store import BESIDE, LARGEST, Store, new_code
from classkit.widgets.live import Table


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "matches")


def start(store: Store, code: str | None = None, **settings: Any) -> Session:
    """A fresh kernel with a table, whose page asks for `code`."""
    table = classkit.table("poleconomy", **{"seats": 4, **settings})
    session = Session(table, store)
    session.start(code)
    return session


def page_says(session: Session, **content: Any) -> list[dict[str, Any]]:
    """What the page gets when it says something, in order."""
    told: list[dict[str, Any]] = []
    channel = session.table._channel
    usual, channel.send = channel.send, lambda content, buffers=None: told.append(content)
    try:
        channel.receive({"id": 1, **content})
    finally:
        channel.send = usual
    return told


def play(session: Session, turns: int) -> None:
    for _ in range(turns):
        session.table.step("turn")


def test_each_step_is_kept_and_comes_back(store: Store) -> None:
    first = start(store)
    play(first, 5)
    again = start(store, first.code)
    assert again.code == first.code
    assert again.table.match.digest() == first.table.match.digest()
    assert again.table.match.turn == 6
    assert again.table.desk.players == first.table.desk.players
    play(again, 3)
    third = start(store, first.code)
    assert third.table.match.digest() == again.table.match.digest()


def test_nothing_is_written_before_a_page_is_there_or_something_is_played(store: Store) -> None:
    session = start(store)
    assert list(store.directory.iterdir()) == []
    (told,) = page_says(session, do="session", code=None)
    assert told["code"] == session.code and told["problem"] is None and told["reply"] == 1
    assert store.exists(session.code)


def test_a_page_that_remembers_a_code_gets_its_match(store: Store) -> None:
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
        "reply": 1,
    }
    assert again.table.match.digest() == first.table.match.digest()
    assert told[0]["kind"] in ("snapshot", "step"), "and the page is shown it"
    assert again.table.turn == 5, "the traits follow"
    assert again.table.branches == ["Main"], "the match that was never played leaves no branch"


def test_a_table_that_was_played_is_never_exchanged(store: Store) -> None:
    first, second = start(store), start(store)
    play(first, 1)
    play(second, 2)
    page_says(second, do="session", code=first.code)
    assert second.table.turn == 3 and second.code != first.code


@pytest.mark.parametrize("wrong", ["../../etc/passwd", "", "x" * 5_000_000, 7, ["a"], {"a": 1}])
def test_a_wrong_code_is_said_and_a_fresh_match_has_a_code_of_its_own(
    store: Store, wrong: object
) -> None:
    session = start(store)
    (told,) = page_says(session, do="session", code=wrong)
    assert "not the code of a match" in told["problem"]
    assert len(told["problem"]) < 500
    play(session, 1)
    assert {path.name.split(".")[0] for path in store.directory.iterdir()} == {session.code}


def test_an_unknown_code_starts_nothing_under_it(store: Store) -> None:
    unknown = new_code()
    session = start(store, unknown)
    (told,) = page_says(session, do="session", code=unknown)
    assert "no match under this code" in told["problem"]
    assert told["code"] != unknown
    assert page_says(session, do="session", code=told["code"])[0]["problem"] is None, "said once"
    play(session, 1)
    assert not store.exists(unknown)
    assert not store.path(unknown, ".writer").exists()


def test_the_newest_page_writes_and_the_older_is_told_at_its_next_ping(store: Store) -> None:
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


def test_the_older_page_that_steps_first_is_told_then(store: Store) -> None:
    older = start(store)
    play(older, 2)
    newer = start(store, older.code)
    kept = store.read(older.code)
    older.table.step("turn")
    assert "newer page" in (older.table.read_only or "")
    assert store.read(older.code) == kept
    assert newer.table.read_only is None


def test_a_full_disk_is_said_the_match_goes_on_and_the_earlier_record_stays(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = start(store)
    page_says(session, do="session", code=None)
    play(session, 2)
    before = store.read(session.code)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("classkit.engine.files.os.fsync", full)
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


def test_a_store_that_cannot_be_used_is_said_and_the_table_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path / "file"))
    monkeypatch.setenv("VOILA_PREHEAT", "False")
    table = open_table("poleconomy", seats=3)
    assert table.code == ""
    assert table.step("turn").turn == 2


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[: len(text) // 2], "cut off or damaged"),
        (lambda text: "[1, 2]", "no record of classkit"),
        (lambda text: "[" * 100_000, "nested"),
        (lambda text: "x" * (LARGEST + 1), "larger than 5 MB"),
        (lambda text: text.replace('"classkit": 1', '"classkit": 99'), "format"),
    ],
)
def test_a_stored_match_that_cannot_be_opened_is_said_and_left(
    store: Store, damage: Any, said: str
) -> None:
    first = start(store)
    play(first, 3)
    path = store.path(first.code)
    path.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")
    damaged = path.read_bytes()
    again = start(store, first.code)
    (told,) = page_says(again, do="session", code=first.code)
    assert said in told["problem"]
    play(again, 1)
    assert path.read_bytes() == damaged, "never overwritten by the match played instead"
    assert again.table.turn == 2


def test_a_stored_match_that_disagrees_opens_up_to_there_under_another_code(store: Store) -> None:
    first = start(store)
    play(first, 4)
    path = store.path(first.code)
    data = json.loads(path.read_text(encoding="utf-8"))
    [entry for entry in data["log"] if "digest" in entry][3]["digest"] = "0000"
    path.write_text(json.dumps(data), encoding="utf-8")
    stored = path.read_bytes()
    again = start(store, first.code)
    assert "stops agreeing" in (again.problem or "")
    assert again.code != first.code
    assert 0 < again.table.turn < 5
    play(again, 1)
    assert path.read_bytes() == stored


def test_names_players_forks_bookmarks_and_looks_come_back(store: Store) -> None:
    first = start(store)
    play(first, 4)
    table = first.table
    table.rename("A", "Zoë").hand("B", "person").bookmark("here").fork("What if")
    table.cover("inflation" if "inflation" in keys(table) else keys(table)[0])
    table.theme = "dark"
    play_on(table)
    table.back("turn")
    again = start(store, first.code).table
    assert again.names == {"A": "Zoë"}
    assert again.players == table.players
    assert again.branches == table.branches or sorted(again.branches) == sorted(table.branches)
    assert again.branch_name == "What if"
    assert again.desk.covered == table.desk.covered
    assert again.theme == "dark"
    assert again.match.last_turn == table.match.last_turn, "what lies ahead is still there"
    assert again.branch("Main").match.digest() == table.branch("Main").match.digest()
    assert again.desk.branches.active.marks == table.desk.branches.active.marks


def keys(table: Table) -> list[str]:
    return [chart.key for chart in table.match.game.charts]


def play_on(table: Table) -> None:
    """A step that a person's seat does not hold up."""
    table.hand("B", "saver")
    table.step("turn").step("turn")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)
KEYS = ("names", "players", "theme", "covered", "branch", "marks", "branches")


@given(st.dictionaries(st.sampled_from(KEYS), JSON))
def test_whatever_lies_beside_a_record_the_match_opens(odd: dict[str, Any]) -> None:
    match = classkit.new("poleconomy", seats=3, seed=5).play("turn")
    table = classkit.table("poleconomy", seats=3, seed=6)
    beside.restore(table.desk, match, beside.read(json.dumps(odd)))
    assert table.desk.match is match
    assert table.step("turn").match.turn >= 2


def test_what_lies_beside_may_be_missing_or_damaged(store: Store) -> None:
    first = start(store)
    play(first, 2)
    for text in ("", "{", "[]", "[" * 100_000):
        store.write(first.code, text, BESIDE)
        assert start(store, first.code).table.turn == 3
    store.path(first.code, BESIDE).unlink()
    assert start(store, first.code).table.turn == 3


def test_in_a_notebook_of_ones_own_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In JupyterLab and Notebook kernel and files belong to the user."""
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path))
    monkeypatch.delenv("VOILA_PREHEAT", raising=False)
    table = open_table("poleconomy", seats=3)
    table.step("turn")
    assert table.code == "" and os.listdir(tmp_path) == []


def test_voila_hands_the_code_over_in_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path))
    monkeypatch.setenv("VOILA_PREHEAT", "False")
    first = open_table("poleconomy", seats=3)
    first.step("turn").step("turn")
    monkeypatch.setenv("QUERY_STRING", f"theme=dark&code={first.code}")
    again = open_table("poleconomy", seats=5)
    assert again.code == first.code and again.turn == 3
    assert len(again.match.seats) == 3
