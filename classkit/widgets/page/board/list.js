/** A space that is a list: rows of numbers with text, each with an emblem or badge, and a stack next to them. */

import { svg } from '../basics/dom.js';
import { colourOf } from '../basics/seatlook.js';
import { breadth, label, wrapLines } from '../basics/text.js';
import { drawBadge } from './badges.js';
import { drawEmblem } from './emblems.js';

/**
 * @typedef {{row: ListRow, lines: string[], size: number, left: number, top: number, wide: number, high: number}} Line
 * @typedef {{lines: Line[], missing: number, stack: {x: number, wide: number, foot: number, top: number}|null, size:
 *   number}} List
 */

/** Line height in units of the font size. */
const LEAD = 1.2;
/** Relative font size of a strong row. */
const STRONG = 1.16;
/** Space for an emblem or badge before a row, in units of its font size. */
const BEFORE = 1.32;
/** Maximum font size relative to the smallest. */
const MOST = 1.3;
/** Height of the owner's band at the head, in units of the smallest type. */
const HEAD = 1.5;

/** The height of the band at the head of a list that belongs to a seat. */
export function headOf(least) {
  return least * HEAD;
}

/**
 * Lay out a list in the largest font size at which it fits; rows that do not fit are counted.
 * @param {number} least the smallest type
 */
export function layList(space, look, least) {
  const air = least * 0.4;
  const level = typeof look.level === 'number' ? Math.min(1, Math.max(0, look.level)) : null;
  const beside = level === null ? 0 : Math.min(space.w * 0.16, least * 1.5);
  const top = space.y - space.h / 2 + (look.owner ? headOf(least) : 0) + air * 0.6;
  const box = {
    left: space.x - space.w / 2 + air + (beside ? beside + air : 0),
    right: space.x + space.w / 2 - air,
    top,
    bottom: space.y + space.h / 2 - air * 0.5,
  };
  const rows = look.rows ?? [];
  // Prose uses a larger font if it fits. Adjacent lists use the same font size, like a table.
  let laid = layRows(rows, box, least);
  const prose = rows.some((row) => row.meter != null);
  for (let size = prose ? MOST : 1; size > 1; size -= 0.05) {
    const larger = layRows(rows, box, least * size);
    if (larger.bottom > box.bottom) continue;
    laid = larger;
    break;
  }
  const within = laid.lines.filter((line) => line.top + line.high <= box.bottom + least * 0.2);
  const missing = laid.lines.length - within.length;
  const last = within[within.length - 1];
  if (missing && last)
    Object.assign(last, { row: { text: '' }, lines: [`and ${missing + 1} more`], high: last.size * LEAD });
  const foot = space.y + space.h / 2 - air;
  const high = foot - box.top;
  return {
    lines: within,
    missing,
    size: laid.size,
    stack:
      level === null
        ? null
        : { x: space.x - space.w / 2 + air + beside / 2, wide: beside, foot, top: foot - high * level },
  };
}

/** Return the left half's share of the width, by the needs of both halves. */
function shareOf(rows) {
  const [left, right] = [1, 2].map((column) =>
    Math.max(
      1,
      ...rows
        .filter((row) => row.column === column)
        .map(
          (row) =>
            breadth(row.text) * (row.strong ? STRONG : 1) + (row.emblem || row.seat ? BEFORE : 0) + 0.3,
        ),
    ),
  );
  return Math.min(0.7, Math.max(0.3, left / (left + right)));
}

/**
 * @param {{left: number, right: number, top: number, bottom: number}} box
 * @returns {{lines: Line[], bottom: number, size: number}}
 */
function layRows(rows, box, size) {
  const lines = [];
  const all = box.right - box.left;
  const share = shareOf(rows);
  const widths = [all, all * share, all * (1 - share)];
  // The two halves grow side by side until a row of the whole width follows.
  let ends = [box.top, box.top];
  for (const row of rows) {
    const column = row.column ?? 0;
    const type = size * (row.strong ? STRONG : 1);
    const wide = widths[column];
    const before = row.emblem || row.seat ? type * BEFORE : 0;
    const text = wrapLines(
      row.text,
      (wide - before - (row.meter == null ? 0 : type * 0.8)) / type,
    );
    const top = column ? ends[column - 1] : Math.max(...ends);
    const high = text.length * type * LEAD + (row.meter == null ? 0 : type * 0.3);
    lines.push({ row, lines: text, size: type, left: box.left + (column === 2 ? widths[1] : 0), top, wide, high });
    if (column) ends[column - 1] = top + high;
    else ends = [top + high, top + high];
  }
  return { lines, bottom: Math.max(...ends), size };
}

