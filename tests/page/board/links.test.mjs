import assert from 'node:assert/strict';
import test from 'node:test';
import { choicesOf } from '../../../classkit/widgets/page/forms/choices.js';
import { curveOf, edgeOf, linkWords, pointOn, wayWords, wholeWay } from '../../../classkit/widgets/page/board/links.js';

const box = (id, x, y, w = 10, h = 10, shape = 'rect') => ({ id, x, y, w, h, shape });
const plan = { side: 10, width: 100, height: 100 };
const inside = (point, space) => Math.abs(point.x - space.x) < space.w / 2 && Math.abs(point.y - space.y) < space.h / 2;
const along = (curve) => Array.from({ length: 19 }, (_, index) => pointOn(curve.from, curve.bend, curve.to, (index + 1) / 20));

test('a link ends at the edges of its spaces', () => {
  const [one, other] = [box('a', 20, 50), box('b', 80, 50)];
  const curve = curveOf(one, other, [one, other], plan);
  for (const [point, space] of [[curve.from, one], [curve.to, other]]) assert.equal(inside(point, space), false);
  assert.deepEqual(edgeOf(one, { x: 60, y: 50 }, 0), { x: 25, y: 50 });
  const round = edgeOf(box('c', 0, 0, 10, 10, 'circle'), { x: 30, y: 40 }, 0);
  assert.ok(Math.abs(Math.hypot(round.x, round.y) - 5) < 1e-9);
});

test('a link goes around what lies between, its words too', () => {
  const spaces = [10, 21, 32, 43, 54].map((x, index) => box(`s${index}`, x, 40, 10, 40));
  const curve = curveOf(spaces[0], spaces[4], spaces, plan);
  for (const point of along(curve)) assert.ok(!spaces.some((space) => inside(point, space)), JSON.stringify(point));
  assert.ok(!spaces.some((space) => inside(curve.label, space)));
  const beside = curveOf(spaces[1], spaces[2], spaces, plan);
  for (const point of along(beside)) assert.ok(!spaces.some((space) => inside(point, space)), JSON.stringify(point));
});

test('a link from row to row passes between the rows, and ends beside those from elsewhere', () => {
  const upper = [12, 37, 62, 87].map((x, index) => box(`u${index}`, x, 25, 14, 20));
  const lower = [8, 25, 42, 58, 75, 92].map((x, index) => box(`l${index}`, x, 60, 14, 20));
  const spaces = [...upper, ...lower];
  const ends = [];
  for (const source of lower) for (const target of upper) {
    const curve = curveOf(source, target, spaces, plan);
    for (const point of along(curve)) assert.ok(!spaces.some((space) => inside(point, space)), `${source.id} to ${target.id}: ${JSON.stringify(point)}`);
    if (target === upper[2]) ends.push(curve.to);
  }
  assert.equal(new Set(ends.map((end) => `${end.x.toFixed(2)} ${end.y.toFixed(2)}`)).size, lower.length);
});

test('a link stays on the board and clear of its captions', () => {
  const [one, other] = [box('a', 20, 10), box('b', 80, 10)];
  const below = curveOf(one, other, [one, other], plan);
  for (const point of along(below)) assert.ok(point.y > 0 && point.y < 100);
  const caption = { ...box('words', 50, below.label.y, 30, 6) };
  const clear = curveOf(one, other, [one, other], { ...plan, words: [caption] });
  assert.equal(inside(clear.label, caption), false);
});

test('there and back are two lines', () => {
  const [one, other] = [box('a', 20, 50), box('b', 80, 50)];
  const there = curveOf(one, other, [one, other], plan);
  const back = curveOf(other, one, [one, other], plan);
  assert.ok(Math.abs(there.label.y - back.label.y) > 5);
});

test('a link says what is tied to what', () => {
  const named = (id) => ({ A: 'Alba', gold: 'Gold' })[id];
  assert.equal(linkWords({ id: 'p', source: 'A', target: 'gold', text: '= 2 gold' }, named), 'A line leads from Alba to Gold (= 2 gold)');
});

const form = { kind: 'one_of', of: 'space', options: ['d3', 'b2'].map((value) => ({ value, label: value })), ways: { d3: 'c2 c3 d3', b2: 'b2' } };
const ask = { seat: 'A', kind: 'decision', moves: [{ name: 'go', label: 'Move', fields: [{ name: 'to', label: 'To', form }] }] };
const spaces = new Map(['b2', 'c2', 'c3', 'd3'].map((id) => [id, { ...box(id, id.charCodeAt(0), Number(id[1])), title: id === 'c3' ? 'Quay' : '' }]));

test('a choice has its way: told by the spaces passed, and drawn from the piece that goes it', () => {
  const choices = choicesOf([ask]);
  assert.deepEqual(choices.get('d3').way, ['c2', 'c3', 'd3']);
  assert.equal(wayWords(choices.get('d3'), spaces), 'by c2, Quay');
  assert.equal(wayWords(choices.get('b2'), spaces), '');
  const piece = (id, space, seat) => ({ id, space, seat });
  assert.deepEqual(wholeWay(choices.get('d3'), [piece('pA', 'b2', 'A'), piece('pB', 'd3', 'B')]), ['b2', 'c2', 'c3', 'd3']);
  assert.deepEqual(wholeWay(choices.get('d3'), [piece('p1', 'b2', 'A'), piece('p2', 'c3', 'A')]), ['c2', 'c3', 'd3']);
  assert.deepEqual(wholeWay(choices.get('d3'), [piece('pA', 'c2', 'A')]), ['c2', 'c3', 'd3']);
  assert.deepEqual(wholeWay(undefined, []), []);
});
