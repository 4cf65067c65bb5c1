"""Editions that state only the differences from another one."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.engine.editions import MAX_BASES, MAX_BYTES, read_source
from classkit.engine.errors import EditionError
from tests.toy import GAME

SHIPPED = GAME.library.shipped
ALL = read_source("harbour", SHIPPED).data


def data_of(source: Any) -> dict[str, Any]:
    return dict(read_source(source, SHIPPED).data)


def write(folder: Path, **files: str) -> Path:
    """Write TOML files into a folder, by their names."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


# --- the rules of merging -------------------------------------------------------------------------


def test_what_is_not_said_stays_as_it_is() -> None:
    assert data_of({"based_on": "harbour"}) == ALL
    ours = data_of({"based_on": "harbour", "edition": {"mint": 9}})
    assert ours == {**ALL, "edition": {**ALL["edition"], "mint": 9}}


def test_tables_are_merged_key_by_key_at_every_depth() -> None:
    ours = data_of({"based_on": "harbour", "goods": {"oil": {"price": 8}}})
    assert ours["goods"] == {**ALL["goods"], "oil": {"count": 9, "price": 8}}
    assert classkit.new(GAME, edition={"based_on": "harbour", "goods": {"oil": {"price": 8}}})


def test_an_entry_with_a_known_id_changes_that_entry_alone() -> None:
    ours = data_of({"based_on": "harbour", "places": [{"id": "Q3", "rent": 5}]})
    expected = [dict(place) for place in ALL["places"]]
    expected[3]["rent"] = 5
    assert ours["places"] == expected


def test_an_entry_with_a_new_id_comes_last_and_one_may_be_left_out() -> None:
    new = {"id": "Q8", "kind": "dock", "title": "Far dock", "price": 9, "rent": 4}
    ours = data_of({"based_on": "harbour", "places": [new, {"id": "Q1", "leave_out": True}]})
    assert [place["id"] for place in ours["places"]] == [
        "Q0", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8",
    ]  # fmt: skip
    assert ours["places"][-1] == new


def test_an_entry_of_another_kind_replaces_the_one_of_its_id() -> None:
    spring = {"id": "Q1", "kind": "spring", "title": "New spring"}
    ours = data_of({"based_on": "harbour", "places": [spring]})
    assert ours["places"][1] == spring, "price and rent of the dock have gone"


def test_lists_of_other_things_are_replaced() -> None:
    parties = ["Left", "Right", "Middle", "Farmers", "Greens", "Pirates"]
    data = {"based_on": "poleconomy-canada", "parties": parties}
    edition = classkit.new("poleconomy", options={"game": 2}, seats=2, edition=data).edition
    assert list(edition.rules.politics.parties) == parties


def test_spaces_are_named_by_their_numbers() -> None:
    data = {"based_on": "classic_us", "board": {"spaces": [{"n": 39, "price": 500}]}}
    spaces = classkit.new("opoly", edition=data).edition.data["board"]["spaces"]
    shipped = classkit.new("opoly").edition.data["board"]["spaces"]
    assert spaces[39] == {**shipped[39], "price": 500}
    assert spaces[:39] == shipped[:39]


def test_what_an_n_counts_within_an_entry_is_no_name() -> None:
    """Economicon: a drought that is held off gives two gold instead of one, not three in all."""
    gives = {"do": "give", "who": "all", "unit": "gold", "n": 2}
    data = {"based_on": "economicon-classic", "event": [{"id": "E01", "success": [gives]}]}
    edition = classkit.new("economicon", edition=data).edition
    assert edition.data["event"][0]["success"] == [gives]
    whole = {**classkit.new("economicon").edition.data, "edition": edition.data["edition"]}
    first, *others = whole["event"]
    whole["event"] = [{**first, "success": [gives]}, *others]
    assert classkit.new("economicon", edition=whole).edition.hash == edition.hash


def test_cards_of_a_deck_are_named_by_their_ids() -> None:
    data = {"based_on": "economicon-classic", "law": [{"id": "L03", "name": "Oil Act"}]}
    laws = classkit.new("economicon", edition=data).edition.rules.laws
    assert laws["L03"].name == "Oil Act" and len(laws) == 24


# --- files and folders ----------------------------------------------------------------------------


def test_a_file_may_be_based_on_one_beside_it_and_that_on_a_third(tmp_path: Path) -> None:
    write(
        tmp_path,
        base='based_on = "harbour"\nedition = { id = "base", mint = 7 }\ngoods.oil.price = 8\n',
        mine='based_on = "base.toml"\nedition.id = "mine"\ngoods.oil.count = 5\n',
    )
    m = classkit.new(GAME, edition=tmp_path / "mine.toml")
    assert m.edition.id == "mine" and m.edition.rules.mint == 7
    assert m.edition.data["goods"]["oil"] == {"count": 5, "price": 8}
    assert not m.edition.built_in


