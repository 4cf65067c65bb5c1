"""End screen of a match: winners, margins and turning points of its races."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from classkit.attribution.decomposition import has_rounds
from classkit.attribution.metric_selection import race_metrics
from classkit.attribution.metric_windows import rounds_by_turn
from classkit.attribution.moment_evidence import collect_evidence, names_seat
from classkit.attribution.turning_points import KIND_LABELS, TurningPoint, turning_points
from classkit.charts.instruments import choose_instruments
from classkit.charts.number_format import format_legend
from classkit.engine.currency import MINUS
from classkit.engine.evidence import Evidence
from classkit.engine.game import Standing, format_winners
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.rulebook_text import TURNING_POINT, TextFormatter

from .choice_labels import format_quantity
from .narration import name_evidence
from .turning_point_weights import can_be_weighed, get_point_key
from .wire_types import EndData, RaceData, TurningPointData

ScoreVerbs: TypeAlias = tuple[str, str]
"""Verbs between seats and their score: singular and plural."""
HOLDING_VERBS: ScoreVerbs = ("has", "have")
LINE_KINDS = ("line", "step")
"""Kinds of charts whose lines show turning points."""


def describe_ending(
    match: Match, say: TextFormatter, viewer: str | None, covered: bool = False
) -> str | None:
    """Return why the match is over, in words, or None if it is not over.

    The text is the sentence of the ending event, which may name the winner. If there are several
    races, it also names the winners of each. If the score is ``covered``, it contains only the
    reason.
    """
    if not match.is_over:
        return None
    if covered:
        return f"{say.ending(match.ending or 'over')}."
    told = [event for event in match.shared_events if event.name == match.game.ending_event]
    words = say.event_sentence(told[-1]) if told else None
    if words is None:
        words = f"{say.ending(match.ending or 'over')}."
    races = match.as_seen_by(viewer).races
    return f"{words} {format_winners(say, match.winners, races)}" if len(races) > 1 else words


def build_end(match: Match, say: TextFormatter, viewer: str | None) -> EndData | None:
    """Return the end screen of a match for a viewer, or None if the match is not over.

    - ``head``: who wins.
    - ``sum``: the score of the leader, or why the match ended without a winner.
    - ``why``: why the match is over, and how long it took.
    - ``void``: whether it ended without a winner, so that no score counts.
    - ``races``: a sentence and the lines of each race.
    - ``turns``: the turning points.
    - ``courses`` and ``below``: keys of the charts to show (:func:`choose_end_charts`).
    - ``evidence``: evidence for ``head``, ``why`` and the sentences of the races.
    """
    if not match.is_over:
        return None
    races, metrics = match.as_seen_by(viewer).races, race_metrics(match, viewer)
    brief = say.with_brief_names()
    points = turning_points(match, brief, viewer)
    courses = choose_end_charts(match, points, viewer)
    return {
        "head": format_winners(say if len(races) == 1 else brief, match.winners, races),
        "sum": build_sum(match, say, races),
        "why": describe_reason(match, say),
        "void": not match.winners,
        "races": [
            build_race(match, say, title, lines, metrics[title].key if title in metrics else "")
            for title, lines in races.items()
        ],
        "turns": build_turning_points(match, say, points),
        "courses": courses,
        "below": [key for key in choose_instruments(match) if key not in courses],
        "evidence": name_evidence(match.links, collect_ending_evidence(match, say, viewer)),
    }


def choose_end_charts(
    match: Match, points: Sequence[TurningPoint], viewer: str | None
) -> list[str]:
    """Return the keys of the charts on which the end screen shows the match and its turning points.

    These are the charts of the races or, if the match collapsed, the chart of the metric that ended
    it. Each turning point is on one of them.

    >>> import classkit
    >>> m = classkit.new("opoly", seats=3, seed=3).play(until="end")
    >>> choose_end_charts(m, [], None)
    ['asset_race', 'future_race']
    """
    game, table = match.game, match.table
    lines = [one for one in game.active_charts(table) if one.kind in LINE_KINDS and not one.now]
    instruments = choose_instruments(match)
    lines.sort(key=lambda chart: chart.key not in instruments)
    collapse = game.collapse_metrics(table)
    raced = [metric.key for metric in race_metrics(match, viewer).values()]
    found = [] if collapse else [game.get_description(table).chart]
    drawn = {chart.key: chart.metrics for chart in lines}
    for metric in (*(collapse[:1] if collapse else raced), *(point.figure for point in points)):
        if not any(metric in drawn.get(key, ()) for key in found):
            found += [chart.key for chart in lines if metric in chart.metrics][:1]
    return found


def build_sum(match: Match, say: TextFormatter, races: Mapping[str, Sequence[Standing]]) -> str:
    """Return the leader's score in the only race, or why nobody wins, or "" for several races."""
    if not match.winners:
        return say.ending(match.ending or "over")
    first = min(next(iter(races.values())), key=lambda line: line.place)
    return format_score(say, first) if len(races) == 1 else ""


