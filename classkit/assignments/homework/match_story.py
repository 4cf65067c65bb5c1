"""Story of a match in Markdown, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.events import Event
from classkit.engine.match import Match

from .markdown_escape import escape_markdown
from .played_match import PlayedMatch

MAX_SENTENCES = 8
"""Maximum number of sentences per turn. The events data frame contains all of them."""


def build_story(past: PlayedMatch) -> list[str]:
    """Return the chapters of the story: one per round, or per ten turns if a round is one turn."""
    chapters: dict[str, list[str]] = {}
    rounds = {row["turn"]: row["round"] for row in past.rows}
    by_round = past.match.round < past.match.turn
    for turn, sentences in group_sentences(past).items():
        round_ = rounds.get(turn, past.match.round)
        title = format_chapter_title(turn, round_, past.match.turn, by_round)
        chapters.setdefault(title, []).append(format_paragraph(turn, sentences))
    return [f"### {title}\n\n" + "\n\n".join(lines) for title, lines in chapters.items()]


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


def format_paragraph(turn: int, sentences: list[str]) -> str:
    """Format the sentences of one turn as a Markdown paragraph."""
    more = len(sentences) - MAX_SENTENCES
    shown = [escape_markdown(sentence) for sentence in sentences[:MAX_SENTENCES]]
    if more > 0:
        shown.append(f"*({more} more {'line' if more == 1 else 'lines'} in `work.events`)*")
    head = f"Turn {turn}"
    if not turn:
        return " ".join(shown)
    if shown[0].startswith(f"{head}:"):  # some games already do so
        return f"**{head}:**" + " ".join(shown).removeprefix(f"{head}:")
    return f"**{head}:** " + " ".join(shown)
