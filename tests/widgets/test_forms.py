"""Large forms, previews, places of reasons, facts beside a question, and a new match as a form."""

from __future__ import annotations

import json
from typing import Any

import pytest

import classkit
from classkit.engine.moves import Amount, FieldGroup, FreeText, ListOf, Move, OneOf, Preview
from classkit.engine.rulebook_text import TextFormatter
from classkit.widgets.choice_labels import format_quantity
from classkit.widgets.forms import build_field, build_move, build_preview, check_values
from tests.toy import GAME as TOY
from tests.widgets.pages import Page, sent

LIMIT = 4_096


@pytest.fixture
def page() -> Page:
    """A Prime Minister's page, all seats persons."""
    match = classkit.new("poleconomy", seats=["Ada", "Bo", "Cy"], seed=7, options={"game": 2})
    while not (match.requests() and match.requests()[0].name == "pm_action"):
        match.play("decision", bots=dict.fromkeys("ABC", "politician"))
    return Page.of(match, bots="person")


def ask(page: Page) -> dict[str, Any]:
    return dict(page.now["asks"][0])


def move(page: Page, name: str) -> dict[str, Any]:
    return next(dict(one) for one in ask(page)["moves"] if one["name"] == name)


def filled(page: Page, verb: str, name: str, values: dict[str, Any]) -> dict[str, Any]:
    return dict(page.do(verb, seat=ask(page)["seat"], move=name, **{"with": values})["data"])


# --- large forms --------------------


def test_a_form_with_rows_is_only_named_and_fetched_when_it_is_opened(page: Page) -> None:
    """Design 7, budget: a step message stays small, whatever a law may say (P19.3)."""
    tax = move(page, "propose_tax")
    assert tax == {
        "name": "propose_tax", "label": "Table a tax law", "rule": "P19.3", "preview": True,
        "large": True, "fields": [],
    }  # fmt: skip
    assert len(json.dumps(page.now["asks"])) < LIMIT * 0.75
    whole = page.do("form", seat=ask(page)["seat"], move="propose_tax")["data"]
    law = whole["fields"][0]["form"]
    assert [part["name"] for part in law["fields"]] == ["bracket", "relief"]
    assert law["optional"] == ["relief"]
    assert len(law["examples"]) >= 5
    bracket = law["fields"][0]["form"]["form"]
    assert "when" in bracket["optional"] and "per_company" in bracket["optional"]


def test_every_example_to_start_from_is_legal(page: Page) -> None:
    """The model laws and conditions that a form offers would be accepted as they are (P19.2)."""
    whole = page.do("form", seat=ask(page)["seat"], move="propose_tax")["data"]
    law = whole["fields"][0]["form"]
    for example in law["examples"]:
        assert filled(page, "check", "propose_tax", {"law": example["value"]})["reason"] is None
    condition = law["fields"][0]["form"]["form"]["fields"][0]["form"]["form"]
    assert len(condition["examples"]) == 8
    for example in condition["examples"]:
        values = {
            "purpose": "exports", "when": [example["value"]], "amount": 10_000, "delay_rounds": 1,
        }  # fmt: skip
        assert filled(page, "check", "propose_subsidy", values)["reason"] is None, example


def test_a_move_that_is_not_possible_has_no_form(page: Page) -> None:
    for name in ("fly", "buy", ""):
        answer = page.do("form", seat=ask(page)["seat"], move=name)
        assert answer["kind"] == "refused"
    assert page.do("form", seat="Z", move="propose_tax")["kind"] == "refused"


def test_a_turn_of_the_prime_minister_stays_within_the_budget(page: Page) -> None:
    """Acts of politics one after the other: each message at most 4 KB (design 7)."""
    seat = ask(page)["seat"]
    law = {"bracket": [{"per_company": 50_000}]}
    acts = [("issue_bonds", {"count": 2}), ("propose_tax", {"law": law})]
    for name, values in acts:
        answer = page.do("answer", seat=seat, move=name, **{"with": values})
        assert answer["kind"] == "step" and sent(answer) <= LIMIT
    assert [one["kind"] for one in page.now["asks"]] == ["sealed"] * 3
    for one in list(page.now["asks"]):
        answer = page.do("answer", seat=one["seat"], move="yes")
        assert answer["kind"] == "step" and sent(answer) <= LIMIT


