"""What an edition of Harbour fixes, and how its TOML is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from classkit.engine.editions import Editions, Files
from classkit.engine.sections import rows

KINDS = ("quay", "dock", "spring", "mint", "storm")


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the ring; price and rent, in coins, are 0 unless it is a dock."""

    id: str
    kind: str
    title: str
    price: int = 0
    rent: int = 0


@dataclass(frozen=True, slots=True)
class HarbourRules:
    """The figures of an edition; all money is in coins."""

    bank_coins: int
    start_coins: int
    first_load: int
    mint: int
    pawn_price: int
    counts: Mapping[str, int]
    prices: Mapping[str, int]
    places: Mapping[str, Place]

    @property
    def goods(self) -> tuple[str, ...]:
        """The names of the goods."""
        return tuple(self.counts)

    def ahead(self, place: str, steps: int) -> str:
        """The place that many steps clockwise (T3.2)."""
        ring = tuple(self.places)
        return ring[(ring.index(place) + steps) % len(ring)]


def read_rules(found: Files) -> HarbourRules:
    """The rules of an edition, if these files are one."""
    head = found.section("edition")
    head.only("id", "title", "bank_coins", "start_coins", "first_load", "mint", "pawn_price")
    counts, prices = read_goods(found)
    places = read_places(found)
    rules = HarbourRules(
        bank_coins=head.whole("bank_coins", low=0),
        start_coins=head.whole("start_coins", low=0),
        first_load=head.whole("first_load", low=0, high=10),
        mint=head.whole("mint", low=1, high=100),
        pawn_price=head.whole("pawn_price", low=1, high=100),
        counts=counts,
        prices=prices,
        places=places,
    )
    if rules.bank_coins < 6 * rules.start_coins:
        raise head.refuse("bank_coins", "must be enough to pay six merchants (T1.2).")
    if sum(counts.values()) < 6 * rules.first_load:
        raise head.refuse("first_load", "is more than the sea holds for six merchants (T1.3).")
    return rules


def read_goods(found: Files) -> tuple[dict[str, int], dict[str, int]]:
    """How many there are of each good, and its list price."""
    goods = found.section("goods")
    counts, prices = {}, {}
    for name in goods:
        good = goods.section(name)
        good.only("count", "price")
        counts[name] = good.whole("count", low=1, high=1000)
        prices[name] = good.whole("price", low=1, high=1000)
    return counts, prices


def read_places(found: Files) -> dict[str, Place]:
    """The ring, in clockwise order."""
    file = found.origin.get("places", "edition")
    places: dict[str, Place] = {}
    for row in rows(file, "places", found.data.get("places")):
        row.only("id", "kind", "title", "price", "rent")
        kind, place = row.text("kind", among=KINDS), row.text("id", longest=8)
        if place in places:
            raise row.refuse("id", f"{place} stands in the ring already.")
        dock = kind == "dock"
        places[place] = Place(
            place,
            kind,
            row.text("title"),
            row.whole("price", low=1) if dock else 0,
            row.whole("rent", low=0) if dock else 0,
        )
    if len(places) < 2:
        raise rows(file, "places", [{}])[0].refuse("id", "a ring has at least two places.")
    return places


EDITIONS = Editions(Path(__file__).with_name("editions"), read_rules)
