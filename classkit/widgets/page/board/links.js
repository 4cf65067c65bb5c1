/** Lines on the board: links between spaces, and the route to a selectable space. */

import { EASE_ROLL, MOVE, move } from '../basics/motion.js';
import { isNew, setProp, setText, svg } from '../basics/dom.js';
import { seatLook } from '../basics/seatlook.js';
import { breadth, round } from '../basics/text.js';
import { pathPoints, wayPoint } from './pieces.js';
import { placeName } from './space.js';

/**
 * @typedef {{from: Point, bend: Point, to: Point, label: Point}} Curve
 * @typedef {{side: number, width: number, height: number, words?: Space[]}} Plan `words` are texts that lines should
 *   not cross
 */

/** Candidate bends of a curve, relative to the length of the straight line; the first of equally good ones wins. */
const BENDS = [0.16, 0.3, 0.5, 0.75, 0];

/** Cost of a straight line, as a bend: it would overlap the line in the other direction. */
const STRAIGHT = 0.25;

/** Cost of a line between two rows, as a bend, because it is long and flat. */
const FACING = 0.3;

/** Candidate positions of a text along its curve. */
const PLACES = [0.5, 0.42, 0.58, 0.34, 0.66];

/** Width reserved for the text of a link, in units of its type: the text changes, but its place does not. */
const TEXT_WIDE = 4.2;

/**
 * Return the point at `share` of a quadratic curve.
 * @param {Point} from
 * @param {Point} bend
 * @param {Point} to
 */
export function pointOn(from, bend, to, share) {
  const rest = 1 - share;
  const mix = (axis) => rest * rest * from[axis] + 2 * rest * share * bend[axis] + share * share * to[axis];
  return { x: mix('x'), y: mix('y') };
}

/**
 * Return the point at which a line towards a space stops, `air` before its edge.
 * @param {Point} from
 */
export function edgeOf(space, from, air) {
  const [dx, dy] = [from.x - space.x, from.y - space.y];
  const length = Math.hypot(dx, dy);
  if (!length) return { x: space.x, y: space.y };
  const [w, h] = [space.w / 2, space.h / 2];
  const out =
    space.shape === 'circle'
      ? 1 / Math.hypot(dx / w, dy / h)
      : Math.min(dx ? w / Math.abs(dx) : Infinity, dy ? h / Math.abs(dy) : Infinity);
  const share = Math.min(1, out + air / length);
  return { x: space.x + dx * share, y: space.y + dy * share };
}

/**
 * Return the curve of a link, bent so that it crosses few spaces and texts and stays on the board. It depends only on
 * positions, never on texts, so that it does not jump.
 * @param {Space} source
 * @param {Space} target
 * @param {Plan} board
 */
export function curveOf(source, target, spaces, board) {
  const length = Math.hypot(target.x - source.x, target.y - source.y) || board.side;
  const across = { x: -(target.y - source.y) / length, y: (target.x - source.x) / length };
  const middle = { x: (source.x + target.x) / 2, y: (source.y + target.y) / 2 };
  // Adjacent spaces have no space between them, so the curve runs around.
  const clear =
    Math.max(
      ...[source, target].map((space) => (space.w / 2) * Math.abs(across.x) + (space.h / 2) * Math.abs(across.y)),
    ) +
    board.side * 0.4;
  const offsets = [...BENDS.map((share) => share * length), clear].flatMap((offset) => [offset, -offset]);
  const bent = offsets.flatMap((offset) => [false, true].map((steep) => {
    const bend = { x: middle.x + across.x * offset * 2, y: middle.y + across.y * offset * 2 };
    const leave = (space, sign) => (steep ? steepFrom(space, across, sign, Math.sign(offset) || 1) : bend);
    const curve = {
      from: edgeOf(source, leave(source, 1), board.side * 0.03),
      bend,
      to: edgeOf(target, leave(target, -1), board.side * 0.1),
      label: middle,
    };
    return { curve, way: (offset ? Math.abs(offset) / (length + board.side) : STRAIGHT) + (steep ? 0.1 : 0) };
  }));
  const between = facing(source, target, board).map((curve) => ({ curve, way: FACING }));
  let best = null;
  for (const { curve, way } of [...bent, ...between]) {
    const found = labelOf(curve, spaces, board);
    const cost = costOf(curve, spaces, board) + found.cost + way;
    if (!best || cost < best.cost - 1e-9) best = { curve: { ...curve, label: found.label }, cost };
  }
  return best.curve;
}

/**
 * Curves between the facing edges of two spaces in different rows. They run between the rows. Each leans towards its
 * target, so that curves that end at one space are next to each other.
 * @param {Space} source
 * @param {Space} target
 * @param {Plan} board
 */
