import assert from 'node:assert/strict';
import test from 'node:test';
import { axesFor, endOf, hasAxes } from '../../../classkit/widgets/page/charts/axes.js';
import { layout } from '../../../classkit/widgets/page/charts/layout.js';

const chart = { key: 'k', title: 'K', kind: 'line', metrics: ['m'], y_title: '', note: '', marks: null, lines: [], per: 'turn' };
const row = (turn, m) => ({ turn, round: 1, values: { m } });
const figures = (rows, more = {}) => ({
  metrics: { m: { label: 'M', unit: '', scope: 'table', parts: [] } }, rows, branches: [], branch: 'Main', seats: [], prediction: null, ...more,
});
const paint = { ink: '#000', faint: '#ccc', paper: '#fff', size: 12, wide: 2 };

test('an axis ends at or after its value, and never far after it', () => {
  assert.equal(endOf(0), 0);
  for (let value = 0.001; value < 1e9; value *= 1.07) {
    assert.ok(endOf(value) >= value * (1 - 1e-8) && endOf(value) <= value * 1.51, `${value}: ${endOf(value)}`);
    assert.equal(endOf(-value), -endOf(value));
  }
});

test('axes hold all points, reference lines and other branches, and begin at zero', () => {
  const rows = [row(1, 40), row(2, -7)];
  const other = { name: 'Branch 1', from_turn: 2, rows: [row(30, 90)] };
  const axes = axesFor(chart, figures(rows, { branches: [other] }), [130]);
  assert.ok(axes.x[0] === 0 && axes.x[1] >= 30);
  assert.ok(axes.y[0] < -7 && axes.y[1] > 130);
  assert.deepEqual(axesFor(chart, figures([]), []).y, [0, 1]);
});

test('a match of many turns gets new axes seldom', () => {
  const rows = Array.from({ length: 500 }, (_, at) => row(at + 1, (at + 1) * 1000));
  const all = new Set(rows.map((_, at) => JSON.stringify(axesFor(chart, figures(rows.slice(0, at + 1))))));
  assert.ok(all.size < 50, String(all.size));
  const ends = new Set(rows.map((_, index) => axesFor(chart, figures(rows.slice(0, index + 1))).x[1]));
  assert.deepEqual([...ends], [20, 40, 60, 100, 150, 200, 400, 600]);
});

test('lines have given axes; bars, areas and other counts leave them to the library', () => {
  const given = layout(chart, figures([row(1, 5)]), paint);
  assert.deepEqual([given.xaxis.autorange, given.yaxis.autorange], [false, false]);
  for (const other of [{ ...chart, kind: 'stacked_area' }, { ...chart, kind: 'bar' }, { ...chart, per: 'round' }]) {
    assert.ok(!hasAxes(other));
    assert.equal(layout(other, figures([row(1, 5)]), paint).yaxis.range, undefined);
  }
});
