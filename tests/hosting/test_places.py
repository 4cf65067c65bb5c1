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

from classkit.hosting.addresses import Networks
from classkit.hosting.config import Serving, ServingError
from classkit.hosting.kernels import TableKernels
from classkit.hosting.places import (
    A_LOOK,
    ARRIVING,
    ARRIVING_EACH,
    LONGEST_WAY,
    MOST_KNOWN,
    Full,
    Places,
)

from .dashboards import write_page
from .serving import Server, serving
from .timeless import Loop
from .visitor import Line, cookies_of, get, kernel_of, open_page, visit

NOW = 0.0


def places(most: int = 100, most_each: int = 6, clock: list[float] | None = None) -> Places:
    ticks = clock or [NOW]
    return Places(most, most_each, rest=120, grace=15, clock=lambda: ticks[0])


def seated(room: Places, visitor: str, address: str = "10.0.0.7") -> str:
    """A visitor whose page has connected; gives the kernel."""
    place = room.take(visitor, address)
    room.started(place, f"kernel {id(place)}")
    room.shown(place)
    room.connected(place.kernel)
    return place.kernel


def test_places_are_counted_before_a_kernel_has_started() -> None:
    room = places(most=3)
    for visitor in "abc":
        room.take(visitor, "10.0.0.7" + visitor)
    with pytest.raises(Full, match="All tables of this server are taken") as full:
        room.take("d", "10.0.0.8")
    assert full.value.patience == 0


def test_a_visitor_has_few_and_those_beside_them_as_many() -> None:
    room = places()
    mine = [seated(room, "ada") for _ in range(6)]
    with pytest.raises(Full, match="You have 6 tables open"):
        room.take("ada", "10.0.0.7")
    room.take("bo", "10.0.0.7")
    room.ended(mine[0])
    room.take("ada", "10.0.0.7")


def test_a_class_behind_one_address_gets_in_a_few_at_a_time() -> None:
    room = places()
    arriving = [room.take(f"student {n}", "10.0.0.7") for n in range(ARRIVING)]
    with pytest.raises(Full, match="It is your turn soon") as full:
        room.take("one more", "10.0.0.7")
    assert full.value.patience > 0
    room.take("elsewhere", "10.0.0.8")
    room.started(arriving[0], "k")
    room.shown(arriving[0])
    with pytest.raises(Full):
        room.take("one more", "10.0.0.7")
    room.connected("k")
    room.take("one more", "10.0.0.7")


def test_pages_that_never_connect_keep_nobody_out_for_long() -> None:
    """A program takes a new cookie for each page, and never connects; others are after it."""
    clock = [0.0]
    room = places(most=16, clock=clock)

    def program() -> int:
        """Ask for as many pages as there are; how many came."""
        for came in range(100):
            try:
                page = room.take(f"{clock[0]} {came}", "10.0.0.7")
            except Full:
                return came
            room.started(page, f"kernel of {page.visitor}")
            room.shown(page)
        return 100

    assert program() == 8, "half of the places"
    seated(room, "elsewhere", "10.0.0.8")
    clock[0] = LONGEST_WAY
    assert program() == 4, "three quarters in all, for this address"
    for n in range(3):
        seated(room, f"elsewhere {n}", "10.0.0.8")
    with pytest.raises(Full, match="All tables of this server") as full:
        room.take("late", "10.0.0.9")
    assert 0 < full.value.patience <= 2 * LONGEST_WAY
    assert len(room.overdue()) == 8, "all that could have connected"


def test_who_plays_can_reload_while_strangers_arrive_from_the_same_address() -> None:
    room = places()
    mine = seated(room, "ada")
    for n in range(ARRIVING):
        room.take(f"stranger {n}", "10.0.0.7")
    with pytest.raises(Full):
        room.take("another stranger", "10.0.0.7")
    room.disconnected(mine, for_good=True)
    for _ in range(ARRIVING_EACH):
        room.take("ada", "10.0.0.7")
    with pytest.raises(Full, match="It is your turn soon"):
        room.take("ada", "10.0.0.7")


def test_of_all_visitors_the_latest_are_remembered() -> None:
    room = places()
    for n in range(MOST_KNOWN + 5):
        room.remember(str(n))
    assert len(room.known) == MOST_KNOWN and "4" not in room.known and "5" in room.known


