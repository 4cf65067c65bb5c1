/**
 * The pieces on the board: where they stand, how they look, and the way on which the last move led them. `spaces` are
 * Spaces by their ids.
 */

import { seatLetter, seatLook, seatName } from '../basics/seatlook.js';
import { isNew, setText, svg } from '../basics/dom.js';
import { move } from '../basics/animation.js';
import { CENTRAL, label, round } from '../basics/text.js';

const STAR =
  'M0,-1.15 L0.32,-0.42 L1.1,-0.36 L0.52,0.17 L0.68,0.93 L0,0.54 L-0.68,0.93 L-0.52,0.17 L-1.1,-0.36 L-0.32,-0.42 Z';

/**
 * How large a piece is: on a board that states its least type, its letter has that size, and more where all stands have
 * room.
 * @param {number} side of a typical space
 */
export function radiusOf(piece, fixed, side) {
  const least = fixed?.board?.least;
  const rooms = (fixed?.board?.spaces ?? [])
    .filter((space) => space.stand)
    .map(({ stand }) => Math.min(stand[2], stand[3]));
  return least ? Math.max(least * 0.62, rooms.length ? Math.min(...rooms) / 2 : 0) : side * (piece.seat ? 0.21 : 0.2);
}

/** @param {number} side of a typical space */
export function drawPiece(piece, fixed, side) {
  const radius = radiusOf(piece, fixed, side);
  const look = piece.seat ? seatLook(fixed, piece.seat) : null;
  const fill = look?.colour ?? 'var(--ck-marker)';
  // A marker's label is its name, told in the title; only a short one is written on it.
  const words = piece.seat
    ? piece.label || seatLetter(piece.seat)
    : (piece.label ?? '').length > 2
      ? ''
      : (piece.label ?? '');
  const body = shapeOf(piece.shape, radius, fill);
  const group = svg(
    'g',
    { class: `ck-piece${piece.seat ? '' : ' ck-neutral'}` },
    svg('title'),
    body,
    label(
      words.slice(0, 3),
      'ck-piece-letter',
      {
        x: 0,
        y: 0,
        size: Math.max(fixed?.board?.least ?? 0, radius * (words.length > 2 ? 0.7 : words.length > 1 ? 0.95 : 1.3)),
      },
      { ...CENTRAL, style: `fill:${look?.ink ?? 'var(--ck-marker-ink)'}` },
    ),
  );
  body.setAttribute('stroke-width', String(radius * 0.16));
  return group;
}

function shapeOf(shape, radius, fill) {
  if (shape === 'square')
    return svg('rect', {
      x: -radius * 0.9,
      y: -radius * 0.9,
      width: radius * 1.8,
      height: radius * 1.8,
      rx: radius * 0.25,
      fill,
    });
  // Its numbers are scaled and not the path: a piece whose stroke would have to stay as thin is not moved by the
  // compositor.
  if (shape === 'star')
    return svg('path', { d: STAR.replace(/-?\d+(\.\d+)?/g, (number) => String(Number(number) * radius * 1.15)), fill });
  return svg('circle', { r: radius, fill });
}

/**
 * Moves a piece to its place. It walks along the way of the move, if that led here, else straight. Nothing waits for
 * it.
 * @param {Point|undefined} place
 * @param {Point[]} [way] the points from where it stood to here
 */
export function placePiece(node, place, piece, fixed, now, way = []) {
  if (!place) return;
  const at = `translate(${place.x}px, ${place.y}px)`;
  if (node.at !== at) { // the style itself is rounded by the browser
    const from = node.at;
    node.style.transform = node.at = at;
    const stops = [from, ...way.slice(1, -1).map(({ x, y }) => `translate(${x}px, ${y}px)`), at];
    if (from) move(node, stops.map((transform) => ({ transform })), stops.length > 2 ? 'linear' : 'ease-out');
  }
  setText(node.firstChild, piece.seat ? seatName(fixed, now, piece.seat) : piece.label || piece.id);
}

// --- Where pieces stand, and where a way passes. Pure.

/**
 * Where several pieces on one space stand: beside each other about its middle.
 * @param {number} radius of a piece
 * @returns {Map<string, Point>} piece id -> place; pieces on unknown spaces are left out
 */