def describe_reason(match: Match, say: TextFormatter) -> str:
    """Return why a match is over, and how long it was.

    For a match that nobody wins, return the event that ended it: the reason is its sum.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=3).play(until="end")
    >>> describe_reason(m, m.say())
    'The agreed number of rounds is over: 36 turns, 12 rounds.'
    """
    length = f"{match.turn} turn{'s' * (match.turn != 1)}"
    if match.round > 1:
        length += f", {match.round} rounds"
    if match.winners:
        return f"{say.ending(match.ending or 'over')}: {length}."
    causes = [
        event for event in match.shared_events
        if event.turn == match.turn and event.name != match.game.ending_event
        and say.event_weight(event) == TURNING_POINT
    ]  # fmt: skip
    sentence = say.event_sentence(causes[-1]) if causes else None
    return f"{sentence or ''} The match lasted {length}.".strip()


def collect_ending_evidence(match: Match, say: TextFormatter, viewer: str | None) -> Evidence:
    """Return the evidence of who wins, by how much, and why the match is over.

    These are the ending event with the final scores, and the turning points of the last turn, such
    as the bankruptcy that ended the match. If no event gives the scores, the ledger rows of the
    seats named in each race do.

    >>> import classkit
    >>> m = classkit.new("economicon", seats=3, seed=7).play(until="end")
    >>> found = collect_ending_evidence(m, m.say(), None)
    >>> [m.events[number - 1].name for number in found.events]
    ['valued', 'valued', 'valued', 'game_ended']
    """
    events = match.shared_events
    ended = [at for at, event in enumerate(events) if event.name == match.game.ending_event]
    if not ended:
        return Evidence()
    last = ended[-1]
    start = last
    if last >= len(match.seats):
        first, *_ = scored = events[last - len(match.seats) : last]
        if {event.seat for event in scored} == {*match.seats} and all(
            event.name == first.name for event in scored
        ):
            start -= len(scored)
    turned = [
        at
        for at, event in enumerate(events)
        if event.turn == events[last].turn and say.event_weight(event) == TURNING_POINT
    ]
    ending = range(start, len(events))
    found = match.links.evidence_of_events(at + 1 for at in (*turned, *ending))
    if any(names_seat(events[at], match.seats) for at in ending):
        return found
    named = {
        line.seat
        for lines in match.as_seen_by(viewer).races.values()
        for group in split_lead(lines)
        for line in group
    }
    rows = collect_evidence(match, named, -1, match.turn, viewer).transfers
    return found | Evidence((), rows)


def build_turning_points(
    match: Match, say: TextFormatter, points: Sequence[TurningPoint]
) -> list[TurningPointData]:
    """Return turning points as page data."""
    rounds = rounds_by_turn(match)
    unit = "round" if has_rounds(match) else "turn"
    metrics = {metric.key: metric for metric in match.game.active_metrics(match.table)}
    return [
        TurningPointData(
            turn=one.turn,
            since=one.since,
            at=f"{unit} {rounds[one.turn] if unit == 'round' else one.turn}",
            text=one.text,
            head=one.head or describe_growth(say, one, metrics[one.figure]),
            words=start_sentence(one.rest) if one.head else one.rest or one.text,
            change=format_change(one, metrics[one.figure].unit),
            seat=one.seat,
            figure=one.figure,
            score=one.score,
            label=KIND_LABELS.get(one.kind, ""),
            key=get_point_key(one) if can_be_weighed(one) else "",
            evidence=name_evidence(match.links, one.evidence),
        )
        for one in points
    ]


