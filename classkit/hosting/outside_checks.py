"""Checks of a published server from outside, for `classkit doctor --at`.

They use only what a visitor without a token may use. Where something is refused, they tell whether
the proxy or the program refused it: the program's answers have its security headers, and the
program remembers which test websockets reached it (self_test.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import ssl
import statistics
import sys
import time
from collections.abc import Callable
from hashlib import blake2b
from typing import Any
from urllib.parse import urljoin, urlsplit

from tornado.httpclient import HTTPResponse
from tornado.websocket import WebSocketClientConnection

from classkit.engine.errors import ClasskitError
from classkit.engine.registry import list_games

from .config import SELF_TEST_PATH
from .frontend_bundle import STATIC_PATH
from .installation_checks import Finding
from .ip_addresses import is_loopback
from .outside_client import (
    OutsideClient,
    SocketFailure,
    ask,
    create_test_id,
    find_base,
    is_program_answer,
    measure_reply,
    read_seen,
)
from .outside_load import PROGRAM, PROXY
from .proxy_advice import (
    FORWARD_CLIENT,
    FORWARD_UPGRADE,
    KEEP_HOST,
    LARGE_FRAMES,
    LONG_TIMEOUT,
    NO_LOGIN,
    RAISE_LIMITS,
    REACH_PROGRAM,
    RENEW_CERTIFICATE,
    ProxyAdvice,
    advise_prefix,
)
from .session_cookie import COOKIE_NAME
from .socket_refusals import FULL, LOST_UPGRADE, OLD_HTTP, OTHER_HOST

NETWORK = "the network"
MAX_CLOCK_DIFFERENCE = 120.0
"""Seconds by which two clocks may differ."""
MAX_SLOW_REPLY = 2.0
"""Seconds within which 95 of 100 pings must be answered during the load."""
PING_PAUSE = 0.5
MAX_REDIRECTS = 3
NO_SOCKET = "not tested: there is no websocket"
LIMIT_STATUSES = (429, 503)
"""Statuses with which a proxy refuses what exceeds its limits."""

Tell = Callable[[Finding], None]


class SiteUnreachable(ClasskitError):
    """The server cannot be reached at all, so no other check makes sense."""


def run_outside_checks(address: str, seconds: int, tell: Tell) -> bool:
    """Check a published server.

    Args:
        address: Address of any of its pages.
        seconds: Seconds of load; 0 for none.
        tell: Receives each finding as soon as it is known.

    Returns:
        True if no check failed.
    """
    site = PublishedSite(address, tell)
    with contextlib.suppress(SiteUnreachable):
        asyncio.run(site.check_all(seconds))
    return not site.failures


class PublishedSite:
    """One server at one address, with the findings about it."""

    def __init__(self, address: str, tell: Tell) -> None:
        """Check the server that has a page at ``address``, and pass findings to ``tell``."""
        if urlsplit(find_base(address)).scheme not in ("http", "https"):
            raise ClasskitError("--at must be an address such as https://games.uni.example/econ/.")
        self.client = OutsideClient(find_base(address))
        self.tell, self.failures = tell, 0

    def report(
        self,
        what: str,
        found: str,
        advice: ProxyAdvice | str = "",
        *,
        refused_by: str = "",
        good: bool = False,
        is_skipped: bool = False,
    ) -> None:
        """Pass on a finding. It is a failure unless it is ``good`` or skipped."""
        remedy = advice if isinstance(advice, str) else advice.format_advice()
        is_good = good or is_skipped
        self.failures += not is_good
        self.tell(Finding(what, is_good, found, remedy, refused_by, is_skipped))

    async def check_all(self, seconds: int) -> None:
        """Check everything, in the order in which problems should be fixed."""
        seen = await self.check_page()
        self.check_clock(seen)
        self.check_prefix(seen)
        self.check_forwarding(seen)
        await self.check_files()
        has_cookie = await self.check_cookie()
        is_open = await self.check_websocket()
        quiet = await self.client.open_socket()
        begun = time.monotonic()
        if not is_open:
            for what in ("frames", "table", "minute"):
                self.report(what, NO_SOCKET, is_skipped=True)
            return
        is_second_open = await self.check_frames()
        if not has_cookie:
            self.report("table", "not tested: there is no cookie", is_skipped=True)
        elif not is_second_open:
            self.report("table", "not tested: it needs more websockets", is_skipped=True)
        else:
            await self.check_table()
        if seconds:
            await self.check_minute(seconds)
        if seconds and isinstance(quiet, WebSocketClientConnection):
            await self.check_quiet(quiet, begun)

    # --- one answer ---------------------------------------------

    async def check_page(self) -> dict[str, Any]:
        """Check that the program answers. Return what it saw. Raise SiteUnreachable if not."""
        for _ in range(MAX_REDIRECTS):
            answer = await self.fetch_first()
            location = urljoin(str(answer.effective_url), answer.headers.get("Location", ""))
            is_moved = urlsplit(location).path.endswith(f"/{SELF_TEST_PATH}/seen")  # no login page
            if answer.code in (301, 302, 303, 307, 308) and is_moved:
                self.client.base = find_base(location)
                continue
            break
        seen = read_seen(answer)
        base = self.client.base
        if seen is not None:
            self.report("page", f"classkit answers at {base}", good=True)
            if base.startswith("https"):
                if self.client.checks_certificate:
                    self.report("TLS", "the certificate is valid", good=True)
            elif not is_loopback(urlsplit(base).hostname or ""):
                advice = "On a network shared with strangers, publish it over https."
                self.report("TLS", "plain http", advice, good=True)
            return seen
        by = PROGRAM if is_program_answer(answer.headers) else PROXY
        status = f"{answer.code} {answer.reason}"
        if answer.code in (502, 503, 504) and by == PROXY:
            self.report("page", f"{status} at {base}", REACH_PROGRAM, refused_by=by)
        elif answer.code in (200, 301, 302, 303, 307, 308, 401, 403) and by == PROXY:
            where = answer.headers.get("Location", "")
            found = f"{status}{f', to {where}' if where else ''}: a page that is not classkit's"
            self.report("page", found, NO_LOGIN, refused_by=by)
        elif answer.code == 403:
            host = urlsplit(base).hostname
            names = ProxyAdvice(
                f"If {host} is one more name of this server, start classkit with --public-name "
                f"{host}. Otherwise: {KEEP_HOST.remedy}",
                KEEP_HOST.nginx,
            )
            self.report("page", f"{status}: it arrives for another host", names, refused_by=by)
        else:
            found = f"{status}: no classkit at {base}"
            self.report("page", found, advise_prefix(self.client.path), refused_by=by)
        raise SiteUnreachable

    async def fetch_first(self) -> HTTPResponse:
        """Request the first address, also with an invalid certificate."""
        for _ in range(2):
            try:
                return await self.client.fetch(f"{SELF_TEST_PATH}/seen")
            except ssl.SSLCertVerificationError as error:
                self.client.checks_certificate = False
                found = f"the certificate is not valid: {error.verify_message}"
                self.report("TLS", found, RENEW_CERTIFICATE, refused_by=PROXY)
            except ssl.SSLError as error:
                advice = "Use an address with http://, or let the proxy serve https at this port."
                self.report("TLS", f"no https here: {error.reason}", advice, refused_by=PROXY)
                break
            except OSError as error:
                found = f"{self.client.base} does not answer: {error}"
                advice = "Check the address, and that firewalls let its port through."
                self.report("page", found, advice, refused_by=NETWORK)
                break
        raise SiteUnreachable

    def check_clock(self, seen: dict[str, Any]) -> None:
        """Compare the server's clock with this machine's."""
        ahead = float(seen["time"]) - time.time()
        found = f"the server is {abs(ahead):.0f} s {'ahead' if ahead > 0 else 'behind'}"
        good = abs(ahead) <= MAX_CLOCK_DIFFERENCE
        advice = "" if good else "Set both clocks by NTP. Rooms and cookies age by the server's."
        self.report("clock", found, advice, good=good)

    def check_prefix(self, seen: dict[str, Any]) -> None:
        """Check that the program receives the path that visitors request."""
        wanted = f"{self.client.path}{SELF_TEST_PATH}/seen"
        if seen["path"] == wanted and seen["base_url"] == self.client.path:
            self.report("prefix", f"{self.client.path} arrives unchanged", good=True)
            return
        found = f"{wanted} arrives as {seen['path']}, and the program is at {seen['base_url']}"
        self.report("prefix", found, advise_prefix(self.client.path), refused_by=PROXY)

    def check_forwarding(self, seen: dict[str, Any]) -> None:
        """Check the headers about the visitor."""
        host = urlsplit(self.client.base).netloc.rpartition("@")[2]
        if str(seen["host"]).lower() == host.lower():
            self.report("host", f"{host} arrives unchanged", good=True)
        else:
            found = f"{host} arrives as {seen['host']}, so the program refuses websockets"
            self.report("host", found, KEEP_HOST, refused_by=PROGRAM)
        scheme = urlsplit(self.client.base).scheme
        is_far = not is_loopback(urlsplit(self.client.base).hostname or "")
        if seen["protocol"] != scheme or (seen["is_local"] and is_far):
            found = "the program sees the proxy as its only visitor; limits count all as one"
            self.report("visitors", found, FORWARD_CLIENT, good=True)

    async def check_files(self) -> None:
        """Check that a file of the pages arrives."""
        answer = await self.client.fetch(f"{STATIC_PATH}/icon.svg")
        if answer.code == 200 and b"<svg" in answer.body:
            self.report("files", "the files of the pages arrive", good=True)
            return
        by = PROGRAM if is_program_answer(answer.headers) else PROXY
        found = f"{answer.code} {answer.reason} for {STATIC_PATH}/icon.svg"
        self.report("files", found, advise_prefix(self.client.path), refused_by=by)

    async def check_cookie(self) -> bool:
        """Check that the visitor's cookie is set, fits the address, and is returned."""
        self.client.cookies.clear()
        await self.client.fetch(SELF_TEST_PATH)
        cookie = self.client.cookies.get(COOKIE_NAME)
        if cookie is None:
            advice = "Let the header Set-Cookie through unchanged."
            self.report("cookie", "no cookie arrives", advice, refused_by=PROXY)
        elif not self.client.path.startswith(cookie["path"]):
            found = f"the cookie is for {cookie['path']}, not for {self.client.path}"
            self.report("cookie", found, advise_prefix(self.client.path), refused_by=PROXY)
        elif (seen := await self.client.fetch_seen()) is None or not seen["has_cookie"]:
            advice = "Let the header Cookie through unchanged."
            self.report("cookie", "the cookie is not returned", advice, refused_by=PROXY)
        else:
            self.report("cookie", "set and returned", good=True)
            return True
        return False

    # --- websockets ---------------------------------------------

    async def check_websocket(self) -> bool:
        """Open a websocket. If it is refused, report by whom. Return True if it works."""
        test_id = create_test_id()
        opened = await self.client.open_socket(test_id=test_id)
        if isinstance(opened, WebSocketClientConnection):
            took = await measure_reply(opened)
            opened.close()
            if took is not None:
                self.report("websocket", f"opens, and answers in {1000 * took:.0f} ms", good=True)
                return True
        seen = await self.client.fetch_seen(test_id)
        attempt = (seen or {}).get("attempt") or {}
        outcome = attempt.get("outcome", "")
        if outcome == LOST_UPGRADE:
            found = "it arrives without the header Upgrade"
            self.report("websocket", found, FORWARD_UPGRADE, refused_by=PROXY)
        elif outcome == OLD_HTTP:
            found = "it arrives over HTTP/1.0, which has no websockets"
            self.report("websocket", found, FORWARD_UPGRADE, refused_by=PROXY)
        elif outcome == OTHER_HOST:
            found = f"it arrives for the host {attempt['host']}, from a page at {attempt['origin']}"
            self.report("websocket", found, KEEP_HOST, refused_by=PROGRAM)
        elif outcome == FULL:
            advice = "Wait until other tests have ended, and try again."
            self.report("websocket", "too many tests at a time", advice, refused_by=PROGRAM)
        elif isinstance(opened, SocketFailure):
            found = f"it does not reach the program ({opened.status or opened.error})"
            is_limit = opened.status in LIMIT_STATUSES
            remedy = RAISE_LIMITS if is_limit else FORWARD_UPGRADE
            self.report("websocket", found, remedy, refused_by=PROXY)
        else:
            advice = "Pass on WebSocket messages immediately, in both directions."
            found = "it opens, but no message arrives"
            self.report("websocket", found, advice, refused_by=PROXY)
        return False

    async def check_frames(self) -> bool:
        """Exchange frames of the largest size. Return False if no second websocket opens."""
        socket = await self.client.open_socket(is_large=True)
        if isinstance(socket, SocketFailure):
            found = f"a second websocket was refused ({socket.status or socket.error})"
            by = PROGRAM if socket.is_program else PROXY
            remedy = "Try again later." if socket.is_program else RAISE_LIMITS
            self.report("frames", found, remedy, refused_by=by)
            return False
        seen = await self.client.fetch_seen()
        size = int((seen or {}).get("largest_frame", 0))
        data = os.urandom(size)
        begun = time.monotonic()
        reply = await ask(socket, data)
        digest = blake2b(data, digest_size=8).hexdigest()
        if not isinstance(reply, str) or json.loads(reply).get("digest") != digest:
            found = f"{size:,} bytes to the server do not arrive ({describe_close(socket)})"
            self.report("frames", found, LARGE_FRAMES, refused_by=find_closer(socket))
        elif await ask(socket, f"send {size}") != bytes(size):
            found = f"{size:,} bytes from the server do not arrive ({describe_close(socket)})"
            self.report("frames", found, LARGE_FRAMES, refused_by=find_closer(socket))
        else:
            took = time.monotonic() - begun
            found = f"{size:,} bytes arrive in each direction ({took:.1f} s for both)"
            self.report("frames", found, good=True)
        socket.close()
        return True

    async def check_table(self) -> None:
        """Play ten turns at a table, where that requires no token."""
        from .smoke_test import CHECK_SECONDS, CheckFailed, exercise_table

        if not self.client.checks_certificate:
            found = "not tested: the certificate is not valid"
            self.report("table", found, is_skipped=True)
            return
        answer = await self.client.fetch("voila/tree")
        if answer.code != 200:
            found = "not tested: tables require a login or the server's token"
            self.report("table", found, is_skipped=True)
            return
        tables = re.findall(r'data-table="[^"]*/(voila/render/([\w-]+)\.ipynb)"', str(answer.body))
        path = next((path for path, game in tables if game in list_games()), None)
        if path is None:
            self.report("table", "not tested: the index lists no game", is_skipped=True)
            return
        try:
            played = exercise_table(urljoin(self.client.base, path))
            found = await asyncio.wait_for(played, CHECK_SECONDS)
        except (CheckFailed, OSError, TimeoutError) as failed:
            found = str(failed) or "no answer in time"
            advice = "Read the log of `classkit serve --verbose`."
            self.report("table", found, advice, refused_by=PROGRAM)
            return
        self.report("table", found, good=True)

    # --- a minute ---------------------------------------------

    async def check_minute(self, seconds: int) -> None:
        """Measure replies before and during the load from another process."""
        socket = await self.client.open_socket()
        if isinstance(socket, SocketFailure):
            self.report_replies([], [])
            return
        before = [took for _ in range(5) if (took := await measure_reply(socket)) is not None]
        words = ["-m", "classkit.hosting.outside_load", self.client.base, str(seconds)]
        certificate = "check" if self.client.checks_certificate else "any"
        load = await asyncio.create_subprocess_exec(
            sys.executable, *words, certificate, stdout=asyncio.subprocess.PIPE
        )
        assert load.stdout is not None
        told = asyncio.ensure_future(load.stdout.read())
        replies: list[float | None] = []
        try:
            while not told.done() and None not in replies:
                replies.append(await measure_reply(socket))
                await asyncio.sleep(PING_PAUSE)
            counts = json.loads(await told or "{}")
        finally:
            if load.returncode is None and not told.done():
                load.terminate()
            await load.wait()
            socket.close()
        self.report_replies(before, replies)
        self.report_counts(counts)

    def report_replies(self, before: list[float], replies: list[float | None]) -> None:
        """Report how fast pings were answered."""
        took = [one for one in replies if one is not None]
        if len(took) < len(replies) or not took or not before:
            found = "the connection broke during the load"
            self.report("minute", found, LONG_TIMEOUT, refused_by=PROXY)
            return
        slow = sorted(took)[int(0.95 * len(took))]
        found = (
            f"{len(took)} pings answered during the load: median "
            f"{1000 * statistics.median(took):.0f} ms, 95 of 100 within {1000 * slow:.0f} ms; "
            f"before it {1000 * statistics.median(before):.0f} ms"
        )
        advice = "" if slow <= MAX_SLOW_REPLY else "Give the server and the proxy more power."
        by = "" if slow <= MAX_SLOW_REPLY else PROGRAM
        self.report("minute", found, advice, refused_by=by, good=slow <= MAX_SLOW_REPLY)

    def report_counts(self, counts: dict[str, dict[str, int]]) -> None:
        """Report what was answered, and what was refused and by whom."""
        sent, answered = counts.get("sent", {}), counts.get("answered", {})
        done = ", ".join(f"{answered.get(kind, 0)} of {sent[kind]} {kind}" for kind in sent)
        refused = counts.get("refused", {})
        by_proxy = {why: count for why, count in refused.items() if PROGRAM not in why}
        told = "; ".join(f"{count} {why}" for why, count in refused.items())
        found = f"answered as expected: {done or 'nothing'}"
        found += f"; refused: {told}" if told else ""
        if not sent or by_proxy:
            self.report("load", found, RAISE_LIMITS, refused_by=PROXY)
        else:
            advice = "The program's own limits: see Server limits in the guide." if told else ""
            self.report("load", found, advice, good=True)

    async def check_quiet(self, quiet: WebSocketClientConnection, begun: float) -> None:
        """Report whether a connection without traffic stayed open."""
        closing = asyncio.ensure_future(quiet.read_message())
        done, _ = await asyncio.wait([closing], timeout=0.5)
        age = time.monotonic() - begun
        if not done:
            found = f"a connection without traffic is open after {age:.0f} s"
            self.report("quiet", found, good=True)
            quiet.close()
            return
        found = f"a connection without traffic was closed by the proxy within {age:.0f} s"
        pages = "Pages send something every five seconds, but a page in the background does not. "
        advice = ProxyAdvice(f"{pages}{LONG_TIMEOUT.remedy}", LONG_TIMEOUT.nginx)
        self.report("quiet", found, advice, good=True)


def describe_close(socket: WebSocketClientConnection) -> str:
    """Return why a websocket ended."""
    if socket.close_code is None:
        return "no reply in time"
    return f"closed with {socket.close_code} {socket.close_reason or ''}".strip()


def find_closer(socket: WebSocketClientConnection) -> str:
    """Return who ended a websocket: the program gives a status and a reason."""
    return PROGRAM if socket.close_reason else PROXY
