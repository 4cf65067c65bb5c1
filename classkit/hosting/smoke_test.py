"""Smoke test of a whole table, for `classkit demo --check`.

It starts the server as the command does, loads the page of a game as a browser would, communicates
with the table in its kernel over the websocket, plays ten turns, ends the kernel with the XSRF
token as the page does, and stops the server. It needs no browser.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import uuid
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from classkit.engine.errors import ClasskitError
from classkit.widgets.message_compression import decompress_message

TURN_COUNT = 10
CHECK_SECONDS = 90.0
"""Time limit in seconds. A cold start on a slow machine takes 20."""

VIEW_MIME_TYPE = "application/vnd.jupyter.widget-view+json"


class CheckFailed(ClasskitError):
    """A failed check. The message names the problem."""


def run_smoke_test(game: str = "poleconomy") -> int:
    """Test a table, print ok or the reason for the failure, and return 0 or 1."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="classkit-check-") as data:
        try:
            with run_server(game, Path(data)) as address:
                told = asyncio.run(asyncio.wait_for(exercise_table(address), CHECK_SECONDS))
        except CheckFailed as failed:
            print(f"not ok: {failed}")
            return 1
        except TimeoutError:
            print(f"not ok: the table did not answer within {CHECK_SECONDS:.0f} seconds.")
            return 1
        except OSError as error:
            print(f"not ok: the connection broke: {error}. Try `classkit doctor`.")
            return 1
    print(f"ok: {told} ({time.monotonic() - started:.1f} s)")
    return 0


@contextlib.contextmanager
def run_server(game: str, data: Path) -> Any:
    """Run a server with a temporary store. Yield the URL of the game's page."""
    command = [sys.executable, "-m", "classkit", "demo", game, "--no-browser", "--port", "0"]
    environment = {**os.environ, "CLASSKIT_DATA": os.fspath(data), "PYTHONIOENCODING": "utf-8"}
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=complaints, env=environment, encoding="utf-8"
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()  # returns immediately if the server dies
            found = re.search(r"http://\S+", line)
            if not found:
                process.wait(10)
                complaints.seek(0)
                text = complaints.read().decode(errors="replace").strip().splitlines()
                why = text[-1] if text else "it printed nothing"
                raise CheckFailed(f"the server did not start: {why}")
            yield found[0]
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise CheckFailed("the server did not stop when asked to.") from None
            finally:
                if process.stdout:
                    process.stdout.close()


async def exercise_table(address: str) -> str:
    """Load the page, play, and end the kernel. Return a short summary."""
    visitor = BrowserClient(address)
    await visitor.fetch_text(visitor.base + "voila/tree/")  # sets the XSRF cookie, starts no kernel
    page = await visitor.fetch_text(address)
    kernel, model = parse_page(page)
    socket = await visitor.open_websocket(kernel)
    try:
        first = await socket.send_action(model, {"do": "snapshot"}, kinds=("snapshot",))
        turn = int(first["now"]["turn"])
        played, over = 0, False
        while played < TURN_COUNT and not over:
            step = {"do": "step", "until": "turn"}
            told = await socket.send_action(model, step, kinds=("step", "refused"))
            if told["kind"] == "refused":
                raise CheckFailed(f"turn {turn + played} was refused: {told.get('reason')}")
            played += 1
            over = "over" in told["change"].get("in", {})
        last = await socket.send_action(model, {"do": "snapshot"}, kinds=("snapshot",))
    finally:
        socket.close()
    reached = int(last["now"]["turn"])
    # The last step of a match does not start another turn; a turn without a decision is not seen.
    if reached < turn + played - over:
        raise CheckFailed(f"after {played} steps from turn {turn} the table is at {reached}.")
    await visitor.end_kernel(kernel)
    return (
        f"{first['fixed']['title']} was opened, {played} turns were played, and everything was "
        "stopped"
    )


def parse_page(page: str) -> tuple[str, str]:
    """Return the ids of the page's kernel and of its first widget."""
    config = re.search(r'<script id="jupyter-config-data"[^>]*>(.*?)</script>', page, re.DOTALL)
    kernel = json.loads(config[1]).get("kernelId") if config else None
    if not kernel:
        raise CheckFailed("the page has no kernel. Run `classkit serve --verbose` and open it.")
    outputs = re.findall(
        r'<script type="application/vnd.voila.cell-output\+json">(.*?)</script>', page, re.DOTALL
    )
    for text in outputs:
        view = json.loads(text).get("data", {}).get(VIEW_MIME_TYPE)
        if view:
            return kernel, str(view["model_id"])
    errors = re.findall(r"(?:There was an error|Traceback)[^<]{0,300}", page)
    raise CheckFailed(f"the page shows no table{': ' + errors[0] if errors else '.'}")


