import assert from 'node:assert/strict';
import test from 'node:test';
import { pathPoints, spread, standing, wayPoint } from '../../../classkit/widgets/page/board/pieces.js';
import { isLot, roomOf } from '../../../classkit/widgets/page/board/property_space.js';
import { stops } from '../../../classkit/widgets/page/board/gauges.js';
import { runsOf, signsSeen, typeOf } from '../../../classkit/widgets/page/board/signs.js';
import { radiusOf } from '../../../classkit/widgets/page/board/pieces.js';
import { spaceWords } from '../../../classkit/widgets/page/board/space.js';
import { breadth, nameLines } from '../../../classkit/widgets/page/basics/text.js';

const lot = { id: 'a', x: 100, y: 50, w: 52, h: 44, title: 'Puffin Toothpaste', lines: ['Puffin'], bar: [100, 64.5, 52, 15], stand: [107.5, 64.5, 37, 15], way: [100, 75] };
const column = { ...lot, id: 'b', w: 66, h: 46, bar: [74.5, 50, 15, 46], stand: [74.5, 57.5, 15, 31], way: [64, 50] };
const fixed = { seats: [{ id: 'A', name: 'Ada' }, { id: 'B', name: 'Bo <b>' }], board: { least: 13 } };
const around = { fixed, now: {}, least: 13, side: 44, width: 600 };

test('a name has the room that the bar leaves, at every edge', () => {
  assert.deepEqual(roomOf(lot), { x: 100, y: 42.5, w: 52, h: 29 });
  assert.deepEqual(roomOf(column), { x: 107.5, y: 50, w: 51, h: 46 });
  assert.deepEqual(roomOf({ ...lot, bar: [100, 35.5, 52, 15] }), { x: 100, y: 57.5, w: 52, h: 29 });
  assert.deepEqual(roomOf({ ...column, bar: [125.5, 50, 15, 46] }), { x: 92.5, y: 50, w: 51, h: 46 });
  const unowned = roomOf({ ...lot, bar: undefined, stand: [100, 64.5, 52, 15] });
  assert.deepEqual(unowned, { x: 100, y: 42.5, w: 52, h: 29 }, 'where pieces stand is kept clear too');
  assert.deepEqual(roomOf({ ...lot, bar: undefined, stand: [100, 90, 20, 20] }), { x: 100, y: 50, w: 52, h: 44 }, 'a lane beside it takes nothing');
  assert.deepEqual([isLot(lot), isLot({ id: 'c', x: 0, y: 0, w: 1, h: 1 })], [true, false]);
});

test('pieces stand on their box, on no name, and with their letters in sight', () => {
  for (const space of [lot, column]) {
    for (let count = 1; count <= 6; count += 1) {
      const places = standing(count, space, 8);
      const room = roomOf(space);
      assert.equal(new Set(places.map(({ x, y }) => `${x},${y}`)).size, count);
      for (const { x, y } of places) {
        const [dx, dy] = [Math.abs(x - room.x) - room.w / 2, Math.abs(y - room.y) - room.h / 2];
        assert.ok(Math.max(dx, dy) > 7, `${count} on ${space.id}: ${x},${y} is off the name`);
      }
      places.forEach((one, at) => places.slice(0, at).forEach((other) => assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= 11, 'a disc never covers a third of another')));
    }
  }
  const [alone] = standing(1, lot, 8);
  assert.deepEqual(alone, { x: 107.5, y: 64.5 });
  const spaces = new Map([['a', /** @type {any} */ (lot)]]);
  assert.deepEqual(spread([{ id: 'p', space: 'a', seat: null }], spaces, 8).get('p'), { x: 107.5, y: 64.5 });
});

test('six beavers stand on a corner square, beside its name and within its height', () => {
  const corner = { id: 'C1', x: 456, y: 64, w: 156, h: 31, lines: ['Canada Life', 'life insurance'], stand: [403, 64, 50, 31] };
  const radius = radiusOf({ id: 'A', space: 'C1', seat: 'A' }, { ...fixed, board: { least: 12.4 } }, 44);
  for (const { x, y } of standing(6, /** @type {any} */ (corner), radius)) {
    assert.ok(Math.abs(x - 403) <= 25 - radius + 0.01 && Math.abs(y - 64) <= 7.76, `${x},${y}`);
  }
});

test('a way passes beside the names', () => {
  assert.deepEqual(wayPoint(lot), { x: 100, y: 75 });
  const points = pathPoints(['a', 'b'], new Map([['a', lot], ['b', column]]), 0);
  assert.deepEqual(points, [{ x: 100, y: 75 }, { x: 64, y: 50 }]);
});

