"""What gives a covered figure away, and how it is covered too: on the board, in words and forms.

A game says it of each figure (:attr:`classkit.engine.game.Game.gives_away`); what holds in all
games is said here: a chart with the same figures gives them away, and so does a list of places by
the figure that is raced for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from classkit.causes.figures import race_figures
from classkit.engine.board import Scene
from classkit.engine.match import Match
from classkit.engine.metrics import GivesAway

from .shapes import Ask, Standing, StudyNow

COVERED = "covered"
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?[kM]?")
Shown = TypeVar("Shown")
Study = TypeVar("Study", bound=StudyNow)


class Covers(NamedTuple):
    """What is covered while some charts are: other charts with their reason, and the rest.

    ``since`` is the turn in which the first of them was covered: what was told before is known.
    """

    figures: frozenset[str] = frozenset()
    charts: Mapping[str, str] = {}
    own: frozenset[str] = frozenset()
    tells: tuple[GivesAway, ...] = ()
    score: bool = False
    since: int = 0

    @property
    def signs(self) -> tuple[str, ...]:
        """The signs of money of which no amount is told."""
        return tuple(dict.fromkeys(sign for one in self.tells for sign in one.amounts))

    @property
    def money(self) -> bool:
        """Whether what is paid gives it away: amounts tell prices, and their sum the score."""
        return bool(self.signs) or self.score

    def hides(self, chart: str) -> bool:
        """Return whether a chart is covered, or would give a covered one away."""
        return chart in self.own or chart in self.charts

    @property
    def events(self) -> frozenset[str]:
        """The names of the events that tell of what is covered."""
        return frozenset(name for one in self.tells for name in one.events)


NOTHING = Covers()


def covers_of(match: Match, covered: Collection[str], since: int = 0) -> Covers:
    """Return what is covered together with these charts, since a turn."""
    if not covered:
        return NOTHING
    charts = {chart.key: chart for chart in match.game.charts_of(match.table)}
    given_away = match.game.gives_away
    own = {key for chart in covered if chart in charts for key in charts[chart].metrics}
    tells = [given_away[key] for key in own if key in given_away]
    figures = frozenset(own | {key for one in tells for key in one.figures})
    also = {
        key: next(charts[one].title for one in covered if one in charts)
        for key, chart in charts.items()
        if key not in covered and figures & {*chart.metrics}
    }
    races = {metric.key for metric in race_figures(match, None).values()}
    score = not figures.isdisjoint(races)
    if score and match.game.ending_event:  # it says who wins
        tells = [*tells, GivesAway(events=(match.game.ending_event,))]
    return Covers(figures, also, frozenset(covered), tuple(tells), score, since)


def cover_amounts(shown: Shown, covers: Covers) -> Shown:
    """Return words, or whatever has words in it, without the amounts that give a figure away.

    >>> told = Covers(tells=(GivesAway(amounts=("$",)),))
    >>> cover_amounts({"text": "B buys it for $1,500,000. Prices: $20k."}, told)
    {'text': 'B buys it for $…. Prices: $….'}
    >>> cover_amounts("3 oil for 4.5 gold", Covers(tells=(GivesAway(amounts=("gold",)),)))
    '3 oil for … gold'
    """
    if not covers.signs:
        return shown
    number = NUMBER.pattern
    patterns = [
        (re.compile(rf"{number}(?= {sign}\b)"), "…")
        if sign.isalpha()
        else (re.compile(rf"{re.escape(sign)}{number}"), f"{sign}…")
        for sign in covers.signs
    ]

    def masked(one: Any) -> Any:
        if isinstance(one, str):
            for pattern, instead in patterns:
                one = pattern.sub(instead, one)
            return one
        if isinstance(one, dict):
            return {key: masked(value) for key, value in one.items()}
        if isinstance(one, (list, tuple)):
            return type(one)(map(masked, one))
        return one

    found: Shown = masked(shown)
    return found


TOLD_LATER = "That is told once the class has predicted: it would answer for it."
"""What stands in place of a study's sentences, or of a Why?, while a chart is covered."""
OF_A_STUDY = ("barred", "state", "head", "turn", "problem", "stale", "done", "n")
"""What is shown of a study all the same: what it is, and how far it has come."""


def cover_study(shown: Study, figures: Collection[str], covers: Covers) -> Study:
    """Return what is shown of a study without what gives covered figures away.

    Futures tell who leads, and compared moves what they bring in the ``figures`` they are compared
    by: neither stands beside the question what that will be.
    """
    told = covers.score or not covers.figures.isdisjoint(figures)
    if not told or "words" not in shown:
        return cover_amounts(shown, covers)
    known: Any = {key: value for key, value in shown.items() if key in OF_A_STUDY}
    known["words"] = TOLD_LATER
    later: Study = known
    return later


def cover_scene(scene: Scene, covers: Covers) -> Scene:
    """Return a scene without what gives covered figures away."""
    if not covers.tells:
        return scene
    spaces, signs, pieces = (
        tuple(start for one in covers.tells for start in getattr(one, name))
        for name in ("spaces", "signs", "pieces")
    )
    return replace(
        scene,
        looks={
            space: replace(look, text="", subtitle="", note="", rows=(), level=None)
            if space.startswith(spaces)
            else look
            for space, look in scene.looks.items()
        },
        pieces=tuple(one for one in scene.pieces if not one.id.startswith(pieces)),
        signs=tuple(one for one in scene.signs if not one.id.startswith(signs)),
        gauges=tuple(one for one in scene.gauges if not one.id.startswith(signs)),
        told="",
    )


def cover_asks(asked: list[Ask], covers: Covers) -> list[Ask]:
    """Return what is asked without the amounts that give a covered figure away."""
    named = {name for one in covers.tells for name in one.questions}
    shown = cover_amounts(asked, covers)
    return [
        {**ask, "question": NUMBER.sub("…", ask["question"])} if ask["name"] in named else ask
        for ask in shown
    ]


def cover_standings(ranking: list[Standing], covers: Covers, stood_for: str) -> list[Standing]:
    """Return the seats without score and place, in the order of their letters.

    What stands beside them while no score can move tells of the figure ``stood_for``.
    """
    if not covers.score:
        told = stood_for in covers.figures
        return [
            {**row, "instead": COVERED} if told and "instead" in row else row for row in ranking
        ]
    return [
        {"seat": row["seat"], "score": None, "place": 1, "text": COVERED}
        for row in sorted(ranking, key=lambda row: row["seat"])
    ]
