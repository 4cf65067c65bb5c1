"""Names and numbers as other keyboards and word processors write them."""

from __future__ import annotations

from pathlib import Path

import pytest

import classkit
from classkit.engine.seats import name_seats
from classkit.engine.untrusted_input import fold_name, to_half_width

MARK = "\ufeff"


@pytest.mark.parametrize(
    ("typed", "plain"),
    [("\uff11\uff0c\uff15\uff10\uff10", "1,500"), ("\uff0d\uff15\u3000\uff05", "-5 %")],
)
def test_full_width_characters_are_read_as_plain_ones(typed: str, plain: str) -> None:
    assert to_half_width(typed) == plain


@pytest.mark.parametrize("text", ["5\u00b2", "\u00bd", "\u0663", "\u2460"])
def test_other_digits_are_left_alone(text: str) -> None:
    assert to_half_width(text) == text


@pytest.mark.parametrize(
    "other",
    ["O\u2019Brien", "o'brien", " O\u02bcBRIEN ", "O`Brien", "O\u2032Brien", "O\u02bbBrien"],
)
def test_a_name_is_the_same_with_any_apostrophe(other: str) -> None:
    assert fold_name(other) == fold_name("O'Brien")


def test_seats_with_names_that_only_differ_in_an_apostrophe_are_told_apart() -> None:
    assert name_seats("AB", {"A": "O'Brien", "B": "O\u2019Brien"}) == {
        "A": "O'Brien (A)",
        "B": "O\u2019Brien (B)",
    }


def test_a_record_its_names_and_a_position_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    match = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
    match.rename("A", "Zo\u00eb")
    path = match.save(tmp_path / "match.json")
    for file in tmp_path.iterdir():
        file.write_text(MARK + file.read_text(encoding="utf-8"), encoding="utf-8")
    opened = classkit.load(path)
    assert opened == match
    assert opened.names["A"] == "Zo\u00eb"
    position = tmp_path / "position.toml"
    position.write_text(f'{MARK}mover = "B"\n', encoding="utf-8")
    started = classkit.new("poleconomy", seats=3, seed=7, position=position)
    assert started.position()["mover"] == "B"


def test_a_position_may_name_seats_and_squares_in_full_width(tmp_path: Path) -> None:
    position = tmp_path / "position.toml"
    position.write_text('mover = "\uff22"\nA.squares = ["I\uff10\uff12"]\n', encoding="utf-8")
    started = classkit.new("poleconomy", seats=3, seed=7, position=position).position()
    assert (started["mover"], started["A"]["squares"]) == ("B", ["I02"])


def test_an_edition_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    edition = tmp_path / "ours.toml"
    edition.write_text(
        f'{MARK}based_on = "economy-classic"\nedition.title = "Ours"\n', encoding="utf-8"
    )
    assert classkit.new("economy", seats=3, seed=1, edition=edition).edition.title == "Ours"


def test_a_position_from_a_word_processor_is_refused_with_the_remedy(tmp_path: Path) -> None:
    position = tmp_path / "position.toml"
    position.write_text("number = 5\nmover = \u201cB\u201d\n", encoding="utf-8")
    with pytest.raises(classkit.PositionError, match=r"quotation mark \u201c in line 2.*straight"):
        classkit.new("poleconomy", seats=3, seed=7, position=position)
