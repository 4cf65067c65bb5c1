"""The server of tables: Voila with the package's template and settings made for strangers.

What differs from `voila FOLDER`:

- it always serves a folder, with the index page of the template, which starts no kernel;
- pages, page modules (joined, see pages.py) and plotly.js come straight from the installed
  packages;
- it answers only at the few addresses that pages need (NEEDED);
- a page has a kernel of its own as long as there are places (places.py), and its kernel ends with
  it: connection.js asks for that, with the XSRF token, and the server notices pages that could
  not (kernels.py);
- pages of other sites may link to a table, and nothing else (sites.py);
- messages from pages to kernels are checked before anything parses them (frames.py), and run no
  code;
- what a request says is bounded before it is parsed (heads.py), and visitors take turns (turns.py);
- any address but loopback requires a token (tokens.py); on loopback, requests for another host
  name are refused, so that no page of another site can reach the server by renaming itself;
- the browser is told to load nothing from anywhere else (Content-Security-Policy), and not to
  pass the address on (Referrer-Policy);
- kernels run on the Python that runs the server, and settings of another Voila are not read;
- it stops when it is told to, whatever it is doing, and leaves no kernel behind.
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

from .addresses import Networks, is_loopback, network_of
from .channels import TableChannels
from .config import Serving, ServingError, template_folder
from .crowd import Crowd
from .frames import LARGEST_FRAME
from .heads import LARGEST_HEAD
from .kernels import TableKernels
from .known import KnownVisitors
from .leftovers import claim, note_connections, sweep
from .logs import FEW, file_into, log_in_thread
from .machine import FOR_CONNECTIONS, allow_many_files, connections, files_allowed
from .packed_files import PackedFile, PackedFiles
from .pages import FOLDERS, JoinedPage, PageFiles
from .places import Places
from .proxies import ForwardedServer
from .store import Store, StoreError
from .tally import Tally
from .tokens import TokenKeeper, TokenPage
from .visitors import LONGEST_SIGNED
from .visits import IndexPage, IndexPages, Pictures, TablePage

if TYPE_CHECKING:
    from .live_rooms import Rooms

LOG = logging.getLogger(__name__)

PACKAGE = Path(__file__).parents[1]
TEMPLATE = template_folder()
LARGEST_REQUEST = 64_000  # bytes, enough for a form; records come by the websocket
LONGEST_SILENCE = 60.0  # seconds without progress before a connection is closed
LOGIN_LASTS = 30 * 86_400  # seconds that a browser keeps who has typed the token
SIGHT_CLOCK = 3_600_000  # milliseconds between two looks at the machine's clock
LONGEST_GOODBYE = 8.0  # seconds for kernels to end; containers are killed after ten

POLICY = "; ".join(
    [
        "default-src 'self'",
        # the page modules of a widget arrive as blob:, Voila's own scripts stand in the page, and
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
)  # and frame-ancestors, see policy()

UNNAMED = r".*(?:[\x00-\x1f\x7f]|%[01][0-9A-Fa-f]|%7[Ff]).*"
"""Matches addresses with a control character, which no file here has in its name."""

NEEDED = {
    KernelHandler: KernelHandler,  # is my kernel busy; end it
    VoilaKernelWebsocketHandler: TableChannels,
    VoilaShutdownKernelHandler: VoilaShutdownKernelHandler,  # for Voila's own page
    MultiStaticFileHandler: MultiStaticFileHandler,
    ThemesHandler: ThemesHandler,
    FileFindHandler: FileFindHandler,  # extensions of the pages
    AllowListFileHandler: Pictures,
    TornadoVoilaTreeHandler: IndexPage,
    TornadoVoilaHandler: TablePage,
}
"""Voila's handlers that visitors need -> the class that answers instead. No others answer."""


class OwnKernels(KernelSpecManager):
    """Knows one kernel only, the Python that runs the server, whatever a user has registered."""

    def _kernel_dirs_default(self) -> list[str]:
        return []


