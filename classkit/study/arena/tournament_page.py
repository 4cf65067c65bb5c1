"""The page of a tournament: self-contained, to be projected or printed.

It loads nothing from elsewhere; names and reasons are shown as text, whatever they contain.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from .limits import NOT_PROTECTED

WIDTH = 240
"""Width of the drawing of a rating, in its own units."""


def name_html(name: str) -> str:
    """Return a name as HTML text, whatever it contains.

    >>> name_html("<b>Ada")
    '<bdi>&lt;b&gt;Ada</bdi>'
    """
    return f"<bdi>{escape(name)}</bdi>"


def percent(value: float | None) -> str:
    """Return a share in percent; empty for None.

    >>> percent(0.256), percent(None)
    ('26', '')
    """
    return "" if value is None else f"{100 * value:.0f}"


def span(low: float | None, high: float | None, digits: int, times: float = 1.0) -> str:
    """Return an interval in words; empty if there is none."""
    if low is None or high is None:
        return ""
    return f"{times * low:.{digits}f} to {times * high:.{digits}f}"


def bar(row: dict[str, Any], least: float, most: float) -> str:
    """Draw a rating and its interval, as a dot for a policy and a square for a bot."""

    def x(value: float) -> float:
        return round(8 + (WIDTH - 16) * (value - least) / (most - least or 1), 1)

    at = x(row["rating"])
    colour = "bot" if row["kind"] == "bot" else "own"
    parts = [f'<line class="base" x1="0" x2="{WIDTH}" y1="12" y2="12"/>']
    if row["rating_low"] is not None:
        parts.append(
            f'<line class="{colour} span" x1="{x(row["rating_low"])}" '
            f'x2="{x(row["rating_high"])}" y1="12" y2="12"/>'
        )
    if colour == "bot":
        parts.append(f'<rect class="bot" x="{at - 5}" y="7" width="10" height="10"/>')
    else:
        parts.append(f'<circle class="own" cx="{at}" cy="12" r="6"/>')
    inside = "".join(parts)
    return f'<svg viewBox="0 0 {WIDTH} 24" aria-hidden="true" focusable="false">{inside}</svg>'


def table_html(rows: Sequence[dict[str, Any]], css: bool = False) -> str:
    """Return the table; ``css`` includes its style sheet."""
    bounds = [
        row[key] for row in rows for key in ("rating", "rating_low", "rating_high")
        if row[key] is not None
    ]  # fmt: skip
    least, most = min(bounds), max(bounds)
    lines = []
    for row in rows:
        kind = ' <span class="kind">bot</span>' if row["kind"] == "bot" else ""
        wins = span(row["win_share_low"], row["win_share_high"], 0, 100)
        place = span(row["place_low"], row["place_high"], 1)
        rating = span(row["rating_low"], row["rating_high"], 1)
        forfeits = f"{row['forfeits']:,}" if row["kind"] != "bot" else ""
        remark = escape(row["remark"])
        lines.append(
            f"<tr><td>{row['rank']}</td>"
            f'<th scope="row">{name_html(row["policy"])}{kind}</th>'
            f'<td class="draw">{bar(row, least, most)}</td>'
            f"<td><b>{row['rating']:.1f}</b> <small>{rating}</small></td>"
            f"<td><b>{percent(row['win_share'])}</b> <small>{wins}</small></td>"
            f"<td><b>{row['place']:.1f}</b> <small>{place}</small></td>"
            f'<td class="{"bad" if row["forfeits"] else ""}">{forfeits}</td>'
            f'<td class="remark" title="{remark}">{remark}</td></tr>'
        )
    style = f"<style>{TABLE_CSS}</style>" if css else ""
    return (
        f'{style}<table class="ck-ranks"><caption>Ratings with 95 % intervals. A dot is a policy, '
        "a square a bot of the game; 25 is where everybody begins.</caption>"
        '<thead><tr><th scope="col">Rank</th><th scope="col">Policy</th>'
        '<th scope="col"><span class="only-heard">Drawing of the rating</span></th>'
        '<th scope="col">Rating</th><th scope="col">Wins %</th><th scope="col">Mean place</th>'
        '<th scope="col">Forfeits</th>'
        f'<th scope="col">What went wrong most</th></tr></thead><tbody>{"".join(lines)}</tbody>'
        "</table>"
    )


def failures_html(rows: Sequence[dict[str, Any]]) -> str:
    """Return the log of forfeits, policy by policy."""
    if not rows:
        return "<p>Nobody forfeited an answer.</p>"
    lines = []
    for row in rows:
        where = f"{escape(row['where'])}: " if row["where"] else ""
        asked = "reading the file" if row["decision"] == "start" else escape(row["decision"])
        lines.append(
            f'<tr><th scope="row">{name_html(row["policy"])}</th><td>{escape(row["kind"])}</td>'
            f'<td class="reason">{where}<bdi>{escape(row["reason"])}</bdi></td>'
            f"<td>{row['times']:,}</td>"
            f"<td>{asked}</td><td>{row['match']}</td><td>{row['turn']}</td>"
            f"<td>{escape(row['seat'])}</td></tr>"
        )
    return (
        '<div class="wide"><table class="log"><thead><tr><th scope="col">Policy</th>'
        '<th scope="col">Kind</th><th scope="col">Reason</th><th scope="col">Times</th>'
        '<th scope="col">Decision</th><th scope="col">First in match</th>'
        '<th scope="col">Turn</th><th scope="col">Seat</th></tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def page(
    title: str,
    rows: Sequence[dict[str, Any]],
    forfeits: Sequence[dict[str, Any]],
    about: Sequence[str],
) -> str:
    """Return the whole page: the table, the forfeits, and notes on how it was played."""
    title = escape(title)
    told = "".join(f"<li>{escape(line)}</li>" for line in about)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>:root {{ --rows: {len(rows)} }}{PAGE_CSS}{TABLE_CSS}</style></head>
<body><main><h1>{title}</h1>
<section class="first">{table_html(rows)}</section>
<section><h2>Forfeits</h2>{failures_html(forfeits)}</section>
<section><h2>How it was played</h2><ul>{told}</ul></section>
</main><footer><p>{escape(" ".join(NOT_PROTECTED.split()))}</p></footer></body></html>
"""


