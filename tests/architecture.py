"""Drawing of the packages and their imports, for ``classkit/README.md``.

``python -m tests.architecture`` writes it. The floors come from the import contract in
``pyproject.toml``, the arrows from the imports; an arrow that follows from two others is left out.
"""

from __future__ import annotations

import tomllib
from html import escape
from pathlib import Path
from typing import Any

import grimp

ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "classkit" / "architecture.svg"

PURPOSES = {
    "commands": "command line",
    "site": "static site, documentation",
    "hosting": "Voila server, rooms, stores",
    "lessons": "helpers of the notebooks",
    "testing": "laws for every game",
    "assignments": "homework and grading",
    "classroom": "rooms joined by phone",
    "widgets": "the live table",
    "study": "simulations, tournaments",
    "attribution": "why a metric changed",
    "charts": "chart specifications",
    "frames": "matches as data frames",
    "sandbox": "runs untrusted code",
    "games": "the four games",
    "mechanics": "auctions, votes, trades",
    "engine": "rules kernel",
}
"""Package -> what it is for, in a few words."""

WIDTH, MARGIN, GAP = 960, 24, 32
BOX_HEIGHT, FLOOR_HEIGHT = 54, 92
BOX_MAX_WIDTH = 206


def read_contract() -> dict[str, Any]:
    """Return the import contract that orders the packages in floors."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (contract,) = (contract for contract in contracts if contract["name"] == "Floors")
    return dict(contract)


def read_floors() -> list[list[str]]:
    """Return the packages of each floor, the highest first, from the import contract."""
    floors = [[name.strip() for name in layer.split("|")] for layer in read_contract()["layers"]]
    drawn = [[name for name in floor if name in PURPOSES] for floor in floors]
    return [floor for floor in drawn if floor]


def read_arrows(packages: list[str]) -> dict[str, set[str]]:
    """Return which packages each package imports, without arrows that follow from others.

    Imports that the contract lets through are made when a function is called, and not drawn.
    """
    graph = grimp.build_graph("classkit", cache_dir=None)
    for arrow in read_contract()["ignore_imports"]:
        importer, imported = arrow.split(" -> ")
        graph.remove_import(importer=importer, imported=imported)
    direct: dict[str, set[str]] = {}
    for package in packages:
        inside = f"classkit.{package}"
        modules = {inside} | graph.find_descendants(inside)
        targets = {
            target.split(".")[1]
            for module in modules
            for target in graph.find_modules_directly_imported_by(module)
            if "." in target
        }
        direct[package] = (targets & set(packages)) - {package}

    def find_reachable(package: str) -> set[str]:
        return direct[package].union(*(find_reachable(target) for target in direct[package]))

    return {
        package: targets - set().union(*(find_reachable(target) for target in targets))
        for package, targets in direct.items()
    }


def count_modules(package: str) -> int:
    """Return how many Python files a package has."""
    return sum(1 for _ in (ROOT / "classkit" / package).rglob("*.py"))


def draw_box(x: float, y: float, width: float, package: str) -> str:
    """Return a package as a box with its name, its purpose and its number of modules."""
    middle = x + width / 2
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{BOX_HEIGHT}" rx="6"/>'
        f'<text class="name" x="{middle:.0f}" y="{y + 23:.0f}">{escape(package)}'
        f'<tspan class="count" dx="7">{count_modules(package)}</tspan></text>'
        f'<text class="purpose" x="{middle:.0f}" y="{y + 42:.0f}">'
        f"{escape(PURPOSES[package])}</text>"
    )


def draw_arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return a curve that leaves a box downwards and enters a lower one from above."""
    (x1, y1), (x2, y2) = start, end
    bend = (y2 - y1) / 2
    return (
        f'<path d="M{x1:.0f} {y1:.0f} C{x1:.0f} {y1 + bend:.0f} {x2:.0f} {y2 - bend:.0f} '
        f'{x2:.0f} {y2:.0f}" marker-end="url(#head)"/>'
    )


def place_boxes(
    floors: list[list[str]], arrows: dict[str, set[str]]
) -> dict[str, tuple[float, float, float]]:
    """Return each package's left edge, top and width.

    A package alone on its floor is placed below the packages that import it.
    """
    boxes: dict[str, tuple[float, float, float]] = {}
    for row, floor in enumerate(floors):
        room = (WIDTH - 2 * MARGIN - GAP * (len(floor) - 1)) / len(floor)
        width = min(BOX_MAX_WIDTH, room)
        middle = WIDTH / 2
        importers = [boxes[name] for name in boxes if floor[0] in arrows[name]]
        if len(floor) == 1 and importers:
            middle = sum(x + wide / 2 for x, _, wide in importers) / len(importers)
        left = middle - (width * len(floor) + GAP * (len(floor) - 1)) / 2
        left = min(max(left, MARGIN), WIDTH - MARGIN - width)
        for column, package in enumerate(floor):
            boxes[package] = (left + column * (width + GAP), MARGIN + row * FLOOR_HEIGHT, width)
    return boxes


def draw() -> str:
    """Return the drawing as SVG: one row of boxes a floor, arrows from importer to imported."""
    floors = read_floors()
    arrows = read_arrows([package for floor in floors for package in floor])
    boxes = place_boxes(floors, arrows)
    lines = []
    for package, targets in arrows.items():
        x, y, width = boxes[package]
        ordered = sorted(targets, key=lambda target: boxes[target][0] + boxes[target][2] / 2)
        for number, target in enumerate(ordered, 1):
            start = (x + width * number / (len(ordered) + 1), y + BOX_HEIGHT)
            importers = sorted(
                (name for name, known in arrows.items() if target in known),
                key=lambda name: boxes[name][0] + boxes[name][2] / 2,
            )
            share = (importers.index(package) + 1) / (len(importers) + 1)
            end_x, end_y, end_width = boxes[target]
            lines.append(draw_arrow(start, (end_x + end_width * share, end_y - 3)))
    height = 2 * MARGIN + (len(floors) - 1) * FLOOR_HEIGHT + BOX_HEIGHT
    style = (
        "rect.paper{fill:#fff}rect{fill:#f4f6fa;stroke:#5b6b85;stroke-width:1.2}"
        "text{font-family:system-ui,sans-serif;text-anchor:middle;fill:#1c2534}"
        ".name{font-size:15px;font-weight:600}.count{font-size:11px;font-weight:400;fill:#5b6b85}"
        ".purpose{font-size:12px;fill:#414d61}"
        "path{fill:none;stroke:#8493ab;stroke-width:1.3}#head path{fill:#8493ab;stroke:none}"
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            f'width="{WIDTH}" height="{height}" role="img">',
            "<title>Packages of classkit: each imports only packages below it</title>",
            f"<style>{style}</style>",
            '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            'markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z"/></marker></defs>',
            f'<rect class="paper" width="{WIDTH}" height="{height}" stroke="none"/>',
            *lines,
            *(draw_box(x, y, width, package) for package, (x, y, width) in boxes.items()),
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    DRAWING.write_text(draw(), encoding="utf-8")
    print(DRAWING.relative_to(ROOT))
