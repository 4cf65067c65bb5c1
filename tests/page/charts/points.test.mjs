import assert from 'node:assert/strict';
import test from 'node:test';
import { askedOf, pointed, putForward } from '../../../classkit/widgets/page/charts/points.js';

const point = (line, y) => ({ data: { meta: line }, x: 7, y, bbox: { y0: 106 - y, y1: 114 - y } });
const splits = { 'worth.A': { figure: 'worth', seat: 'A' }, 'worth.B': { figure: 'worth', seat: 'B' } };

test('of points above each other the one is meant that lies nearest to the click', () => {
  const points = [point('worth.A', 20), point('worth.B', 60), point('branch.1', 61)];
  assert.deepEqual(pointed(points, 52, splits), { line: 'worth.B', at: 7 });
  assert.deepEqual(pointed(points, 80, splits), { line: 'worth.A', at: 7 });
  assert.equal(pointed([point('branch.1', 61)], 52, splits), null);
  assert.equal(pointed([point('worth.A', null)], 52, splits), null);
});

test('a point is asked for by the turn or the round that it stands for', () => {
  assert.deepEqual(askedOf({ splits, per: 'turn' }, { line: 'worth.A', at: 7 }),
    { figure: 'worth', seat: 'A', turn: 7 });
  const table = { gold: { figure: 'gold', seat: '' } };
  assert.deepEqual(askedOf({ splits: table, per: 'round' }, { line: 'gold', at: 3 }), { figure: 'gold', round: 3 });
});

test('the mark that is put forward is drawn last and larger, and the others are pale', () => {
  const marks = { meta: 'turned', ids: ['1', '2', '3'], x: [4, 5, 6], y: [1, 2, 3], text: ['1', '2', '3'],
    marker: { size: 10, opacity: 1 }, textfont: { size: 10 } };
  const picture = { data: [{ meta: 'worth.A' }, { ...marks }] };
  putForward(picture, 0);
  assert.deepEqual(picture.data[1], marks);
  putForward(picture, 2);
  const [, drawn] = picture.data;
  assert.deepEqual([drawn.ids, drawn.x, drawn.y], [['1', '3', '2'], [4, 6, 5], [1, 3, 2]]);
  assert.ok(drawn.marker.size[2] > drawn.marker.size[0] && drawn.marker.opacity[0] < 1);
  assert.deepEqual(marks.x, [4, 5, 6], 'what was filled stays as it is');
});
