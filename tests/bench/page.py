"""How fast the live table is, beside references measured in the same run.

    python -m tests.bench.page            a short run: some five minutes
    python -m tests.bench.page --long     more clicks and more cold starts

Everything happens in Voila and a real Chromium on this machine: the table, a plotly FigureWidget
with six traces, and a bare ipywidgets page. Goals are printed beside what was measured and never
asserted, since machines differ.

What makes the comparison with the FigureWidget a fair one:

- All pages have the same window, 1366 x 768, and are clicked in turn in one browser.
- A click adds a point to each trace of either page, and each trace of the FigureWidget has as many
  points as a line of the table's charts has: one per click. The three charts of the table
  together have six lines and the marks of the first; the FigureWidget has six lines.
- A FigureWidget of lines and markers draws all its markers again and takes longer with every turn;
  the table does not. So the first turns, which are most of a short match, and the later ones have
  rows of their own.
- Each has the size at which a teacher meets it: the FigureWidget the width of the page and 360
  pixels of height, the charts what the table leaves them. That is not the same area: in a run
  beside these, a FigureWidget of the area of two charts together (608 x 152) took 35 ms where
  the one of usual size took 41, so a ratio to such a small one is about a sixth higher.
- Both are measured from the click to the end of the frame that paints the last change of a chart,
  however late within 150 ms of quiet it comes: charts that were drawn after the rest would count as
  well. What moves across the table meanwhile is not waited for; its work in the main thread is
  counted with that of the pause.
- What a page leaves for a pause is not hidden. After each click each page has the same pause, long
  enough for it, and the main thread's work in it is printed beside the work of the step. After
  the pause the lines and markers must show the very same values as when the page counted as
  repainted: clicks after which a point came later are counted, and must be none. An axis may get
  longer in it, for points to come.
- Modules are compiled before, as an installer does, also where Python is told to write nothing.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.browser.classroom import COLD, STEP
from tests.browser.servers import Place, voila
from tests.browser.tabs import ARGUMENTS
from tests.browser_binary import find_or_install

from .rows import Goal, Measure, Row, add_write_option, report

WARM_UP = 4
FIRST = 40  # turns that are told apart from those after them: of four seats, ten rounds
PAUSE = 600  # milliseconds after each click, for what a page has put off

NOTEBOOKS = {
    "table": """\
import classkit
options = {"game": 1, "round_limit": 200}
classkit.table("poleconomy", seats=4, seed=1, bots="politician", options=options)
""",
    "figure": """\
import ipywidgets as w, plotly.graph_objects as go
figure = go.FigureWidget([go.Scatter(x=[0], y=[0], mode="lines+markers") for _ in range(6)])
button = w.Button(description="Step")
def step(_):
    with figure.batch_update():
        n = len(figure.data[0].x)
        for k, trace in enumerate(figure.data):
            trace.x, trace.y = (*trace.x, n), (*trace.y, (n * (k + 3)) % 17)
button.on_click(step)
w.VBox([button, figure])
""",
    "bare": """\
import ipywidgets as w
button, label = w.Button(description="Step"), w.Label("0")
def step(_):
    label.value = str(int(label.value) + 1)