PAGE_CSS = """
* { box-sizing: border-box }
body { margin: 0; padding: 1rem 2vw; background: #fff; color: #111; line-height: 1.4;
  font: 1rem/1.4 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif }
h1 { margin: 0 0 .3rem; font-size: clamp(1.3rem, 3.2vh, 2.2rem) }
h2 { font-size: 1.3rem; margin: 2rem 0 .5rem }
.first { min-height: calc(100vh - 5rem) }
.first .ck-ranks { font-size: clamp(12px,
  min(1.45vw, calc((100vh - 7.5rem) / (var(--rows) + 1) * .62)), 28px) }
.wide { overflow-x: auto }
.log { border-collapse: collapse; font-size: .95rem }
.log th, .log td { text-align: left; padding: .25rem .7rem .25rem 0; vertical-align: top;
  border-bottom: 1px solid #ccc }
.log .reason { max-width: 60ch; overflow-wrap: anywhere }
footer { margin-top: 2rem; max-width: 100ch; color: #444; font-size: .9rem }
@media print {
  body { padding: 0 }
  .first { min-height: 0 }
  .first .ck-ranks { font-size: 9pt }
  .ck-ranks td.remark { white-space: normal }
  tr { break-inside: avoid }
}
"""

TABLE_CSS = """
.ck-ranks { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
.ck-ranks caption { text-align: left; font-size: .85em; color: #444; padding-bottom: .2em }
.ck-ranks th, .ck-ranks td { text-align: left; padding: .12em .5em .12em 0; line-height: 1.3;
  border-bottom: 1px solid #ddd; white-space: nowrap }
.ck-ranks thead th { border-bottom: 2px solid #111; font-size: .85em }
.ck-ranks tbody th { max-width: 16em; overflow: hidden; text-overflow: ellipsis; font-weight: 600 }
.ck-ranks small { color: #444; font-size: .85em }
.ck-ranks .kind { font-size: .7em; font-weight: 400; border: 1px solid #666; border-radius: .3em;
  padding: 0 .3em }
.ck-ranks .draw { width: 22%; min-width: 8em }
.ck-ranks svg { display: block; width: 100%; height: 1.25em }
.ck-ranks .base { stroke: #ddd }
.ck-ranks .span { stroke-width: 4 }
.ck-ranks .own { stroke: #0072b2; fill: #0072b2 }
.ck-ranks .bot { stroke: #8a5a00; fill: #fff; stroke-width: 3 }
.ck-ranks .bad { color: #a3320b; font-weight: 700 }
.ck-ranks .remark { max-width: 16em; overflow: hidden; text-overflow: ellipsis; font-size: .8em }
.only-heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
"""
