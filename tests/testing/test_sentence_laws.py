"""Lies planted in the texts of games are found by the law of sentences, and described."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

import classkit
from classkit.attribution import turning_points
from classkit.attribution.decomposition import Decomposition
from classkit.attribution.explanation_evidence import EvidenceFinder
from classkit.attribution.explanation_text import ExplanationWriter
from classkit.attribution.metric_selection import resolve_metric
from classkit.engine.events import INSTRUCTOR, Event, Transfer
from classkit.engine.evidence import EventLinks, Evidence, Statement
from classkit.engine.game import Game, format_winners
from classkit.engine.match import Match
from classkit.engine.registry import find
from classkit.engine.rulebook_text import StepSummary, TextFormatter
from classkit.games.opoly.presentation import rent_causes
from classkit.testing.match_sentences import (
    check_ending,
    check_explanation,
    check_news,
    check_step,
    list_event_sentences,
)
from classkit.testing.match_strategies import Setup
from classkit.testing.sentence_checks import FalseSentence
from classkit.testing.sentence_facts import MatchFacts, Scope
from classkit.testing.sentence_laws import find_false_sentences, name_seats, play_with_headlines
from classkit.testing.starter.orchard import GAME as STARTER
from classkit.testing.story_checks import StoryChecker
from classkit.widgets import action_summary, end_screen, state_snapshot
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.every_game import for_every_game
from tests.toy import GAME as TOY

Facts = Mapping[str, Any]
SEEDS = range(6)
"""Seeds of the matches that are searched for a lie until it is found."""
HEADLINES = 60
"""Number of headlines of a match that are searched."""

poleconomy, opoly, economicon, economy = map(find, ("poleconomy", "opoly", "economicon", "economy"))


def make_setup(game: Game[Any], seed: int, seats: int = 4, /, **options: Any) -> Setup:
    """Return a match between the bots of a game."""
    bots = sorted(game.bots())
    return Setup(
        game, seats, seed, options, tuple(bots[(seed + at) % len(bots)] for at in range(seats))
    )


def read_all(setup: Setup) -> list[FalseSentence]:
    """Read everything that is said about a match."""
    return find_false_sentences(setup)


def read_news(setup: Setup) -> list[FalseSentence]:
    """Read the news of a match."""
    match = name_seats(setup.new()).play(until="end", bots=setup.players)
    return list(check_news(StoryChecker(match)))


def read_ending(setup: Setup) -> list[FalseSentence]:
    """Read the turning points and the end screen of a match."""
    match = name_seats(setup.new()).play(until="end", bots=setup.players)
    return list(check_ending(StoryChecker(match)))


def read_headlines(setup: Setup) -> list[FalseSentence]:
    """Read the headlines of a match."""
    return play_with_headlines(setup, HEADLINES)[1]


def read_turns(setup: Setup) -> list[FalseSentence]:
    """Read the headline of each turn of a match."""
    page_view = PageView(MatchController(name_seats(setup.new()), setup.players))
    found: list[FalseSentence] = []
    while not page_view.match.is_over:
        found += check_step(page_view, "turn")
    return found


def find_message(
    game: Game[Any], read: Callable[[Setup], list[FalseSentence]], /, *parts: str, **options: Any
) -> str:
    """Return the first message that contains all of ``parts``, from a few matches."""
    seen: list[str] = []
    for seed in SEEDS:
        seen += map(str, read(make_setup(game, seed, **options)))
        for message in seen:
            if all(part in message for part in parts):
                return message
    raise AssertionError(f"nothing with {parts!r} was found, but {seen[:3]}")


@for_every_game
def test_true_sentences_raise_no_alarm(game: Game[Any], deep: bool) -> None:
    for seed in range(60 if deep else 1):
        assert not find_false_sentences(make_setup(game, seed, 3))


def test_the_starter_game_tells_the_truth() -> None:
    for seed in SEEDS:
        assert not find_false_sentences(make_setup(STARTER, seed))


@pytest.mark.parametrize(("seats", "seed"), [(5, 10), (4, 2)])
def test_a_headline_tells_its_own_step_in_order(seats: int, seed: int) -> None:
    """A tax before the bankruptcy that it causes; and no change of an earlier step of the turn."""
    assert not play_with_headlines(make_setup(opoly, seed, seats), HEADLINES)[1]


def test_the_evidence_of_a_bar_is_of_its_moment() -> None:
    """The step of a bankruptcy began two turns earlier."""
    assert not read_ending(Setup(opoly, 4, 5, {}, ("random",) * 4))


# --- the sentences of games -----------------------------------------------------------------------


def plant(patch: pytest.MonkeyPatch, game: Game[Any], **words: Any) -> None:
    """Replace words of a game; mappings are merged."""
    known = game.words
    merged: dict[str, Any] = {
        name: {**getattr(known, name), **value} if isinstance(value, dict) else value
        for name, value in words.items()
    }
    patch.setattr(type(game), "words", replace(known, **merged))


LIES: list[tuple[Game[Any], str, str, str]] = [
    (TOY, "rent_due", "{owner:seat} pays {seat:seat} {rent:money}.", "pays"),
    (TOY, "rent_due", "{seat:seat} pays {owner:seat} {rent:money} at Spring.", "the place Spring"),
    (TOY, "coins_minted", "{seat:seat} gets ₡1{amount}.", "the amount ₡15"),
    (STARTER, "goods_made", "{seat:seat} makes 77 goods.", "the amount 77 goods"),
    (
        poleconomy,
        "profit_due",
        "{owner:seat} pays {visitor:seat} {paid:money} at {square:space}.",
        "pays",
    ),
    (
        poleconomy,
        "profit_due",
        "{visitor:seat} pays {owner:seat} {paid:money} at Start ×4.",
        "the place Start ×4",
    ),
    (opoly, "money_moved", "{payee:Account} pays {payer:account} {amount:money}.", "pays"),
    (opoly, "lot_sold", "{winner:seat} sells {lot:space} for {price:money}.", "somebody pays"),
    (
        economicon,
        "bought",
        "{nation:seat} buys {qty:of {unit}} for {qty:of gold}.",
        "pays somebody",
    ),
    (economy, "points_scored", "Ada scores {amount}.", "the seat Ada"),
]
"""Sentences of events that lie: swapped directions, wrong places, amounts and seats."""


@pytest.mark.parametrize(("game", "event", "lie", "part"), LIES)
def test_a_lie_about_an_event_is_found(
    game: Game[Any], event: str, lie: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, game, events={event: lie})
    message = find_message(game, read_news, f"({event}, turn", part)
    assert "\n  claims: " in message and "\n  the ledger: " in message, message


def test_an_amount_of_another_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell_votes(say: TextFormatter, facts: Facts) -> str:
        seats, counts = [*facts["votes"]], [*facts["votes"].values()]
        votes = zip(seats, [*counts[1:], counts[0]], strict=True)
        return f"Votes: {', '.join(f'{say.seat(seat)} {count}' for seat, count in votes)}."

    plant(monkeypatch, poleconomy, events={"votes_counted": tell_votes})
    assert "votes_counted" in find_message(poleconomy, read_news, " of Ada", game=2)


# --- places of incomes ----------------------------------------------------------------------------


def plant_last_place(
    patch: pytest.MonkeyPatch, game: Game[Any], moved: str, reason: str, words: str
) -> None:
    """Let a game name the place of the last move of the turn, as two games once did."""
    turns: dict[int, str] = {}
    begin = EvidenceFinder.__init__

    def remember(finder: Any, match: Match, viewer: str | None) -> None:
        turns.clear()
        turns.update((one.turn, one.facts["to"]) for one in match.events if one.name == moved)
        begin(finder, match, viewer)

    def tell_last_place(say: TextFormatter, row: Transfer, _: Sequence[Event]) -> str | None:
        return words.format(say.space(turns[row.turn])) if row.reason == reason else None

    patch.setattr(EvidenceFinder, "__init__", remember)
    plant(patch, game, earned=tell_last_place)


def explain(match: Match, metric: str, seat: str, turn: int, since: int) -> list[str]:
    """Return the messages about the explanation of a change."""
    checker = StoryChecker(name_seats(match))
    figure = resolve_metric(match, metric, seat, INSTRUCTOR)
    texts = list_event_sentences(checker, 0)
    return list(map(str, check_explanation(checker, figure, since, turn, texts)))


def test_one_of_two_squares_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match = classkit.new("poleconomy", seats=4, seed=1, options={"game": 1}).play(until="end")
    assert not explain(match, "net_worth", "C", 18, 17)
    plant_last_place(monkeypatch, poleconomy, "beaver_moved", "income", "paid at {}")
    (message,) = explain(match, "net_worth", "C", 18, 17)
    assert "claims: all was paid at Income ×20" in message
    assert "1,100,000 dollars (income at Opportunity ×10)" in message


def test_one_of_two_rents_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rents of different properties are told as rents of the last."""
    match = classkit.new(opoly, seats=4, seed=3).play(until="end")
    rents = [row for row in MatchFacts(match).rows if row.transfer.reason == "rent"]
    first, last = next(
        (one, other)
        for seat in match.seats
        for one, other in pairwise([row for row in rents if row.payee == seat])
        if not one.places & other.places
    )
    since, turn = first.transfer.turn - 1, last.transfer.turn
    assert not explain(match, "cash", first.payee, turn, since)
    space = min(last.places)

    def tell_last_rent(say: TextFormatter, row: Transfer, _: Sequence[Event]) -> str | None:
        return f"rent of {say.space(space)}" if row.reason == "rent" else None

    plant(monkeypatch, opoly, earned=tell_last_rent)
    (message,) = explain(match, "cash", first.payee, turn, since)
    assert "claims: all was paid at" in message and "(rent at" in message


