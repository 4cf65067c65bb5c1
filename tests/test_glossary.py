"""The lint of names: it finds what breaks a rule, and exceptions that nobody needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.glossary import Glossary, check, find_all, read_glossary

SOURCE = {
    "told.py": "def read_rows(): ...",
    "market/prices.py": "class Price: ...",
    "market/offers.py": "class Price: ...",
    "auction/prices.py": """
FEW = 3
MAX_ROWS = 3

class Lot:
    def kept(self): ...
    def value_of(self): ...
    @property
    def shown(self): ...

def by(): ...
def sold(): ...
def log_in(): ...
def roll_dice(): ...
def throw_dice(): ...
""",
}
FOUND = {
    ("module is a participle, an adverb or a preposition", "told"),
    ("class in several modules", "Price"),
    ("module in several packages", "prices"),
    ("constant is an adjective", "FEW"),
    ("function is a bare participle", "Lot.kept"),
    ("function ends in a preposition", "Lot.value_of"),
    ("function is a bare preposition", "by"),
    ("function is a bare participle", "sold"),
    ("the glossary has 'roll' for 'throw'", "throw_dice"),
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with one name for each rule, and others that break none."""
    for name, source in SOURCE.items():
        path = tmp_path / "shop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return tmp_path / "shop"


def test_each_rule_finds_its_names_and_no_others(package: Path) -> None:
    found = {(finding.rule, finding.name) for finding in find_all(read_glossary(), package)}
    assert found == FOUND


def test_what_is_allowed_is_left_alone_and_what_is_idle_is_told(package: Path) -> None:
    glossary = read_glossary()
    before = len(FOUND)
    glossary.allowed = {"Lot.kept": "a reason", "by": "a reason", "never": "a reason"}
    lines = check(glossary, package)
    assert len(lines) == before - 2 + 1
    assert not any("kept" in line for line in lines)
    assert lines[-1].endswith("never is allowed, but no name breaks a rule")


def test_every_word_has_one_meaning_and_every_exception_a_reason() -> None:
    glossary = read_glossary()
    assert isinstance(glossary, Glossary)
    assert all(entry["meaning"].strip() for entry in glossary.words.values())
    replaced = [word for entry in glossary.words.values() for word in entry["not"]]
    assert len(replaced) == len(set(replaced)), "a word is replaced by two"
    assert not set(replaced) & set(glossary.words), "a word of the glossary is replaced by another"
    assert all(len(reason) > 10 for reason in glossary.allowed.values())


def test_the_package_follows_the_glossary() -> None:
    assert check(read_glossary()) == []
