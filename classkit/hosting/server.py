"""The server of tables: Voila with classkit's template, and with settings for untrusted clients.

Differences from `voila FOLDER`:

- It always serves a folder, with the index page of the template, which starts no kernel.
- Pages, page modules (bundled, see frontend_bundle.py) and plotly.js are served directly from the
  installed packages.
- It answers only at the few URLs that pages need (ALLOWED_HANDLERS).
- Each page gets its own kernel while slots are free (kernel_slots.py). The kernel ends with its
  page: connection.js requests that, with the XSRF token, and the server detects pages that could
  not (kernels.py).
- Pages of other sites may only link to a table (cross_origin.py).
- Messages from pages to kernels are checked before they are parsed (message_filter.py), and cannot
  run code.
- Request headers are limited before they are parsed (header_limits.py), and visitors take turns
  (fair_queue.py).
- Any address except loopback requires a token (token_auth.py). On loopback, requests for another
  host name are refused, which prevents DNS rebinding.
- The browser may load nothing from other servers (Content-Security-Policy), and does not send the
  page's URL to other sites (Referrer-Policy).
- Kernels use the Python that runs the server. Settings of other Voila installations are ignored.
- It always stops on a signal, and leaves no kernel behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
import psutil
import tornado.ioloop
from tornado.netutil import bind_sockets
from tornado.web import Application

from classkit.classroom import is_installed
from classkit.engine.errors import ClasskitError
from classkit.process_startup import block_address_grammars, tune_collector

from . import health, self_test
from .config import ServerSettings, ServerSettingsError, find_template_folder
from .connection_limit import ConnectionSet
from .frontend_bundle import FOLDER_PREFIX, FrontendBundle, build_static_route
from .header_limits import MAX_HEADER_BYTES
from .health import HealthProbe
from .ip_addresses import NetworkSet, normalize_address
from .kernel_slots import KernelSlots
from .known_visitors import KnownVisitors
from .log_rate_limit import LogRateLimiter
from .logging_handler import MAX_REPEATS, configure_logging, open_log_pipe, redirect_logger
from .machine_resources import CONNECTION_FILE_SHARE, get_file_limit, raise_file_limit
from .match_store import MatchStore, StoreError
from .plain_pages import StartingPage
from .proxies import ProxyAwareServer
from .stale_tempdirs import lock_folder, remove_stale_folders
from .static_gzip import GzipCache
from .web_settings import build_web_settings, without_tracebacks

if TYPE_CHECKING:
    from .room_registry import RoomRegistry

LOG = logging.getLogger(__name__)

PACKAGE = Path(__file__).parents[1]
TEMPLATE_FOLDER = find_template_folder()
MAX_REQUEST_BYTES = 64_000  # bytes, enough for a form; records are sent over the websocket
IDLE_SECONDS = 60.0  # seconds without progress before a connection is closed
CLOCK_INTERVAL = 3_600_000  # milliseconds between two readings of the machine's clock
SHUTDOWN_SECONDS = 8.0  # seconds for kernels to end; containers are killed after ten


class TableServer:
    """A server that answers phones immediately, and other requests once Voila is loaded."""

    tables: Any = None
    """Voila, once it is loaded."""
    failure: BaseException | None = None
    """Why Voila could not be loaded."""

    def __init__(
        self, serving: ServerSettings, ready: Callable[[str, int], None], *, verbose: bool = False
    ) -> None:
        """Open the port, and read the rooms.

        Args:
            serving: The settings.
            ready: Called once as `ready(url, port)`, when everything is answered.
            verbose: Whether to log everything that the server does.

        Raises:
            ServerSettingsError: If the port cannot be opened.
        """
        self.serving, self.ready, self.verbose = serving, ready, verbose
        self.sockets = open_sockets(serving)
        self.port: int = self.sockets[0].getsockname()[1]
        self.bundle = FrontendBundle(PACKAGE / "widgets" / "page")
        self.folder_lock = lock_folder(self.bundle.folder)
        self.slots = KernelSlots.from_settings(serving)
        self.tally = LogRateLimiter(MAX_REPEATS)
        self.rooms = open_server_rooms()
        if self.rooms:
            self.rooms.keep_days = serving.keep_room_days
            self.rooms.admission.is_shared_address = self.slots.is_shared_address
            self.rooms.guesses.is_exempt = self.slots.is_shared_address
        self.health = HealthProbe(self.slots, self.rooms, has_rooms=is_installed())
        self.log_handler = configure_logging(
            LOG, verbose=verbose, secret=serving.token or "", tally=self.tally
        )
        self.kernel_output = open_log_pipe(LOG) if verbose else subprocess.DEVNULL
        self.stopping = False
        self.settings = self.build_settings()
        self.known: KnownVisitors = self.settings["known_visitors"]

    def build_settings(self) -> dict[str, Any]:
        """Return the settings of the web application that are needed with and without Voila."""
        secret = self.serving.get_cookie_secret()
        return {
            **build_web_settings(self.serving),
            "base_url": self.serving.base_url,
            "serving": self.serving,
            "cookie_secret": secret,
            "known_visitors": KnownVisitors(
                secret, self.slots.known, has_token=self.serving.needs_login
            ),
            "usage_costs": self.slots.costs,
            **self_test.build_settings(self.slots.is_shared_address),
            "health_probe": self.health,
            # A page shrinks to a third, also behind a proxy. Voila's `tornado_settings` come too
            # late.
            "compress_response": True,
            "packed_files": GzipCache(),
            "log_function": self.log_request,
            "classkit_rooms": self.rooms,
            "classkit_page": self.bundle.get_room_assets,
            "jinja2_env": jinja2.Environment(
                loader=jinja2.FileSystemLoader(TEMPLATE_FOLDER), autoescape=True
            ),
        }

    def log_request(self, handler: Any) -> None:
        """Count a refused request. If verbose, log other requests and unavailable rooms."""
        request, status = handler.request, handler.get_status()
        is_silent = status == 503 and getattr(handler, "is_silent_if_unavailable", False)
        if status >= 400 and not is_silent:
            self.tally.count_refusal(status, normalize_address(request.remote_ip))
        else:
            LOG.info("%d %s %s (%s)", status, request.method, request.path, request.remote_ip)

    def build_phone_handlers(self) -> list[Any]:
        """Return the handlers for rooms' phones, or none if there are no rooms."""
        if self.rooms is None:
            return []
        from .room_handlers import build_handlers

        return build_handlers(self.serving.base_url)

    def build_first_handlers(self) -> list[Any]:
        """Return the handlers that need no Voila: health, the self-test, and those for phones."""
        base_url = self.serving.base_url
        return [
            *health.build_handlers(base_url),
            *self_test.build_handlers(base_url),
            *self.build_phone_handlers(),
        ]

    def build_first_application(self) -> Application:
        """Return the application that answers until Voila is loaded."""
        routes = [
            build_static_route(self.serving.base_url, self.bundle, []),
            *self.build_first_handlers(),
            ("(.*)", StartingPage),
        ]
        return Application(without_tracebacks(routes), **self.settings)

    def run(self) -> None:
        """Serve until stopped.

        Raises:
            Exception: If Voila cannot be loaded.
        """
        self.ioloop = tornado.ioloop.IOLoop.current()
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):  # SIGHUP is sent when the terminal is closed
            number = getattr(signal, name, None)
            if number is not None and not (
                name == "SIGHUP" and signal.getsignal(number) == signal.SIG_IGN  # under nohup
            ):
                signal.signal(number, self.handle_stop_signal)
        self.http_server = ProxyAwareServer(
            self.build_first_application(),
            proxies=NetworkSet(self.serving.proxies),
            connection_set=ConnectionSet(
                int(get_file_limit() * CONNECTION_FILE_SHARE), self.slots.is_shared_address
            ),
            known=self.known.identify_visitor,
            max_body_size=MAX_REQUEST_BYTES,
            max_header_size=MAX_HEADER_BYTES,
            idle_connection_timeout=IDLE_SECONDS,
            body_timeout=IDLE_SECONDS,
        )
        self.http_server.add_sockets(self.sockets)
        if self.rooms is not None:
            self.rooms.start(self.ioloop.asyncio_loop)  # type: ignore[attr-defined]  # tornado's own
        self.ioloop.add_callback(self.load_tables)
        clock = tornado.ioloop.PeriodicCallback(update_store_clock, CLOCK_INTERVAL)
        clock.start()
        tune_collector()
        try:
            self.ioloop.start()
        finally:
            clock.stop()
            if self.rooms is not None:
                self.rooms.stop()
            self.http_server.stop()
            self.stop()
        if self.failure is not None:
            raise self.failure

    async def load_tables(self) -> None:
        """Load Voila beside the phones, and let it answer. If that fails, stop."""
        try:
            block_address_grammars()
            loaded = await asyncio.to_thread(import_module, "classkit.hosting.voila_app")
            await asyncio.to_thread(loaded.read_system_facts)
            from .kernel_websocket import check_frames_are_charged  # loaded with Voila

            await check_frames_are_charged()
            if not self.stopping:
                await self.start_tables(loaded.TableApp(self))
        except BaseException as error:
            self.failure = error
            self.ioloop.stop()

    async def start_tables(self, tables: Any) -> None:
        """Let Voila answer from now on, and say that the server is ready."""
        self.tables = tables
        tables.initialize([])
        redirect_logger(tables.log, self.log_handler)
        await asyncio.sleep(0)  # a phone is answered between two parts
        tables.start()
        self.http_server.request_callback = tables.app
        self.health.started = True
        look = tornado.ioloop.PeriodicCallback(tables.kernel_manager.end_overdue_kernels, 1_000)
        look.start()
        # Freeze Voila's objects as well. Don't collect first: that would delay phones by 40 ms.
        gc.freeze()
        self.ready(self.serving.build_url(self.port), self.port)

    def handle_stop_signal(self, number: int, frame: Any) -> None:
        """Stop after the current work, or immediately on a second signal or after a time limit."""
        if self.stopping:
            self.exit_immediately()
        self.stopping = True
        late = threading.Timer(SHUTDOWN_SECONDS, self.exit_immediately)
        late.daemon = True
        late.start()
        self.ioloop.add_callback_from_signal(self.ioloop.stop)

    def stop(self) -> None:
        """End all kernels, including those that are starting, and remove the server's files."""
        try:
            if self.tables is not None:
                self.tables.end_kernels()
        finally:
            self.kill_kernels()
            self.remove_files()

    def exit_immediately(self) -> None:
        """Exit without waiting, after a second signal or when stopping takes too long."""
        self.kill_kernels()
        self.remove_files()
        os._exit(0)  # the exit was requested

    def kill_kernels(self) -> None:
        """Kill all child processes that are still alive."""
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                process.kill()

    def remove_files(self) -> None:
        """Remove the files of Voila and the bundled page, and release its lock."""
        if self.tables is not None:
            self.tables.remove_files()
        self.folder_lock.release()
        self.bundle.remove_folder()