# --- worth ----------------------------------------------------------------------------------------


def find_worth_message(game: Game[Any], seats: int, figure: str, *parts: str) -> str:
    """Return the first message about why a metric has changed that contains all of ``parts``."""
    match = classkit.new(game, seats=seats, seed=3).play(until="end")
    turns = [row["turn"] for row in match.history]
    for since, turn in pairwise(turns):
        for seat in match.seats:
            for message in explain(match, figure, seat, turn, since):
                if all(part in message for part in parts):
                    return message
    raise AssertionError(f"nothing with {parts!r} was found")


def tell_price(say: TextFormatter, facts: Facts, more: int, each: float) -> str:
    """Tell how the price of tech has changed, with too many of it, or too high a price."""
    before, after = (round(float(facts[f"tech_{when}"]), 2) for when in ("before", "after"))
    verb = "fall" if after < before else "rise"
    held = f"{facts['count'] + more} tech in reserve"
    return f"{held} {verb} from {before} to {after + each:.2f} gold each"


@pytest.mark.parametrize(
    ("more", "each", "claims"),
    [(3, 0, "tech held"), (0, 0.5, "no value changes like that"), (3, 0, "the holding times")],
)
def test_a_false_price_is_found(
    more: int, each: float, claims: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tell(say: TextFormatter, facts: Facts) -> str:
        return tell_price(say, facts, more, each)

    plant(monkeypatch, economicon, worth={"tech": tell})
    assert "tech in reserve" in find_worth_message(economicon, 3, "worth", claims)


def test_a_price_without_the_rows_that_moved_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EvidenceFinder, "find_price_rows", lambda finder, part: [])
    claims = "its evidence has no row that moved it"
    assert "in reserve" in find_worth_message(economicon, 3, "worth", claims)


