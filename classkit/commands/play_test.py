"""A form for those who tell a game's author how a match went: what happened, what was unclear.

What the record knows is filled in; the rest is lines to write on. Seats go by their letters.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from classkit.engine.errors import ClasskitError
from classkit.engine.game import who_wins
from classkit.engine.words import NOTABLE
from classkit.templates import fill_in

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.engine.words import Say

CLAUSES = 12
"""The most clauses that a form asks about: those that came into play most often."""
TOLD_A_ROUND = 4
"""The most sentences of one round."""
OPENING_WORDS = 14
"""Words of a clause that remind the reader which it is."""


def write_play_test(match: Match, path: Path) -> None:
    """Write the form of a match as one page of HTML; refuse to overwrite a file."""
    if path.exists():
        raise ClasskitError(f"{path} exists already: choose another name, or move it away first.")
    try:
        path.write_text(as_form(match), encoding="utf-8")
    except OSError as error:
        raise ClasskitError(f"{path} cannot be written: {error.strerror}.") from error


def as_form(match: Match) -> str:
    """Return the form as HTML: the facts of the match, its story, and room for what was unclear."""
    game = match.game
    return fill_in(
        __package__,
        "play_test.html.j2",
        title=game.title,
        authors=game.authors.rstrip("."),
        licence=game.licence,
        facts=facts_of(match),
        rounds=story(match, match.say(names=False)),
        clauses=clauses_met(match),
    )


def facts_of(match: Match) -> list[tuple[str, str]]:
    """Return what the record knows of a match, line by line: a name and its value."""
    say = match.say(names=False)
    changed = [
        f"{option.label}: {match.options[option.name]}"
        for option in match.game.options
        if match.options[option.name] != option.default
    ]
    how = f"{say.ending(match.ending or 'over')}." if match.is_over else "Not played to the end."
    races = match.races_shown(None)
    return [
        ("Edition", match.edition.title),
        ("Players", str(len(match.seats))),
        ("Other options than usual", "; ".join(changed) or "none"),
        ("Length", f"{match.turn} turns, {match.round} rounds, {len(match.answers):,} answers"),
        ("End", f"{how} {who_wins(say, match.winners, races)}" if match.is_over else how),
    ]


def story(match: Match, say: Say) -> list[tuple[str, list[str]]]:
    """Return the sentences that mattered, by round: the first of each, in their order."""
    round_of = {row["turn"]: row["round"] for row in match.history}
    told: dict[int, list[str]] = {}
    for event in match.events:
        sentence = say.event(event) if say.weight(event) >= NOTABLE else ""
        if sentence and event.turn:
            told.setdefault(round_of.get(event.turn, match.round), []).append(sentence)
    return [(f"Round {number}", lines[:TOLD_A_ROUND]) for number, lines in told.items()]


def clauses_met(match: Match) -> list[tuple[str, str]]:
    """Return the clauses that came into play most often, each with the words that it begins with.

    They stand in the order of the rulebook.
    """
    book = match.game.rulebook.clauses
    met = Counter(event.rule for event in match.events if event.rule in book)
    often = {clause for clause, _ in met.most_common(CLAUSES)}
    return [(clause, opening(text)) for clause, text in book.items() if clause in often]


def opening(text: str) -> str:
    """Return the first words of a clause.

    >>> opening("A coin is tossed.")
    'A coin is tossed.'
    """
    words = text.replace("**", "").replace("*", "").replace("`", "").split()
    return " ".join(words[:OPENING_WORDS]) + (" …" if len(words) > OPENING_WORDS else "")