# --- previews --------------------


def test_a_tax_law_shows_what_each_would_owe_before_it_is_tabled(page: Page) -> None:
    """P19.4, asked for while the form is filled in; nothing changes by asking."""
    before = page.match.step
    flat = {"law": {"bracket": [{"flat": 30_000}]}}
    answer = filled(page, "preview", "propose_tax", flat)
    assert answer["reason"] is None
    table = answer["table"]
    assert table["columns"] == ["Player", "Owes now", "Would owe", "Would pay"]
    assert [row[0] for row in table["rows"]] == ["Ada", "Bo", "Cy"]
    assert [row[2] for row in table["rows"]] == ["$30,000"] * 3
    assert "$90,000" in table["note"]
    assert page.match.step == before


def test_bonds_show_the_interest_that_they_will_cost(page: Page) -> None:
    """P17.3, P17.6: cash now and then, the debt, and interest at the next Bonds position."""
    table = filled(page, "preview", "issue_bonds", {"count": 3})["table"]
    now, then = page.match.table.issued, page.match.table.issued + 3
    rows = {row[0]: row[1:] for row in table["rows"]}
    assert rows["Bonds issued"] == [f"{now} of 30", f"{then} of 30"]
    assert rows["Interest at the next Bonds"] == [f"${100_000 * n:,}" for n in (now, then)]
    cash = page.match.table.cash("treasury")
    assert rows["Cash of the Treasury"] == [f"${cash:,}", f"${cash + 300_000:,}"]
    assert "$300,000 of interest at every Bonds position" in table["note"]


def test_a_redemption_shows_what_it_costs_and_saves(page: Page) -> None:
    """P17.8: 100,000 for each bond of the Bank."""
    page.do("answer", seat=ask(page)["seat"], move="issue_bonds", **{"with": {"count": 3}})
    cash = page.match.table.cash("treasury")
    values = {"from_bank": 2, "from_players": {}}
    table = filled(page, "preview", "redeem_bonds", values)["table"]
    assert table["rows"][0][2] == f"${cash - 200_000:,}"
    assert "costs $200,000 and saves $200,000 of interest" in table["note"]


def test_a_subsidy_and_a_salary_have_previews_too(page: Page) -> None:
    """P19.5, P18.3."""
    subsidy = {"purpose": "exports", "when": [], "amount": 20_000, "delay_rounds": 2}
    table = filled(page, "preview", "propose_subsidy", subsidy)["table"]
    assert [row[1] for row in table["rows"]] == ["$20,000"] * 3
    seat = ask(page)["seat"]
    raised = page.match.table.salaries[seat] + 10_000
    table = filled(page, "preview", "set_salary", {"player": seat, "amount": raised})["table"]
    assert table["rows"][0][2] == table["rows"][1][2] == f"${raised:,}"


def test_cells_of_a_preview_are_words() -> None:
    """Seats by name, amounts in the unit, texts as they are."""
    preview = Preview(("Who", "What", "So"), (("A", 1_000, "3 of 30"), ("Z", -5, "")), "$", "Note")
    say = TextFormatter({"A": "Ada"})
    assert build_preview(preview, say) == {
        "columns": ["Who", "What", "So"],
        "rows": [["Ada", "$1,000", "3 of 30"], ["Z", "-$5", ""]],
        "note": "Note",
    }


def test_one_of_a_thing_is_called_by_its_own_word(page: Page) -> None:
    """Labels: "1 bond" and "3 bonds": units go with their numbers, in forms and in figures."""
    count = move(page, "issue_bonds")["fields"][0]["form"]
    assert (count["unit"], count["one"]) == ("bonds", "bond")
    say = page.match.say()
    assert [format_quantity(say, n, "bonds") for n in (0, 1, 2)] == ["0 bonds", "1 bond", "2 bonds"]
    assert format_quantity(say, 1, "life") == "1 life policy"
    assert format_quantity(say, 3, "savings") == "3 savings cards"
    assert format_quantity(say, 1, "paces") == "1 paces"  # a unit without words of its own
    money = build_move(Move("pay", amount=Amount(0, 9, unit="$")), "pay", say)
    assert money["fields"][0]["form"] == {
        "kind": "amount", "low": 0, "high": 9, "step": 1, "unit": "$",
        "currency": {"sign": "$", "many": "dollars", "after": False, "thousands": ","},
    }  # fmt: skip


