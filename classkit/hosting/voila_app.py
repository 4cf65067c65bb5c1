"""Voila with classkit's template, and with settings for untrusted clients.

It is loaded by the server (server.py), which listens already and hands it the requests.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
from typing import TYPE_CHECKING, Any

import jinja2
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_core.utils import run_sync
from jupyter_server import DEFAULT_TEMPLATE_PATH_LIST
from jupyter_server.base.handlers import FileFindHandler, Template404, json_sys_info
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import url_path_join
from jupyterlab_server.themes_handler import ThemesHandler
from tornado.web import HTTPError
from traitlets.config import Config
from voila.app import Voila
from voila.paths import collect_static_paths
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import AllowListFileHandler, MultiStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from . import prometheus_metrics
from .config import ServerSettings, find_template_folder
from .frontend_bundle import build_static_route
from .ip_addresses import NetworkSet
from .kernel_websocket import TableWebsocketHandler
from .kernels import TableKernelManager
from .machine_resources import choose_transport
from .request_handlers import DashboardImages, IndexPage, IndexPageCache, TablePage
from .room_exports import EXPORT_PREFIX, RoomExports
from .session_cookie import MAX_SIGNATURE_DAYS
from .stale_tempdirs import remove_stale_folders, save_connections_folder
from .token_auth import TokenIdentityProvider, TokenLoginHandler
from .web_settings import build_web_settings, without_tracebacks

if TYPE_CHECKING:
    from .server import TableServer

TEMPLATE_FOLDER = find_template_folder()
LOGIN_SECONDS = 30 * 86_400  # seconds that a browser keeps the login

CONTROL_CHARACTERS = r".*(?:[\x00-\x1f\x7f]|%[01][0-9A-Fa-f]|%7[Ff]).*"
"""Matches URLs that contain a control character. No file name here contains one."""

ALLOWED_HANDLERS = {
    KernelHandler: KernelHandler,  # reports the state of the page's kernel, and ends it
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
    """Offers a single kernel, the Python that runs the server, and ignores registered kernels."""

    def _kernel_dirs_default(self) -> list[str]:
        return []


class TableApp(Voila):  # type: ignore[misc]  # voila ships no types
    """Voila, configured by `ServerSettings`. The server listens for it."""

    name = "classkit"
    exports: RoomExports | None = None

    def __init__(self, server: TableServer, **kwargs: Any) -> None:
        """Set up the application.

        Args:
            server: The server that listens.
            **kwargs: Traits of Voila.
        """
        self.server, self.serving = server, server.serving
        self.bundle, self.slots = server.bundle, server.slots
        self.kernel_output = server.kernel_output
        config = build_config(server.serving)
        config.VoilaConfiguration.page_config_hook = self.bundle.build_page_config
        config.Voila.cookie_secret = server.settings["cookie_secret"]
        super().__init__(config=config, **kwargs)

    def setup_template_dirs(self) -> None:
        """Search classkit's own template before its installed copy."""
        super().setup_template_dirs()
        paths: list[str] = self.template_paths  # type: ignore[has-type]  # a trait of Voila's
        self.template_paths = [os.fspath(TEMPLATE_FOLDER), *paths]

    def init_settings(self) -> dict[str, Any]:
        """Return Voila's web application settings with classkit's changes."""
        found: dict[str, Any] = super().init_settings()
        found["jinja2_env"].loader = jinja2.FileSystemLoader(
            [os.fspath(TEMPLATE_FOLDER), *DEFAULT_TEMPLATE_PATH_LIST]
        )
        # every notebook here is run, so signatures are not checked and their absence is not logged
        found["contents_manager"].mark_trusted_cells = lambda book, path: None
        self.identity_provider.guesses.is_exempt = NetworkSet(self.serving.class_at).__contains__
        # a session cookie: with an expiry date, a browser with a wrong clock could not send forms
        found["xsrf_cookie_kwargs"] = {"path": self.server_url, "expires_days": None}
        found["index_pages"] = IndexPageCache()
        if self.server.rooms is not None:
            remove_stale_folders(EXPORT_PREFIX)
            found["room_exports"] = self.exports = RoomExports()
        for pages in ("jinja2_env", "voila_jinja2_env"):
            found[pages].globals["has_rooms"] = self.server.rooms is not None
        found["metrics_registry"] = prometheus_metrics.build_registry(self.server)
        return {**self.server.settings, **found}

    def init_handlers(self) -> list[Any]:
        """Return the handlers. Static files of the template come from the packages themselves."""
        others = collect_static_paths(["voila", "nbconvert"], "classkit")  # of the base templates
        login = [(url_path_join(self.server_url, "/login"), TokenLoginHandler)]
        if self.serving.hub_login:
            from .hub_login import build_handlers as build_login_handlers

            login = build_login_handlers(self.server_url)
        needed = [
            (address, ALLOWED_HANDLERS[answers], *given)
            for address, answers, *given in super().init_handlers()
            if answers in ALLOWED_HANDLERS
        ]
        desk: list[Any] = []
        if self.server.rooms is not None:
            from .desk_handlers import build_handlers

            desk = build_handlers(self.server_url)
        has_metrics = self.serving.needs_login
        metrics = prometheus_metrics.build_handlers(self.server_url) if has_metrics else []
        every = [
            (CONTROL_CHARACTERS, Template404),
            build_static_route(self.server_url, self.bundle, others),
            *login,
            *self.server.build_first_handlers(),
            *metrics,
            *desk,
            *needed,
            ("(.*)", Template404),
        ]
        return without_tracebacks(every, ThemesHandler)

    def listen(self) -> None:
        """Note where the connection files of kernels are. The server listens already."""
        save_connections_folder(self.bundle.folder, self.connection_dir)

    def remove_files(self) -> None:
        """Remove the kernels' connection files and the exports of rooms."""
        shutil.rmtree(self.connection_dir, ignore_errors=True)
        if self.exports is not None:
            self.exports.close()

    def end_kernels(self) -> None:
        """End all kernels, except those that are starting."""
        with contextlib.suppress(HTTPError):  # Jupyter raises this for a kernel that is starting
            run_sync(self.kernel_manager.shutdown_all)()

    def _handle_signal_stop(self, number: int, frame: Any) -> None:
        """Stop the server. Voila installs this for SIGTERM."""
        self.server.handle_stop_signal(number, frame)


def read_system_facts() -> None:
    """Collect what pages state about this machine, which starts processes, and is kept."""
    json_sys_info()  # type: ignore[no-untyped-call]


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
    config.Voila.tornado_settings = build_web_settings(serving)
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
    if serving.hub_login:
        from .hub_login import HubIdentityProvider

        config.Voila.identity_provider_class = HubIdentityProvider
    # the browser counts the days: if the server's clock is wrong, an expiry date would be too
    config.IdentityProvider.cookie_options = {
        "samesite": "Lax",
        "expires_days": None,
        "max_age": LOGIN_SECONDS,
    }
    config.IdentityProvider.get_secure_cookie_kwargs = {"max_age_days": MAX_SIGNATURE_DAYS}
    config.KernelManager.transport, config.Voila.connection_dir_root = choose_transport()
    # the kernels run classkit's own notebooks, and the rate limit could drop a large snapshot
    config.ZMQChannelsWebsocketConnection.limit_rate = False
    return config
