/** Lines that grow between two looks of plotly: their paths, their markers, and when plotly is told. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthened } from '../../../classkit/widgets/page/charts/growth.js';
import { Later } from '../../../classkit/widgets/page/charts/plotly.js';
import { areNumbers, areaOf, marked, pathOf, pieces } from '../../../classkit/widgets/page/charts/growth.js';

const across = (value) => value * 10;
const up = (value) => 100 - value;

test('a line is one piece, and a value that is missing is a gap in it', () => {
  assert.deepEqual(pieces([0, 1, 2], [5, 6, 7], across, up), [[[0, 95], [10, 94], [20, 93]]]);
  assert.deepEqual(pieces([0, 1, 2, 3, 4], [null, 6, undefined, 8, 9], across, up), [[[10, 94]], [[30, 92], [40, 91]]]);
  assert.deepEqual(pieces([0, 1], [null, Number.NaN], across, up), []);
  assert.deepEqual(pieces([], [], across, up), []);
});

test('a path goes straight, by steps, or by steps that are half a turn early', () => {
  const piece = [[0, 95], [10.126, 94], [20, 93.333]];
  assert.equal(pathOf(piece, 'linear'), 'M0,95L10.126,94L20,93.333');
  assert.equal(pathOf(piece, 'hv'), 'M0,95H10.13V94H20V93.33');
  assert.equal(pathOf(piece, 'hvh'), 'M0,95H5.06V94H10.13H15.06V93.33H20');
  assert.equal(pathOf([[3, 4]], 'linear'), 'M3,4');
  assert.equal(pathOf([[3, 4]], 'hv'), 'M3,4');
});

test('a band is filled from its line down to the base', () => {
  assert.equal(areaOf([[0, 1], [10, 0]], 'hvh', 50), 'M10,50L0,50L0,1H5V0H10');
});

test('some points have a marker, spread evenly, others in each line', () => {
  const points = [...Array(24).keys()];
  assert.deepEqual(marked(points, 6, 0), [0, 4, 8, 12, 16, 20]);
  assert.deepEqual(marked(points, 6, 1), [3, 7, 11, 15, 19, 23]);
  assert.deepEqual(marked([2, 5, 9], 6, 0), [2, 5, 9]);
  for (let count = 1; count < 200; count += 1) {
    for (let line = 0; line < 8; line += 1) assert.ok(marked([...Array(count).keys()], 6, line).length <= 6);
  }
});

test('a text among the values is left to plotly, which may take it for a number', () => {
  assert.ok(areNumbers([1, null, undefined, Number.NaN]));
  assert.ok(!areNumbers([1, '2']));
});

/** A canvas as plotly leaves it, with the given number of paths in each of its lines. */
function canvasOf(traces, paths) {
  const node = () => ({ kept: {}, getAttribute(name) { return this.kept[name] ?? null; }, setAttribute(name, value) { this.kept[name] = value; } });
  const groups = traces.map(() => ({ lines: Array.from({ length: paths }, node), querySelectorAll(which) { return which.includes('.lines') ? this.lines : []; } }));
  return {
    groups, data: traces.map(({ x, y }) => ({ x, y })), _fullLayout: { xaxis: { c2p: across }, yaxis: { c2p: up } },
    _fullData: traces.map((trace, index) => ({ ...trace, uid: `u${index}`, visible: true, connectgaps: false, fill: 'none' })),
    querySelector: (which) => groups[Number(which.match(/u(\d+)$/)[1])],
  };
}

const line = (meta, y, more = {}) => ({ type: 'scatter', mode: 'lines', meta, x: y.map((_, index) => index), y, line: { shape: 'linear', simplify: false }, ...more });

test('lines are drawn where plotly has them, and what is drawn is told', () => {
  const canvas = canvasOf([line('a', [1, 2]), line('b', [3, 4])], 1);
  assert.ok(lengthened(canvas, [line('a', [1, 2, 3]), line('b', [3, 4, 5])]));
  assert.deepEqual(canvas.groups.map((group) => group.lines[0].kept.d), ['M0,99L10,98L20,97', 'M0,97L10,96L20,95']);
  assert.deepEqual(canvas.data.map(({ y }) => y), [[1, 2, 3], [3, 4, 5]]);
});

test('a trace without points, of which plotly has drawn nothing, keeps no line from being drawn', () => {
  const marks = { type: 'scatter', mode: 'markers', meta: 'marks', x: [], y: [], marker: { symbol: [], color: [] } };
  const canvas = canvasOf([line('a', [1, 2]), marks], 1);
  canvas._fullData[1] = { type: 'scatter', meta: 'marks', uid: 'u1', visible: false };
  assert.ok(lengthened(canvas, [line('a', [1, 2, 3]), marks]));
  assert.equal(canvas.groups[0].lines[0].kept.d, 'M0,99L10,98L20,97');
  assert.equal(lengthened(canvas, [line('a', [1, 2, 3]), { ...marks, x: [2], y: [3] }]), false, 'its first point is plotly’s to draw');
});

