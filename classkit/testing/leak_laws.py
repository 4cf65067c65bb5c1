"""Laws of leaks: a secret stays hidden until the end of the match, or until the rules reveal it.

A secret results from a hidden draw, from the answer to a private or sealed decision, or from the
contents of a hidden place. At that point, the match is copied into two matches that differ only in
the secret. Both are played to the end (:mod:`classkit.testing.noninterference_run`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from classkit.engine.decisions import Aside, Decision, Draw, Roll, Sealed
from classkit.engine.events import ALL_SEATS
from classkit.engine.match import Match
from classkit.engine.moves import Answer, Move
from classkit.engine.randomness import RandomStream
from classkit.engine.visibility import ANSWERS, HIDDEN_PLACES, Reveal

from .game_sources import find_source_files
from .match_strategies import MAX_TRIES, THOROUGH_MODE, Setup, act_randomly, law, setups
from .noninterference_laws import has_same_knowledge, has_swappable_places, iter_twins
from .noninterference_run import PairedMatches, Secret

LATE_SECRET_COUNT = 3 if THOROUGH_MODE else 1
"""Number of secrets of each name to test from each later third of a match."""
MAX_TWIN_TRIES = 6
"""Maximum number of secrets of a kind to try before giving up on varying one."""
CHECK_ODDS = 4 if THOROUGH_MODE else 20
"""On average, the contents of hidden places are varied at one in this many steps."""
MAX_DECISIONS = 3_000 if THOROUGH_MODE else 600
"""Maximum number of decisions in a match, which some options let go on without end."""

leak_law = settings(law, phases=(Phase.explicit, Phase.reuse, Phase.generate))
"""Hypothesis settings without shrinking, which takes a long time and does not improve the error."""

SecretKind: TypeAlias = tuple[str, str | None]
"""Kind of a secret, as its name and seat. The seat is None for sealed answers of all seats."""
SecretOrigin: TypeAlias = "tuple[SecretKind, Callable[[], PairedMatches | None]]"
"""A kind of secret that can arise now, and a function that returns a pair of matches or None."""


@leak_law
@given(st.data())
def test_secrets_are_kept_to_the_end(game: Any, data: st.DataObject) -> None:
    """Check that secrets become known only in the ways that the game declares in ``reveals``."""
    for pair in iter_secret_pairs(data.draw(setups(game))):
        pair.run_pair()


def test_what_makes_secrets_known_exists(game: Any) -> None:
    """Check that the secrets, events, decisions and clauses in ``reveals`` exist in the game."""
    words = game.words
    texts = "".join(path.read_text(encoding="utf-8") for path in find_source_files(game))
    known = {HIDDEN_PLACES, *words.decisions, *words.asides}
    ways = {ANSWERS, *words.events, *words.decisions}
    for reveal in game.reveals:
        assert isinstance(reveal, Reveal), f"{reveal!r} is not a Reveal(secret, by, rule)"
    declared = Counter(reveal.secret for reveal in game.reveals)
    for reveal in game.reveals:
        is_drawn = texts.count(f'"{reveal.secret}"') > declared[reveal.secret]
        named = reveal.secret in known or is_drawn
        assert named, f"{reveal}: no draw, decision or aside has that name"
        assert reveal.by in ways, f"{reveal}: no event or decision has that name"
        assert reveal.rule in game.rulebook.clauses, f"{reveal}: unknown clause"


# --- the secrets of a match ---------------------------------------------------------------------


def iter_secret_pairs(setup: Setup) -> Iterator[PairedMatches]:
    """Play a match and yield pairs of matches for early and late secrets.

    The match is played once to find its secrets, and a second time to vary a selection of them. If
    a selected secret cannot be varied, the next one of its kind is tried.
    """
    chosen = choose_secrets(
        [kind for kind, _ in iter_match_origins(setup)], RandomStream(f"secrets {setup.seed}")
    )
    wanted, tries = Counter[SecretKind](), Counter[SecretKind]()
    for number, (kind, make) in enumerate(iter_match_origins(setup)):
        if number in chosen:
            wanted[kind], tries[kind] = wanted[kind] + 1, MAX_TWIN_TRIES
        if not wanted[kind] or not tries[kind]:
            continue
        tries[kind] -= 1
        pair = make()
        if pair is not None:
            wanted[kind] -= 1
            yield pair


def choose_secrets(kinds: Sequence[SecretKind], chance: RandomStream) -> set[int]:
    """Select secrets of a match by index: the first of each kind, and some later ones.

    >>> kinds = [("card", "A"), ("card", "B")] * 6
    >>> first, second, middle, late = sorted(choose_secrets(kinds, RandomStream("chance")))
    >>> first, second, middle in range(4, 8), late in range(8, 12)
    (0, 1, True, True)
    """
    by_name: dict[str, list[int]] = {}
    for number, (name, _) in enumerate(kinds):
        by_name.setdefault(name, []).append(number)
    found = {kinds.index(kind) for kind in kinds}
    for numbers in by_name.values():
        third = len(numbers) // 3
        for later in (numbers[third : 2 * third], numbers[2 * third :]):
            found.update(chance.permutation(later)[:LATE_SECRET_COUNT])
    return found


def iter_match_origins(setup: Setup) -> Iterator[SecretOrigin]:
    """Play a match reproducibly, and yield the secrets that can arise in it."""
    m, chance = setup.new(luck="by_hand"), RandomStream(f"leaks {setup.seed}")
    for _ in range(MAX_DECISIONS):
        yield from iter_origins(m, setup, chance)
        if m.is_over:
            return
        if isinstance(m.request, (Roll, Draw)):
            act_randomly(m, chance)
        else:
            m.play(until="decision", bots=setup.players)


def iter_origins(m: Match, setup: Setup, chance: RandomStream) -> Iterator[SecretOrigin]:
    """Yield the secrets that can arise at this step. Pairs use a separate random source."""
    request, making = m.request, RandomStream(f"twins {setup.seed} {m.step}")
    if isinstance(request, Draw) and request.seen_by != ALL_SEATS:
        kind = request.purpose, request.seat
        yield kind, partial(make_draw_pair, m, request, setup, making)
    elif isinstance(request, Sealed):
        for decision in chance.permutation(m.requests()):
            yield (decision.name, None), partial(make_answer_pair, m, decision, setup, making)
    elif isinstance(request, Decision):
        if request.private:
            kind = request.name, request.seat
            yield kind, partial(make_answer_pair, m, request, setup, making)
        for aside in m.asides():
            if aside.private and not aside.move.barred:
                kind = aside.move.name, aside.seat
                yield kind, partial(make_aside_pair, m, aside, setup, making)
        if has_swappable_places(m) and not chance.below(CHECK_ODDS):
            yield (HIDDEN_PLACES, None), partial(make_placement_pair, m, setup, making)


def make_draw_pair(
    m: Match, draw: Draw, setup: Setup, chance: RandomStream
) -> PairedMatches | None:
    """Return a pair with different draws, or with the same items in a different order."""
    bag, count = chance.permutation(draw.bag), draw.count
    others = bag[count:] or bag
    pairs = [(bag.index(mine), bag.index(other)) for mine in bag[:count] for other in others]
    pairs = [(at, to) for at, to in pairs if bag[at] != bag[to]]
    if not pairs:
        return None
    at, to = chance.choice(pairs)
    exchanged = [*bag]
    exchanged[at], exchanged[to] = bag[to], bag[at]
    what = f"what was drawn for {draw.purpose!r} ({draw.rule})"
    secret = Secret(draw.purpose, what, m.turn, draw.seen_by)
    pair = PairedMatches(m.fork(), m.fork(), secret, setup, chance)
    pair.one.answer(bag[:count])
    pair.twin.answer(exchanged[:count])
    return pair


def make_answer_pair(
    m: Match, decision: Decision, setup: Setup, chance: RandomStream
) -> PairedMatches | None:
    """Return a pair in which a seat has given different answers."""
    seat, found = decision.seat, draw_two_answers(decision.legal, chance)
    if found is None:
        return None
    what = f"what {seat} answered to {decision.name!r} ({decision.rule})"
    pair = PairedMatches(
        m.fork(), m.fork(), Secret(decision.name, what, m.turn, (seat,)), setup, chance
    )
    for match, answer in zip(pair.matches, found, strict=True):
        match.answer(answer.move, seat=seat, **answer.fields)
    return pair


def make_aside_pair(
    m: Match, aside: Aside, setup: Setup, chance: RandomStream
) -> PairedMatches | None:
    """Return a pair in which a seat has played different asides."""
    seat, name, found = aside.seat, aside.move.name, draw_two_answers([aside.move], chance)
    if found is None:
        return None
    what = f"what {seat} did aside by {name!r} ({aside.rule})"
    pair = PairedMatches(m.fork(), m.fork(), Secret(name, what, m.turn, (seat,)), setup, chance)
    for match, answer in zip(pair.matches, found, strict=True):
        match.aside(name, seat=seat, **answer.fields)
    return pair


def draw_two_answers(moves: list[Move], chance: RandomStream) -> list[Answer] | None:
    """Return two different answers, or None if the search finds none."""
    found: list[Answer] = []
    for _ in range(MAX_TRIES):
        answer = chance.choice(moves).draw(chance)
        if answer is not None and answer not in found:
            found.append(answer)
        if len(found) == 2:
            return found
    return None


def make_placement_pair(m: Match, setup: Setup, chance: RandomStream) -> PairedMatches | None:
    """Return a pair with two hidden items swapped from the beginning, or None."""
    looking = chance.choice([None, *m.seats])
    for one, twin in islice(iter_twins(m, looking, chance), 1):
        knowing = [seat for seat in m.seats if not has_same_knowledge(one, twin, seat)]
        secret = Secret(HIDDEN_PLACES, "what is in hidden places", m.turn, tuple(knowing))
        return PairedMatches(one, twin, secret, setup, chance)
    return None
