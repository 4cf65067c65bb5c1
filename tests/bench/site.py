"""How fast a table without a server is, beside a page that only starts Pyodide, and beside Voila.

    python -m tests.bench.site            a short run: some five minutes
    python -m tests.bench.site --long     more loads and more steps

All pages are loaded in turn by one Chromium from one small server on this machine, which sends
files as they are: what a line adds is in the sizes. A cold load has nothing in its caches, a warm
one is the third of a profile. The page beside it starts the same Pyodide in a worker, with its own
whole standard library, and does nothing else. Steps are the same in both: from the question to the
end of the frame that shows its answer. Nothing is asserted, since machines differ.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from classkit.site.pyodide import LIBRARY, get_pyodide_files
from classkit.site.tables import PYODIDE
from tests.bench.page import NOTEBOOKS
from tests.browser.servers import voila
from tests.browser.sites import BELOW, serving, written_site
from tests.browser.tabs import ARGUMENTS
from tests.browser_binary import find_or_install

from .rows import Goal, Measure, Row, add_write_option, report

STOCK = "stock.html"
STOCK_PAGE = """<!doctype html><title>Pyodide alone</title><script type="module">
const worker = new Worker('stock.js', { type: 'module' });
worker.onmessage = () => { window.usable = performance.now(); };
</script>"""
STOCK_WORKER = """
import { startPyodide } from './START';
await startPyodide(new URL('./FOLDER/', import.meta.url).href);
postMessage('ready');
"""
TABLE = "tables/poleconomy.html"
GAME = "classkit.games.poleconomy.bin"
"""The only game that its page fetches."""

ALONE, VOILA = "a page that only starts Pyodide", "the same table in Voila"
MEASURES = {
    measure.id.removeprefix("site."): measure
    for measure in (
        Measure("site.size", "data before plotly, compressed", "the goal alone", "MB",
                Goal(most=6.5), "site"),
        Measure("site.cold", "time until a table is usable, cold start", ALONE, "s",
                Goal("ratio", most=1), "site"),
        Measure("site.warm", "time until a table is usable, warm start", ALONE, "s",
                Goal("ratio", most=0.8), "site"),
        Measure("site.shell", "open a table until it is seen, cold", ALONE, "s",
                Goal("ratio", most=0.2), "site"),
        Measure("site.step-median", "a step, median", VOILA, "ms", "depends on the browser",
                "site"),
        Measure("site.step-p95", "a step, p95", VOILA, "ms", "depends on the browser", "site"),
        Measure("site.futures", "200 futures", "the goal alone", "s", Goal(most=5), "site"),
        Measure("site.wait", "longest wait for another question meanwhile", "200 futures", "ms"),
        Measure("site.memory", "memory in use after 280 steps", "before it is freed", "MiB",
                Goal(most=300), "site"),
    )
}  # fmt: skip

NOTE = """
const look = () => {
    const table = document.querySelector('classkit-table');
    if (!window.shell && document.querySelector('classkit-board svg, classkit-board .ck-board'))
        requestAnimationFrame(() => setTimeout(() => { window.shell ??= performance.now(); }, 0));
    if (table?.store?.state.seq > 0)
        requestAnimationFrame(() => setTimeout(() => { window.usable ??= performance.now(); }, 0));
    if (!window.usable) setTimeout(look, 5);
};
look();
"""
"""Notes when the table was seen, and when its kernel had painted it."""

STEP = """async () => {
    const { store } = document.querySelector('classkit-table');
    const start = performance.now();
    const answer = await store.act({ do: 'step', until: 'turn' });
    await store.repaint();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    return [performance.now() - start, answer.kind, Boolean(store.now.over)];
}"""
RESET = "() => document.querySelector('classkit-table').store.act({ do: 'reset' })"
FUTURES = """async () => {
    const { store } = document.querySelector('classkit-table');
    const start = performance.now();
    await store.act({ do: 'futures', n: 200 });
    const waits = [];
    while (store.now.futures.state === 'running') {
        const asked = performance.now();
        await store.send({ do: 'rules' });
        waits.push(performance.now() - asked);
    }
    return [performance.now() - start, store.now.futures.done, Math.max(...waits)];
}"""


def wait(page: Page, script: str, seconds: float = 120) -> Any:
    """What an expression gives as soon as it is true; a page's policy forbids it to wait itself."""
    end = time.monotonic() + seconds
    while not (found := page.evaluate(script)):
        if time.monotonic() > end:
            raise TimeoutError(script)
        time.sleep(0.02)
    return found


def usable(context: BrowserContext, address: str) -> tuple[float, float]:
    """Load a page; the seconds until it can be used, and until the table was seen."""
    page = context.new_page()
    page.add_init_script(NOTE)
    page.goto(address)
    wait(page, "window.usable")
    times = page.evaluate("[window.usable, window.shell ?? 0]")
    page.close()
    return times[0] / 1_000, times[1] / 1_000