button.on_click(step)
w.VBox([button, label])
""",
}
BUTTONS = {"table": STEP, "figure": "button.jupyter-button", "bare": "button.jupyter-button"}

WATCH = """() => {
    const seen = window.bench = { painted: 0, heard: false };
    const counts = ({ target }) => {
        const node = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
        return node?.closest('.js-plotly-plot') || !node?.closest('.classkit');
    };
    const note = (records) => records.some(counts) && requestAnimationFrame(() => setTimeout(() => {
        seen.painted = performance.now();
    }, 0));
    new MutationObserver(note).observe(document.body,
        { subtree: true, childList: true, attributes: true, characterData: true });
}"""
"""Notes when the page was last painted after a change; of a table, after a change of a chart.
What moves across a table, when all of it is right, ends up to a second later and is not counted."""

CLICK = """selector => new Promise((resolve, reject) => {
    const { bench } = window;
    const button = document.querySelector(selector);
    const where = document.querySelector('.ck-where');
    const before = where?.textContent;
    const start = performance.now();
    let shown = 0;
    Object.assign(bench, { painted: 0, heard: false });
    const watch = new MutationObserver(() => {
        if (shown || button.disabled || where?.textContent === before) return;
        shown = -1;
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => { shown = performance.now(); };
            port2.postMessage(0);
        });
    });
    if (where) watch.observe(document.body,
        { subtree: true, childList: true, attributes: true, characterData: true });
    button.click();
    setTimeout(() => { bench.heard = true; }, 250);
    const look = () => {
        const quiet = bench.painted && performance.now() - bench.painted > 150;
        if (bench.heard && quiet) {
            watch.disconnect();
            resolve([(where ? shown : bench.painted) - start, bench.painted - start]);
        }
        else if (performance.now() - start > 20_000) reject(new Error('the page did not answer'));
        else setTimeout(look, 10);
    };
    look();
})"""
"""Presses a button; gives the milliseconds until the page was repainted with the next turn and the
button could be pressed again, and until the last repaint of charts that followed."""

PICTURE = """() => [...document.querySelectorAll('.js-plotly-plot')].flatMap((chart) => {
    const STEPS = /([MLHV(])(-?[\\d.]+)(,(-?[\\d.]+))?/g;
    const { xaxis, yaxis } = chart._fullLayout ?? {};
    if (!xaxis || !yaxis || xaxis.p2c === undefined) return [];
    const span = ({ range: [from, to] }) => Math.abs(to - from) || 1;
    const at = (axis, pixels) => [axis.p2c(Number(pixels)), span(axis)];
    const drawn = chart.querySelectorAll('.scatterlayer .js-line, .scatterlayer .point');
    return [...drawn].map((node) => {
        const isPoint = node.classList.contains('point');
        const path = node.getAttribute(isPoint ? 'transform' : 'd') ?? '';
        const places = [];
        let across = 0, up = 0;
        for (const [, letter, one, , two] of path.matchAll(STEPS)) {
            if (letter !== 'V') across = one;
            if (letter === 'V') up = one; else if (two !== undefined) up = two;
            places.push([...at(xaxis, across), ...at(yaxis, up)]);
        }
        return [places];
    });
})"""
"""The lines and markers of all charts as they are drawn: the values at which each of their places
lies, as their axes have it, each beside the length of its axis. So an axis that gets longer in a
pause changes nothing, and a point that comes later does."""

LEAST = 0.01
"""Places that lie nearer to each other, against the length of an axis, are the same: pixels are
written with few decimals."""


POINTS = "() => document.querySelector('.js-plotly-plot')?.data[0].x.length ?? 0"

READY = """
addEventListener('DOMContentLoaded', () => {
    const look = () => {
        const button = document.querySelector(SELECTOR);
        if (!button || button.disabled || window.usable) return;
        window.usable = true;
        requestAnimationFrame(() => setTimeout(() => { window.usable = performance.now(); }, 0));
    };
    new MutationObserver(look).observe(document.body,
        { subtree: true, childList: true, attributes: true });
});
"""
"""Notes when the button was painted and could be pressed, in milliseconds since the page began."""


@dataclass
class Measured:
    """What one page was found to do."""

    cold: list[float] = field(default_factory=list)
    charts: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    clicks: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    frames: list[int] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    pause: list[float] = field(default_factory=list)
    late: int = 0
    points: int = 0
    memory: float = 0.0


def kernels() -> set[int]:
    """The processes of kernels below this one."""
    found = set()
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # one that has just ended
            if "ipykernel_launcher" in " ".join(child.cmdline()):
                found.add(child.pid)
    return found


@dataclass
class Bench:
    """One kind of page: opened cold several times, the last one kept open for clicks."""

    kind: str
    page: Page
    kernel: int
    received: list[int]
    found: Measured
    metrics: CDPSession

    def click(self, counts: bool) -> None:
        """Press its button; note when the last of it was repainted, and what came for it."""
        self.received.clear()
        self.page.bring_to_front()
        busy = self.busy()
        shown, took = self.page.evaluate(CLICK, BUTTONS[self.kind])
        then = self.busy()
        repainted, rests = self.page.evaluate(PICTURE), self.busy()
        self.found.sizes.append(sum(self.received))
        self.found.frames.append(len(self.received))
        self.page.wait_for_timeout(PAUSE)
        rested = self.busy()
        self.found.late += not alike(self.page.evaluate(PICTURE), repainted)
        if counts:
            self.found.shown.append(float(shown))
            self.found.clicks.append(float(took))
            self.found.work.append(then - busy)
            self.found.pause.append(rested - rests)

    def busy(self) -> float:
        """The milliseconds that the page's main thread has been at work, of its own time."""
        found = self.metrics.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in found if one["name"] == "TaskDuration")) * 1_000


