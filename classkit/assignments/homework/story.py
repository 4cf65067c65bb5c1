"""The story of a match in Markdown, turn by turn."""

from __future__ import annotations

import re

from .past import Past

SENTENCES = 8
"""At most so many sentences of one turn; the frame of events has them all."""
MARKS = re.compile(r"([`*_{}\[\]()#+|~<>!@]|:(?=//)|(?<=www)\.)")
"""Signs that Markdown would read as marks, or that would make an address a link."""
MATHEMATICS = str.maketrans({"$": "<span>&#36;</span>", "\\": "<span>&#92;</span>"})
"""Two dollar signs in a paragraph become mathematics in JupyterLab, even if both are escaped: it
looks for them in the finished page, but not across an element. So it is with backslashes."""


def plain(text: str) -> str:
    """Text as Markdown shows it unchanged: no mark, no formula, no tag.

    >>> plain("Ada *paid* $5 <b>")
    'Ada \\\\*paid\\\\* <span>&#36;</span>5 \\\\<b\\\\>'
    """
    escaped = (
        part.translate(MATHEMATICS) if part in ("$", "\\") else MARKS.sub(r"\\\1", part)
        for part in re.split(r"([$\\])", text.replace("&", "&amp;"))
    )
    return "".join(escaped)


def story(past: Past) -> list[str]:
    """One text for each round, or for every ten turns where rounds are turns."""
    chapters: dict[str, list[str]] = {}
    rounds = {row["turn"]: row["round"] for row in past.rows}
    by_round = past.match.round < past.match.turn
    for turn, sentences in told(past).items():
        round_ = rounds.get(turn, past.match.round)
        chapters.setdefault(chapter(turn, round_, by_round), []).append(paragraph(turn, sentences))
    return [f"### {title}\n\n" + "\n\n".join(lines) for title, lines in chapters.items()]


def told(past: Past) -> dict[int, list[str]]:
    """The sentences of each turn."""
    found: dict[int, list[str]] = {}
    for event in past.match.events:
        facts = {key: value for key, value in event.facts.items() if key != "seed"}
        sentence = past.say.event(event._replace(facts=facts))
        if sentence:
            found.setdefault(event.turn, []).append(sentence)
    return found


def chapter(turn: int, round_: int, by_round: bool) -> str:
    """The heading under which a turn stands."""
    if turn == 0:
        return "Set-up"
    if by_round and round_:
        return f"Round {round_}"
    first = (turn - 1) // 10 * 10 + 1
    return f"Turns {first} to {first + 9}"


def paragraph(turn: int, sentences: list[str]) -> str:
    """What happened in one turn."""
    more = len(sentences) - SENTENCES
    shown = [plain(sentence) for sentence in sentences[:SENTENCES]]
    if more > 0:
        shown.append(f"*({more} more {'line' if more == 1 else 'lines'} in the frame of events)*")
    head = f"Turn {turn}"
    if not turn:
        return " ".join(shown)
    if shown[0].startswith(f"{head}:"):  # some games begin a turn with a sentence of that kind
        return f"**{head}:**" + " ".join(shown).removeprefix(f"{head}:")
    return f"**{head}:** " + " ".join(shown)