class TableServer(Voila):  # type: ignore[misc]  # voila ships no types
    """A Voila that is set up by a `Serving` and explains why it cannot start."""

    name = "classkit"

    def __init__(self, serving: Serving, ready: Callable[[str, int], None], **kwargs: Any) -> None:
        """Set up the server; `ready(url, port)` is called once, when it listens."""
        self.page = JoinedPage(PACKAGE / "widgets" / "page")
        self.alive = claim(self.page.folder)
        self.places = Places.of(serving)
        self.tally = Tally(FEW)
        self.rooms = rooms_here()
        if self.rooms:
            self.rooms.door.is_of_many = self.places.is_of_many
            self.rooms.guesses.is_exempt = self.places.is_of_many
        self.kernels_write_to = subprocess.DEVNULL
        self.stopping = False
        config = settings(serving)
        config.VoilaConfiguration.page_config_hook = self.page.told
        super().__init__(config=config, **kwargs)
        self.serving = serving
        self.ready = ready

    def setup_template_dirs(self) -> None:
        """Put the package's own template before the installed copy of it."""
        super().setup_template_dirs()
        paths: list[str] = self.template_paths  # type: ignore[has-type]  # a trait of Voila's
        self.template_paths = [os.fspath(TEMPLATE), *paths]

    def init_settings(self) -> dict[str, Any]:
        """Add to Voila's settings of the web application, and change some."""
        found: dict[str, Any] = super().init_settings()
        found["jinja2_env"].loader = jinja2.FileSystemLoader(
            [os.fspath(TEMPLATE), *DEFAULT_TEMPLATE_PATH_LIST]
        )
        # every notebook here is run, so no signature of one is looked up, or missed in the log
        found["contents_manager"].mark_trusted_cells = lambda book, path: None
        found["serving"] = self.serving
        # which the first page would ask for, by processes of its own
        json_sys_info()  # type: ignore[no-untyped-call]
        self.known = KnownVisitors(
            found["cookie_secret"], self.places.known, has_token=bool(self.serving.token)
        )
        found["known_visitors"] = self.known
        self.identity_provider.guesses.is_exempt = Networks(self.serving.class_at).__contains__
        # A page shrinks to a third, also behind a proxy. Voila's `tornado_settings` come too late.
        found["compress_response"] = True
        # until the browser is closed: by a date of the server, one with a wrong clock refuses forms
        found["xsrf_cookie_kwargs"] = {"path": self.server_url, "expires_days": None}
        found["packed_files"], found["index_pages"] = PackedFiles(), IndexPages()
        found["log_function"] = self.log_request
        found["classkit_rooms"], found["classkit_page"] = self.rooms, self.page.of_rooms
        for pages in ("jinja2_env", "voila_jinja2_env"):
            found[pages].globals["has_rooms"] = self.rooms is not None
        return found

    def log_request(self, handler: Any) -> None:
        """Count a request that was refused; tell of others if the log is verbose."""
        request, status = handler.request, handler.get_status()
        is_silent = status == 503 and getattr(handler, "is_of_rooms", False)  # no table is missing
        if status >= 400 and not is_silent:
            self.tally.refused(status, network_of(request.remote_ip))
        else:
            self.log.info("%d %s %s (%s)", status, request.method, request.path, request.remote_ip)

    def initialize(self, argv: list[str] | None = None) -> None:
        """Set everything up, and handle signals from here on."""
        self.ioloop = tornado.ioloop.IOLoop.current()
        super().initialize(argv)
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):  # the last when its terminal was closed
            number = getattr(signal, name, None)
            if number is not None and not (
                name == "SIGHUP" and signal.getsignal(number) == signal.SIG_IGN  # under nohup
            ):
                signal.signal(number, self._handle_signal_stop)

    def init_handlers(self) -> list[Any]:
        """Return the handlers; the template's static files come from the packages themselves."""
        others = collect_static_paths(["voila", "nbconvert"], "classkit")  # of the base templates
        prefix = url_path_join(self.server_url, "/voila/templates/classkit/static/")
        static = (
            prefix + "(.*)",
            PageFiles,
            {"page": self.page, "paths": [os.fspath(TEMPLATE / "static"), *others]},
        )
        login = (url_path_join(self.server_url, "/login"), TokenPage)
        needed = [
            (address, NEEDED[answers], *given)
            for address, answers, *given in super().init_handlers()
            if answers in NEEDED
        ]
        rooms: list[Any] = []
        if self.rooms is not None:
            from .rooms import handlers

            rooms = handlers(self.server_url)
        every = [(UNNAMED, Template404), static, login, *rooms, *needed, ("(.*)", Template404)]
        return [(address, quiet(answers), *given) for address, answers, *given in every]

    def listen(self) -> None:
        """Listen on the one address and port chosen, then serve until stopped."""
        sockets = self.bind()
        note_connections(self.page.folder, self.connection_dir)
        server = ForwardedServer(
            self.app,
            proxies=Networks(self.serving.proxies),
            crowd=Crowd(int(files_allowed() * FOR_CONNECTIONS), self.places.is_of_many),
            known=self.known.name_in,
            max_body_size=LARGEST_REQUEST,
            max_header_size=LARGEST_HEAD,
            idle_connection_timeout=LONGEST_SILENCE,
            body_timeout=LONGEST_SILENCE,
        )
        server.add_sockets(sockets)
        self.port = sockets[0].getsockname()[1]
        self.ioloop.add_callback(self.ready, self.serving.url(self.port), self.port)
        look = tornado.ioloop.PeriodicCallback(self.kernel_manager.end_overdue, 1_000)
        look.start()
        clock = tornado.ioloop.PeriodicCallback(sight_clock, SIGHT_CLOCK)
        clock.start()
        if self.rooms is not None:
            self.rooms.start(self.ioloop.asyncio_loop)  # type: ignore[attr-defined]  # tornado's own
        try:
            self.ioloop.start()
        finally:
            look.stop()
            clock.stop()
            if self.rooms is not None:
                self.rooms.stop()
            server.stop()
            self.stop()

    def bind(self) -> list[socket.socket]:
        """Return the listening sockets. Raise ServingError if port or address cannot be had."""
        try:
            return bind_sockets(self.port, self.ip)
        except OSError as error:
            self.remove_files()
            raise ServingError(unlistenable(self.serving, error)) from error

    def _handle_signal_stop(self, number: int, frame: Any) -> None:
        """Stop after the present work, at once on a second signal, and soon in any case."""
        if self.stopping:
            self.end_at_once()
        self.stopping = True
        late = threading.Timer(LONGEST_GOODBYE, self.end_at_once)
        late.daemon = True
        late.start()
        self.ioloop.add_callback_from_signal(self.ioloop.stop)

    def stop(self) -> None:
        """End all kernels, including those that are starting, and remove the server's files."""
        try:
            with contextlib.suppress(HTTPError):  # Jupyter gives up at a kernel that just starts
                run_sync(self.kernel_manager.shutdown_all)()
        finally:
            self.kill_kernels()
            self.remove_files()

    def end_at_once(self) -> None:
        """End without waiting, after a second signal or when stopping takes too long."""
        self.kill_kernels()
        self.remove_files()
        os._exit(0)  # ending was what was asked

    def kill_kernels(self) -> None:
        """Kill every process that this one has started and that is still alive."""
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                process.kill()

    def remove_files(self) -> None:
        """Remove the kernels' connection files, and the page."""
        shutil.rmtree(self.connection_dir, ignore_errors=True)
        self.alive.release()
        self.page.remove()


