/**
 * Pieces on the board: their positions, their looks, and the path of the last move. `spaces` maps ids to Spaces.
 */

import { lineColour, seatLetter, seatLook, seatName } from '../basics/seatlook.js';
import { isNew, setText, svg } from '../basics/dom.js';
import { EASE, move } from '../basics/motion.js';
import { CENTRAL, label, round } from '../basics/text.js';
import { letterOn, scalePath, shapeOfSeat, STAR } from './badges.js';

/** Size of a pawn relative to the smallest type, and its limits on a distant board. */
const PAWN = 0.76;
const LARGER = 1.6;
const AFAR = 0.85;

/** Size of a pawn and of a marker if the board declares no type, in sides of a typical space. */
const BARE = 0.18, MARKER = 0.2;

/** Maximum duration of a piece's move per space, and limits of the total, in milliseconds. */
const PER_SPACE = 90, QUICKEST = 320, SLOWEST = 900;

/**
 * Return the radius of a piece. If the board declares its smallest type, the piece's letter is readable and the piece
 * fits into all places.
 * @param {number} side of a typical space
 * @param {number} [small] smallest readable type on a distant board; 0 for a near one
 */
export function radiusOf(piece, fixed, side, small = 0) {
  const least = fixed?.board?.least;
  const rooms = (fixed?.board?.spaces ?? [])
    .filter((space) => space.stand)
    .map(({ stand }) => Math.min(stand[2], stand[3]));
  const own = least ? Math.max(least * PAWN, rooms.length ? Math.min(...rooms) / 2 : 0)
    : side * (piece.seat ? BARE : MARKER);
  return Math.min(own * LARGER, Math.max(own, small * AFAR));
}

/**
 * Draw a piece. A pawn has the shape of its seat, like its badge and the end of its line; a marker has the game's
 * shape.
 * @param {number} side of a typical space
 * @param {number} [small] the least type that can be read on a board seen from afar
 */
export function drawPiece(piece, fixed, side, small = 0) {
  const radius = radiusOf(piece, fixed, side, small);
  const look = piece.seat ? seatLook(fixed, piece.seat) : null;
  const own = look && (piece.shape ?? 'disc') === 'disc';
  const body = own ? shapeOfSeat(look, radius) : shapeOf(piece.shape, radius, look?.colour ?? 'var(--ck-marker)');
  body.classList.add('ck-piece-body');
  body.setAttribute('stroke-width', String(round(radius * 0.16)));
  // A marker's label is its name, used as title; only a short label is written on the marker.
  const long = !piece.seat && (piece.label ?? '').length > 2;
  const words = long ? '' : (piece.label || seatLetter(piece.seat ?? '')).slice(0, 3);
  const size = radius * (words.length > 2 ? 0.7 : words.length > 1 ? 0.95 : 1.25);
  const letter = own
    ? letterOn(look, words, radius, 'ck-piece-letter')
    : label(words, 'ck-piece-letter', { x: 0, y: 0, size },
      { ...CENTRAL, style: `fill:${look?.ink ?? 'var(--ck-marker-ink)'}` });
  const halo = svg('circle', { class: 'ck-halo', r: round(radius * 1.34) });
  const group = svg('g', { class: `ck-piece${piece.seat ? '' : ' ck-neutral'}` }, svg('title'), body, letter);
  if (piece.seat) group.insertBefore(halo, body);
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
  if (shape === 'star') return svg('path', { d: scalePath(STAR, radius * 1.15), fill });
  return svg('circle', { r: radius, fill });
}

/**
 * Move a piece to its place: along the path of the move if that ends here, else straight. Nothing waits for the
 * animation.
 * @param {Point|undefined} place
 * @param {Point[]} [way] the points of its path
 */
export function placePiece(node, place, piece, fixed, now, way = []) {
  if (!place) return;
  const at = `translate(${place.x}px, ${place.y}px)`;
  if (node.at !== at) { // browsers round the style, so compare this value
    const from = node.at;
    node.style.transform = node.at = at;
    const stops = [from, ...way.slice(1, -1).map(({ x, y }) => `translate(${x}px, ${y}px)`), at];
    const ms = Math.min(SLOWEST, Math.max(QUICKEST, PER_SPACE * (stops.length - 1)));
    if (from) move(node, stops.map((transform) => ({ transform })), { ms, easing: EASE, needed: true });
  }
  setText(node.firstChild, piece.seat ? seatName(fixed, now, piece.seat) : piece.label || piece.id);
}

// --- Positions of pieces and points of paths. Pure functions.

/**
 * Return the positions of pieces: at the declared place of their space, else in a row on its right, above its name or
 * at its foot.
 * @param {number} radius of a piece
 * @param {Map<string, number>} [names] top of the space's name, if there is something above it
 * @returns {Map<string, Point>} piece id -> place; pieces on unknown spaces are omitted
 */
export function spread(pieces, spaces, radius, names = new Map()) {
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
      // A marker is at the edge, so that the marked item stays readable.
      group.forEach((piece, index) =>
        places.set(piece.id, { x: space.x + space.w * 0.38 - index * radius * 2, y: space.y - space.h * 0.38 }),
      );
      continue;
    }
    const last = group.length - 1;
    const apart = Math.min(radius * 2, space.w / (last || 1));
    const wide = Math.max(space.w, radius * 2 + last * apart); // many pieces extend beyond it, but each is visible
    const y = (names.get(id) ?? space.y + space.h / 2) - radius;
    group.forEach((piece, index) => places.set(piece.id, {
      x: space.x + wide / 2 - radius - (last - index) * apart, y,
    }));
  }
  return places;
}

