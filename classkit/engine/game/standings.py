"""Who is ahead, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..currency import find_currency
from ..decisions import Seat
from ..rulebook_text import TextFormatter


class Standing(NamedTuple):
    """One line of the standings.

    Args:
        seat: Letter of the seat.
        score: The score, in ``unit``.
        place: Rank, counted from 1. Equal scores share a rank.
        unit: Unit of the score.
        held_back: Why the seat ranks lower than its score suggests, as a phrase to follow "but",
            such as "is bankrupt".
        tie: Why the seat ranks above the next seat with an equal score, as a phrase to follow
            "thanks to", such as "more gold in reserves, 23 to 20 (N16.3)".

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
        >>> m.play(until="round").standings()[0]
        <1. seat C: $1,700,000>
    """

    seat: Seat
    score: int | float
    place: int
    unit: str = ""
    held_back: str = ""
    tie: str = ""

    def __repr__(self) -> str:
        return f"<{self.place}. seat {self.seat}: {format_score(self.score, self.unit)}>"


def rank_scores(scores: Mapping[Seat, int | float], unit: str = "") -> list[Standing]:
    """Rank scores, largest first. Equal scores share the better rank.

    Args:
        scores: Score of each seat.
        unit: Unit of the scores, such as "$".

    Returns:
        One line for each seat, best first.

    Example:
        >>> [(line.seat, line.place) for line in rank_scores({"A": 5, "B": 9, "C": 5})]
        [('B', 1), ('A', 2), ('C', 2)]
    """
    order = sorted(scores, key=lambda seat: -scores[seat])
    lines: list[Standing] = []
    for place, seat in enumerate(order, start=1):
        if lines and lines[-1].score == scores[seat]:
            place = lines[-1].place
        lines.append(Standing(seat, scores[seat], place, unit))
    return lines


def first_seats(lines: Sequence[Standing]) -> tuple[Seat, ...]:
    """Return the seats that hold or share first place.

    >>> first_seats(rank_scores({"A": 9, "B": 5, "C": 9}))
    ('A', 'C')
    """
    return tuple(line.seat for line in lines if line.place == 1)


def format_score(score: int | float, unit: str) -> str:
    """Format a score as text short enough for a space of a board, such as "$1,200".

    >>> format_score(1_200, "$"), format_score(538.3, "$"), format_score(2.5, "points")
    ('$1,200', '$538.30', '2.5 points')
    """
    currency = find_currency(unit)
    return f"{score:,} {unit}".strip() if currency is None else currency.write(score)


def format_winners(
    say: TextFormatter,
    winners: Sequence[str],
    races: Mapping[str, Sequence[Standing]],
    name: Callable[[str], str] | None = None,
) -> str:
    """Return sentences that name the winners. With several races, each sentence names a race.

    Args:
        say: Formatter of the match.
        winners: Winners of the match.
        races: All races by title.
        name: Function that returns a seat's name. Defaults to ``say.seat``.

    Example:
        >>> asset, future = rank_scores({"A": 5, "B": 3}), rank_scores({"A": 2, "B": 2})
        >>> format_winners(TextFormatter({"A": "Ada"}), ["A"], {"ASSET": asset})
        'Ada wins.'
        >>> format_winners(TextFormatter(), ["A", "B"], {"ASSET": asset, "FUTURE": future})
        'A wins ASSET. A and B share FUTURE.'
        >>> format_winners(TextFormatter(), [], {"ASSET": asset, "FUTURE": future})
        'Nobody wins.'
    """
    name = name or say.seat
    if not winners:
        return "Nobody wins."
    if len(races) == 1:
        return format_race_winners(say, [name(seat) for seat in winners], "")
    won: dict[tuple[str, ...], list[str]] = {}
    for title, lines in races.items():
        won.setdefault(first_seats(lines), []).append(title)
    return " ".join(
        format_race_winners(say, [name(seat) for seat in seats], say.format_list(titles))
        for seats, titles in won.items()
    )


def format_race_winners(say: TextFormatter, names: Sequence[str], what: str) -> str:
    """Return a sentence that names the winners of a race, or of the match if ``what`` is empty.

    >>> say = TextFormatter()
    >>> format_race_winners(say, ["A", "B"], ""), format_race_winners(say, [], "ASSET")
    ('A and B share the win.', 'Nobody wins ASSET.')
    """
    if len(names) > 1:
        return f"{say.format_list(list(names))} share {what or 'the win'}."
    who = names[0] if names else "Nobody"
    return f"{who} wins {what}".strip() + "."


def find_reason(line: Standing, lines: Sequence[Standing]) -> str:
    """Return why a seat ranks below a seat with a smaller or equal score.

    Return "" if it does not rank below.

    >>> lines = [Standing("C", 25, 1), Standing("B", 210, 2, "$", "is bankrupt")]
    >>> find_reason(lines[1], lines), find_reason(lines[0], lines)
    ('is bankrupt', '')
    """
    below = any(one.place < line.place and one.score <= line.score for one in lines)
    return line.held_back if below else ""
