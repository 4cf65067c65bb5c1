import assert from 'node:assert/strict';
import test from 'node:test';
import { axesFor } from '../../../classkit/widgets/page/charts/axes.js';
import { layout, legend } from '../../../classkit/widgets/page/charts/layout.js';
import { fanExtent, fanNumbers, fanOf, fanTraces, fanWords } from '../../../classkit/widgets/page/charts/fan.js';
import { grown } from '../../../classkit/widgets/page/charts/drawing.js';
import { traces } from '../../../classkit/widgets/page/charts/traces.js';
import { SEAT_LOOKS } from '../../../classkit/widgets/page/basics/seatlook.js';

const paint = { ink: '#000', faint: '#ddd', paper: '#fff', size: 12, wide: 3 };
const metrics = {
  number: { label: 'Inflation number', unit: '1–8', scope: 'table' },
  worth: { label: 'Net worth', unit: '$', scope: 'seat' },
};
const row = (turn) => ({ turn, round: Math.ceil(turn / 2), values: { number: turn, worth: { A: 100 * turn, B: 50 * turn, C: 1 } } });
const rows = [row(1), row(2), row(3)];
const seats = ['Ada', '<b>Bo', 'Cy'].map((name, at) => ({ id: 'ABC'[at], name, look: SEAT_LOOKS[at] }));
const five = (low) => [0, 1, 2, 3, 4].map((more) => [low + more, low + 10 * more]);
const fan = {
  run: 1, n: 200, turn: 3,
  by: { turn: { x: [3, 4], figures: { number: { '': five(1) }, worth: { A: five(100), B: five(-50), C: five(0) } } }, round: { x: [2], figures: { worth: { A: [[1], [2], [3], [4], [5]] } } } },
};
const figures = { metrics, rows, branches: [], branch: 'Main', seats, fan };
const step = { key: 'inflation', title: 'Inflation', kind: 'step', metrics: ['number'], y_title: 'Number' };
const worth = { key: 'worth', title: 'Worth', kind: 'line', metrics: ['worth'] };

test('a fan begins where the line of the match was, in two bands and a median', () => {
  const drawn = fanTraces(step, figures, paint);
  assert.equal(drawn.length, 5);
  for (const trace of drawn) {
    assert.deepEqual(trace.x, [2, 3, 4], 'the last row before it, then its own places');
    assert.equal(trace.y[0], 2);
    assert.equal(trace.zorder, -1, 'behind the lines');
    assert.equal(trace.line.shape, 'hv', 'as the line of its chart');
    assert.match(trace.meta, /^fan\./);
  }
  assert.deepEqual(drawn.map((trace) => trace.y[2]), [1, 41, 11, 31, 21]);
  assert.deepEqual(drawn.filter((trace) => trace.fill).map((trace) => trace.y[2]), [41, 31]);
  assert.match(drawn[4].line.dash, /px/, 'the median is dashed');
});

const isFan = (trace) => String(trace.meta).startsWith('fan.');

/** A chart as plotly is told of it, and by what it grows from one present to another: null where it is drawn anew. */
const picture = (chart, shown) => ({ data: traces(chart, shown, paint), layout: layout(chart, shown, paint) });
const growth = (chart, one, other) => grown(picture(chart, one), picture(chart, other));

test('the traces of a chart end with its fan, so that lines keep their places', () => {
  const all = traces(step, figures, paint);
  assert.deepEqual(all.map(isFan), [false, true, true, true, true, true]);
  assert.deepEqual(traces(step, { ...figures, fan: null }, paint).filter(isFan), []);
});

test('with many lines the middle halves alone are drawn, each in the colour of its line', () => {
  const drawn = fanTraces(worth, figures, paint);
  assert.equal(drawn.length, 9);
  assert.equal(new Set(drawn.filter((trace) => trace.fill).map((trace) => trace.fillcolor)).size, 3);
  assert.equal(fanExtent(worth, figures).high, 130, 'and they alone have room');
});

test('names never reach plotly as markup', () => {
  assert.ok(fanTraces(worth, figures, paint).every((trace) => !/<b>/.test(trace.hovertemplate ?? '')));
});

test('a chart by rounds has its fan by rounds, other kinds have none', () => {
  assert.deepEqual(fanOf({ ...worth, per: 'round' }, figures).x, [2]);
  for (const other of [{ ...worth, kind: 'bar' }, { ...worth, now: true }, { ...worth, per: 'election' }, { ...worth, metrics: ['gone'] }]) {
    assert.deepEqual(fanOf(other, figures).lines, []);
    assert.equal(fanNumbers(other, figures), null);
    assert.equal(fanWords(other, figures), '');
  }
});

test('axes have room for the fan, and a new fan is drawn anew', () => {
  const far = { ...fan, by: { turn: { x: [3, 44], figures: { number: { '': five(1) } } } } };
  assert.ok(axesFor(step, { ...figures, fan: far }).x[1] >= 44);
  assert.ok(axesFor(step, { ...figures, fan: far }).y[1] >= 41);
  const other = { ...fan, by: { turn: { ...fan.by.turn, figures: { number: { '': five(2) } } } } };
  assert.equal(growth(step, figures, { ...figures, fan: other }), null);
  assert.equal(growth(step, figures, { ...figures, faded: true }), null);
  assert.deepEqual(growth(step, figures, { ...figures, rows: [...rows, row(4)] }).indices, [0], 'a step only lengthens the line');
});

test('what the bands stand for is in the legend, in numbers, and in words', () => {
  const entry = legend(step, figures, paint).find((one) => one.fan);
  assert.equal(entry.name, 'futures');
  assert.match(entry.about, /middle half.*eight in ten/);
  assert.equal(legend(step, { ...figures, faded: true }, paint).find((one) => one.fan).name, 'futures of turn 3');
  const table = fanNumbers(worth, figures);
  assert.deepEqual(table.columns, ['Turn', 'Line', '10 % are below', '25 % are below', 'Median', '25 % are above', '10 % are above']);
  assert.deepEqual(table.rows[0].slice(0, 3), ['3', 'Ada', '$100']);
  assert.equal(table.rows.length, 6);
  assert.match(fanWords(step, figures), /200 futures from turn 3, medians at turn 4: Inflation number 21, eight in ten between 1 and 41/);
});

test('a fan of a turn that has passed is paler', () => {
  const alpha = (list) => list.filter((trace) => trace.fill).map((trace) => Number(trace.fillcolor.match(/([\d.]+)\)$/)[1]));
  const [now, then] = [alpha(fanTraces(step, figures, paint)), alpha(fanTraces(step, { ...figures, faded: true }, paint))];
  now.forEach((depth, at) => assert.ok(then[at] < depth));
});
