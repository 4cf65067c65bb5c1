"""Writing a site: where it may go, which parts it has, and what becomes of an earlier one."""

from __future__ import annotations

from pathlib import Path

import pytest

from classkit.cli import main
from classkit.engine.errors import ClasskitError
from classkit.site import build
from classkit.site.build import INDEX, IndexLink, Site, SitePart, write_site


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that writes one file, whose title would be markup."""
    links = [IndexLink("<script>x</script>", "a.html", "& more")]

    def links_of(part: SitePart, site: Site) -> list[IndexLink]:
        assert site.write_versioned("a.html", b"a") == site.write_versioned("a.html", b"a")
        return links

    monkeypatch.setattr(build, "PARTS", (SitePart("own", "Own <b>", "own"),))
    monkeypatch.setattr(build, "write_part", links_of)


@pytest.mark.usefixtures("hostile")
def test_the_index_links_what_the_parts_have_written(tmp_path: Path) -> None:
    index = write_site(tmp_path / "deep" / "site")
    text = index.read_text(encoding="utf-8")
    assert index == tmp_path / "deep" / "site" / INDEX
    assert "&lt;script&gt;x&lt;/script&gt;" in text and "<script>x" not in text
    assert "Own &lt;b&gt;" in text and "&amp; more" in text
    assert (index.parent / "a.html").read_bytes() == b"a"


@pytest.mark.usefixtures("hostile")
def test_an_earlier_site_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "site"
    (write_site(out).parent / "left.html").touch()
    write_site(out)
    assert not (out / "left.html").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").touch()
    with pytest.raises(ClasskitError, match="contains other files"):
        write_site(other)
    with pytest.raises(ClasskitError, match="is not a folder"):
        write_site(other / "thesis.txt")
    assert (other / "thesis.txt").exists()


@pytest.mark.usefixtures("hostile")
def test_an_earlier_site_stays_where_the_new_one_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    before = write_site(out).read_text(encoding="utf-8")

    def fail(part: SitePart, site: Site) -> list[IndexLink]:
        raise ClasskitError("no network")

    monkeypatch.setattr(build, "write_part", fail)
    with pytest.raises(ClasskitError, match="no network"):
        write_site(out)
    assert (out / INDEX).read_text(encoding="utf-8") == before


@pytest.mark.usefixtures("hostile")
def test_an_unknown_part_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["site", str(tmp_path / "site"), "--only", "onw"]) == 1
    assert "own" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