/**
 * Return the positions of a number of pieces in their box on a space: in a row along its longer side, closer together
 * if there are many, with further rows away from the name.
 * @param {number} radius of a piece
 * @returns {Point[]}
 */
export function standing(count, space, radius) {
  const [x, y, w, h] = /** @type {[number, number, number, number]} */ (space.stand);
  const upright = h > w;
  const [long, deep] = upright ? [h, w] : [w, h];
  const size = radius * 2;
  // Letters remain visible if discs overlap by less than a third.
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

/**
 * Return the shorter path of a marker along the stops of a dial.
 * @param {Map<string, Space>} spaces
 * @param {string} from
 * @param {string} to
 * @returns {Point[]} empty if these are not stops of a dial
 */
export function ringWay(spaces, from, to) {
  const ring = [...spaces.values()].filter((space) => space.shape === 'circle' && space.stand);
  const [start, end] = [from, to].map((id) => ring.findIndex((space) => space.id === id));
  if (start < 0 || end < 0) return [];
  const ahead = (end - start + ring.length) % ring.length;
  const step = ahead * 2 <= ring.length ? 1 : -1;
  return Array.from({ length: step > 0 ? ahead + 1 : ring.length - ahead + 1 }, (_, at) => {
    const [x, y] = ring[(start + at * step + ring.length) % ring.length].stand ?? [0, 0];
    return { x, y };
  });
}

/** The point of a path in a space: next to its name, if the space declares one. */
export function wayPoint(space) {
  return space.way ? { x: space.way[0], y: space.way[1] } : { x: space.x, y: space.y };
}

/**
 * Return the line of the last move through the centres of its spaces.
 * @param {string[]} path space ids
 * @param {number} stop distance before the last centre at which the line ends; shorter after a jump
 * @param {number} far minimum distance of a jump
 * @returns {Point[]} empty if there is nothing to draw
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

/** Share of the usual distance after a jump, whose head is next to the names of other squares. */
const LANDS = 0.3;

/** Length of the drawn ends of a jump, as a share of the minimum distance of a jump. */
const LEAP = 0.16;

/**
 * Return a path as drawing commands: steps between adjacent squares, and jumps between distant ones. Only the two ends
 * of a jump are drawn, because a full line would cross out other squares.
 * @param {number} far minimum distance of a jump
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

// --- Last move: a dotted line in the colour of its piece, and the piece that moved.

/** Minimum distance of a jump, in sides of a typical space. */
const JUMP = 2.5;

export class Trail {
  /** Position of each piece before the last move. @type {Map<string, string>} */
  stood = new Map();
  colour = '';
  /** The piece that moved last; it has a halo until another one moves. */
  mover = '';

  /**
   * @param {number} side of a typical space
   * @param {boolean} far whether the board is drawn as distant, so that no names are in the way of a jump
   */
  constructor(spaces, fixed, side, far) {
    this.spaces = spaces;
    this.fixed = fixed;
    this.far = far;
    // If the board declares its type, strokes scale with it.
    this.side = fixed.board.least ? fixed.board.least * 3.4 : side;
    this.group = svg('g', { class: 'ck-path', 'aria-hidden': 'true' });
  }

  /**
   * Return the paths of the pieces that the last move brought to their places.
   * @returns {Map<string, Point[]>} piece id -> the points of its way
   */
  ways(pieces, path) {
    const found = new Map();
    const end = path[path.length - 1];
    const mover = this.moverOf(end, pieces);
    const moved = pieces.some(({ seat, id, space }) => seat && this.stood.has(id) && this.stood.get(id) !== space);
    if (mover || moved) this.mover = mover?.id ?? '';
    this.colour = mover && end ? lineColour(this.fixed, mover.seat) : '';
    for (const piece of pieces) {
      const from = this.stood.get(piece.id);
      const round = piece.seat || from === undefined ? [] : ringWay(this.spaces, from, piece.space);
      if (round.length > 2) found.set(piece.id, round);
      const start = from === undefined || from === piece.space ? -1 : path.indexOf(from);
      if (start < 0 || end !== piece.space) continue;
      const spaces = path.slice(start).map((id) => this.spaces.get(id)).filter((space) => space !== undefined);
      found.set(piece.id, spaces.map(wayPoint));
    }
    this.stood = new Map(pieces.map((piece) => [piece.id, piece.space]));
    return found;
  }

  /**
   * Return the piece that moved: the seat's piece at the end of the path or, in a game without paths, on another space.
   * @param {string|undefined} end where the move ended
   */
  moverOf(end, pieces) {
    const seats = pieces.filter((piece) => piece.seat);
    const moved = seats.filter((piece) => this.stood.size && this.stood.get(piece.id) !== piece.space);
    if (!end) return moved.length === 1 ? moved[0] : null;
    const there = seats.filter((piece) => piece.space === end);
    return moved.find((piece) => piece.space === end) ?? (there.length === 1 ? there[0] : null);
  }

  /** Draw the dots; `ways` must have been called before. */
  draw(path) {
    const side = this.side;
    this.group.style.setProperty('--ck-path', this.colour);
    const points = pathPoints(path, this.spaces, side * 0.3, side * JUMP);
    if (!isNew(this.group, points)) return;
    const { walk, jump } = pathStrokes(points, this.far ? Infinity : side * JUMP);
    const wide = side * (this.far ? 0.13 : 0.1);
    const dots = { 'stroke-width': round(wide), 'stroke-dasharray': `0 ${round(wide * 1.75)}` };
    this.group.replaceChildren(
      ...(walk ? [svg('path', { d: walk, class: 'ck-path-line', ...dots })] : []),
      ...(jump ? [svg('path', { d: jump, class: 'ck-path-line ck-path-jump', ...dots })] : []),
    );
  }
}
