"""What strangers can do to a server of tables, and to the kernel of their own page.

They cannot stop the server, nor run code (item 15), nor leave kernels behind
(items 14 and 20). One server for all of it.
"""

from __future__ import annotations

import contextlib
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Thread

import psutil
import pytest
import websocket

from classkit.hosting.kernel_websocket import MAX_CONNECTIONS

from .classroom import (
    CRAFTED,
    HEAVY,
    REFUSED,
    TABLE,
    Player,
    burdened,
    class_of,
    disturbed,
    heavy_frame,
    malformed,
    play_at_once,
    said_to,
)
from .dashboards import write_page
from .serving import Server, serving
from .visitor import ODD_NAMES, Line, cookies_of, get, in_v1, message, open_page, visit

XSRF = "_xsrf=a"
WIDGETS = """
import ipywidgets
ipywidgets.Text("hello")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dashboards")
    for name, code in (("page", WIDGETS), ("endless", "while True: pass"), ("table", TABLE)):
        write_page(folder, name, code)
    return folder


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    words = (str(folder), "--max-kernels", "24", "--rest", "600", "--grace", "1")
    with serving(tmp_path_factory.mktemp("data"), *words) as server:
        yield server


@pytest.fixture(scope="module")
def kernel(server: Server) -> Iterator[str]:
    """The kernel of a page that stays open while the tests go on."""
    kernel = open_page(server, "page.ipynb")
    line = Line(server, kernel)
    yield kernel
    line.leave()


@pytest.fixture(scope="module")
def player(server: Server) -> Iterator[Player]:
    """A page with a table, which stays open while the tests go on."""
    player = Player.sit_down(server, "table.ipynb")
    yield player
    player.line.leave()


def wait_until(true: Callable[[], bool], what: str, seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def line_when_free(server: Server, kernel: str, while_told: str = "") -> Line:
    """A line to a kernel that has few: the server sees a little later that one was given up."""
    end = time.monotonic() + 90
    while True:
        try:
            return Line(server, kernel)
        except websocket.WebSocketBadStatusException as full:
            assert full.status_code == 429 and time.monotonic() < end
            if while_told not in str(full):
                raise
            time.sleep(0.2)


def test_malformed_frames_stop_nobody(server: Server, kernel: str, deep: bool) -> None:
    """Another page goes on being answered, pages are served, memory stays; the line is closed."""
    playing = Line(server, open_page(server, "page.ipynb"))
    process = psutil.Process(server.process.pid)
    playing.asks(message("kernel_info_request"))
    before = process.memory_info().rss
    for at, frame in enumerate(malformed(random.Random(11), 300 if deep else 8)):
        stranger = line_when_free(server, kernel)
        with contextlib.suppress(OSError, websocket.WebSocketException):
            stranger.send(frame)
        if at < len(CRAFTED):
            assert stranger.is_closed_by_the_server()
            playing.asks(message("kernel_info_request"))
            assert get(server, "/voila/tree/")[0].status == 200
        stranger.leave(code=0)
    playing.asks(message("kernel_info_request"))
    assert process.memory_info().rss - before < 150e6
    playing.leave()


def test_a_class_plays_on_while_malformed_frames_arrive(server: Server, deep: bool) -> None:
    """Every step is answered, no message is missed, and what was shown is at the table and kept."""
    kernel = open_page(server, "page.ipynb")
    with class_of(server, "table.ipynb", 20 if deep else 3) as players:
        with disturbed(server, kernel) as strangers:
            play_at_once(players, 100 if deep else 20)
            wait_until(lambda: strangers.closed >= 4, "no malformed frame had its line closed")
            play_at_once(players, 1)
        assert [why for player in players if (why := player.lost(server))] == []


def test_a_class_plays_on_while_one_visitor_sends_the_heaviest_frames(
    server: Server, deep: bool
) -> None:
    """A visitor with two tables and three lines to each, who is read as fast as they may be."""
    with class_of(server, "table.ipynb", 3) as players:
        with burdened(server, "table.ipynb", kernels=2, lines=3) as stranger:
            wait_until(lambda: stranger.sent >= 20, "none of the frames was taken")
            play_at_once(players, 20 if deep else 6)
        assert [why for player in players if (why := player.lost(server))] == []
        assert stranger.closed == 0, "such frames may be sent"


@pytest.mark.sweep(4)
@pytest.mark.parametrize("shape", HEAVY)
def test_a_table_goes_on_after_whatever_its_own_page_has_sent(
    server: Server, player: Player, shape: str
) -> None:
    """What is larger than any page sends has its line closed; all else comes to the kernel."""
    if "file" in shape:  # a visitor may send few of them
        player = Player.sit_down(server, "table.ipynb")
    line = Line(server, player.kernel)
    with contextlib.suppress(OSError, websocket.WebSocketException):
        line.send(heavy_frame(player.table, shape))
    if shape in REFUSED:
        assert line.is_closed_by_the_server()
    line.leave(code=0)
    assert player.do("snapshot")["kind"] == "snapshot"


def test_what_a_page_would_set_is_neither_set_nor_sent_back(server: Server, player: Player) -> None:
    state = {"part": "x" * 60_000, "theme": "dark", "_esm": "alert(1)"}
    data = {"method": "update", "state": state, "buffer_paths": []}
    player.line.send(in_v1(message("comm_msg", {"comm_id": player.table, "data": data})))
    asked = message("comm_msg", {"comm_id": player.table, "data": {"method": "request_state"}})
    player.line.send(in_v1(asked))
    while True:
        heard = player.line.receive()
        assert heard is not None
        told = heard["content"].get("data", {})
        assert told.get("method") != "echo_update"
        if told.get("method") == "update":
            break
    assert told["state"]["part"] == "table" and "alert(1)" not in told["state"]["_esm"]


def test_a_flood_is_held_back_and_nobody_else_waits(server: Server) -> None:
    """Of a visitor who sends more than they may, nothing more is read for a while."""
    stranger = Line(server, open_page(server, "page.ipynb"))
    playing = Line(server, open_page(server, "page.ipynb"))
    frame = said_to("c" * 32, b'"' + b"x" * 60_000 + b'"')
    stranger.socket.settimeout(3)
    with pytest.raises((websocket.WebSocketTimeoutException, BlockingIOError)):
        for _ in range(2_000):
            stranger.send(frame)
    playing.asks(message("kernel_info_request"))
    assert get(server, "/voila/tree/")[0].status == 200
    playing.leave()
    stranger.leave(code=0)


def test_a_page_speaks_the_one_protocol(server: Server, kernel: str) -> None:
    """The older one has the server read all that a kernel and a page say."""
    with pytest.raises(websocket.WebSocketBadStatusException, match="400"):
        Line(server, kernel, None)


def test_a_kernel_has_few_lines(server: Server, kernel: str) -> None:
    lines = [line_when_free(server, kernel) for _ in range(3)]  # a page that reconnects
    with pytest.raises(websocket.WebSocketBadStatusException, match="429"):
        for _ in range(20):
            lines.append(Line(server, kernel))
    for line in lines:
        line.leave()


def test_lines_to_a_kernel_are_opened_now_and_then(server: Server) -> None:
    """To open and lose them as fast as can be would keep the server from everybody else."""
    kernel = open_page(server, "page.ipynb")
    with pytest.raises(websocket.WebSocketBadStatusException, match="Too Many New Connections"):
        for _ in range(500):
            line_when_free(server, kernel, "Too Many Requests").leave(code=0)
    line_when_free(server, kernel).leave()


def test_a_kernel_has_few_lines_when_all_are_asked_for_at_once(server: Server, kernel: str) -> None:
    """Each costs a dozen open files, of which a server may have a thousand."""

    def line(_number: int) -> Line | None:
        try:
            return Line(server, kernel)
        except websocket.WebSocketBadStatusException:
            return None

    with ThreadPoolExecutor(30) as crowd:
        lines = [each for each in crowd.map(line, range(30)) if each]
    for each in lines:
        each.leave()
    assert len(lines) <= MAX_CONNECTIONS


def test_frames_do_not_wait_until_the_one_before_is_acknowledged(server: Server) -> None:
    """A page has all frames of an answer at once, though its system acknowledges 40 ms late.

    A step is answered in several small frames, and is shown with a budget (design 7). A pong is
    one frame that never waits: it says how busy the machine is.
    """
    line = Line(server, open_page(server, "page.ipynb"))
    line.socket.settimeout(20)  # less than between two pings, which would keep a wait alive
    pongs, answers = [], []
    for _ in range(20):
        began = time.monotonic()
        line.socket.ping()
        while line.socket.recv_frame().opcode != websocket.ABNF.OPCODE_PONG:
            pass
        pongs.append(time.monotonic() - began)
        began = time.monotonic()
        ask_for_info(line)
        answers.append(time.monotonic() - began)
    line.leave()
    assert sorted(answers)[5] < sorted(pongs)[5] + 0.03, "answers waited for acknowledgements"


def ask_for_info(line: Line) -> None:
    """Ask a kernel what it is; await its reply, and that it is idle again."""
    asked = message("kernel_info_request")
    line.send(in_v1(asked))
    awaited = {"kernel_info_reply", "idle"}
    while awaited:
        heard = line.receive()
        assert heard, "the line was closed"
        if heard["parent_header"].get("msg_id") == asked["header"]["msg_id"]:
            awaited -= {heard["header"]["msg_type"], heard["content"].get("execution_state")}


def test_sessions_are_named_plainly(server: Server, kernel: str) -> None:
    for name in ("a" * 300, "a%2fb", "a%20b"):
        with pytest.raises(websocket.WebSocketBadStatusException, match="400"):
            websocket.create_connection(
                f"ws://127.0.0.1:{server.port}/api/kernels/{kernel}/channels?session_id={name}",
                timeout=120,
            )


def test_no_code_runs_in_a_kernel(server: Server, tmp_path: Path) -> None:
    """Of all that Jupyter can ask a kernel for, nothing but what pages need is even answered."""
    line = Line(server, open_page(server, "page.ipynb"))
    written = tmp_path / "written"
    code = f"open({str(written)!r}, 'w').close()"
    comm = {"comm_id": "c" * 32, "data": {"state": {"_model_name": "TextModel"}}}
    refused = []
    for channel in ("shell", "control", "stdin", "iopub", "nowhere"):
        for kind, content in (
            ("execute_request", {"code": code, "silent": False, "user_expressions": {"a": code}}),
            ("inspect_request", {"code": "ipywidgets", "cursor_pos": 3, "detail_level": 1}),
            ("complete_request", {"code": "ipyw", "cursor_pos": 4}),
            ("history_request", {"hist_access_type": "tail", "n": 10, "output": True, "raw": True}),
            ("is_complete_request", {"code": "1"}),
            ("debug_request", {"type": "request", "seq": 1, "command": "evaluate",
                               "arguments": {"expression": code}}),
            ("comm_open", {**comm, "target_name": "jupyter.widget"}),
            ("comm_open", {**comm, "target_name": "os", "target_module": "os"}),
            ("input_reply", {"value": code}),
            ("create_subshell_request", {}),
            ("interrupt_request", {}),
            ("shutdown_request", {"restart": True}),
        ):  # fmt: skip
            said = message(kind, content, channel)
            refused.append(said["header"]["msg_id"])
            line.send(in_v1(said))
    asked = message("kernel_info_request")
    line.send(in_v1(asked))
    while True:
        heard = line.receive()
        assert heard is not None
        assert heard["parent_header"].get("msg_id") not in refused, heard
        if heard["header"]["msg_type"] == "kernel_info_reply":
            break
    assert not written.exists()
    line.leave()


def test_the_addresses_of_a_server(server: Server, kernel: str) -> None:
    """What Jupyter offers to those who own a server, and a server of tables to nobody."""
    token = {"Cookie": "_xsrf=abc", "X_XSRFToken": "abc"}
    one = f"/api/kernels/{kernel}"
    for path in (
        "/api", "/api/kernels", "/api/kernelspecs", "/api/sessions", "/api/contents",
        "/api/contents/page.ipynb", "/api/terminals", "/api/status", "/api/me", "/api/config/a",
        "/api/nbconvert", "/api/spec.yaml", "/metrics", "/nbconvert/html/page.ipynb", "/lab",
        "/tree", "/notebooks/page.ipynb", "/edit/page.ipynb", "/files/page.ipynb", "/view/a",
        "/terminals/websocket/1", "/logout", "/static/style.css", "/nbextensions/a.js",
        "/voila/api/contents/", "/voila/api/contents/page.ipynb", "/voila/templates/lab/static/a",
        f"/voila/query/{kernel}", f"/voila/execution/{kernel}", f"{one}/restart",
        f"{one}/interrupt", "/custom/a.css", "/lsp/status", "/api/events/subscribe",
    ):  # fmt: skip
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            status = get(server, path, method, **token)[0].status
            assert status in (404, 405), (method, path, status)
    for method in ("POST", "PUT", "PATCH"):
        for path in (one, "/", "/voila/tree/", "/voila/render/page.ipynb", "/voila/files/a.png"):
            status = get(server, path, method, **token)[0].status
            assert status in (404, 405), (method, path, status)
    assert get(server, one)[0].status == 200


def test_odd_names_are_not_found(server: Server, kernel: str) -> None:
    """Whatever an address holds, the server knows what to say; most of it is that there is none."""
    others = len(server.kernels())
    known = f"{XSRF}; {cookies_of(get(server, '/voila/tree/', Cookie=XSRF)[0])}"
    answered = {
        (method, path + name): get(server, path + name, method, Cookie=known, X_XSRFToken="a")[0]
        for path in (
            "/", "/voila/render/", "/voila/tree/", "/voila/files/", "/voila/static/", "/login/",
            "/voila/templates/classkit/static/", "/api/kernels/", "/voila/api/shutdown/",
        )
        for name in ODD_NAMES
        for method in ("GET", "DELETE")
    }  # fmt: skip
    fine = {200, 301, 302, 400, 403, 404, 405}
    failed = {asked: a.status for asked, a in answered.items() if a.status not in fine}
    assert failed == {}
    assert answered["GET", "/voila/render/%00"].status == 404
    assert len(server.kernels()) <= others


def test_a_request_has_a_largest_size(server: Server) -> None:
    with contextlib.suppress(ConnectionError):
        assert get(server, "/voila/tree/?" + "a=1&" * 20_000)[0].status in (400, 414, 431)
    assert get(server, "/voila/tree/?" + "a=1&" * 200)[0].status == 200
    with contextlib.suppress(ConnectionError):  # it hangs up
        assert get(server, "/", X="y" * 100_000)[0].status in (400, 431)
    length = {"Content_Length": "100000000", "Content_Type": "application/x-www-form-urlencoded"}
    with contextlib.suppress(ConnectionError):
        assert get(server, "/login", "POST", **length)[0].status in (400, 413)
    assert get(server, "/voila/tree/")[0].status == 200


# ── kernels that nobody asked to end ──────────────────────────


def is_alive(server: Server, kernel: str) -> bool:
    return get(server, f"/api/kernels/{kernel}")[0].status == 200


def test_a_page_that_says_goodbye_takes_its_kernel_along(server: Server) -> None:
    """Also when its message to end the kernel is lost, or it has no token for it yet."""
    kernel = open_page(server, "page.ipynb")
    Line(server, kernel).leave(code=1001)
    wait_until(lambda: not is_alive(server, kernel), "the kernel stayed behind")


def test_a_page_whose_line_is_lost_finds_its_kernel_again(server: Server) -> None:
    kernel = open_page(server, "page.ipynb")
    for _ in range(2):
        Line(server, kernel).leave(code=0)
        time.sleep(2.5)  # longer than the grace after a goodbye
    line = Line(server, kernel)
    line.asks(message("kernel_info_request"))
    line.leave()
    wait_until(lambda: not is_alive(server, kernel), "the kernel stayed behind")


def test_a_visitor_who_leaves_while_the_page_is_made_leaves_no_kernel(server: Server) -> None:
    """The notebook never ends by itself; nor would the page."""
    others = len(server.kernels())
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    known = {"Cookie": cookies_of(get(server, "/")[0])}
    connection.request("GET", "/voila/render/endless.ipynb", headers=known)
    wait_until(lambda: len(server.kernels()) > others, "no kernel started")
    connection.close()
    wait_until(lambda: len(server.kernels()) == others, "the kernel stayed behind")


# ── it stops when it is told to ───────────────────────────────


def test_a_second_signal_ends_it_at_once(folder: Path, tmp_path: Path) -> None:
    with serving(tmp_path, str(folder)) as server:
        Line(server, open_page(server, "page.ipynb"))
        kernels = server.kernels()
        server.process.send_signal(signal.SIGINT)
        server.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.process.wait(timeout=120)
        assert server.process.returncode == 0
        assert not psutil.wait_procs(kernels, timeout=60)[1]


def test_it_stops_while_kernels_start_and_pages_never_end(server: Server, kernel: str) -> None:
    """Also with strangers on the line. The last test: it ends the server of the others."""
    line_when_free(server, kernel).send(b"\xff" * 8)

    def ask() -> None:
        with contextlib.suppress(OSError, HTTPException):
            visit(server, "/voila/render/endless.ipynb")

    others = len(server.kernels())
    asking = [Thread(target=ask) for _ in range(3)]
    for thread in asking:
        thread.start()
    wait_until(lambda: len(server.kernels()) > others, "no kernel is starting")
    kernels = server.kernels()
    server.process.terminate()
    server.process.wait(timeout=120)
    assert server.process.returncode == 0
    for thread in asking:
        thread.join()
    assert not psutil.wait_procs(kernels, timeout=60)[1]