export function spread(pieces, spaces, radius) {
  /** @type {Map<string, Piece[]>} */
  const groups = new Map();
  for (const piece of pieces) groups.set(piece.space, [...(groups.get(piece.space) ?? []), piece]);
  /** @type {Map<string, Point>} */
  const places = new Map();
  for (const [id, group] of groups) {
    const space = spaces.get(id);
    if (!space) continue;
    if (space.stand) {
      standing(group.length, space, radius).forEach((place, index) => places.set(group[index].id, place));
      continue;
    }
    if (group.every((piece) => !piece.seat)) {
      // A marker stands at the edge, so that what it marks can be read.
      group.forEach((piece, index) =>
        places.set(piece.id, { x: space.x + space.w * 0.38 - index * radius * 2, y: space.y - space.h * 0.38 }),
      );
      continue;
    }
    const columns = group.length === 1 ? 1 : group.length <= 4 ? 2 : 3;
    const rows = Math.ceil(group.length / columns);
    group.forEach((piece, index) => {
      const row = Math.floor(index / columns);
      const inRow = Math.min(columns, group.length - row * columns);
      places.set(piece.id, {
        x: space.x + ((index % columns) - (inRow - 1) / 2) * radius * 1.75,
        y: space.y + (row - (rows - 1) / 2) * radius * 1.75,
      });
    });
  }
  return places;
}

/**
 * The places of so many pieces in the box where they stand on a space: in a row along its longer
 * side, nearer together where they are many, and in further rows on the side away from the name.
 * @param {number} radius of a piece
 * @returns {Point[]}
 */
export function standing(count, space, radius) {
  const [x, y, w, h] = /** @type {[number, number, number, number]} */ (space.stand);
  const upright = h > w;
  const [long, deep] = upright ? [h, w] : [w, h];
  const size = radius * 2;
  // Letters are seen as long as discs cover less than a third of each other.
  const inRow = Math.max(1, Math.floor((long - size) / (size * 0.7) + 1 + 1e-9));
  const rows = Math.ceil(count / inRow);
  const across = Math.ceil(count / rows);
  const [away, aside] = upright ? [Math.sign(x - space.x) || 1, 0] : [0, Math.sign(y - space.y) || 1];
  const beyond = rows * size > deep + radius;
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / across);
    const here = Math.min(across, count - row * across);
    const apart = here > 1 ? Math.min(size * 1.04, (long - size) / (here - 1)) : 0;
    const along = (index % across - (here - 1) / 2) * apart;
    const step = beyond ? row * size : (row - (rows - 1) / 2) * Math.min(size, deep / rows);
    if (upright) return { x: x + step * (beyond ? away : 1), y: y + along };
    return { x: x + along, y: y + step * (beyond ? aside || 1 : 1) };
  });
}

/** The point through which a way passes a space: beside its name, if the space says so. */
export function wayPoint(space) {
  return space.way ? { x: space.way[0], y: space.way[1] } : { x: space.x, y: space.y };
}

/**
 * The line of the last move through the middles of its spaces.
 * @param {string[]} path space ids
 * @param {number} stop how far before the last middle the line ends; where it lands after a jump, closer
 * @param {number} far from here on it is a jump
 * @returns {Point[]} empty when there is nothing to draw
 */
export function pathPoints(path, spaces, stop, far = Infinity) {
  const points = [];
  for (const id of path) {
    const space = spaces.get(id);
    const last = points[points.length - 1];
    const here = space ? wayPoint(space) : null;
    if (here && !(last && last.x === here.x && last.y === here.y)) points.push(here);
  }
  if (points.length < 2) return [];
  const end = points[points.length - 1];
  const before = points[points.length - 2];
  const length = Math.hypot(end.x - before.x, end.y - before.y);
  const share = Math.max(0.2, (length - (length > far ? stop * LANDS : stop)) / length);
  points[points.length - 1] = { x: before.x + (end.x - before.x) * share, y: before.y + (end.y - before.y) * share };
  return points;
}

/** So much of the usual distance is left where a jump lands: its head lies beside the names of other squares. */
const LANDS = 0.3;

/** So much of the distance from which on a move is a jump is drawn where it leaves, and where it lands. */
const LEAP = 0.16;

/**
 * A path as drawing commands: the squares walked along, and the jumps between far apart ones. Of a
 * jump only its beginning and its end are drawn: a line between them would cross out what it flies over.
 * @param {number} far from here on it is a jump
 * @returns {{walk: string, jump: string}}
 */