def loads(browser: Browser, site: str, times: int) -> Iterator[Row]:
    """Measure cold and warm loads of both pages in turn."""
    found: dict[tuple[str, str], list[float]] = {}
    shells = []
    for _ in range(times):
        for name, address in (("stock", STOCK), ("table", TABLE)):
            context = browser.new_context(viewport={"width": 1366, "height": 768})
            cold, shell = usable(context, site + address)
            usable(context, site + address)
            warm, _ = usable(context, site + address)
            context.close()
            found.setdefault((name, "cold"), []).append(cold)
            found.setdefault((name, "warm"), []).append(warm)
            shells += [shell] if name == "table" else []
    alone = {kind: statistics.median(found["stock", kind]) for kind in ("cold", "warm")}
    for kind, reference in alone.items():
        yield MEASURES[kind].row(
            statistics.median(found["table", kind]), reference, conditions=versions_of(browser)
        )
    shell = statistics.median(shells)
    yield MEASURES["shell"].row(shell, alone["cold"], conditions=versions_of(browser))


def versions_of(browser: Browser) -> dict[str, str]:
    """Return the versions that a row depends on."""
    return {"Chromium": browser.version, "Pyodide": PYODIDE.removeprefix("pyodide-")}


def steps(page: Page, times: int) -> list[float]:
    """The milliseconds of so many steps of the table in a page."""
    took: list[float] = []
    while len(took) < times:
        milliseconds, kind, over = page.evaluate(STEP)
        if over or kind == "refused":
            page.evaluate(RESET)
        else:
            took.append(milliseconds)
    return took[3:]


def quantiles(took: list[float]) -> tuple[float, float]:
    """The median and the 95th percentile."""
    return statistics.median(took), statistics.quantiles(took, n=20)[-1]


@contextmanager
def both(browser: Browser, site: str, folder: Path) -> Iterator[tuple[Page, Page]]:
    """A table of the site, and one in Voila."""
    with voila(folder, folder / "data") as place:
        book = place.write("table.ipynb", NOTEBOOKS["table"])
        pages = []
        for address in (site + TABLE, place.address(book)):
            page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
            page.add_init_script(NOTE)
            page.goto(address)
            wait(page, "window.usable")
            pages.append(page)
        yield pages[0], pages[1]


def renderer(browser: Browser) -> float:
    """The mebibytes of the largest renderer, memory shared with others in proportion."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    found = [psutil.Process(one["id"]) for one in processes if one["type"] == "renderer"]
    return max(float(one.memory_full_info().pss) for one in found) / 2**20


def clear(page: Page) -> None:
    """Free what the page has thrown away: quick steps leave a browser no time for that."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.detach()
    time.sleep(2)


def sizes(folder: Path) -> float:
    """The megabytes that come over a line before plotly, compressed as a host does."""
    parts = [TABLE, *(path.relative_to(folder) for path in folder.glob("*-*/*"))]
    others = {path.name for path in folder.glob("*/classkit.games.*")} - {GAME}
    unread = {"matches.js", "cells.js", "helper.js", LIBRARY, *others}
    total = sum(
        len(gzip.compress((folder / part).read_bytes(), 9))
        for part in parts
        if Path(part).name not in unread
    )
    return total / 1e6


def list_measures() -> Iterator[Measure]:
    """Yield what is measured."""
    yield from MEASURES.values()


def main(arguments: list[str] | None = None) -> None:
    """Measure all, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true")
    add_write_option(parser)
    chosen = parser.parse_args(arguments)
    report(measure_rows(chosen.long), chosen.write)


def measure_rows(long: bool) -> Iterator[Row | str]:
    """Yield all rows, measured in one browser."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        site = written_site(folder) / BELOW
        yield MEASURES["size"].row(sizes(site))
        (site / PYODIDE / LIBRARY).write_bytes(get_pyodide_files()[LIBRARY])
        (site / STOCK).write_text(STOCK_PAGE)
        (start,) = (path.relative_to(site).as_posix() for path in site.glob("*/start.js"))
        stock = STOCK_WORKER.replace("START", start).replace("FOLDER", PYODIDE)
        (site / "stock.js").write_text(stock)
        notebooks = folder / "notebooks"
        notebooks.mkdir()
        with serving(folder) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_or_install(), args=ARGUMENTS)
            yield from loads(browser, address, 7 if long else 3)
            versions = versions_of(browser)
            with both(browser, address, notebooks) as (table, other):
                times = 150 if long else 60
                here, there = quantiles(steps(table, times)), quantiles(steps(other, times))
                other.context.close()
            for part, one, two in zip(("median", "p95"), here, there, strict=True):
                yield MEASURES[f"step-{part}"].row(one, two, conditions=versions)
            table.bring_to_front()
            table.evaluate(RESET)
            steps(table, 20)
            took, done, waited = table.evaluate(FUTURES)
            yield MEASURES["futures"].row(
                took / 1_000, spread=f"{done} futures", conditions=versions
            )
            yield MEASURES["wait"].row(waited, took)
            steps(table, 200)
            held = renderer(browser)
            clear(table)
            used = renderer(browser)
            yield MEASURES["memory"].row(used, held, conditions=versions)
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