@pytest.mark.parametrize(
    ("words", "claims"),
    [
        (
            "{whose} company is worth less now that the Number has risen from 3 to 9",
            "no value changes like that",
        ),
        (
            "{whose} {count} companies are worth less, as the Number goes from {number_after} "
            "to {number_before}",
            "a change of",
        ),
        (
            "{whose} five companies are worth more, as the Number goes from {number_before} to "
            "{number_after}",
            "for 5",
        ),
    ],
)
def test_a_false_worth_is_found(words: str, claims: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, poleconomy, worth={"company": words})
    assert "compan" in find_worth_message(poleconomy, 3, "net_worth", claims)


# --- sentences about several events ---------------------------------------------------------------


def test_a_sum_that_misses_a_row_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell_less(
        say: TextFormatter,
        events: Sequence[Event],
        before: Mapping[str, Any],
        now: Mapping[str, Any],
    ) -> list[StepSummary]:
        made = [one.facts for one in events if one.facts.get("reason") == "produced"]
        goods = [facts["qty"] for facts in made if facts["unit"] == made[0]["unit"]]
        if len(goods) < 2:
            return []
        less = say.format_amount(sum(goods[1:]), made[0]["unit"])
        return [StepSummary(f"The nations produce {less}.", events)]

    plant(monkeypatch, economicon, sum_up=tell_less)
    assert "The nations produce" in find_message(economicon, read_turns, "claims: the amount")


