"""Name that a room suggests to a student who comes from an LMS. It is only a suggestion.

JupyterHub sets the cookie after a login from the LMS (lms_login.py) if the teacher wants it. A
room's page fills in the name, which the student can change, as anybody can change a cookie.
"""

from __future__ import annotations

from urllib.parse import quote, unquote

NAME_COOKIE = "classkit_name"
MAX_NAME_LENGTH = 40


def build_name_cookie(name: str, path: str, protocol: str) -> str:
    """Return the header Set-Cookie that suggests a name to the rooms below a path.

    >>> build_name_cookie("Ada; Lovelace", "/services/classkit/", "https")
    'classkit_name=Ada%3B%20Lovelace; Path=/services/classkit/; HttpOnly; SameSite=Lax; Secure'
    """
    secure = "; Secure" if protocol == "https" else ""
    value = quote(name[:MAX_NAME_LENGTH], safe="")
    return f"{NAME_COOKIE}={value}; Path={path}; HttpOnly; SameSite=Lax{secure}"


def read_name_cookie(value: str | None) -> str:
    """Return the suggested name, or '' without a cookie.

    >>> read_name_cookie("Ada%3B%20Lovelace"), read_name_cookie(None), read_name_cookie("%ff%0a")
    ('Ada; Lovelace', '', '')
    """
    name = unquote(value or "", errors="ignore")[:MAX_NAME_LENGTH]
    return name if name.isprintable() else ""