def opened(browser: Browser, place: Place, kind: str, colds: int) -> Bench:
    """Open a page cold several times, and keep the last."""
    found = Measured()
    name = place.write(f"{kind}.ipynb", NOTEBOOKS[kind])
    for attempt in range(colds):
        context = browser.new_context(viewport={"width": 1366, "height": 768})
        page = context.new_page()
        received: list[int] = []
        listen(page, received)
        page.add_init_script(READY.replace("SELECTOR", repr(BUTTONS[kind])))
        before = kernels()
        began = time.perf_counter()
        page.goto(place.address(name))
        page.wait_for_function("() => window.usable > 1", timeout=COLD)
        found.cold.append(float(page.evaluate("() => window.usable")) / 1_000)
        if kind != "bare":
            page.locator(".js-plotly-plot .main-svg").first.wait_for(state="attached", timeout=COLD)
            found.charts.append(time.perf_counter() - began)
        (kernel,) = kernels() - before
        if attempt < colds - 1:
            context.close()
            page_gone(before)
    page.wait_for_timeout(1_500)
    page.evaluate(WATCH)
    metrics = page.context.new_cdp_session(page)
    metrics.send("Performance.enable", {"timeDomain": "threadTicks"})
    return Bench(kind, page, kernel, received, found, metrics)


def alike(now: list[Any], then: list[Any]) -> bool:
    """Whether all lines and markers show the same values as before."""
    if len(now) != len(then):
        return False
    for (after,), (before,) in zip(now, then, strict=True):
        if len(after) != len(before):
            return False
        for (x, wide, y, high), (x_then, _, y_then, _) in zip(after, before, strict=True):
            if abs(x - x_then) > LEAST * wide or abs(y - y_then) > LEAST * high:
                return False
    return True


def listen(page: Page, received: list[int]) -> None:
    """Note the size of everything that comes over the page's connection."""
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda data: received.append(len(data))),
    )


def page_gone(before: set[int]) -> None:
    """Wait until the kernel of a closed page has ended, so that it does not disturb the next."""
    end = time.monotonic() + 20
    while kernels() - before and time.monotonic() < end:
        time.sleep(0.2)


def seconds_to_import(statement: str, times: int) -> float:
    """The best of several fresh interpreters, each module compiled before, as an installer does."""
    code = f"import time; t = time.perf_counter(); {statement}; print(time.perf_counter() - t)"
    compiling = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    runs = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                             env=compiling, check=True).stdout)
        for _ in range(times)
    ]  # fmt: skip
    return min(runs)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


Pick = Callable[["Measured", "Measured", "Measured"], tuple[float, float]]
"""Takes a number and its reference from what table, FigureWidget and bare page did."""

FIGURE, BARE = "FigureWidget", "ipywidgets alone"
BYTES = 1_000
SPANS = {
    "first": (f"turns 1 to {FIRST}", slice(FIRST), 0.8),
    "later": (f"turns {FIRST + 1} on", slice(FIRST, None), 0.6),
    "all": ("all turns", slice(None), 0.8),
}
"""Turns that are told apart: their words, where they are, and the goal."""


def declare_clicks() -> Iterator[tuple[Measure, Pick]]:
    """Yield the measures of a click: until the next turn is shown, and until the last repaint."""
    shown, repaint = "the next turn is shown", "the last repaint"
    for what, which, spans in ((shown, "shown", SPANS), (repaint, "clicks", [*SPANS][:2])):
        for span in spans:
            turns, _, goal = SPANS[span]
            for part, share in (("median", 0.5), ("p95", 0.95)):
                words = f"time from a click on Step until {what}, {turns}, {part}"
                name = f"page.{which}-{span}-{part}"
                limit = Goal("ratio", most=goal)
                yield (
                    Measure(name, words, FIGURE, "ms", limit, "page"),
                    partial(pick_clicks, which, span, share),
                )


def pick_clicks(
    which: str, span: str, share: float, table: Measured, figure: Measured, bare: Measured
) -> tuple[float, float]:
    """Return a percentile of clicks, of the table and of the FigureWidget."""
    turns = SPANS[span][1]
    return (
        percentile(getattr(table, which)[turns], share),
        percentile(getattr(figure, which)[turns], share),
    )


def median_of(name: str, other: str = "bare") -> Pick:
    """Return what takes the median of a field, of the table and of another page."""

    def pick(table: Measured, figure: Measured, bare: Measured) -> tuple[float, float]:
        reference = figure if other == "figure" else bare
        return (
            float(statistics.median(getattr(table, name))),
            float(statistics.median(getattr(reference, name))),
        )

    return pick


def kilobytes(span: slice, other: str) -> Pick:
    """Return what takes the mean size of a step, of the table and of another page."""

    def pick(table: Measured, figure: Measured, bare: Measured) -> tuple[float, float]:
        reference = figure if other == "figure" else bare
        return (
            statistics.mean(table.sizes[span]) / BYTES,
            statistics.mean(reference.sizes[span]) / BYTES,
        )

    return pick


def charts_after(page: Measured) -> float:
    """Return the seconds until the charts, after a page is usable."""
    return statistics.median(page.charts) - statistics.median(page.cold)


