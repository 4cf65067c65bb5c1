"""Numbers of a running server for Prometheus: ``/metrics``, behind the token.

With JupyterHub's login, that is a token of the hub that belongs to a teacher or to a service with
the same scope. A server without a token or a login has no such address, because strangers may reach
it through a proxy. They are read when they are asked for. Rates, such as answers per second, are
computed by Prometheus from the counters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import JupyterHandler
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from tornado.web import HTTPError

if TYPE_CHECKING:
    from .server import TableServer

METRICS_PATH = "metrics"


class ServerCollector:
    """Reads the numbers of one server."""

    def __init__(self, server: TableServer) -> None:
        self.server = server

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics with their current values."""
        slots, rooms = self.server.slots, self.server.rooms
        yield GaugeMetricFamily(
            "classkit_tables_open", "Open tables, each with a kernel.", len(slots.slots)
        )
        yield GaugeMetricFamily(
            "classkit_tables_max", "Tables that may be open at a time.", slots.most
        )
        refused = CounterMetricFamily(
            "classkit_refused_requests", "Refused requests, by status.", labels=["status"]
        )
        for status, count in sorted(self.server.tally.refused_requests.items()):
            refused.add_metric([str(status)], count)
        yield refused
        if rooms is not None:
            yield GaugeMetricFamily(
                "classkit_rooms_open", "Rooms with an open page here.", len(rooms.runtimes)
            )
            yield GaugeMetricFamily(
                "classkit_room_pages_open", "Phones, desks and walls.", rooms.count_pages()
            )
            yield CounterMetricFamily(
                "classkit_room_answers",
                "Answers at tables of rooms that this process stored, also those of bots.",
                rooms.count_answers(),
            )


def build_registry(server: TableServer) -> CollectorRegistry:
    """Return the metrics of a server and of its process."""
    registry = CollectorRegistry()
    registry.register(ServerCollector(server))
    ProcessCollector(registry=registry)
    return registry


class MetricsPage(JupyterHandler):
    """The metrics in Prometheus's text format."""

    @allow_unauthenticated
    def get(self) -> None:
        """Send the metrics to who knows the token, as in ``Authorization: Bearer TOKEN``."""
        user, provider = self.current_user, self.settings["identity_provider"]
        if user is None or not provider.is_teacher(user):
            raise HTTPError(403, "The metrics need the server's token.")
        self.set_header("Content-Type", CONTENT_TYPE_LATEST)
        self.set_header("Cache-Control", "no-store")
        self.finish(generate_latest(self.settings["metrics_registry"]))


def build_handlers(base_url: str) -> list[Any]:
    """Return the handler and its URL pattern."""
    return [(f"{base_url}{METRICS_PATH}/?", MetricsPage)]