def test_a_folder_may_be_based_on_an_edition_and_on_files_in_it(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "mine",
        edition='based_on = "below.toml"\n[edition]\nid = "mine"\n',
        goods="goods.spice.price = 11\n",
        below='based_on = "harbour"\n[edition]\nmint = 7\n',
    )
    edition = classkit.new(GAME, edition=folder).edition
    assert (edition.id, edition.rules.mint) == ("mine", 7)
    assert edition.data["goods"]["spice"] == {"count": 6, "price": 11}


def test_a_record_keeps_the_whole_edition_so_that_it_opens_elsewhere(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", mine='based_on = "harbour"\nedition.mint = 8\n')
    m = classkit.new(GAME, seats=2, seed=3, edition=folder).play(until="turn")
    record = m.to_record()
    assert record["edition"]["data"] == {**ALL, "edition": {**ALL["edition"], "mint": 8}}
    assert "based_on" not in json.dumps(record)
    whole = classkit.new(GAME, edition=record["edition"]["data"]).edition
    assert whole.hash == m.edition.hash == record["edition"]["hash"]
    assert m.edition.hash != GAME.edition().hash


def test_the_same_edition_said_in_two_ways_has_one_fingerprint(tmp_path: Path) -> None:
    write(tmp_path, short='based_on = "harbour"\nedition.mint = 8\n')
    short = GAME.edition(tmp_path / "short.toml")
    assert short.hash == GAME.edition({"based_on": "harbour", "edition": {"mint": 8}}).hash


# --- editions may be anybody's --------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "atlantis", "/etc/passwd", "../outside.toml", "./base.toml", "sub/base.toml",
        "..\\\\b.toml", "base", "", "harbour.toml", "/", ".toml", "a\\u0000.toml", "~/base.toml",
        "file:base.toml",
    ],
)  # fmt: skip
def test_nothing_outside_the_folder_is_opened(tmp_path: Path, name: str) -> None:
    (tmp_path / "outside.toml").write_text('based_on = "harbour"\n')
    folder = write(tmp_path / "mine", base='based_on = "harbour"\n', mine=f'based_on = "{name}"\n')
    with pytest.raises(EditionError, match=r"^mine.toml: based_on: there is no edition ") as error:
        GAME.edition(folder / "mine.toml")
    assert "harbour" in str(error.value)


def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "outside.toml").write_text('based_on = "harbour"\n')
    folder = write(tmp_path / "mine", mine='based_on = "linked.toml"\n')
    os.symlink(tmp_path / "outside.toml", folder / "linked.toml")
    with pytest.raises(EditionError, match=r"mine.toml: based_on: there is no edition"):
        GAME.edition(folder / "mine.toml")


@pytest.mark.parametrize("value", ["5", "true", '["harbour"]', "{ id = 1 }", "1.5"])
def test_what_is_no_name_is_refused(tmp_path: Path, value: str) -> None:
    write(tmp_path, mine=f"based_on = {value}\n")
    with pytest.raises(EditionError, match=r"mine.toml: based_on: there is no edition"):
        GAME.edition(tmp_path / "mine.toml")


def test_a_mapping_has_no_files_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, base='based_on = "harbour"\n')
    monkeypatch.chdir(tmp_path)
    with pytest.raises(EditionError, match=r"edition: based_on: there is no edition 'base.toml'"):
        GAME.edition({"based_on": "base.toml"})


def test_circles_are_refused_and_named(tmp_path: Path) -> None:
    write(tmp_path, a='based_on = "b.toml"\n', b='based_on = "c.toml"\n', c='based_on = "b.toml"\n')
    with pytest.raises(EditionError, match=r"c.toml: based_on: is circular: b.toml on c"):
        GAME.edition(tmp_path / "a.toml")
    itself = write(tmp_path / "x", a='based_on = "a.toml"\n')
    for source in (itself, itself / "a.toml"):
        with pytest.raises(EditionError, match=r"based_on: is circular"):
            GAME.edition(source)


def test_chains_have_an_end(tmp_path: Path) -> None:
    for number in range(MAX_BASES + 2):
        write(tmp_path, **{f"e{number}": f'based_on = "e{number + 1}.toml"\n'})
    write(tmp_path, **{f"e{MAX_BASES - 1}": 'based_on = "harbour"\n'})
    assert GAME.edition(tmp_path / "e0.toml").data == ALL
    write(tmp_path, **{f"e{MAX_BASES - 1}": f'based_on = "e{MAX_BASES}.toml"\n'})
    with pytest.raises(EditionError, match=f"based_on: has a chain of more than {MAX_BASES} files"):
        GAME.edition(tmp_path / "e0.toml")


