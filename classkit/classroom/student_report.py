"""A student's own report: decisions, their effects, and a comparison with the class.

Numbers about the student's own match are limited to what the seat may know. Numbers about
classmates are public. The parts of a change sum to the change.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from math import ceil
from statistics import fmean, median
from typing import NamedTuple, TypedDict

from classkit.attribution.contributions import Amount, Contribution
from classkit.attribution.decomposition import (
    Decomposition,
    decompose_metric,
    to_amount,
    to_fraction,
    values_by_turn,
)
from classkit.attribution.explanation import Explanation
from classkit.attribution.explanation_text import ExplanationWriter
from classkit.attribution.metric_selection import MetricOfSeat, race_metrics
from classkit.attribution.moment_evidence import collect_evidence
from classkit.charts.chart_types import NumbersTableData
from classkit.engine.events import Entry
from classkit.engine.evidence import Evidence, Statement
from classkit.engine.game import Standing
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.moves import Answer
from classkit.engine.rulebook_text import TextFormatter, format_count
from classkit.jinja_templates import render_template
from classkit.widgets.choice_labels import answer_label, format_quantity

from .decision_recorder import BY_SIMULATED, PERSON, SUBSTITUTE_BOT, TEAM, RecordedDecision
from .room import Room

MAX_PARTS, MAX_MOVES, MAX_ANSWERS = 6, 5, 3
"""Maximum number of parts of a change, of kinds of answers, and of answers of one turn described.
"""
MAX_ANSWER_LENGTH = 60
"""Maximum length of an answer that is described with its fields, in characters."""
MIN_COMPARISONS = 2
"""Minimum number of other students for a comparison."""


class Story(TypedDict):
    """A student's report, as a dict.

    Attributes:
        code: Code of the student.
        head: Heading, with the result.
        said: Sentences about the student's decisions.
        evidence: Events and ledger rows behind each sentence, or an empty list for comparisons and
            counts.
        brought: Table that splits the change of the score into its parts, or None.
        deeds: Table that compares counts of answers with those of other students, or None.

    Example:
        >>> import classkit
        >>> match = classkit.new("economy", seats=3, seed=1).play(until="end")
        >>> story = build_story(match, 1, "A", [], "AB12", Classmates("", []))
        >>> sorted(story)
        ['brought', 'code', 'deeds', 'evidence', 'head', 'said']
    """

    code: str
    head: str
    said: list[str]
    evidence: list[Evidence]
    brought: NumbersTableData | None
    deeds: NumbersTableData | None


class Classmate(NamedTuple):
    """Results of a student or a team: a score for each race, and the count of each answer."""

    place: int
    seat: str
    scores: Mapping[str, Amount]
    answers: Counter[str]


class Classmates(NamedTuple):
    """The people of a group of tables. ``group`` is its name, empty if there are no groups.

    If the group ``is_blind``, students do not see its name.

    >>> [one.describe() for one in (Classmates("", []), Classmates("Open", []),
    ...                             Classmates("Open", [], is_blind=True))]
    ['in your class', 'who played with “Open”', 'in your group']
    """

    group: str
    people: Sequence[Classmate]
    is_blind: bool = False

    def describe(self) -> str:
        """Describe whose results they are, after "others"."""
        if not self.group:
            return "in your class"
        return "in your group" if self.is_blind else f"who played with “{self.group}”"


def collect_classmates(room: Room, matches: Mapping[int, Match]) -> dict[str, Classmates]:
    """Return the public results of the people, or teams, in each group of tables.

    Simulated participants count only in a room without students. The report omits the names of the
    groups until the teacher reveals them.
    """
    people: dict[str, list[Classmate]] = {name: [] for name, _ in room.groups or [("", {})]}
    for place, match in matches.items():
        setup = room.tables[place]
        races = match.as_seen_by(None).races
        for seat, holder in setup.holders.items():
            if room.select_counted([holder] if holder else []):
                scores = {
                    title: line.score
                    for title, lines in races.items()
                    for line in lines
                    if line.seat == seat
                }
                counts = count_answers(match.answers, seat, by_bots=room.is_simulated(holder))
                people[setup.group].append(Classmate(place, seat, scores, counts))
    is_blind = not room.groups_revealed
    return {name: Classmates(name, found, is_blind) for name, found in people.items()}


def count_answers(entries: Iterable[Entry], seat: str, *, by_bots: bool) -> Counter[str]:
    """Count each answer of a seat, given by bots if ``by_bots`` is True, else by people."""
    return Counter(
        entry.name
        for entry in entries
        if entry.kind == "answer" and entry.seat == seat and bool(entry.by) is by_bots
    )


def build_story(
    match: Match,
    place: int,
    seat: str,
    own: Sequence[RecordedDecision],
    code: str,
    beside: Classmates,
    other_turns: Collection[int] = (),
) -> Story:
    """Build the report of a student about a seat.

    Args:
        match: The match.
        place: The number of the table.
        seat: The letter of the seat.
        own: The student's decisions, in this seat and in others.
        code: The student's code.
        beside: The results of others.
        other_turns: The turns that ended while the student did not have the seat. The report
            describes only the others.

    Returns:
        The report.
    """
    say = match.say()
    races = match.as_seen_by(seat).races
    title = next(iter(races))
    line = find_standing(races[title], seat)
    me = next((one for one in beside.people if (one.place, one.seat) == (place, seat)), None)
    others = [one for one in beside.people if one is not me]
    compared = () if other_turns else compare_score(
        say, beside.describe(), title, line.score, line.unit, others, len(races) > 1
    )  # fmt: skip
    said = [Statement(text) for text in (*compared, describe_decisions(own))]
    here = [one for one in own if (one.place, one.entry.seat) == (place, seat)]
    metric, brought = race_metrics(match, seat).get(title), None
    if metric is not None:
        values = list_scores(match, metric, seat)
        said += describe_key_turns(match, say, seat, metric, values, here, other_turns)
        brought = None if other_turns else build_parts_table(match, say, seat, metric, values)
    return Story(
        code=code,
        head=describe_ranks(say, races, seat) + describe_other_turns(other_turns),
        said=[one.text for one in said],
        evidence=[one.evidence for one in said],
        brought=brought,
        deeds=build_moves_table(say, own, others),
    )


def find_standing(lines: Sequence[Standing], seat: str) -> Standing:
    """Return the standing of a seat."""
    return next(one for one in lines if one.seat == seat)


def describe_ranks(say: TextFormatter, races: Mapping[str, Sequence[Standing]], seat: str) -> str:
    """Describe a seat's rank and score in each race.

    >>> cash, points = Standing("A", 7, 1, "$"), Standing("A", 3, 2)
    >>> describe_ranks(TextFormatter(), {"Cash": [cash, Standing("B", 5, 2, "$")]}, "A")
    '1st of 2 at your table, with $7.'
    >>> describe_ranks(TextFormatter(), {"Cash": [cash], "Points": [points]}, "A")
    '1st of 1 at your table in Cash, with $7, and 2nd in Points, with 3.'
    """
    told: list[str] = []
    for title, lines in races.items():
        line, several = find_standing(lines, seat), len(races) > 1
        where = "" if told else f" of {len(lines)} at your table"
        where += f" in {title}" if several else ""
        told.append(
            f"{format_ordinal(line.place)}{where}, with "
            f"{format_quantity(say, line.score, line.unit)}"
        )
    first = next(iter(races.values()))
    return f"{', and '.join(told)}.{describe_tie(say, first, seat)}"


def describe_tie(say: TextFormatter, lines: Sequence[Standing], seat: str) -> str:
    """Describe what decided between a seat and its neighbours of equal score, if anything did.

    >>> lines = [Standing("A", 0, 1, tie="more land, 2 to 1"), Standing("B", 0, 2)]
    >>> describe_tie(TextFormatter(), lines, "B")
    ' At equal scores, A ranks above B thanks to more land, 2 to 1.'
    >>> describe_tie(TextFormatter(), [Standing("A", 1, 1), Standing("B", 0, 2)], "B")
    ''
    """
    told = [
        f"{say.seat(above.seat)} ranks above {say.seat(below.seat)} thanks to {above.tie}"
        for above, below in pairwise(lines)
        if above.tie and seat in (above.seat, below.seat)
    ]
    return f" At equal scores, {'; '.join(told)}." if told else ""


def describe_other_turns(other_turns: Collection[int]) -> str:
    """Describe in which turns a student did not have the seat, or return "" if there are none.

    >>> describe_other_turns({7, 8, 9, 12})
    ' You did not have this seat in turns 7 to 9 and 12, so this result is only partly yours.'
    >>> describe_other_turns({3})
    ' You did not have this seat in turn 3, so this result is only partly yours.'
    """
    runs: list[tuple[int, int]] = []
    for turn in sorted(other_turns):
        if runs and runs[-1][1] == turn - 1:
            runs[-1] = (runs[-1][0], turn)
        else:
            runs.append((turn, turn))
    if not runs:
        return ""
    told = TextFormatter().format_list(
        [f"{low} to {high}" if low < high else f"{low}" for low, high in runs]
    )
    turns = "turn" if len(other_turns) == 1 else "turns"
    return f" You did not have this seat in {turns} {told}, so this result is only partly yours."


def format_ordinal(number: int) -> str:
    """Format a rank.

    >>> [format_ordinal(number) for number in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def compare_score(
    say: TextFormatter,
    whom: str,
    title: str,
    score: Amount,
    unit: str,
    others: Sequence[Classmate],
    named: bool,
) -> list[str]:
    """Compare a score with those of others, if there are enough of them.

    >>> rivals = [Classmate(1, "B", {"Cash": cash}, Counter()) for cash in (5, 9)]
    >>> compare_score(TextFormatter(), "in your class", "Cash", 7, "$", rivals, False)
    ['Of the 2 others in your class 1 has less and 1 has more; their median is $7.']
    """
    scores = [one.scores[title] for one in others if title in one.scores]
    if len(scores) < MIN_COMPARISONS:
        return []
    less, more = (sum(sign * (score - one) > 0 for one in scores) for sign in (1, -1))
    middle = format_quantity(say, to_amount(to_fraction(round(median(scores), 2))), unit)
    by = f" in {title}" if named else ""
    return [
        f"Of the {len(scores)} others {whom} {format_have(less)} less and {format_have(more)} "
        f"more{by}; "
        f"their median is {middle}."
    ]


def format_have(number: int) -> str:
    """Format a number with its verb, as in "2 have".

    >>> format_have(0), format_have(1), format_have(2)
    ('none has', '1 has', '2 have')
    """
    return f"{number or 'none'} {'has' if number < 2 else 'have'}"


def describe_decisions(own: Sequence[RecordedDecision]) -> str:
    """Describe how often and how fast somebody decided, and how often a bot did instead.

    >>> describe_decisions([])
    'You decided nothing.'
    """
    mine = [one for one in own if is_own_decision(one) and one.decision and not one.forced]
    took = [one.seconds for one in mine if one.by in (PERSON, TEAM) and one.seconds is not None]
    who = "Your team" if any(one.by == TEAM for one in own) else "You"
    told = f"{who} decided {format_times(len(mine))}" if mine else f"{who} decided nothing"
    if took:
        time = format_count(max(ceil(median(took)), 1), "second")
        told += f", {'half of them ' if len(took) > 1 else ''}within {time}"
    forced = sum(is_own_decision(one) and bool(one.decision and one.forced) for one in own)
    if forced:
        told += f", not counting {format_count(forced, 'answer')} that left no choice"
    for_me = sum(one.by == SUBSTITUTE_BOT for one in own)
    return f"{told}. A bot answered {format_times(for_me)} in your place." if for_me else f"{told}."


def format_times(number: int) -> str:
    """Format a number of times.

    >>> [format_times(number) for number in (0, 1, 2, 30)]
    ['never', 'once', 'twice', '30 times']
    """
    return ("never", "once", "twice")[number] if number < 3 else f"{number} times"


def is_own_decision(one: RecordedDecision) -> bool:
    """Return True if a person or their team decided, not a bot in their place.

    Decisions of simulated participants count too.
    """
    return one.by in (PERSON, TEAM, BY_SIMULATED)


class StudentExplanationWriter(ExplanationWriter):
    """Explains the changes of a seat in the second person."""

    def name_owner(self, split: Decomposition) -> str:
        return "your"

    def describe_worth(self, split: Decomposition, part: Contribution) -> str:
        """Explain why holdings are worth more or less."""
        return use_second_person(super().describe_worth(split, part))

    def describe_reason(self, split: Decomposition, part: Contribution) -> str:
        return use_second_person(super().describe_reason(split, part))


def use_second_person(text: str) -> str:
    """Rewrite a text about a seat in the second person.

    >>> (use_second_person("Their company is worth less"),
    ...  use_second_person("the price of its 2 oil falls"))
    ('Your company is worth less', 'the price of your 2 oil falls')
    """
    return re.sub(
        r"\b(?:[Tt]heir|[Ii]ts)\b", lambda one: "Your" if one[0][0].isupper() else "your", text
    )


# --- gains and losses ---------------------------------------------------------------------------


def list_scores(match: Match, metric: Metric, seat: str) -> dict[int, Amount]:
    """Return a score at the end of each turn, if its seat may know it."""
    values = values_by_turn(match, MetricOfSeat(metric, seat), seat)
    return {turn: value for turn, value in values.items() if not isinstance(value, str)}


def describe_key_turns(
    match: Match,
    say: TextFormatter,
    seat: str,
    metric: Metric,
    values: Mapping[int, Amount],
    own: Sequence[RecordedDecision],
    other_turns: Collection[int] = (),
) -> list[Statement]:
    """Describe the turns with the largest gain and the largest loss, and their decisions."""
    changes = {
        now: (to_fraction(values[now]) - to_fraction(values[then]), then)
        for then, now in pairwise(sorted(values))
        if now not in other_turns
    }
    if not changes:
        return []
    best, worst = (pick(changes, key=lambda turn: changes[turn][0]) for pick in (max, min))
    told = []
    for turn, which, verb, sign in ((best, "best", "gained", 1), (worst, "worst", "lost", -1)):
        change, since = changes[turn]
        if sign * change <= 0:
            continue
        split = decompose_metric(match, metric.key, seat, turn, since, seat)
        teller = StudentExplanationWriter(match, say, seat)
        amount = teller.format_quantity(abs(split.change), metric.unit)
        sentence = f"Your {which} turn was turn {turn}. You {verb} {amount}"
        sentence += teller.describe_causes(split)
        deeds = describe_turn_answers(say, own, turn)
        text = f"{sentence}. In that turn you decided: {deeds}." if deeds else f"{sentence}."
        told.append(Statement(text, collect_evidence(match, (seat,), since, turn, seat, split)))
    return told


def describe_turn_answers(say: TextFormatter, own: Sequence[RecordedDecision], turn: int) -> str:
    """Describe the latest decisions of a turn, MAX_ANSWERS at most."""
    labels = [
        format_answer(say, one)
        for one in own
        if one.turn == turn and is_own_decision(one) and one.decision and not one.forced
    ]
    return "; ".join(labels[-MAX_ANSWERS:])


def format_answer(say: TextFormatter, one: RecordedDecision) -> str:
    """Format an answer. A long form is reduced to the name of its move."""
    whole = answer_label(say, one.decision, Answer(one.entry.name, one.entry.value or {}))
    return (
        whole if len(whole) <= MAX_ANSWER_LENGTH else say.move_label(one.decision, one.entry.name)
    )


def build_parts_table(
    match: Match, say: TextFormatter, seat: str, metric: Metric, values: Mapping[int, Amount]
) -> NumbersTableData | None:
    """Build a table with the parts of a score's change, or return None if nothing changed."""
    first, last = min(values), max(values)
    split = decompose_metric(match, metric.key, seat, last, first, seat)
    teller = StudentExplanationWriter(match, say, seat)
    parts = Explanation(split, teller).data["parts"]
    if not parts:
        return None
    shown = [[one["text"], one["amount"]] for one in parts[:MAX_PARTS]]
    left = sum((to_fraction(one.amount) for one in split.parts[MAX_PARTS:]), start=to_fraction(0))
    if len(parts) > MAX_PARTS:
        rest = format_count(len(parts) - MAX_PARTS, "other reason")
        shown.append([rest, teller.format_signed(to_amount(left), metric.unit)])
    total = teller.format_signed(split.change, metric.unit) if split.change else "0"
    shown.append(["In all", total])
    return {"caption": f"Where your {metric.label} came from", "columns": ["", ""], "rows": shown}


def build_moves_table(
    say: TextFormatter, own: Sequence[RecordedDecision], others: Sequence[Classmate]
) -> NumbersTableData | None:
    """Build the table of how often each answer was given, next to the mean of the others.

    Answers whose meaning depends on the question are left out.
    """
    mine = Counter(
        one.entry.name for one in own if is_own_decision(one) and one.entry.kind == "answer"
    )
    moves = say.words.moves
    several = {key.partition(".")[2] for key in moves if "." in key}
    plain_ones = [name for name, _ in mine.most_common() if name in moves and name not in several]
    chosen = plain_ones[:MAX_MOVES]
    if not chosen:
        return None
    compared = len(others) >= MIN_COMPARISONS
    rows = []
    for name in chosen:
        row = [say.move_label("", name), str(mine[name])]
        rows.append(
            [*row, f"{fmean(one.answers[name] for one in others):.1f}"] if compared else row
        )
    columns = ["Answer", "You", *(["The others, on average"] if compared else [])]
    return {"caption": "What you answered, and how often", "columns": columns, "rows": rows}


# --- as a page ----------------------------------------------------------------------------------


def render_page(story: Story) -> str:
    """Render a report as a self-contained page for printing or sending."""
    return render_template(__package__, "own_story.html.j2", story=story)
