"""Laws of leaks: a secret stays one to the end of the match, or until the rules make it known.

A secret is born when something is drawn that not everybody sees, or when a private or sealed
question is answered; or it lies in a hidden place. At its birth the match becomes twins that differ
in it alone, and they are followed to the end (:mod:`classkit.testing.followed`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from classkit.engine.log import ALL
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.moves import Answer, Move
from classkit.engine.requests import Aside, Decision, Draw, Roll, Sealed
from classkit.engine.secrecy import ANSWERS, HIDDEN_PLACES, Reveal

from .followed import Secret, Twins
from .matches import MOST_TRIES, THOROUGH, Setup, give_something, law, setups
from .sources import sources
from .twins import hides, leave_alike, twins

LATER = 3 if THOROUGH else 1
"""The number of secrets of each name that are followed from each later third of a match."""
TRIES = 6
"""The most secrets of a kind tried in turn until one has twins."""
LOOKS_ONE_IN = 4 if THOROUGH else 20
"""One moment in this many with something hidden has twins that differ in what is hidden."""
LONGEST = 3_000
"""The number of decisions for which a match is played."""

law_of_leaks = settings(law, phases=(Phase.explicit, Phase.reuse, Phase.generate))
"""The mark of the law of leaks: its error says all, and to look for a shorter match takes long."""

Kind: TypeAlias = tuple[str, str | None]
"""The kind of a secret: its name and its seat; sealed answers of all seats are of one kind."""
Birth: TypeAlias = "tuple[Kind, Callable[[], Twins | None]]"
"""The kind of a secret that can be born now, and what makes twins of it, if there are any."""


@law_of_leaks
@given(st.data())
def test_secrets_are_kept_to_the_end(game: Any, data: st.DataObject) -> None:
    """Check that nobody learns a secret but by what the game declares in ``reveals``."""
    for pair in secrets_of(data.draw(setups(game))):
        pair.follow()


def test_what_makes_secrets_known_exists(game: Any) -> None:
    """Check that the secrets, events, questions and clauses of ``reveals`` are the game's own."""
    words = game.words
    texts = "".join(path.read_text(encoding="utf-8") for path in sources(game))
    known = {HIDDEN_PLACES, *words.decisions, *words.asides}
    ways = {ANSWERS, *words.events, *words.decisions}
    for reveal in game.reveals:
        assert isinstance(reveal, Reveal), f"{reveal!r} is no Reveal(secret, by, rule)"
    declared = Counter(reveal.secret for reveal in game.reveals)
    for reveal in game.reveals:
        is_drawn = texts.count(f'"{reveal.secret}"') > declared[reveal.secret]
        named = reveal.secret in known or is_drawn
        assert named, f"{reveal}: nothing is drawn, asked or done aside by that name"
        assert reveal.by in ways, f"{reveal}: no event is told and nothing asked by that name"
        assert reveal.rule in game.rulebook.clauses, f"{reveal}: no clause"


# --- the secrets of a match ---------------------------------------------------------------------


def secrets_of(setup: Setup) -> Iterator[Twins]:
    """Play a match, and yield twins of secrets born early and late.

    The match is played once to see which secrets there are, and once more with those that are
    chosen. Where one of these cannot have twins, the next of its kind is tried.
    """
    chosen = choose([kind for kind, _ in births_of(setup)], Stream(f"secrets {setup.seed}"))
    wanted, tries = Counter[Kind](), Counter[Kind]()
    for number, (kind, make) in enumerate(births_of(setup)):
        if number in chosen:
            wanted[kind], tries[kind] = wanted[kind] + 1, TRIES
        if not wanted[kind] or not tries[kind]:
            continue
        tries[kind] -= 1
        pair = make()
        if pair is not None:
            wanted[kind] -= 1
            yield pair


