import assert from 'node:assert/strict';
import test from 'node:test';
import { endOf, fitAxes, rangeOf, slant, stepOf, turnsOf } from '../../../classkit/widgets/page/charts/axes.js';
import { cutShort } from '../../../classkit/widgets/page/charts/cells.js';

const PLAIN = { layout: { margin: { b: 20 } } };
const STEADY = { ...PLAIN, per: 'turn', axes: { values: true, counted: true, steady: true, counts: true, log: false } };
const OVER_ROUNDS = { ...PLAIN, per: 'round', axes: { ...STEADY.axes, steady: false } };
const ROOM = { width: 640, height: 200, size: 12 };
const trace = (x, y, more = {}) => ({ type: 'scatter', x, y, ...more });
const valuesOf = (data, lines = [], axes = {}) => rangeOf(data, { shapes: lines.map((y0) => ({ y0 })) }, axes);
const laid = (description, data, now = {}, more = {}) => {
  const layout = { xaxis: {}, yaxis: {}, shapes: [], annotations: [], ...more };
  fitAxes(description, { data, layout }, { room: ROOM, ...now });
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
  const data = [trace([1, 2], [40, -7]), trace([2, 30], [null, 90])];
  const [x, y] = [turnsOf(data, ROOM), valuesOf(data, [130])];
  assert.ok(x[0] === 0 && x[1] >= 30);
  assert.ok(y[0] < -7 && y[1] >= 130);
  assert.deepEqual(valuesOf([trace([], [])]), [0, 1]);
  assert.deepEqual(valuesOf([trace([1, 2], [0, 0]), trace([1, 2], [0, 1], { yaxis: 'y2' })]), [0, 1], 'bands have an axis of their own');
});

test('what stands on each other is counted together', () => {
  const bars = [trace(['A', 'B'], [3, 1], { type: 'bar' }), trace(['A', 'B'], [4, -2], { type: 'bar' })];
  assert.deepEqual(rangeOf(bars, { barmode: 'relative' }, {}), [-2, 8]);
  assert.deepEqual(rangeOf(bars, { barmode: 'group' }, {}), [-2, 5], 'bars that only stand beside each other have air above them');
  assert.deepEqual(valuesOf([trace([1, 2], [20, 30], { stackgroup: 'all' }), trace([1, 2], [20, 30], { stackgroup: 'all' })]), [0, 60]);
});

test('shares end at 100 per cent, unless one exceeds it', () => {
  assert.deepEqual(valuesOf([trace([1], [99])], [], { most: 100 }), [0, 100]);
  assert.deepEqual(valuesOf([trace([1], [104])], [], { most: 100 }), [0, 150]);
});

test('a match of many turns gets new axes seldom', () => {
  const x = Array.from({ length: 500 }, (_, at) => at + 1);
  const y = x.map((turn) => turn * 1000);
  const all = x.map((turn) => ({ x: turnsOf([trace(x.slice(0, turn), y.slice(0, turn))], ROOM), y: valuesOf([trace(x.slice(0, turn), y.slice(0, turn))]) }));
  const known = new Set(all.map((axes) => JSON.stringify(axes)));
  assert.ok(known.size < 50, String(known.size));
  assert.deepEqual([...new Set(all.map((axes) => axes.x[1]))], [20, 30, 40, 60, 80, 100, 150, 200, 250, 300, 400, 500, 600]);
});