def test_two_incomes_told_as_one_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rents of two properties are told as a rent of the second."""

    def tell_one(
        say: TextFormatter,
        events: Sequence[Event],
        before: Mapping[str, Any],
        now: Mapping[str, Any],
    ) -> list[StepSummary]:
        spaces = {one.turn: one.facts["to"] for one in events if one.name == "pawn_moved"}
        rents = [
            (spaces[one.turn], one.facts)
            for one in events
            if one.facts.get("reason") == "rent" and one.turn in spaces
        ]
        if len({space for space, _ in rents}) < 2:
            return []
        payee, amount = rents[0][1]["payee"], sum(facts["amount"] for _, facts in rents)
        text = f"{say.space(rents[-1][0])} brings {say.seat(payee)} {say.money(amount)}."
        return [StepSummary(text, events)]

    plant(monkeypatch, opoly, sum_up=tell_one)
    assert " brings " in find_message(opoly, read_headlines, "claims: somebody pays")


def test_an_effect_before_its_cause_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not "Ada gains $200,000, and the Number jumps from 2 to 6"."""
    tell = action_summary.format_summary

    def tell_backwards(*arguments: Any) -> Statement:
        told = tell(*arguments)
        cause, joined, effect = told.text.removesuffix(".").partition(", and ")
        return told._replace(text=f"{effect}, and {cause}.") if joined else told

    assert not read_turns(make_setup(poleconomy, 0, game=2))
    monkeypatch.setattr(state_snapshot, "format_summary", tell_backwards)
    assert "came before" in find_message(poleconomy, read_turns, "came before", game=2)


def test_events_told_in_another_order_are_found() -> None:
    """The law allows several events in a headline, in the order in which they happened."""
    match = name_seats(classkit.new(opoly, seats=4, seed=5)).play(until="end")
    checker = StoryChecker(match)
    sentences = list_event_sentences(checker, 0)
    texts = {numbers[0][-1]: text for text, numbers in sentences.items() if len(numbers) == 1}
    first, second = (texts[number] for number in sorted(texts)[-2:])
    scope = Scope.of_turns(checker.facts, 0, match.turn)
    told = checker.check_headline(f"{first} {second}", sentences, scope, (), "headline")
    assert not [one for one in told if "came before" in one.claim]
    told = checker.check_headline(f"{second} {first}", sentences, scope, (), "headline")
    assert [one for one in told if "came before" in one.claim]


def test_a_gain_told_as_a_loss_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = turning_points.format_change
    monkeypatch.setattr(
        turning_points, "format_change", lambda *facts: tell(*facts).replace("gains", "loses")
    )
    assert "its metrics change by" in find_message(economy, read_ending, "turning point of turn")


