import assert from 'node:assert/strict';
import test from 'node:test';
import { hasAxes } from '../../../classkit/widgets/page/charts/axes.js';
import { axisTitles, layout, legend, numbers } from '../../../classkit/widgets/page/charts/layout.js';
import { grown } from '../../../classkit/widgets/page/charts/drawing.js';
import { traces } from '../../../classkit/widgets/page/charts/traces.js';
import { shadeOf } from '../../../classkit/widgets/page/charts/heatmap.js';
import { lightOf } from '../../../classkit/widgets/page/basics/colours.js';
import { offersLog } from '../../../classkit/widgets/page/charts/axes.js';
import { SEAT_LOOKS } from '../../../classkit/widgets/page/basics/seatlook.js';

const paint = { ink: '#000000', faint: '#dddddd', paper: '#ffffff', size: 12, wide: 3 };
const metrics = {
  share: { label: 'Share', unit: '%', scope: 'seat_parts', parts: [['steel', 'Steel'], ['food', '<b>Food']] },
  swing: { label: 'Swing', unit: 'points', scope: 'seat_parts', parts: ['steel', 'food'] },
  hhi: { label: 'HHI', unit: '0–10,000', scope: 'parts', parts: [['steel', 'Steel'], ['food', 'Food']] },
  supply: { label: 'Supply', unit: 'units', scope: 'seat' }, price: { label: 'Price', unit: 'gold', scope: 'seat' }, gold: { label: 'Gold', unit: 'gold', scope: 'table' },
  cash: { label: 'Cash', unit: '$', scope: 'seat' }, recession: { label: 'Recession', unit: '', scope: 'table' },
};
const row = (turn, recession) => ({
  turn, round: turn,
  values: {
    share: { A: { steel: 10 * turn, food: 0 }, B: { steel: 100 - 10 * turn } }, swing: { A: { steel: -turn, food: 2 }, B: { steel: turn, food: 0 } }, hhi: { steel: 5000 + turn, food: 10_000 },
    supply: { A: turn, B: 2 * turn }, price: { A: 10 / turn, B: 20 / turn }, gold: 7, cash: { A: 100 ** turn, B: 0 }, recession,
  },
});
const rows = [row(1, 0), row(2, 1), row(3, 1), row(4, null)];
const seats = [{ id: 'A', name: 'Ada', look: SEAT_LOOKS[0] }, { id: 'B', name: '<i>B', look: SEAT_LOOKS[1] }];
const figures = { metrics, rows, branches: [], branch: 'Main', seats };
const chart = (kind, names, more = {}) => ({ key: 'k', title: 'T', kind, metrics: names, per: 'turn', lines: [], ...more });
const heat = chart('heat_map', ['share']);

/** A chart as plotly is told of it, and by what it grows from one present to another: null where it is drawn anew. */
const picture = (chart, shown) => ({ data: traces(chart, shown, paint), layout: layout(chart, shown, paint) });
const growth = (chart, one, other) => grown(picture(chart, one), picture(chart, other));

test('a heat map shows seats by parts as they are now, with each value in its cell', () => {
  const [cells, texts] = traces(heat, figures, paint);
  assert.deepEqual([cells.type, cells.y, cells.x], ['heatmap', ['Ada', '&lt;i>B'], ['Steel', '&lt;b>Food']]);
  assert.deepEqual(cells.z, [[40, 0], [60, null]]);
  assert.deepEqual([cells.zmin, cells.zmax], [0, 100]);
  assert.deepEqual(texts.text, ['40%', '0%', '60%', '–']);
  assert.equal(hasAxes(heat), false);
  assert.deepEqual(legend(heat, figures, paint).map((entry) => entry.name), ['0%', '100%']);
  assert.deepEqual(legend(chart('heat_map', ['swing'], { y_title: 'points' }), figures, paint).map((entry) => entry.name), ['−4', '0', '4 points']);
  assert.deepEqual(numbers(heat, figures), { columns: ['Seat', 'Steel', '<b>Food'], rows: [['Ada', '40%', '0%'], ['<i>B', '60%', '–']] });
});

test('what is drawn from the present is drawn again only when its figures, its scale or its names change', () => {
  const again = { ...figures, rows: [...rows, { ...rows[3], turn: 5 }] };
  for (const one of [heat, chart('bar', ['cash'], { now: true }), chart('bar', ['hhi'], { now: true })]) {
    assert.deepEqual(growth(one, figures, again).indices, [], one.kind);
    assert.equal(growth(one, figures, { ...figures, rows: [...rows, row(6, 0)] }), null, one.kind);
  }
  const swing = chart('heat_map', ['swing']);
  assert.equal(growth(swing, { ...figures, rows: [rows[3]] }, { ...figures, rows: [row(9, 0), rows[3]] }), null, 'the scale');
  for (const one of [heat, chart('bar', ['supply'], { now: true })]) {
    assert.equal(growth(one, figures, { ...figures, seats: [{ ...seats[0], name: 'Eve' }, seats[1]] }), null, one.kind);
  }
  assert.deepEqual(layout(heat, figures, paint).xaxis.range, [-0.5, 1.5]);
});