function facing(source, target, board) {
  const sign = Math.sign(target.y - source.y);
  const room = Math.abs(target.y - source.y) - (source.h + target.h) / 2;
  if (room <= board.side * 0.2) return [];
  const lean = (target.x - source.x) / board.width;
  const from = { x: source.x + lean * source.w * 0.5, y: source.y + sign * (source.h / 2 + board.side * 0.03) };
  const to = { x: target.x - lean * target.w * 0.8, y: target.y - sign * (target.h / 2 + board.side * 0.1) };
  return PLACES.map((share) => {
    const bend = { x: from.x + (to.x - from.x) * share, y: (from.y + to.y) / 2 };
    return { from, bend, to, label: bend };
  });
}

/**
 * A point for leaving a space at its side instead of the facing edge.
 * @param {Point} across
 * @param {number} towards 1 from the source, -1 from the target
 * @param {number} sign of the side
 */
function steepFrom(space, across, towards, sign) {
  const far = (space.w + space.h) * 2;
  const ahead = { x: across.y * towards, y: -across.x * towards };
  return {
    x: space.x + (across.x * sign + ahead.x * 0.22) * far,
    y: space.y + (across.y * sign + ahead.y * 0.22) * far,
  };
}

/** @param {Plan} board */
function costOf(curve, spaces, board) {
  let cost = 0;
  for (let n = 1; n < 16; n += 1) {
    const at = pointOn(curve.from, curve.bend, curve.to, n / 16);
    if (at.x < 0 || at.y < 0 || at.x > board.width || at.y > board.height) cost += 6;
    if (spaces.some((space) => within(at, space, 0))) cost += 3;
    if (board.words?.some((word) => within(at, word, 0))) cost += 2;
  }
  return cost;
}

/** @param {Plan} board */
function labelOf(curve, spaces, board) {
  const air = board.side * 0.12;
  let best = { label: pointOn(curve.from, curve.bend, curve.to, 0.5), cost: Infinity };
  PLACES.forEach((share, rank) => {
    const label = pointOn(curve.from, curve.bend, curve.to, share);
    const wide = board.side * 0.2 * TEXT_WIDE * 0.5;
    const out = label.x < wide || label.x > board.width - wide || label.y < air || label.y > board.height - air;
    const covered = [...spaces, ...(board.words ?? [])].filter((space) => within(label, space, air));
    const cost = covered.length * 4 + (out ? 4 : 0) + rank * 0.05;
    if (cost < best.cost) best = { label, cost };
  });
  return best;
}

function within(point, space, air) {
  const [dx, dy] = [Math.abs(point.x - space.x), Math.abs(point.y - space.y)];
  if (space.shape === 'circle') return Math.hypot(dx / (space.w / 2 + air), dy / (space.h / 2 + air)) < 1;
  return dx < space.w / 2 + air && dy < space.h / 2 + air;
}

/**
 * The two layers of links: lines below, their texts above all lines.
 * @param {number} side of a typical space
 * @param {(link: Link) => Curve} curveOfLink
 * @param {() => any} fixed
 * @returns {Array<import('../basics/keyed_list.js').Plan<Link>>}
 */
export function linkLayers(side, curveOfLink, fixed) {
  const line = (name, wide) => svg('path', { class: name, 'stroke-width': side * wide });
  return [
    {
      key: (link) => link.id,
      make: () =>
        svg(
          'g',
          { class: 'ck-link' },
          line('ck-link-case', 0.1),
          line('ck-link-line', 0.06),
          svg('path', {
            class: 'ck-link-twist', 'stroke-width': side * 0.06,
            'stroke-dasharray': `${side * 0.012} ${side * 0.045}`,
          }),
          svg('path', { class: 'ck-link-head', d: 'M-13,-13 L13,0 L-13,13 L-7,0 Z', 'stroke-width': 3.5 }),
        ),
      update: (node, link) =>
        updateLine(node, curveOfLink(link), link, link.seat ? seatLook(fixed(), link.seat).colour : '', side),
    },
    {
      key: (link) => link.id,
      make: () =>
        svg(
          'g',
          { class: 'ck-link' },
          svg('rect', { class: 'ck-link-plate', height: side * 0.27, rx: side * 0.07 }),
          svg('text', { class: 'ck-link-words', 'text-anchor': 'middle', 'dominant-baseline': 'central' }),
        ),
      update: (node, link) => updateWords(node, link.text ?? '', curveOfLink(link).label, side),
    },
  ];
}

/** Slack of a rope before it is pulled taut, relative to its bend. */
const SLACK = 1.9;

/**
 * Animate a rope being pulled taut when its load has changed.
 * @param {Curve} curve
 * @param {any} link whose `pull` is its load
 */
function pull(node, curve, link) {
  const { from, to } = curve;
  const before = node.pull;
  node.pull = link.pull;
  if (before === undefined || before === link.pull) return;
  const turn = round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI);
  const about = (scale) => `translate(${from.x}px, ${from.y}px) rotate(${turn}deg) scale(1, ${scale}) `
    + `rotate(${-turn}deg) translate(${-from.x}px, ${-from.y}px)`;
  move(node, [{ transform: about(SLACK) }, { transform: about(1) }],
    { ms: MOVE, easing: EASE_ROLL });
}

