"""Places for kernels: few for a visitor, many for an address, counted before a kernel starts."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPResponse
from pathlib import Path

import pytest
from traitlets.config import Application

from classkit.hosting.config import ServerSettings, ServerSettingsError
from classkit.hosting.ip_addresses import NetworkSet
from classkit.hosting.kernel_slots import (
    CONNECT_TIMEOUT,
    MAX_KNOWN_VISITORS,
    MAX_PENDING_PAGES,
    MAX_VISITOR_PENDING,
    POLL_INTERVAL,
    KernelSlots,
    SlotsFull,
)
from classkit.hosting.kernels import TableKernelManager

from .dashboards import write_page
from .serving import Server, serving
from .timeless import Loop
from .visitor import Line, cookies_of, get, kernel_of, open_page, visit

NOW = 0.0


def places(most: int = 100, most_each: int = 6, clock: list[float] | None = None) -> KernelSlots:
    ticks = clock or [NOW]
    return KernelSlots(most, most_each, rest=120, grace=15, clock=lambda: ticks[0])


def seated(room: KernelSlots, visitor: str, address: str = "10.0.0.7") -> str:
    """A visitor whose page has connected; gives the kernel."""
    place = room.take_slot(visitor, address)
    room.set_kernel(place, f"kernel {id(place)}")
    room.note_rendered(place)
    room.add_connection(place.kernel)
    return place.kernel


def test_places_are_counted_before_a_kernel_has_started() -> None:
    room = places(most=3)
    for visitor in "abc":
        room.take_slot(visitor, "10.0.0.7" + visitor)
    with pytest.raises(SlotsFull, match="All tables of this server are in use") as full:
        room.take_slot("d", "10.0.0.8")
    assert full.value.patience == 0


def test_a_visitor_has_few_and_those_beside_them_as_many() -> None:
    room = places()
    mine = [seated(room, "ada") for _ in range(6)]
    with pytest.raises(SlotsFull, match="You have 6 tables open"):
        room.take_slot("ada", "10.0.0.7")
    room.take_slot("bo", "10.0.0.7")
    room.release_kernel(mine[0])
    room.take_slot("ada", "10.0.0.7")


def test_a_class_behind_one_address_gets_in_a_few_at_a_time() -> None:
    room = places()
    arriving = [room.take_slot(f"student {n}", "10.0.0.7") for n in range(MAX_PENDING_PAGES)]
    with pytest.raises(SlotsFull, match="It will soon be your turn") as full:
        room.take_slot("one more", "10.0.0.7")
    assert full.value.patience > 0
    room.take_slot("elsewhere", "10.0.0.8")
    room.set_kernel(arriving[0], "k")
    room.note_rendered(arriving[0])
    with pytest.raises(SlotsFull):
        room.take_slot("one more", "10.0.0.7")
    room.add_connection("k")
    room.take_slot("one more", "10.0.0.7")


def test_pages_that_never_connect_keep_nobody_out_for_long() -> None:
    """A program takes a new cookie for each page, and never connects; others are after it."""
    clock = [0.0]
    room = places(most=16, clock=clock)

    def program() -> int:
        """Ask for as many pages as there are; how many came."""
        for came in range(100):
            try:
                page = room.take_slot(f"{clock[0]} {came}", "10.0.0.7")
            except SlotsFull:
                return came
            room.set_kernel(page, f"kernel of {page.visitor}")
            room.note_rendered(page)
        return 100

    assert program() == 8, "half of the places"
    seated(room, "elsewhere", "10.0.0.8")
    clock[0] = CONNECT_TIMEOUT
    assert program() == 4, "three quarters in all, for this address"
    for n in range(3):
        seated(room, f"elsewhere {n}", "10.0.0.8")
    with pytest.raises(SlotsFull, match="All tables of this server") as full:
        room.take_slot("late", "10.0.0.9")
    assert 0 < full.value.patience <= 2 * CONNECT_TIMEOUT
    assert len(room.list_overdue_kernels()) == 8, "all that could have connected"


def test_who_plays_can_reload_while_strangers_arrive_from_the_same_address() -> None:
    room = places()
    mine = seated(room, "ada")
    for n in range(MAX_PENDING_PAGES):
        room.take_slot(f"stranger {n}", "10.0.0.7")
    with pytest.raises(SlotsFull):
        room.take_slot("another stranger", "10.0.0.7")
    room.remove_connection(mine, for_good=True)
    for _ in range(MAX_VISITOR_PENDING):
        room.take_slot("ada", "10.0.0.7")
    with pytest.raises(SlotsFull, match="It will soon be your turn"):
        room.take_slot("ada", "10.0.0.7")


def test_of_all_visitors_the_latest_are_remembered() -> None:
    room = places()
    for n in range(MAX_KNOWN_VISITORS + 5):
        room.remember_visitor(str(n))
    assert len(room.known) == MAX_KNOWN_VISITORS and "4" not in room.known and "5" in room.known


def test_one_visitor_does_not_keep_a_class_behind_the_same_address_out() -> None:
    """Pages asked for again and again, whose visitor a proxy does not tell has gone."""
    room = places()
    for n in range(MAX_VISITOR_PENDING):
        page = room.take_slot("careless", "10.0.0.7")
        room.set_kernel(page, f"kernel {n}")
    with pytest.raises(SlotsFull, match="It will soon be your turn"):
        room.take_slot("careless", "10.0.0.7")
    for n in range(MAX_PENDING_PAGES - MAX_VISITOR_PENDING):
        room.take_slot(f"student {n}", "10.0.0.7")
    room = places()
    for n in range(MAX_PENDING_PAGES):  # those that tell of no visitor are visitors all
        seated(room, f"nobody {n}")
    for n in range(MAX_PENDING_PAGES):
        room.take_slot(f"student {n}", "10.0.0.7")


@pytest.mark.parametrize(
    ("most", "most_each", "visitor", "address"),
    [(3, 6, "bo", "10.0.0.8"), (100, 3, "ada", "10.0.0.8"), (4, 6, "bo", "10.0.0.7")],
    ids=["server", "visitor", "address"],
)
def test_pages_that_never_connect_give_way_to_who_waits(
    most: int, most_each: int, visitor: str, address: str
) -> None:
    clock = [0.0]
    room = places(most, most_each, clock)
    seated(room, "ada")
    for n in range(2):
        page = room.take_slot("ada", "10.0.0.7" if most > 3 else f"10.0.1.{n}")
        room.set_kernel(page, f"never connected {n}")
        room.note_rendered(page)
    clock[0] = CONNECT_TIMEOUT + 1
    assert room.list_overdue_kernels() == [], "nobody waits"
    with pytest.raises(SlotsFull):
        room.take_slot(visitor, address)
    assert room.list_overdue_kernels() == ["never connected 0", "never connected 1"]
    for kernel in room.list_overdue_kernels():
        room.release_kernel(kernel)
    room.take_slot(visitor, address)


def test_a_page_on_its_way_is_not_ended_for_others() -> None:
    clock = [0.0]
    room = places(most=1, clock=clock)
    page = room.take_slot("ada", "10.0.0.7")
    room.set_kernel(page, "on its way")
    room.note_rendered(page)
    clock[0] = CONNECT_TIMEOUT - 1
    with pytest.raises(SlotsFull):
        room.take_slot("bo", "10.0.0.8")
    assert room.list_overdue_kernels() == []
    room.add_connection("on its way")
    with pytest.raises(SlotsFull):
        room.take_slot("bo", "10.0.0.8")
    clock[0] = 1e6
    assert room.list_overdue_kernels() == []


def test_an_address_may_not_have_all_places_unless_it_is_a_proxy() -> None:
    room = places(most=40)
    for n in range(30):
        seated(room, f"student {n}")
    with pytest.raises(SlotsFull, match="for your network"):
        room.take_slot("one more", "10.0.0.7")
    for proxy in ("127.0.0.1", "::1", "10.8.0.3"):
        room = places(most=40)
        room.shared = NetworkSet(["10.8.0.0/16"])
        for n in range(40):
            seated(room, f"student {n}", proxy)


def test_waiting_in_line_ends_when_a_place_is_free_or_the_visitor_has_gone() -> None:
    room = KernelSlots(most=10, most_each=1, rest=120, grace=15)
    kernel = seated(room, "ada")

    async def come_and_go() -> None:
        waiting = asyncio.ensure_future(room.wait_for_slot("ada", "10.0.0.7", lambda: True))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        room.release_kernel(kernel)
        place = await asyncio.wait_for(waiting, 60)
        with pytest.raises(SlotsFull):
            await room.wait_for_slot("ada", "10.0.0.7", lambda: False)
        room.release_slot(place)

    asyncio.run(come_and_go())
    assert room.slots == []


def test_who_waits_for_very_many_pages_looks_as_often_as_who_waits_for_one() -> None:
    """1,500 pages of one visitor took half of the server's time by waiting."""
    loop = Loop()
    room = KernelSlots(most=1, most_each=6, rest=120, grace=15, clock=loop.time)
    taken, looks = room.take_slot("ada", "10.0.0.7"), Counter[str]()
    look = room.check_capacity

    def counted(visitor: str, address: str) -> None:
        looks[visitor] += 1
        look(visitor, address)

    async def wait() -> None:
        waiting = [
            loop.create_task(room.wait_for_slot("stranger", "10.0.0.8", lambda: True))
            for _ in range(1_500)
        ]
        await asyncio.sleep(1)
        first = looks["stranger"]
        await asyncio.sleep(20)
        assert looks["stranger"] - first == pytest.approx(20 / POLL_INTERVAL, abs=2)
        for one in waiting:
            one.cancel()
        mine = loop.create_task(room.wait_for_slot("bo", "10.0.0.9", lambda: True))
        await asyncio.sleep(1)
        room.release_slot(taken)
        begun = loop.time()
        assert (await mine).visitor == "bo" and loop.time() - begun < 1.1 * POLL_INTERVAL
        assert not room.waiting

    room.expire_unconnected = lambda places: 60.0  # type: ignore[method-assign]  # somebody may leave soon
    room.check_capacity = counted  # type: ignore[method-assign]
    loop.run_until_complete(wait())
    loop.close()


