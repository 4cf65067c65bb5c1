"""The races of a match as studies count them: scores, places, and who has won what.

Most games have one race, that of their standings. 487-opoly has two, each with a winner of its own:
a study gives the places in each, and where it needs a single one it states the rule of
:func:`overall`.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from classkit.engine.game import first_of
from classkit.engine.match import Match
from classkit.engine.words import Say

OVERALL = "Overall"
"""The title of the places over all races that decide a match."""


class Race(NamedTuple):
    """One race of a match; scores, places and won are in the order of the seats.

    ``decides`` is true where its winner has won the match. ``won`` is each seat's share of the win:
    seats that share the first place share it in equal parts, and where nobody wins it is 0 for all.
    A match that goes on counts as it stands.
    """

    title: str
    decides: bool
    scores: tuple[float, ...]
    places: tuple[float, ...]
    won: tuple[float, ...]


def races_of(match: Match) -> tuple[Race, ...]:
    """Return every race of a match, that of the standings first.

    >>> import classkit
    >>> match = classkit.new("opoly", seats=3, seed=1)
    >>> [(race.title, race.decides) for race in races_of(match)]
    [('ASSET', True), ('FUTURE EARNINGS', True)]
    """
    game, table = match.game, match.table
    deciding = game.deciding_races(table)
    nobody_wins = match.is_over and not match.winners
    found = []
    for title, lines in game.all_races(table).items():
        line = {one.seat: one for one in lines}
        first = () if nobody_wins else first_of(lines)
        found.append(
            Race(
                title,
                title in deciding,
                tuple(float(line[seat].score) for seat in match.seats),
                tuple(line[seat].place for seat in match.seats),
                tuple((seat in first) / max(1, len(first)) for seat in match.seats),
            )
        )
    return tuple(found)


def overall(races: Sequence[Race]) -> Race:
    """Return the places over all races that decide a match; a single one is returned itself.

    Each deciding race counts alike. The place of a seat is the mean of its places, and its score
    too: the smallest is the best, and equal means are equal. Its share of the win is the mean of
    its shares.

    >>> asset = Race("ASSET", True, (900.0, 500.0, 300.0), (1, 2, 3), (1.0, 0.0, 0.0))
    >>> future = Race("FUTURE", True, (10.0, 40.0, 20.0), (3, 1, 2), (0.0, 1.0, 0.0))
    >>> found = overall([asset, future])
    >>> found.places, found.won
    ((2.0, 1.5, 2.5), (0.5, 0.5, 0.0))
    """
    deciding = [race for race in races if race.decides]
    if len(deciding) == 1:
        return deciding[0]
    means = tuple(fmean(places) for places in zip(*(race.places for race in deciding), strict=True))
    won = tuple(fmean(shares) for shares in zip(*(race.won for race in deciding), strict=True))
    return Race(OVERALL, True, means, means, won)


def counted_by(races: Sequence[Race]) -> str:
    """Return the sentences on what ranks the seats of a match: the rule of :func:`overall`.

    >>> one, two = (Race(title, True, (), (), ()) for title in ("ASSET", "FUTURE EARNINGS"))
    >>> counted_by([one])
    'A match ranks its seats by “ASSET”.'
    >>> counted_by([one, two._replace(decides=False)])
    'A match ranks its seats by “ASSET”. “FUTURE EARNINGS” decides nothing and is rated beside it.'
    >>> counted_by([one, two])[:70]
    'A match is decided by “ASSET” and “FUTURE EARNINGS”. Overall it ranks '
    """
    deciding = [race.title for race in races if race.decides]
    others = [f"“{race.title}”" for race in races if not race.decides]
    named = Say().listing([f"“{title}”" for title in deciding])
    if len(deciding) > 1:
        told = (
            f"A match is decided by {named}. Overall it ranks its seats by the mean of their "
            "places in these races, which count alike, and equal means share a place. "
            f"{won_in_parts(deciding)}"
        )
    else:
        told = f"A match ranks its seats by {named}."
    if others:
        decide = "decides nothing and is" if len(others) == 1 else "decide nothing and are"
        told += f" {Say().listing(others)} {decide} rated beside it."
    return told


def won_in_parts(titles: Sequence[str]) -> str:
    """Return the sentence on what the win of one of several races counts.

    >>> won_in_parts(["ASSET", "FUTURE EARNINGS"])
    'The win of “ASSET” or “FUTURE EARNINGS” counts as one half of the win of a match.'
    """
    part = {2: "one half", 3: "one third"}.get(len(titles), f"1/{len(titles)}")
    named = " or ".join(f"“{title}”" for title in titles)
    return f"The win of {named} counts as {part} of the win of a match."
