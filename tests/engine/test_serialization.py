"""Records: what is written, what is refused, and what stays when a disk is full."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.engine import serialization as record_file
from classkit.engine.errors import RecordError
from classkit.engine.match import Match
from classkit.engine.registry import load, loads
from classkit.engine.serialization import format_record
from tests.toy import GAME


def toy(**more: Any) -> Match:
    m = classkit.new(GAME, seats=3, seed=5, **more)
    m.play(until="round", bots="random")
    return m


def record(**changes: Any) -> dict[str, Any]:
    """A good record, with some keys changed."""
    return {**toy().to_record(), **changes}


def open_record(data: Any) -> Match:
    return loads(data if isinstance(data, (str, bytes)) else json.dumps(data), game=GAME)


def refused(data: Any, words: str) -> RecordError:
    """The error for a record that cannot be opened."""
    with pytest.raises(RecordError, match=words) as error:
        open_record(data)
    return error.value


# --- what is written ----------------------------------------------------------------------------


def test_a_record_is_json_that_a_person_can_read() -> None:
    text = format_record(toy().to_record())
    data = json.loads(text)
    assert data["classkit"] == 1 and data["game"] == "harbour" and data["seats"] == 3
    assert data["edition"]["id"] == "harbour" and "data" not in data["edition"]
    assert {"seat", "move"} <= set(next(line for line in data["log"] if "move" in line))
    assert len(text.splitlines()) > len(data["log"]), "a line for each entry"


def test_names_stand_beside_a_record_never_in_it(tmp_path: Path) -> None:
    m = classkit.new(GAME, seats=["Ada", "<b>Bo</b>", "أمل"], seed=1)
    path = m.save(tmp_path / "monday.classkit.json")
    assert "Ada" not in path.read_text(encoding="utf-8")
    assert (tmp_path / "monday.names.json").exists()
    assert load(path, game=GAME).names == {"A": "Ada", "B": "<b>Bo</b>", "C": "أمل"}
    (tmp_path / "monday.names.json").write_text('{"A": "x\\u202ey", "B": 5}')
    assert load(path, game=GAME).names == {}
    classkit.new(GAME, seats=3, seed=1).save(path)
    assert not (tmp_path / "monday.names.json").exists()


def test_an_edition_of_ones_own_travels_with_the_record(tmp_path: Path) -> None:
    own = {"based_on": "harbour", "edition": {"id": "mine", "title": "Mine", "mint": 9}}
    m = classkit.new(GAME, seats=2, seed=1, edition=own)
    data = m.to_record()
    assert data["edition"]["data"]["edition"]["mint"] == 9
    assert open_record(data).edition.rules.mint == 9
    data["edition"]["data"]["edition"]["mint"] = -1
    refused(data, r"cannot be opened: .*mint: must be a whole number from 1 to 100, not -1")


def test_luck_and_position_are_written_down() -> None:
    m = classkit.new(GAME, seats=2, seed=1, position={"A.coins": 20, "round": 1}, luck="by_hand")
    data = m.to_record()
    assert data["luck"] == "by_hand" and data["position"] == {"A.coins": 20, "round": 1}
    assert open_record(data).table.cash("A") == 20


# --- what is refused ----------------------------------------------------------------------------


def test_what_is_no_record_is_refused() -> None:
    refused("", "cut off or damaged near line 1")
    refused("[1, 2]", "not a match saved by classkit")
    refused("{}", "'classkit' is missing")
    refused("null", "not a match saved by classkit")
    for odd in (None, 5, {"game": "harbour"}, Path("monday.json")):
        with pytest.raises(RecordError, match="A record must be text, not"):
            loads(odd, game=GAME)  # type: ignore[arg-type]  # as from what lies beside a record
    refused(b"\xff\xfe{}", "saved as UTF-16")
    refused(b"\xe9{}", "not UTF-8 text")
    refused("PK\x03\x04", "damaged")


def test_a_record_cut_off_in_the_middle_names_the_line() -> None:
    text = format_record(record())
    refused(text[: len(text) // 2], r"This record is cut off or damaged near line \d+\.$")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("NaN", "NaN, which is not a number"),
        ("Infinity", "not a number"),
        ("-Infinity", "not a number"),
        ("1.5", "must be a whole number"),
        ("1e9", "must be a whole number"),
    ],
)
def test_numbers_that_no_match_has_are_refused(text: str, words: str) -> None:
    refused(format_record(record()).replace('"seed": 5', f'"seed": {text}'), words)


def test_endless_numbers_are_refused() -> None:
    refused(
        format_record(record()).replace('"seed": 5', '"seed": ' + "9" * 5000), "more than 20 digits"
    )


def test_duplicate_keys_are_refused() -> None:
    refused(
        format_record(record()).replace('"seed": 5', '"seed": 5, "seed": 6'), "'seed' appears twice"
    )


def test_unknown_and_missing_keys_are_refused() -> None:
    refused(record(extra=1), "'extra' is unknown")
    data = record()
    del data["log"]
    refused(data, "'log' is missing")
    data = record()
    data["log"][2]["evil"] = 1
    refused(data, "unknown key 'evil'")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"classkit": 2}, "format 2; this version of classkit reads format 1"),
        ({"classkit": "1"}, "format '1'"),
        ({"game": "no such game"}, "no game 'no such game'"),
        ({"game": "../../etc/passwd"}, "no game"),
        ({"game": 5}, "'game' has the invalid value 5"),
        ({"seats": 0}, "opened: seats must be a whole number from 2 to 6, not 0"),
        ({"seats": True}, "'seats' has the invalid value True"),
        ({"seats": 10**9}, "seats must be a whole number from 2 to 6"),
        ({"seed": -1}, "a seed must be a whole number"),
        ({"seed": None}, "a seed must be a whole number"),
        ({"options": {"rownds": 3}}, "no option 'rownds'. Did you mean 'rounds'"),
        ({"options": {"rounds": 10**9}}, "option rounds: must be a whole number from 1 to 200"),
        ({"edition": {"id": "atlantis"}}, "'atlantis' of this record is not installed"),
        ({"edition": {"id": ["x"]}}, "is not installed"),
        ({"edition": {"data": 5}}, "must be a JSON object, not 5"),
        ({"luck": "lucky"}, "no kind of luck 'lucky'"),
        ({"luck": {"a": 1}}, "luck must be a list of outcomes"),
        ({"position": {"A.coins": 10**9}}, "A.coins"),
        ({"position": []}, "must be a mapping"),
        ({"at": -1}, "cannot be at step -1"),
        ({"at": 10**6}, "cannot be at step 1000000"),
        ({"at": "1"}, "cannot be at step '1'"),
        ({"log": [5]}, "which is not an entry"),
        ({"log": [{"turn": "x", "digest": ""}]}, "invalid value 'x'"),
        ({"log": [{"seat": "A", "move": "x", "with": [1]}]}, "must be a JSON object"),
        ({"log": [{"roll": 5}]}, "An outcome must be a list"),
        ({"log": [{"roll": [1] * 2000}]}, "An outcome must be a list"),
        ({"log": [{"seat": 3, "move": "sell"}]}, "invalid value 3"),
        ({"log": [{"signal": "fire"}]}, "no signal 'fire'"),
        ({"log": [{"withdraw": "A"}]}, "no sealed answer"),
        ({"log": [{"seat": "Q", "move": "sell"}]}, "no seat 'Q'"),
    ],
)
def test_a_record_changed_by_hand_says_what_is_wrong(changes: Any, words: str) -> None:
    refused(record(**changes), words)


def test_a_record_that_stops_agreeing_opens_up_to_there() -> None:
    """It says in which turn, and gives the match up to there."""
    data = toy().to_record()
    at = next(n for n, line in enumerate(data["log"]) if line.get("turn") == 3)
    data["log"][at]["digest"] = "0" * 16
    data["rules"] = "0"
    error = refused(
        data, r"from turn 3 on: the state differs from the record.*written with rules '0'"
    )
    assert error.turn == 3 and error.match is not None and error.match.turn == 3
    m = loads(json.dumps(data), game=GAME, partial=True)
    assert m.turn == 3 and m.request is not None
    m.play(bots="random")
    assert m.is_over


def test_an_answer_that_is_not_legal_stops_a_record() -> None:
    data = toy().to_record()
    line = next(line for line in data["log"] if line.get("move") == "sell")
    line["with"] = dict.fromkeys(line["with"], 99)
    refused(data, "from turn 1 on: .*must be .*, not 99")


def test_nothing_follows_the_end() -> None:
    over = classkit.new(GAME, seats=3, seed=5).play(bots="random").to_record()
    assert open_record(over).is_over
    refused({**over, "log": [*over["log"], over["log"][-1]]}, "it continues after the end")


def test_throws_that_the_rules_do_not_ask_for_stop_a_record() -> None:
    data = toy().to_record()
    data["log"].append({"roll": [3]})
    refused(data, "lists a roll that the rules do not require")


# --- sizes --------------------------------------------------------------------------------------


def test_a_record_of_50_mb_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "large.classkit.json"
    with path.open("wb") as stream:
        stream.truncate(50_000_000)
    with pytest.raises(RecordError, match=r"50.0 MB; the limit is 5 MB"):
        load(path, game=GAME)
    refused(" " * 5_000_001, "the limit is 5 MB")


def test_a_record_of_very_many_answers_is_refused() -> None:
    many, most = 400_000, 1_600_000
    empty = format_record(record(log=[]))
    text = empty.replace('"log": [\n  \n ]', '"log": [' + "[]," * (many - 1) + "[]]")
    refused(text, "lists 400,000 entries, too many")
    text = empty.replace('"log": [\n  \n ]', '"log": [' + "[]," * (most - 1) + "[]]")
    refused(text, "the limit is 1,000,000")


@pytest.mark.parametrize("text", ["[" * 1000, "[" * 1000 + "]" * 1000, '{"a":' * 1000 + "1"])
def test_a_record_nested_a_thousand_deep_is_refused(text: str) -> None:
    refused(text, "nested more than 20 levels")


def test_brackets_in_texts_are_no_levels() -> None:
    own = {
        "based_on": "harbour",
        "edition": {"id": "mine", "title": ":-[ " * 15, "mint": 9},
        "goods": {"grain": {"count": 30, "price": 3}, "[" * 30: {"count": 30, "price": 3}},
    }
    m = classkit.new(GAME, seats=2, seed=1, edition=own)
    assert open_record(m.to_record()).digest() == m.digest()


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"nowhere.json cannot be read \(No such file"):
        load(tmp_path / "nowhere.json", game=GAME)
    with pytest.raises(RecordError, match=r"cannot be read"):
        load(tmp_path, game=GAME)
    with pytest.raises(RecordError, match=r"^The name of a record's file must not be empty\.$"):
        load("", game=GAME)


def test_a_record_that_states_the_past_in_its_position_opens_without_it() -> None:
    """Positions of earlier versions did; hashes of such states are not compared."""
    m = classkit.new("poleconomy", seats=3, seed=7, position={"A.cash": 500_000}).play("round")
    record = m.to_record()
    past = {"A": {"cash": 500_000, "tax_paid": 5_000}, "throws": {"1|A|move": 2}}
    other = [{**line, "digest": "0" * 16} if "digest" in line else line for line in record["log"]]
    opened = loads(json.dumps({**record, "position": past, "log": other}))
    assert opened.digest() == m.digest()
    assert opened.to_record()["position"] == {"A": {"cash": 500_000}}
    with pytest.raises(RecordError):
        loads(json.dumps({**record, "log": other}))


# --- saving -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["fsync", "replace", "fdopen"])
def test_a_full_disk_leaves_the_earlier_file_intact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The error says so, nothing is left lying about, and the match goes on."""
    m = toy()
    path = m.save(tmp_path / "monday.classkit.json")
    saved = path.read_text(encoding="utf-8")
    m.play(until="turn")

    def full(*args: Any, **kwargs: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(record_file.os, name, full)
        with pytest.raises(
            RecordError, match=r"monday.classkit.json could not be saved \(No space"
        ):
            m.save(path)
    assert path.read_text(encoding="utf-8") == saved
    assert [file.name for file in tmp_path.iterdir()] == ["monday.classkit.json"]
    m.play(until="turn").save(path)
    assert load(path, game=GAME).step == m.step


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"could not be saved"):
        toy().save(tmp_path / "none" / "monday.classkit.json")


def test_an_error_while_writing_is_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(record_file.os, "fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        toy().save(tmp_path / "monday.classkit.json")
    assert list(tmp_path.iterdir()) == []
