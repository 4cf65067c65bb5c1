"""Checks of turning points and of the end screen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, takewhile

from classkit.engine.events import INSTRUCTOR

from .cause_checks import Claim
from .sentence_checks import FalseSentence
from .sentence_facts import Scope, pick_seat
from .sentence_parts import TextsOfEvents, find_changes
from .sentence_tokens import SentenceReader, Token
from .summary_checks import SummaryChecker

KEY_TURN = re.compile(
    r"Your (?P<which>best|worst) turn was turn (?P<turn>\d+)\. "
    r"(?P<change>You (?:gained|lost) .*?\.)(?: In that turn you decided: .*)?$"
)


class StoryChecker(SummaryChecker):
    """Checks sentences about the course of a whole match."""

    def has_party(self, shown: str, wanted: str) -> bool:
        """Return whether a printed account is a party, or an account of this seat."""
        return not wanted or wanted == shown or wanted in shown

    def check_story(
        self, text: str, since: int, turn: int, sentences: TextsOfEvents
    ) -> list[FalseSentence]:
        """Check a turning point: who moved by how much, why, and who leads from then on."""
        where, scope = f"turning point of turn {turn}", Scope.of_turns(self.facts, since, turn)
        tokens = self.reader.read(text)
        everything = frozenset(self.match.seats)
        claims: list[Claim] = [
            *self.check_names(tokens, everything, scope.places),
            *self.check_changes(tokens, scope),
            *self.check_value_changes(tokens, scope),
            *self.check_leaders(text, tokens, scope.metrics[-1]["turn"]),
            *self.check_finish(tokens),
        ]
        found = [FalseSentence(where, text, *claim) for claim in claims]
        for change in find_changes(text, tokens, self.reader.read):
            claims = [*self.check_parts(change), *self.check_sources(change, scope)]
            found += [FalseSentence(where, text, *claim) for claim in claims]
            for part in change.parts:
                for one in self.check_cause(part.text, change.seat, part.amount, scope, sentences):
                    found.append(one._replace(where=where, sentence=text))
        return found

    def check_value_changes(self, tokens: Sequence[Token], scope: Scope) -> Iterator[Claim]:
        """Check "Ada goes from 33 to 1,079 gold" against the metrics before and after."""
        for at, token in enumerate(tokens):
            words = [one.text for one in tokens[at + 1 : at + 5]]
            if token.kind != "seat" or words[:2] != ["goes", "from"] or len(words) < 4:
                continue
            ends = tokens[at + 3], tokens[at + 5] if at + 5 < len(tokens) else tokens[at + 4]
            for one, row in zip(ends, (scope.metrics[0], scope.metrics[-1]), strict=True):
                numbers = self.list_seat_numbers(token.ids[0], Scope(self.facts, (), (), [row]))
                if one.kind == "amount" and not any(one.fits(number) for number in numbers):
                    yield f"{token.text} has {one.text}", f"different after turn {row['turn']}"

    def check_leaders(self, text: str, tokens: Sequence[Token], turn: int) -> Iterator[Claim]:
        """Check "Ada leads from here to the end" after each turn from ``turn`` on.

        The check includes the final standings. "At the end of each round" restricts it to those
        turns, "or shares the lead" allows ties, and "among those that can win" excludes seats that
        are barred at that time.
        """
        for seat, verb in pairwise(tokens):
            is_course = any(told in text for told in ("to the end", "the end of each round"))
            is_end = verb.text == "finishes" and "finishes first" in text
            if seat.kind != "seat" or not (is_end or (verb.text == "leads" and is_course)):
                continue
            first = {
                line.seat
                for lines in self.match.as_seen_by(INSTRUCTOR).races.values()
                for line in lines
                if line.place == 1
            }
            if seat.ids[0] not in first:
                yield f"{seat.text} leads to the end", f"{self.list_seats(first)} at the end"
                continue
            if is_end:
                continue
            since = 0 if "from the beginning" in text else turn
            margins = self.list_lead_margins(text, seat.ids[0], since)
            if not margins:
                continue
            least = 0 if "shares the lead" in text else Fraction(1, 100)
            behind = {
                title: next((at for at, lead in leads.items() if lead < least), None)
                for title, leads in margins.items()
            }
            if None not in behind.values():
                yield (
                    f"{seat.text} leads {text[text.index('leads') :][6:60]}",
                    (f"not at the end of turn {min(filter(None, behind.values()))}"),
                )
            stated = [token for token in tokens if token.kind == "amount"][-1:]
            smallest = [min(leads.values()) for leads in margins.values()]
            if "never by less than" in text and not any(map(stated[0].fits, smallest)):
                yield f"a lead of {stated[0].text}", f"the smallest is {[*map(float, smallest)]}"

    def list_lead_margins(self, text: str, seat: str, turn: int) -> dict[str, dict[int, Fraction]]:
        """Return the lead of a seat in each race that a text may be about, by turn.

        Races whose score is not a metric are omitted, because texts are about metrics.
        """
        match = self.match
        rows = [row for row in match.present_row().values() if isinstance(row, Mapping)]
        final = match.game.all_races(match.table)
        by_turn = match.map_turn_ends(match.game.all_races, turn, match.turn)
        by_turn[match.turn] = final
        rounds = {row["turn"]: row["round"] for row in match.history}
        last = {number: at for at, number in rounds.items()}
        found: dict[str, dict[int, Fraction]] = {}
        for at, races in by_turn.items():
            if at < turn or ("of each round" in text and at not in last.values()):
                continue
            for title, lines in races.items():
                if len(races) > 1 and f"in {title}" not in text:
                    continue
                if {line.seat: line.score for line in final[title]} not in rows:
                    continue
                scores = {
                    line.seat: Fraction(str(line.score))
                    for line in lines
                    if line.seat == seat or not line.held_back or "can still win" not in text
                }
                others = [score for one, score in scores.items() if one != seat]
                if others and seat in scores:
                    found.setdefault(title, {})[at] = scores[seat] - max(others)
        return found

    def check_finish(self, tokens: Sequence[Token]) -> Iterator[Claim]:
        """Check "Ada cannot win, despite finishing with 50 gold" against the final scores."""
        words = [token.text for token in tokens]
        for at, word in enumerate(words):
            seats = [token for token in tokens[:at] if token.kind == "seat"]
            if word not in ("finishes", "finishing") or not seats:
                continue
            races = self.match.as_seen_by(INSTRUCTOR).races.values()
            scores = [
                line.score for race in races for line in race if line.seat == seats[-1].ids[0]
            ]
            end = next((to for to in range(at, len(words)) if words[to] == "."), len(words))
            for token in tokens[at:end]:
                if token.kind == "amount" and not any(map(token.fits, scores)):
                    yield f"{seats[-1].text} finishes with {token.text}", f"scores of {scores}"

    # --- the story of a student -------------------------------------------------------------------

    def check_key_turn(
        self, text: str, seat: str, sentences: TextsOfEvents
    ) -> Iterator[FalseSentence]:
        """Check "Your best turn was turn 5. You gained $50 from rent", as a seat's page says."""
        found = KEY_TURN.match(text)
        if found is None:
            yield FalseSentence("story", text, "a best or worst turn", "the sentence has none")
            return
        turn, where = int(found["turn"]), f"story of {self.say.seat(seat)}"
        read = SentenceReader(self.match, seat).read
        (change, *_) = find_changes(found["change"], read(found["change"]), read)
        changes = self.list_changes_by_turn(seat)
        pick = max if found["which"] == "best" else min
        known = [
            of[turn]
            for of in changes
            if of.get(turn) == pick(of.values())
            and abs(of[turn] - change.change) <= change.tolerance
        ]
        if not known:
            claim = f"a change of {float(change.change):+,.10g}"
            yield FalseSentence(where, text, claim, "no metric had that as its largest change")
        turns = [row["turn"] for row in self.match.history]
        scope = Scope.of_turns(self.facts, turns[turns.index(turn) - 1], turn)
        for claim, fact in (*self.check_parts(change), *self.check_sources(change, scope)):
            yield FalseSentence(where, text, claim, fact)
        for part in change.parts:
            yield from (
                one._replace(where=where, sentence=text)
                for one in self.check_cause(part.text, seat, part.amount, scope, sentences)
            )

    def list_changes_by_turn(self, seat: str) -> list[dict[int, Fraction]]:
        """Return how each of a seat's metrics changes in each turn."""
        rows = [(row["turn"], pick_seat(row, seat)) for row in self.match.history]
        return [
            {
                turn: Fraction(str(now[key])) - Fraction(str(then[key]))
                for (_, then), (turn, now) in pairwise(rows)
            }
            for key in rows[-1][1]
            if all(isinstance(of.get(key), (int, float)) for _, of in rows)
        ]

    # --- the end screen ---------------------------------------------------------------------------

    def check_end_text(self, text: str, where: str) -> Iterator[FalseSentence]:
        """Check that sentences about the result name the winners of each race.

        A sentence that names no race is about the match.
        """
        races, told = self.match.as_seen_by(INSTRUCTOR).races, set[str]()
        everybody = {*self.match.winners}
        for sentence in re.split(r"(?<=\.) ", text):
            named = {token.ids[0] for token in self.reader.read(sentence) if token.kind == "seat"}
            titles = {title for title in races if title in sentence} if len(races) > 1 else set()
            told |= titles if titles else {*races}
            firsts = [
                (f" {title}", {line.seat for line in races[title] if line.place == 1})
                for title in sorted(titles)
            ]
            for what, first in firsts if everybody and titles else [("", everybody)]:
                if named != first:
                    claim, fact = (f"{self.list_seats(won)} won{what}" for won in (named, first))
                    yield FalseSentence(where, text, claim, fact)
        for title in {*races} - told:
            yield FalseSentence(where, text, "all races", f"{title} is missing")

    def check_standing(self, text: str, title: str, where: str) -> Iterator[FalseSentence]:
        """Check the sentence about the lead in a race: scores, and differences of scores."""
        tokens = self.reader.read(text)
        lines = self.match.as_seen_by(INSTRUCTOR).races[title]
        scores = {line.seat: Fraction(str(line.score)) for line in lines}
        best = max((scores[line.seat] for line in lines if line.place == 1), default=Fraction(0))
        for at, token in enumerate(tokens):
            if token.kind != "amount":
                continue
            before = takewhile(lambda one: one.kind != "amount", tokens[max(at - 3, 0) : at][::-1])
            seats = [one.ids[0] for one in before if one.kind == "seat"]
            is_margin = at + 1 < len(tokens) and tokens[at + 1].text == "more"
            other = next((one.ids[0] for one in tokens[at:] if one.kind == "seat"), "")
            right = (
                scores[seats[0]] if seats
                else best - scores[other] if is_margin and other
                else None
            )  # fmt: skip
            if right is not None and not token.fits(round(right, 2)):
                yield FalseSentence(where, text, token.text, f"the standings have {float(right):,}")