test('a step goes on in the axes there are as long as they hold it; room ahead comes in the pause after it', () => {
  const fitted = (data, held) => {
    const layout = { xaxis: {}, yaxis: {}, shapes: [], annotations: [] };
    return { ...fitAxes(STEADY, { data, layout }, { room: ROOM, held }), layout };
  };
  const before = fitted([trace([0, 18], [1, 7.5])]);
  assert.deepEqual([before.ends, before.waits], [{ x: [0, 20], y: [0, 8] }, false]);
  const step = fitted([trace([0, 18, 19], [1, 7.5, 7.9])], before.ends);
  assert.deepEqual([step.ends, step.waits], [before.ends, true]);
  assert.deepEqual([step.layout.xaxis, step.layout.yaxis], [before.layout.xaxis, before.layout.yaxis], 'plotly is told of no axis');
  const rest = fitted([trace([0, 18, 19], [1, 7.5, 7.9])]);
  assert.deepEqual([rest.ends, rest.waits], [{ x: [0, 30], y: [0, 10] }, false]);
  const outgrown = fitted([trace([0, 18, 21], [1, 7.5, 11])], before.ends);
  assert.deepEqual([outgrown.ends, outgrown.waits], [{ x: [0, 30], y: [0, 15] }, false], 'no point is ever cut off');
  assert.deepEqual(fitted([trace([0, 18], [1, 7.5])], rest.ends).ends, before.ends, 'on the way back they are as they were');
  const below = fitted([trace([0, 18], [-3, 7.5])], before.ends);
  assert.ok(below.ends.y[0] <= -3);
  const lined = fitAxes(STEADY, { data: [trace([0, 18], [1, 7])], layout: { xaxis: {}, yaxis: {}, shapes: [{ y0: 9 }], annotations: [] } }, { room: ROOM, held: before.ends });
  assert.ok(lined.ends.y[1] >= 9, 'a reference line is in sight');
});

test('a value can be read: its axis shows it or its neighbours, in every size of type', () => {
  const number = [trace([0, 1, 2], [1, 7, 5])];
  for (const room of [ROOM, { width: 1000, height: 270, size: 19 }, { width: 340, height: 200, size: 11.5 }]) {
    const { yaxis } = laid(STEADY, number, { room }, { margin: { t: 8, b: room.size * 3, l: 0, r: 0 } });
    assert.ok(yaxis.dtick <= 2, `${room.height}: ${yaxis.dtick}`);
    assert.equal(yaxis.tick0, 0);
  }
  assert.equal(laid(STEADY, number, { room: { width: 640, height: 240, size: 12 } }).yaxis.dtick, 1);
});

test('ticks have the room that their numbers need, and stand at both ends of the axis where they can', () => {
  for (const [from, to] of [[0, 8], [0, 60], [-40, 100], [0, 1.5], [0, 4e6], [0, 2500]]) {
    for (const room of [3, 5, 9]) {
      const step = stepOf(to - from, [from, to], room, false);
      assert.ok((to - from) / step <= room, `${from} to ${to} by ${step}`);
      assert.ok((to - from) / step >= room / 6, `${from} to ${to} by ${step}: too few`);
    }
  }
  assert.equal(stepOf(8, [0, 8], 6, true), 2);
  assert.equal(stepOf(1.5, [0, 1.5], 5, false), 0.5);
  assert.equal(stepOf(5, [0, 5], 4, true), 2, 'a tick between the ends says more than one at the upper end');
  assert.equal(stepOf(2500, [0, 2500], 4, false), 1000);
  assert.equal(stepOf(1, [0, 1], 9, true), 1, 'there is no half of a deal');
});

test('turns have as many numbers as there is room for, all of them whole', () => {
  const data = [trace([0, 13], [5, 6])];
  assert.equal(laid(STEADY, data, { room: { ...ROOM, width: 700 } }).xaxis.dtick, 1);
  assert.equal(laid(STEADY, data, { room: { ...ROOM, width: 330 } }).xaxis.dtick, 2);
  assert.equal(laid(STEADY, data, { room: { ...ROOM, width: 150 } }).xaxis.dtick, 5);
});

test('what lies at the ends of the axes is drawn whole', () => {
  const { xaxis, yaxis } = laid(STEADY, [trace([0, 20], [0, 8])]);
  assert.ok(xaxis.range[0] < 0 && yaxis.range[0] < 0 && yaxis.range[1] > 8);
});