# --- refusals --------------------


def test_a_refused_law_says_why_and_where(page: Page) -> None:
    """P19.2: a band too narrow names a player; the reason belongs beside that condition."""
    narrow = {"field": "basic_income", "min": 60_000, "max": 70_000}
    law = {"bracket": [{"flat": 10_000, "when": [narrow]}, {}]}
    answer = filled(page, "preview", "propose_tax", {"law": law})
    assert answer["at"] == ["law", "bracket", 0, "when", 0]
    assert answer["reason"].startswith("A band of Basic Income must be at least $20,000 wide")
    assert answer["table"] is None


@pytest.mark.parametrize(
    ("law", "at", "words"),
    [
        ({"bracket": [{"flat": 15_000}]}, ["law", "bracket", 0, "flat"], "not $15,000"),
        ({"bracket": [{}] * 8}, ["law", "bracket"], "1 to 7"),
        ({"bracket": [{}], "relief": {"gift": 1}}, ["law", "relief"], "is not a field"),
        ({"bracket": [{}, {}]}, ["law", "bracket", 0, "when"], "Bracket 1 has no condition"),
        ({"bracket": [{}, {}, {}], "relief": {}}, ["law", "bracket", 0, "when"], "no condition"),
        ({"bracket": [{"when": [{"field": "companies", "min": 1, "max": 45}]}]},
         ["law", "bracket", 0, "when"], "The last bracket is for everybody else"),
        ({"bracket": "all"}, ["law", "bracket"], "ust be a list"),
        ([], ["law"], "ust be a form"),
        ({"bracket": [{"when": [{"field": "party", "min": 0, "max": 1}]}, {}]},
         ["law", "bracket", 0, "when", 0, "field"], "ust be one of"),
    ],
)  # fmt: skip
def test_bad_laws_are_refused_where_they_are_wrong(
    page: Page, law: Any, at: list[Any], words: str
) -> None:
    for verb in ("check", "preview"):
        answer = filled(page, verb, "propose_tax", {"law": law})
        assert answer["at"] == at
        assert words in answer["reason"]


def test_ten_thousand_brackets_are_refused_unread(page: Page) -> None:
    before = page.match.step
    law = {"bracket": [{}] * 10_000}
    for verb in ("check", "preview", "answer"):
        seat = ask(page)["seat"]
        answer = page.do(verb, seat=seat, move="propose_tax", **{"with": {"law": law}})
        assert answer["kind"] == "refused" and "is too long" in answer["reason"]
    assert page.match.step == before


def test_a_reason_that_only_looks_like_a_place_is_told_whole() -> None:
    odd = Move("odd", refuse=lambda values: "price: too high", amount=Amount(0, 9))
    assert check_values(odd, {"amount": 3}) == {"reason": "Price: too high", "at": []}
    assert check_values(odd, {"amount": 30})["at"] == ["amount"]


def test_a_preview_is_never_made_of_what_is_refused() -> None:
    """A preview may trust its values: what does not fit the fields does not reach it."""
    seen: list[Any] = []

    def preview(values: Any) -> Preview:
        seen.append(values)
        return Preview((), ())

    rows = ListOf(FieldGroup(None, (), n=Amount(1, 3)), 0, 2)
    form = build_move(Move("go", preview=preview, rows=rows), "go", TextFormatter(), whole=False)
    assert form == {"name": "go", "label": "Go", "preview": True, "large": True, "fields": []}
    assert seen == []


# --- facts beside a question --------------------


