"""Headers, settings and error pages that all addresses of a server share."""

from __future__ import annotations

import logging
import re
from typing import Any

from tornado.web import StaticFileHandler

from .config import ServerSettings
from .ip_addresses import is_loopback
from .message_filter import MAX_FRAME_BYTES
from .static_gzip import GzipFileHandler

LOG = logging.getLogger(__name__)

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
)  # frame-ancestors is added in build_content_policy()


def build_content_policy(serving: ServerSettings) -> str:
    """Return the Content-Security-Policy: what pages may load, and which sites may embed them."""
    frames = " ".join(["'self'", *serving.framed_by])
    return f"{CONTENT_POLICY}; frame-ancestors {frames}"


def build_web_settings(serving: ServerSettings) -> dict[str, Any]:
    """Return Tornado's settings for `ServerSettings`."""
    return {
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
            "A request for another host was refused: %.100r. If that is a name of this server, "
            "pass it with --public-name.",
            name,
        )
        return False

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Write the error page. If the user is not known yet, the response has no page."""
        if not hasattr(self, "_jupyter_current_user"):
            self.current_user = None
        super().write_error(status_code, **kwargs)  # type: ignore[misc]  # of the class beside it


def without_tracebacks(routes: list[Any], uncompressed: type | tuple[()] = ()) -> list[Any]:
    """Return routes with handlers that refuse quietly, and compress their files once.

    Args:
        routes: The addresses with their handlers.
        uncompressed: Handlers of files that stay as they are.
    """
    return [
        (address, quieten_handler(answers, uncompressed), *given)
        for address, answers, *given in routes
    ]


def quieten_handler(answers: type, uncompressed: type | tuple[()] = ()) -> type:
    """Return a subclass of a handler that logs no tracebacks and caches compressed files."""
    is_file = issubclass(answers, StaticFileHandler) and not issubclass(answers, uncompressed)
    bases = (ErrorPageMixin, GzipFileHandler, answers) if is_file else (ErrorPageMixin, answers)
    return type(answers.__name__, bases, {})