class BrowserClient:
    """An HTTP client that keeps cookies, as a browser does."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.base = f"{self.origin}{parts.path.split('voila/')[0]}"
        self.cookies: SimpleCookie = SimpleCookie()

    async def send_request(self, url: str, method: str = "GET", **headers: str) -> Any:
        """Send a request with the current cookies, and return the response."""
        from tornado.httpclient import AsyncHTTPClient

        cookies = "; ".join(f"{m.key}={m.coded_value}" for m in self.cookies.values())
        answer = await AsyncHTTPClient().fetch(
            url,
            method=method,
            headers={"Cookie": cookies, "Referer": self.base, "Origin": self.origin, **headers},
            raise_error=False,
            follow_redirects=False,  # redirects may set cookies that the next request needs
            request_timeout=CHECK_SECONDS,
        )
        for line in answer.headers.get_list("Set-Cookie"):
            self.cookies.load(line)
        return answer

    async def fetch_text(self, url: str) -> str:
        """Return the text at a URL, following at most one redirect.

        The server redirects a client without a cookie. Raises CheckFailed unless the status is 200.
        """
        answer = await self.send_request(url)
        if answer.code == 303:
            answer = await self.send_request(urljoin(url, answer.headers["Location"]))
        if answer.code != 200:
            raise CheckFailed(f"{urlsplit(url).path} answered {answer.code} {answer.reason}.")
        return str(answer.body.decode())

    async def open_websocket(self, kernel: str) -> WidgetConversation:
        """Open a websocket to the kernel."""
        from tornado.httpclient import HTTPRequest
        from tornado.websocket import websocket_connect

        from .message_filter import PROTOCOL_V1

        cookies = "; ".join(f"{m.key}={m.coded_value}" for m in self.cookies.values())
        session = uuid.uuid4().hex
        address = f"{self.base}api/kernels/{kernel}/channels?session_id={session}"
        request = HTTPRequest(
            address.replace("http", "ws", 1), headers={"Cookie": cookies, "Origin": self.origin}
        )
        return WidgetConversation(
            await websocket_connect(request, subprotocols=[PROTOCOL_V1]), session
        )

    async def end_kernel(self, kernel: str) -> None:
        """End the kernel as a closing page does, and check that it has ended."""
        address = f"{self.base}api/kernels/{kernel}"
        without = await self.send_request(address, "DELETE")
        if without.code != 403:
            raise CheckFailed(f"a kernel could be ended without the XSRF token ({without.code}).")
        token = self.cookies.get("_xsrf")
        answer = await self.send_request(
            address, "DELETE", **{"X-XSRFToken": token.value if token else ""}
        )
        if answer.code != 204:
            raise CheckFailed(f"the kernel could not be ended ({answer.code} {answer.reason}).")
        if (await self.send_request(address)).code != 404:
            raise CheckFailed("the kernel continues after its page was closed.")


class WidgetConversation:
    """Messages to and from the widgets of one kernel."""

    def __init__(self, socket: Any, session: str) -> None:
        self.socket, self.session = socket, session
        self.asked = 0

    async def send_action(
        self, model: str, action: dict[str, Any], kinds: tuple[str, ...]
    ) -> dict[str, Any]:
        """Send an action to a widget, and return the first reply of one of these kinds."""
        self.asked += 1
        content = {
            "comm_id": model,
            "data": {"method": "custom", "content": action | {"id": self.asked}},
        }
        await self.send_message("comm_msg", content)
        while True:
            received = await self.socket.read_message()
            if received is None:
                raise CheckFailed("the server closed the connection to the table.")
            message = parse_message(received)
            if message["msg_type"] == "comm_msg" and message["content"]["comm_id"] == model:
                data = message["content"]["data"]
                told = data.get("content") if data.get("method") == "custom" else None
                if isinstance(told, dict) and told.get("kind") in kinds:
                    return decompress_message(told, message["buffers"])

    async def send_message(self, kind: str, content: dict[str, Any]) -> None:
        """Send a Jupyter protocol message."""
        from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1

        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": kind,
            "session": self.session,
            "username": "",
            "version": "5.3",
            "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        }
        parts = [json.dumps(part).encode() for part in (header, {}, {}, content)]
        await self.socket.write_message(serialize_msg_to_ws_v1(parts, "shell"), binary=True)  # type: ignore[no-untyped-call]  # jupyter_server types it not

    def close(self) -> None:
        self.socket.close()


def parse_message(received: bytes) -> dict[str, Any]:
    """Parse a kernel message into its ``msg_type``, ``content`` and ``buffers``."""
    from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1

    _, parts = deserialize_msg_from_ws_v1(received)  # type: ignore[no-untyped-call]  # as above
    header, _parent, _metadata, content, *buffers = parts
    kind = json.loads(header)["msg_type"]
    return {"msg_type": kind, "content": json.loads(content), "buffers": buffers}