def test_one_visitor_does_not_keep_a_class_behind_the_same_address_out() -> None:
    """Pages asked for again and again, whose visitor a proxy does not tell has gone."""
    room = places()
    for n in range(ARRIVING_EACH):
        page = room.take("careless", "10.0.0.7")
        room.started(page, f"kernel {n}")
    with pytest.raises(Full, match="It is your turn soon"):
        room.take("careless", "10.0.0.7")
    for n in range(ARRIVING - ARRIVING_EACH):
        room.take(f"student {n}", "10.0.0.7")
    room = places()
    for n in range(ARRIVING):  # those that tell of no visitor are visitors all
        seated(room, f"nobody {n}")
    for n in range(ARRIVING):
        room.take(f"student {n}", "10.0.0.7")


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
        page = room.take("ada", "10.0.0.7" if most > 3 else f"10.0.1.{n}")
        room.started(page, f"never connected {n}")
        room.shown(page)
    clock[0] = LONGEST_WAY + 1
    assert room.overdue() == [], "nobody waits"
    with pytest.raises(Full):
        room.take(visitor, address)
    assert room.overdue() == ["never connected 0", "never connected 1"]
    for kernel in room.overdue():
        room.ended(kernel)
    room.take(visitor, address)


def test_a_page_on_its_way_is_not_ended_for_others() -> None:
    clock = [0.0]
    room = places(most=1, clock=clock)
    page = room.take("ada", "10.0.0.7")
    room.started(page, "on its way")
    room.shown(page)
    clock[0] = LONGEST_WAY - 1
    with pytest.raises(Full):
        room.take("bo", "10.0.0.8")
    assert room.overdue() == []
    room.connected("on its way")
    with pytest.raises(Full):
        room.take("bo", "10.0.0.8")
    clock[0] = 1e6
    assert room.overdue() == []


def test_an_address_may_not_have_all_places_unless_it_is_a_proxy() -> None:
    room = places(most=40)
    for n in range(30):
        seated(room, f"student {n}")
    with pytest.raises(Full, match="for your network"):
        room.take("one more", "10.0.0.7")
    for proxy in ("127.0.0.1", "::1", "10.8.0.3"):
        room = places(most=40)
        room.shared = Networks(["10.8.0.0/16"])
        for n in range(40):
            seated(room, f"student {n}", proxy)


def test_waiting_in_line_ends_when_a_place_is_free_or_the_visitor_has_gone() -> None:
    room = Places(most=10, most_each=1, rest=120, grace=15)
    kernel = seated(room, "ada")

    async def come_and_go() -> None:
        waiting = asyncio.ensure_future(room.take_in_line("ada", "10.0.0.7", lambda: True))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        room.ended(kernel)
        place = await asyncio.wait_for(waiting, 60)
        with pytest.raises(Full):
            await room.take_in_line("ada", "10.0.0.7", lambda: False)
        room.give_up(place)

    asyncio.run(come_and_go())
    assert room.taken == []


def test_who_waits_for_very_many_pages_looks_as_often_as_who_waits_for_one() -> None:
    """1,500 pages of one visitor took half of the server's time by waiting."""
    loop = Loop()
    room = Places(most=1, most_each=6, rest=120, grace=15, clock=loop.time)
    taken, looks = room.take("ada", "10.0.0.7"), Counter[str]()
    look = room.look

    def counted(visitor: str, address: str) -> None:
        looks[visitor] += 1
        look(visitor, address)

    async def wait() -> None:
        waiting = [
            loop.create_task(room.take_in_line("stranger", "10.0.0.8", lambda: True))
            for _ in range(1_500)
        ]
        await asyncio.sleep(1)
        first = looks["stranger"]
        await asyncio.sleep(20)
        assert looks["stranger"] - first == pytest.approx(20 / A_LOOK, abs=2)
        for one in waiting:
            one.cancel()
        mine = loop.create_task(room.take_in_line("bo", "10.0.0.9", lambda: True))
        await asyncio.sleep(1)
        room.give_up(taken)
        begun = loop.time()
        assert (await mine).visitor == "bo" and loop.time() - begun < 1.1 * A_LOOK
        assert not room.waiting

    room.hurry = lambda places: 60.0  # type: ignore[method-assign]  # somebody may leave soon
    room.look = counted  # type: ignore[method-assign]
    loop.run_until_complete(wait())
    loop.close()


