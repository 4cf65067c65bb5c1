"""E2: paths, checked against a brute force that knows nothing of the game's own tables."""

from __future__ import annotations

import itertools

import pytest

import classkit
from classkit.games.economy.grid_paths import OUTSIDE, get_grid, get_outside_place

from .tables import WHERE, asked, at_turn, go, last, names, reach, told

CORNERS = ("a1", "a8", "h1", "h8")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def neighbours(space, columns=8, rows=8):
    """The orthogonal neighbours, worked out anew."""
    x, y = LETTERS.index(space[0]) + 1, int(space[1:])
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [f"{LETTERS[a - 1]}{b}" for a, b in around if 1 <= a <= columns and 1 <= b <= rows]


def all_paths(starts, steps, pieces=(), home=None, size=(8, 8)):
    """Every path of so many steps whose first step enters one of ``starts`` (E2.2, E2.3)."""
    paths = [(start,) for start in starts if start != home]
    for _ in range(steps - 1):
        longer = []
        for path in paths:
            if path[-1] in pieces:
                continue  # it may end on a piece, not pass it
            for space in neighbours(path[-1], *size):
                if space not in path and space != home:
                    longer.append((*path, space))
        paths = longer
    return paths


def brute(start, steps, pieces=(), size=(8, 8), corners=CORNERS):
    """Space -> the alphabetically first path to it."""
    if start == OUTSIDE:
        paths = all_paths(corners, steps, pieces, size=size)
    elif start.startswith(OUTSIDE):
        paths = all_paths([start.partition(":")[2]], steps, pieces, size=size)
    else:
        paths = all_paths(neighbours(start, *size), steps, pieces, start, size)
    first = {}
    for path in sorted(paths):
        first.setdefault(path[-1], path)
    return dict(sorted(first.items()))


def check(grid, start, steps, pieces=(), corners=CORNERS):
    """The game's answer and the brute force's are the same, paths included."""
    expected = brute(start, steps, pieces, (grid.columns, grid.rows), corners)
    taken = sum(1 << grid.spaces.index(space) for space in pieces)
    found = grid.get_reach(start, steps, taken)
    assert found.options == tuple(expected), (start, steps, pieces)
    assert dict(found.get_paths()) == expected, (start, steps, pieces)
    assert all(found.get_path(space) == path for space, path in expected.items())


@pytest.mark.parametrize("steps", range(1, 7))
def test_from_every_corner_of_an_empty_board(steps):
    """E2.2, E2.4, E2.5: standing there, sent there, and from outside by any corner."""
    grid = get_grid(8, 8)
    for corner in CORNERS:
        check(grid, corner, steps)
        check(grid, get_outside_place(corner), steps)
    check(grid, OUTSIDE, steps)


def test_how_many_spaces_can_be_reached():
    """E2.2: for each roll from a corner, and from d4."""
    grid = get_grid(8, 8)
    counts = {start: [len(brute(start, n)) for n in range(1, 7)] for start in (*CORNERS, "d4")}
    for start, expected in counts.items():
        assert [len(grid.get_reach(start, n).options) for n in range(1, 7)] == expected
    assert counts["a1"] == [2, 3, 6, 8, 12, 15] and counts["d4"][:4] == [4, 8, 16, 22]


@pytest.mark.parametrize("steps", range(1, 7))
def test_from_inner_spaces(steps):
    """E2.2, E2.5: with nobody else on the board."""
    grid = get_grid(8, 8)
    for start in ("d4", "e5", "b2", "c7", "a4", "h5", "g1"):
        check(grid, start, steps)


@pytest.mark.parametrize("steps", range(1, 7))
@pytest.mark.parametrize("seed", range(12))
def test_among_other_pieces(steps, seed):
    """E2.3: up to five others anywhere, near the mover above all."""
    grid = get_grid(8, 8)
    start = grid.spaces[(seed * 29 + 7 * steps) % 64]
    near = [s for s in grid.spaces if s != start and grid.distances(start)[s] <= 3]
    pieces = [near[(seed * 7 + n * (5 + seed)) % len(near)] for n in range(1 + seed % 5)]
    check(grid, start, steps, tuple(dict.fromkeys(pieces)))
    corner = CORNERS[seed % 4]
    near = [s for s in grid.spaces if grid.distances(corner)[s] <= 3]
    pieces = tuple(dict.fromkeys(near[(seed * 5 + n * 3) % len(near)] for n in range(3)))
    check(grid, get_outside_place(corner), steps, pieces)
    check(grid, OUTSIDE, steps, pieces)


@pytest.mark.parametrize("size", [(2, 2), (2, 9), (3, 5), (26, 2), (10, 9)])
def test_on_other_boards(size):
    """Section 2: 2 to 26 columns by 2 to 9 rows."""
    grid = get_grid(*size)
    columns, rows = size
    letters = (LETTERS[0], LETTERS[columns - 1])
    corners = tuple(f"{letter}{row}" for letter in letters for row in (1, rows))
    for start, steps in itertools.product((corners[0], corners[3], "b2"), (1, 3, 4, 6)):
        check(grid, start, steps, corners=corners)
        check(grid, start, steps, ("a2", "b1") if start != "b2" else ("a2",), corners)
    check(grid, OUTSIDE, 4, ("b1",), corners)


