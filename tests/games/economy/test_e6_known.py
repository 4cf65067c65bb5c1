"""E6: what is known: face-down cards are shown to nobody, in the present and in the past."""

from __future__ import annotations

from itertools import islice

import pytest

import classkit
from classkit.charts.export import make_figure
from classkit.engine.events import HIDDEN, INSTRUCTOR
from classkit.games.economy.presentation import secrets
from classkit.games.economy.presentation.secrets import CARD_METRICS
from classkit.testing.noninterference_laws import check_indistinguishable
from classkit.testing.visibility_laws import get_view_texts

from .attack import Attack, right
from .tables import DEMO, at_turn, go, last, owned, told, with_facts
from .twins import OPTIONS, cannot_tell, categories, pairs

MOST = 8
"""Number of twins of one match that are compared."""
FEW = 4
"""Number of twins in the short form of the test."""


@pytest.mark.sweep(1)
@pytest.mark.parametrize("part", [1, 2])
@pytest.mark.parametrize("placement", ["players", "random"])
@pytest.mark.parametrize("seed", range(2))
def test_no_view_depends_on_face_down_cards(seed, placement, part, deep):
    """E6.5: twins look alike to every viewer without knowledge of the difference.

    Twins are matches that differ only in which cards lie face-down, of any category. Views, boards,
    news, ledger, answers, forms, charts and files are the same.
    """
    found, own = 0, 0
    for m, twin in islice(pairs(seed, part=part, placement=placement), MOST if deep else FEW):
        assert m.digest() != twin.digest()
        whole = [m.view(INSTRUCTOR).events, twin.view(INSTRUCTOR).events]
        assert whole[0] != whole[1] and whole[0] == m.events
        unknowing = cannot_tell(m, twin)
        for seat in unknowing:
            check_indistinguishable(m, twin, seat, with_pages=found % 8 == 0)
            assert m.game.scene(m.table, seat) == twin.game.scene(twin.table, seat)
            assert sentences(m, seat) == sentences(twin, seat)
        found, own = found + 1, own + len(unknowing) - 1
        KINDS.append(frozenset(categories(m, twin)))
    FOUND[placement, part] = FOUND.get((placement, part), 0) + found
    assert own or not found


FOUND: dict[tuple[str, int], int] = {}
KINDS: list[frozenset[str]] = []


def test_there_were_such_matches():
    """The test before has something to compare, in both parts, and cards of several categories."""
    if len(FOUND) == 4:
        assert all(FOUND.values()), FOUND
        assert sum(len(kinds) > 1 for kinds in KINDS) > 10


@pytest.mark.parametrize("leak", sorted({*CARD_METRICS} - {"points_by_sector"}))
def test_a_disclosed_history_is_noticed(leak, monkeypatch):
    """E6.5: the history of each metric that depends on cards taken distinguishes twins."""
    monkeypatch.setattr(secrets, "CARD_METRICS", tuple(key for key in CARD_METRICS if key != leak))
    with pytest.raises(AssertionError, match="history"):
        for m, twin in islice(pairs(0), MOST):
            check_indistinguishable(m, twin, None, with_pages=False)


def test_metrics_reveal_no_more_cards_than_the_rules_allow():
    """E6.5: with metrics an attack on a view names as many face-down cards as without.

    With the history that only the instructor sees it would name far more.
    """
    down, named = 0, {"none": 0, "own": 0, "instructor's": 0}
    for seed in range(4):
        m = classkit.new("economy", seats=3, seed=seed, options=OPTIONS)
        m.play(until="turn", bots="random")
        while m.turn < 150 and len(m.table.face_down) < 5:
            m.play(until="turn", bots="random")
        assert m.table.part == 1
        down += len(m.table.face_down)
        for whose, rows in (
            ("none", []), ("own", m.view("A").history), ("instructor's", m.history),
        ):  # fmt: skip
            found = Attack(m, "A", rows).named()
            assert right(m, found)
            named[whose] += len(found)
    assert named["none"] == named["own"] < down
    assert named["instructor's"] > named["own"] + down // 4


def sentences(m, seat):
    """Return the news for a seat."""
    say = m.say()
    return [say.event_sentence(event) for event in m.view(seat).events]


