"""The reader of declared types: errors name place and reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pytest

from classkit.engine.errors import EditionError, PositionError
from classkit.engine.schema import Entries, Section, TextReader, When, Whole, Word, read_facts

Seats = Annotated[str, Word(lambda seats: seats)]


@dataclass(frozen=True)
class Price:
    """A price of the test."""

    amount: Annotated[int, Whole(0, lambda seats: 10 * len(seats), step=5)]
    note: Annotated[str, TextReader(10, may_be_empty=True)] = ""


@dataclass(frozen=True, kw_only=True)
class Lot:
    """A lot of the test, with everything that a field may be."""

    kind: Literal["shop", "field"]
    number: int
    sold: bool = False
    owners: Annotated[tuple[Seats, ...], Entries(0, 2, "owners", once=True)] = ()
    size: tuple[int, int] = (1, 1)
    price: Price | None = None
    rents: Mapping[Annotated[int, Whole(1, 4)], Annotated[int, Whole(0, 100)]] = field(
        default_factory=dict
    )
    goods: Annotated[tuple[str, ...], When("kind", ("shop",))] = ()
    crop: Annotated[str, When("kind", ("field",), may_be_left_out=True)] = "wheat"
    terms: Any = None


def lot(**values: Any) -> Lot:
    """The lot that the values state, at a table of seats A and B."""
    stated = {"kind": "field", **values}
    return Section("own.toml", "lot", stated).read(Lot, "AB", number=3)


def test_every_kind_of_field_is_read() -> None:
    found = lot(
        kind="shop", sold=True, owners=["A", "B"], size=[2, 3], price={"amount": 20, "note": ""},
        rents={"1": 10, "4": 40}, goods=["tea"], terms={"anything": 1},
    )  # fmt: skip
    assert found == Lot(
        kind="shop", number=3, sold=True, owners=("A", "B"), size=(2, 3), price=Price(20),
        rents={1: 10, 4: 40}, goods=("tea",), terms={"anything": 1},
    )  # fmt: skip


def test_what_is_left_out_has_its_default() -> None:
    assert lot() == Lot(kind="field", number=3)


@pytest.mark.parametrize(
    ("values", "place", "reason"),
    [
        ({"kind": "shed"}, "lot.kind", "must be one of shop, field, not 'shed'."),
        ({"kind": "shopp"}, "lot.kind", "not 'shopp'; did you mean 'shop'?"),
        ({"kind": ["shop"]}, "lot.kind", "must be one of shop, field, not ['shop']."),
        ({"number": 4}, "lot.number", "is not a known key."),
        ({"ownres": []}, "lot.ownres", "known key; did you mean 'owners'?"),
        ({"goods": ["tea"]}, "lot.goods", "is not a known key if kind is 'field'."),
        ({"kind": "shop"}, "lot.goods", "is missing."),
        ({"sold": 1}, "lot.sold", "must be true or false, not 1."),
        ({"owners": "A"}, "lot.owners", "must be a list, not 'A'."),
        ({"owners": ["A", "C"]}, "lot.owners[1]", "must be one of A, B, not 'C'."),
        ({"owners": ["A", "A"]}, "lot.owners[1]", "'A' is listed twice."),
        ({"owners": ["A", "B", "A"]}, "lot.owners", "must have at most 2 owners, not 3."),
        ({"size": [1]}, "lot.size", "must be a list of 2 values, not [1]."),
        ({"size": [1, -2]}, "lot.size[1]", "number from 0 to 1,000,000,000, not -2."),
        ({"price": 5}, "lot.price", "must be a table, not 5."),
        ({"price": None}, "lot.price", "must be a table, not None."),
        ({"price": {}}, "lot.price.amount", "is missing."),
        ({"price": {"amount": 25}}, "lot.price.amount", "from 0 to 20 in steps of 5, not 25."),
        ({"price": {"amount": 7}}, "lot.price.amount", "number from 0 to 20 in steps of 5, not 7."),
        ({"price": {"amount": 10**400}}, "lot.price.amount", "a number of about 401 digits."),
        ({"price": {"amount": True}}, "lot.price.amount", "from 0 to 20 in steps of 5, not True."),
        ({"price": {"amount": 5, "note": "x" * 11}}, "lot.price.note", "at most 10"),
        ({"price": {"amount": 5, "note": "a\nb"}}, "lot.price.note", "control characters"),
        ({"rents": [1]}, "lot.rents", "must be a table, not [1]."),
        ({"rents": {"five": 1}}, "lot.rents.five", "must be a whole number from 1 to 4"),
        ({"rents": {"5": 1}}, "lot.rents.5", "must be a whole number from 1 to 4, not 5."),
        ({"rents": {"4": 101}}, "lot.rents.4", "must be a whole number from 0 to 100, not 101."),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_file_place_and_reason(
    values: dict[str, Any], place: str, reason: str
) -> None:
    with pytest.raises(EditionError) as error:
        lot(**values)
    assert (error.value.file, error.value.key) == ("own.toml", place)
    assert reason in error.value.reason


def test_refusals_stay_short_whatever_is_given() -> None:
    """A list of a million, a name of a million letters, and what nobody can show."""

    class Odd:
        def __repr__(self) -> str:
            raise ZeroDivisionError

    for value in (["A"] * 10**6, "x" * 10**6, Odd(), {"x" * 10**6: 1}):
        for key in ("kind", "sold", "owners", "size", "price", "rents", "x" * 10**6):
            with pytest.raises(EditionError) as error:
                lot(**{key: value})
            assert len(str(error.value)) < 500


@dataclass(frozen=True)
class TableFacts:
    """The facts of a table of the test."""

    mover: Seats | None = None


@dataclass(frozen=True)
class SeatFacts:
    """The facts of a seat of the test."""

    cash: int | None = None


def test_facts_of_the_table_and_of_seats() -> None:
    facts = {"mover": "B", "A": {"cash": 5}}
    assert read_facts(facts, TableFacts, SeatFacts, "AB", "AB") == (
        TableFacts("B"),
        {"A": SeatFacts(5)},
    )


@pytest.mark.parametrize(
    ("facts", "fact", "reason"),
    [
        ({"move": "A"}, "move", "is not a fact of this table; did you mean 'mover'?"),
        ({"weather": 1}, "weather", "is not a fact of this table; choose from: mover, A, B."),
        ({"A": 5}, "A", "must be a table of facts, not 5."),
        ({"A": {"gold": 1}}, "A.gold", "is not a fact of a seat; choose from: cash."),
        ({"A": {"cash": -1}}, "A.cash", "must be a whole number from 0 to 1,000,000,000, not -1."),
        ({"mover": "C"}, "mover", "must be one of A, B, not 'C'."),
    ],
)
def test_facts_that_cannot_be(facts: dict[str, Any], fact: str, reason: str) -> None:
    with pytest.raises(PositionError) as error:
        read_facts(facts, TableFacts, SeatFacts, "AB", "AB")
    assert (error.value.fact, error.value.reason) == (fact, reason)


def test_a_key_is_named_once_however_it_is_written() -> None:
    """Keys "1" and "01" are the same number: which of the two is meant, nobody could tell."""
    with pytest.raises(EditionError, match=r"lot\.rents\.01: is listed twice"):
        lot(rents={"1": 10, "01": 40})


def test_a_key_of_many_digits_is_never_cut_to_a_number_that_fits() -> None:
    """Not even where its first twenty digits would be a number that is allowed."""
    for key in ("0" * 19 + "3" + "7", "0" * 20 + "1", "1" * 5000):
        with pytest.raises(EditionError, match=r"must be a whole number from 1 to 4, not '"):
            lot(rents={key: 10})
    assert lot(rents={"0" * 19 + "3": 10}).rents == {3: 10}