/** @param {string} colour of a seat, or empty */
function updateLine(node, curve, link, colour, side) {
  const { from, bend, to } = curve;
  const [line, shown, twist, head] = node.children;
  pull(node, curve, link);
  const d = `M${round(from.x)},${round(from.y)} Q${round(bend.x)},${round(bend.y)} ${round(to.x)},${round(to.y)}`;
  const angle = (Math.atan2(to.y - bend.y, to.x - bend.x) * 180) / Math.PI;
  setProp(line, 'd', d);
  setProp(shown, 'd', d);
  setProp(twist, 'd', d);
  setProp(
    head,
    'transform',
    `translate(${round(to.x)} ${round(to.y)}) rotate(${round(angle)}) scale(${round(side / 110)})`,
  );
  if (node.colour === colour) return;
  node.colour = colour;
  node.style.setProperty('--ck-link', colour);
}

/** @param {Point} label */
function updateWords(node, text, label, side) {
  const [plate, words] = node.children;
  const type = side * Math.min(0.2, (0.2 * TEXT_WIDE * 1.6) / Math.max(1, breadth(text)));
  const wide = text ? type * (breadth(text) * 1.08 + 0.8) : 0;
  for (const [name, value] of [
    ['x', label.x - wide / 2],
    ['y', label.y - side * 0.135],
    ['width', wide],
  ])
    setProp(plate, name, round(Number(value)));
  for (const [name, value] of [
    ['x', label.x],
    ['y', label.y],
    ['font-size', type],
  ])
    setProp(words, name, round(Number(value)));
  setText(words, text);
}

/**
 * Return the text of a link for screen readers.
 * @param {(id: string) => string} named
 */
export function linkWords(link, named) {
  return `A line leads from ${named(link.source)} to ${named(link.target)}${link.text ? ` (${link.text})` : ''}`;
}

/** Lines that a legend can explain: the last move, and ties between spaces. */
export const LINES = ['path', 'tie'];

/** A sample of a line for the legend. */
export function drawSample(kind) {
  const picture = svg('svg', {
    class: 'ck-legend-line',
    viewBox: '0 0 40 24',
    'aria-hidden': 'true',
    focusable: 'false',
  });
  if (kind === 'path')
    picture.append(
      svg('circle', { cx: 6, cy: 12, r: 4 }),
      svg('path', { d: 'M6,12 H28' }),
      svg('path', { class: 'ck-legend-head', d: 'M26,4 L39,12 L26,20 Z' }),
    );
  else
    picture.append(
      svg('path', { d: 'M2,20 Q10,6 30,8' }),
      svg('path', { class: 'ck-legend-head', d: 'M25,1 L38,8 L26,16 Z' }),
    );
  return picture;
}

// --- Route to a selectable space, drawn and described on hover.

/** @typedef {import('../forms/choices.js').Choice} Choice */

/**
 * Return the spaces of a route from the seat's piece, if the seat has exactly one piece on the board.
 * @returns {string[]} empty if the choice has no route
 */
export function wholeWay(choice, pieces) {
  const way = choice?.way ?? [];
  if (!way.length) return [];
  const own = pieces.filter((piece) => piece.seat && piece.seat === choice?.seat);
  return own.length === 1 && own[0].space !== way[0] ? [own[0].space, ...way] : way;
}

/**
 * @param {Map<string, Space>} spaces
 * @returns {string} "by c2, c3"; empty if the space is the next one, or there is no route
 */
export function wayWords(choice, spaces) {
  const passed = (choice?.way ?? []).slice(0, -1);
  return passed.length ? `by ${passed.map((id) => placeName(spaces.get(id) ?? { id })).join(', ')}` : '';
}

/**
 * Draw a route into its group: a line, a dot on each space passed, a ring around the last.
 * @param {Map<string, Space>} spaces
 * @param {number} side of a typical space
 */
export function drawWay(group, way, spaces, side) {
  if (!isNew(group, way)) return;
  const goal = spaces.get(way[way.length - 1]);
  if (!goal) {
    group.replaceChildren();
    return;
  }
  const points = pathPoints(way, spaces, side * 0.26);
  const d = points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x},${y}`).join(' ');
  const stops = way.slice(0, -1).map((id) => spaces.get(id)).filter((space) => space !== undefined);
  group.replaceChildren(
    ...(d
      ? [
          svg('path', { class: 'ck-way-case', d, 'stroke-width': side * 0.15 }),
          svg('path', { class: 'ck-way-line', d, 'stroke-width': side * 0.08 }),
        ]
      : []),
    ...stops.map((space) =>
      svg('circle', {
        class: 'ck-way-stop',
        cx: wayPoint(space).x,
        cy: wayPoint(space).y,
        r: side * 0.09,
        'stroke-width': side * 0.035,
      }),
    ),
    svg('circle', {
      class: 'ck-way-goal',
      cx: wayPoint(goal).x,
      cy: wayPoint(goal).y,
      r: side * 0.22,
      'stroke-width': side * 0.06,
    }),
  );
}
