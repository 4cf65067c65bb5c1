"""A second reading of the rules: what every turn must tell, worked out apart from the game.

It knows the board only as letters and numbers, walks every path step by step, and keeps its own
books; of the match that it follows it takes rolls and answers alone.
"""

from __future__ import annotations

from typing import Any

from classkit.engine.match import Match

Told = tuple[str, dict[str, Any]]


class Referee:
    """An independent model of the table, from the first turn of a match."""

    def __init__(self, m: Match) -> None:
        t = m.table
        self.seats, self.options, self.target = t.seats, t.options, t.target
        self.corners = list(t.edition.grid.corners)
        self.spaces = set(t.edition.grid.spaces)
        self.worth_of = {card.id: card.points for card in t.deck.cards.values()}
        self.cards = dict(t.cards)
        self.down = set(t.face_down)
        self.owner: dict[str, str] = {c: t.holder(c) for c in self.worth_of if t.holder(c)}
        self.at = {seat: t.piece(seat) for seat in self.seats}
        self.waits = {seat: t.sent_to[seat] for seat in self.seats}
        self.points = {seat: t.points(seat) for seat in self.seats}
        self.part, self.turn, self.mover = t.part, t.turn - 1, t.mover  # its turn has begun
        self.over = False

    # --- E2 -----------------------------------------------------------------------------------

    def near(self, space: str) -> list[str]:
        """Left, down, up and right of a space, in alphabetical order."""
        letter, row = space[0], int(space[1])
        beside = [
            f"{chr(ord(letter) - 1)}{row}", f"{letter}{row - 1}",
            f"{letter}{row + 1}", f"{chr(ord(letter) + 1)}{row}",
        ]  # fmt: skip
        return [other for other in beside if other in self.spaces]

    def paths(self, seat: str, steps: int) -> dict[str, list[str]]:
        """Return every reachable space, with the alphabetically first path (E2.2 to E2.5)."""
        start = self.at[seat]
        others = {self.at[other] for other in self.seats if other != seat} - {""}
        if start:
            first = self.near(start)
        elif self.waits[seat] and self.options.entry_corner == "sent_to":
            first = [self.waits[seat]]
        else:
            first = sorted(self.corners)
        found: dict[str, list[str]] = {}

        def walk(path: list[str], nexts: list[str]) -> None:
            for space in nexts:
                if space == start or space in path:
                    continue
                if len(path) + 1 == steps:
                    found.setdefault(space, [*path, space])
                elif space not in others:
                    walk([*path, space], self.near(space))

        walk([], first)
        return found

    def default_of(self, ways: list[str]) -> str:
        """Section 5: return the space nearest to a free card, alphabetically first if equal.

        Without a free card, return the first space without a piece, else the first.
        """
        aims = {space for space, card in self.cards.items() if card not in self.owner}
        ends = {space: {space} for space in ways}
        while aims:
            for space in ways:
                if ends[space] & aims:
                    return space
            for space in ways:
                ends[space] |= {near for end in ends[space] for near in self.near(end)}
        return next((space for space in ways if space not in self.at.values()), ways[0])

    # --- E3, E4 -------------------------------------------------------------------------------

    def play(self, value: int, space: str | None, corner: str | None) -> list[Told]:
        """The events of a turn: this roll, the space named and the corner chosen."""
        self.turn += 1
        mover, told = self.mover, []

        def tell(name: str, **facts: Any) -> None:
            told.append((name, {**facts, "part": self.part}))

        tell("die_rolled", seat=mover, value=value)
        ways = self.paths(mover, value)
        assert (space is None) == (not ways)
        if space is None:
            tell("no_move", seat=mover, value=value)
        else:
            tell("piece_moved", seat=mover, to=space, path=ways[space],
                 **{"from": self.at[mover] or "outside"})  # fmt: skip
            self.land(mover, space, corner, tell)
        self.close(tell)
        return told

    def land(self, mover: str, space: str, corner: str | None, tell: Any) -> None:
        victim = next((s for s in self.seats if s != mover and self.at[s] == space), None)
        assert (victim is None) == (corner is None)
        self.at[mover] = space
        card = self.cards.get(space)
        was_down, did = space in self.down, victim is not None
        if victim is not None:
            self.at[victim], self.waits[victim] = "", corner or ""
            tell("piece_put_out", seat=victim, by=mover, to=corner, **{"from": space})
        if card is None:
            if not did:
                tell("nothing_happened", seat=mover, space=space, why="empty")
            return
        if was_down and self.part == 2:
            self.down.remove(space)
            tell("location_turned_up", space=space, card=card)
        elif not was_down and victim is not None:
            self.down.add(space)
            tell("location_turned_down", space=space, card=card)
        was_free = card not in self.owner
        if was_free:
            self.owner[card] = mover
            tell("property_taken", card=card, to=f"player:{mover}", **{"from": f"space:{space}"})
        if self.part == 1:
            if not did and not was_free:
                why = "face_down_part1" if was_down else "owned"
                tell("nothing_happened", seat=mover, space=space, why=why)
            return
        if was_down and not was_free:
            holder = self.owner[card]
            if holder == mover:
                tell("property_secured", seat=mover, space=space, card=card)
            else:
                self.owner[card] = mover
                tell("property_taken_over", space=space, card=card, to=f"player:{mover}",
                     **{"from": f"player:{holder}"})  # fmt: skip
        if was_down or victim is None:
            self.score(mover, space, card.rpartition("-")[0], tell)

    def score(self, mover: str, space: str, sector: str, tell: Any) -> None:
        paid = dict.fromkeys(self.seats, 0)
        for card, seat in self.owner.items():
            if card.rpartition("-")[0] == sector:
                paid[seat] += self.worth_of[card]
        tell("sector_scored", space=space, sector=sector, mover=mover, total=sum(paid.values()))
        for seat in self.seats:
            if paid[seat]:
                self.points[seat] += paid[seat]
                tell("points_scored", payer="bank", payee=f"points:{seat}", amount=paid[seat],
                     space=space, reason=sector, total=self.points[seat])  # fmt: skip
        most = max(self.points.values())
        alone = list(self.points.values()).count(most) == 1
        if most >= self.target and (alone or self.options.tie_break != "play_on"):
            self.end("target", tell)

    # --- E3.7, E5 -----------------------------------------------------------------------------

    def end(self, reason: str, tell: Any) -> None:
        self.over = True
        most = max(self.points.values())
        first = [seat for seat in self.seats if self.points[seat] == most]
        used = None
        if len(first) > 1:
            used = "shared" if self.options.tie_break == "shared" else "property"
        if used == "property":
            worth = {
                seat: sum(self.worth_of[c] for c, who in self.owner.items() if who == seat)
                for seat in first
            }
            first = [seat for seat in first if worth[seat] == max(worth.values())]
        tell("game_ended", winners=first, points=dict(self.points), tie_break=used, reason=reason)

    def close(self, tell: Any) -> None:
        if self.over:
            return
        if self.options.turn_limit and self.turn >= self.options.turn_limit:
            self.end("turn_limit", tell)
            return
        limit = self.options.part1_turn_limit
        if self.part == 1:
            reason = "all_taken" if len(self.owner) == len(self.worth_of) else ""
            if not reason and limit and self.turn >= limit:
                reason = "turn_limit"
            if reason:
                self.part = 2
                tell("part_started", first_turn=self.turn + 1, reason=reason)
        self.mover = self.seats[(self.seats.index(self.mover) + 1) % len(self.seats)]
