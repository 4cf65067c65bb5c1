"""The law of money finds an old sign and an old noun, wherever a game puts them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import pytest

import classkit
from classkit.engine.currency import Currency
from classkit.engine.game import Game
from classkit.engine.metrics import Chart
from classkit.engine.randomness import RandomStream
from classkit.engine.rulebook_text import TextFormatter
from classkit.testing.money_laws import (
    find_leftovers,
    list_declared_texts,
    play_for_leftovers,
    rename_everything,
)
from classkit.testing.starter.orchard.game import Orchard


def tell_market(say: TextFormatter, facts: Mapping[str, Any]) -> str:
    return f"Goods are sold at ${facts['price']} each."


class SignInNews(Orchard):
    """Writes the sign of the currency into a sentence itself."""

    words = replace(Orchard.words, events={**Orchard.words.events, "market_held": tell_market})


class NounOnBoard(Orchard):
    """Writes the noun of the currency onto the board."""

    def scene(self, table: Any, seat: Any = None) -> Any:
        scene = super().scene(table, seat)
        return replace(scene, told=f"The market paid {table.price} dollars.")


class SignInRefusal(Orchard):
    """Writes the sign of the currency into a reason."""

    def aside_refusal(self, table: Any, request: Any, seat: Any, name: str) -> str:
        return "That costs $5 (R2.2)."

    words = replace(Orchard.words, asides={"bribe": "Bribe"})


class Kroner(Orchard):
    """Declares a currency of its own."""

    KRONE: ClassVar = Currency("kr", "krone", "kroner", after=True, unit="dollars")
    currency = KRONE
    metrics = tuple(
        replace(one, unit=Currency("kr", "krone", "kroner", after=True, unit="dollars"),
                definition=one.definition.replace("dollars", "kroner"),
                compute=one.expression or one.compute)
        for one in Orchard.metrics
    )  # fmt: skip
    charts = (Chart("money", "Money", "line", ("money",), "kr"),)
    words = replace(Orchard.words, units={**Orchard.words.units, "dollars": ("krone", "kroner")})


def find_all(game: Game[Any]) -> list[str]:
    """List what the law finds in a match of a game."""
    renamed = rename_everything(game)
    m = classkit.new(renamed, seats=2, seed=7)
    found = find_leftovers(game, list_declared_texts(renamed))
    return [*found, *play_for_leftovers(game, m, RandomStream("money"))]


@pytest.mark.parametrize("game", [Orchard, Kroner])
def test_a_game_that_uses_its_declarations_passes(game: type[Game[Any]]) -> None:
    assert find_all(game()) == []


@pytest.mark.parametrize("game", [SignInNews, NounOnBoard, SignInRefusal])
def test_an_old_word_is_found(game: type[Game[Any]]) -> None:
    assert "has the old word" in "".join(find_all(game()))


@pytest.mark.parametrize(
    ("where", "text"),
    [(".title", "Goods left"), (".label", "one good"), (".note", "3 goods (R2.1)"), (".unit", "$")],
)
def test_a_bare_noun_is_found(where: str, text: str) -> None:
    assert len(find_leftovers(Orchard(), [(where, text)])) == 1


@pytest.mark.parametrize(
    ("where", "text"),
    [(".key", "goods"), (".title", "goodness"), (".reason", "'goods' is unknown.")],
)
def test_ids_and_other_words_pass(where: str, text: str) -> None:
    assert find_leftovers(Orchard(), [(where, text)]) == []


def test_names_in_an_edition_are_prose() -> None:
    prose = ["Goods Yard", "A good is sold at once (R3.1)."]
    texts = [("", "Ada lands on Goods Yard."), ("", prose[1]), ("", "Goods are left.")]
    assert len(find_leftovers(Orchard(), texts, prose)) == 1
