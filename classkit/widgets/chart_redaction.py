"""Redaction of covered metrics on the board, in texts and in forms.

Which items reveal a metric is derived from its expression and from the board's declarations
(:func:`classkit.engine.metrics.find_disclosures`). This module adds two rules for all games: other
charts of the same metrics reveal them, and the standings and the ending reveal the metric that
decides a race.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from classkit.attribution.metric_selection import race_metrics
from classkit.engine.board import Scene
from classkit.engine.match import Match
from classkit.engine.metrics import GivesAway, find_disclosures

from .wire_types import AskData, StandingData, StudyData

COVERED_TEXT = "covered"
NUMBER_PATTERN = re.compile(r"\d[\d,]*(?:\.\d+)?[kM]?")
Shown = TypeVar("Shown")
Study = TypeVar("Study", bound=StudyData)


class Redaction(NamedTuple):
    """Rules for hiding information while some charts are covered.

    - ``figures``: keys of the hidden metrics.
    - ``charts``: key of another chart to hide -> title of the covered chart that it would reveal.
    - ``own``: keys of the covered charts.
    - ``tells``: other items that reveal the hidden metrics.
    - ``score``: True if a hidden metric decides a race, so scores and places are hidden.
    - ``since``: turn in which the first chart was covered; earlier information is already known.
    """

    figures: frozenset[str] = frozenset()
    charts: Mapping[str, str] = {}
    own: frozenset[str] = frozenset()
    tells: tuple[GivesAway, ...] = ()
    score: bool = False
    since: int = 0

    @property
    def redacted_units(self) -> tuple[str, ...]:
        """The units, such as "$", whose amounts are hidden."""
        return tuple(dict.fromkeys(sign for one in self.tells for sign in one.amounts))

    @property
    def hides_money(self) -> bool:
        """True if payments must be hidden: they reveal prices, and their sum reveals the score."""
        return bool(self.redacted_units) or self.score

    def hides_chart(self, chart: str) -> bool:
        """Return whether a chart is covered, or would reveal a covered one."""
        return chart in self.own or chart in self.charts

    @property
    def redacted_events(self) -> frozenset[str]:
        """The names of the events that reveal hidden metrics."""
        return frozenset(name for one in self.tells for name in one.events)


NO_REDACTION = Redaction()


def build_redaction(match: Match, covered: Collection[str], since: int = 0) -> Redaction:
    """Return the redaction for these covered charts, covered since a turn."""
    if not covered:
        return NO_REDACTION
    charts = {chart.key: chart for chart in match.game.active_charts(match.table)}
    metrics = match.game.active_metrics(match.table)
    given_away = find_disclosures(metrics, match.game.gives_away)
    own = {key for chart in covered if chart in charts for key in charts[chart].drawn}
    tells = [given_away[key] for key in own if key in given_away]
    figures = frozenset(own | {key for one in tells for key in one.figures})
    also = {
        key: next(charts[one].title for one in covered if one in charts)
        for key, chart in charts.items()
        if key not in covered and figures & {*chart.drawn}
    }
    races = {metric.key for metric in race_metrics(match, None).values()}
    score = not figures.isdisjoint(races)
    if score and match.game.ending_event:  # its sentence names the winner
        tells = [*tells, GivesAway(events=(match.game.ending_event,))]
    return Redaction(figures, also, frozenset(covered), tuple(tells), score, since)


def redact_amounts(shown: Shown, covers: Redaction) -> Shown:
    """Remove amounts that reveal a metric from text, or from data that contains text.

    >>> told = Redaction(tells=(GivesAway(amounts=("$",)),))
    >>> redact_amounts({"text": "B buys it for $1,500,000. Prices: $20k."}, told)
    {'text': 'B buys it for $…. Prices: $….'}
    >>> redact_amounts("3 oil for 4.5 gold", Redaction(tells=(GivesAway(amounts=("gold",)),)))
    '3 oil for … gold'
    """
    if not covers.redacted_units:
        return shown
    number = NUMBER_PATTERN.pattern
    patterns = [
        (re.compile(rf"{number}(?= {sign}\b)"), "…")
        if sign.isalpha()
        else (re.compile(rf"{re.escape(sign)}{number}"), f"{sign}…")
        for sign in covers.redacted_units
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


COVERED_MESSAGE = (
    "This is hidden until the class has made a prediction, because it would reveal the answer."
)
"""Text shown instead of a forecast or an explanation that would reveal a covered chart."""
STUDY_STATUS_KEYS = ("barred", "state", "head", "turn", "problem", "stale", "done", "n")
"""Keys of a forecast that are always shown: heading and progress."""


def redact_study(shown: Study, figures: Collection[str], covers: Redaction) -> Study:
    """Return the page data of a forecast without results that reveal hidden metrics.

    Futures show who leads, and compared moves show their effect on ``figures``, the metrics by
    which they are compared. Their results are omitted if a score or one of ``figures`` is hidden.
    Otherwise only the amounts that would reveal a metric are hidden.
    """
    told = covers.score or not covers.figures.isdisjoint(figures)
    if not told or "words" not in shown:
        return redact_amounts(shown, covers)
    known: Any = {key: value for key, value in shown.items() if key in STUDY_STATUS_KEYS}
    known["words"] = COVERED_MESSAGE
    later: Study = known
    return later


def redact_scene(scene: Scene, covers: Redaction) -> Scene:
    """Return a scene without the parts that reveal hidden metrics."""
    if not covers.tells:
        return scene
    spaces, signs, pieces = (
        tuple(start for one in covers.tells for start in getattr(one, name))
        for name in ("spaces", "signs", "pieces")
    )
    hidden = {one.space for one in scene.pieces if one.id.startswith(pieces)}
    return replace(
        scene,
        lit=tuple(one for one in scene.lit if not (one.startswith(spaces) or one in hidden)),
        heat=None if spaces or pieces else scene.heat,
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


def redact_asks(asked: list[AskData], covers: Redaction) -> list[AskData]:
    """Return entries of the ask panel without numbers that reveal a hidden metric."""
    named = {name for one in covers.tells for name in one.questions}
    shown = redact_amounts(asked, covers)
    return [
        {**ask, "question": NUMBER_PATTERN.sub("…", ask["question"])}
        if ask["name"] in named
        else ask
        for ask in shown
    ]


def redact_standings(ranking: list[StandingData], covers: Redaction) -> list[StandingData]:
    """Return the standings without values that reveal hidden metrics.

    If the score is hidden, the seats are sorted by letter, without scores and places.
    """
    if not covers.score:
        return ranking
    return [
        {"seat": row["seat"], "score": None, "place": 1, "text": COVERED_TEXT}
        for row in sorted(ranking, key=lambda row: row["seat"])
    ]
