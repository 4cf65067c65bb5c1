"""Pairs of matches that differ only in a secret and continue with the same answers and outcomes.

Viewers who do not know the secret must see the same in both matches. The game declares how a secret
becomes known (:class:`classkit.engine.visibility.Reveal`). A viewer who learns it in this way is
no longer checked. If a viewer learns it in another way, an AssertionError names the viewer and
the difference.

A leak is found only if a generated match contains it. To find a leak that depends on a rare value
of the secret, run the long form of the laws, or write a test that starts with this value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

from classkit.engine.decisions import Decision, Draw, Roll
from classkit.engine.errors import ClasskitError, IllegalMove
from classkit.engine.events import ALL_SEATS, Entry, Event, Transfer
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.policy import read_reply
from classkit.engine.randomness import RandomStream
from classkit.engine.visibility import ANSWERS, HIDDEN_PLACES

from .match_strategies import MAX_TRIES, THOROUGH_MODE, Setup, act_randomly
from .state_diff import Difference, find_difference
from .viewer_observations import (
    compare_matches,
    format_viewer,
    observe_decision,
    observe_files,
    observe_history,
    observe_page,
    observe_present,
)

CLOSE_CHECK_ANSWERS = 30
"""Number of answers after a secret arises for which the present is checked after each one."""
LATE_CHECK_ODDS = 6
"""After that, the present is checked after one in this many answers."""
RECHECK_COUNT = 1
"""Number of steps that the short form checks again when a viewer has learnt the secret."""
PAGE_CHECK_ODDS = 1 if THOROUGH_MODE else 3
"""The pages of one in this many pairs are compared, at the beginning and at the end."""
FILE_CHECK_ODDS = 3
"""The files of one in this many of these pairs are also compared, at the end."""
ASIDE_ODDS = 8
"""An aside is played before one in this many answers."""
MAX_ANSWERS = 3_000 if THOROUGH_MODE else 1_500
"""Maximum number of answers to play in a pair."""

REVEALED_SECRET, MATCH_END, LENGTH_LIMIT = (
    "known to all",
    "the match is over",
    "the match reached the maximum length",
)
NO_COMMON_ANSWER, NO_COMMON_OUTCOME, RANDOMNESS_MISMATCH = (
    "no answer fits both",
    "no random outcome fits both",
    "one match waits for a roll, the other does not",
)
"""Reasons for the end of a run."""


class Secret(NamedTuple):
    """A secret: its name in ``reveals``, its description, and the seats that know it."""

    name: str
    description: str
    turn: int
    knowing_seats: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.description} in turn {self.turn}"


class PairedMatches:
    """Two matches that differ only in a secret, and the viewers who must not notice.

    Both matches are at the step where the secret arises. The caller then assigns each match its own
    value of the secret.
    """

    def __init__(
        self, one: Match, twin: Match, secret: Secret, setup: Setup, chance: RandomStream
    ) -> None:
        self.one, self.twin, self.secret, self.chance = one, twin, secret, chance
        self.players = one.make_players(setup.players)
        self.moments = [(one.step, twin.step)]
        """Steps of both matches that have been checked. The secret arises at the first."""
        unknowing = [seat for seat in one.seats if seat not in secret.knowing_seats]
        self.unaware_viewers: dict[str | None, int] = dict.fromkeys((None, *unknowing), 0)
        """Viewer -> index in ``moments`` of the last complete check without a difference."""
        self.log_lengths = [get_log_lengths(match) for match in self.matches]
        """Lengths of the logs of both matches at the last check."""
        self.past_pairs: dict[tuple[int, int], tuple[Match, Match]] = {}
        """Cache of both matches at earlier steps."""
        self.early_reveals: dict[tuple[str, str], Event] = {}
        """Name and clause -> the first declared event that has told the secret to some seats."""

    @property
    def matches(self) -> tuple[Match, Match]:
        """The two matches."""
        return self.one, self.twin

    @property
    def is_over(self) -> bool:
        return any(match.is_over for match in self.matches)

    def run_pair(self) -> str:
        """Play the pair to its end and return the reason for the end.

        Raises:
            AssertionError: A viewer learns the secret in a way that is not declared.
        """
        try:
            return self.run_answers()
        finally:
            self.players.generators.restore_generators()

    def run_answers(self) -> str:
        """Play the pair like :meth:`run_pair`, but do not restore the random generators."""
        ended = self.resolve_randomness()
        for number in range(MAX_ANSWERS):
            self.check_viewers(number, bool(ended))
            if not self.unaware_viewers:
                return REVEALED_SECRET
            if self.is_over:
                return MATCH_END
            if ended:
                return ended
            ended = self.answer_both() or self.resolve_randomness()
        return LENGTH_LIMIT

    # --- identical continuation -------------------------------------------------------------

    def answer_both(self) -> str:
        """Submit the same answer in both matches. Return the reason if impossible, else ""."""
        if not self.chance.below(ASIDE_ODDS):
            self.play_aside()
        if not self.one.requests():  # the aside has rolled dice or ended the match
            return ""
        asked = self.chance.choice(self.one.requests())
        for other in self.twin.requests(asked.seat):
            for answer in self.iter_answers(asked, other):
                if is_legal(asked, answer) and is_legal(other, answer):
                    for match in self.matches:
                        match.answer(answer.move, seat=asked.seat, **answer.fields)
                    return ""
        return NO_COMMON_ANSWER

    def iter_answers(self, asked: Decision, other: Decision) -> Iterator[Answer]:
        """Yield possible answers: the bot's answer, then random ones from either match."""
        bot = self.players.bots[asked.seat]
        bot.view.renew_chance(asked.name)
        with suppress(ClasskitError):
            yield read_reply(bot.decide(bot.view, asked), asked)
        for number in range(MAX_TRIES):
            answer = self.chance.choice((asked, other)[number % 2].legal).draw(self.chance)
            if answer is not None:
                yield answer

    def play_aside(self) -> None:
        """Play the same aside in both matches, if one is available."""
        open_now = [aside for aside in self.one.asides() if not aside.move.barred]
        aside = self.chance.choice(open_now) if open_now else None
        drawn = aside.move.draw(self.chance) if aside else None
        if aside is None or drawn is None:
            return
        entry = Entry("aside", aside.seat, drawn.move, drawn.fields)
        with suppress(IllegalMove):
            for match in self.matches:
                match.game.find_aside(match.table, match.request, entry)
            for match in self.matches:
                match.aside(drawn.move, seat=aside.seat, **drawn.fields)

    def resolve_randomness(self) -> str:
        """Enter the same random outcomes in both. Return the reason if impossible, else ""."""
        while any(is_awaiting_outcome(match) for match in self.matches):
            if not self.has_same_randomness():
                for match in self.matches:
                    while is_awaiting_outcome(match):
                        act_randomly(match, self.chance)
                return RANDOMNESS_MISMATCH
            outcomes = self.choose_outcomes()
            if outcomes is None:
                return NO_COMMON_OUTCOME
            for match, outcome in zip(self.matches, outcomes, strict=True):
                match.answer(outcome)
        return ""

    def has_same_randomness(self) -> bool:
        """Return whether both matches wait for the same roll, or for draws of the same size."""
        asked = [
            (ask.name, ask.purpose, ask.seat, ask.count if isinstance(ask, Draw) else ask.dice)
            for ask in (match.request for match in self.matches)
            if isinstance(ask, (Roll, Draw))
        ]
        return len(asked) == len(self.matches) and asked[0] == asked[1]

    def choose_outcomes(self) -> tuple[list[Any], list[Any]] | None:
        """Return an outcome for each match, or None if a viewer would see a difference.

        If the bags differ because of the secret, hidden draws take the items at the same indices of
        both bags. These items become a part of the secret.
        """
        asked, other = self.one.request, self.twin.request
        if isinstance(asked, Roll):
            thrown = [1 + self.chance.below(asked.sides) for _ in range(asked.dice)]
            return thrown, thrown
        assert isinstance(asked, Draw) and isinstance(other, Draw)
        drawn = self.chance.permutation(intersect_bags(asked.bag, other.bag))[: asked.count]
        if len(drawn) == asked.count:
            return drawn, drawn
        if self.is_seen(asked) or self.is_seen(other):
            return None
        places = self.chance.permutation(range(min(len(asked.bag), len(other.bag))))[: asked.count]
        return [asked.bag[at] for at in places], [other.bag[at] for at in places]

    def is_seen(self, draw: Draw) -> bool:
        """Return whether a viewer who does not know the secret sees a draw."""
        return draw.seen_by == ALL_SEATS or any(
            seat in draw.seen_by for seat in self.unaware_viewers
        )

    # --- observation ------------------------------------------------------------------------

    def check_viewers(self, number: int, is_last: bool) -> None:
        """Check the news for all viewers, and the present for some of them.

        The last check covers the present for all viewers and, after the match, the past as well.
        """
        self.moments.append((self.one.step, self.twin.step))
        self.past_pairs.clear()
        closely = number < CLOSE_CHECK_ANSWERS or not self.chance.below(LATE_CHECK_ODDS)
        somebody = self.chance.choice(list(self.unaware_viewers))
        opens_pages = (number == 0 or self.is_over) and not self.chance.below(PAGE_CHECK_ODDS)
        news = [
            LogTail.from_match(old, match)
            for old, match in zip(self.log_lengths, self.matches, strict=True)
        ]
        for viewer in list(self.unaware_viewers):
            thoroughly = is_last or self.is_over or (closely and viewer in (None, somebody))
            found = find_difference(*(told.get_visible_parts(viewer) for told in news))
            if found is None and thoroughly:
                found = find_difference(
                    *(self.observe_present(match, viewer) for match in self.matches)
                )
            if found is None and self.is_over:
                found = find_difference(*(observe_history(match, viewer) for match in self.matches))
            if found is None and viewer == somebody and opens_pages:
                found = self.compare_pages(viewer)
            if found is not None:
                self.check_disclosure(viewer, found)
            elif thoroughly:
                self.unaware_viewers[viewer] = len(self.moments) - 1
        self.log_lengths = [get_log_lengths(match) for match in self.matches]

    def compare_pages(self, viewer: str | None) -> Difference | None:
        """Return a difference between a viewer's pages. At the end, also compare earlier pages."""
        earlier = self.chance.choice(self.moments)
        pairs = [(observe_page, self.matches)]
        if self.is_over:
            pairs.append((observe_page, self.get_past_pair(earlier)))
            if not self.chance.below(FILE_CHECK_ODDS):
                pairs.append((observe_files, self.matches))
        differences = (
            find_difference(*(look(match, viewer) for match in both)) for look, both in pairs
        )
        return next((found for found in differences if found is not None), None)

    def observe_present(self, match: Match, viewer: str | None) -> dict[str, Any]:
        """Return the present of a match as a viewer sees it, and the viewer's memory.

        If the public view is checked as well, only the seat's private parts are returned. The
        memory is omitted for hidden places, because a seat may have seen their contents earlier.
        """
        own = viewer is not None and None in self.unaware_viewers
        present = observe_present(match, viewer, probe=self.one.step, own=own)
        if viewer is not None and self.secret.name != HIDDEN_PLACES:
            present["memory"] = match.game.secrecy.get_memory(match.table, viewer)
        return present

    # --- who learns the secret, and how -----------------------------------------------------

    def check_disclosure(self, viewer: str | None, found: Difference) -> None:
        """Stop checking a viewer who has learnt the secret in a declared way.

        Raises:
            AssertionError: The game does not declare that way.
        """
        before, moment = self.find_learning_moment(viewer)
        now = self.get_past_pair(moment)
        both = zip(self.get_past_pair(before), now, strict=True)
        news = [LogTail.from_match(get_log_lengths(old), match) for old, match in both]
        if not self.is_declared(news, viewer):
            told = find_difference(*(each.get_visible_parts(viewer) for each in news))
            found = told or compare_matches(*now, viewer) or found
            raise AssertionError(self.format_leak(viewer, found, now[0].turn))
        self.check_early_reveal(news[0], viewer)
        del self.unaware_viewers[viewer]

    def check_early_reveal(self, news: LogTail, viewer: str | None) -> None:
        """Raise AssertionError if an event shows some viewers early what it shows to all later.

        A declaration for everybody must not hide an early leak to one seat.
        """
        for event in news.get_revealing_events(self.reveal_keys, viewer):
            way = event.name, event.rule
            if event.seen_by != ALL_SEATS:
                self.early_reveals.setdefault(way, event)
            early = self.early_reveals.get(way, event)
            if event.seen_by == ALL_SEATS and early.turn < event.turn:
                raise AssertionError(
                    f"{', '.join(early.seen_by)} can infer {self.secret} from the event "
                    f"{early.name!r} ({early.rule}) of turn {early.turn}. Everybody else can infer "
                    f"it only from the same event in turn {event.turn}. If the rules "
                    "reveal it to some seats earlier, log an event with another name or clause for "
                    "them, and declare it: "
                    f"reveals = (Reveal({self.secret.name!r}, EVENT, CLAUSE),). If not, log the "
                    "event for everybody at the same time."
                )

    @property
    def reveal_keys(self) -> set[tuple[str, str]]:
        """Names and clauses of the declared ways in which the secret becomes known."""
        return {
            (reveal.by, reveal.rule)
            for reveal in self.one.game.reveals
            if reveal.secret == self.secret.name
        }

    def get_past_pair(self, moment: tuple[int, int]) -> tuple[Match, Match]:
        """Return both matches at an earlier step or at the current one."""
        if moment == self.moments[-1]:
            return self.matches
        if moment not in self.past_pairs:
            one, twin = (
                match.fork().goto(step=step)
                for match, step in zip(self.matches, moment, strict=True)
            )
            self.past_pairs[moment] = one, twin
        return self.past_pairs[moment]

    def find_learning_moment(self, viewer: str | None) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the step before a viewer learnt the secret, and the step at which they did.

        News is checked at every step, but the rest only at some steps. Therefore, the present of
        some earlier steps and the past of the latest one are checked again.
        """
        *earlier, now = self.moments[self.unaware_viewers[viewer] :]
        moments = list(pairwise(earlier))
        looked_at = moments if THOROUGH_MODE else self.chance.permutation(moments)[:RECHECK_COUNT]
        for before, moment in sorted(looked_at):
            looks = (self.observe_present(match, viewer) for match in self.get_past_pair(moment))
            if find_difference(*looks) is not None:
                return before, moment
        if moments and self.has_past_difference(earlier[-1], viewer):
            for before, moment in moments:
                if self.has_past_difference(moment, viewer):
                    return before, moment
        return earlier[-1], now

    def has_past_difference(self, moment: tuple[int, int], viewer: str | None) -> bool:
        """Return whether the visible pasts at a step differ."""
        one, twin = (observe_history(match, viewer) for match in self.get_past_pair(moment))
        return find_difference(one, twin) is not None

    def is_declared(self, news: list[LogTail], viewer: str | None) -> bool:
        """Return whether a viewer has learnt the secret in a way that the game declares.

        The declared events must differ between the two matches. Otherwise, they reveal nothing.
        """
        told, also = (each.format_reveals(self.reveal_keys, viewer) for each in news)
        if any(by == ANSWERS for by, _ in self.reveal_keys):
            answers = [repr(each.match.view(viewer).answers) for each in news]
            if answers[0] != answers[1]:
                return True
        return told != also

    def format_leak(self, viewer: str | None, found: Difference, turn: int) -> str:
        """Return the error message for a leak, which includes a remedy."""
        who, secret = format_viewer(viewer), repr(self.secret.name)
        if found.event:
            remedy, way = "declare it in the game", "{!r}, {!r}".format(*found.event)
        else:
            remedy, way = "log an event for it, and declare it in the game", "EVENT, CLAUSE"
        return (
            f"{who} can infer {self.secret} from {found} (seen in turn {turn}). Two matches that "
            "differ only in this secret were continued with the same answers and the same "
            f"luck. If the rules reveal it here, {remedy}: "
            f"reveals = (Reveal({secret}, {way}),). If not, hide it from {who}."
        )


class LogTail(NamedTuple):
    """New events and ledger rows of a match since an earlier step."""

    match: Match
    events: list[Event]
    rows: list[Transfer]

    @classmethod
    def from_match(cls, old: tuple[int, int], match: Match) -> LogTail:
        """Return the events and ledger rows after the given numbers of them."""
        line, (events, rows) = match._timeline, old
        return cls(match, line.events[events:], line.transfers[rows:])

    def get_visible_parts(self, viewer: str | None) -> dict[str, Any]:
        """Return the visible parts of the new entries and of the current decisions."""
        game, table = self.match.game, self.match.table
        return {
            "events": [game.secrecy.visible_event(event, table, viewer) for event in self.events],
            "ledger": [game.secrecy.visible_transfer(row, table, viewer) for row in self.rows],
            "questions": self.get_visible_decisions(viewer),
        }

    def get_visible_decisions(self, viewer: str | None) -> list[dict[str, Any]]:
        """Return the current decisions of a seat, or the public ones."""
        put = self.match.requests(viewer)
        return [observe_decision(asked, viewer) for asked in put]

    def format_reveals(self, ways: Collection[tuple[str, str]], viewer: str | None) -> list[str]:
        """Return the new events and current decisions in ``ways`` as texts.

        ``ways`` contains pairs of a name and a clause.
        """
        put = self.match.requests()
        return [
            *map(repr, self.get_revealing_events(ways, viewer)),
            *(
                repr(observe_decision(asked, viewer))
                for asked in put
                if (asked.name, asked.rule) in ways
            ),
        ]

    def get_revealing_events(
        self, ways: Collection[tuple[str, str]], viewer: str | None
    ) -> list[Event]:
        """Return the new events in ``ways`` that a viewer sees."""
        game, table = self.match.game, self.match.table
        seen = [game.secrecy.visible_event(event, table, viewer) for event in self.events]
        return [one for one in seen if one is not None and (one.name, one.rule) in ways]


def intersect_bags(bag: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    """Return the multiset intersection of two bags, in the order of the first."""
    left, common = list(other), []
    for item in bag:
        if item in left:
            left.remove(item)
            common.append(item)
    return common


def get_log_lengths(match: Match) -> tuple[int, int]:
    """Return the numbers of events and ledger rows of a match."""
    return len(match._timeline.events), len(match._timeline.transfers)


def is_awaiting_outcome(match: Match) -> bool:
    """Return whether a match waits for a roll or a draw."""
    return isinstance(match.request, (Roll, Draw))


def is_legal(decision: Decision, answer: Answer) -> bool:
    """Return whether an answer to a decision is legal."""
    try:
        decision.read(*answer)
    except IllegalMove:
        return False
    return True