def describe_growth(say: TextFormatter, point: TurningPoint, metric: Metric) -> str:
    """Return how the metric that ended a match changed, or "" for other turning points."""
    if point.kind != "growth":
        return ""
    change = format_quantity(say, point.change, metric.unit)
    return f"{metric.label} rises by {change}"


def format_change(point: TurningPoint, unit: str) -> str:
    """Return the change at a turning point in short form, such as "+$1.28M", or ""."""
    if not point.change:
        return ""
    return f"{MINUS if point.change < 0 else '+'}{format_legend(abs(point.change), unit)}"


def start_sentence(rest: str) -> str:
    """Return the rest of a sentence, after its head, as a complete sentence.

    >>> start_sentence(", including $700 on buildings. Bo also loses $3.")
    'Of this, $700 on buildings. Bo also loses $3.'
    >>> start_sentence(" (Ox Mill, business disaster)."), start_sentence(": $5 from rent.")
    ('Ox Mill, business disaster.', '$5 from rent.')
    >>> start_sentence(".")
    ''
    """
    told = rest.lstrip(" :.")
    if told.startswith(", including "):
        told = f"Of this, {told.removeprefix(', including ')}"
    if told.startswith("("):
        inner, _, after = told[1:].partition(")")
        told = inner + after
    return told[:1].upper() + told[1:]


# --- races and margins ---------------------------------------------


def build_race(
    match: Match, say: TextFormatter, title: str, lines: Sequence[Standing], metric: str
) -> RaceData:
    """Return one race: a sentence on the winner's lead, the lines, best first, and the ties.

    If there are several races, the sentence begins with the title. Without a winner it is empty.
    """
    verbs = match.game.score_verbs.get(title, HOLDING_VERBS)
    words = describe_lead(say, lines, verbs) if match.winners else ""
    named = len(match.game.all_races(match.table)) > 1
    ordered = sorted(lines, key=lambda line: line.place)
    most = max((line.score for line in lines), default=0)
    return {
        "title": title,
        "metric": metric,
        "words": f"{title}: {words}" if words and named else words,
        "lead": describe_short_lead(say.with_brief_names(), lines, verbs) if match.winners else "",
        "lines": [
            (line.seat, format_quantity(say, line.score, line.unit), line.place) for line in ordered
        ],
        "shares": [
            round(max(0.0, float(line.score / most)), 3) if most > 0 else 0.0 for line in ordered
        ],
        "ties": describe_ties(say.with_brief_names(), lines),
    }


def describe_ties(say: TextFormatter, lines: Sequence[Standing]) -> list[str]:
    """Return sentences that explain why one seat ranks above another with an equal score.

    A tie for first place is omitted: :func:`describe_lead` explains it.

    >>> rest = [Standing("B", 5, 2, tie="more gold, 2 to 1"), Standing("C", 5, 3)]
    >>> describe_ties(TextFormatter(), [Standing("A", 5, 1, tie="more gold, 3 to 2"), *rest])
    ['B ranks above C thanks to more gold, 2 to 1.']
    """
    order = sorted(lines, key=lambda line: line.place)
    return [
        f"{say.seat(line.seat)} ranks above {say.seat(below.seat)} thanks to {line.tie}."
        for line, below in pairwise(order)
        if line.tie and line.place > 1
    ]


def describe_held_back(say: TextFormatter, line: Standing, verbs: ScoreVerbs) -> str:
    """Return a sentence about a seat that ranks lower than its score suggests."""
    return f"{say.seat(line.seat)} {verbs[0]} {format_score(say, line)}, but {line.held_back}."


