/** What is written and drawn between the spaces: signs with the discs of seats in them, clocks and shares. */

import { isNew, setProp, svg } from '../basics/dom.js';
import { colourOf, inkOn, seatLook } from '../basics/seatlook.js';
import { breadth, round, write } from '../basics/text.js';

/**
 * @typedef {{fixed: any, now: any, stem: string, side: number, least: number, width: number}} Around
 * @typedef {{seat: string, text: string, wide: number}} Run
 */

/** The breadth of a disc with its air, in sizes of the type around it. */
const DISC = 1.28;

/** The size of a sign's type: smaller where it would be wider than its room, but never below the least. */
export function typeOf(sign, around) {
  const fixed = around.fixed?.board?.least;
  const size = (fixed || around.side * 0.3) * (sign.size ?? 1);
  const room = sign.room || around.width * 0.29;
  const wide = runsOf(sign).reduce((sum, run) => sum + run.wide, 0);
  if (fixed && !sign.room) return size;
  return Math.max(fixed || 0, Math.min(size, room / Math.max(1, wide)));
}

/**
 * A sign as texts and discs.
 * @returns {Run[]}
 */
export function runsOf(sign) {
  const swatch = colourOf(sign.colour) ? [{ seat: '', text: '', wide: DISC }] : [];
  const parts = sign.text.split(/(\{[^{}]{1,3}\})/).filter(Boolean);
  return [...swatch, ...parts.map((part) => {
    const seat = /^\{(.+)\}$/.exec(part)?.[1] ?? '';
    return { seat, text: seat ? '' : part, wide: seat ? DISC : breadth(part, true) };
  })];
}

/** Draws a sign into its group, unless it is there already. */
export function drawSign(group, sign, around) {
  if (!isNew(group, sign)) return;
  const size = typeOf(sign, around);
  const runs = runsOf(sign);
  const natural = runs.reduce((sum, run) => sum + run.wide, 0) * size;
  // Only words are squeezed: discs keep their size.
  const words = runs.reduce((sum, run) => sum + (run.text ? run.wide : 0), 0) * size;
  const squeeze = sign.room && natural > sign.room && words ? Math.max(0.5, (sign.room - natural + words) / words) : 1;
  const wide = natural - words + words * squeeze;
  let x = sign.anchor === 'start' ? sign.x : sign.x - wide / 2;
  group.replaceChildren(...runs.map((run) => {
    const long = run.wide * size * (run.text ? squeeze : 1);
    const at = x;
    x += long;
    if (run.text)
      return write(run.text, {
        x: at,
        y: sign.y,
        size,
        room: squeeze < 1 ? long : 0,
        bold: true,
        name: 'ck-sign-words',
        anchor: 'start',
      });
    return run.seat
      ? drawDisc(run.seat, { x: at + long / 2, y: sign.y }, size, around)
      : drawSwatch(sign.colour ?? '', { x: at + long / 2, y: sign.y }, size);
  }));
}

/**
 * @param {{x: number, y: number}} at
 * @param {number} size of the type around it
 */
function drawDisc(seat, at, size, around) {
  const look = seatLook(around.fixed, seat);
  const letter = write(seat, {
    ...at,
    size: Math.max(around.least, size * 0.9),
    room: size * 0.95,
    bold: true,
    name: 'ck-piece-letter',
  });
  letter.style.fill = look.ink;
  return svg(
    'g',
    { class: 'ck-sign-disc' },
    svg('circle', { cx: round(at.x), cy: round(at.y), r: round(size * 0.6), fill: look.colour }),
    letter,
  );
}

/** @param {{x: number, y: number}} at */
function drawSwatch(colour, at, size) {
  const side = size * 0.86;
  const field = svg('rect', {
    class: 'ck-sign-swatch',
    x: round(at.x - side / 2 - size * 0.1),
    y: round(at.y - side / 2),
    width: round(side),
    height: round(side),
  });
  field.style.fill = colourOf(colour);
  return field;
}

/** Draws a clock or a bar of shares into its group, unless it is there already. */
export function drawGauge(group, gauge, around) {
  if (!isNew(group, gauge)) return;
  setProp(group, 'class', `ck-dial ck-dial-${gauge.shape === 'ring' ? 'ring' : 'bar'}`);
  const title = svg('title', {}, gauge.words ?? '');
  group.replaceChildren(title, ...(gauge.shape === 'ring' ? ringParts(gauge) : barParts(gauge, around)));
}

/**
 * The share of each part of the way from 0 to 1: where it begins and ends.
 * @returns {Array<[number, number]>}
 */
export function stops(gauge) {
  const whole = gauge.parts.reduce((sum, part) => sum + part.share, 0) || 1;
  let from = 0;
  return gauge.parts.map((part) => {
    const begin = from;
    from += part.share / whole;
    return [begin, from];
  });
}

function ringParts(gauge) {
  const [outer, inner] = [gauge.w / 2, gauge.w * 0.3];
  const point = (share, radius) => {
    const turn = share * 2 * Math.PI;
    return `${round(gauge.x + radius * Math.sin(turn))},${round(gauge.y - radius * Math.cos(turn))}`;
  };
  return stops(gauge).map(([begin, end], at) => {
    // A whole ring has no two ends.
    const till = Math.min(end, begin + 0.9999);
    const large = till - begin > 0.5 ? 1 : 0;
    const out = `M${point(begin, outer)} A${outer},${outer} 0 ${large} 1 ${point(till, outer)}`;
    const back = `L${point(till, inner)} A${inner},${inner} 0 ${large} 0 ${point(begin, inner)} Z`;
    const d = `${out} ${back}`;
    return svg('path', { d, class: gauge.parts[at].on === false ? 'ck-dial-off' : 'ck-dial-on' });
  });
}

function barParts(gauge, around) {
  const left = gauge.x - gauge.w / 2;
  return stops(gauge).flatMap(([begin, end], at) => {
    const part = gauge.parts[at];
    const look = part.seat ? seatLook(around.fixed, part.seat) : null;
    const [x, wide] = [left + begin * gauge.w, (end - begin) * gauge.w];
    const rect = svg('rect', {
      class: part.on === false ? 'ck-dial-off' : 'ck-dial-on',
      x: round(x),
      y: round(gauge.y - gauge.h / 2),
      width: round(wide),
      height: round(gauge.h),
    });
    if (look) rect.style.fill = look.colour;
    // A part too narrow for its words has its letter alone.
    const text = breadth(part.text ?? '', true) * around.least * 0.75 <= wide ? part.text ?? '' : part.seat ?? '';
    if (!text) return [rect];
    const words = write(text, {
      x: x + wide / 2,
      y: gauge.y,
      size: around.least,
      room: wide - 3,
      bold: true,
      name: 'ck-dial-words',
    });
    words.style.fill = look ? look.ink : inkOn('#ffffff');
    return [rect, words];
  });
}
