"""Known visitors: a cookie counts if nobody else can have it."""

from __future__ import annotations

from tornado.web import create_signed_value

from classkit.hosting.known_visitors import MAX_COOKIES, KnownVisitors, get_person_id
from classkit.hosting.session_cookie import COOKIE_NAME, SIGNATURE_VERSION
from classkit.hosting.token_bucket import MAX_ADDRESSES

SECRET = "a secret"
PHONE = "classkit_room_ABC2345=" + "a" * 32


def signed(name: str, value: str, secret: str = SECRET) -> str:
    return f"{name}={create_signed_value(secret, name, value, version=SIGNATURE_VERSION).decode()}"


def test_a_phone_is_known_in_the_room_that_it_joined() -> None:
    known = KnownVisitors(SECRET)
    assert not known.identify_visitor(PHONE), "anybody can make up such a cookie"
    known.remember_phone("ABC2345", get_person_id("a" * 32))
    assert known.identify_visitor(PHONE) and known.identify_visitor(
        f"other=1; {PHONE.replace('=', '_2=')}; b=c"
    )
    assert not known.identify_visitor(PHONE.replace("ABC2345", "ABC2346"))
    assert not known.identify_visitor(PHONE + "a")
    others = "; ".join(PHONE.replace("ABC", f"AB{n}") for n in range(MAX_COOKIES))
    assert not known.identify_visitor(f"{others}; {PHONE}"), (
        "a request costs little, whatever it says"
    )


def test_a_visitor_is_known_whose_page_has_connected() -> None:
    known = KnownVisitors(SECRET, {"ada"})
    assert known.identify_visitor(signed(COOKIE_NAME, "ada"))
    assert not known.identify_visitor(signed(COOKIE_NAME, "bo"))
    assert not known.identify_visitor(signed(COOKIE_NAME, "ada", "another secret"))


def test_a_login_counts_where_there_is_a_token() -> None:
    cookie = signed("username-localhost-8866", '{"username": "ada"}')
    assert KnownVisitors(SECRET, has_token=True).identify_visitor(cookie)
    assert not KnownVisitors(SECRET).identify_visitor(cookie), "everybody has one"
    forged = signed("username-localhost-8866", '{"username": "ada"}', "another secret")
    assert not KnownVisitors(SECRET, has_token=True).identify_visitor(forged)


def test_only_so_many_phones_are_remembered() -> None:
    known = KnownVisitors(SECRET)
    for number in range(MAX_ADDRESSES + 10):
        known.remember_phone("ABC2345", f"person {number}")
    assert len(known.phones) == MAX_ADDRESSES
