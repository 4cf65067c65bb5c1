"""Atomic tables of editions, such as goals, conditions and laws, in editions based on others.

An edition replaces atomic tables as a whole; other tables are merged by key.
"""

from __future__ import annotations

from typing import Any

import pytest

from classkit.engine.errors import EditionError
from classkit.engine.registry import find

BASES = {
    "economicon": "economicon-classic",
    "economy": "economy-classic",
    "opoly": "classic_us",
    "poleconomy": "poleconomy-canada",
}
ANEW = "is missing: this table replaces the old one as a whole."


def rules_of(game: str, **changed: Any) -> Any:
    """The rules of an edition that says only what differs."""
    return find(game).edition({"based_on": BASES[game], **changed}).rules


def event(**changed: Any) -> dict[str, Any]:
    return {"event": [{"id": "E01", **changed}]}


def law(**must: Any) -> dict[str, Any]:
    return {"law": [{"id": "L01", "must": must}]}


# --- Economicon: goals and conditions -------------------------------------------------------------


def test_a_goal_replaces_the_old_one_whole() -> None:
    """E01 adds what nations hold up; the market is one and has no aggregate (N17.1)."""
    shipped = find("economicon").edition().rules.events["E01"]
    assert shipped.goal.aggregate, "else nothing is left over"
    ours = rules_of("economicon", **event(goal={"m": "market.oil", "op": ">=", "v": 100}))
    goal = ours.events["E01"].goal
    assert (goal.measure, goal.value, goal.aggregate) == ("market.oil", 100, "")
    assert not goal.per_nation
    assert ours.events["E01"].success == shipped.success, "the rest of the card stays"


