"""Laws of secrecy by consequence: twins look alike.

Twins are two matches that differ only in what a seat may not know: which card lies face-down
where, what others hold in hand, what others have ordered. Everything made for that seat must be
equal in both: its view with history and answers, the charts' figures, its page, its files.

The game lists the places of such things (:meth:`classkit.engine.secrecy.Secrecy.hidden_places`).
Twins of the present have the contents of these places exchanged. Twins with a past are played again
from the beginning, with two of these things exchanged in every draw and answer of the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine import registry
from classkit.engine.errors import ClasskitError
from classkit.engine.log import ALL
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.requests import Decision

from .differences import difference
from .looks import present_of, told_apart, viewer_in_words
from .matches import (
    THOROUGH,
    Setup,
    answer_something,
    begun,
    give_again,
    law,
    setups,
    walk,
)
from .secrets import check_own

MOMENTS = 18 if THOROUGH else 6
"""The number of moments with something hidden at which twins of a match are tried."""
LOOKS_ONE_IN, SET_UP_ONE_IN = 5, 24
LONGEST = 400
"""The number of turns, and of decisions of set-up, for which a match is played."""
PAGES_ONE_IN = 3
"""Pages and files take longer than views, so one moment in this many has them made."""
PAIRS = 40
"""The number of pairs of hidden things exchanged at one moment."""
ORDERS = 30
"""The number of decisions of a match at which sealed answers are tried."""


@law
@given(st.data())
def test_twins_of_the_present_look_alike(game: Any, data: st.DataObject) -> None:
    """Check that a seat sees no difference when hidden things change places."""
    for m, chance in hiding(game, data):
        for seat in (None, *m.seats):
            twin = mixed(m, seat, chance)
            if twin.digest() != m.digest():
                found = difference(*(present_of(match, seat, m.step) for match in (m, twin)))
                assert found is None, f"{viewer_in_words(seat)} can tell {m} by {found}"


@law
@given(st.data())
def test_twins_with_a_past_look_alike(game: Any, data: st.DataObject) -> None:
    """Check that the past does not tell twins apart: events, ledger, answers, pages, files.

    Compare them where both pasts leave the seat with the same knowledge
    (:func:`leave_alike`).
    """
    for m, chance in hiding(game, data):
        for seat in (None, chance.choice(m.seats)):
            for one, twin in twins(m, seat, chance):
                check_alike(one, twin, seat, with_pages=not chance.below(PAGES_ONE_IN))


@law
@given(st.data())
def test_unopened_answers_stay_unopened(game: Any, data: st.DataObject) -> None:
    """Check that an answer tells nothing while the rules keep it sealed."""
    m, chance = begun(game, data, "unopened")
    for _ in walk(m, chance, ORDERS):
        decision = m.request
        if isinstance(decision, Decision) and decision.private:
            compare_answers(m, decision, chance)


def hiding(game: Any, data: st.DataObject) -> Iterator[tuple[Match, Stream]]:
    """Begin a random match and play on, with the moments at which things may be exchanged."""
    setup: Setup = data.draw(setups(game))
    m, chance = setup.new(), Stream(f"twins {setup.seed}")
    looked = 0
    for _ in range(LONGEST):
        if m.is_over or looked == MOMENTS:
            return
        m.play(until="decision" if m.turn == 0 else "turn", bots=setup.players)
        if hides(m) and not chance.below(LOOKS_ONE_IN if m.turn else SET_UP_ONE_IN):
            looked += 1
            yield m, chance


def hides(m: Match) -> bool:
    """Return whether any group of hidden places has two or more, so that they can be exchanged."""
    return any(len(places) > 1 for places in m.game.secrecy.hidden_places(m.table, None))


# --- twins of the present -------------------------------------------------------------------------


def mixed(m: Match, seat: str | None, chance: Stream) -> Match:
    """Return a fork with the contents of the hidden places shuffled."""
    return put_in_order(m, seat, chance.shuffled)


def put_in_order(m: Match, seat: str | None, order: Any) -> Match:
    """Return a fork with the contents of each group of hidden places in an order."""
    twin = m.fork()
    for places in m.game.secrecy.hidden_places(twin.table, seat):
        contents = order([container[key] for container, key in places])
        for (container, key), content in zip(places, contents, strict=True):
            container[key] = content
    return twin


# --- twins with a past ----------------------------------------------------------------------------


def twins(m: Match, seat: str | None, chance: Stream) -> Iterator[tuple[Match, Match]]:
    """Yield the match, played again, with each twin that a seat may not tell from it."""
    names = [
        container[key]
        for places in m.game.secrecy.hidden_places(m.table, seat)
        for container, key in places
        if isinstance(container[key], str)
    ]
    one = None
    for pair in chance.shuffled(combinations(names, 2))[:PAIRS]:
        twin = played_again(m, dict([pair, pair[::-1]]))
        if twin is None or twin.digest() == m.digest():
            continue
        one = one or played_again(m, {})
        assert one is not None and one.digest() == m.digest(), f"{m} does not play again"
        if leave_alike(one, twin, seat):
            yield one.fork(), twin


def played_again(m: Match, exchanged: Mapping[str, str]) -> Match | None:
    """Return the match with names exchanged in all draws and answers; None if rules forbid it.

    Its luck is entered by hand. A match that begins in the middle has no complete log.
    """
    try:
        twin = registry.new(
            m.game, seats=len(m.seats), seed=m.seed, luck="by_hand", options=m.options
        )
        for _, given in m.entries:
            for entry in given:
                give_again(twin, entry._replace(value=exchange(entry.value, exchanged)))
    except ClasskitError:
        return None
    return twin if twin.turn == m.turn else None


def exchange(value: Any, exchanged: Mapping[str, str]) -> Any:
    """Return a value of the log with names exchanged.

    >>> exchange({"card": "x", "space": "c5"}, {"x": "y", "y": "x"}), exchange(("y", 3), {"y": "x"})
    ({'card': 'y', 'space': 'c5'}, ['x', 3])
    """
    if isinstance(value, str):
        return exchanged.get(value, value)
    if isinstance(value, Mapping):
        return {key: exchange(one, exchanged) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [exchange(one, exchanged) for one in value]
    return value


def leave_alike(one: Match, twin: Match, seat: str | None) -> bool:
    """Return whether two pasts leave a seat with the same knowledge.

    That is so if three things hold: the tables differ only in hidden places; counted units, such as
    money, have moved openly in the same way; and the seat was told the same in confidence.
    """
    return (
        put_in_order(one, seat, sorted).digest() == put_in_order(twin, seat, sorted).digest()
        and counted(one) == counted(twin)
        and told_alone(one, seat) == told_alone(twin, seat)
    )


def counted(m: Match) -> list[Any]:
    """Return how counted things have moved, without the reasons."""
    return [
        (row.unit, row.amount, row.source, row.target, row.turn)
        for row in m.transfers
        if row.unit not in m.ledger.titles and row.seen_by == ALL
    ]


def told_alone(m: Match, seat: str | None) -> list[Any]:
    """Return what a seat was told that others were not."""
    return [event for event in m.events if event.seen_by != ALL and seat in event.seen_by]


def check_alike(one: Match, twin: Match, seat: str | None, with_pages: bool = True) -> None:
    """Assert that a seat, or everybody, sees the same of two matches, past and present."""
    found = told_apart(one, twin, seat, page=with_pages, files=with_pages)
    assert found is None, f"{viewer_in_words(seat)} can tell {one} from its twin by {found}"


# --- answers that stay sealed ---------------------------------------------------------------------


def compare_answers(m: Match, decision: Decision, chance: Stream) -> None:
    """Answer in two ways; while both stay sealed, others go on and see the same of both."""
    one, twin = m.fork(), m.fork()
    for other in (one, twin):
        answer_something(other, other.requests(decision.seat)[0], chance)
        check_own(other, decision.seat)
    while all(decision.seat in other.game.secrecy.unopened(other.table) for other in (one, twin)):
        for seat in (None, *(seat for seat in m.seats if seat != decision.seat)):
            check_alike(one, twin, seat, with_pages=not chance.below(PAGES_ONE_IN))
        asked = one.requests()[0]
        answer = asked.default
        for other in (one, twin):
            other.answer(answer.move, seat=asked.seat, **answer.fields)