def sight_clock() -> None:
    """Let the store of matches note the time, so that a server that runs for months ages them."""
    with contextlib.suppress(StoreError, OSError):  # the tables warn
        store = Store()
        store.clock.sight(store.times)


def rooms_here() -> Rooms | None:
    """Return the rooms of this machine; None without the extra ``rooms`` or a usable database.

    Tables are served all the same; a database that fails is logged, and one that is silent is
    asked again.
    """
    if not is_installed():
        return None
    from .live_rooms import Rooms

    try:
        return Rooms.of_this_machine()
    except ClasskitError as error:
        LOG.warning("No class can join in: %s", error)
        return None


class Quiet:
    """Refuses unknown requests without a traceback in the server's log, and in words of its own.

    Jupyter's error page asks who the visitor is. That is not known yet if a request is refused
    before it is handled (an unknown method, an address that is no text).
    """

    def check_host(self) -> bool:
        """Return True for a name of this machine, or one that the host has stated."""
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
        """Write the error page; a visitor who is not known yet counts as nobody."""
        if not hasattr(self, "_jupyter_current_user"):
            self.current_user = None
        super().write_error(status_code, **kwargs)  # type: ignore[misc]  # of the class beside it


def quiet(answers: type) -> type:
    """Return the same handler class with quiet refusals; files are compressed once."""
    is_file = issubclass(answers, StaticFileHandler) and not issubclass(answers, ThemesHandler)
    bases = (Quiet, PackedFile, answers) if is_file else (Quiet, answers)
    return type(answers.__name__, bases, {})


