"""Laws of texts: everything visible has a text, and the texts agree with the facts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.bots import PERSON
from classkit.engine.events import NOWHERE
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.rulebook_text import ROUTINE, TURNING_POINT

from .board_laws import find_board_faults, find_scene_faults
from .game_sources import find_source_files
from .match_strategies import Setup, begin_match, law, setups, walk_randomly

STEPS = 150
MAX_SENTENCE_LENGTH = 160
"""Maximum length of a sentence for a class, in characters."""


@law
@given(st.data())
def test_everything_that_is_seen_has_words(game: Any, data: st.DataObject) -> None:
    """Check texts for decisions, moves, fields, events, reasons, units and accounts."""
    m, chance = begin_match(game, data, "words")
    for _ in walk_randomly(m, chance, STEPS):
        check_decision_texts(m)
        check_seats_in_questions(m)
    check_event_texts(m)
    check_seats_in_sentences(m)
    check_ledger_texts(m)


def check_decision_texts(m: Match) -> None:
    """Check the questions of decisions and the labels of moves and fields."""
    words, say = m.game.words, m.say()
    for decision in m.requests():
        assert decision.name in words.decisions, f"decision {decision.name} has no question"
        assert say.decision_question(decision.name, decision.seat, decision.about).strip()
        for move in decision.moves:
            labels = (f"{decision.name}.{move.name}", move.name)
            known = any(label in words.moves for label in labels) or move.name in say.spaces
            assert known, f"move {move.name} of {decision.name} has no text"
            for name in move.fields:
                assert name in words.fields, f"field {name} of {move} has no text"
    for aside in m.asides():
        assert aside.move.name in words.asides, f"aside {aside.move.name} has no text"
        for name in aside.move.fields:
            assert name in words.fields, f"field {name} of {aside.move} has no text"


def check_event_texts(m: Match) -> None:
    """Check that every event has a sentence, including in the view of each seat."""
    say = m.say()
    for seat in (None, *m.seats):
        for event in m.view(seat).events:
            assert event.name in m.game.words.events, f"event {event.name} has no sentence"
            sentence = say.event_sentence(event)
            assert sentence is None or sentence.strip()
            assert say.event_weight(event) in range(ROUTINE, TURNING_POINT + 1), event
    for event in m.events:
        assert event.name in m.game.words.events, f"event {event.name} has no sentence"
        say.event_sentence(event)


def check_seats_in_sentences(m: Match) -> None:
    """Check that the sentences of events name seats by their names, never by their letters."""
    say = m.say()
    say.seats = dict.fromkeys(m.seats, SEAT_TOKEN)
    for event in m.events:
        other = event._replace(
            facts=shift_seats(event.facts, m.seats), seat=shift_seats(event.seat, m.seats)
        )
        told = say.event_sentence(event)
        assert told == say.event_sentence(other), f"this text names a seat by its letter: {told}"


def check_seats_in_questions(m: Match) -> None:
    """Check that questions of decisions name seats by their names, never by their letters."""
    say = m.say()
    say.seats = dict.fromkeys(m.seats, SEAT_TOKEN)
    for one in m.requests():
        about, seat = shift_seats(dict(one.about), m.seats), shift_seats(one.seat, m.seats)
        told = say.decision_question(one.name, one.seat, one.about)
        other = say.decision_question(one.name, seat, about)
        assert told == other, f"this text names a seat by its letter: {told}"


SEAT_TOKEN = "the seat"
"""Name for every seat, so that texts about different seats are equal except for letters."""


def shift_seats(facts: Any, seats: Sequence[str]) -> Any:
    """Return facts with each seat replaced by the next one.

    >>> shift_seats({"payer": "A", "payee": "points:B", "bids": {"B": 5}}, ("A", "B"))
    {'payer': 'B', 'payee': 'points:A', 'bids': {'A': 5}}
    """
    if isinstance(facts, str):
        after = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
        return re.sub(r"(?<!\w)[A-Z](?!\w)", lambda found: after.get(found[0], found[0]), facts)
    if isinstance(facts, Mapping):
        return {shift_seats(key, seats): shift_seats(one, seats) for key, one in facts.items()}
    if isinstance(facts, (list, tuple, set, frozenset)):
        make = getattr(type(facts), "_make", type(facts))  # for a named tuple
        return make([shift_seats(one, seats) for one in facts])
    return facts


def check_ledger_texts(m: Match) -> None:
    """Check texts for units, reasons and accounts."""
    words, say = m.game.words, m.say()
    for unit in m.ledger.balances:
        assert unit in words.units, f"unit {unit} has no text"
    for title in m.ledger.titles:
        assert say.thing_name(title) or title in words.units, f"{title} has no text"
    for row in m.transfers:
        known = row.reason in words.reasons or row.reason in say.spaces
        assert known, f"reason {row.reason} has no text"
        for account in (row.source, row.target):
            kind = f"{account.partition(':')[0]}:"
            known = account in m.seats or account == NOWHERE or account in say.spaces
            known = known or account in words.accounts or kind in words.accounts
            assert known, f"account {account} has no text"


def test_every_event_that_the_rules_tell_has_a_sentence(game: Game[Any]) -> None:
    """Check that every event in the source has a sentence, including rare events."""
    told = re.compile(r"""(?:\.tell\(|Event\()\s*["']([a-z_0-9]+)["']""")
    names = {name for path in find_source_files(game) for name in told.findall(read_source(path))}
    assert names, "the rules log no events"
    assert names <= set(game.words.events), names - set(game.words.events)
    assert set(game.words.weights) <= set(game.words.events), "a weight for an unknown event"


@law
@given(st.data())
def test_three_sentences_say_what_the_game_is(game: Any, data: st.DataObject) -> None:
    """Check the description before the first step: short sentences, and existing clauses.

    The deciding metric's chart must be one of the match's charts.
    """
    setup: Setup = data.draw(setups(game))
    m = setup.new()
    for about in (game.about, game.get_description(m.table)):
        for sentence in about.sentences:
            assert sentence.strip().endswith("."), f"not a sentence: {sentence!r}"
            assert len(sentence) <= MAX_SENTENCE_LENGTH, (
                f"longer than {MAX_SENTENCE_LENGTH} characters: {sentence}"
            )
        assert len({*about.sentences}) == 3, "must have three different sentences"
        assert about.rules, "must name a clause"
        assert {*about.rules} <= {*game.rulebook.clauses}, about.rules
    keys = [chart.key for chart in game.active_charts(m.table)]
    assert game.get_description(m.table).chart in keys, "no chart draws the deciding metric"


def read_source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_signals_and_metrics_have_words(game: Game[Any]) -> None:
    """Check texts of signals, metrics, charts, options and bots."""
    for signal in game.signals:
        assert signal in game.words.signals, f"signal {signal} has no text"
    keys = [metric.key for metric in game.metrics]
    assert len(set(keys)) == len(keys)
    for metric in game.metrics:
        assert metric.label.strip()
    for chart in game.charts:
        assert chart.title.strip() and chart.metrics
        assert set(chart.metrics) <= set(keys)
        assert not chart.marks or chart.marks in keys
        assert chart.per in ("turn", "round", *keys)
    for option in game.options:
        assert option.about.strip(), f"option {option.name} has no description"
        assert option.name not in ("seats", "seed", "edition", "position", "luck", "keep")
        option.read(option.default, tuple("ABCDEF"))
    for name, make in game.bots().items():
        assert name != PERSON, f"{PERSON!r} is reserved for a seat that decides by hand"
        bot = make()
        assert (bot.__doc__ or type(bot).__doc__ or "").strip(), f"bot {name} has no docstring"


@law
@given(st.data())
def test_metrics_and_boards_are_plain_data(game: Any, data: st.DataObject) -> None:
    """Check that metrics return numbers or texts, and that scenes use spaces of the board."""
    m, chance = begin_match(game, data, "figures")
    board = m.game.board(m.table)
    assert find_board_faults(board) == []
    for _ in walk_randomly(m, chance, STEPS // 3, last=True):
        row = m.metrics()
        for chart in game.active_charts(m.table):
            assert {*chart.metrics, chart.marks or "turn", chart.per} <= set(row)
        for metric in game.active_metrics(m.table):
            value = row[metric.key]
            if metric.scope.startswith("seat"):
                assert tuple(value) == m.seats
            for number in flatten_values(value):
                assert isinstance(number, (int, float, str, type(None))), f"{metric.key}: {number}"
        for seat in (None, *m.seats):
            assert find_scene_faults(board, m.game.scene(m.table, seat)) == []


def flatten_values(value: Any) -> list[Any]:
    """Return the values inside nested mappings."""
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in flatten_values(item)]
    return [value]
