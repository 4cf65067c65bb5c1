"""The law of leaks notices secrets that become known late, and says who sees what, and where."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from classkit.engine import global_random
from classkit.engine.game import Game
from classkit.engine.moves import Answer
from classkit.engine.visibility import Reveal
from classkit.testing.leak_laws import iter_secret_pairs
from classkit.testing.leak_laws import test_secrets_are_kept_to_the_end as law
from classkit.testing.leak_laws import (
    test_what_makes_secrets_known_exists as what_is_declared_exists,
)
from classkit.testing.match_strategies import Setup
from classkit.testing.noninterference_run import MATCH_END, REVEALED_SECRET
from classkit.testing.starter.orchard.game import Orchard
from tests.every_game import every_game, for_every_game

from .hoard import (
    LEAKS,
    Declared,
    DeclaredAndEarly,
    DeclaredAndLeaked,
    DeclaredElsewhere,
    DeclaredForSome,
    Hoard,
    Throwing,
)
from .planted import LEAKS as PLANTED
from .planted import OF_AMOUNTS, Planted, laid_over

MATCHES = 4
HERE = {"__module__": Hoard.__module__}
"""Where the source of a game is looked for."""


SEALED = {"opoly": {"auction_format": "first_price"}, "economy": {"placement": "players"}}
"""Options with which a game has secrets of its own; the others always do."""


def ends(game: Game[Any], matches: int = MATCHES) -> list[tuple[str, str]]:
    """Return the secrets of some matches, and how the twins of each end."""
    options, bots = SEALED.get(game.name, {}), ("random",) * 3
    setups = [Setup(game, 3, seed, options, bots) for seed in range(matches)]
    return [
        (pair.secret.name, pair.run_pair()) for setup in setups for pair in iter_secret_pairs(setup)
    ]


@pytest.mark.parametrize(
    "leak", [*LEAKS, DeclaredAndLeaked, DeclaredAndEarly], ids=lambda leak: leak.__name__
)
def test_a_leak_is_found_and_told(leak: type[Hoard]) -> None:
    with pytest.raises(AssertionError) as found:
        ends(leak())
    told = str(found.value)
    assert told.startswith(leak.who)
    assert leak.what in told


def test_whoever_keeps_a_secret_is_followed_to_the_end() -> None:
    assert ends(Hoard()) == [("stock", MATCH_END)] * MATCHES


def test_twins_go_on_where_something_is_thrown_aside() -> None:
    assert ends(Throwing()) == [("stock", MATCH_END)] * MATCHES


def test_a_secret_may_become_known_as_declared() -> None:
    assert ends(Declared()) == [("stock", REVEALED_SECRET)] * MATCHES
    assert ends(DeclaredForSome()) == [("stock", REVEALED_SECRET)] * MATCHES


def test_the_remedy_is_told_as_a_line_of_the_game() -> None:
    line = "reveals = (Reveal('stock', 'stock_told', 'H3'),)"
    with pytest.raises(AssertionError, match="what was drawn for 'stock'") as found:
        ends(DeclaredElsewhere())
    assert line in str(found.value)


def test_the_law_itself_fails() -> None:
    with pytest.raises(AssertionError, match="everybody can infer"):
        law(LEAKS[0]())


@pytest.mark.parametrize(
    ("reveal", "reason"),
    [
        (Reveal("never drawn", "stock_told", "H3"), "no draw, decision or aside has that name"),
        (Reveal("stock", "stock_sold", "H3"), "no event or decision has that name"),
        (Reveal("stock", "stock_told", "H9"), "unknown clause"),
        (("stock", "stock_told", "H3"), "is not a Reveal"),
    ],
)
def test_what_is_declared_and_not_there_is_told(reveal: Any, reason: str) -> None:
    what_is_declared_exists(Declared())
    with pytest.raises(AssertionError, match=reason):
        what_is_declared_exists(type("Wrong", (Declared,), {"reveals": (reveal,)} | HERE)())


GAMES = (*every_game(), Orchard())
"""All games, and the starter, which hides nothing by itself."""


@pytest.mark.sweep(12)
@pytest.mark.parametrize(
    ("game", "leak"),
    [
        pytest.param(game, leak, id=f"{game.name}-{leak.__name__}")
        for game in GAMES
        for leak in PLANTED
        if leak not in OF_AMOUNTS or isinstance(game, Orchard)
    ],
)
def test_what_is_planted_in_a_game_is_found(
    game: Game[Any], leak: type[Planted], deep: bool
) -> None:
    """In the short form each leak in a third of the games, each game with a third of the leaks."""
    if not deep and (GAMES.index(game) + PLANTED.index(leak)) % 3:
        pytest.skip("found in other games; --deep tries all")
    with pytest.raises(AssertionError) as found:
        ends(laid_over(game, leak))
    assert "what was drawn for 'stock'" in str(found.value)
    assert leak.what in str(found.value)


@pytest.mark.sweep(2)
@for_every_game
def test_the_secrets_of_a_game_are_followed_as_far_as_they_go(game: Game[Any]) -> None:
    """Hold the law to having looked: what is never told is followed until the match is over."""
    ended = ends(laid_over(game, Planted), matches=1)
    assert ("stock", MATCH_END) in ended
    own = [how for name, how in ended if name != "stock"]
    assert REVEALED_SECRET in own or MATCH_END in own


def draw_global(view: Any, decision: Any) -> Any:
    """Answer by chance, from the generator that Python has for all."""
    return Answer("wait", {"days": random.randrange(3)})


class Drawing(Hoard):
    """A game of somebody else's, whose bots draw from the global generators."""

    policies: ClassVar[dict[str, Any]] = {"drawing": lambda: draw_global}


@pytest.mark.usefixtures("own_plays")
def test_the_callers_generators_are_restored() -> None:
    before = random.getstate()
    for pair in iter_secret_pairs(Setup(Drawing(), 3, 1, {}, ("drawing",) * 3)):
        pair.run_pair()
    assert random.getstate() == before and not global_random.generator_users.plays
