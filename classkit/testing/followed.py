"""Twins followed to the end: two matches that differ in a secret are played on alike.

They get the same answers and the same luck, and whoever does not know the secret must see the same
of both. The game declares by what it becomes known (:class:`classkit.engine.game.Reveal`); who
learns it so looks on no more. Who learns it in another way has found a leak, and an error says who
sees what, and where.

A leak is found where matches meet it: one that only a rare value of a secret brings about may need
the many matches of the long form, or an example of one's own that begins with that value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

from classkit.engine.errors import ClasskitError, IllegalMove
from classkit.engine.log import ALL, Entry, Event, Transfer
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.policy import read_reply
from classkit.engine.requests import Decision, Draw, Roll
from classkit.engine.secrecy import ANSWERS, HIDDEN_PLACES

from .differences import Difference, difference
from .looks import (
    in_files,
    on_page,
    past_of,
    present_of,
    question,
    told_apart,
    viewer_in_words,
)
from .matches import MOST_TRIES, THOROUGH, Setup, give_something

CLOSELY = 30
"""The number of answers after a secret's birth after each of which viewers look at the present."""
LATER_ONE_IN = 6
"""Later on, viewers look at the present after one answer in this many."""
LOOKS_BACK = 1
"""The number of moments that the short form checks again once a viewer has learnt the secret."""
PAGES_ONE_IN = 1 if THOROUGH else 3
"""One pair of twins in this many has its pages compared, at the beginning and at the end."""
FILES_ONE_IN = 3
"""One of these pairs in this many also has its files compared at the end; both take long."""
ASIDES_ONE_IN = 8
"""One answer in this many has an aside before it."""
LONGEST = 3_000
"""The most answers for which twins are played."""

KNOWN, OVER, TOO_LONG = "known to all", "the match is over", "the match has no end"
NO_ANSWER, NO_LUCK, APART = "no answer fits both", "no luck fits both", "one throws, one does not"
"""How twins end."""


class Secret(NamedTuple):
    """Something that not everybody knows: its name in ``reveals``, what it is, and who knows it."""

    name: str
    what: str
    turn: int
    knowing: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.what} in turn {self.turn}"