@pytest.mark.parametrize("seed", range(6))
def test_bots_play_the_same_without_knowing(seed):
    """E6.1: bots give the same answers in positions that differ in unknown face-down cards.

    All views stay the same until a piece lands there.
    """
    down = ("c5", "h5")
    swapped = {"c5": DEMO["h5"], "h5": DEMO["c5"]}
    facts = with_facts(
        owned(A="chemicals-3 motor-2 media-2", B="construction-3 food-3", rest="C"),
        A={"at": "d4"}, B={"at": "e5"}, C={"at": "g7"},
    )  # fmt: skip
    options = {"placement": "demo", "first_player": "seat_a"}
    facts["face_down"] = list(down)
    m = classkit.new("economy", 3, seed=seed, options=options, position=facts)
    elsewhere = {**facts, "cards": swapped}
    twin = classkit.new("economy", 3, seed=seed, options=options, position=elsewhere)
    bots = dict(zip("ABC", ["insider", "raider", "harvester"], strict=True))
    steps = 0
    while not m.is_over and set(down) <= set(m.table.face_down):
        for seat in (None, *m.seats):
            assert get_view_texts(m, seat) == get_view_texts(twin, seat)
        for match in (m, twin):
            match.play(until="decision", bots=bots)
        assert m.answers[-1] == twin.answers[-1]
        steps += 1
    assert steps > 1


def test_nobody_is_shown_it():
    """E6.1: not even the seat that turned it; the view gives only that it is face-down."""
    m = at_turn([1], B={"at": "f4", "properties": ["motor-2"]}, C={"at": "f3"}, mover="B")
    go(m, "f3", "a1")
    for seat in (None, *m.seats):
        view = m.view(seat)
        assert view.card_at("f3") is None and view.is_face_down("f3")
        assert "f3" not in view.shown and view.face_down == ("f3",)
        look = m.game.scene(m.table, seat).looks["f3"]
        assert look.hidden and not (look.title or look.owner or look.sign or look.colour)
        assert "Car plant" not in m.game.scene(m.table, seat).told
    assert m.view(INSTRUCTOR).card_at("f3") == "motor-2"


def test_the_past_is_masked_and_comes_back():
    """E6.2: events about a face-down space are redacted, as are ledger and answers."""
    m = at_turn([3, 3, 1, 1], seats=3)
    go(m, "a3")  # A takes food-3
    before = [event for event in m.view("C").events if event.name == "property_taken"]
    assert before[-1].facts["card"] == "food-3"
    go(m, "a3", "a1")  # B puts A out, and the card is turned down
    for seat in (None, "A", "B", "C"):
        events = m.view(seat).events
        hidden = [e.facts["card"] for e in events if e.name == "property_taken"]
        assert hidden == [HIDDEN]
        turned = [e.facts for e in events if e.name == "location_turned_down"]
        assert turned == [{"space": "a3", "card": HIDDEN, "part": 1}]
        units = [row.unit for row in m.view(seat).ledger if row.source == "space:a3"]
        assert units[0] == HIDDEN and "food-3" not in repr(m.view(seat).ledger)
        assert m.view(seat).holder("food-3") == "A"  # cards in hands stay visible
    assert last(m, "property_taken").facts["card"] == "food-3"  # the instructor's
    facts = with_facts(owned(A="food-3", rest="C"), B={"at": "a2"})
    m = at_turn([1], seats=3, mover="B", face_down=["a3"], **facts)
    go(m, "a3")
    assert [e.facts for e in m.view("C").events if e.name == "location_turned_up"] == [
        {"space": "a3", "card": "food-3", "part": 2}
    ]  # turned up: the history is complete again


def test_placings_and_scorings_are_masked():
    """E6.2: placing, scoring there, taking over; amounts stay visible."""
    facts = with_facts(owned(A="motor-2", rest="D"), B={"at": "f2"}, C={"at": "f4"})
    m = at_turn([1, 1], mover="B", face_down=["f3"], seats=4, **facts)
    go(m, "f3")  # B takes motor-2 over: Motor scores
    assert m.view("A").events[-1].facts["reason"] == "motor"
    go(m, "f3", "a1")  # C puts B out and turns it down
    seen = m.view("A").events
    for event in seen:
        assert "motor" not in repr(event.facts), event
    scored = [e.facts for e in seen if e.name == "points_scored"]
    assert [(f["amount"], f["reason"]) for f in scored] == [(2, HIDDEN), (5, HIDDEN)]
    assert [e.facts["sector"] for e in seen if e.name == "sector_scored"] == [HIDDEN]
    over = next(e.facts for e in seen if e.name == "property_taken_over")
    assert (over["card"], over["from"], over["to"]) == (HIDDEN, "player:A", "player:B")
    taken = [r for r in m.view("A").ledger if r.reason == "taken_over"]
    assert [row.unit for row in taken] == [HIDDEN]
    assert [(f["amount"], f["reason"]) for f in told(m, "points_scored")] == [
        (2, "motor"), (5, "motor"),
    ]  # fmt: skip
    rows = [row for row in m.view("A").ledger if row.unit == "points"]
    assert {row.reason for row in rows} == {"f3"}


