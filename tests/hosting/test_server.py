"""The server of tables: what it shows, what it refuses, what it leaves behind (design 7)."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from tornado.web import HTTPError

from classkit.hosting.config import ServerSettings
from classkit.hosting.frontend_bundle import FrontendBundle
from classkit.hosting.server import TableServer
from classkit.hosting.session_cookie import COOKIE_NAME
from classkit.hosting.voila_app import TableApp, build_config
from classkit.widgets.asset_loader import PAGE_FOLDER
from classkit.widgets.js_bundler import bundle_page, hash_page

from .dashboards import write_page
from .serving import Server, serving
from .visitor import cookies_of, get, visit


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a host's own, with names that try things."""
    folder = tmp_path_factory.mktemp("dashboards")
    for name in ("my_own-table", "<img src=x onerror=alert(1)>"):
        code = "import ipywidgets; ipywidgets.Label('hello')"
        write_page(folder, name, code, kernel="elsewhere")
    (folder / "secret.py").write_text("PASSWORD = 1")
    (folder / "notes.txt").write_text("private")
    (folder / "deeper").mkdir()
    return folder


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), str(folder)) as server:
        yield server


def test_the_index_lists_the_dashboards_and_costs_no_kernel(server: Server) -> None:
    before = len(server.kernels())
    answer, text = get(server, "/")
    assert answer.status == 200
    assert "My own table" in text and "deeper" in text
    assert "/voila/render/my_own-table.ipynb" in text
    assert len(server.kernels()) == before


def test_the_index_brings_every_visitor_the_cookies_that_tables_need(server: Server) -> None:
    """The page is the same for all, and these are not."""
    brought = [get(server, "/")[0].headers.get_all("Set-Cookie") or [] for _ in range(3)]
    for name in (COOKIE_NAME, "_xsrf"):
        found = [one for cookies in brought for one in cookies if one.startswith(f"{name}=")]
        assert len({*found}) == 3, f"{name}: {brought}"


def test_names_of_files_are_shown_never_interpreted(server: Server) -> None:
    _, text = get(server, "/voila/tree/")
    assert "<img src=x" not in text
    assert "&lt;" in text


def test_an_empty_folder_says_what_to_do(server: Server) -> None:
    assert "There is no dashboard in this folder" in get(server, "/voila/tree/deeper")[1]


def test_pages_name_no_other_server(server: Server) -> None:
    for path in ("/", "/voila/render/my_own-table.ipynb", "/nowhere"):
        text = visit(server, path)[1].replace("http://www.w3.org/", "")
        text = text.replace(f"http://127.0.0.1:{server.port}", "")
        named = set(re.findall(r"(?:src|href|url|import)\W{1,3}(?:https?:)?//[\w.-]+", text))
        assert not named, f"{path} names {named}"


def test_headers_keep_the_browser_at_home(server: Server) -> None:
    answer, _ = get(server, "/")
    assert answer.getheader("Referrer-Policy") == "same-origin"
    assert answer.getheader("X-Content-Type-Options") == "nosniff"
    policy = answer.getheader("Content-Security-Policy") or ""
    assert "default-src 'self'" in policy and "frame-ancestors 'self'" in policy
    assert "http" not in policy and "*" not in policy


def test_static_files_come_from_the_package_and_are_cached_by_version(server: Server) -> None:
    answer, text = get(server, "/voila/templates/classkit/static/page.js?v=abc")
    assert text == bundle_page(PAGE_FOLDER), "the page modules of the package, joined"
    assert answer.getheader("Etag")
    assert "max-age=315360000" in (answer.getheader("Cache-Control") or "")
    answer, text = get(server, "/voila/templates/classkit/static/plotly.min.js")
    assert answer.status == 200 and len(text) > 1_000_000
    assert answer.getheader("Cache-Control") == "no-cache", "asked for again, by its Etag"


def test_the_page_is_fetched_and_run_while_the_kernel_starts(server: Server) -> None:
    """The address is the very one by which the widget asks for it: the browser runs it once."""
    text = visit(server, "/voila/render/my_own-table.ipynb")[1]
    (address,) = re.findall(r'<script type="module" async src="(.+?)"></script>', text)
    assert address == f"/voila/templates/classkit/static/page.js?v={hash_page(PAGE_FOLDER)}"


def test_an_edited_module_is_in_the_page_at_the_next_request(tmp_path: Path) -> None:
    modules = tmp_path / "page"
    shutil.copytree(PAGE_FOLDER, modules)
    made = FrontendBundle(modules)
    made.build_bundle("page.js")
    version = made.rebuild_if_changed()
    assert made.rebuild_if_changed() == version == hash_page(PAGE_FOLDER)
    with (modules / "wire/clock.js").open("a") as module:
        module.write("\nconst edited = 1;\n")
    assert made.rebuild_if_changed() != version
    made.build_bundle("page.js")
    assert "const edited = 1;" in (made.folder / "page.js").read_text("utf-8")
    made.remove_folder()
    assert not made.folder.exists()


