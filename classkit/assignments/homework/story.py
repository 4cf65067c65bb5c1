"""The story of a match in Markdown, turn by turn."""

from __future__ import annotations

from .markup import escaped
from .past import Past

SENTENCES = 8
"""The most sentences of one turn; the frame of events has them all."""


def story(past: Past) -> list[str]:
    """Return one text for each round, or for every ten turns if rounds are turns."""
    chapters: dict[str, list[str]] = {}
    rounds = {row["turn"]: row["round"] for row in past.rows}
    by_round = past.match.round < past.match.turn
    for turn, sentences in sentences_by_turn(past).items():
        round_ = rounds.get(turn, past.match.round)
        title = chapter(turn, round_, past.match.turn, by_round)
        chapters.setdefault(title, []).append(paragraph(turn, sentences))
    return [f"### {title}\n\n" + "\n\n".join(lines) for title, lines in chapters.items()]


def sentences_by_turn(past: Past) -> dict[int, list[str]]:
    """Return the sentences of each turn."""
    found: dict[int, list[str]] = {}
    for event in past.match.events:
        facts = {key: value for key, value in event.facts.items() if key != "seed"}
        sentence = past.say.event(event._replace(facts=facts))
        if sentence:
            found.setdefault(event.turn, []).append(sentence)
    return found


def chapter(turn: int, round_: int, last: int, by_round: bool) -> str:
    """Return the heading of the chapter that a turn belongs to.

    >>> [chapter(turn, turn, 21, False) for turn in (0, 9, 11, 21)]
    ['Set-up', 'Turns 1 to 10', 'Turns 11 to 20', 'Turn 21']
    """
    if turn == 0:
        return "Set-up"
    if by_round and round_:
        return f"Round {round_}"
    first = (turn - 1) // 10 * 10 + 1
    last = min(first + 9, last)
    return f"Turns {first} to {last}" if last > first else f"Turn {first}"


def paragraph(turn: int, sentences: list[str]) -> str:
    """Return the paragraph of one turn."""
    more = len(sentences) - SENTENCES
    shown = [escaped(sentence) for sentence in sentences[:SENTENCES]]
    if more > 0:
        shown.append(f"*({more} more {'line' if more == 1 else 'lines'} in the frame of events)*")
    head = f"Turn {turn}"
    if not turn:
        return " ".join(shown)
    if shown[0].startswith(f"{head}:"):  # some games begin a turn with such a sentence
        return f"**{head}:**" + " ".join(shown).removeprefix(f"{head}:")
    return f"**{head}:** " + " ".join(shown)