SIZE = Goal(most=4.1)
MEMORY = Goal(most=70)
MEASURES: tuple[tuple[Measure, Pick], ...] = (
    *declare_clicks(),
    (Measure("page.clicks-bare", "click until the last repaint, median", BARE, "ms"),
     median_of("clicks")),
    (Measure("page.work", "main thread of a step until then", FIGURE, "ms"),
     median_of("work", "figure")),
    (Measure("page.pause", "main thread in the pause after it", FIGURE, "ms"),
     median_of("pause", "figure")),
    (Measure("page.late", "clicks whose points came after that", FIGURE, "clicks", Goal(most=0),
             "page"),
     lambda table, figure, bare: (table.late, figure.late)),
    (Measure("page.points", "points of a line in the end", FIGURE, "points"),
     lambda table, figure, bare: (table.points, figure.points)),
    (Measure("page.bytes-mean", "data sent to the browser per step, mean", BARE, "kB", SIZE,
             "page"),
     kilobytes(slice(None), "bare")),
    (Measure("page.bytes-5", "data sent to the browser per step near turn 5", FIGURE, "kB", SIZE,
             "page"),
     kilobytes(slice(3, 6), "figure")),
    (Measure("page.bytes-40", "data sent to the browser per step near turn 40", FIGURE, "kB", SIZE,
             "page"),
     kilobytes(slice(FIRST - 3, FIRST), "figure")),
    (Measure("page.messages", "messages of a step", BARE, "messages"), median_of("frames")),
    (Measure("page.open", "time until a page is usable, cold start", BARE, "s",
             Goal("ratio", most=1.25), "page"),
     median_of("cold")),
    (Measure("page.open-charts", "open a page until its charts are drawn", FIGURE, "s"),
     median_of("charts", "figure")),
    (Measure("page.charts", "additional time until the charts are drawn", FIGURE, "s",
             Goal(most=1.4), "page"),
     lambda table, figure, bare: (charts_after(table), charts_after(figure))),
    (Measure("page.memory-bare", "memory of a kernel during a match", BARE, "MiB", MEMORY, "page"),
     lambda table, figure, bare: (table.memory, bare.memory)),
    (Measure("page.memory-figure", "memory of a kernel during a match", FIGURE, "MiB", MEMORY,
             "page"),
     lambda table, figure, bare: (table.memory, figure.memory)),
)  # fmt: skip
IMPORT = Measure("page.import", "`import classkit` and a new match", "`import ipywidgets`", "s",
                 Goal(most=0.08), "page")  # fmt: skip


def list_measures() -> Iterator[Measure]:
    """Yield what is measured."""
    yield from (measure for measure, _ in MEASURES)
    yield IMPORT


def main(arguments: list[str] | None = None) -> None:
    """Measure everything and print the rows."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--long", action="store_true", help="more clicks and cold starts")
    add_write_option(words)
    chosen = words.parse_args(arguments)
    clicks, colds = (200, 8) if chosen.long else (100, 5)
    report(measure_rows(clicks, colds), chosen.write)


def measure_rows(clicks: int, colds: int) -> Iterator[Row | str]:
    """Yield all rows, measured in one browser."""
    yield (
        f"\n{platform.platform()}, Python {platform.python_version()}, {psutil.cpu_count()} cores\n"
    )
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # for the kernels
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for name in ("notebooks", "data"):
            (folder / name).mkdir()
        place = stack.enter_context(voila(folder / "notebooks", folder / "data"))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_or_install(), args=ARGUMENTS)
        for kind in NOTEBOOKS:  # warms the server up
            opened(browser, place, kind, 1).page.context.close()
            page_gone(set())
        pages = [opened(browser, place, kind, colds) for kind in ("bare", "figure", "table")]
        for number in range(WARM_UP + clicks):
            for bench in pages:  # in turn, so that a busy moment of the machine hits all alike
                bench.click(counts=number >= WARM_UP)
        for bench in pages:
            bench.found.points = int(bench.page.evaluate(POINTS))
            bench.found.memory = psutil.Process(bench.kernel).memory_info().rss / 2**20
        bare, figure, table = (bench.found for bench in pages)
        versions = {"Chromium": browser.version}
        browser.close()
    versions |= {name: version(name) for name in ("voila", "ipywidgets", "plotly")}
    for measure, pick in MEASURES:
        yield measure.row(*pick(table, figure, bare), conditions=versions)
    new = "import classkit; classkit.new('poleconomy')"
    yield IMPORT.row(
        seconds_to_import(new, 5),
        seconds_to_import("import ipywidgets", 5),
        conditions={"ipywidgets": version("ipywidgets")},
    )


if __name__ == "__main__":
    main()