def describe_lead(
    say: TextFormatter, lines: Sequence[Standing], verbs: ScoreVerbs = HOLDING_VERBS
) -> str:
    """Return the leader's score in a race, and the lead over the next seat, in words.

    If the score alone does not decide the places, the text explains why a seat with the same or a
    larger score did not win.

    >>> describe_lead(TextFormatter(), [Standing("A", 500, 1, "$"), Standing("B", 420, 2, "$")])
    'A has $500, which is $80 more than B.'
    >>> describe_lead(TextFormatter(), [Standing("A", 500, 1, "$"), Standing("B", 500, 2, "$")])
    'A has $500, as much as B; the tie-break decides.'
    >>> first = Standing("A", 5, 1, "$", "", "more gold, 2 to 1")
    >>> describe_lead(TextFormatter(), [first, Standing("B", 5, 2, "$")])
    'A has $5, as much as B, and wins the tie thanks to more gold, 2 to 1.'
    >>> second = Standing("B", 3, 2, "$", "is bankrupt")
    >>> describe_lead(TextFormatter(), [Standing("A", 2, 1, "$"), second])
    'A has $2. B has $3, but is bankrupt.'
    >>> lines = [Standing("A", 5, 1, "$"), Standing("B", 4, 2, "$")]
    >>> describe_lead(TextFormatter(), lines, ("is worth", "are worth"))
    'A is worth $5, which is $1 more than B.'
    """
    leaders, nexts, held_back = split_lead(lines)
    if not leaders:
        return ""
    names = say.format_list([say.seat(line.seat) for line in leaders])
    told = f"{names} {verbs[len(leaders) > 1]} {format_score(say, leaders[0])}"
    told += lead_suffix(say, leaders[0], nexts)
    buts = [f" {describe_held_back(say, line, verbs)}" for line in held_back]
    return f"{told}.{''.join(buts)}"


def describe_short_lead(say: TextFormatter, lines: Sequence[Standing], verbs: ScoreVerbs) -> str:
    """Return the lead without the leader's score, for display next to that score.

    >>> lines = [Standing("A", 500, 1, "$"), Standing("B", 420, 2, "$")]
    >>> describe_short_lead(TextFormatter(), lines, HOLDING_VERBS)
    '$80 more than B.'
    >>> lines = [Standing("A", 2, 1, "$"), Standing("B", 3, 2, "$", "is bankrupt")]
    >>> describe_short_lead(TextFormatter(), lines, HOLDING_VERBS)
    'B has $3, but is bankrupt.'
    """
    leaders, nexts, held_back = split_lead(lines)
    lead = lead_suffix(say, leaders[0], nexts) if leaders else ""
    lead = lead.removeprefix(", ").removeprefix("which is ")
    told = [f"{lead[0].upper()}{lead[1:]}."] if lead else []
    return " ".join([*told, *(describe_held_back(say, line, verbs) for line in held_back)])


def split_lead(
    lines: Sequence[Standing],
) -> tuple[list[Standing], list[Standing], list[Standing]]:
    """Return the lines that explain the lead: leaders, runners-up, and seats that cannot win.

    >>> level = [Standing("A", 5, 1), Standing("B", 5, 1), Standing("C", 3, 3), Standing("D", 3, 3)]
    >>> [[line.seat for line in group] for group in split_lead([*level, Standing("E", 1, 5)])]
    [['A', 'B'], ['C', 'D'], []]
    """
    leaders = [line for line in lines if line.place == 1]
    if not leaders:
        return [], [], []
    held_back = [
        line
        for line in lines
        if line.place > 1 and line.score >= leaders[0].score and line.held_back
    ]
    others = [line for line in lines if line.place > 1 and line not in held_back]
    most = max((line.score for line in others), default=0)
    return leaders, [line for line in others if line.score == most], held_back


def lead_suffix(say: TextFormatter, best: Standing, nexts: Sequence[Standing]) -> str:
    """Return the lead in words, to follow the winner's score, or "" if there is no lead."""
    if not nexts:
        return ""
    behind = say.format_list([say.seat(line.seat) for line in nexts])
    more = round(best.score - nexts[0].score, 2)
    if more == 0:
        how = f", and wins the tie thanks to {best.tie}" if best.tie else "; the tie-break decides"
        return f", as much as {behind}{how}"
    return (
        f", which is {format_score(say, best._replace(score=more))} more than {behind}"
        if more > 0
        else ""
    )


def format_score(say: TextFormatter, line: Standing) -> str:
    return format_quantity(say, line.score, line.unit)