class Twins:
    """Two matches that differ in a secret alone, and who must not be able to tell them apart.

    Both stand where the secret is born: whoever makes them gives each what it differs by.
    """

    def __init__(
        self, one: Match, twin: Match, secret: Secret, setup: Setup, chance: Stream
    ) -> None:
        self.one, self.twin, self.secret, self.chance = one, twin, secret, chance
        self.players = one.seat(setup.players)
        self.moments = [(one.step, twin.step)]
        """The steps of both at which somebody has looked; at the first the secret is born."""
        unknowing = [seat for seat in one.seats if seat not in secret.knowing]
        self.watching: dict[str | None, int] = dict.fromkeys((None, *unknowing), 0)
        """Viewer -> the index of the last moment at which they saw everything and no difference."""
        self.old = [told_so_far(match) for match in self.both]
        """How much had been told in each of them when somebody looked last."""
        self.copies: dict[tuple[int, int], tuple[Match, Match]] = {}
        """The two as they were at earlier moments, for all who look back to these now."""
        self.early: dict[tuple[str, str], Event] = {}
        """Name and clause -> the first event that has told the secret to some, as declared."""

    @property
    def both(self) -> tuple[Match, Match]:
        """The two matches."""
        return self.one, self.twin

    @property
    def is_over(self) -> bool:
        return any(match.is_over for match in self.both)

    def follow(self) -> str:
        """Play the twins on as far as they go, and return how they ended.

        AssertionError where somebody learns the secret by what is not declared.
        """
        ended = self.throw()
        for number in range(LONGEST):
            self.look(number, bool(ended))
            if not self.watching:
                return KNOWN
            if self.is_over:
                return OVER
            if ended:
                return ended
            ended = self.go_on() or self.throw()
        return TOO_LONG

    # --- playing on alike -------------------------------------------------------------------

    def go_on(self) -> str:
        """Give the same answer in both; return why none can be given, or ""."""
        if not self.chance.below(ASIDES_ONE_IN):
            self.act_aside()
        if not self.one.requests():  # what was done aside throws, or has ended the match
            return ""
        asked = self.chance.choice(self.one.requests())
        for other in self.twin.requests(asked.seat):
            for answer in self.answers_to(asked, other):
                if is_legal(asked, answer) and is_legal(other, answer):
                    for match in self.both:
                        match.answer(answer.move, seat=asked.seat, **answer.fields)
                    return ""
        return NO_ANSWER

    def answers_to(self, asked: Decision, other: Decision) -> Iterator[Answer]:
        """Yield what may be answered: as the seat's bot does, then at random in either match."""
        bot = self.players.bots[asked.seat]
        bot.view.renew_chance(asked.name)
        with suppress(ClasskitError):
            yield read_reply(bot.decide(bot.view, asked), asked)
        for number in range(MOST_TRIES):
            answer = self.chance.choice((asked, other)[number % 2].legal).draw(self.chance)
            if answer is not None:
                yield answer

    def act_aside(self) -> None:
        """Do the same aside in both, where one is open."""
        open_now = [aside for aside in self.one.asides() if not aside.move.barred]
        aside = self.chance.choice(open_now) if open_now else None
        drawn = aside.move.draw(self.chance) if aside else None
        if aside is None or drawn is None:
            return
        entry = Entry("aside", aside.seat, drawn.move, drawn.fields)
        with suppress(IllegalMove):
            for match in self.both:
                match.game.find_aside(match.table, match.request, entry)
            for match in self.both:
                match.aside(drawn.move, seat=aside.seat, **drawn.fields)

    def throw(self) -> str:
        """Let both have the same luck where they ask for it; return why they cannot, or nothing."""
        while any(asks_luck(match) for match in self.both):
            if not self.ask_alike():
                for match in self.both:
                    while asks_luck(match):
                        give_something(match, self.chance)
                return APART
            outcomes = self.outcomes()
            if outcomes is None:
                return NO_LUCK
            for match, outcome in zip(self.both, outcomes, strict=True):
                match.answer(outcome)
        return ""

    def ask_alike(self) -> bool:
        """Return whether both ask for the same throw, or for as many things to be drawn."""
        asked = [
            (ask.name, ask.purpose, ask.seat, ask.count if isinstance(ask, Draw) else ask.dice)
            for ask in (match.request for match in self.both)
            if isinstance(ask, (Roll, Draw))
        ]
        return len(asked) == len(self.both) and asked[0] == asked[1]

    def outcomes(self) -> tuple[list[Any], list[Any]] | None:
        """Return an outcome for each match: the same, or, if unseen, from the same places in a bag.

        Bags may differ by the secret; what is drawn from them unseen then becomes a part of it.
        Return None if a seat that does not know the secret would see the difference.
        """
        asked, other = self.one.request, self.twin.request
        if isinstance(asked, Roll):
            thrown = [1 + self.chance.below(asked.sides) for _ in range(asked.dice)]
            return thrown, thrown
        assert isinstance(asked, Draw) and isinstance(other, Draw)
        drawn = self.chance.shuffled(common_to(asked.bag, other.bag))[: asked.count]
        if len(drawn) == asked.count:
            return drawn, drawn
        if self.is_seen(asked) or self.is_seen(other):
            return None
        places = self.chance.shuffled(range(min(len(asked.bag), len(other.bag))))[: asked.count]
        return [asked.bag[at] for at in places], [other.bag[at] for at in places]

    def is_seen(self, draw: Draw) -> bool:
        """Return whether a draw is seen by anybody who does not know the secret."""
        return draw.seen_by == ALL or any(seat in draw.seen_by for seat in self.watching)

    # --- looking ----------------------------------------------------------------------------

    def look(self, number: int, is_last: bool) -> None:
        """Let everybody look at the news, and some at the present.

        At the last look all look at the present, and when the match is over at all there is.
        """
        self.moments.append((self.one.step, self.twin.step))
        self.copies.clear()
        closely = number < CLOSELY or not self.chance.below(LATER_ONE_IN)
        somebody = self.chance.choice(list(self.watching))
        opens_pages = (number == 0 or self.is_over) and not self.chance.below(PAGES_ONE_IN)
        news = [News.since(old, match) for old, match in zip(self.old, self.both, strict=True)]
        for viewer in list(self.watching):
            thoroughly = is_last or self.is_over or (closely and viewer in (None, somebody))
            found = difference(*(told.seen_by(viewer) for told in news))
            if found is None and thoroughly:
                found = difference(*(self.present(match, viewer) for match in self.both))
            if found is None and self.is_over:
                found = difference(*(past_of(match, viewer) for match in self.both))
            if found is None and viewer == somebody and opens_pages:
                found = self.pages_differ(viewer)
            if found is not None:
                self.judge(viewer, found)
            elif thoroughly:
                self.watching[viewer] = len(self.moments) - 1
        self.old = [told_so_far(match) for match in self.both]

    def pages_differ(self, viewer: str | None) -> Difference | None:
        """Return where a viewer's pages differ now; at the end also earlier pages, or files."""
        earlier = self.chance.choice(self.moments)
        pairs = [(on_page, self.both)]
        if self.is_over:
            pairs.append((on_page, self.as_they_were(earlier)))
            if not self.chance.below(FILES_ONE_IN):
                pairs.append((in_files, self.both))
        differences = (difference(*(look(match, viewer) for match in both)) for look, both in pairs)
        return next((found for found in differences if found is not None), None)

    def present(self, match: Match, viewer: str | None) -> dict[str, Any]:
        """Return what a viewer sees of the present of a match, and remembers.

        What everybody sees, a seat does not look at as long as everybody does. Who remembers what
        lies in hidden places has seen how it came there.
        """
        own = viewer is not None and None in self.watching
        present = present_of(match, viewer, probe=self.one.step, own=own)
        if viewer is not None and self.secret.name != HIDDEN_PLACES:
            present["memory"] = match.game.secrecy.memory(match.table, viewer)
        return present

    # --- who learns the secret, and how -----------------------------------------------------

    def judge(self, viewer: str | None, found: Difference) -> None:
        """Stop watching for a viewer who has learnt the secret in a declared way.

        Raise AssertionError if the game does not declare that way.
        """
        before, moment = self.when_learnt(viewer)
        now = self.as_they_were(moment)
        both = zip(self.as_they_were(before), now, strict=True)
        news = [News.since(told_so_far(old), match) for old, match in both]
        if not self.is_declared(news, viewer):
            told = difference(*(each.seen_by(viewer) for each in news))
            found = told or told_apart(*now, viewer) or found
            raise AssertionError(self.in_words(viewer, found, now[0].turn))
        self.tell_apart_early(news[0], viewer)
        del self.watching[viewer]

    def tell_apart_early(self, news: News, viewer: str | None) -> None:
        """Note what some seats were told; AssertionError if the same event tells all later.

        Otherwise the event that reveals the secret to everybody could tell one seat early.
        """
        for event in news.events_of(self.ways, viewer):
            way = event.name, event.rule
            if event.seen_by != ALL:
                self.early.setdefault(way, event)
            early = self.early.get(way, event)
            if event.seen_by == ALL and early.turn < event.turn:
                raise AssertionError(
                    f"{', '.join(early.seen_by)} can tell {self.secret} by the event "
                    f"{early.name!r} ({early.rule}) of turn {early.turn}, and everybody can by the "
                    f"same event, only in turn {event.turn}. If the rules let some know it before, "
                    "let an event of another name or clause tell them, and name it in the game: "
                    f"reveals = (Reveal({self.secret.name!r}, EVENT, CLAUSE),). If not, tell it "
                    "to everybody at once."
                )

    @property
    def ways(self) -> set[tuple[str, str]]:
        """The names and clauses by which the game declares that the secret becomes known."""
        return {
            (reveal.by, reveal.rule)
            for reveal in self.one.game.reveals
            if reveal.secret == self.secret.name
        }

    def as_they_were(self, moment: tuple[int, int]) -> tuple[Match, Match]:
        """Return the two as they were at an earlier moment, or as they are."""
        if moment == self.moments[-1]:
            return self.both
        if moment not in self.copies:
            one, twin = (
                match.fork().goto(step=step) for match, step in zip(self.both, moment, strict=True)
            )
            self.copies[moment] = one, twin
        return self.copies[moment]

    def when_learnt(self, viewer: str | None) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the moment before a viewer learnt the secret, and the moment when they did.

        Viewers look at the news at every moment, but seldom at the rest. So the present of some
        moments since, and the past of the latest, are looked at once more.
        """
        *earlier, now = self.moments[self.watching[viewer] :]
        moments = list(pairwise(earlier))
        looked_at = moments if THOROUGH else self.chance.shuffled(moments)[:LOOKS_BACK]
        for before, moment in sorted(looked_at):
            looks = (self.present(match, viewer) for match in self.as_they_were(moment))
            if difference(*looks) is not None:
                return before, moment
        if moments and self.past_differs(earlier[-1], viewer):
            for before, moment in moments:
                if self.past_differs(moment, viewer):
                    return before, moment
        return earlier[-1], now

    def past_differs(self, moment: tuple[int, int], viewer: str | None) -> bool:
        """Return whether the past, as a viewer knew it at a moment, tells the two apart."""
        one, twin = (past_of(match, viewer) for match in self.as_they_were(moment))
        return difference(one, twin) is not None

    def is_declared(self, news: list[News], viewer: str | None) -> bool:
        """Return whether a viewer has learnt the secret in a way that the game declares.

        What is told by that way must differ between the two matches, or it reveals nothing.
        """
        told, also = (each.told_by(self.ways, viewer) for each in news)
        if any(by == ANSWERS for by, _ in self.ways):
            answers = [repr(each.match.view(viewer).answers) for each in news]
            if answers[0] != answers[1]:
                return True
        return told != also

    def in_words(self, viewer: str | None, found: Difference, turn: int) -> str:
        """Say who has learnt the secret by what, and what is to be done."""
        who, secret = viewer_in_words(viewer), repr(self.secret.name)
        if found.event:
            remedy, way = "say so in the game", "{!r}, {!r}".format(*found.event)
        else:
            remedy, way = "let an event tell it, and name it in the game", "EVENT, CLAUSE"
        return (
            f"{who} can tell {self.secret} by {found} (seen in turn {turn}). Two matches that "
            "differ in this secret alone have been played on with the same answers and the same "
            f"luck. If the rules make it known here, {remedy}: "
            f"reveals = (Reveal({secret}, {way}),). If not, hide it from {who}."
        )


class News(NamedTuple):
    """What has been told in a match since an earlier moment."""

    match: Match
    events: list[Event]
    rows: list[Transfer]

    @classmethod
    def since(cls, old: tuple[int, int], match: Match) -> News:
        """Return what has been told beyond so many events and rows of the ledger."""
        line, (events, rows) = match._timeline, old
        return cls(match, line.events[events:], line.transfers[rows:])

    def seen_by(self, viewer: str | None) -> dict[str, Any]:
        """Return what a viewer sees of it now, and of what is asked now."""
        game, table = self.match.game, self.match.table
        return {
            "events": [game.secrecy.event_seen(event, table, viewer) for event in self.events],
            "ledger": [game.secrecy.transfer_seen(row, table, viewer) for row in self.rows],
            "questions": self.put_to(viewer),
        }

    def put_to(self, viewer: str | None) -> list[dict[str, Any]]:
        """Return the questions that are put to a seat now, or all that everybody sees."""
        put = self.match.requests(viewer)
        return [question(asked, viewer) for asked in put]

    def told_by(self, ways: Collection[tuple[str, str]], viewer: str | None) -> list[str]:
        """Return the events of it, and the questions put now, that have one of these names.

        Each name comes with a clause.
        """
        put = self.match.requests()
        return [
            *map(repr, self.events_of(ways, viewer)),
            *(repr(question(asked, viewer)) for asked in put if (asked.name, asked.rule) in ways),
        ]

    def events_of(self, ways: Collection[tuple[str, str]], viewer: str | None) -> list[Event]:
        """Return the events of it that a viewer sees, and that have one of these names."""
        game, table = self.match.game, self.match.table
        seen = [game.secrecy.event_seen(event, table, viewer) for event in self.events]
        return [one for one in seen if one is not None and (one.name, one.rule) in ways]


def common_to(bag: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    """Return the things that lie in both bags, each as often as in both."""
    left, common = list(other), []
    for item in bag:
        if item in left:
            left.remove(item)
            common.append(item)
    return common


def told_so_far(match: Match) -> tuple[int, int]:
    """Return how many events and rows of the ledger there are in a match."""
    return len(match._timeline.events), len(match._timeline.transfers)


def asks_luck(match: Match) -> bool:
    """Return whether a match waits for a throw or a draw."""
    return isinstance(match.request, (Roll, Draw))


def is_legal(decision: Decision, answer: Answer) -> bool:
    """Return whether a decision can be answered so."""
    try:
        decision.read(*answer)
    except IllegalMove:
        return False
    return True