test('the first mark of a kind copies its sample, and is seen', () => {
  const points = [];
  const pointOf = (kept) => ({
    kept, parentNode: { append: (made) => points.push(made) }, cloneNode: () => pointOf({ ...kept }),
    getAttribute: (name) => kept[name] ?? null, setAttribute: (name, value) => { kept[name] = value; }, removeAttribute: (name) => { delete kept[name]; },
  });
  points.push(pointOf({ d: 'circle', transform: 'translate(-10000,100)', display: 'none' }), pointOf({ d: 'square', transform: 'translate(-10000,100)', display: 'none' }));
  const marks = (x, y, symbol) => ({ type: 'scatter', mode: 'markers', meta: 'marks', x, y, marker: { symbol, color: symbol } });
  const before = marks([-1000, -1000], [0, 0], ['circle', 'square']);
  const canvas = {
    data: [before], _fullData: [{ ...before, uid: 'u0', visible: true }], _fullLayout: { xaxis: { c2p: across, range: [0, 20] }, yaxis: { c2p: up } },
    querySelector: () => ({ querySelectorAll: () => points }),
  };
  const seen = () => points.map(({ kept }) => [kept.d, kept.transform, kept.display ?? '']);
  assert.ok(lengthened(canvas, [marks([-1000, -1000, 3], [0, 0, 7], ['circle', 'square', 'square'])]));
  assert.deepEqual(seen(), [['circle', 'translate(-10000,100)', 'none'], ['square', 'translate(-10000,100)', 'none'], ['square', 'translate(30,93)', '']]);
});

test('a picture that is not as expected is left as it is', () => {
  const grown = [line('a', [1, 2, 3]), line('b', [3, 4, 5])];
  const before = grown.map((one) => line(one.meta, one.y.slice(0, 2)));
  const odd = {
    'other traces': [canvasOf(before.slice(0, 1), 1), grown],
    'another order': [canvasOf([...before].reverse(), 1), grown],
    'no path': [canvasOf(before, 0), grown],
    'a path too many': [canvasOf(before, 2), grown],
    'a gap that is new': [canvasOf(before, 1), [grown[0], line('b', [3, null, 5])]],
    'another shape': [canvasOf(before.map((one) => ({ ...one, line: { shape: 'spline' } })), 1), grown],
    'a path that plotly makes shorter': [canvasOf(before.map((one) => ({ ...one, line: { shape: 'linear', simplify: true } })), 1), grown],
    'texts for numbers': [canvasOf(before, 1), [grown[0], line('b', [3, 4, '5'])]],
    'another mode': [canvasOf(before, 1), [grown[0], { ...grown[1], mode: 'lines+markers' }]],
    'a trace not drawn before': [Object.assign(canvasOf(before, 1), { _fullData: canvasOf(before, 1)._fullData.map((one) => ({ ...one, visible: false })) }), grown],
    'no axes': [Object.assign(canvasOf(before, 1), { _fullLayout: {} }), grown],
    'no plotly': [{ groups: [], data: undefined }, grown],
  };
  for (const [what, [canvas, given]] of Object.entries(odd)) {
    assert.equal(lengthened(canvas, given), false, what);
    assert.ok(canvas.groups.every((group) => group.lines.every((path) => path.kept.d === undefined)), what);
  }
});

test('plotly is told in a pause, once, and before it is asked', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let clock = 0;
  context.mock.method(performance, 'now', () => clock);
  let told = 0;
  const later = new Later(() => { told += 1; });
  const pass = (milliseconds) => { clock += milliseconds; context.mock.timers.tick(milliseconds); };
  later.owe();
  pass(200);
  later.owe();
  pass(200);
  assert.equal(told, 0, 'a step 200 milliseconds ago is no pause');
  pass(150);
  assert.equal(told, 1);
  pass(5_000);
  assert.equal(told, 1);
  later.owe();
  later.now();
  assert.equal(told, 2);
  later.now();
  pass(5_000);
  assert.equal(told, 2, 'nothing is owed any more');
  later.owe();
  later.drop();
  pass(5_000);
  assert.equal(told, 2);
});

test('steps that never pause do not keep it from plotly for ever', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let clock = 0;
  context.mock.method(performance, 'now', () => clock);
  let told = 0;
  const later = new Later(() => { told += 1; });
  for (let step = 0; step < 200; step += 1) { // ten seconds of the fastest Play
    later.owe();
    clock += 50;
    context.mock.timers.tick(50);
  }
  assert.ok(told >= 4 && told <= 5, String(told));
});
