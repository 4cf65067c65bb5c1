import assert from 'node:assert/strict';
import test from 'node:test';
import { askedOf, pointed } from '../../../classkit/widgets/page/charts/points.js';

const point = (line, y) => ({ data: { meta: line }, x: 7, y, bbox: { y0: 106 - y, y1: 114 - y } });
const along = (by, figure, seat = '', part = '') => ({ by, figures: [{ figure, seat, part }] });
const splits = { 'worth.A': along('line', 'worth', 'A'), 'worth.B': along('line', 'worth', 'B') };

test('of points above each other the one is meant that lies nearest to the click', () => {
  const points = [point('worth.A', 20), point('worth.B', 60), point('branch.1', 61)];
  assert.deepEqual(pointed(points, 52, splits), { line: 'worth.B', at: 7 });
  assert.deepEqual(pointed(points, 80, splits), { line: 'worth.A', at: 7 });
  assert.equal(pointed([point('branch.1', 61)], 52, splits), null);
  assert.equal(pointed([point('worth.A', null)], 52, splits), null);
});

test('of what is stacked the part is meant in which the click lies', () => {
  const stack = { tax: along('stack', 'budget', '', 'tax'), rest: along('stack', 'budget', '', 'rest'),
    salary: along('stack', 'budget', '', 'salary'), none: along('stack', 'budget', '', 'none') };
  const edge = (line, y, height) => ({ data: { meta: line }, x: 2, y, bbox: { y0: height, y1: height } });
  const points = [edge('tax', 5, 60), edge('rest', 3, 30), edge('salary', -4, 140), edge('none', 0, 60)];
  const meant = (height) => pointed(points, height, stack)?.line;
  assert.deepEqual([meant(35), meant(62), meant(135)], ['rest', 'tax', 'salary']);
  assert.equal(meant(20), 'rest', 'above all of it, the highest');
});

test('a point is asked for by the turn or the round that it stands for', () => {
  assert.deepEqual(askedOf({ splits, per: 'turn' }, { line: 'worth.A', at: 7 }),
    [{ figure: 'worth', seat: 'A', turn: 7 }]);
  const table = { gold: along('stack', 'gold', '', 'bank') };
  assert.deepEqual(askedOf({ splits: table, per: 'round' }, { line: 'gold', at: 3 }),
    [{ figure: 'gold', part: 'bank', per: 'round', at: 3 }]);
});

test('a bar or a cell of the present is asked for from the opening on, a point of a plane for both figures', () => {
  const figures = ['A', 'B', 'C', 'D'].map((seat) => ({ figure: 'share', seat, part: 'oil' }));
  const cell = { data: { meta: 'share', x: ['oil', 'gold'] }, z: 3, y: 'Bo', pointNumber: [1, 0],
    bbox: { y0: 0, y1: 9 } };
  const now = { share: { by: 'present', figures } };
  const meant = pointed([cell], 4, now);
  assert.deepEqual(meant, { line: 'share', at: 2 });
  assert.deepEqual(askedOf({ splits: now, per: 'turn' }, meant),
    [{ figure: 'share', seat: 'C', part: 'oil', whole: true }]);
  const plane = { 'trail.A': { by: 'plane', figures: [figures[0], { ...figures[0], figure: 'rate', part: '' }] } };
  const trail = { ...point('trail.A', 8), text: '12' };
  assert.deepEqual(askedOf({ splits: plane, per: 'turn' }, pointed([trail], 4, plane)),
    [{ figure: 'share', seat: 'A', part: 'oil', turn: 12 }, { figure: 'rate', seat: 'A', turn: 12 }]);
});
