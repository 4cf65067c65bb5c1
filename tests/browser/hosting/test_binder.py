"""Inside a Jupyter server, as on Binder."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect

from tests.browser.hosting.visits import now, same_match, step, usable
from tests.browser.servers import started


def test_inside_a_jupyter_server_as_on_binder(browser: Browser, tmp_path: Path) -> None:
    """The settings of binder/postBuild: template, resume, kernels that end, nothing from outside.

    The copies that `pip install` laid out are served here: after a change of the template,
    `pip install -e .` again (`classkit doctor` says when).
    """
    root = Path(__file__).parents[3]
    settings = (root / "binder" / "postBuild").read_text(encoding="utf-8")
    blocks = re.findall(r"<<'SETTINGS'\n(.*?)\nSETTINGS", settings, re.DOTALL)
    for name, text in zip(("voila.json", "jupyter_server_config.json"), blocks, strict=True):
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root"]
    command += ["--ServerApp.port=0", "--ServerApp.token=", f"--ServerApp.root_dir={root}"]
    command += ["--ServerApp.base_url=/user/someone/"]
    environment = {
        "JUPYTER_CONFIG_DIR": str(tmp_path),
        "JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime"),
        "CLASSKIT_DATA": str(tmp_path / "data"),
    }
    ready = r"(http://(?:localhost|127\.0\.0\.1):\d+/user/someone/)"
    with started(command, ready, root, **environment) as url:
        visitor = browser.new_context(viewport={"width": 1366, "height": 768})
        asked: list[str] = []
        visitor.on("request", lambda request: asked.append(request.url))
        page = visitor.new_page()
        page.goto(f"{url}voila/tree/lessons/dashboards")
        expect(page.get_by_role("link", name="Poleconomy")).to_be_visible()
        page.goto(f"{url}voila/render/lessons/dashboards/poleconomy.ipynb")
        usable(page)
        step(page, 2)
        before = now(page)
        page.reload()
        usable(page)
        page.wait_for_function("() => document.querySelector('classkit-table').store.now.turn > 1")
        same_match(page, before)
        kernels = f"{url}api/kernels"
        assert len(page.request.get(kernels).json()) == 1
        page.goto(f"{url}voila/tree/lessons/dashboards")
        for _ in range(100):
            if not page.request.get(kernels).json():
                break
            page.wait_for_timeout(100)
        assert page.request.get(kernels).json() == []
        outside = [u for u in asked if urlsplit(u).hostname not in ("localhost", "127.0.0.1")]
        assert [u for u in outside if not u.startswith(("data:", "blob:"))] == []
        visitor.close()
