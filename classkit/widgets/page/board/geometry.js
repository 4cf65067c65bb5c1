/** Where things lie on a board: tones, spread of pieces, the path of the last move. Pure. */

/**
 * @typedef {import('../types.js').Space} Space
 * @typedef {import('../types.js').Piece} Piece
 * @typedef {{x: number, y: number}} Point
 */

/** Tones that have a colour of their own in `themes.css`. */
const TONES = ['blue', 'red', 'plain', 'sand', 'green', 'purple', 'orange', 'sky', 'gold', 'rose', 'grey', 'dark'];

/**
 * A board's legend as pairs, however it was sent.
 * @param {any[]|undefined} legend
 * @returns {Array<[string, string]>}
 */
export function legendPairs(legend) {
  return (legend ?? []).map((entry) => (Array.isArray(entry) ? [entry[0], entry[1]] : [entry.tone ?? entry.kind, entry.label]));
}

/**
 * The tone of a word: a colour's name stands for itself, any other word takes the next colour in the
 * order of the legend.
 * @param {string|undefined} word
 * @param {Array<[string, string]>} legend
 * @returns {string} one of the tones of the style
 */
export function toneOf(word, legend) {
  if (!word) return 'plain';
  const name = word === 'yellow' ? 'gold' : word;
  if (TONES.includes(name)) return name;
  const place = legend.map(([kind]) => kind).filter((kind) => !TONES.includes(kind)).indexOf(word);
  return place < 0 ? 'plain' : TONES[place % TONES.length];
}

/**
 * Where several pieces on one space stand: beside each other about its middle.
 * @param {Piece[]} pieces
 * @param {Map<string, Space>} spaces
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
      group.forEach((piece, index) => places.set(piece.id, { x: space.x + space.w * 0.38 - index * radius * 2, y: space.y - space.h * 0.38 }));
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
 * @param {number} count
 * @param {Space} space
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
 * The point through which a way passes a space: beside its name, if the space says so.
 * @param {Space} space
 * @returns {Point}
 */
export function wayPoint(space) {
  return space.way ? { x: space.way[0], y: space.way[1] } : { x: space.x, y: space.y };
}

/**
 * The line of the last move through the middles of its spaces.
 * @param {string[]} path space ids
 * @param {Map<string, Space>} spaces
 * @param {number} stop how far before the last middle the line ends; where it lands after a jump, closer
 * @param {number} far from here on it is a jump
 * @returns {Point[]} empty when there is nothing to draw
 */
export function pathPoints(path, spaces, stop, far = Infinity) {
  /** @type {Point[]} */
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
 * @param {Point[]} points
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
      strokes.jump += `M${from.x},${from.y} L${round(from.x + dx)},${round(from.y + dy)} M${round(to.x - dx)},${round(to.y - dy)} L${to.x},${to.y} `;
    } else {
      strokes.walk += `${pen === index - 1 ? '' : `M${from.x},${from.y} `}L${to.x},${to.y} `;
      pen = index;
    }
  }
  return { walk: strokes.walk.trim(), jump: strokes.jump.trim() };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/**
 * The side of a typical space, from which pieces and strokes take their size.
 * @param {Space[]} spaces
 * @returns {number}
 */
export function typicalSide(spaces) {
  const sides = spaces.map((space) => Math.min(space.w, space.h)).sort((a, b) => a - b);
  return sides.length ? sides[Math.floor(sides.length / 2)] : 1;
}
