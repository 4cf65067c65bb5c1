import assert from 'node:assert/strict';
import test from 'node:test';
import { endOf, fitAxes, steadyAxes } from '../../../classkit/widgets/page/charts/axes.js';

const STEADY = { per: 'turn', axes: { steady: true, counts: true, few: false, log: false } };
const trace = (x, y, more = {}) => ({ type: 'scatter', x, y, ...more });
const axesOf = (data, lines = []) => steadyAxes(data, lines.map((y0) => ({ y0 })));
const laid = (description, data, now) => {
  const layout = { xaxis: {}, yaxis: {}, shapes: [], annotations: [] };
  fitAxes(description, { data, layout }, { turns: 30, drawn: 30, ...now });
  return layout;
};

test('an axis ends at or after its value, and never far after it', () => {
  assert.equal(endOf(0), 0);
  for (let value = 0.001; value < 1e9; value *= 1.07) {
    assert.ok(endOf(value) >= value * (1 - 1e-8) && endOf(value) <= value * 1.51, `${value}: ${endOf(value)}`);
    assert.equal(endOf(-value), -endOf(value));
  }
});

test('axes hold all points, reference lines and other branches, and begin at zero', () => {
  const axes = axesOf([trace([1, 2], [40, -7]), trace([2, 30], [null, 90])], [130]);
  assert.ok(axes.x[0] === 0 && axes.x[1] >= 30);
  assert.ok(axes.y[0] < -7 && axes.y[1] > 130);
  assert.deepEqual(axesOf([trace([], [])]).y, [0, 1]);
  assert.deepEqual(axesOf([trace([1, 2], [0, 0]), trace([1, 2], [0, 1], { yaxis: 'y2' })]).y, [0, 1], 'bands have an axis of their own');
});

test('a match of many turns gets new axes seldom', () => {
  const x = Array.from({ length: 500 }, (_, at) => at + 1);
  const y = x.map((turn) => turn * 1000);
  const all = x.map((turn) => axesOf([trace(x.slice(0, turn), y.slice(0, turn))]));
  const known = new Set(all.map((axes) => JSON.stringify(axes)));
  assert.ok(known.size < 50, String(known.size));
  assert.deepEqual([...new Set(all.map((axes) => axes.x[1]))], [20, 30, 40, 60, 80, 100, 150, 200, 300, 400, 600]);
});

test('lines have given axes; bars, areas and other counts leave them to the library', () => {
  const data = [trace([1], [5])];
  const given = laid(STEADY, data);
  assert.deepEqual([given.xaxis.autorange, given.yaxis.autorange], [false, false]);
  for (const per of ['turn', 'round']) {
    const other = laid({ per, axes: { ...STEADY.axes, steady: false } }, data);
    assert.deepEqual([other.yaxis.range, other.xaxis.range], [undefined, undefined]);
  }
});

test('few turns, rounds or elections have each a number on the axis', () => {
  const data = [trace([1], [5])];
  const counts = (per, now) => laid({ per, axes: { ...STEADY.axes, steady: false } }, data, now).xaxis.dtick;
  assert.deepEqual([counts('turn', { turns: 7 }), counts('turn', { turns: 8 })], [1, undefined]);
  assert.deepEqual([counts('round', { drawn: 10 }), counts('round', { drawn: 11 })], [1, undefined]);
  assert.equal(laid({ per: 'round', axes: { ...STEADY.axes, steady: false, counts: false } }, data, { drawn: 3 }).xaxis.dtick, undefined);
});

test('the ends of a logarithmic axis are left to the library, which would end it at a line that it is told to include', () => {
  const layout = { xaxis: {}, yaxis: { autorangeoptions: { include: [1] } }, shapes: [], annotations: [] };
  fitAxes({ per: 'turn', axes: { ...STEADY.axes, log: true } }, { data: [trace([1, 2], [0.66, 1.54])], layout }, { logged: true, turns: 30, drawn: 30 });
  assert.deepEqual([layout.yaxis.autorange, layout.yaxis.autorangeoptions], [true, undefined]);
});
