"""Known visitors: a cookie counts if nobody else can have it."""

from __future__ import annotations

from tornado.web import create_signed_value

from classkit.hosting.allowance import MOST_ADDRESSES
from classkit.hosting.known import MAX_TRIED, KnownVisitors, person_of
from classkit.hosting.visitors import COOKIE, SIGNED

SECRET = "a secret"
PHONE = "classkit_room_ABC2345=" + "a" * 32


def signed(name: str, value: str, secret: str = SECRET) -> str:
    return f"{name}={create_signed_value(secret, name, value, version=SIGNED).decode()}"


def test_a_phone_is_known_in_the_room_that_it_joined() -> None:
    known = KnownVisitors(SECRET)
    assert not known.name_in(PHONE), "anybody can make up such a cookie"
    known.remember("ABC2345", person_of("a" * 32))
    assert known.name_in(PHONE) and known.name_in(f"other=1; {PHONE.replace('=', '_2=')}; b=c")
    assert not known.name_in(PHONE.replace("ABC2345", "ABC2346"))
    assert not known.name_in(PHONE + "a")
    others = "; ".join(PHONE.replace("ABC", f"AB{n}") for n in range(MAX_TRIED))
    assert not known.name_in(f"{others}; {PHONE}"), "a request costs little, whatever it says"


def test_a_visitor_is_known_whose_page_has_connected() -> None:
    known = KnownVisitors(SECRET, {"ada"})
    assert known.name_in(signed(COOKIE, "ada"))
    assert not known.name_in(signed(COOKIE, "bo"))
    assert not known.name_in(signed(COOKIE, "ada", "another secret"))


def test_a_login_counts_where_there_is_a_token() -> None:
    cookie = signed("username-localhost-8866", '{"username": "ada"}')
    assert KnownVisitors(SECRET, has_token=True).name_in(cookie)
    assert not KnownVisitors(SECRET).name_in(cookie), "everybody has one"
    forged = signed("username-localhost-8866", '{"username": "ada"}', "another secret")
    assert not KnownVisitors(SECRET, has_token=True).name_in(forged)


def test_only_so_many_phones_are_remembered() -> None:
    known = KnownVisitors(SECRET)
    for number in range(MOST_ADDRESSES + 10):
        known.remember("ABC2345", f"person {number}")
    assert len(known.phones) == MOST_ADDRESSES