@pytest.mark.parametrize(
    ("told", "lie", "game"),
    [(", including ", ": ", poleconomy), (": ", ", including ", opoly)],
)
def test_parts_that_do_not_make_a_change_are_found(
    told: str, lie: str, game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = ExplanationWriter.describe_causes

    def tell_parts(writer: ExplanationWriter, split: Decomposition, most: int = 2) -> str:
        return re.sub(f"^{told}", lie, tell(writer, split, most))

    monkeypatch.setattr(ExplanationWriter, "describe_causes", tell_parts)
    assert "parts of " in find_message(game, read_ending, "turning point of turn", "parts of ")


def test_a_false_rest_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = ExplanationWriter.describe_causes

    def tell_rest(writer: ExplanationWriter, split: Decomposition, most: int = 2) -> str:
        return re.sub(r"less \S+ gold", "less 5 gold", tell(writer, split, most))

    monkeypatch.setattr(ExplanationWriter, "describe_causes", tell_rest)
    assert "the sum of its parts" in find_message(economicon, read_ending, "the sum of its parts")


def test_a_false_score_of_a_barred_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dov has most, but is bankrupt (Q11.4)."""
    setup = Setup(opoly, 4, 2, {}, ("empire_builder",) * 4)
    assert not read_ending(setup)
    tell = ExplanationWriter.format_quantity

    def tell_more(writer: ExplanationWriter, amount: Any, unit: str, digits: int = 2) -> str:
        return tell(writer, amount + 1, unit, digits)

    monkeypatch.setattr(ExplanationWriter, "format_quantity", tell_more)
    assert any("finishes with" in one.claim for one in read_ending(setup))


def test_a_false_formula_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = rent_causes.tell_rent_change

    def tell_other_rent(say: TextFormatter, facts: Facts) -> str:
        return tell(say, {**facts, "divisor_after": 50})

    plant(monkeypatch, opoly, worth={"rents": tell_other_rent})
    assert "by the formula" in find_message(opoly, read_ending, "by the formula")


def test_a_cause_of_another_turn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The evidence of a change is that of the first payments of the match."""
    seek = EvidenceFinder.find_rows

    def find_first_rows(finder: Any, part: Any) -> Any:
        found = seek(finder, part)
        return [row._replace(number=at) for at, row in enumerate(found, start=1)]

    monkeypatch.setattr(EvidenceFinder, "find_rows", find_first_rows)
    assert "evidence of turn" in find_message(opoly, read_all, "evidence of turn")


@for_every_game
def test_evidence_that_shows_nothing_is_found(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EventLinks, "get_rows", lambda links, event: ())
    assert "claims: " in find_message(game, read_news, "its evidence has no row")


@pytest.mark.parametrize("seed", [100, 101, 102])
def test_the_evidence_of_an_end_has_all_who_are_named(seed: int) -> None:
    """Two seats may share the first place, or the next, and the game's event has no scores."""
    for seats in (3, 4):
        assert not read_ending(make_setup(TOY, seed, seats))
        assert not read_ending(make_setup(STARTER, seed, seats))


def test_winners_of_other_races_are_no_false_winners() -> None:
    """The sum of places decides the match, and each race has a winner of its own."""
    assert not read_ending(make_setup(opoly, 0, 6, combined_score="sum_of_places"))


def test_a_wrong_winner_of_a_race_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = format_winners

    def tell_swapped(say: TextFormatter, winners: Any, races: Facts) -> str:
        return tell(say, winners, dict(zip(races, [*races.values()][::-1], strict=True)))

    monkeypatch.setattr(end_screen, "format_winners", tell_swapped)
    assert "won FUTURE EARNINGS" in find_message(opoly, read_ending, "won FUTURE EARNINGS")


def test_a_wrong_winner_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        end_screen, "format_winners", lambda say, winners, races: "Hiro and Ada win."
    )
    assert "Ada won" in find_message(poleconomy, read_ending, "end screen")


@for_every_game
def test_an_end_without_its_scores_is_found(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        end_screen, "collect_ending_evidence", lambda match, say, viewer: Evidence((1,))
    )
    assert "its evidence has" in find_message(game, read_ending, "end screen", "its evidence has")


@pytest.mark.parametrize("game", [TOY, opoly, economicon, poleconomy, economy])
def test_a_headline_with_the_evidence_of_another_is_found(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = action_summary.format_summary
    monkeypatch.setattr(
        state_snapshot,
        "format_summary",
        lambda *arguments: tell(*arguments)._replace(evidence=Evidence((1,))),
    )
    assert find_message(game, read_headlines, "headline of", "its evidence has")