test('a name keeps its size: as its edition writes it, or wrapped, or cut', () => {
  const box = { width: 49, height: 29, least: 13 };
  assert.deepEqual(nameLines(['Imperial', 'Oil'], 'Imperial Oil Ltd. (Esso)', box), ['Imperial', 'Oil']);
  assert.deepEqual(nameLines([], 'Elm Rd', box), ['Elm Rd']);
  for (const title of ['Outstanding Human Resources', 'Mediterranean Avenue', 'The Canada Life Assurance Company']) {
    const lines = nameLines([], title, box);
    assert.ok(lines.length <= 2 && lines.every((line) => breadth(line) * 13 <= 49.01), title);
    assert.ok(lines.some((line) => line.endsWith('…')), 'what is cut says so');
  }
  assert.deepEqual(nameLines(['Mediterranean', 'Ave'], '', box).length, 2);
  assert.ok(nameLines(['Mediterranean', 'Ave'], '', box)[0].endsWith('…'), 'a line too wide is cut, never squeezed');
});

test('from afar a board shows its prices, its hero and what is large, in short', () => {
  const signs = [
    { id: 'name', x: 0, y: 0, text: 'Prices now', role: 'label' },
    { id: 'p1', x: 0, y: 10, text: '$500,000', role: 'price', short: '$500k' },
    { id: 'p2', x: 0, y: 30, text: '$100,000', role: 'price' },
    { id: 'hero', x: 0, y: 0, text: '85', role: 'hero', size: 2 },
    { id: 'large', x: 0, y: 0, text: 'Round 3', short: 'R3', size: 2, label: 'Now' },
    { id: 'small', x: 0, y: 0, text: 'Bank $9', size: 1 },
  ];
  const near = { ...around, far: false, small: 0 };
  assert.equal(signsSeen(signs, near), signs);
  const seen = signsSeen(signs, { ...around, far: true, small: 20 });
  assert.deepEqual(seen.map(({ id }) => id), ['p1', 'p2', 'hero', 'large']);
  assert.deepEqual(seen.map(({ y }) => y).slice(0, 2), [4.5, 35.5], 'figures have more room between them than tags');
  assert.deepEqual([seen[3].text, seen[3].label], ['R3', '']);
});

test('a sign has the badges of seats among its words, and is never below the least type', () => {
  const runs = runsOf({ id: 'bid', x: 0, y: 0, text: '$220 by {B}', colour: '#ed1b24' });
  assert.deepEqual(runs.map(({ seat, text }) => seat || text), ['', '$220 by ', 'B']);
  assert.equal(typeOf({ id: 's', x: 0, y: 0, text: 'x'.repeat(90), size: 1.5, room: 100 }, around), 13);
  assert.equal(typeOf({ id: 's', x: 0, y: 0, text: 'Bank', size: 1.5, room: 100 }, around), 19.5);
  assert.ok(breadth('WWWW') > breadth('iiii'));
});

test('the parts of a gauge make a whole', () => {
  const gauge = { id: 'g', x: 0, y: 0, w: 10, h: 10, parts: [{ share: 30 }, { share: 70 }] };
  assert.deepEqual(stops(gauge), [[0, 0.3], [0.3, 1]]);
  assert.deepEqual(stops({ ...gauge, parts: [] }), []);
  assert.deepEqual(stops({ ...gauge, parts: [{ share: 0 }] }), [[0, 0]]);
});

test('a piece is as large as its letter needs', () => {
  assert.ok(radiusOf({ id: 'A', space: 'a', seat: 'A' }, fixed, 44) * 2 > 13);
});

test('what is not written on a space is told of it', () => {
  assert.equal(spaceWords({ ...lot, subtitle: 'household' }, { owner: 'A', note: '$100k' }, fixed, {}), 'Puffin Toothpaste · household · $100k · owned by Ada');
  const street = { ...lot, title: 'Baltic Avenue', subtitle: '$60' };
  assert.equal(spaceWords(street, { text: '$60', note: 'brown' }, fixed, {}), 'Baltic Avenue · $60 · brown');
  assert.equal(spaceWords(street, { owner: 'A', emblem: 'house', count: 3, text: '+4', note: 'brown, a landing brings $4' }, fixed, {}), 'Baltic Avenue · $60 · 3 houses · brown, a landing brings $4 · owned by Ada');
  assert.equal(spaceWords(street, { owner: 'A', emblem: 'lock', note: 'brown, mortgaged' }, fixed, {}), 'Baltic Avenue · $60 · brown, mortgaged · owned by Ada');
});