def test_all_files_of_a_chain_have_one_limit(tmp_path: Path) -> None:
    filler = "#" * (MAX_BYTES // 2)
    write(tmp_path, a=f'based_on = "b.toml"\n{filler}\n', b=f'based_on = "harbour"\n{filler}\n')
    with pytest.raises(EditionError, match=r"has 0.5 MB; the limit is 0.5 MB"):
        GAME.edition(tmp_path / "a.toml")


def test_depth_and_digits_are_limited_below_too(tmp_path: Path) -> None:
    deep = "[" * 25 + "]" * 25
    for wrong, words in ((f"x = {deep}", "nested"), (f"x = {'9' * 30}", "digits"), ("x =", "TOML")):
        write(tmp_path, a='based_on = "b.toml"\n', b=f'based_on = "harbour"\n{wrong}\n')
        with pytest.raises(EditionError, match=rf"^b.toml: .*{words}"):
            GAME.edition(tmp_path / "a.toml")


# --- what is wrong is named where it was written --------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("edition.mint = -5", r"mine.toml: edition.mint: must be .* from 1 to 100, not -5"),
        ("edition.mnit = 5", r"mine.toml: edition.mnit: is not a known key.*did you mean 'mint'"),
        ("goods.oil.price = 0", r"mine.toml: goods.oil.price: must be"),
        ("goods.gold.price = 5", r"mine.toml: goods.gold"),
        ('places = [{id="Q3", rent=-1}]', r"mine.toml: places\[0\].rent: must be"),
        ('places = [{id="Q0", title="Pier"}, {id="Q7", pice=3}]',
         r"mine.toml: places\[1\].pice: is not a known key"),
        ('places = [{id="Q1", leave_out=true}, {id="Q7", rent=-1}]',
         r"mine.toml: places\[1\].rent: must be"),
        ('places = [{title="Pier"}]', r"mine.toml: places\[0\].id: is missing: it identifies"),
        ('places = [{id="Q3"}, {id="Q3"}]', r"mine.toml: places\[1\].id: 'Q3' is listed twice"),
        ('places = [{id="Q99", leave_out=true}]',
         r"mine.toml: places\[0\].leave_out: there is no 'Q99' to leave out"),
        ('places = [{id="Q3", leave_out="yes"}]', r"places\[0\].leave_out: must be true or false"),
        ('places = [{id=["Q3"]}]', r"mine.toml: places\[0\].id: is not a name"),
        ('places = [{id="Q3", "rent.x"=5}]', r"mine.toml: places\[0\].rent.x: is not a known key"),
        ("places = 5", r"mine.toml: places: must be a list"),
        ("edition = 5", r"mine.toml: edition: must be a table"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_file_and_its_place_there(
    tmp_path: Path, text: str, words: str
) -> None:
    write(tmp_path, mine=f'based_on = "harbour"\n{text}\n')
    with pytest.raises(EditionError, match=words):
        GAME.edition(tmp_path / "mine.toml")


def test_a_list_below_that_names_something_twice_is_not_merged_in_silence(tmp_path: Path) -> None:
    twice = 'parts = [{id="a", n=1}, {id="a", n=2}]\n'
    write(tmp_path, base=twice, mine='based_on = "base.toml"\nparts = [{id="a", n=3}]\n')
    with pytest.raises(EditionError, match=r"^mine.toml: parts: cannot be merged: .* twice"):
        GAME.edition(tmp_path / "mine.toml")


def test_the_file_below_is_named_for_what_it_says(tmp_path: Path) -> None:
    write(
        tmp_path,
        below='based_on = "harbour"\nplaces = [{id="Q5", rent=-4}]\n',
        mine='based_on = "below.toml"\nplaces = [{id="Q1", leave_out=true}, {id="Q7", rent=3}]\n',
    )
    with pytest.raises(EditionError, match=r"^below.toml: places\[0\].rent: must be"):
        GAME.edition(tmp_path / "mine.toml")


def test_each_key_of_an_entry_is_named_in_the_file_that_says_it(tmp_path: Path) -> None:
    """Two files change one entry, or one adds what the other changes: who said it mends it."""
    entry = '{id="Q8", kind="dock", title="Far dock", price=9, rent=-4}'
    for below in ('{id="Q5", rent=-4}', entry):
        write(
            tmp_path,
            below=f'based_on = "harbour"\nplaces = [{below}]\n',
            mine=f'based_on = "below.toml"\nplaces = [{{id="Q1", leave_out=true}}, '
            f'{{{below[1:8]}, title="Pier"}}]\n',
        )
        with pytest.raises(EditionError, match=r"^below.toml: places\[0\].rent: must be"):
            GAME.edition(tmp_path / "mine.toml")


def test_a_long_file_is_read_in_a_time_like_its_length() -> None:
    """What is read from strangers takes two seconds at most, at its size limit."""
    keys = {f"k{number}": 1 for number in range(50_000)}
    begun = time.process_time()
    with pytest.raises(EditionError, match="k0: is not a known key"):
        classkit.new("economicon", edition={"based_on": "economicon-classic", **keys})
    assert time.process_time() - begun < 2