@pytest.mark.parametrize(
    "path",
    [
        "/voila/files/secret.py",
        "/voila/files/notes.txt",
        "/voila/files/my_own-table.ipynb",
        "/voila/templates/classkit/static/../../../../../../../etc/passwd",
        "/voila/templates/classkit/static/..%2f..%2f..%2f..%2fpyproject.toml",
        "/voila/templates/classkit/static/%2e%2e/index.html.j2",
        "/voila/render/../../../etc/passwd",
        "/voila/tree/..%2f..",
        "/api/kernels",
        "/api/contents/secret.py",
    ],
)
def test_nothing_else_can_be_read(server: Server, path: str) -> None:
    answer, text = visit(server, path)
    assert answer.status in (301, 302, 400, 403, 404, 405), (answer.status, text[:300])
    assert "PASSWORD" not in text and "private" not in text and "root:" not in text


def test_a_page_that_does_not_exist_says_so_plainly(server: Server) -> None:
    for path in ("/voila/render/nothing.ipynb", "/no/such/page", "/voila/tree/nowhere"):
        answer, text = visit(server, path)
        assert answer.status == 404
        assert "Page not found" in text and "Traceback" not in text


def test_on_this_machine_another_host_name_is_refused(server: Server) -> None:
    """A page of another site that renames itself to 127.0.0.1 reaches nothing."""
    assert get(server, "/", Host="evil.example")[0].status == 403
    for name in (
        "127.0.0.1.evil.example", "localhost.evil.example", "evil.example:8866", "10.0.0.7",
        "[2001:db8::1]", "0x7f000001", "2130706433", "", "a" * 300,
    ):  # fmt: skip
        assert get(server, "/", Host=name)[0].status in (400, 403), name
    for name in ("localhost", "LOCALHOST", "127.0.0.1", "127.8.9.10", "[::1]"):
        assert get(server, "/", Host=f"{name}:{server.port}")[0].status == 200, name


def test_kernels_cannot_be_ended_from_elsewhere(server: Server) -> None:
    """XSRF protection is on: without the token nothing is changed."""
    path = "/api/kernels/00000000-0000-0000-0000-000000000000"
    assert get(server, path, method="DELETE")[0].status == 403
    shutdown = "/voila/api/shutdown/00000000-0000-0000-0000-000000000000"
    assert get(server, shutdown, method="POST")[0].status == 403
    cookie = {"Cookie": "_xsrf=abc"}
    assert get(server, path, method="DELETE", **cookie)[0].status == 403
    with_token = {**cookie, "X_XSRFToken": "abc"}
    assert get(server, path, method="DELETE", **with_token)[0].status == 404


def test_a_page_starts_a_kernel_on_the_python_of_the_server(server: Server) -> None:
    """Whatever kernel the notebook names; and the widget is in the page."""
    answer, text = visit(server, "/voila/render/my_own-table.ipynb")
    assert answer.status == 200
    assert "application/vnd.jupyter.widget-view+json" in text
    assert 'id="classkit-skeleton"' in text
    assert answer.getheader("Referrer-Policy") == "same-origin"
    assert server.kernels()
    assert {kernel.cmdline()[0] for kernel in server.kernels()} == {sys.executable}


def test_a_kernel_that_no_page_connects_to_ends_after_its_rest(
    folder: Path, tmp_path: Path
) -> None:
    with serving(tmp_path, str(folder), "--rest", "2") as server:
        visit(server, "/voila/render/my_own-table.ipynb")
        server.wait_for_kernels(0, seconds=25)


def test_a_token_is_asked_for_on_every_address(folder: Path, tmp_path: Path) -> None:
    with serving(tmp_path, str(folder), "--address", "0.0.0.0") as server:
        token = server.url.split("token=")[1]
        assert len(token) >= 32
        render = "/voila/render/my_own-table.ipynb"
        for path in ("/", "/voila/tree/", render, "/voila/api/contents/"):
            answer, _ = get(server, path)
            assert answer.status in (302, 403), path
        answer, text = get(server, "/login?next=%2F")
        assert answer.status == 200 and "Enter the token" in text and "//jupyter" not in text
        assert server.kernels() == []
        assert get(server, f"/?token={token}")[0].status == 200
        assert get(server, "/?token=wrong")[0].status in (302, 403)


