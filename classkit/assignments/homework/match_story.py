"""Story of a match in Markdown: the turns that mattered, and every turn in a fold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from classkit.attribution.decomposition import to_fraction
from classkit.attribution.explanation_text import ExplanationWriter
from classkit.attribution.turning_points import format_change, turning_points
from classkit.engine.events import INSTRUCTOR, Event
from classkit.engine.match import Match
from classkit.engine.metrics import Metric

from .markdown_escape import escape_markdown
from .played_match import PlayedMatch
from .story_sentences import join_sentences

MAX_SENTENCES = 8
"""Maximum number of sentences per turn. The events data frame contains all of them."""
MAX_TURNS = 5
"""Number of turns that are told in full at the beginning."""
MAX_TURNS_PER_SEAT = 2
"""Maximum number of these turns that are chosen for the change of the same seat's score."""
TITLES = (
    "",
    "The turn that mattered most",
    *(f"The {count} turns that mattered most" for count in ("two", "three", "four", "five")),
)
FOLD = "<details><summary>Every turn, in order</summary>\n\n{}\n\n</details>"


def build_story(past: PlayedMatch) -> list[str]:
    """Return the text of two cells: the turns that mattered most, and all turns in a fold."""
    sentences = group_sentences(past)
    largest = find_max_changes(past)
    names = [past.say.seat(seat) for seat in past.seats]
    matters = []
    for turn, change in sorted(choose_turns(past, largest, sentences).items()):
        about = past.say.seat(change.seat) if change.seat else ""
        matters.append(format_paragraph(turn, sentences[turn], names, change.text, about))
    shown = [f"### {TITLES[len(matters)]}\n\n" + "\n\n".join(matters)] if matters else []
    chapters: dict[str, list[str]] = {}
    rounds = {row["turn"]: row["round"] for row in past.rows}
    by_round = past.match.round < past.match.turn
    for turn, lines in sentences.items():
        round_ = rounds.get(turn, past.match.round)
        title = format_chapter_title(turn, round_, past.match.turn, by_round)
        chapters.setdefault(title, []).append(format_paragraph(turn, lines, names))
    whole = [f"#### {title}\n\n" + "\n\n".join(lines) for title, lines in chapters.items()]
    return [*shown, FOLD.format("\n\n".join(whole))]


class TurnChange(NamedTuple):
    """The change of a seat's score in a turn, and a sentence on it that names no cause."""

    text: str
    size: float
    seat: str


NO_CHANGE = TurnChange("", 0, "")


def find_max_changes(past: PlayedMatch) -> dict[int, TurnChange]:
    """Return the largest change of a seat's score in each turn with a change."""
    if past.score is None:
        return {}
    found: dict[int, TurnChange] = {}
    for seat in past.seats:
        for turn, change in find_changes(past, past.score, seat).items():
            if change.size > found.get(turn, NO_CHANGE).size:
                found[turn] = change
    return found


def find_changes(past: PlayedMatch, metric: Metric, seat: str) -> dict[int, TurnChange]:
    """Return the changes of a seat's metric by turn, or none if its history is secret."""
    if metric.key in past.match.game.secrecy.metrics_without_history(past.match.table):
        return {}
    teller = ExplanationWriter(past.match, past.say, INSTRUCTOR)
    found = {}
    for old, new in pairwise(past.rows):
        before, after = old.get(metric.key, {}).get(seat), new.get(metric.key, {}).get(seat)
        if before is not None and after is not None and before != after:
            change = to_fraction(after) - to_fraction(before)
            told = format_change(teller, seat, change, metric.unit)
            text = f"{told}{format_label(metric)}."
            found[int(new["turn"])] = TurnChange(text, float(abs(change)), seat)
    return found


def format_label(metric: Metric) -> str:
    """Return " in" and the label of a metric; "" if its unit says the same."""
    label, unit = metric.label, metric.unit
    if label.lower() == unit.lower():
        return ""
    first = label.split()[0]
    return f" in {label if first.isupper() else label[0].lower() + label[1:]}"


