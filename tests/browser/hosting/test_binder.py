"""Inside a Jupyter server, as on Binder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.classroom import run_all
from tests.browser.hosting.visits import now, same_match, step, usable
from tests.browser.servers import UNBUILT, Place, started
from tests.browser.waiting import send

LESSON = "01-inflation-and-the-price-of-everything.ipynb"


def with_seed(dashboard: Path) -> None:
    """Give its matches a seed: whether one has enough for a homework is luck."""
    text = dashboard.read_text(encoding="utf-8")
    assert "seats=4)" in text
    dashboard.write_text(text.replace("seats=4)", "seats=4, seed=7)"), encoding="utf-8")


def cut_short(lesson: Path) -> None:
    """Leave what stands before the second part of a lesson: one table with its charts."""
    book = nbformat.read(lesson, as_version=4)
    until = next(at for at, cell in enumerate(book.cells) if cell.id == "part-2")
    book.cells = book.cells[:until]
    nbformat.write(book, lesson)


def scroll_to(page: Page, part: Locator) -> None:
    """Scroll the notebook from its beginning until a part is there: Lab keeps what is in sight."""
    for at in range(0, 20_000, 300):
        page.evaluate(
            "(at) => { for (const pane of document.querySelectorAll('.jp-WindowedPanel-outer'))"
            " pane.scrollTop = at; }",
            at,
        )
        with suppress(TimeoutError):
            part.wait_for(timeout=500)
            return


@pytest.mark.deep
def test_inside_a_jupyter_server_as_on_binder(own_page: Page, tmp_path: Path, deep: bool) -> None:
    """By binder's own scripts: template, resume, kernels that end, a lesson in JupyterLab.

    Also what one takes along since Binder forgets, and nothing from outside.

    In the short form the lesson ends with its first part: each is run whole in tests/lessons.

    The copies that `pip install` laid out are served here: after a change of the template,
    `pip install -e .` again (`classkit doctor` says when).
    """
    root = Path(__file__).parents[3]
    served = tmp_path / "served"
    shutil.copytree(root / "lessons", served / "lessons")  # Lab saves what it has opened
    with_seed(served / "lessons" / "dashboards" / "poleconomy.ipynb")
    if not deep:
        cut_short(served / "lessons" / LESSON)
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    home = {"HOME": str(tmp_path), "PATH": tools, "JUPYTER_CONFIG_DIR": str(tmp_path / ".jupyter")}
    built = {**os.environ, **home}
    pip = tmp_path / "own" / "pip"  # what is installed here stays as it is, while others use it
    pip.parent.mkdir()
    pip.write_text("#!/bin/sh\n")
    pip.chmod(0o755)
    built["PATH"] = f"{pip.parent}{os.pathsep}{tools}"
    subprocess.run(["binder/postBuild"], cwd=root, env=built, check=True, capture_output=True)
    command = ["binder/start", sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += ["--ServerApp.port=0", "--IdentityProvider.token=", f"--ServerApp.root_dir={served}"]
    command += ["--ServerApp.base_url=/user/someone/", f"--ServerApp.tornado_settings={UNBUILT}"]
    environment = {
        **home,
        "JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime"),
        "CLASSKIT_DATA": str(tmp_path / "data"),
    }
    ready = r"(http://(?:localhost|127\.0\.0\.1):\d+/user/someone/)"
    with started(command, ready, root, **environment) as url:
        page = own_page
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{url}voila/tree/lessons/dashboards")
        expect(page.get_by_role("link", name="Poleconomy", exact=True)).to_be_visible()
        page.goto(f"{url}voila/render/lessons/dashboards/poleconomy.ipynb")
        usable(page)
        step(page, 2)
        before = now(page)
        page.reload()
        usable(page)
        page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 1")
        same_match(page, before)
        for _ in range(8):  # until there is enough to ask about
            send(page, do="step", until="round")
        page.get_by_role("tab", name="Match").click()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Homework from this match").click()
        with zipfile.ZipFile(saved.value.path()) as notebooks:
            assert len(notebooks.namelist()) == 2
        kernels = f"{url}api/kernels"
        assert len(page.request.get(kernels).json()) == 1
        page.goto(f"{url}voila/tree/lessons/dashboards")
        for _ in range(100):
            if not page.request.get(kernels).json():
                break
            page.wait_for_timeout(100)
        assert page.request.get(kernels).json() == []
        page.goto(f"{url}lab/tree/lessons/{LESSON}?reset")
        run_all(page, Place(url, "lab", served))
        tables = page.locator("classkit-table").first
        scroll_to(page, tables)
        tables.get_by_role("tab", name="Match").click()
        expect(tables.get_by_text("This runs on Binder, which forgets")).to_be_visible()
        with page.expect_download() as saved:
            tables.get_by_role("button", name="Download my work and my match").click()
        with zipfile.ZipFile(saved.value.path()) as work:
            assert LESSON in work.namelist()
        outside = [u for u in asked if urlsplit(u).hostname not in ("localhost", "127.0.0.1")]
        assert [u for u in outside if not u.startswith(("data:", "blob:"))] == []