test('figures below nothing have a scale of two ways, the same through a match', () => {
  const [cells] = traces(chart('heat_map', ['swing']), figures, paint);
  assert.deepEqual([cells.zmin, cells.zmax], [-4, 4]);
  assert.notDeepEqual(cells.colorscale, traces(heat, figures, paint)[0].colorscale);
});

test('the number in each cell reaches 4.5 to 1, in light and dark', () => {
  for (const paper of ['#ffffff', '#1a2129']) for (const key of ['share', 'swing']) {
    for (let turn = 1; turn <= 10; turn += 1) {
      const [cells, texts] = traces(chart('heat_map', [key]), { ...figures, rows: [...rows, row(turn, 0)] }, { ...paint, paper, ink: paper === '#ffffff' ? '#000000' : '#ffffff' });
      const scale = cells.colorscale.map(([, colour]) => colour);
      cells.z.flat().forEach((value, index) => {
        if (value === null) return;
        const [one, other] = [shadeOf(scale, (value - cells.zmin) / (cells.zmax - cells.zmin)), texts.textfont.color[index]].map(lightOf).sort((a, b) => a - b);
        assert.ok((other + 0.05) / (one + 0.05) >= 4.5);
      });
    }
  }
});

test('a scatter chart has a trail for each seat, and the present in front', () => {
  const made = chart('scatter', ['supply', 'price'], { y_title: 'gold' });
  const drawn = traces(made, figures, paint);
  assert.deepEqual([drawn[1].x, drawn[1].y], [[2, 4, 6, 8], [20, 10, 20 / 3, 5]]);
  assert.deepEqual([drawn[3].x, drawn[3].y], [[8], [5]]);
  assert.deepEqual(drawn.map((trace) => trace.name), ['Ada', '&lt;i>B', 'Ada', '&lt;i>B']);
  assert.equal(axisTitles(made, figures, paint).x, 'Supply, units');
  assert.deepEqual(legend(made, figures).map((entry) => entry.name), ['Ada', '<i>B']);
  assert.deepEqual(numbers(made, figures).columns, ['Turn', 'Ada: Supply', '<i>B: Supply', 'Ada: Price', '<i>B: Price']);
  const shared = traces(chart('scatter', ['gold', 'price']), figures, paint);
  assert.deepEqual([shared[0].x, shared[1].x], [[7, 7, 7, 7], [7, 7, 7, 7]]);
});

test('bands stand where the figure is neither 0 nor nothing, and grow with the lines', () => {
  const made = chart('line', ['cash'], { bands: 'recession' });
  const drawn = traces(made, figures, paint);
  assert.deepEqual(drawn.map((trace) => trace.yaxis), [undefined, undefined, 'y2']);
  assert.deepEqual(drawn[2].y, [0, 1, 1, 0]);
  const more = growth(made, figures, { ...figures, rows: [...rows, { ...rows[2], turn: 5 }] });
  assert.equal(more.indices.length, 3);
  assert.deepEqual([more.update.x[2], more.update.y[2]], [[5], [1]]);
  const laid = layout(made, figures, paint);
  assert.deepEqual([laid.yaxis.overlaying, laid.yaxis2.range], ['y2', [0, 1]]);
  assert.deepEqual(legend(made, figures).at(-1).name, 'Recession');
  assert.deepEqual(numbers(made, figures).columns.at(-1), 'Recession');
  assert.deepEqual(numbers(made, figures).rows.map((cells) => cells.at(-1)), ['–', '1', '1', '0']);
});

test('charts that are no course over time have nothing behind them', () => {
  for (const kind of ['heat_map', 'scatter', 'timeline']) assert.equal(layout(chart(kind, [kind === 'heat_map' ? 'share' : 'supply', 'price'], { bands: 'recession' }), figures, paint).yaxis2, undefined);
});