def test_below_a_base_address(folder: Path, tmp_path: Path) -> None:
    token = "a-token-for-the-tests"
    words = (str(folder), "--base-url", "/econ/")
    with serving(tmp_path, *words, CLASSKIT_TOKEN=token) as server:
        answer, _ = get(server, "/econ/")
        assert answer.status == 302
        assert "Enter the token" in get(server, answer.getheader("Location") or "")[1]
        answer, text = get(server, "/econ/", Authorization=f"token {token}")
        assert answer.status == 200
        assert 'href="/econ/voila/templates/classkit/static/pages.css"' in text
        assert get(server, "/econ/voila/templates/classkit/static/pages.css")[0].status == 200
        assert get(server, "/", Authorization=f"token {token}")[0].status == 404


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command; what it imports is told on stderr too."""
    python = [sys.executable, "-X", "importtime", "-m", "classkit"]
    return subprocess.run([*python, *words], capture_output=True, text=True, timeout=600)


def test_a_port_in_use_is_said_with_another_to_try(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = command("serve", str(folder), "--port", str(port))
    assert told.returncode == 1
    assert f"already using port {port}" in told.stderr
    assert f"--port {port + 1}" in told.stderr
    assert "Traceback" not in told.stderr


def test_an_address_that_is_not_here_is_said_before_jupyter_is_loaded(folder: Path) -> None:
    told = command("serve", str(folder), "--port", "0", "--address", "203.0.113.9")
    assert told.returncode == 1
    assert "no address '203.0.113.9'" in told.stderr
    assert "tornado" in told.stderr and "jupyter_server" not in told.stderr


def test_the_start_builds_no_grammars_of_web_addresses(tmp_path: Path) -> None:
    """They take longer than all the rest of Voila."""
    words = ("-X", "importtime", "-m", "classkit", "serve", str(tmp_path), "--port", "0")
    with (
        (tmp_path / "imports").open("w") as told,
        subprocess.Popen(
            [sys.executable, *words],
            stdout=subprocess.PIPE,
            stderr=told,
            text=True,
            env={**os.environ, "CLASSKIT_DATA": str(tmp_path / "data")},
        ) as process,
    ):
        assert process.stdout is not None
        while "stop" not in process.stdout.readline():
            assert process.poll() is None
        process.terminate()
    imports = (tmp_path / "imports").read_text("utf-8")
    assert "jsonschema" in imports and "rfc3987_syntax." not in imports


def test_a_proxy_is_let_in_by_name_and_settings_of_another_voila_are_not_read(
    folder: Path, tmp_path: Path
) -> None:
    """A voila.json lying about must not switch protection off."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "voila.json").write_text(
        json.dumps({"VoilaConfiguration": {"file_allowlist": [".*"], "file_denylist": []}})
    )
    words = (str(folder), "--public-name", "games.uni.example")
    with serving(tmp_path / "data", *words, JUPYTER_CONFIG_DIR=str(elsewhere)) as server:
        assert get(server, "/voila/files/notes.txt")[0].status == 403
        assert get(server, "/", Host="games.uni.example")[0].status == 200
        assert get(server, "/", Host="other.example")[0].status == 403


def test_a_line_is_given_up_after_several_pings_without_an_answer(folder: Path) -> None:
    """Jupyter looks for an answer when it sends the next ping: it has then waited one interval."""
    pinging = build_config(ServerSettings(folder)).Voila.tornado_settings
    assert pinging["ws_ping_timeout"] >= 3 * pinging["ws_ping_interval"] > 0


def test_a_kernel_that_jupyter_does_not_know_yet_is_ended_too() -> None:
    """One that is just starting when the server is told to stop."""
    done = []

    async def give_up() -> None:
        raise HTTPError(404, "Kernel does not exist")

    app = SimpleNamespace(kernel_manager=SimpleNamespace(shutdown_all=give_up))
    server = SimpleNamespace(
        tables=SimpleNamespace(end_kernels=lambda: TableApp.end_kernels(app)),
        kill_kernels=lambda: done.append("kernels"),
        remove_files=lambda: done.append("files"),
    )
    TableServer.stop(server)
    assert done == ["kernels", "files"]


def test_stopping_leaves_no_kernel_and_what_is_refused_no_traceback(
    folder: Path, tmp_path: Path
) -> None:
    """Strangers would fill the terminal of whoever runs the server, some forty lines at a time."""
    with serving(tmp_path, str(folder)) as server:
        known = cookies_of(get(server, "/")[0])
        for method, path in (("TRACE", "/x"), ("PUT", "/"), ("GET", "/voila/render/%ff")):
            assert get(server, path, method, Cookie=known)[0].status in (400, 403, 404, 405)
        visit(server, "/voila/render/my_own-table.ipynb")
        assert len(server.kernels()) == 1
        assert "Traceback" not in server.stop()
    assert server.process.returncode == 0
