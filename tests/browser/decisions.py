"""A position for every kind of decision of every game, reached by playing or stated.

A kind that is new, or that the plays below do not reach any more, is named by
:func:`unreached`, and a line here brings it back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import classkit
from classkit.engine.match import Match
from classkit.engine.registry import find
from tests.games.opoly import tables as opoly
from tests.games.poleconomy import tables as poleconomy

NAMES = ["Ada", "Bo", "Cy", "Di"]
ORANGE = ["st_james_place", "tennessee_avenue", "new_york_avenue"]
RAILS = ["reading_railroad", "pennsylvania_railroad"]
BLUES = ["park_place", "boardwalk"]


@dataclass(frozen=True)
class Play:
    """One match that a bot plays for all seats, up to a step."""

    game: str
    bot: str
    seed: int
    steps: int
    options: tuple[tuple[str, Any], ...] = ()

    def begin(self) -> Match:
        """Return the match at its beginning."""
        return classkit.new(self.game, seats=NAMES, seed=self.seed, options=dict(self.options))


COMPANIES, STATE = (("game", 1),), (("game", 2),)
PLAYS = {
    "poleconomy": [
        Play("poleconomy", "tycoon", 0, 20, COMPANIES),
        Play("poleconomy", "politician", 4, 25, COMPANIES),
        Play("poleconomy", "random", 0, 16, COMPANIES),
        Play("poleconomy", "random", 5, 8, COMPANIES),
        Play("poleconomy", "tycoon", 29, 30, COMPANIES),
        Play("poleconomy", "tycoon", 26, 20, COMPANIES),
        Play("poleconomy", "random", 31, 8, COMPANIES),
        Play("poleconomy", "saver", 1, 45, COMPANIES),
        Play("poleconomy", "random", 28, 6, COMPANIES),
        Play("poleconomy", "random", 23, 4, COMPANIES),
        Play("poleconomy", "passive", 2, 5, COMPANIES),
        Play("poleconomy", "tycoon", 0, 8, STATE),
        Play("poleconomy", "tycoon", 6, 32, STATE),
        Play("poleconomy", "politician", 0, 42, STATE),
        Play("poleconomy", "random", 9, 12, STATE),
        Play("poleconomy", "random", 12, 20, STATE),
        Play("poleconomy", "saver", 6, 8, STATE),
    ],
    "opoly": [
        Play("opoly", "random", 5, 60),
        Play("opoly", "random", 16, 90),
        Play("opoly", "random", 7, 40),
        Play("opoly", "random", 10, 55),
        Play("opoly", "random", 13, 85),
        Play("opoly", "random", 15, 56),
        Play("opoly", "passive", 10, 125),
        Play("opoly", "passive", 9, 100),
        Play("opoly", "random", 39, 200),
        Play("opoly", "appraiser", 0, 2, (("auction_format", "first_price"),)),
    ],
    "economicon": [
        Play("economicon", "gold_anchor", 0, 14),
        Play("economicon", "random", 5, 15),
    ],
    "economy": [
        Play("economy", "harvester", 0, 40),
        Play("economy", "random", 4, 45),
    ],
}  # fmt: skip


def redeeming() -> Match:
    """P17.9: the Prime Minister is asked before interest is paid."""
    facts = {"marker": 2, "treasury": 900_000, "unissued": 25, "A": {"bonds": 2}}
    options = {"redeem_any_time": True}
    match = poleconomy.in_country([(1, 2)], mover="B", options=options, **facts)
    return match.answer("throw")


def short_of_cash() -> Match:
    """Q5.1: buildings and mortgages may meet a charge."""
    poor = {"cash": 20, "properties": [*ORANGE, "boardwalk"]}
    buildings = dict.fromkeys(ORANGE, 1)
    options = {"raise_cash": True}
    return opoly.on("luxury_tax", A=poor, buildings=buildings, options=options)


def stolen(**facts: Any) -> Match:
    """Q8.4: an Ethical Opportunity in which A takes Boardwalk from B."""
    match = opoly.chance("ethical_opportunity", **facts)
    for seat in "ABCD":
        if match.requests(seat) and seat == "A":
            match.answer("act", seat=seat, space="boardwalk")
        elif match.requests(seat):
            match.answer("decline", seat=seat)
    return match


def ethics() -> Match:
    """Q8.4: everybody is asked in secret."""
    return opoly.chance("ethical_opportunity", A={"properties": ["boardwalk"]})


def over_the_limit() -> Match:
    """Q8.4: the thief holds too much and gives something up."""
    return stolen(A={"properties": [*ORANGE, *RAILS]}, B={"properties": ["boardwalk"]})


def merger() -> Match:
    """Q9.1: a seat may offer a merger."""
    return opoly.on("chance_external", (3, 4), luck=["merger_fever"], options={"mergers": True})


def merger_offered() -> Match:
    """Q9.1: the partner answers it."""
    return merger().answer("merge", partner="B", survivor="B", share=40)


def antitrust() -> Match:
    """Q6.10: a seat must give a property up."""
    holdings = {"properties": [*ORANGE, *BLUES]}
    return opoly.on("chance_external", (3, 4), luck=["antitrust_action"], A=holdings)


def offered_after_antitrust() -> Match:
    """Q6.10: and offers it to another seat."""
    return antitrust().answer("shed", space="boardwalk", to="C", price=90)


def flagship() -> Match:
    """Q8.6: hotels stand already, and one is named."""
    buildings = dict.fromkeys(BLUES, 5)
    match = opoly.on("community_chest_internal", (1, 1), luck=["flagship_property"],
                     A={"properties": BLUES}, buildings=buildings)  # fmt: skip
    return match.answer("bid", amount=1).answer("pass").answer("pass").answer("pass")


def scarce_hotel() -> Match:
    """Q6.5: one hotel is left for two orders; the bidder places what it has bought."""
    one = {"based_on": "classic_us", "edition": {"hotels": 1}}
    match = opoly.at_turn([(1, 2)], A={"properties": BLUES}, B={"properties": ORANGE},
                          buildings={**dict.fromkeys(BLUES, 4), **dict.fromkeys(ORANGE, 4)},
                          edition=one)  # fmt: skip
    opoly.skip_to(match, "build_order", "A")
    opoly.order(match, "A", boardwalk=1, park_place=1)
    opoly.order(match, "B", new_york_avenue=1)
    return match.answer("bid", amount=300).answer("pass")


def patents() -> Match:
    """Q6.6: a deal with much in it is answered."""
    match = opoly.at_turn([(1, 2)], A={"properties": [*RAILS, "baltic_avenue"]},
                          B={"properties": BLUES})  # fmt: skip
    opoly.skip_to(match, "propose", "A")
    terms = opoly.deal("B", give_cash=300, give_spaces=RAILS, get_spaces=["boardwalk"])
    return match.answer("deal", seat="A", **terms)


STATED: dict[str, list[Callable[[], Match]]] = {
    "poleconomy": [redeeming],
    "opoly": [
        short_of_cash, ethics, over_the_limit, merger, merger_offered, antitrust,
        offered_after_antitrust, flagship, scarce_hotel, patents,
    ],
}  # fmt: skip


def visited(game: str) -> Iterator[Match]:
    """Give every moment of the plays at which somebody decides; the same match moves on."""
    for make in STATED.get(game, []):
        yield make()
    for play in PLAYS[game]:
        match = play.begin()
        for _ in range(play.steps):
            if match.is_over:
                break
            if match.requests():
                yield match
            match.play("decision", bots=play.bot)


def positions(game: str) -> dict[str, Match]:
    """Return a match at each kind of decision of a game, by the decision's name."""
    found: dict[str, Match] = {}
    for match in visited(game):
        for decision in match.requests():
            if decision.name not in found:
                found[decision.name] = match.fork()
    return found


def unreached(game: str, found: dict[str, Match]) -> set[str]:
    """Return the decisions that a game has words for and that no position asks."""
    return set(find(game).words.decisions) - set(found)