export function pathStrokes(points, far) {
  const strokes = { walk: '', jump: '' };
  let pen = -1;
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    const long = Math.hypot(to.x - from.x, to.y - from.y);
    if (long > far) {
      const [dx, dy] = [((to.x - from.x) / long) * far * LEAP, ((to.y - from.y) / long) * far * LEAP];
      const [away, towards] = [[from.x + dx, from.y + dy], [to.x - dx, to.y - dy]].map(
        (point) => point.map((one) => round(one, 10)).join(','),
      );
      strokes.jump += `M${from.x},${from.y} L${away} M${towards} L${to.x},${to.y} `;
    } else {
      strokes.walk += `${pen === index - 1 ? '' : `M${from.x},${from.y} `}L${to.x},${to.y} `;
      pen = index;
    }
  }
  return { walk: strokes.walk.trim(), jump: strokes.jump.trim() };
}

// --- The last move: the line along which it went, in the colour of its piece.

/** From so many sides on a move is a jump. */
const FAR = 2.5;

export class Trail {
  /** Where each piece stood before the last move. @type {Map<string, string>} */
  stood = new Map();
  colour = '';

  /** @param {number} side of a typical space */
  constructor(spaces, fixed, side) {
    this.spaces = spaces;
    this.fixed = fixed;
    // Strokes are as thick as the type asks for, where a board states it.
    this.side = fixed.board.least ? fixed.board.least * 3.4 : side;
    this.group = svg('g', { class: 'ck-path', 'aria-hidden': 'true' });
  }

  /**
   * The ways of the pieces that the last move led to where they are now.
   * @returns {Map<string, Point[]>} piece id -> the points of its way
   */
  ways(pieces, path) {
    const found = new Map();
    this.colour = this.colourOf(path[path.length - 1], pieces);
    for (const piece of pieces) {
      const from = this.stood.get(piece.id);
      const start = from === undefined || from === piece.space ? -1 : path.indexOf(from);
      if (start < 0 || path[path.length - 1] !== piece.space) continue;
      const spaces = path.slice(start).map((id) => this.spaces.get(id)).filter((space) => space !== undefined);
      found.set(piece.id, spaces.map(wayPoint));
    }
    this.stood = new Map(pieces.map((piece) => [piece.id, piece.space]));
    return found;
  }

  /**
   * The line of a move has the colour of the piece that went along it.
   * @param {string} end where the move ended
   * @returns {string} empty when nobody can tell
   */
  colourOf(end, pieces) {
    const there = pieces.filter((piece) => piece.seat && piece.space === end);
    const mover = there.find((piece) => this.stood.get(piece.id) !== end) ?? (there.length === 1 ? there[0] : null);
    return mover?.seat ? seatLook(this.fixed, mover.seat).colour : '';
  }

  /** Draws the line, after `ways` has told whose it is. */
  draw(path) {
    const side = this.side;
    this.group.style.setProperty('--ck-path', this.colour);
    const points = pathPoints(path, this.spaces, side * 0.3, side * FAR);
    if (!isNew(this.group, points)) return;
    if (!points.length) {
      this.group.replaceChildren();
      return;
    }
    const end = points[points.length - 1];
    const before = points[points.length - 2];
    const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
    const head = `translate(${end.x} ${end.y}) rotate(${angle}) scale(${side / 100})`;
    // A jump is no walk along the squares: it is seen where it leaves and where it lands.
    const { walk, jump } = pathStrokes(points, side * FAR);
    const dashes = `${side * 0.16} ${side * 0.17}`;
    this.group.replaceChildren(
      svg('path', { d: walk, class: 'ck-path-case', 'stroke-width': side * 0.13 }),
      svg('path', { d: walk, class: 'ck-path-line', 'stroke-width': side * 0.075 }),
      svg('path', {
        d: jump,
        class: 'ck-path-line ck-path-jump',
        'stroke-width': side * 0.075,
        'stroke-dasharray': dashes,
      }),
      svg('circle', {
        cx: points[0].x,
        cy: points[0].y,
        r: side * 0.1,
        class: 'ck-path-start',
        'stroke-width': side * 0.04,
      }),
      svg('path', { d: 'M-14,-12 L14,0 L-14,12 Z', transform: head, class: 'ck-path-head', 'stroke-width': 5 }),
    );
  }
}
