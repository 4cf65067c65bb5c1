"""The table server: its settings, security limits, stores and checks.

A request passes through these files from top to bottom. Each of them limits what unknown clients
can do:

========================  =========================================================================
connection_limit.py       the number of connections, and which one is closed to make room
proxies.py                the client address behind a proxy
fair_queue.py             the order in which requests are answered
header_limits.py          the size of request headers
usage_quotas.py           the server time and bytes of each visitor and address
server.py                 the size of requests, and what answers before Voila is loaded
voila_app.py              the addresses that answer
cross_origin.py           requests from pages of other sites
socket_refusals.py        websockets whose headers a proxy has lost
guess_limiter.py          the rate of wrong tokens and room codes
token_auth.py             the token
session_cookie.py         the cookie that is required before a kernel starts
known_visitors.py         visitors exempt from the limits of their address
request_handlers.py       the pages
kernel_slots.py           the number of kernels, their owners, and when they end
kernels.py                starting and ending kernels and their connections
kernel_websocket.py       the connection from a page to its kernel
message_filter.py         the kinds and sizes of messages from pages
log_rate_limit.py         the number of repeated log lines
logging_handler.py        the log, which never blocks the server
========================  =========================================================================

The kernel stores its match with session.py, table_serialization.py, write_lease.py and
match_store.py. Matches that have not been played for a long time are moved to a trash (trash.py);
their age is measured by the store's own clock (store_clock.py). Rooms have their pages for phones
in room_handlers.py, their pages for the teacher in desk_handlers.py, and their websockets in
room_sockets.py; all use room_access.py for access control. The database and thread of rooms are in
room_registry.py and room_worker.py. The self-test of a network is in self_test.py; `classkit
doctor --at` tests a published server with outside_checks.py and sends load with outside_load.py.
"""