def choose_turns(
    past: PlayedMatch, largest: Mapping[int, TurnChange], told: Mapping[int, list[str]]
) -> dict[int, TurnChange]:
    """Return the turns to tell first, each with the change of a score.

    The largest change of all comes first, then turning points, then the next changes. A turning
    point may last a round: of its turns, the one with the largest change is chosen. A match without
    scores is told by the turns with the most sentences.
    """
    match = past.match
    by_size = sorted(largest.keys() & told.keys(), key=lambda one: (-largest[one].size, one))
    chosen = {turn: largest[turn] for turn in by_size[:1]}
    for point in turning_points(match, past.say, INSTRUCTOR) if match.is_over else ():
        metric = past.metrics.get(point.figure)
        own = find_changes(past, metric, point.seat) if metric and point.seat else {}
        span = [turn for turn in range(point.since + 1, point.turn + 1) if turn in told]
        if span and len(chosen) < MAX_TURNS:
            turn = max(span, key=lambda one: own.get(one, NO_CHANGE).size)
            chosen.setdefault(turn, own.get(turn) or largest.get(turn, NO_CHANGE))
    for turn in by_size or sorted(told, key=lambda turn: -len(told[turn])):
        change = largest.get(turn, NO_CHANGE)
        seats = [one.seat for one in chosen.values() if one.seat]
        full = len(chosen) == MAX_TURNS or seats.count(change.seat) >= MAX_TURNS_PER_SEAT
        if turn and not full:
            chosen.setdefault(turn, change)
    return chosen


def group_sentences(past: PlayedMatch) -> dict[int, list[str]]:
    """Return the sentences of each turn, reporting each payment once."""
    sentences: dict[int, tuple[Event, str]] = {}
    for number, event in enumerate(past.match.events, 1):
        facts = {key: value for key, value in event.facts.items() if key != "seed"}
        sentence = past.say.event_sentence(event._replace(facts=facts))
        if sentence:
            sentences[number] = event, sentence
    repeated = find_repeated(past.match, {number: one for number, (one, _) in sentences.items()})
    found: dict[int, list[str]] = {}
    for number, (event, sentence) in sentences.items():
        if number not in repeated:
            found.setdefault(event.turn, []).append(sentence)
    return found


def find_repeated(match: Match, told: Mapping[int, Event]) -> set[int]:
    """Return the events whose ledger rows are also reported by other events.

    An example is a payment within a trade. Two sentences about it would look like two payments.
    """
    links, names = match.links, match.table.reporting_events
    whole = {number: {*links.get_rows(number)} for number in told}
    others = {
        row for number, rows in whole.items() if told[number].name not in names for row in rows
    }
    return {
        number
        for number, rows in whole.items()
        if told[number].name in names and rows and rows <= others
    }


def format_chapter_title(turn: int, round_: int, last: int, by_round: bool) -> str:
    """Return the heading of the chapter that contains a turn.

    >>> [format_chapter_title(turn, turn, 21, False) for turn in (0, 9, 11, 21)]
    ['Set-up', 'Turns 1 to 10', 'Turns 11 to 20', 'Turn 21']
    """
    if turn == 0:
        return "Set-up"
    if by_round and round_:
        return f"Round {round_}"
    first = (turn - 1) // 10 * 10 + 1
    last = min(first + 9, last)
    return f"Turns {first} to {last}" if last > first else f"Turn {first}"


def format_paragraph(
    turn: int, sentences: list[str], names: Sequence[str], first: str = "", about: str = ""
) -> str:
    """Format the sentences of one turn as a Markdown paragraph, after a first sentence.

    If there are too many sentences, those that name the player ``about`` are kept.
    """
    joined = join_sentences(sentences, names)
    by_use = sorted(range(len(joined)), key=lambda at: (about not in joined[at].text, at))
    kept = {*by_use[:MAX_SENTENCES]}
    more = sum(one.sources for at, one in enumerate(joined) if at not in kept)
    shown = [escape_markdown(one.text) for at, one in enumerate(joined) if at in kept]
    if more > 0:
        shown.append(f"*({more} more {'line' if more == 1 else 'lines'} in `work.events`)*")
    head = f"Turn {turn}"
    if not turn:
        return " ".join(shown)
    if shown[0].startswith(f"{head}:"):  # some games already do so
        shown[0] = shown[0].removeprefix(f"{head}:").lstrip()
    if first:
        shown.insert(0, f"*{escape_markdown(first)}*")
    return f"**{head}:** " + " ".join(shown)