def test_a_turn():
    """E2.1: roll, move exactly that far, land; turns are numbered from 1, set-up is 0."""
    m = at_turn([6])
    assert m.turn == 1 and asked(m) == ("A", "roll")
    m.answer("roll")
    assert last(m, "die_rolled").facts == {"seat": "A", "value": 6, "part": 1}
    assert asked(m) == ("A", "choose_destination") and m.request.about == {"value": 6}
    m.answer("a6")
    assert {event.turn for event in told_all(m, "location_placed")} <= {0}
    assert asked(m) == ("B", "roll") and m.turn == 2


def told_all(m, name):
    """All events of a name."""
    return [event for event in m.events if event.name == name]


def test_a_six_gives_no_extra_turn():
    """E2.7: and turns without a move count too (E2.1)."""
    around = {"A": {"at": "a1"}, "B": {"at": "a2"}, "C": {"at": "b1"}}
    m = at_turn([6, 1], **around).answer("roll")
    assert asked(m) == ("B", "roll") and m.turn == 2
    assert names(m, 1) == ["die_rolled", "no_move"]


def test_empty_spaces_and_cards_are_passed_alike():
    """E2.2: over a location nothing happens to it."""
    m = at_turn([2], A={"at": "a3"}).answer("roll").answer("c3")
    assert last(m, "piece_moved").facts["path"] == ["b3", "c3"]
    assert m.ledger.holder("chemicals-2") == "space:b3"


@pytest.mark.parametrize(
    ("entry", "start"), [("sent_to", "outside:h8"), ("any", OUTSIDE)]
)  # fmt: skip
def test_where_a_piece_sent_out_enters(entry, start):
    """E2.4: by the corner it was sent to, or with the option by any."""
    m = at_turn([3], A={"corner": "h8"}, options={"entry_corner": entry}).answer("roll")
    assert reach(m) == list(brute(start, 3))


def test_a_piece_never_on_the_board_uses_any_corner():
    """E2.4, E2.5: and needs no separate choice of one."""
    m = at_turn([2]).answer("roll")
    assert reach(m) == list(brute(OUTSIDE, 2))
    m.answer("g1")
    moved = last(m, "piece_moved").facts
    assert (moved["from"], moved["to"], moved["path"]) == ("outside", "g1", ["h1", "g1"])


def test_the_page_gets_the_paths():
    """E2.5: the alphabetically first path to each space, in the form of the field."""
    m = at_turn([4], A={"at": "d4"}, B={"at": "d5"}).answer("roll")
    (field,) = m.request.moves[0].form()["fields"]
    ways = field["form"]["ways"]
    expected = brute("d4", 4, ("d5",))
    assert ways == {space: " ".join(path) for space, path in expected.items()}
    assert field["form"]["of"] == "space"


def free(*cards):
    """Facts that leave only these cards of the demo layout free: D has all others."""
    return {"properties": [card for card in WHERE if card not in cards]}


@pytest.mark.parametrize(
    ("roll", "cards", "space"),
    [
        (2, ["chemicals-3"], "c5"),  # it lies on c5
        (2, ["textile-2"], "f4"),  # one step from g4; from all others it is three or more
        (2, ["motor-1b"], "d6"),  # g8 is five steps from d6, e5 and f4
        (2, ["chemicals-1a"], "d2"),  # h2 is four steps from d2, e3 and f4
        (1, ["media-2"], "c4"),  # a2 is four steps from c4 and d3
        (1, ["media-2", "food-2"], "e4"),  # h4 is three steps from e4
        (2, ["chemicals-3", "energy-2"], "c5"),  # on c5 and on d2
    ],
)
def test_default_destination_is_nearest_to_a_free_card(roll, cards, space):
    """Section 5: the fewest further steps to a card that is still free, ties alphabetically."""
    m = at_turn([roll], A={"at": "d4"}, D=free(*cards)).answer("roll")
    assert m.request.default.fields == {"space": space}


def test_default_destination_heeds_no_piece_while_a_card_is_free():
    """Section 5: on one is nearest of all, whoever stands there."""
    m = at_turn([2], A={"at": "d4"}, B={"at": "c5"}, D=free("chemicals-3")).answer("roll")
    assert m.request.default.fields == {"space": "c5"}


def test_default_destination_without_a_free_card():
    """Section 5: the first reachable space without a piece, else the first."""
    m = at_turn([2], A={"at": "d4"}, B={"at": "b4"}, C={"at": "c3"}, D=free()).answer("roll")
    assert m.request.default.fields == {"space": "c5"}
    m = at_turn([1], A={"at": "a1"}, B={"at": "a2"}, C={"at": "b1"}, D=free()).answer("roll")
    assert m.request.default.fields == {"space": "a2"}


@pytest.mark.parametrize("seed", range(5))
def test_no_space_ever_holds_two_pieces(seed):
    """E2.7: whatever is played, also while a corner is being chosen."""
    m = classkit.new("economy", seats=6, seed=seed, options={"placement": "random"})
    for _ in range(300):
        if m.is_over:
            break
        m.play(until="decision", bots="random")
        standing = [m.table.piece(seat) for seat in m.seats if m.table.piece(seat)]
        assert len(set(standing)) == len(standing)
    assert told(m, "piece_put_out")


def test_any_number_may_be_outside():
    """E2.7: all four at one corner."""
    m = at_turn([1], **{seat: {"corner": "a1"} for seat in "ABCD"})
    assert [m.table.get_piece_place(seat) for seat in "ABCD"] == ["outside:a1"] * 4
    go(m, "a1")
