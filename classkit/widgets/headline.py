"""The headline of a step: what it did, in a sentence or a few, the weightiest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from classkit.causes.swing import Swing, swing, swing_words
from classkit.charts.hidden_figures import hidden_present
from classkit.charts.shapes import Row
from classkit.engine.log import INSTRUCTOR, Event
from classkit.engine.match import Match
from classkit.engine.own_figures import without_figures
from classkit.engine.words import NOTABLE, ROUTINE, Say

from .desk import Desk
from .ending import ending
from .shapes import NewsLine
from .sight import Sight
from .story import MayCome, NewsSince, Summary, WentBack, place_of

LONGEST_HEADLINE = 180
"""Characters: further sentences are left out. Such a line fits a projected page in two rows."""
HIDDEN_STILL = (
    " What lies hidden where the match was left stays hidden; a fork or another answer here opens "
    "it."
)
NO_FIGURES = " Charts whose course would tell what lies hidden are empty here."


class Weighed(NewsLine):
    """A line of the news with its weight: how much it matters."""

    weight: int


def said(desk: Desk, match_before: Match, step_before: int, before: tuple[int, int]) -> Summary:
    """Return what the last action did, for ears as well as eyes."""
    match, say = desk.match, desk.say
    waiting = [say.seat(seat) for seat in desk.persons_asked()]
    also = f"{say.listing(waiting)} must decide now." if waiting else ""
    if match is not match_before:
        here = f"{desk.branches.title}: {place_of(match)}, step {match.step}."
        return f"{here} {also}".strip()
    if match.step < step_before:
        return WentBack(match.turn, match.step, also)
    if match.step == step_before and told_so_far(match) == before:
        # A name, a bot or a sealed vote leaves the headline; a Step that waits says for whom.
        told = desk.said
        if isinstance(told, NewsSince | WentBack):
            return told._replace(also=also)
        if not also:
            return told
    lines, transfers = before
    return NewsSince(lines, also, transfers)


def spoken(sight: Sight, news: list[NewsLine], rows: list[Row]) -> str:
    """Return what the last action did as a sentence, as far as these eyes may know."""
    desk, told = sight.desk, sight.desk.said
    if sight.own_words:
        return sight.own_words
    if isinstance(told, str):
        return told
    moment = desk.match.game.moment(desk.match.table) or f"Turn {desk.match.turn}"
    where = f"{moment}, step {desk.match.step}."
    quiet = f"Nothing new. {moment}."
    if isinstance(told, MayCome):
        known = told.only_for is None or sight.viewer in (told.only_for, INSTRUCTOR)
        return told.words if known and not sight.covers.figures else where
    if isinstance(told, WentBack):
        here = f"Back at {place_of(desk.match)}, step {told.step}.{seen_again(sight)}"
        return f"{here} {told.also}".strip()
    made, say = sight.news.made, sight.say
    new: list[Weighed] = [
        {**line, "weight": say.weight(made[line["id"]][0])}
        for line in news
        if line["id"] > told.line
    ]
    told_once = one_story(new, made, say)
    if over := ending(desk.match, say, sight.viewer, sight.covers.score):
        last = desk.match.game.ending_event
        told_once = [
            {**line, "text": over} if made[line["id"]][0].name == last else line
            for line in told_once
        ]
    summary, found = "", None
    if not over and not sight.covered:
        summary, found = summed_up(sight, new, rows)
    swung = swing_words(desk.match, say, sight.viewer, found.split) if found else ""
    chosen = headline(told_once, match_over=over is not None, summary=summary or swung)
    if swung and not summary:
        alone = headline(told_once)
        if any(line["weight"] >= NOTABLE and line not in chosen for line in alone):
            chosen, swung = alone, ""  # there is no room for both
    # a summary is notable: what turns the match stands before it
    first = [line["text"] for line in chosen if line["weight"] > NOTABLE]
    if found is not None and found.comes_first:
        room = LONGEST_HEADLINE - sum(map(len, [*first[:1], summary]))
        huge = swing_words(desk.match, say, sight.viewer, found.split, room)
        lines = within_length([*first[:1], huge, *first[1:], summary])
        return " ".join(filter(None, [*lines, told.also]))
    if first and sum(map(len, [*first, summary])) > LONGEST_HEADLINE:
        summary = ""
    lines = [*first, summary, *(line["text"] for line in chosen[len(first) :])]
    if (swung and sum(map(len, lines)) + len(swung) <= LONGEST_HEADLINE) or not any(lines):
        lines.append(swung)
    return " ".join(filter(None, [*(lines if any(lines) else [quiet]), told.also]))


def within_length(sentences: Iterable[str]) -> list[str]:
    """Return the sentences for which a headline has room, the first in any case."""
    told: list[str] = []
    for sentence in filter(None, sentences):
        if told and sum(map(len, told)) + len(sentence) > LONGEST_HEADLINE:
            break
        told.append(sentence)
    return told


def summed_up(sight: Sight, new: list[Weighed], rows: list[Row]) -> tuple[str, Swing | None]:
    """Return what a step comes to, where its game sums it up, and the big swing of a race in it.

    A swing that money or goods have brought is not told beside what the game says of them, unless
    it is huge; that what is held is worth more or less comes on top of it.
    """
    before = [row for row in rows if new and row["turn"] < new[0]["turn"]]
    read = {metric.key for metric in without_figures(sight.match.game).metrics}
    if not before or read & sight.rows.broken.keys():
        return "", None
    match, viewer, sum_up = sight.match, sight.viewer, sight.say.words.sum_up
    events = [sight.news.made[line["id"]][0] for line in new]
    told = (sum_up and sum_up(sight.say, events, before[-1], rows[-1])) or ""
    if rows[-1]["turn"] <= new[0]["turn"] and sight.row_before is None:
        return told, None  # of a turn that goes on it is not known what this step has done
    found = swing(match, viewer, before[-1], rows[-1], sight.row_before)
    cause = found and found.split.cause
    if found is None or cause is None:
        return told, None
    known = told and cause.kind != "worth" and not found.comes_first
    return told, None if known else found


def headline(lines: list[Weighed], *, match_over: bool = False, summary: str = "") -> list[Weighed]:
    """Return the few lines of a step that say what mattered, the weightiest first.

    Lines that matter alike are told in their order. Of what is routine only the last line is told,
    and that only where nothing matters more. Where there is more to tell than fits, the latest is
    told; the end of a match comes before all that led to it, and of that only what is notable is
    told; likewise beside the ``summary`` of a step.

    >>> lines = [{"id": at, "weight": weight, "text": "Sold."} for at, weight in enumerate((1, 3))]
    >>> [line["id"] for line in headline([*lines, {"id": 2, "weight": 0, "text": "Dice."}])]
    [1, 0]
    """
    best = max((line["weight"] for line in lines), default=ROUTINE)
    if best == ROUTINE:
        return [] if summary else lines[-1:]
    chosen: list[Weighed] = []
    left = LONGEST_HEADLINE - len(summary)
    for line in sorted(lines, key=lambda line: (-line["weight"], -line["id"])):
        left -= len(line["text"]) + 1
        if line["weight"] > NOTABLE and not chosen:
            chosen.append(line)  # it stands before any summary
            continue
        if (chosen or summary) and (left < 0 or line["weight"] == ROUTINE < best):
            break
        if chosen and match_over and line["weight"] < NOTABLE <= best:
            break
        if summary and line["weight"] < NOTABLE:
            break
        chosen.append(line)
    first = chosen[:1] if match_over else [line for line in chosen if line["weight"] == best]
    rest = [line for line in chosen if line not in first]
    return [line for part in (first, rest) for line in sorted(part, key=lambda line: line["id"])]


def one_story(
    lines: list[Weighed], made: Mapping[int, tuple[Event, NewsLine | None]], say: Say
) -> list[Weighed]:
    """Return the lines of a step, with the two lines of each story merged into one.

    The merged line takes the place of the second and the greater weight of the two. Its sentence
    has the facts of the second event, and those of the first under the name ``first``. Where the
    game gives no sentence, the two lines stay apart.
    """
    stories = say.words.stories
    shown = list(lines)
    for (first, second), story in stories.items():
        begun: Weighed | None = None
        for line in lines:
            event, _ = made[line["id"]]
            if event.name == first:
                begun = line
            elif event.name == second and begun is not None and begun in shown:
                text = story(say, {**event.facts, "first": made[begun["id"]][0].facts})
                if not text:
                    continue
                shown.remove(begun)
                weight = max(begun["weight"], line["weight"])
                told: Weighed = {**line, "text": text, "weight": weight}
                shown[shown.index(line)] = told
    return shown


def seen_again(sight: Sight) -> str:
    """Say what these eyes see after going back: an earlier table shows what was hidden since."""
    match, viewer = sight.match, sight.viewer
    if not sight.desk.has_secrets or viewer == INSTRUCTOR:
        return ""
    hidden = match.table_shown(viewer) is not match.table
    still = HIDDEN_STILL if hidden else " What could be seen then can be seen again."
    return still + (NO_FIGURES if hidden_present(match, viewer) else "")


def told_so_far(match: Match) -> tuple[int, int]:
    """Return the number of events told so far, and the number of rows in the ledger."""
    return sum(len(events) for events, _ in match.told), sum(len(rows) for _, rows in match.told)
