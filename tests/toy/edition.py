"""Edition of Harbour: its declared data and how its TOML is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from classkit.engine.editions import EditionFiles, Editions
from classkit.engine.schema import Entries, TextReader, When, Whole

Dock = When("kind", ("dock",))


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the ring. Price and rent, in coins, are 0 unless it is a dock."""

    id: Annotated[str, TextReader(8)]
    kind: Literal["quay", "dock", "spring", "mint", "storm"]
    title: str
    price: Annotated[int, Whole(1), Dock] = 0
    rent: Annotated[int, Whole(0), Dock] = 0


@dataclass(frozen=True, slots=True)
class Good:
    """A good: how many there are, and its list price."""

    count: Annotated[int, Whole(1, 1_000)]
    price: Annotated[int, Whole(1, 1_000)]


@dataclass(frozen=True, slots=True)
class HarbourRules:
    """The numbers of the table [edition], the goods and the places. All money is in coins."""

    id: str
    title: str
    bank_coins: int
    start_coins: int
    first_load: Annotated[int, Whole(0, 10)]
    mint: Annotated[int, Whole(1, 100)]
    pawn_price: Annotated[int, Whole(1, 100)]
    counts: Mapping[str, int]
    prices: Mapping[str, int]
    places: Mapping[str, Place]

    @property
    def goods(self) -> tuple[str, ...]:
        """The names of the goods."""
        return tuple(self.counts)

    def ahead(self, place: str, steps: int) -> str:
        """Return the place a number of steps clockwise (T3.2)."""
        ring = tuple(self.places)
        return ring[(ring.index(place) + steps) % len(ring)]


def read_rules(found: EditionFiles) -> HarbourRules:
    """Return the rules of an edition from its files."""
    head, goods = found.get_section("edition"), found.get_section("goods")
    good = {name: goods.get_section(name).read(Good) for name in goods}
    rules = head.read(
        HarbourRules,
        counts={name: read.count for name, read in good.items()},
        prices={name: read.price for name, read in good.items()},
        places=read_places(found),
    )
    if rules.bank_coins < 6 * rules.start_coins:
        raise head.make_error("bank_coins", "must be enough to pay six merchants (T1.2).")
    if sum(rules.counts.values()) < 6 * rules.first_load:
        raise head.make_error("first_load", "is more than the sea holds for six merchants (T1.3).")
    return rules


def read_places(found: EditionFiles) -> dict[str, Place]:
    """Return the ring, in clockwise order."""
    places: dict[str, Place] = {}
    for row in found.get_rows("places", Entries(2, 100, "places")):
        place = row.read(Place)
        if place.id in places:
            raise row.make_error("id", f"{place.id} stands in the ring already.")
        places[place.id] = place
    return places


EDITIONS = Editions(Path(__file__).with_name("editions"), read_rules)
