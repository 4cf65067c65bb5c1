"""What gives a covered figure away, and how it is covered too: on the board, in the head and news.

A game says it of each figure (:attr:`classkit.engine.game.Game.gives_away`); what holds in all
games is said here: a chart with the same figures gives them away, and so does a list of places by
the figure that is raced for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple

from classkit.causes.turning import race_figures
from classkit.engine.board import Scene
from classkit.engine.match import Match
from classkit.engine.metrics import GivesAway

from .shapes import Standing

COVERED = "covered"


class Covers(NamedTuple):
    """What is covered while some charts are: other charts with their reason, and the rest."""

    figures: frozenset[str] = frozenset()
    charts: Mapping[str, str] = {}
    tells: tuple[GivesAway, ...] = ()
    score: bool = False

    @property
    def events(self) -> frozenset[str]:
        """The names of the events that tell of what is covered."""
        return frozenset(name for one in self.tells for name in one.events)


NOTHING = Covers()


def covers_of(match: Match, covered: Collection[str]) -> Covers:
    """Return what is covered together with these charts."""
    if not covered:
        return NOTHING
    charts = {chart.key: chart for chart in match.game.charts_of(match.table)}
    given_away = match.game.gives_away
    own = {key for chart in covered if chart in charts for key in charts[chart].metrics}
    tells = tuple(given_away[key] for key in own if key in given_away)
    figures = frozenset(own | {key for one in tells for key in one.figures})
    also = {
        key: next(charts[one].title for one in covered if one in charts)
        for key, chart in charts.items()
        if key not in covered and figures & {*chart.metrics}
    }
    races = {metric.key for metric in race_figures(match, None).values()}
    return Covers(figures, also, tells, bool(figures & races))


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


def cover_standings(ranking: list[Standing], covers: Covers) -> list[Standing]:
    """Return the seats without score and place, in the order of their letters."""
    if not covers.score:
        return ranking
    return [
        {"seat": row["seat"], "score": None, "place": 1, "text": COVERED}
        for row in sorted(ranking, key=lambda row: row["seat"])
    ]