test('lines have given axes of turns; bars and areas leave these to the library', () => {
  const data = [trace([1], [5])];
  assert.deepEqual([laid(STEADY, data).xaxis.autorange, laid(STEADY, data).yaxis.autorange], [false, false]);
  const other = laid(OVER_ROUNDS, data);
  assert.deepEqual([other.xaxis.range, other.yaxis.range], [undefined, [0, 5]], 'bars stand on zero');
});

test('the plane of two figures has room around both zeros', () => {
  const { xaxis, yaxis } = laid({ ...PLAIN, per: 'turn', axes: { plane: true } }, [trace([0, 1500], [0, 21])]);
  assert.ok(xaxis.range[0] < 0 && xaxis.range[1] > 1500 && yaxis.range[0] < 0 && yaxis.range[1] > 21);
  assert.ok(xaxis.dtick <= 500 && yaxis.dtick <= 5);
});

test('few turns, rounds or elections have each a number on the axis', () => {
  for (const last of [1, 7, 13]) assert.equal(laid(OVER_ROUNDS, [trace([1, last], [5, 6])]).xaxis.dtick, 1);
  assert.equal(laid({ ...PLAIN, per: 'round', axes: { ...OVER_ROUNDS.axes, counts: false } }, [trace([1], [5])]).xaxis.dtick, undefined);
});

test('the axis of turns reaches to the turn that a question is about', () => {
  const shapes = [{ type: 'line', xref: 'x', x0: 4, x1: 34, y0: 5 }];
  assert.ok(laid(STEADY, [trace([0, 4], [1, 2])], {}, { shapes }).xaxis.range[1] >= 34);
});

test('the words of a line at the top stand below it', () => {
  const words = (y) => laid(STEADY, [trace([1], [36])], {}, { shapes: [{ y0: y }], annotations: [{ y, yanchor: 'bottom' }] }).annotations[0].yanchor;
  assert.deepEqual([words(40), words(20)], ['top', 'bottom']);
});

test('the words of a line stand at the end at which the lines of the chart do not run', () => {
  const words = (y) => ({ annotations: [{ y, x: 1, xanchor: 'right', yanchor: 'bottom' }] });
  const rising = [trace([0, 10, 78], [0, 0, 35])];
  assert.deepEqual(laid(STEADY, rising, {}, words(36)).annotations.map(({ x, xanchor }) => [x, xanchor]), [[0, 'left']]);
  const leaving = [trace([0, 10, 78], [100, 120, 180])];
  assert.equal(laid(STEADY, leaving, {}, words(100)).annotations[0].xanchor, 'right');
  assert.equal(laid(STEADY, [trace([0, 3], [0, 3])], {}, words(3)).annotations[0].xanchor, 'right', 'nothing runs there yet');
});

test('names below an axis rise no steeper than they must', () => {
  const names = ['Motor', 'Chemicals', 'Construction', 'Electronics'];
  const rise = (width, l = 20) => {
    const layout = { xaxis: {}, margin: { l, r: 8 } };
    slant(names, layout, { ...ROOM, width });
    return [Math.abs(layout.xaxis.tickangle), layout.margin.b];
  };
  assert.deepEqual(rise(700), [0, 1.8 * ROOM.size], 'these lie flat');
  const [[wide], [narrow, below]] = [rise(290), rise(160)];
  assert.ok(wide > 0 && wide < narrow && narrow < 90, `${wide} ${narrow}`);
  assert.ok(below > 12 * 0.5 * ROOM.size * Math.sin((narrow * Math.PI) / 180), 'the longest has its room');
});

test('rows of a heat map too low for their figures have none, rather than one over the other', () => {
  const seats = ['Ada', 'Bo', 'Cy', 'Di'];
  const figures = (height, size) => {
    const data = [{ type: 'heatmap', x: ['Motor', 'Food'], y: seats }, { type: 'scatter', mode: 'text', text: ['100%', '–'] }];
    fitAxes({ axes: {}, layout: { margin: { b: {} } } }, { data, layout: { xaxis: {}, yaxis: {}, margin: { l: 40, r: 8, t: 2, b: 44 } } }, { room: { width: 500, height, size } });
    return data[1].visible;
  };
  assert.equal(figures(200, 12), undefined);
  assert.equal(figures(106, 12), undefined, "a notebook's cell has room for four seats");
  assert.equal(figures(106, 17), false);
});

