"""The server of tables: Voila with the package's template and settings fit for strangers.

What differs from `voila FOLDER`:

- it always serves a folder, with the index page of the template, which starts no kernel;
- pages, page modules (joined, see pages.py) and plotly.js come straight from the installed
  packages;
- kernels end with their pages (connection.js asks for it, with the XSRF token); one that no page
  is connected to ends after two minutes of rest;
- a token on any address but loopback; on loopback, requests for another host name are refused, so
  that no page of another site can reach the server by renaming itself;
- the browser is told to load nothing from anywhere else (Content-Security-Policy), and not to
  pass the address on (Referrer-Policy);
- kernels run on the Python that runs the server, and settings of another Voila are not read.
"""

from __future__ import annotations

import errno
import logging
import os
import shutil
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jinja2
import tornado.httpserver
import tornado.ioloop
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_core.utils import run_sync
from jupyter_server import DEFAULT_TEMPLATE_PATH_LIST
from jupyter_server.base.handlers import Template404
from jupyter_server.services.kernels.handlers import _kernel_id_regex
from jupyter_server.utils import url_path_join
from tornado.netutil import bind_sockets
from traitlets.config import Config
from voila.app import Voila
from voila.paths import collect_static_paths

from .channels import TableChannels
from .config import Serving, ServingError, is_loopback
from .pages import JoinedPage, PageFiles
from .shared import plotly_js

PACKAGE = Path(__file__).parents[1]
TEMPLATE = PACKAGE / "hosting" / "template"
LARGEST_REQUEST = 8_000_000

POLICY = "; ".join(
    [
        "default-src 'self'",
        # the page modules of a widget arrive as blob:, Voila's own scripts stand in the page, and
        # its checks of settings are compiled there
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    ]
)


class OwnKernels(KernelSpecManager):
    """Knows one kernel: the Python that runs the server, whatever a user has registered."""

    def _kernel_dirs_default(self) -> list[str]:
        return []


class TableServer(Voila):  # type: ignore[misc]  # voila ships no types
    """A Voila that is set up by a `Serving` and says plainly why it cannot start."""

    name = "classkit"

    def __init__(self, serving: Serving, ready: Callable[[str, int], None], **kwargs: Any) -> None:
        """`ready(url, port)` is called once, when the server listens."""
        self.page = JoinedPage(PACKAGE / "widgets" / "static")
        config = settings(serving)
        config.VoilaConfiguration.page_config_hook = self.page.told
        super().__init__(config=config, **kwargs)
        self.serving = serving
        self.ready = ready

    def setup_template_dirs(self) -> None:
        """Voila's template folders, with the package's own before the installed copy of it."""
        super().setup_template_dirs()
        paths: list[str] = self.template_paths  # type: ignore[has-type]  # a trait of Voila's
        self.template_paths = [os.fspath(TEMPLATE), *paths]

    def init_settings(self) -> dict[str, Any]:
        """Voila's settings of the web application, and the pages for errors and tokens."""
        found: dict[str, Any] = super().init_settings()
        found["jinja2_env"].loader = jinja2.FileSystemLoader(
            [os.fspath(TEMPLATE), *DEFAULT_TEMPLATE_PATH_LIST]
        )
        return found

    def init_handlers(self) -> list[Any]:
        """Voila's addresses; the template's static files come from the packages themselves."""
        own = [TEMPLATE / "static", plotly_js().parent]
        others = collect_static_paths(["voila", "nbconvert"], "classkit")  # of the base templates
        prefix = url_path_join(self.server_url, "/voila/templates/classkit/static/")
        static = (
            prefix + "(.*)",
            PageFiles,
            {"page": self.page, "paths": [*(os.fspath(path) for path in own), *others]},
        )
        kernels = url_path_join(self.server_url, rf"/api/kernels/{_kernel_id_regex}/channels")
        own_handlers = [static, (kernels, TableChannels)]  # before Voila's for the same addresses
        return [*own_handlers, *super().init_handlers(), ("(.*)", Template404)]

    def listen(self) -> None:
        """Listen on the one address and port that were asked for, then serve until stopped."""
        sockets = self.bind()
        server = tornado.httpserver.HTTPServer(self.app, max_body_size=LARGEST_REQUEST)
        server.add_sockets(sockets)
        self.port = sockets[0].getsockname()[1]
        self.ioloop = tornado.ioloop.IOLoop.current()
        self.ioloop.add_callback(self.ready, self.serving.url(self.port), self.port)
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass  # the usual way to stop it
        finally:
            server.stop()
            self.stop()

    def bind(self) -> list[socket.socket]:
        """The listening sockets. ServingError when port or address cannot be had."""
        try:
            return bind_sockets(self.port, self.ip)
        except OSError as error:
            shutil.rmtree(self.connection_dir, ignore_errors=True)
            self.page.remove()
            raise ServingError(unlistenable(self.serving, error)) from error

    def stop(self) -> None:
        """End all kernels, then remove the files by which they were reached, and the page."""
        run_sync(self.kernel_manager.shutdown_all)()
        shutil.rmtree(self.connection_dir, ignore_errors=True)
        self.page.remove()


def settings(serving: Serving) -> Config:
    """The traitlets configuration of Voila and Jupyter for one `Serving`."""
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
            "Content-Security-Policy": POLICY,
            "Referrer-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
        },
        # plotly.js shrinks to a third; on this machine alone that would only cost time
        "compress_response": not is_loopback(serving.address),
        # an answer is missed only when the next ping is due, so one interval would cut every line
        "ws_ping_interval": 30_000,
        "ws_ping_timeout": 90_000,
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
    kernels = config.MappingKernelManager
    kernels.cull_idle_timeout = serving.rest
    kernels.cull_interval = max(1, min(30, serving.rest // 4))
    kernels.cull_connected = False
    kernels.cull_busy = False
    if sys.platform == "linux":  # sockets in a private folder instead of ports; elsewhere the
        config.KernelManager.transport = "ipc"  # folder's name may be too long for a socket
    # the kernels run classkit's own notebooks: a large snapshot must not be dropped as a flood
    config.ZMQChannelsWebsocketConnection.limit_rate = False
    return config


def serve(serving: Serving, ready: Callable[[str, int], None], *, verbose: bool = False) -> None:
    """Serve until interrupted. `ready(url, port)` is called when the server listens.

    ServingError when it cannot start. Old records are removed first (`Serving.keep_days`).
    """
    server = TableServer(serving.checked(), ready)
    server.initialize([])
    if verbose:
        server.log_level = logging.INFO
    server.start()


def unlistenable(serving: Serving, error: OSError) -> str:
    """Why the server cannot listen, and what to do."""
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