def policy(serving: Serving) -> str:
    """Return the policy of what a browser may load in a page, and which sites may embed it."""
    frames = " ".join(["'self'", *serving.framed_by])
    return f"{POLICY}; frame-ancestors {frames}"


def settings(serving: Serving) -> Config:
    """Return the traitlets configuration of Voila and Jupyter for one `Serving`."""
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
            "Content-Security-Policy": policy(serving),
            "Referrer-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
        },
        # a missing answer is noticed when the next ping is due, so a timeout of one interval
        # would cut every line
        "ws_ping_interval": 30_000,
        "ws_ping_timeout": 90_000,
        "websocket_max_message_size": LARGEST_FRAME,
    }
    page = config.VoilaConfiguration
    page.template = "classkit"
    page.classic_tree = True
    page.allow_template_override = "NO"
    page.allow_theme_override = "NOTEBOOK"
    page.extension_allowlist = list(serving.extensions)
    page.file_allowlist = [r".*\.(png|jpg|jpeg|gif|svg)"]
    page.show_tracebacks = False
    page.kernel_spec_manager_class = OwnKernels
    page.multi_kernel_manager_class = TableKernels
    config.Voila.identity_provider_class = TokenKeeper
    # the browser counts the days, since an expiry date is wrong where the server's clock is
    config.IdentityProvider.cookie_options = {
        "samesite": "Lax",
        "expires_days": None,
        "max_age": LOGIN_LASTS,
    }
    config.IdentityProvider.get_secure_cookie_kwargs = {"max_age_days": LONGEST_SIGNED}
    config.KernelManager.transport, config.Voila.connection_dir_root = connections()
    # the kernels run classkit's own notebooks, and a large snapshot must not be dropped as a flood
    config.ZMQChannelsWebsocketConnection.limit_rate = False
    return config


def serve(serving: Serving, ready: Callable[[str, int], None], *, verbose: bool = False) -> None:
    """Serve until interrupted. `ready(url, port)` is called when the server listens.

    Raises ServingError if it cannot start. Leftovers of killed servers are removed first.
    """
    sweep(FOLDERS)
    allow_many_files()
    server = TableServer(serving.checked(), ready)
    server.initialize([])
    secret = server.serving.token or ""
    log_in_thread(server.log, verbose=verbose, secret=secret, tally=server.tally)
    if verbose:
        server.kernels_write_to = file_into(server.log)
    server.start()


def unlistenable(serving: Serving, error: OSError) -> str:
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