def test_recorded_answers_are_masked():
    """E6.2: the placement of a card on a space that is face-down now is redacted."""
    for m, _ in pairs(2):
        (space, *_) = m.table.face_down
        for seat in (None, *m.seats):
            placed = {e.value["space"]: e.value["card"] for e in m.view(seat).answers
                      if e.name == "place"}  # fmt: skip
            assert placed[space] == HIDDEN and list(placed.values()).count(HIDDEN) == len(
                m.table.face_down
            )
        whole = [e.value["card"] for e in m.view(INSTRUCTOR).answers if e.name == "place"]
        assert HIDDEN not in whole
        return
    raise AssertionError("no card was turned down")


def test_open_memory():
    """E6.3: all see the card, marked as face-down, and the history of all metrics."""
    m = at_turn([3, 3], seats=3, options={"open_memory": True})
    go(m, "a3")
    go(m, "a3", "a1")
    for seat in (None, "A", INSTRUCTOR):
        view = m.view(seat)
        assert view.card_at("a3") == "food-3" and view.is_face_down("a3")
        look = m.game.scene(m.table, seat).looks["a3"]
        assert look.hidden and look.title == "Canning process" and look.owner == "A"
        assert view.events[-1].facts["card"] == "food-3"
        assert all("swing" in row for row in view.history)


def test_the_instructor_sees_everything():
    """E6.3: also on the board."""
    m = at_turn(face_down=["c5"], A={"properties": ["chemicals-3"]})
    look = m.game.scene(m.table, INSTRUCTOR).looks["c5"]
    assert look.hidden and look.title == "Dye formula" and look.owner == "A"


def test_a_property_does_not_reveal_its_location():
    """E6.4: except while the location is face-up, or the property card is still on it."""
    m = at_turn(face_down=["c5", "f3"], A={"properties": ["chemicals-3"]})
    view = m.view("B")
    assert view.holder("chemicals-3") == "A" and "c5" not in view.free
    assert view.free_on("f3") == "motor-2" and view.free["f3"] == "motor-2"
    look = m.game.scene(m.table, "B").looks["f3"]
    assert look.hidden and look.text == "free: Car plant" and not look.title


def test_metrics_of_cards_have_no_history():
    """E6.5: only the instructor sees their history; with open memory everybody does."""
    keys = {
        "points_by_sector", "cards_held", "property_worth", "sector_share", "sector_hhi",
        "market_hhi", "overall_hhi", "swing", "on_board",
    }  # fmt: skip
    m = classkit.new("economy", seats=3, seed=4, options={"placement": "demo"})
    for _ in range(6):
        m.play(until="turn", bots="harvester")
    for seat in (None, "A"):
        rows = m.view(seat).history
        assert len(rows) > 4
        assert all(not keys & set(row) for row in rows[:-1]) and keys <= set(rows[-1])
        assert all("points" in row and "cards_free" in row for row in rows)
    assert all(keys <= set(row) for row in m.view(INSTRUCTOR).history)
    assert (
        m.game.secrecy.metrics_without_history(at_turn(options={"open_memory": True}).table) == ()
    )


def test_the_colours_of_a_heat_map_do_not_reveal_its_history():
    """E6.5: the ends of the colours follow from what is shown, not from past turns."""
    motor = ["motor-3", "motor-2", "motor-1a", "motor-1b"]
    facts = {"A": {"at": "d6", "properties": motor}, "B": {"at": "f2"}}
    m = at_turn([1, 1], part=2, face_down=["f3"], seats=3, **facts)
    go(m, "c6")  # an empty space: A has the whole sector, a swing of 7
    go(m, "f3")  # B takes the factory over
    shown, whole = (make_figure(m, "swing", who).data[0] for who in ("everybody", "instructor"))
    assert shown.z == whole.z and max(map(max, shown.z)) == 3
    assert (shown.zmax, whole.zmax) == (5, 7)
