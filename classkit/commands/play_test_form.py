"""Feedback form for play-testers: what happened in a match, and what was unclear.

The form contains facts from the record, followed by blank lines for comments. Seats have their
default names (Ada, Bruno, ...), never the names that players entered.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from classkit.engine.errors import ClasskitError
from classkit.engine.game import format_winners
from classkit.engine.rulebook_text import NOTABLE, format_count
from classkit.jinja_templates import render_template

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.engine.rulebook_text import TextFormatter

MAX_RULES = 12
"""Maximum number of clauses in a form. The most frequently used clauses are listed."""
MAX_SENTENCES = 4
"""Maximum number of sentences for a round."""
OPENING_WORDS = 14
"""Number of words quoted from the beginning of a clause."""


def write_play_test(match: Match, path: Path) -> None:
    """Write the form of a match as HTML. Raise ClasskitError if the file exists."""
    if path.exists():
        raise ClasskitError(f"{path} already exists. Choose another name, or move the file.")
    try:
        path.write_text(render_form(match), encoding="utf-8")
    except OSError as error:
        raise ClasskitError(f"{path} cannot be written: {error.strerror}.") from error


def render_form(match: Match) -> str:
    """Return the form as HTML: facts of the match, its events, and lines for comments."""
    game = match.game
    return render_template(
        __package__,
        "play_test.html.j2",
        title=game.title,
        authors=game.authors.rstrip("."),
        licence=game.licence,
        facts=match_facts(match),
        rounds=round_sentences(match, match.say(names=False)),
        clauses=rules_used(match),
    )


def match_facts(match: Match) -> list[tuple[str, str]]:
    """Return the facts of a match as pairs of name and value."""
    say = match.say(names=False)
    changed = [
        f"{option.label}: {match.options[option.name]}"
        for option in match.game.options
        if match.options[option.name] != option.default
    ]
    how = f"{say.ending(match.ending or 'over')}." if match.is_over else "Not played to the end."
    races = match.as_seen_by(None).races
    lengths = {"turn": match.turn, "round": match.round, "answer": len(match.answers)}
    return [
        ("Edition", match.edition.title),
        ("Players", str(len(match.seats))),
        ("Options that differ from the defaults", "; ".join(changed) or "none"),
        ("Length", ", ".join(format_count(number, unit) for unit, number in lengths.items())),
        ("End", f"{how} {format_winners(say, match.winners, races)}" if match.is_over else how),
    ]


def round_sentences(match: Match, say: TextFormatter) -> list[tuple[str, list[str]]]:
    """Return the important sentences by round: the first of each kind, in order."""
    round_of = {row["turn"]: row["round"] for row in match.history}
    told: dict[int, list[str]] = {}
    for event in match.events:
        sentence = say.event_sentence(event) if say.event_weight(event) >= NOTABLE else ""
        if sentence and event.turn:
            told.setdefault(round_of.get(event.turn, match.round), []).append(sentence)
    return [(f"Round {number}", lines[:MAX_SENTENCES]) for number, lines in told.items()]


def rules_used(match: Match) -> list[tuple[str, str]]:
    """Return the most frequently used clauses with their first words, in rulebook order."""
    book = match.game.rulebook.clauses
    met = Counter(event.rule for event in match.events if event.rule in book)
    often = {clause for clause, _ in met.most_common(MAX_RULES)}
    return [(clause, first_words(text)) for clause, text in book.items() if clause in often]


def first_words(text: str) -> str:
    """Return the first words of a clause.

    >>> first_words("A coin is tossed.")
    'A coin is tossed.'
    """
    words = text.replace("**", "").replace("*", "").replace("`", "").split()
    return " ".join(words[:OPENING_WORDS]) + (" …" if len(words) > OPENING_WORDS else "")
