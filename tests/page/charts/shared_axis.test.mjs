import assert from 'node:assert/strict';
import test from 'node:test';
import { SharedAxis } from '../../../classkit/widgets/page/charts/shared_axis.js';

const chartIn = (column, place, isInstrument = true) => ({
  classList: { contains: () => isInstrument },
  closest: () => column,
  room: { width: 500 },
  place,
  isConnected: true,
  drawn: 0,
  drawSoon() { this.drawn += 1; },
});

test('charts of a column agree on the widest margins, and the others are drawn anew', () => {
  const column = {};
  const charts = [0, 1, 2].map((place) => chartIn(column, place));
  const axes = charts.map((chart) => new SharedAxis(chart));
  assert.deepEqual(axes[0].agree({ l: 20, r: 30 }), { l: 20, r: 210 }, 'its figure stands beside it');
  assert.deepEqual(axes[1].agree({ l: 60, r: 30 }), { l: 60, r: 210 });
  assert.equal(charts[0].drawn, 1);
  assert.deepEqual(axes[0].agree({ l: 20, r: 30 }), { l: 60, r: 210 });
  assert.deepEqual(axes[2].agree({ l: 40, r: 260 }), { l: 60, r: 260 });
  assert.deepEqual(charts.map(({ drawn }) => drawn), [2, 1, 0], 'none for the sake of what it knows');
  assert.deepEqual(axes.map(({ hasTicks }) => hasTicks), [false, false, true]);
});

test('a chart that has gone asks for no room', () => {
  const column = {};
  const [gone, left] = [chartIn(column, 0), chartIn(column, 1)];
  new SharedAxis(gone).agree({ l: 90, r: 300 });
  gone.isConnected = false;
  const axis = new SharedAxis(left);
  axis.agree({ l: 20, r: 30 });
  assert.deepEqual(axis.agree({ l: 20, r: 30 }), { l: 20, r: 210 });
});

test('a chart for itself has its own margins and ticks', () => {
  for (const axis of [new SharedAxis(chartIn(null, 0)), new SharedAxis(chartIn({}, 0, false))]) {
    assert.deepEqual(axis.agree({ l: 20, r: 30 }), { l: 20, r: 30 });
    assert.equal(axis.hasTicks, true);
  }
});
