/**
 * The pieces on the board: where they stand, how they look, and the way on which the last move led them. `spaces` are
 * Spaces by their ids.
 */

import { lineColour, seatLetter, seatLook, seatName } from '../basics/seatlook.js';
import { isNew, setText, svg } from '../basics/dom.js';
import { EASE, move } from '../basics/motion.js';
import { CENTRAL, label, round } from '../basics/text.js';
import { letterOn, scalePath, shapeOfSeat, STAR } from './badges.js';

/** How large a pawn is against the least type; how much larger it may and should be from afar. */
const PAWN = 0.76;
const LARGER = 1.6;
const AFAR = 0.85;

/** How large a pawn is where a board states no type, in sides of a typical space; a marker. */
const BARE = 0.18, MARKER = 0.2;

/** A piece takes so long for each space at most, and so long for its whole way: milliseconds. */
const PER_SPACE = 90, QUICKEST = 320, SLOWEST = 900;

/**
 * How large a piece is: on a board that states its least type, its letter can be read, and it takes the room that all
 * stands have.
 * @param {number} side of a typical space
 * @param {number} [small] the least type that can be read on a board seen from afar; 0 for a near one
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
 * A pawn has the shape of its seat, as the end of its line and its badge have; a marker has that of its game.
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
  // A marker's label is its name, told in the title; only a short one is written on it.
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
    const ms = Math.min(SLOWEST, Math.max(QUICKEST, PER_SPACE * (stops.length - 1)));
    if (from) move(node, stops.map((transform) => ({ transform })), { ms, easing: EASE, needed: true });
  }
  setText(node.firstChild, piece.seat ? seatName(fixed, now, piece.seat) : piece.label || piece.id);
}

// --- Where pieces stand, and where a way passes. Pure.

/**
 * Where pieces on one space stand: where it says so, else in a row at its right, above its name or at its foot.
 * @param {number} radius of a piece
 * @param {Map<string, number>} [names] where the room of a space's name begins, if there is something above it
 * @returns {Map<string, Point>} piece id -> place; pieces on unknown spaces are left out
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
      // A marker stands at the edge, so that what it marks can be read.
      group.forEach((piece, index) =>
        places.set(piece.id, { x: space.x + space.w * 0.38 - index * radius * 2, y: space.y - space.h * 0.38 }),
      );
      continue;
    }
    const last = group.length - 1;
    const apart = Math.min(radius * 2, space.w / (last || 1));
    const wide = Math.max(space.w, radius * 2 + last * apart); // many reach beyond it, and each can be told
    const y = (names.get(id) ?? space.y + space.h / 2) - radius;
    group.forEach((piece, index) => places.set(piece.id, {
      x: space.x + wide / 2 - radius - (last - index) * apart, y,
    }));
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

/**
 * The way of a marker along the stops of a dial, the shorter way round.
 * @param {Map<string, Space>} spaces
 * @param {string} from
 * @param {string} to
 * @returns {Point[]} empty where they are no stops of a dial
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

// --- The last move: the dotted line along which it went, in the colour of its piece, and who went.

/** From so many sides on a move is a jump. */
const JUMP = 2.5;

export class Trail {
  /** Where each piece stood before the last move. @type {Map<string, string>} */
  stood = new Map();
  colour = '';
  /** The piece that moved last: it has a halo until another one moves. */
  mover = '';

  /**
   * @param {number} side of a typical space
   * @param {boolean} far whether the board is seen from afar: then no names are in the way of a jump
   */
  constructor(spaces, fixed, side, far) {
    this.spaces = spaces;
    this.fixed = fixed;
    this.far = far;
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
   * Who moved: the piece of a seat that came to the end of the path, or of a game without paths, to another space.
   * @param {string|undefined} end where the move ended
   */
  moverOf(end, pieces) {
    const seats = pieces.filter((piece) => piece.seat);
    const moved = seats.filter((piece) => this.stood.size && this.stood.get(piece.id) !== piece.space);
    if (!end) return moved.length === 1 ? moved[0] : null;
    const there = seats.filter((piece) => piece.space === end);
    return moved.find((piece) => piece.space === end) ?? (there.length === 1 ? there[0] : null);
  }

  /** Draws the dots, after `ways` has told whose they are. */
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
