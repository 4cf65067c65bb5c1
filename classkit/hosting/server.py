"""The server of tables: Voila with classkit's template, and with settings for untrusted clients.

Differences from `voila FOLDER`:

- It always serves a folder, with the index page of the template, which starts no kernel.
- Pages, page modules (bundled, see frontend_bundle.py) and plotly.js come straight from the
  installed packages.
- It answers only at the few addresses that pages need (ALLOWED_HANDLERS).
- A page has a kernel of its own while slots are free (kernel_slots.py). The kernel ends with its
  page: connection.js requests that, with the XSRF token, and the server notices pages that could
  not (kernels.py).
- Pages of other sites may link to a table, and nothing else (cross_origin.py).
- Messages from pages to kernels are checked before they are parsed (message_filter.py), and run no
  code.
- Request headers are limited before they are parsed (header_limits.py), and visitors take turns
  (fair_queue.py).
- Any address but loopback requires a token (token_auth.py). On loopback, requests for another host
  name are refused, which prevents DNS rebinding.
- The browser may load nothing from other servers (Content-Security-Policy), and does not pass the
  address on to other sites (Referrer-Policy).
- Kernels run on the Python that runs the server. Settings of another Voila are not read.
- It stops on a signal, whatever it is doing, and leaves no kernel behind.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
import psutil
import tornado.ioloop
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_core.utils import run_sync
from jupyter_server import DEFAULT_TEMPLATE_PATH_LIST
from jupyter_server.base.handlers import FileFindHandler, Template404, json_sys_info
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import url_path_join
from jupyterlab_server.themes_handler import ThemesHandler
from tornado.netutil import bind_sockets
from tornado.web import HTTPError, StaticFileHandler
from traitlets.config import Config
from voila.app import Voila
from voila.paths import collect_static_paths
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import AllowListFileHandler, MultiStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from classkit.classroom import is_installed
from classkit.engine.errors import ClasskitError
from classkit.garbage_collector import tune_collector

from .config import ServerSettings, ServerSettingsError, find_template_folder
from .connection_limit import ConnectionSet
from .frontend_bundle import FOLDER_PREFIX, BundleFileHandler, FrontendBundle
from .header_limits import MAX_HEADER_BYTES
from .ip_addresses import NetworkSet, is_loopback, normalize_address
from .kernel_slots import KernelSlots
from .kernel_websocket import TableWebsocketHandler
from .kernels import TableKernelManager
from .known_visitors import KnownVisitors
from .log_rate_limit import LogRateLimiter
from .logging_handler import MAX_REPEATS, configure_logging, open_log_pipe
from .machine_resources import (
    CONNECTION_FILE_SHARE,
    choose_transport,
    get_file_limit,
    raise_file_limit,
)
from .match_store import MatchStore, StoreError
from .message_filter import MAX_FRAME_BYTES
from .proxies import ProxyAwareServer
from .request_handlers import DashboardImages, IndexPage, IndexPageCache, TablePage
from .session_cookie import MAX_SIGNATURE_DAYS
from .stale_tempdirs import lock_folder, remove_stale_folders, save_connections_folder
from .static_gzip import GzipCache, GzipFileHandler
from .token_auth import TokenIdentityProvider, TokenLoginHandler

if TYPE_CHECKING:
    from .room_registry import RoomRegistry

LOG = logging.getLogger(__name__)

PACKAGE = Path(__file__).parents[1]
TEMPLATE_FOLDER = find_template_folder()
MAX_REQUEST_BYTES = 64_000  # bytes, enough for a form; records come by the websocket
IDLE_SECONDS = 60.0  # seconds without progress before a connection is closed
LOGIN_SECONDS = 30 * 86_400  # seconds that a browser keeps the login
CLOCK_INTERVAL = 3_600_000  # milliseconds between two readings of the machine's clock
SHUTDOWN_SECONDS = 8.0  # seconds for kernels to end; containers are killed after ten

CONTENT_POLICY = "; ".join(
    [
        "default-src 'self'",
        # the page modules of a widget arrive as blob:, Voila's own scripts are inline, and
        # it compiles its settings checks there
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    ]
)  # and frame-ancestors, see build_content_policy()

CONTROL_CHARACTERS = r".*(?:[\x00-\x1f\x7f]|%[01][0-9A-Fa-f]|%7[Ff]).*"
"""Matches addresses with a control character. No file name here has one."""

ALLOWED_HANDLERS = {
    KernelHandler: KernelHandler,  # state of the page's kernel, and ending it
    VoilaKernelWebsocketHandler: TableWebsocketHandler,
    VoilaShutdownKernelHandler: VoilaShutdownKernelHandler,  # for Voila's own page
    MultiStaticFileHandler: MultiStaticFileHandler,
    ThemesHandler: ThemesHandler,
    FileFindHandler: FileFindHandler,  # extensions of the pages
    AllowListFileHandler: DashboardImages,
    TornadoVoilaTreeHandler: IndexPage,
    TornadoVoilaHandler: TablePage,
}
"""Maps the handlers of Voila that visitors need to the classes used instead. No others answer."""


class CurrentPythonKernels(KernelSpecManager):
    """Offers a single kernel, the Python that runs the server, whatever a user has registered."""

    def _kernel_dirs_default(self) -> list[str]:
        return []


class TableServer(Voila):  # type: ignore[misc]  # voila ships no types
    """A Voila server that is configured by `ServerSettings` and explains why it cannot start."""

    name = "classkit"

    def __init__(
        self, serving: ServerSettings, ready: Callable[[str, int], None], **kwargs: Any
    ) -> None:
        """Set up the server.

        Args:
            serving: The settings.
            ready: Called once as `ready(url, port)`, when the server listens.
            **kwargs: Traits of Voila.
        """
        self.bundle = FrontendBundle(PACKAGE / "widgets" / "page")
        self.folder_lock = lock_folder(self.bundle.folder)
        self.slots = KernelSlots.from_settings(serving)
        self.tally = LogRateLimiter(MAX_REPEATS)
        self.rooms = open_server_rooms()
        if self.rooms:
            self.rooms.keep_days = serving.keep_room_days
            self.rooms.admission.is_shared_address = self.slots.is_shared_address
            self.rooms.guesses.is_exempt = self.slots.is_shared_address
        self.kernel_output = subprocess.DEVNULL
        self.stopping = False
        config = build_config(serving)
        config.VoilaConfiguration.page_config_hook = self.bundle.build_page_config
        super().__init__(config=config, **kwargs)
        self.serving = serving
        self.ready = ready

    def setup_template_dirs(self) -> None:
        """Search classkit's own template before its installed copy."""
        super().setup_template_dirs()
        paths: list[str] = self.template_paths  # type: ignore[has-type]  # a trait of Voila's
        self.template_paths = [os.fspath(TEMPLATE_FOLDER), *paths]

    def init_settings(self) -> dict[str, Any]:
        """Return Voila's settings of the web application, with some added and changed."""
        found: dict[str, Any] = super().init_settings()
        found["jinja2_env"].loader = jinja2.FileSystemLoader(
            [os.fspath(TEMPLATE_FOLDER), *DEFAULT_TEMPLATE_PATH_LIST]
        )
        # every notebook here is run, so signatures are neither looked up nor missed in the log
        found["contents_manager"].mark_trusted_cells = lambda book, path: None
        found["serving"] = self.serving
        # compute it now: the first page would start processes for it
        json_sys_info()  # type: ignore[no-untyped-call]
        self.known = KnownVisitors(
            found["cookie_secret"], self.slots.known, has_token=bool(self.serving.token)
        )
        found["known_visitors"] = self.known
        self.identity_provider.guesses.is_exempt = NetworkSet(self.serving.class_at).__contains__
        # A page shrinks to a third, also behind a proxy. Voila's `tornado_settings` come too late.
        found["compress_response"] = True
        # a session cookie: with an expiry date, a browser with a wrong clock could send no forms
        found["xsrf_cookie_kwargs"] = {"path": self.server_url, "expires_days": None}
        found["packed_files"], found["index_pages"] = GzipCache(), IndexPageCache()
        found["log_function"] = self.log_request
        found["classkit_rooms"], found["classkit_page"] = self.rooms, self.bundle.get_room_assets
        for pages in ("jinja2_env", "voila_jinja2_env"):
            found[pages].globals["has_rooms"] = self.rooms is not None
        return found

    def log_request(self, handler: Any) -> None:
        """Count a refused request. Log others, and rooms that are unavailable, if verbose."""
        request, status = handler.request, handler.get_status()
        is_silent = status == 503 and getattr(handler, "is_of_rooms", False)
        if status >= 400 and not is_silent:
            self.tally.count_refusal(status, normalize_address(request.remote_ip))
        else:
            self.log.info("%d %s %s (%s)", status, request.method, request.path, request.remote_ip)

    def initialize(self, argv: list[str] | None = None) -> None:
        """Set everything up, and install signal handlers."""
        self.ioloop = tornado.ioloop.IOLoop.current()
        super().initialize(argv)
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):  # the last when its terminal was closed
            number = getattr(signal, name, None)
            if number is not None and not (
                name == "SIGHUP" and signal.getsignal(number) == signal.SIG_IGN  # under nohup
            ):
                signal.signal(number, self._handle_signal_stop)

    def init_handlers(self) -> list[Any]:
        """Return the handlers. Static files of the template come from the packages themselves."""
        others = collect_static_paths(["voila", "nbconvert"], "classkit")  # of the base templates
        prefix = url_path_join(self.server_url, "/voila/templates/classkit/static/")
        static = (
            prefix + "(.*)",
            BundleFileHandler,
            {"page": self.bundle, "paths": [os.fspath(TEMPLATE_FOLDER / "static"), *others]},
        )
        login = (url_path_join(self.server_url, "/login"), TokenLoginHandler)
        needed = [
            (address, ALLOWED_HANDLERS[answers], *given)
            for address, answers, *given in super().init_handlers()
            if answers in ALLOWED_HANDLERS
        ]
        rooms: list[Any] = []
        if self.rooms is not None:
            from .room_handlers import build_handlers

            rooms = build_handlers(self.server_url)
        every = [
            (CONTROL_CHARACTERS, Template404),
            static,
            login,
            *rooms,
            *needed,
            ("(.*)", Template404),
        ]
        return [
            (address, without_tracebacks(answers), *given) for address, answers, *given in every
        ]

    def listen(self) -> None:
        """Listen on the configured address and port, then serve until stopped."""
        sockets = self.open_sockets()
        save_connections_folder(self.bundle.folder, self.connection_dir)
        server = ProxyAwareServer(
            self.app,
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
        server.add_sockets(sockets)
        self.port = sockets[0].getsockname()[1]
        self.ioloop.add_callback(self.ready, self.serving.build_url(self.port), self.port)
        look = tornado.ioloop.PeriodicCallback(self.kernel_manager.end_overdue_kernels, 1_000)
        look.start()
        clock = tornado.ioloop.PeriodicCallback(update_store_clock, CLOCK_INTERVAL)
        clock.start()
        if self.rooms is not None:
            self.rooms.start(self.ioloop.asyncio_loop)  # type: ignore[attr-defined]  # tornado's own
        tune_collector()
        try:
            self.ioloop.start()
        finally:
            look.stop()
            clock.stop()
            if self.rooms is not None:
                self.rooms.stop()
            server.stop()
            self.stop()

    def open_sockets(self) -> list[socket.socket]:
        """Return the listening sockets, or remove all files and raise ServerSettingsError."""
        try:
            return bind_sockets(self.port, self.ip)
        except OSError as error:
            self.remove_files()
            raise ServerSettingsError(bind_error_message(self.serving, error)) from error

    def _handle_signal_stop(self, number: int, frame: Any) -> None:
        """Stop after the current work; immediately on a second signal, and soon in any case."""
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
            with contextlib.suppress(
                HTTPError
            ):  # Jupyter raises this for a kernel that is starting
                run_sync(self.kernel_manager.shutdown_all)()
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
        """Remove the kernels' connection files and the bundled page, and release its lock."""
        shutil.rmtree(self.connection_dir, ignore_errors=True)
        self.folder_lock.release()
        self.bundle.remove_folder()


def update_store_clock() -> None:
    """Update the clock of the match store, so that matches age while a server runs for months."""
    with contextlib.suppress(StoreError, OSError):  # tables show a warning themselves
        store = MatchStore()
        store.clock.update_stamp(store.list_times)


def open_server_rooms() -> RoomRegistry | None:
    """Return the rooms of this machine; None without the extra ``rooms`` or a usable database.

    Tables are served in any case. A database that fails is logged; one that is silent is retried.
    """
    if not is_installed():
        return None
    from .room_registry import RoomRegistry

    try:
        return RoomRegistry.open_local_rooms()
    except ClasskitError as error:
        LOG.warning("No class can join in: %s", error)
        return None


class ErrorPageMixin:
    """Refuses unknown requests with a page of its own, and without a traceback in the log.

    Jupyter's error page needs the user, who is unknown if a request is refused before it is handled
    (an unknown method, an address that is not valid text).
    """

    def check_host(self) -> bool:
        """Return True for a name of this machine, or one named with --public-name.

        A server that other machines can reach accepts any name, because it requires a token.
        """
        settings, request = self.settings, self.request  # type: ignore[attr-defined]  # of the class beside it
        name = re.sub(r":\d+$", "", request.host).strip("[]").lower()
        allowed: bool = settings["allow_remote_access"] or name in settings["local_hostnames"]
        if allowed or is_loopback(name):
            return True
        LOG.warning(
            "A request for another host was refused: %.100r. If this server is reached under that "
            "name, state it with --public-name.",
            name,
        )
        return False

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Write the error page. If the user is not known yet, there is none."""
        if not hasattr(self, "_jupyter_current_user"):
            self.current_user = None
        super().write_error(status_code, **kwargs)  # type: ignore[misc]  # of the class beside it


def without_tracebacks(answers: type) -> type:
    """Return a subclass of a handler with quiet refusals. Its files are compressed once."""
    is_file = issubclass(answers, StaticFileHandler) and not issubclass(answers, ThemesHandler)
    bases = (ErrorPageMixin, GzipFileHandler, answers) if is_file else (ErrorPageMixin, answers)
    return type(answers.__name__, bases, {})


def build_content_policy(serving: ServerSettings) -> str:
    """Return the Content-Security-Policy: what pages may load, and which sites may embed them."""
    frames = " ".join(["'self'", *serving.framed_by])
    return f"{CONTENT_POLICY}; frame-ancestors {frames}"


def build_config(serving: ServerSettings) -> Config:
    """Return the traitlets configuration of Voila and Jupyter for `ServerSettings`."""
    config = Config()
    config.Voila.root_dir = os.fspath(serving.folder)
    config.Voila.ip = serving.address
    config.Voila.port = serving.port
    config.Voila.base_url = serving.base_url
    config.Voila.token = serving.token or ""
    config.Voila.open_browser = False
    config.Voila.config_file_paths = []
    config.Voila.log_level = logging.ERROR
    config.Voila.tornado_settings = {
        "allow_remote_access": not is_loopback(serving.address),
        "local_hostnames": ["localhost", *serving.public_names],
        "headers": {
            "Content-Security-Policy": build_content_policy(serving),
            "Referrer-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
        },
        # a missing pong is noticed at the next ping, so a timeout of one interval
        # would cut every connection
        "ws_ping_interval": 30_000,
        "ws_ping_timeout": 90_000,
        "websocket_max_message_size": MAX_FRAME_BYTES,
    }
    page = config.VoilaConfiguration
    page.template = "classkit"
    page.classic_tree = True
    page.allow_template_override = "NO"
    page.allow_theme_override = "NOTEBOOK"
    page.extension_allowlist = list(serving.extensions)
    page.file_allowlist = [r".*\.(png|jpg|jpeg|gif|svg)"]
    page.show_tracebacks = False
    page.kernel_spec_manager_class = CurrentPythonKernels
    page.multi_kernel_manager_class = TableKernelManager
    config.Voila.identity_provider_class = TokenIdentityProvider
    # the browser counts the days: an expiry date would be wrong if the server's clock is
    config.IdentityProvider.cookie_options = {
        "samesite": "Lax",
        "expires_days": None,
        "max_age": LOGIN_SECONDS,
    }
    config.IdentityProvider.get_secure_cookie_kwargs = {"max_age_days": MAX_SIGNATURE_DAYS}
    config.KernelManager.transport, config.Voila.connection_dir_root = choose_transport()
    # the kernels run classkit's own notebooks, and a large snapshot must not be dropped as a flood
    config.ZMQChannelsWebsocketConnection.limit_rate = False
    return config


def serve(
    serving: ServerSettings, ready: Callable[[str, int], None], *, verbose: bool = False
) -> None:
    """Serve until interrupted, after removing what killed servers left behind.

    Args:
        serving: The settings.
        ready: Called as `ready(url, port)` when the server listens.
        verbose: Whether to log everything that the server does.

    Raises:
        ServerSettingsError: If the server cannot start.
    """
    remove_stale_folders(FOLDER_PREFIX)
    raise_file_limit()
    server = TableServer(serving.validate_settings(), ready)
    server.initialize([])
    secret = server.serving.token or ""
    configure_logging(server.log, verbose=verbose, secret=secret, tally=server.tally)
    if verbose:
        server.kernel_output = open_log_pipe(server.log)
    server.start()


def bind_error_message(serving: ServerSettings, error: OSError) -> str:
    """Return why the server cannot listen, and what to do."""
    where = f"port {serving.port} of {serving.address}"
    if error.errno == errno.EADDRINUSE:
        return (
            f"Something else is already using {where}; perhaps classkit is running there. "
            "Stop it, or take another port with --port, for example --port "
            f"{serving.port + 1}."
        )
    if error.errno == errno.EACCES:
        return f"You may not use {where}: take a port from 1024 on, for example --port 8866."
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return (
            f"This machine has no address {serving.address!r}. Use 127.0.0.1 for this machine "
            "alone, or 0.0.0.0 for every address it has."
        )
    return f"The server cannot listen on {where}: {error.strerror or error}."