def test_a_goal_over_a_goal_over_the_shipped_one(tmp_path: Any) -> None:
    """Also in a chain of files, and in the list that edits the cards of an edition."""
    card = {**find("economicon").edition().data["event"][0], "goal": {"m": "tokens", "op": "<=",
            "v": 2, "agg": "sum", "per_nation": True}}  # fmt: skip
    text = "\n".join(
        ['based_on = "economicon-classic"', "[[edit_event]]", f'id = "{card["id"]}"',
         f'name = "{card["name"]}"', f'text = "{card["text"]}"',
         'goal = { m = "tokens", op = "<=", v = 2, agg = "sum", per_nation = true }']
    )  # fmt: skip
    (tmp_path / "base.toml").write_text(text)
    (tmp_path / "mine.toml").write_text(
        'based_on = "base.toml"\n[[edit_event]]\nid = "E01"\n'
        'goal = { m = "market.oil", op = ">=", v = 100 }\n'
    )
    goal = find("economicon").edition(tmp_path / "mine.toml").rules.events["E01"].goal
    assert (goal.measure, goal.aggregate, goal.per_nation) == ("market.oil", "", False)


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ({"v": 100}, rf"event\[0\].goal.m: {ANEW}"),
        ({"m": "market.oil", "op": ">="}, rf"event\[0\].goal.v: {ANEW}"),
        ({"m": "market.oil", "op": ">=", "v": 9, "agg": "sum"},
         r"event\[0\].goal.agg: must be omitted: there is only one market"),
        ({"m": "market.oli", "op": ">=", "v": 9},
         r"event\[0\].goal.m: must be one of .*, not 'market.oli'"),
        ({"m": "produced.oil", "op": ">=", "v": 9}, rf"event\[0\].goal.agg: {ANEW}"),
        (3, r"event\[0\].goal: must be a table"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_goal_is_said_where_it_was_written(goal: Any, words: str) -> None:
    with pytest.raises(EditionError, match=rf"^edition: .*{words}"):
        rules_of("economicon", **event(goal=goal))


@pytest.mark.parametrize("number", range(24))
def test_every_law_takes_every_kind_of_condition(number: int) -> None:
    """A comparison, all of several, any of several (N17.1): none keeps a key of another."""
    compare = {"m": "tokens", "op": "<=", "v": 3}
    id_ = find("economicon").edition().data["law"][number]["id"]
    for must in (compare, {"all": [compare, compare]}, {"any": [compare]}):
        ours = rules_of("economicon", law=[{"id": id_, "must": must}]).laws[id_].must
        whole = rules_of("economicon", **law(**must)).laws["L01"].must
        assert ours == whole


# --- 487-opoly: cards and spaces ------------------------------------------------------------------


def cards(deck: str, **card: Any) -> dict[str, Any]:
    return {deck: {"cards": [card]}}


def test_a_card_of_another_effect_replaces_the_card() -> None:
    """The stimulus grants 25 and goes to the table; as a recession it does neither."""
    card = {"id": "fiscal_stimulus", "name": "Slump", "count": 2, "effect": "start_recession",
            "after": "bottom"}  # fmt: skip
    kind = rules_of("opoly", **cards("external", **card)).kinds["fiscal_stimulus"]
    assert (kind.effect, kind.after, dict(kind.parameters)) == ("start_recession", "bottom", {})


def test_a_card_of_the_same_effect_is_changed_key_by_key() -> None:
    """The kind of space that a card moves to is a figure of it, and no kind of card."""
    shipped = find("opoly").edition().rules.kinds["rail_surge"]
    kind = rules_of("opoly", **cards("external", id="rail_surge", kind="utility")).kinds[shipped.id]
    assert (kind.target, shipped.target) == ("utility", "railroad")
    assert (kind.name, kind.parameters, kind.count) == (
        shipped.name,
        shipped.parameters,
        shipped.count,
    )
    grant = rules_of("opoly", **cards("external", id="fiscal_stimulus", grant=40))
    assert grant.kinds["fiscal_stimulus"].parameters == {"grant": 40}


def test_what_a_card_of_another_effect_lacks_is_said_with_the_reason() -> None:
    words = rf"external.cards\[0\].name: {ANEW}"
    with pytest.raises(EditionError, match=words):
        rules_of("opoly", **cards("external", id="fiscal_stimulus", effect="start_recession",
                                  after="bottom"))  # fmt: skip


def test_a_space_of_another_kind_replaces_the_space() -> None:
    """Space 39 was a street with a rent and a group."""
    spaces = {"board": {"spaces": [{"n": 39, "kind": "free_parking", "name": "The Beach"}]}}
    move = cards("external", id="luxury_boom", space=37)
    space = rules_of("opoly", **spaces, **move).board[39]
    assert (space.kind, space.price, space.group) == ("free_parking", 0, "")


# --- Poleconomy: the law that holds without one ---------------------------------------------------


def test_the_default_law_is_one_value() -> None:
    """A law replaces the old one whole; fields that it does not state are 0 (P19.3)."""
    mine = {"name": "Hard", "bracket": [{"when": [], "per_company": 70_000}], "relief": {}}
    assert rules_of("poleconomy", default_law=mine).politics.default_title == "Hard"
    with pytest.raises(EditionError, match=r"default_law.name: is missing: this table"):
        rules_of("poleconomy", default_law={"relief": {"life_deduction": 20_000}})


def test_the_default_law_of_a_file_keeps_nothing_of_the_one_below(tmp_path: Any) -> None:
    (tmp_path / "base.toml").write_text(
        'based_on = "poleconomy-canada"\n[default_law]\nname = "Mild"\n'
        "bracket = [{ when = [], flat = 10_000 }]\nrelief = { life_deduction = 20_000 }\n"
    )
    (tmp_path / "mine.toml").write_text(
        'based_on = "base.toml"\n[default_law]\nname = "Hard"\n'
        "bracket = [{ when = [], per_company = 70_000 }]\nrelief = {}\n"
    )
    ours = find("poleconomy").edition(tmp_path / "mine.toml")
    alone = rules_of("poleconomy", default_law=ours.data["default_law"])
    assert ours.data["default_law"]["relief"] == {}
    assert ours.rules.politics.default_law == alone.politics.default_law


def test_tables_of_named_figures_are_merged() -> None:
    """Economy has no table that is one value, and every game has many that are not."""
    shipped = find("economy").edition().data
    sector = {"id": shipped["sector"][0]["id"], "products": {"3": "Kiosk"}}
    changed = {"based_on": BASES["economy"], "target": {"4": 70}, "sector": [sector]}
    ours = find("economy").edition(changed).data
    assert ours["target"] == {**shipped["target"], "4": 70}
    assert ours["sector"][0]["products"] == {**shipped["sector"][0]["products"], "3": "Kiosk"}
    slots = find("opoly").edition({"based_on": BASES["opoly"], "slots": {"4": 6}}).data["slots"]
    assert slots == {**find("opoly").edition().data["slots"], "4": 6}
    limits = rules_of("poleconomy", limits={"flat": 100_000}).politics.language.limits
    assert limits["flat"] == 100_000 and limits["per_company"] == 500_000