def test_a_vote_shows_who_holds_how_many_votes_before_any_curtain(page: Page) -> None:
    """P19.1: the votes and what is needed are public; what each says is not."""
    law = {"bracket": [{"per_company": 50_000}]}
    seat = ask(page)["seat"]
    page.do("answer", seat=seat, move="propose_tax", **{"with": {"law": law}})
    first, *others = page.now["asks"]
    votes = page.match.table.votes
    rows = dict(first["facts"]["rows"])
    assert [rows[name] for name in ("Ada", "Bo", "Cy")] == [str(votes[s]) for s in "ABC"]
    assert rows["All"] == str(sum(votes.values()))
    assert rows["Needed"] == str(sum(votes.values()) // 2 + 1)
    assert "everybody owes $50,000 per company." in first["facts"]["note"]
    assert not any("facts" in other for other in others)
    assert all(one["closed"] and not one["moves"] for one in page.now["asks"])
    looked = page.do("look", seat="B")["data"]
    assert looked["facts"] == first["facts"]


def test_sealed_answers_with_facts_of_their_own_tell_none() -> None:
    """The toy's market has no facts: nothing is shown that was not meant for all."""
    page = Page.of(classkit.new(TOY, seats=3, seed=4), bots=dict.fromkeys("ABC"))
    assert all("facts" not in one for one in page.now["asks"])


# --- a new match --------------------


def test_a_new_match_is_a_form_made_from_the_declarations(page: Page) -> None:
    setup = page.do("setup")["data"]
    assert setup["seats"]["value"] == 3
    assert [one["value"] for one in setup["seats"]["form"]["options"]] == [2, 3, 4, 5, 6]
    fields = {field["name"]: field for field in setup["options"]}
    assert list(fields) == [option.name for option in page.match.game.options]
    assert fields["game"]["value"] == 2 and fields["game"]["rule"] == "P2.1"
    assert [one["value"] for one in fields["quick_start"]["form"]["options"]] == [True, False]
    rounds = fields["round_limit"]["form"]
    assert (rounds["low"], rounds["high"], rounds["also"]) == (1, 200, [0])
    assert rounds["words"] == {"auto": "As the edition says"}
    assert len(fields["banker_seat"]["form"]["options"]) == 6


def test_a_new_match_keeps_what_was_there_as_a_branch(page: Page) -> None:
    """Both games and quick start are one choice away, and nothing is lost (design 7)."""
    setup = page.do("setup")["data"]
    options = {field["name"]: field["value"] for field in setup["options"]}
    before = page.match
    answer = page.do("new", seats=5, options={**options, "game": 1, "quick_start": True})
    assert answer["kind"] == "snapshot"
    assert len(page.match.seats) == 5
    assert (page.match.options.game, page.match.options.quick_start) == (1, True)
    assert [branch["name"] for branch in page.now["branches"]] == ["Main", "New"]
    page.do("branch", name="Main")
    assert page.match is before and page.now["asks"][0]["name"] == "pm_action"


def test_a_branch_with_more_seats_finds_players_for_them() -> None:
    page = Page.of(classkit.new("poleconomy", seats=5, seed=1))
    page.do("new", seats=2)
    page.do("branch", name="Main")
    assert set(page.desk.players) >= set("ABCDE")
    assert page.do("step", until="turn")["kind"] == "step" and page.match.turn >= 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"options": {"round_limit": 500}},
        {"options": {"bank_cash": 15}},
        {"options": {"banker_seat": "F"}},
        {"options": {"quick_start": "yes"}},
        {"options": {"gravity": 1}},
        {"options": []},
        {"seats": 9},
        {"seats": "4"},
        {"seats": 2, "options": {"banker_seat": "C"}},
    ],
    ids=str,
)
def test_wrong_options_are_refused_and_nothing_changes(page: Page, wrong: dict[str, Any]) -> None:
    before = page.match
    answer = page.do("new", **wrong)
    assert answer["kind"] == "refused" and answer["reason"]
    assert page.match is before and len(page.now["branches"]) == 1


def test_free_words_are_a_field() -> None:
    """A text field goes to the page as it is, and too long a text is refused at its place."""
    note = Move("offer", note=FreeText(5))
    assert build_move(note, "offer", TextFormatter())["fields"] == [
        {"name": "note", "label": "Note", "form": {"kind": "text", "longest": 5}}
    ]
    assert check_values(note, {"note": "longer"})["at"] == ["note"]


def test_a_form_begins_with_what_is_usual() -> None:
    """A choice that most leave as it is need not be made."""
    usual = build_field("how", OneOf(("free", "level"), usual="level"), "offer", TextFormatter())
    assert usual["suggest"] == ["level"]
    assert "suggest" not in build_field("how", OneOf(("free", "level")), "offer", TextFormatter())
