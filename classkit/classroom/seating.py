"""How a class is spread over tables: their sizes, and who sits where."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random


def sizes(people: int, seats: int, groups: int = 1) -> list[int]:
    """Return how many people come to each table, as evenly as can be; at most ``seats`` at one.

    The tables are a multiple of the groups, where there are people enough.

    >>> sizes(30, 4)
    [4, 4, 4, 4, 4, 4, 3, 3]
    >>> sizes(9, 4, groups=2)
    [3, 2, 2, 2]
    >>> sizes(1, 4, groups=2), sizes(0, 4)
    ([1], [])
    """
    if people <= 0:
        return []
    tables = min(people, -(-people // (seats * groups)) * groups)
    least, more = divmod(people, tables)
    return [least + 1] * more + [least] * (tables - more)


def seats_at(people: int, numbers: Collection[int], *, fill: bool) -> int:
    """Return the number of seats of a table for this many people.

    ``numbers`` are the numbers of seats that the game allows. With ``fill`` it is the largest, and
    bots take the seats left over; otherwise it is the smallest that is enough.

    >>> seats_at(3, [2, 3, 4], fill=False), seats_at(3, [2, 3, 4], fill=True)
    (3, 4)
    >>> seats_at(1, [2, 3, 4], fill=False)
    2
    """
    return max(numbers) if fill else min(number for number in numbers if number >= people)


def drawn(people: Sequence[str], most: int, luck: Random) -> list[str]:
    """Return up to ``most`` people, drawn at random, in the order in which they came.

    >>> drawn([*"abcde"], 3, Random(1)), drawn([*"ab"], 3, Random(1))
    (['a', 'b', 'e'], ['a', 'b'])
    """
    places = sorted(luck.sample(range(len(people)), min(most, len(people))))
    return [people[place] for place in places]


def spread(people: Sequence[str], seats: int, luck: Random, groups: int = 1) -> list[list[str]]:
    """Spread people over tables at random, by the luck of the room.

    >>> [len(table) for table in spread([*"abcdefg"], 3, Random(1))]
    [3, 2, 2]
    """
    shuffled = [*people]
    luck.shuffle(shuffled)
    tables = []
    for size in sizes(len(shuffled), seats, groups):
        tables.append(shuffled[:size])
        shuffled = shuffled[size:]
    return tables


def in_teams(people: Sequence[str], tables: int, seats: int, luck: Random) -> list[list[list[str]]]:
    """Return for each table the people of each of its seats: teams as even as can be.

    Teams are drawn at random, with their members in the order in which they came. If there are
    fewer people than seats, each person is a team.

    >>> in_teams([*"abcdefg"], 1, 3, Random(1))
    [[['b', 'c', 'd'], ['a', 'g'], ['e', 'f']]]
    >>> [len(table) for table in in_teams([*"abc"], 2, 2, Random(1))]
    [2, 1]
    """
    places = [*range(len(people))]
    luck.shuffle(places)
    number = min(tables * seats, len(people))
    teams = [[people[place] for place in sorted(places[at::number])] for at in range(number)]
    used = -(-number // seats)
    return [teams[at::used] for at in range(used)]
