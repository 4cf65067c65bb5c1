"""Distribution of a class among tables: table sizes, and who sits where."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

RANDOM_ORDER, ARRIVAL_ORDER, BALANCED_ORDER = "random", "arrival", "balanced"
"""Orders of seating. Tables have people drawn at random, people who joined one after the other, or
a mix of people who joined early and late.
"""
SEAT_ORDERS = (RANDOM_ORDER, ARRIVAL_ORDER, BALANCED_ORDER)
BY_LIST, BY_GROUPS = "list", "groups"
"""Orders of the teacher's list, which states tables, or groups that each table mixes."""


def compute_table_sizes(people: int, seats: int, groups: int = 1) -> list[int]:
    """Return the number of people at each table, as even as possible, at most ``seats`` each.

    The number of tables is a multiple of ``groups`` if there are enough people.

    >>> compute_table_sizes(30, 4)
    [4, 4, 4, 4, 4, 4, 3, 3]
    >>> compute_table_sizes(9, 4, groups=2)
    [3, 2, 2, 2]
    >>> compute_table_sizes(1, 4, groups=2), compute_table_sizes(0, 4)
    ([1], [])
    """
    if people <= 0:
        return []
    tables = min(people, -(-people // (seats * groups)) * groups)
    least, more = divmod(people, tables)
    return [least + 1] * more + [least] * (tables - more)


def choose_seat_count(people: int, numbers: Collection[int], *, fill: bool) -> int:
    """Return the number of seats of a table for this number of people.

    ``numbers`` are the numbers of seats that the game allows. With ``fill``, it is the largest, and
    bots take the remaining seats. Otherwise, it is the smallest sufficient number.

    >>> choose_seat_count(3, [2, 3, 4], fill=False), choose_seat_count(3, [2, 3, 4], fill=True)
    (3, 4)
    >>> choose_seat_count(1, [2, 3, 4], fill=False)
    2
    """
    return max(numbers) if fill else min(number for number in numbers if number >= people)


def sample_people(people: Sequence[str], max_count: int, random: Random) -> list[str]:
    """Draw up to ``max_count`` people at random, and return them in the order in which they joined.

    >>> sample_people([*"abcde"], 3, Random(1)), sample_people([*"ab"], 3, Random(1))
    (['a', 'b', 'e'], ['a', 'b'])
    """
    places = sorted(random.sample(range(len(people)), min(max_count, len(people))))
    return [people[place] for place in places]


def assign_tables(
    people: Sequence[str], seats: int, random: Random, groups: int = 1, order: str = RANDOM_ORDER
) -> list[list[str]]:
    """Assign people to tables, in one of ``SEAT_ORDERS``.

    >>> [len(table) for table in assign_tables([*"abcdefg"], 3, Random(1))]
    [3, 2, 2]
    >>> assign_tables([*"abcdefg"], 3, Random(1), order="arrival")
    [['a', 'b', 'c'], ['d', 'e'], ['f', 'g']]
    """
    sizes = compute_table_sizes(len(people), seats, groups)
    if order == BALANCED_ORDER:
        return deal_people(people, sizes, random)
    remaining = [*people]
    if order == RANDOM_ORDER:
        random.shuffle(remaining)
    tables = []
    for size in sizes:
        tables.append(remaining[:size])
        remaining = remaining[size:]
    return tables


def deal_people(people: Sequence[str], sizes: Sequence[int], random: Random) -> list[list[str]]:
    """Deal people to tables of these sizes like cards, in random order in each round.

    People who are near each other in the list sit at different tables. This is randomization in
    blocks: each block has one person for each table.

    >>> sorted(sorted(table) for table in deal_people([*"aabb"], [2, 2], Random(1)))
    [['a', 'b'], ['a', 'b']]
    """
    tables: list[list[str]] = [[] for _ in sizes]
    remaining = iter(people)
    for round_number in range(max(sizes, default=0)):
        block = [at for at, size in enumerate(sizes) if size > round_number]
        random.shuffle(block)
        for at in block:
            tables[at].append(next(remaining))
    return tables


def assign_teams(
    people: Sequence[str], tables: int, seats: int, random: Random
) -> list[list[list[str]]]:
    """Return the people in each seat of each table, in teams of nearly equal size.

    Teams are drawn at random, with their members in the order in which they joined. If there are
    fewer people than seats, each person is a team.

    >>> assign_teams([*"abcdefg"], 1, 3, Random(1))
    [[['b', 'c', 'd'], ['a', 'g'], ['e', 'f']]]
    >>> [len(table) for table in assign_teams([*"abc"], 2, 2, Random(1))]
    [2, 1]
    """
    places = [*range(len(people))]
    random.shuffle(places)
    number = min(tables * seats, len(people))
    teams = [[people[place] for place in sorted(places[at::number])] for at in range(number)]
    used = -(-number // seats)
    return [teams[at::used] for at in range(used)]