def choose(kinds: Sequence[Kind], chance: Stream) -> set[int]:
    """Choose from the secrets of a match, in order: the first of each kind, and later ones.

    >>> kinds = [("card", "A"), ("card", "B")] * 6
    >>> first, second, middle, late = sorted(choose(kinds, Stream("chance")))
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
            found.update(chance.shuffled(later)[:LATER])
    return found


def births_of(setup: Setup) -> Iterator[Birth]:
    """Play a match, always in the same way, and yield the secrets that can be born in it."""
    m, chance = setup.new(luck="by_hand"), Stream(f"leaks {setup.seed}")
    for _ in range(LONGEST):
        yield from births(m, setup, chance)
        if m.is_over:
            return
        if isinstance(m.request, (Roll, Draw)):
            give_something(m, chance)
        else:
            m.play(until="decision", bots=setup.players)


def births(m: Match, setup: Setup, chance: Stream) -> Iterator[Birth]:
    """Yield the secrets that can be born at this moment; twins use a random source of their own."""
    request, making = m.request, Stream(f"twins {setup.seed} {m.step}")
    if isinstance(request, Draw) and request.seen_by != ALL:
        kind = request.purpose, request.seat
        yield kind, partial(drawn, m, request, setup, making)
    elif isinstance(request, Sealed):
        for decision in chance.shuffled(m.requests()):
            yield (decision.name, None), partial(answered, m, decision, setup, making)
    elif isinstance(request, Decision):
        if request.private:
            kind = request.name, request.seat
            yield kind, partial(answered, m, request, setup, making)
        for aside in m.asides():
            if aside.private and not aside.move.barred:
                kind = aside.move.name, aside.seat
                yield kind, partial(acted, m, aside, setup, making)
        if hides(m) and not chance.below(LOOKS_ONE_IN):
            yield (HIDDEN_PLACES, None), partial(placed, m, setup, making)


def drawn(m: Match, draw: Draw, setup: Setup, chance: Stream) -> Twins | None:
    """Return twins in which another thing was drawn, or the same things in another order."""
    bag, count = chance.shuffled(draw.bag), draw.count
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
    pair = Twins(m.fork(), m.fork(), secret, setup, chance)
    pair.one.answer(bag[:count])
    pair.twin.answer(exchanged[:count])
    return pair


def answered(m: Match, decision: Decision, setup: Setup, chance: Stream) -> Twins | None:
    """Return twins in which a seat has answered differently."""
    seat, found = decision.seat, different(decision.legal, chance)
    if found is None:
        return None
    what = f"what {seat} answered to {decision.name!r} ({decision.rule})"
    pair = Twins(m.fork(), m.fork(), Secret(decision.name, what, m.turn, (seat,)), setup, chance)
    for match, answer in zip(pair.both, found, strict=True):
        match.answer(answer.move, seat=seat, **answer.fields)
    return pair


def acted(m: Match, aside: Aside, setup: Setup, chance: Stream) -> Twins | None:
    """Return twins in which a seat has done something aside differently."""
    seat, name, found = aside.seat, aside.move.name, different([aside.move], chance)
    if found is None:
        return None
    what = f"what {seat} did aside by {name!r} ({aside.rule})"
    pair = Twins(m.fork(), m.fork(), Secret(name, what, m.turn, (seat,)), setup, chance)
    for match, answer in zip(pair.both, found, strict=True):
        match.aside(name, seat=seat, **answer.fields)
    return pair


def different(moves: list[Move], chance: Stream) -> list[Answer] | None:
    """Return two answers that differ, if these moves allow any."""
    found: list[Answer] = []
    for _ in range(MOST_TRIES):
        answer = chance.choice(moves).draw(chance)
        if answer is not None and answer not in found:
            found.append(answer)
        if len(found) == 2:
            return found
    return None


def placed(m: Match, setup: Setup, chance: Stream) -> Twins | None:
    """Return twins in which two hidden things are exchanged from the beginning, if any fit."""
    looking = chance.choice([None, *m.seats])
    for one, twin in islice(twins(m, looking, chance), 1):
        knowing = [seat for seat in m.seats if not leave_alike(one, twin, seat)]
        secret = Secret(HIDDEN_PLACES, "what lies in hidden places", m.turn, tuple(knowing))
        return Twins(one, twin, secret, setup, chance)
    return None
