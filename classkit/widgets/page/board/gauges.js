/** Gauges between the spaces: a clock as a ring, shares as a bar, a bid on a ruler. */

import { isNew, setProp, svg } from '../basics/dom.js';
import { colourOf, inkOn, seatLook, seatName } from '../basics/seatlook.js';
import { EASE_OUT, move } from '../basics/motion.js';
import { breadth, round, shorten, write } from '../basics/text.js';
import { drawBadge } from './badges.js';
import { drawStrokes } from './property_space.js';

/** @typedef {import('./space.js').Around} Around */

/** Duration of a bid's move to its new place, in milliseconds. */
const SLIDES = 240;

/** Draw a clock, a bar of shares or a ruler into its group, unless it is unchanged. */
export function drawGauge(group, gauge, around) {
  const shape = gauge.shape ?? 'bar';
  const bidder = shape === 'ruler' && gauge.parts.find((part) => part.seat)?.seat;
  if (!isNew(group, [gauge, around.far, around.small, bidder && seatName(around.fixed, around.now, bidder)])) return;
  setProp(group, 'class', `ck-dial ck-dial-${shape}`);
  const parts = { ring: ringParts, ruler: rulerParts, card: cardParts }[shape] ?? barParts;
  group.replaceChildren(svg('title', {}, gauge.words ?? ''), ...parts(gauge, around, group));
}

/**
 * Return the start and end of each part on a scale from 0 to 1.
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
  const [outer, inner] = [gauge.w / 2, gauge.w * 0.36];
  const point = (share, radius) => {
    const turn = share * 2 * Math.PI;
    return `${round(gauge.x + radius * Math.sin(turn))},${round(gauge.y - radius * Math.cos(turn))}`;
  };
  return stops(gauge).map(([begin, end], at) => {
    // An arc cannot be a full circle.
    const till = Math.min(end, begin + 0.9999);
    const large = till - begin > 0.5 ? 1 : 0;
    const out = `M${point(begin, outer)} A${outer},${outer} 0 ${large} 1 ${point(till, outer)}`;
    const back = `L${point(till, inner)} A${inner},${inner} 0 ${large} 0 ${point(begin, inner)} Z`;
    const d = `${out} ${back}`;
    return svg('path', { d, class: gauge.parts[at].on === false ? 'ck-dial-off' : 'ck-dial-on' });
  });
}

/** @param {Around} around */
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
    // A part too narrow for its text shows only its letter.
    const fits = !around.far && breadth(part.text ?? '') * around.least + 3 <= wide;
    const text = fits ? part.text ?? '' : part.seat ?? '';
    if (!text) return [rect];
    const words = write(text, { x: x + wide / 2, y: gauge.y, size: around.least, name: 'ck-dial-words' });
    words.style.fill = look ? look.ink : inkOn('#ffffff');
    return [rect, words];
  });
}

/** Height of the head of a card, in units of the smallest type. */
const HEAD = 1.25;

/**
 * A panel whose head has the colour of a group.
 * @param {Around} around
 */
function cardParts(gauge, around) {
  const { x, y, w, h } = gauge;
  const { least, gap } = around;
  const box = { x: round(x - w / 2), y: round(y - h / 2), width: round(w), height: round(h), rx: least * 0.6 };
  const high = least * HEAD;
  const head = { x, y: y - h / 2 + high / 2 + gap, w: w - gap * 2, h: high };
  const strip = svg('rect', {
    x: round(head.x - head.w / 2), y: round(head.y - high / 2), width: round(head.w), height: high, rx: least * 0.5,
  });
  strip.style.fill = colourOf(gauge.colour);
  const strokes = gauge.pattern ? [drawStrokes(gauge.pattern, head)] : [];
  return [svg('rect', { class: 'ck-lot', ...box }), ...(colourOf(gauge.colour) ? [strip, ...strokes] : [])];
}

/**
 * A line with a mark for each part, and the badge of each seat above its mark; moved badges slide.
 * @param {Around} around
 * @param {any} group
 */
function rulerParts(gauge, around, group) {
  const left = gauge.x - gauge.w / 2;
  const type = around.far ? around.small : around.least;
  const placed = gauge.parts.map((part) => ({ ...part, x: left + Math.min(1, Math.max(0, part.share)) * gauge.w }));
  const marks = placed.filter((part) => !part.seat);
  const bid = placed.find((part) => part.seat);
  const made = [svg('line', { class: 'ck-rule', x1: left, x2: left + gauge.w, y1: gauge.y, y2: gauge.y })];
  for (const [at, part] of marks.entries()) {
    made.push(svg('circle', {
      class: part.on === false ? 'ck-rule-mark' : 'ck-rule-mark ck-rule-end',
        cx: round(part.x), cy: gauge.y, r: type * 0.32,
    }));
    const anchor = at === 0 ? 'start' : at === marks.length - 1 ? 'end' : 'middle';
    if (part.text && !around.far)
      made.push(write(part.text, { x: part.x, y: gauge.y + type * 1.3, size: type, name: 'ck-sign-label', anchor }));
  }
  const before = group.bid;
  group.bid = bid?.x;
  if (!bid?.seat) return made;
  const radius = type * 1.02;
  const size = type * 1.5;
  // Its text is next to it: on the right if it fits, else on the wider side.
  const words = `${bid.text ?? ''} ${seatName(around.fixed, around.now, bid.seat)}`.trim();
  const rooms = [left + gauge.w + type - bid.x - radius * 1.4, bid.x - radius * 1.4 - left];
  const leftwards = breadth(words) * size > rooms[0] && rooms[1] > rooms[0];
  const slider = svg('g', { class: 'ck-rule-bid' },
    svg('circle', { class: 'ck-rule-at', cx: round(bid.x), cy: gauge.y, r: type * 0.4 }),
    drawBadge(bid.seat, { x: bid.x, y: gauge.y - type * 1.45, radius }, around.fixed),
    write(shorten(words, rooms[leftwards ? 1 : 0] / size, breadth), {
      x: bid.x + radius * (leftwards ? -1.4 : 1.4), y: gauge.y - type * 1.45, size, name: 'ck-sign-words',
      anchor: leftwards ? 'end' : 'start',
    }));
  if (before !== undefined && before !== bid.x)
    queueMicrotask(() => move(slider, [{ transform: `translateX(${before - bid.x}px)` }, { transform: 'none' }],
      { ms: SLIDES, easing: EASE_OUT }));
  return [...made, slider];
}