def open_sockets(serving: ServerSettings) -> list[socket.socket]:
    """Return the listening sockets, or raise ServerSettingsError."""
    try:
        return bind_sockets(serving.port, serving.address)
    except OSError as error:
        raise ServerSettingsError(bind_error_message(serving, error)) from error


def update_store_clock() -> None:
    """Update the clock of the match store, so that matches age while a server runs for months."""
    with contextlib.suppress(StoreError, OSError):  # tables show a warning themselves
        store = MatchStore()
        store.clock.update_stamp(store.list_times)


def open_server_rooms() -> RoomRegistry | None:
    """Return the rooms of this machine, or None without the extra ``rooms`` or a usable database.

    Tables are served in any case. A failing database is logged; if it does not respond, it is
    retried.
    """
    if not is_installed():
        return None
    from .room_registry import RoomRegistry

    try:
        return RoomRegistry.open_local_rooms()
    except ClasskitError as error:
        LOG.warning("Classes cannot join: %s", error)
        return None


def serve(
    serving: ServerSettings, ready: Callable[[str, int], None], *, verbose: bool = False
) -> None:
    """Serve until interrupted, after removing files left behind by killed servers.

    Args:
        serving: The settings.
        ready: Called as `ready(url, port)` when the server listens.
        verbose: Whether to log the server's normal activity.

    Raises:
        ServerSettingsError: If the server cannot start.
    """
    remove_stale_folders(FOLDER_PREFIX)
    raise_file_limit()
    TableServer(serving.validate_settings(), ready, verbose=verbose).run()


def bind_error_message(serving: ServerSettings, error: OSError) -> str:
    """Return why the server cannot listen, and what to do."""
    where = f"port {serving.port} of {serving.address}"
    if error.errno == errno.EADDRINUSE:
        return (
            f"Something else is already using {where}; perhaps classkit is running there. Stop "
            f"it, or choose another port with --port, for example --port {serving.port + 1}."
        )
    if error.errno == errno.EACCES:
        return (
            f"You do not have permission to use {where}. Choose a port from 1024, for example "
            "--port 8866."
        )
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return (
            f"This machine has no address {serving.address!r}. Use 127.0.0.1 for this machine "
            "only, or 0.0.0.0 for all its addresses."
        )
    return f"The server cannot listen on {where}: {error.strerror or error}."