def test_a_reason_to_wait_that_comes_later_has_its_whole_patience(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever has waited for others to come in does not lose the line when all places are taken."""
    now = [0.0]
    room = Places(most=10, most_each=1, rest=120, grace=15, clock=lambda: now[0])

    def look(visitor: str, address: str) -> None:
        if now[0] < 33:
            raise Full("many are arriving", 60) if now[0] < 30 else Full("all are taken", 5)

    async def wait() -> None:
        waiting = asyncio.ensure_future(room.take_in_line("bo", "10.0.0.7", lambda: True))
        for later in (0.0, 30.0, 32.0):
            now[0] = later
            await asyncio.sleep(0.15)
            assert not waiting.done(), later
        now[0] = 33.0
        assert (await asyncio.wait_for(waiting, 60)).visitor == "bo"

    monkeypatch.setattr(room, "look", look)
    asyncio.run(wait())


def test_who_leaves_while_waiting_gets_no_place_that_becomes_free() -> None:
    """Nobody would notice again that they are gone: the kernel would live for nobody."""
    room = Places(most=10, most_each=1, rest=120, grace=15)
    kernel = seated(room, "ada")
    here = [True]

    async def leave() -> None:
        waiting = asyncio.ensure_future(room.take_in_line("ada", "10.0.0.7", lambda: here[0]))
        await asyncio.sleep(0.05)
        here[0] = False
        room.ended(kernel)
        with pytest.raises(Full):
            await asyncio.wait_for(waiting, 60)

    asyncio.run(leave())
    assert room.taken == []


def test_kernels_that_are_overdue_end_at_once_and_one_that_cannot_holds_up_none() -> None:
    server = Application()
    kernels = TableKernels(parent=server)  # type: ignore[no-untyped-call]
    room = places()
    names = [seated(room, visitor) for visitor in "abc"]
    for name in names:
        kernels._kernels[name] = object()
        room.disconnected(name, for_good=True)
    ticks = [NOW + 16]
    room.clock = lambda: ticks[0]
    met = asyncio.Barrier(3)

    async def shut_down(kernel: str) -> None:
        await asyncio.wait_for(met.wait(), 30)
        if kernel == names[0]:
            raise RuntimeError("it does not end")
        room.ended(kernel)

    kernels.shutdown_kernel = shut_down  # type: ignore[method-assign, assignment]
    server.places = room  # type: ignore[attr-defined]
    asyncio.run(kernels.end_overdue())
    assert room.overdue() == names[:1]


def test_kernels_are_overdue_when_their_pages_have_gone() -> None:
    clock = [0.0]
    room = places(clock=clock)
    never = room.take("ada", "10.0.0.7")
    room.started(never, "never connected")
    room.shown(never)
    closed, lost, twice = (seated(room, name) for name in "bcd")
    room.connected(twice)
    room.disconnected(closed, for_good=True)
    room.disconnected(lost, for_good=False)
    room.disconnected(twice, for_good=True)
    left = room.take("e", "10.0.0.7")
    room.abandoned(left)
    assert room.overdue() == [], "a kernel that has not started cannot be ended yet"
    room.started(left, "left early")
    assert room.overdue() == ["left early"]
    room.ended("left early")
    clock[0] = 14
    assert room.overdue() == []
    clock[0] = 16
    assert room.overdue() == [closed]
    room.connected(lost)
    clock[0] = 1e6
    assert set(room.overdue()) == {closed, "never connected"}


def test_a_page_that_came_to_nothing_keeps_no_place() -> None:
    room = places(most=1)
    place = room.take("ada", "10.0.0.7")
    room.shown(place)
    room.take("bo", "10.0.0.7")


def test_what_a_host_chooses_is_checked(tmp_path: Path) -> None:
    assert (Serving(tmp_path).checked().max_kernels or 0) >= 2
    for words in ({"max_kernels": 0}, {"max_kernels_each": 0}, {"grace": 0}):
        with pytest.raises(ServingError, match="1 or more"):
            Serving(tmp_path, **words).checked()  # type: ignore[arg-type]
    with pytest.raises(ServingError, match="must be an address such as"):
        Serving(tmp_path, framed_by=("moodle; script-src *",)).checked()


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
    assert "All tables of this server are taken" in text
    assert "No table is free at this moment" in text
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
    serving = Serving(tmp_path, max_kernels=80, class_at=("10.0.0.0/24",)).checked()
    room = Places.of(serving)
    for number in range(80):
        seated(room, f"student {number}")
    assert len(room.taken) == 80 and not caplog.records
    room = Places.of(Serving(tmp_path, max_kernels=80).checked())
    for number in range(60):
        seated(room, f"student {number}")
    for _ in range(3):
        with pytest.raises(Full, match="for your network"):
            room.take("student 60", "10.0.0.7")
    (record,) = caplog.records
    assert "60 of 80 tables" in record.getMessage() and "--class-at 10.0.0.7" in record.getMessage()


def test_what_is_no_address_of_a_class_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ServingError, match="A class must be an address"):
        Serving(tmp_path, class_at=("room 7",)).checked()
    with pytest.raises(ServingError, match="any visitor could then pass for a class"):
        Serving(tmp_path, class_at=("0.0.0.0/0",)).checked()
