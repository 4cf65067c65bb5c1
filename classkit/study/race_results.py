"""Race results of a match, as used in studies: scores, places, and win shares.

Most games have one race, the standings. 487-opoly has two, each with its own winner. A study
reports the places in each race. If it needs a single place, it calls :func:`combine_races`.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from classkit.engine.game import first_seats
from classkit.engine.match import Match
from classkit.engine.rulebook_text import TextFormatter

OVERALL_TITLE = "Overall"
"""Title of the combined result of all deciding races."""


class RaceResult(NamedTuple):
    """Result of one race in a match, or its current standings if the match is not over.

    Args:
        title: Title of the race.
        decides: True if winning the race wins the match.
        scores: Score of each seat, in the order of the seats.
        places: Place of each seat. Seats with equal scores share the mean of their places.
        won: Each seat's share of the win. Seats that share first place divide the win equally. If
            nobody wins, all shares are 0.

    Example:
        >>> RaceResult("worth", True, (9.0, 5.0), (1.0, 2.0), (1.0, 0.0)).won
        (1.0, 0.0)
    """

    title: str
    decides: bool
    scores: tuple[float, ...]
    places: tuple[float, ...]
    won: tuple[float, ...]


def get_races(match: Match) -> tuple[RaceResult, ...]:
    """Return every race of a match, starting with the standings.

    >>> import classkit
    >>> match = classkit.new("opoly", seats=3, seed=1)
    >>> [(race.title, race.decides) for race in get_races(match)]
    [('ASSET', True), ('FUTURE EARNINGS', True)]
    """
    game, table = match.game, match.table
    deciding = game.deciding_races(table)
    nobody_wins = match.is_over and not match.winners
    found = []
    for title, lines in game.all_races(table).items():
        line = {one.seat: one for one in lines}
        first = () if nobody_wins else first_seats(lines)
        found.append(
            RaceResult(
                title,
                title in deciding,
                tuple(float(line[seat].score) for seat in match.seats),
                tuple(line[seat].place for seat in match.seats),
                tuple((seat in first) / max(1, len(first)) for seat in match.seats),
            )
        )
    return tuple(found)


def combine_races(races: Sequence[RaceResult]) -> RaceResult:
    """Combine the races that decide a match. A single deciding race is returned unchanged.

    All deciding races have the same weight. Both the place and the score of a seat are the mean of
    its places, so the smallest mean is the best, and equal means are ties. The seat's win share is
    the mean of its win shares.

    >>> asset = RaceResult("ASSET", True, (900.0, 500.0, 300.0), (1, 2, 3), (1.0, 0.0, 0.0))
    >>> future = RaceResult("FUTURE", True, (10.0, 40.0, 20.0), (3, 1, 2), (0.0, 1.0, 0.0))
    >>> found = combine_races([asset, future])
    >>> found.places, found.won
    ((2.0, 1.5, 2.5), (0.5, 0.5, 0.0))
    """
    deciding = [race for race in races if race.decides]
    if len(deciding) == 1:
        return deciding[0]
    means = tuple(fmean(places) for places in zip(*(race.places for race in deciding), strict=True))
    won = tuple(fmean(shares) for shares in zip(*(race.won for race in deciding), strict=True))
    return RaceResult(OVERALL_TITLE, True, means, means, won)


def describe_ranking(races: Sequence[RaceResult]) -> str:
    """Describe in sentences how :func:`combine_races` ranks the seats of a match.

    >>> one, two = (RaceResult(title, True, (), (), ()) for title in ("ASSET", "FUTURE EARNINGS"))
    >>> describe_ranking([one])
    'A match ranks its seats by “ASSET”.'
    >>> describe_ranking([one, two._replace(decides=False)])
    'A match ranks its seats by “ASSET”. “FUTURE EARNINGS” decides nothing and is rated separately.'
    >>> describe_ranking([one, two])[:70]
    'A match is decided by “ASSET” and “FUTURE EARNINGS”. Overall, seats ar'
    """
    deciding = [race.title for race in races if race.decides]
    others = [f"“{race.title}”" for race in races if not race.decides]
    named = TextFormatter().format_list([f"“{title}”" for title in deciding])
    if len(deciding) > 1:
        told = (
            f"A match is decided by {named}. Overall, seats are ranked by their mean place in "
            "these races, which have equal weight; equal means share a place. "
            f"{describe_win_share(deciding)}"
        )
    else:
        told = f"A match ranks its seats by {named}."
    if others:
        decide = "decides nothing and is" if len(others) == 1 else "decide nothing and are"
        told += f" {TextFormatter().format_list(others)} {decide} rated separately."
    return told


def describe_win_share(titles: Sequence[str]) -> str:
    """Describe in a sentence what fraction of a match a win in one of several races counts for.

    >>> describe_win_share(["ASSET", "FUTURE EARNINGS"])
    'A win in “ASSET” or “FUTURE EARNINGS” counts as one half of a match win.'
    """
    part = {2: "one half", 3: "one third"}.get(len(titles), f"1/{len(titles)}")
    named = " or ".join(f"“{title}”" for title in titles)
    return f"A win in {named} counts as {part} of a match win."