def test_a_reason_to_wait_that_comes_later_has_its_whole_patience(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever has waited for others to come in does not lose the line when all places are taken."""
    now = [0.0]
    room = KernelSlots(most=10, most_each=1, rest=120, grace=15, clock=lambda: now[0])

    def look(visitor: str, address: str) -> None:
        if now[0] < 33:
            raise (
                SlotsFull("many are arriving", 60) if now[0] < 30 else SlotsFull("all are taken", 5)
            )

    async def wait() -> None:
        waiting = asyncio.ensure_future(room.wait_for_slot("bo", "10.0.0.7", lambda: True))
        for later in (0.0, 30.0, 32.0):
            now[0] = later
            await asyncio.sleep(0.15)
            assert not waiting.done(), later
        now[0] = 33.0
        assert (await asyncio.wait_for(waiting, 60)).visitor == "bo"

    monkeypatch.setattr(room, "check_capacity", look)
    asyncio.run(wait())


def test_who_leaves_while_waiting_gets_no_place_that_becomes_free() -> None:
    """Nobody would notice again that they are gone: the kernel would live for nobody."""
    room = KernelSlots(most=10, most_each=1, rest=120, grace=15)
    kernel = seated(room, "ada")
    here = [True]

    async def leave() -> None:
        waiting = asyncio.ensure_future(room.wait_for_slot("ada", "10.0.0.7", lambda: here[0]))
        await asyncio.sleep(0.05)
        here[0] = False
        room.release_kernel(kernel)
        with pytest.raises(SlotsFull):
            await asyncio.wait_for(waiting, 60)

    asyncio.run(leave())
    assert room.slots == []


def test_kernels_that_are_overdue_end_at_once_and_one_that_cannot_holds_up_none() -> None:
    server = Application()
    kernels = TableKernelManager(parent=server)  # type: ignore[no-untyped-call]
    room = places()
    names = [seated(room, visitor) for visitor in "abc"]
    for name in names:
        kernels._kernels[name] = object()
        room.remove_connection(name, for_good=True)
    ticks = [NOW + 16]
    room.clock = lambda: ticks[0]
    met = asyncio.Barrier(3)

    async def shut_down(kernel: str) -> None:
        await asyncio.wait_for(met.wait(), 30)
        if kernel == names[0]:
            raise RuntimeError("it does not end")
        room.release_kernel(kernel)

    kernels.shutdown_kernel = shut_down  # type: ignore[method-assign, assignment]
    server.slots = room  # type: ignore[attr-defined]
    asyncio.run(kernels.end_overdue_kernels())
    assert room.list_overdue_kernels() == names[:1]


def test_kernels_are_overdue_when_their_pages_have_gone() -> None:
    clock = [0.0]
    room = places(clock=clock)
    never = room.take_slot("ada", "10.0.0.7")
    room.set_kernel(never, "never connected")
    room.note_rendered(never)
    closed, lost, twice = (seated(room, name) for name in "bcd")
    room.add_connection(twice)
    room.remove_connection(closed, for_good=True)
    room.remove_connection(lost, for_good=False)
    room.remove_connection(twice, for_good=True)
    left = room.take_slot("e", "10.0.0.7")
    room.note_aborted(left)
    assert room.list_overdue_kernels() == [], "a kernel that has not started cannot be ended yet"
    room.set_kernel(left, "left early")
    assert room.list_overdue_kernels() == ["left early"]
    room.release_kernel("left early")
    clock[0] = 14
    assert room.list_overdue_kernels() == []
    clock[0] = 16
    assert room.list_overdue_kernels() == [closed]
    room.add_connection(lost)
    clock[0] = 1e6
    assert set(room.list_overdue_kernels()) == {closed, "never connected"}


def test_a_page_that_came_to_nothing_keeps_no_place() -> None:
    room = places(most=1)
    place = room.take_slot("ada", "10.0.0.7")
    room.note_rendered(place)
    room.take_slot("bo", "10.0.0.7")


def test_what_a_host_chooses_is_checked(tmp_path: Path) -> None:
    assert (ServerSettings(tmp_path).validate_settings().max_kernels or 0) >= 2
    for words in ({"max_kernels": 0}, {"max_kernels_each": 0}, {"grace": 0}):
        with pytest.raises(ServerSettingsError, match="must be at least 1"):
            ServerSettings(tmp_path, **words).validate_settings()  # type: ignore[arg-type]
    with pytest.raises(ServerSettingsError, match="must be the address of a site"):
        ServerSettings(tmp_path, framed_by=("moodle; script-src *",)).validate_settings()


# ── on a server ───────────────────────────────────────────────


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("dashboards")
    write_page(folder, "page", "import ipywidgets; ipywidgets.Label('hello')")
    (folder / "picture.svg").write_text("<svg/>")
    words = (str(folder), "--max-kernels", "4", "--max-kernels-each", "2", "--rest", "600")
    secret = {"CLASSKIT_TOKEN": "a-token-for-the-tests"}
    with serving(tmp_path_factory.mktemp("data"), *words, **secret) as server:
        yield server


def cookies(server: Server) -> str:
    """What a browser has after the address with the token has been opened."""
    answer, _ = get(server, "/?token=a-token-for-the-tests")
    assert answer.status == 200
    return cookies_of(answer)


def test_pages_of_other_sites_start_no_kernel(server: Server) -> None:
    known = cookies(server)
    foreign = {"Cookie": known, "Sec_Fetch_Site": "cross-site", "Referer": "https://evil.example/"}
    for headers in (
        {"Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"},
        {"Sec_Fetch_Mode": "cors", "Sec_Fetch_Dest": "empty"},
        {"Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "iframe"},
        {"Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document", "Sec_Purpose": "prefetch"},
    ):
        answer, text = get(server, "/voila/render/page.ipynb", **foreign, **headers)
        assert answer.status == 403 and "This table was not opened" in text, headers
    answer, _ = get(server, "/voila/render/page.ipynb", Cookie=known, Origin="https://evil.example")
    assert answer.status == 403
    assert server.kernels() == []


def test_the_token_is_no_way_around_the_checks(server: Server) -> None:
    """Jupyter lets whoever brings it past the checks of Origin and XSRF."""
    token = "token=a-token-for-the-tests"
    nobody = "00000000-0000-0000-0000-000000000000"
    path = f"/api/kernels/{nobody}?{token}"
    assert get(server, path)[0].status == 404, "it opens the door"
    assert get(server, path, "DELETE")[0].status == 403, "no XSRF token"
    assert get(server, f"/voila/api/shutdown/{nobody}?{token}", "POST")[0].status == 403
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec_WebSocket_Version": "13",
    }
    channels = f"/api/kernels/{nobody}/channels?{token}"
    assert get(server, channels, Origin="https://evil.example", **upgrade)[0].status == 403
    assert get(server, channels, **upgrade)[0].status == 404


def test_pictures_are_for_those_who_have_the_token(server: Server) -> None:
    assert get(server, "/voila/files/picture.svg")[0].status in (302, 403)
    assert get(server, "/voila/files/picture.svg", Cookie=cookies(server))[0].status == 200


def test_the_token_can_be_typed(server: Server) -> None:
    answer, _ = get(server, "/login")
    xsrf = (answer.getheader("Set-Cookie") or "").split(";")[0]
    value = xsrf.split("=", 1)[1]
    form = {
        "Cookie": xsrf,
        "X_XSRFToken": value,
        "Content_Type": "application/x-www-form-urlencoded",
    }
    token = "password=a-token-for-the-tests"
    assert get(server, "/login", "POST", "password=wrong", **form)[0].status == 401
    assert get(server, f"/login?{token}", "POST", **form)[0].status == 401, "addresses are logged"
    answer, _ = get(server, "/login", "POST", token, **form)
    assert answer.status == 302 and "username" in (answer.getheader("Set-Cookie") or "")


def test_no_more_kernels_than_there_are_places(server: Server) -> None:
    """Twenty-four at the same moment; and a link from a course page opens."""
    known = cookies(server)
    login = "; ".join(each for each in known.split("; ") if "classkit_visitor" not in each)
    link = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}
    mine = open_page(server, "page.ipynb", Cookie=known, Sec_Fetch_Dest="document", **link)
    page = Line(server, mine, header={"Cookie": known})
    lines = []

    def come() -> tuple[HTTPResponse, str]:
        """Ask for a page; whoever gets one stays."""
        answer, text = visit(server, "/voila/render/page.ipynb", Cookie=login)
        if answer.status == 200:
            lines.append(Line(server, kernel_of(text), header={"Cookie": login}))
        return answer, text

    with ThreadPoolExecutor(24) as many:
        answers = [each.result() for each in [many.submit(come) for _ in range(24)]]
    statuses = sorted(answer.status for answer, _ in answers)
    assert statuses == [200] * 3 + [503] * 21
    assert len(server.kernels()) == 4
    full, text = next(each for each in answers if each[0].status == 503)
    assert "All tables of this server are in use" in text
    assert "No table is free at the moment" in text
    wait = full.getheader("Retry-After")
    assert wait and f'http-equiv="refresh" content="{wait}"' in text
    tree = get(server, "/voila/tree/", Cookie=known)[0]
    assert tree.status == 200, "the index costs no kernel"
    for kernel in server.kernels():
        told = kernel.environ()
        assert "a-token-for-the-tests" not in str(told) + str(kernel.cmdline())
        assert "QUERY_STRING" in told
    xsrf = re.search(r"_xsrf=([^;]+)", known)
    assert xsrf
    for line in (page, *lines):
        line.leave(code=0)
    gone = {"Cookie": known, "X_XSRFToken": xsrf[1]}
    assert get(server, f"/api/kernels/{mine}", "DELETE", **gone)[0].status == 204
    assert open_page(server, "page.ipynb", Cookie=login)


def test_a_class_behind_one_address_takes_all_tables_of_its_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Where the host has named that address; the log tells of it when somebody is refused."""
    serving = ServerSettings(
        tmp_path, max_kernels=80, class_at=("10.0.0.0/24",)
    ).validate_settings()
    room = KernelSlots.from_settings(serving)
    for number in range(80):
        seated(room, f"student {number}")
    assert len(room.slots) == 80 and not caplog.records
    room = KernelSlots.from_settings(ServerSettings(tmp_path, max_kernels=80).validate_settings())
    for number in range(60):
        seated(room, f"student {number}")
    for _ in range(3):
        with pytest.raises(SlotsFull, match="for your network"):
            room.take_slot("student 60", "10.0.0.7")
    (record,) = caplog.records
    assert "60 of 80 tables" in record.getMessage() and "--class-at 10.0.0.7" in record.getMessage()


def test_what_is_no_address_of_a_class_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ServerSettingsError, match="A class must be an address"):
        ServerSettings(tmp_path, class_at=("room 7",)).validate_settings()
    with pytest.raises(ServerSettingsError, match="any visitor could pass for a class"):
        ServerSettings(tmp_path, class_at=("0.0.0.0/0",)).validate_settings()