/**
 * Return the rows to show: on a distant board only strong rows, numbers without text, and meters.
 * @param {ListRow[]} rows
 * @returns {ListRow[]}
 */
export function rowsSeen(rows, far) {
  if (!far) return rows;
  return rows.filter((row) => row.strong || row.meter != null).map((row) => {
    const number = row.emblem && /^[\d.,]+/.exec(row.text)?.[0];
    return number ? { ...row, text: number, column: 0 } : row;
  });
}

/**
 * Draw a list into its group, replacing the previous contents.
 * @param {import('./space.js').Around} around
 */
export function drawList(group, space, look, around) {
  const { least, small, far, fixed } = around;
  const laid = layList(space, { ...look, rows: rowsSeen(look.rows ?? [], far) }, far ? Math.max(least, small) : least);
  group.classList.toggle('ck-prose', (look.rows ?? []).some((row) => row.meter != null));
  group.replaceChildren(
    ...(laid.stack ? drawStack(laid.stack, look, least) : []),
    ...laid.lines.flatMap((line) => drawRow(line, fixed)),
  );
  return laid;
}

/** @param {{x: number, wide: number, foot: number, top: number}} stack */
function drawStack(stack, look, least) {
  const { x, wide, foot, top } = stack;
  const body = svg('rect', {
    class: 'ck-stack',
    x: x - wide / 2,
    y: top,
    width: wide,
    height: Math.max(0, foot - top),
    rx: least * 0.1,
  });
  body.style.fill = colourOf(look.colour);
  return [
    body,
    svg('line', {
      class: 'ck-stack-slabs',
      x1: x,
      x2: x,
      y1: foot,
      y2: top,
      'stroke-width': wide - least * 0.1,
      'stroke-dasharray': `${least * 0.07} ${least * 0.4}`,
      'stroke-dashoffset': -least * 0.4,
    }),
  ];
}

function drawRow(line, fixed) {
  const { row, size, left, top, wide, high } = line;
  const meter = row.meter == null ? null : Math.min(1, Math.max(0, row.meter));
  const middle = top + (meter === null ? 0 : size * 0.15) + size * LEAD * 0.5;
  const made = [];
  if (meter !== null) {
    const bar = { x: left, y: top, height: high - size * 0.12, rx: size * 0.2 };
    made.push(
      svg('rect', { class: 'ck-meter', ...bar, width: wide }),
      svg('rect', { class: 'ck-meter-part', ...bar, width: wide * meter }),
    );
  }
  const spot = { x: left + size * 0.56, y: middle, size: size * 1.12 };
  if (row.emblem) made.push(svg('g', { class: 'ck-row-emblem' }, drawEmblem(row.emblem, spot)));
  else if (row.seat) made.push(drawBadge(row.seat, { ...spot, radius: size * 0.58 }, fixed));
  const start = left + (row.emblem || row.seat ? size * BEFORE : meter === null ? 0 : size * 0.4);
  line.lines.forEach((text, index) =>
    made.push(
      label(
        text,
        row.strong ? 'ck-row ck-row-strong' : 'ck-row',
        { x: start, y: middle + size * (LEAD * index + 0.36), size },
        { 'text-anchor': null },
      ),
    ),
  );
  return made.filter(Boolean);
}

/**
 * Return the rows of a list as one line of text.
 * @param {ListRow[]|undefined} rows
 * @param {(seat: string) => string} named
 */
export function listWords(rows, named) {
  return (rows ?? [])
    .filter((row) => !row.strong || row.column)
    .map((row) => (row.seat ? `${row.text} ${named(row.seat)}` : row.text))
    .reduce((told, text) => (told ? `${told}${told.endsWith('.') ? '' : ','} ${text}` : text), '');
}