test('figures wider than their column lose their per cent sign, and are left out where they are wider still', () => {
  const sectors = ['Motor', 'Textile', 'Food', 'Energy', 'Chemicals', 'Electronics', 'Construction', 'Media', 'Health'];
  const figures = (width) => {
    const data = [{ type: 'heatmap', x: sectors, y: ['Ada'] }, { type: 'scatter', mode: 'text', text: ['100%', '60%', '–'] }];
    fitAxes({ axes: {}, layout: { margin: { b: {} } } }, { data, layout: { xaxis: {}, yaxis: {}, margin: { l: 40, r: 8, t: 2, b: 44 } } }, { room: { width, height: 200, size: 12 } });
    return data[1].visible === false ? null : data[1].text;
  };
  assert.deepEqual(figures(500), ['100%', '60%', '–']);
  assert.deepEqual(figures(330), ['100', '60', '–']);
  assert.equal(figures(200), null);
});

test('a match that is over is drawn to its last turn, and from where things began to move', () => {
  const turns = (y) => y.map((_, at) => at);
  const course = Array.from({ length: 49 }, (_, at) => 100 + at);
  const range = (y, now) => laid(STEADY, [trace(turns(y), y)], now).xaxis.range.map((end) => Math.round(end) + 0);
  assert.deepEqual(range(course, {}), [-1, 61], 'while it goes on there is room ahead');
  assert.deepEqual(range(course, { over: true }), [-1, 49]);
  const late = [...Array(61).fill(0), ...Array.from({ length: 17 }, (_, at) => 2 * at + 1)];
  assert.deepEqual(range(late, { over: true }), [60, 77], 'points come in part 2 alone');
  assert.deepEqual(range([0, 0, 0, ...course], { over: true }), [-1, 52], 'little of it lies flat');
  assert.deepEqual(range(Array(20).fill(0), { over: true }), [0, 19], 'nothing has moved at all');
});

test('names beside rows that are wider than their room are cut short at their end', () => {
  const names = ['Bo', 'Wilhelmina-Charlotte <von> Hohenzollern-Sigmaringen'];
  const layout = { yaxis: {} };
  cutShort(names, layout);
  assert.deepEqual(layout.yaxis.tickvals, [0, 1]);
  assert.match(layout.yaxis.ticktext[1], /^Wilhelmina-Charlot.*…$/);
  const short = { yaxis: {} };
  cutShort(['Bo', 'Cy'], short);
  assert.deepEqual(short, { yaxis: {} });
});

test('the name at the end of a branch has its room beside the line', () => {
  const [, last] = turnsOf([trace([0, 19], [1, 2], { text: ['', 'What if taxes'] })], ROOM);
  assert.ok(((last - 19) / last) * ROOM.width > 13 * 0.6 * ROOM.size, String(last));
  const [, marked] = turnsOf([trace([0, 17], [1, 2], { mode: 'markers', text: ['Salary', 'Salary'] })], ROOM);
  assert.equal(marked, 20, 'words that only who points at a mark reads take no room');
});

test('the ends of a logarithmic axis are left to the library, which would end it at a line that it is told to include', () => {
  const layout = { xaxis: {}, yaxis: { autorangeoptions: { include: [1] } }, shapes: [], annotations: [] };
  fitAxes({ ...PLAIN, per: 'turn', axes: { ...STEADY.axes, log: true } }, { data: [trace([1, 2], [0.66, 1.54])], layout }, { logged: true });
  assert.deepEqual([layout.yaxis.autorange, layout.yaxis.autorangeoptions], [true, undefined]);
});
