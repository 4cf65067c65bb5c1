"""Editions from anybody: found, limited, validated; file, key and reason are named."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Annotated, Any

import pytest

import classkit
from classkit.engine.editions import read_source, read_toml_file
from classkit.engine.errors import EditionError, UnknownName
from classkit.engine.registry import find
from classkit.engine.schema import Section, Whole, Word
from tests.toy import GAME

SHIPPED = Path(__file__).parent.parent / "toy" / "editions" / "harbour" / "harbour.toml"


def edition_file(tmp_path: Path, old: str = "", new: str = "") -> Path:
    """The toy's edition as a file of one's own, one place changed."""
    text = SHIPPED.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_an_edition_may_be_a_file_a_folder_or_a_mapping(tmp_path: Path) -> None:
    path = edition_file(tmp_path, "mint = 5", "mint = 7")
    for source in (path, str(path), tmp_path, {"based_on": "harbour", "edition": {"mint": 7}}):
        m = classkit.new(GAME, seats=2, edition=source)
        assert m.edition.rules.mint == 7 and not m.edition.built_in
        assert m.edition.hash != GAME.edition("harbour").hash
    assert GAME.edition().built_in


def test_what_is_inherited_is_told_apart_from_what_is_said(tmp_path: Path) -> None:
    """Whatever the file is called: a table of which it says anything is its own."""
    path = tmp_path / "harbour.toml"
    path.write_text('based_on = "harbour"\nedition = { mint = 7 }\n', encoding="utf-8")
    files = read_source(path, GAME.library.shipped)
    assert files.inherited == files.data.keys() - {"edition"} and "goods" in files.inherited
    assert not read_source("harbour", GAME.library.shipped).inherited


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("mint = 5", "mint = -5", r"mine.toml: edition.mint: must be .* from 1 to 100, not -5"),
        ("mint = 5", 'mint = "five"', r"mint: must be a whole number from 1 to 100, not 'five'"),
        ("mint = 5", "mint = true", r"mint: must be a whole number from 1 to 100, not True"),
        ("mint = 5", "mint = 5.5", r"mint: must be a whole number from 1 to 100, not 5.5"),
        ("mint = 5", "", r"edition.mint: is missing"),
        ("mint = 5", "mind = 5", r"edition.mind: is not a known key.*did you mean 'mint'"),
        ('id = "Q1"', 'id = "Q0"', r"places\[1\].id: Q0 stands in the ring already"),
        ('kind = "quay"', 'kind = "keys"', r"places\[0\].kind: must be one of quay, dock"),
        ('title = "Quay"', 'title = ""', r"places\[0\].title: must not be empty"),
        ('title = "Quay"', f'title = "{"x" * 100}"', r"title: must be at most 80 characters"),
        ('title = "Quay"', 'title = "a\\u202eb"', r"title: must be one line without"),
        ("price = 6\nrent", "price = -6\nrent", r"places\[1\].price: must be .* from 1 to"),
        ("[goods.grain]", "[goods.grain.x]", r"goods.grain.x|goods.grain.count"),
        ("[goods.grain]\ncount = 12\nprice = 4", "[goods]\ngrain = 5", r"grain: must be a table"),
        ("bank_coins = 200", "bank_coins = 20", r"bank_coins: must be enough to pay six"),
        ("mint = 5", "mint = 5\nmint = 6", r"mine.toml: is not valid TOML"),
        ("mint = 5", "mint = ", r"is not valid TOML"),
    ],
)  # fmt: skip
def test_a_broken_edition_names_file_key_and_reason(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    with pytest.raises(EditionError, match=words):
        classkit.new(GAME, edition=edition_file(tmp_path, old, new))


def test_files_that_are_no_edition_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    with pytest.raises(EditionError, match=r"x.toml: this file"):
        classkit.new(GAME, edition=path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(EditionError, match=r"saved as UTF-16: open it"):
        read_toml_file(path)
    path.write_bytes(b"#" * 500_001)
    with pytest.raises(EditionError, match=r"x.toml: has 0.5 MB; the limit is 0.5 MB"):
        read_toml_file(path)
    for deep in ("a = " + "[" * 30 + "]" * 30, "a = " + "[" * 5000, ".".join("a" * 300) + " = 1"):
        path.write_text(deep)
        with pytest.raises(EditionError, match=r"nested|not valid"):
            read_toml_file(path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(EditionError, match=r"no TOML file in this folder"):
        classkit.new(GAME, edition=tmp_path / "empty")
    with pytest.raises(EditionError, match=r"this table is missing"):
        classkit.new(GAME, edition={"x": 1})
    with pytest.raises(EditionError, match=r"based_on: there is no edition 'atlantis'"):
        classkit.new(GAME, edition={"based_on": "atlantis"})
    with pytest.raises(UnknownName):
        classkit.new(GAME, edition="atlantis")
    for odd in (5, object(), [1], 1.5):
        with pytest.raises(EditionError):
            classkit.new(GAME, edition=odd)
    for name in ("x" * 300, "/" * 5000, "a\0b", "\ud800/x.toml"):
        with pytest.raises((EditionError, UnknownName)):
            classkit.new(GAME, edition=name)
    with pytest.raises(EditionError, match=r"based_on: there is no edition \['harbour'\]"):
        classkit.new(GAME, edition={"based_on": ["harbour"]})


def test_the_files_of_a_folder_are_counted_together(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.toml").write_bytes(b"#" * 200_000)
    with pytest.raises(EditionError, match=r"has 0.6 MB; the limit is 0.5 MB"):
        classkit.new(GAME, edition=tmp_path)


def test_a_key_that_stands_in_two_files_is_refused(tmp_path: Path) -> None:
    edition_file(tmp_path)
    (tmp_path / "other.toml").write_text("[goods]\n")
    with pytest.raises(EditionError, match=r"other.toml: goods: is already in mine.toml"):
        classkit.new(GAME, edition=tmp_path)


def test_what_an_edition_is_based_on_stays_where_it_says_nothing() -> None:
    m = classkit.new(GAME, edition={"based_on": "harbour", "edition": {"mint": 9}})
    rules = m.edition.rules
    assert rules.mint == 9 and rules.pawn_price == 1 and len(rules.places) == 8


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (lambda s: s.get_int("n", high=3), "must be a whole number from 0 to 3, not 5"),
        (
            lambda s: s.get_int("n", step=2),
            "must be a whole number from 0 to 1,000,000,000 in steps of 2, not 5",
        ),
        (lambda s: s.get_text("n"), "must be text, not 5"),
        (lambda s: s.get_required("n", bool), "must be true or false, not 5"),
        (
            lambda s: s.get_required("list", list_of(int, Whole(0, 1))),
            r"list\[1\]: must be a whole number from 0 to 1, not 2",
        ),
        (lambda s: s.get_required("n", tuple[int, ...]), "must be a list"),
        (lambda s: s.get_required("list", tuple[str, ...]), r"list\[0\]: must be text, not 1"),
        (
            lambda s: s.get_required("words", list_of(str, Word(("a",)))),
            r"words\[1\]: must be one of a, not 'b'",
        ),
        (lambda s: s.get_section("n"), "must be a table"),
        (lambda s: s.get_sections("n"), "must be a list of tables"),
        (lambda s: s.get_sections("list"), r"list\[0\]: must be a table"),
        (lambda s: s.get_int("none"), "none: is missing"),
        (lambda s: s.forbid_extra("n"), "is not a known key"),
    ],
)
def test_a_section_refuses_by_key(read: Any, words: str) -> None:
    section = Section("e.toml", "t", {"n": 5, "list": [1, 2], "words": ["a", "b"], "t": {"x": 1}})
    with pytest.raises(EditionError, match=words):
        read(section)


def list_of(kind: type, rule: Any) -> Any:
    """A list whose entries are of a kind, within what the rule allows."""
    return tuple[Annotated[kind, rule], ...]


def test_a_section_is_a_mapping() -> None:
    section = Section("e.toml", "t", {"n": 5})
    assert len(section) == 1 and section["n"] == 5


def test_short_names_do_not_make_another_edition(tmp_path: Path) -> None:
    """They only appear on the board, so they do not change the hash of the edition in records."""
    game = find("opoly")
    whole = game.edition()
    assert whole.data["board"]["spaces"][1]["short"] == ["Mediter-", "ranean"]
    bare = copy.deepcopy(dict(whole.data))
    for space in bare["board"]["spaces"]:
        space.pop("short", None)
    assert game.edition(bare).hash == whole.hash
    bare["board"]["spaces"][1]["name"] = "Elm Avenue"
    assert game.edition(bare).hash != whole.hash


@pytest.mark.parametrize(
    ("short", "words"),
    [
        (["Mediterranean!"], r"short\[0\]: must be at most 12 characters long, not 14"),
        ([], "short: must have 1 to 3 lines, not 0"),
        (["a", "b", "c", "d"], "short: must have 1 to 3 lines, not 4"),
        ("Elm", "short: must be a list, not 'Elm'"),
    ],
)
def test_a_short_name_is_some_short_lines(short: Any, words: str) -> None:
    game = find("opoly")
    data = copy.deepcopy(dict(game.edition().data))
    data["board"]["spaces"][1]["short"] = short
    with pytest.raises(EditionError, match=words):
        game.edition(data)


def test_what_is_named_anew_loses_its_short_name() -> None:
    """An edition that renames a square says nothing of the old name on the board."""
    game = find("poleconomy")
    mine = {"based_on": "poleconomy-canada", "inner": [{"id": "I07", "name": "Sharp & Daughters"}]}
    squares = game.edition(mine).rules.squares
    assert (squares["I07"].name, squares["I07"].short) == ("Sharp & Daughters", ())
    assert squares["I02"].short == ("Loon", "Lake")
    mine["inner"] = [{"id": "I07", "name": "Sharp & Daughters", "short": ["Sharp &", "D."]}]
    assert game.edition(mine).rules.squares["I07"].short == ("Sharp &", "D.")
    mine["inner"] = [{"id": "I07", "sector": "software"}]
    assert game.edition(mine).rules.squares["I07"].short == ("I.P.", "Sharp")
