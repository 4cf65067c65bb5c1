"""The oldest browsers that README promises are those that have all features which the page uses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "classkit" / "widgets" / "page"


class Feature(NamedTuple):
    """A feature without which a part of the page breaks, and the first browsers that have it.

    Versions are those of MDN's browser compatibility data. Features that only decorate, such as
    ``text-wrap: balance``, are not listed.
    """

    pattern: str
    chrome: float
    firefox: float
    safari: float


FEATURES = {
    "popovers": Feature(r":popover-open", 114, 125, 17.0),
    "checkVisibility": Feature(r"\.checkVisibility\(", 105, 106, 17.4),
    "registered properties": Feature(r"@property --", 85, 128, 16.4),
    "relational selectors": Feature(r":has\(", 105, 121, 15.4),
    "mixed colours": Feature(r"color-mix\(", 111, 113, 16.2),
    "container queries": Feature(r"@container", 105, 110, 16.0),
    "dynamic units of the window": Feature(r"\d(dvh|dvb)\b", 108, 101, 15.4),
    "copies of arrays": Feature(r"\.toSpliced\(", 110, 115, 16.0),
    "streams of packed data": Feature(r"\bDecompressionStream\b", 80, 113, 16.4),
}


def read_page() -> str:
    """Return the page's own modules and style sheets."""
    paths = [path for path in sorted(PAGE.rglob("*")) if path.suffix in (".js", ".css")]
    return "\n".join(
        path.read_text(encoding="utf-8") for path in paths if "preact" not in path.parts
    )


@pytest.mark.parametrize("name", FEATURES)
def test_the_page_uses_each_feature(name: str) -> None:
    assert re.search(FEATURES[name].pattern, read_page()), "no longer used: leave it out"


@pytest.mark.parametrize("path", ["README.md", "lessons/guide/glossary.md"])
def test_the_oldest_browsers_are_named(path: str) -> None:
    text = " ".join((ROOT / path).read_text(encoding="utf-8").split())
    found = re.search(
        r"Chrome(?: or Edge)? ([\d.]+), Firefox ([\d.]+)(?:,| or) Safari (\d+\.?\d*)", text
    )
    assert found is not None
    oldest = [
        max(versions) for versions in zip(*(one[1:] for one in FEATURES.values()), strict=True)
    ]
    assert [float(version) for version in found.groups()] == oldest