test('a logarithmic axis is given up by nobody who did not ask for it', () => {
  const plain = chart('line', ['cash'], { log: true, lines: [[0, 'nothing'], [1000, 'much']] });
  assert.equal(layout(plain, figures, paint).yaxis.type, undefined);
  assert.equal(hasAxes(plain), true);
  const logged = { ...plain, logged: true };
  const laid = layout(logged, figures, paint);
  assert.deepEqual([laid.yaxis.type, laid.yaxis.range, laid.yaxis.autorange], ['log', undefined, true]);
  assert.equal(hasAxes(logged), false);
  assert.equal(grown(picture(plain, figures), picture(logged, figures)), null);
  // Where nothing is above zero there is no place for a line.
  assert.deepEqual(laid.shapes.map((shape) => shape.y0), [1000]);
  assert.deepEqual(laid.annotations.map((words) => words.y), [3]);
  assert.deepEqual([offersLog(plain), offersLog(chart('line', ['cash'])), offersLog({ ...heat, log: true }), offersLog(undefined)], [true, false, false, false]);
  const both = layout({ ...chart('scatter', ['supply', 'price'], { log: true }), logged: true }, figures, paint);
  assert.deepEqual([both.xaxis.type, both.yaxis.type], ['log', 'log']);
});

test('bars of the present: a group for each seat, a bar for each part or figure', () => {
  const grouped = chart('bar', ['supply', 'price'], { now: true });
  const drawn = traces(grouped, figures, paint);
  assert.deepEqual(drawn.map((trace) => [trace.name, trace.x, trace.y]), [['Supply', ['Ada', '&lt;i>B'], [4, 8]], ['Price', ['Ada', '&lt;i>B'], [2.5, 5]]]);
  assert.deepEqual(numbers(grouped, figures), { columns: ['Seat', 'Supply', 'Price'], rows: [['Ada', '4', '2.5'], ['<i>B', '8', '5']] });
  const parts = chart('bar', ['hhi'], { now: true });
  assert.deepEqual(traces(parts, figures, paint).map((trace) => [trace.x, trace.y]), [[['Steel', 'Food'], [5004, 10_000]]]);
  assert.deepEqual(legend(parts, figures), []);
  // A part has the colour that it has on the board; what is no colour is none.
  const coloured = { ...figures, metrics: { ...figures.metrics, hhi: { ...figures.metrics.hhi, colours: { steel: '#C0392B', food: 'url(x)' } } } };
  assert.deepEqual(traces(parts, coloured, paint)[0].marker.color, ['#c0392b', traces(parts, figures, paint)[0].marker.color[1]]);
  assert.deepEqual(numbers(parts, figures).rows, [['Steel', '5,004'], ['Food', '10,000']]);
  const table = chart('bar', ['gold', 'recession'], { now: true });
  assert.deepEqual(traces(table, figures, paint).map((trace) => [trace.x, trace.y]), [[['Gold', 'Recession'], [7, null]]]);
});

test('seats whose names would not stand below their bars are told by their letters', () => {
  const grouped = chart('bar', ['supply', 'price'], { now: true });
  assert.equal(layout(grouped, figures, paint).xaxis.ticktext, undefined);
  const named = (names) => ({ ...figures, seats: names.map((name, index) => ({ id: 'ABCDEFGH'[index], name, look: SEAT_LOOKS[index] })) });
  const eight = layout(grouped, named(['Ada', 'Bo', 'Cy', 'Di', 'Eve Montgomery', 'Fay', 'Gus', 'Hal']), paint).xaxis;
  assert.deepEqual([eight.ticktext, eight.tickvals, eight.tickangle], [[...'ABCDEFGH'], [0, 1, 2, 3, 4, 5, 6, 7], 0]);
  assert.equal(layout(grouped, named(['Ada', 'Bo', 'Cy', 'Di', 'Eve', 'Fay', 'Gus', 'Hal']), paint).xaxis.ticktext, undefined);
  // The numbers have the names in full.
  assert.equal(numbers(grouped, named(['Ada', 'Bo Montgomery-Smith of Leeds'])).rows[1][0], 'Bo Montgomery-Smith of Leeds');
});

test('an empty history draws nothing and breaks nothing', () => {
  const none = { ...figures, rows: [] };
  const charts = [heat, chart('heat_map', ['unknown']), chart('scatter', ['supply', 'price']), chart('scatter', ['unknown', 'price']), chart('line', ['cash'], { bands: 'recession' }), chart('line', ['cash'], { bands: 'unknown' }),
    { ...chart('line', ['cash'], { log: true }), logged: true }, chart('bar', ['hhi'], { now: true }), chart('bar', ['unknown'], { now: true })];
  for (const one of charts) for (const data of [none, figures]) {
    assert.ok(Array.isArray(traces(one, data, paint)));
    assert.ok(layout(one, data, paint).xaxis);
    assert.equal(typeof axisTitles(one, data, paint).x, 'string');
    assert.ok(Array.isArray(legend(one, data, paint)));
    assert.ok(Array.isArray(numbers(one, data).rows));
  }
});
