"""Laws of noninterference: hidden information does not influence what a seat sees.

Twins are two matches that differ only in information hidden from a seat, such as face-down cards,
other seats' hands or secret orders. Everything that the seat sees must be equal in both: its view
with history and answers, the data of charts, its page, and its files.

The game lists the hidden places (:meth:`classkit.engine.visibility.Secrecy.hidden_places`). Twins
of the present are copies with the contents of these places swapped. Twins with a past are replayed
from the beginning, with two hidden items swapped in every draw and answer of the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine import registry
from classkit.engine.decisions import Decision
from classkit.engine.errors import ClasskitError
from classkit.engine.events import ALL_SEATS
from classkit.engine.match import Match
from classkit.engine.randomness import RandomStream

from .match_strategies import (
    THOROUGH_MODE,
    Setup,
    answer_randomly,
    begin_match,
    law,
    repeat_entry,
    setups,
    walk_randomly,
)
from .state_diff import find_difference
from .viewer_observations import compare_matches, format_viewer, observe_present
from .visibility_laws import check_own_answer

MAX_MOMENTS = 18 if THOROUGH_MODE else 6
"""Number of steps with hidden places at which the law tests twins of a match."""
CHECK_ODDS, SET_UP_CHECK_ODDS = 5, 24
MAX_TURNS = 400
"""Maximum number of turns and set-up decisions of a match."""
PAGE_CHECK_ODDS = 3
"""Pages and files, which take longer than views, are compared at one in this many steps."""
MAX_PAIRS = 40
"""Maximum number of pairs of hidden items to swap at one step."""
MAX_SEALED_DECISIONS = 30
"""Number of steps per match at which the law tests sealed answers."""


@law
@given(st.data())
def test_twins_of_the_present_look_alike(game: Any, data: st.DataObject) -> None:
    """Check that a seat sees no difference when the contents of hidden places are swapped."""
    for m, chance in iter_hidden_moments(game, data):
        for seat in (None, *m.seats):
            twin = shuffle_hidden(m, seat, chance)
            if twin.digest() != m.digest():
                found = find_difference(
                    *(observe_present(match, seat, m.step) for match in (m, twin))
                )
                assert found is None, f"{format_viewer(seat)} can distinguish {m} by {found}"


@law
@given(st.data())
def test_twins_with_a_past_look_alike(game: Any, data: st.DataObject) -> None:
    """Check that twins have the same visible past: events, ledger, answers, pages, files.

    Twins are compared if both pasts give the seat the same knowledge (:func:`has_same_knowledge`).
    """
    for m, chance in iter_hidden_moments(game, data):
        for seat in (None, chance.choice(m.seats)):
            for one, twin in iter_twins(m, seat, chance):
                check_indistinguishable(
                    one, twin, seat, with_pages=not chance.below(PAGE_CHECK_ODDS)
                )


@law
@given(st.data())
def test_unopened_answers_stay_unopened(game: Any, data: st.DataObject) -> None:
    """Check that other viewers see no difference between two answers while they are sealed."""
    m, chance = begin_match(game, data, "unopened")
    for _ in walk_randomly(m, chance, MAX_SEALED_DECISIONS):
        decision = m.request
        if isinstance(decision, Decision) and decision.private:
            compare_sealed_answers(m, decision, chance)


def iter_hidden_moments(game: Any, data: st.DataObject) -> Iterator[tuple[Match, RandomStream]]:
    """Play a random match and yield it at steps where hidden items can be swapped."""
    setup: Setup = data.draw(setups(game))
    m, chance = setup.new(), RandomStream(f"twins {setup.seed}")
    looked = 0
    for _ in range(MAX_TURNS):
        if m.is_over or looked == MAX_MOMENTS:
            return
        m.play(until="decision" if m.turn == 0 else "turn", bots=setup.players)
        if has_swappable_places(m) and not chance.below(
            CHECK_ODDS if m.turn else SET_UP_CHECK_ODDS
        ):
            looked += 1
            yield m, chance


def has_swappable_places(m: Match) -> bool:
    """Return whether any group of hidden places contains two or more places."""
    return any(len(places) > 1 for places in m.game.secrecy.hidden_places(m.table, None))


# --- twins of the present -------------------------------------------------------------------------


def shuffle_hidden(m: Match, seat: str | None, chance: RandomStream) -> Match:
    """Return a fork with the contents of the hidden places shuffled."""
    return reorder_hidden(m, seat, chance.permutation)


def reorder_hidden(m: Match, seat: str | None, order: Any) -> Match:
    """Return a fork with the contents of each group of hidden places reordered by ``order``."""
    twin = m.fork()
    for places in m.game.secrecy.hidden_places(twin.table, seat):
        contents = order([container[key] for container, key in places])
        for (container, key), content in zip(places, contents, strict=True):
            container[key] = content
    return twin


# --- twins with a past ----------------------------------------------------------------------------


def iter_twins(m: Match, seat: str | None, chance: RandomStream) -> Iterator[tuple[Match, Match]]:
    """Yield pairs of a replayed match and a twin that must look the same to a seat."""
    names = [
        container[key]
        for places in m.game.secrecy.hidden_places(m.table, seat)
        for container, key in places
        if isinstance(container[key], str)
    ]
    one = None
    for pair in chance.permutation(combinations(names, 2))[:MAX_PAIRS]:
        twin = replay_swapped(m, dict([pair, pair[::-1]]))
        if twin is None or twin.digest() == m.digest():
            continue
        one = one or replay_swapped(m, {})
        assert one is not None and one.digest() == m.digest(), f"{m} does not replay"
        if has_same_knowledge(one, twin, seat):
            yield one.fork(), twin


def replay_swapped(m: Match, exchanged: Mapping[str, str]) -> Match | None:
    """Replay a match with names swapped in all draws and answers, or return None if illegal.

    Random outcomes are entered by hand. A match that starts from a position has no complete log.
    """
    try:
        twin = registry.new(
            m.game, seats=len(m.seats), seed=m.seed, luck="by_hand", options=m.options
        )
        for _, given in m.entries:
            for entry in given:
                repeat_entry(twin, entry._replace(value=swap_names(entry.value, exchanged)))
    except ClasskitError:
        return None
    return twin if twin.turn == m.turn else None


def swap_names(value: Any, exchanged: Mapping[str, str]) -> Any:
    """Return a log value with names swapped.

    >>> exchanged = {"x": "y", "y": "x"}
    >>> swap_names({"card": "x", "space": "c5"}, exchanged), swap_names(("y", 3), exchanged)
    ({'card': 'y', 'space': 'c5'}, ['x', 3])
    """
    if isinstance(value, str):
        return exchanged.get(value, value)
    if isinstance(value, Mapping):
        return {key: swap_names(one, exchanged) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [swap_names(one, exchanged) for one in value]
    return value


def has_same_knowledge(one: Match, twin: Match, seat: str | None) -> bool:
    """Return whether the pasts of two matches give a seat the same knowledge.

    Three conditions must hold: the states differ only in hidden places, the public transfers of
    counted units such as money are equal, and the seat's private events are equal.
    """
    return (
        reorder_hidden(one, seat, sorted).digest() == reorder_hidden(twin, seat, sorted).digest()
        and get_open_transfers(one) == get_open_transfers(twin)
        and get_private_events(one, seat) == get_private_events(twin, seat)
    )


def get_open_transfers(m: Match) -> list[Any]:
    """Return the public transfers of counted units. Their reasons are left out."""
    return [
        (row.unit, row.amount, row.source, row.target, row.turn)
        for row in m.transfers
        if row.unit not in m.ledger.titles and row.seen_by == ALL_SEATS
    ]


def get_private_events(m: Match, seat: str | None) -> list[Any]:
    """Return the events that a seat sees but the public does not."""
    return [event for event in m.events if event.seen_by != ALL_SEATS and seat in event.seen_by]


def check_indistinguishable(
    one: Match, twin: Match, seat: str | None, with_pages: bool = True
) -> None:
    """Check that a viewer sees the same past and present in two matches."""
    found = compare_matches(one, twin, seat, page=with_pages, files=with_pages)
    assert found is None, f"{format_viewer(seat)} can distinguish {one} from its twin by {found}"


# --- sealed answers -------------------------------------------------------------------------------


def compare_sealed_answers(m: Match, decision: Decision, chance: RandomStream) -> None:
    """Submit two different answers. While both are sealed, others must see no difference."""
    one, twin = m.fork(), m.fork()
    for other in (one, twin):
        answer_randomly(other, other.requests(decision.seat)[0], chance)
        check_own_answer(other, decision.seat)
    while all(
        decision.seat in other.game.secrecy.unopened_seats(other.table) for other in (one, twin)
    ):
        for seat in (None, *(seat for seat in m.seats if seat != decision.seat)):
            check_indistinguishable(one, twin, seat, with_pages=not chance.below(PAGE_CHECK_ODDS))
        asked = one.requests()[0]
        answer = asked.default
        for other in (one, twin):
            other.answer(answer.move, seat=asked.seat, **answer.fields)
