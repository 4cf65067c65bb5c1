import assert from 'node:assert/strict';
import test from 'node:test';
import { fitAxes, isEmpty } from '../../../classkit/widgets/page/charts/axes.js';

const ROOM = { width: 640, height: 200, size: 12 };
const LINES = { across: 'counts', up: 'values', word: 'turn', unit: '', x_unit: '', zero: true, counted: true, top: 0, steady: true, rounds: false, log: false };
const trace = (x, y, more = {}) => ({ type: 'scatter', x, y, ...more });
const laid = (data, axes = {}, given = {}, more = {}) => {
  const layout = { xaxis: {}, yaxis: {}, shapes: [], annotations: [], ...more };
  const plot = fitAxes({ axes: { ...LINES, ...axes }, per: 'turn' }, { data, layout }, { room: ROOM, ...given });
  return { ...layout, plot };
};
const turns = (last, value = 5) => trace(Array.from({ length: last + 1 }, (_, at) => at), Array(last + 1).fill(value));

test('what is counted has whole ticks', () => {
  const y = (value, axes = {}) => laid([trace([0, 1], [0, value])], axes).yaxis.tickvals;
  assert.ok(y(1).every(Number.isInteger) && y(3).every(Number.isInteger));
  assert.ok(y(1.5).some((tick) => !Number.isInteger(tick)), 'a share is not counted');
  assert.ok(y(1, { counted: false }).some((tick) => !Number.isInteger(tick)));
});

test('what stands on each other is counted together, and bands have an axis of their own', () => {
  const bars = [trace(['A'], [3], { type: 'bar' }), trace(['A'], [4], { type: 'bar' })];
  const across = { across: 'names', steady: false };
  assert.ok(laid(bars, across, {}, { barmode: 'relative' }).yaxis.range[1] >= 7);
  assert.ok(laid(bars, across, {}, { barmode: 'group' }).yaxis.range[1] < 7);
  assert.deepEqual(laid([turns(3, 0), trace([0, 1], [0, 1], { yaxis: 'y2' })]).yaxis.tickvals, [0, 1, 2, 3, 4]);
});

test('shares end at 100 per cent, unless one exceeds it', () => {
  const end = (value) => laid([turns(3, value)], { most: 100, unit: '%', counted: false }).yaxis.range[1];
  const isAll = (top) => top >= 100 && top < 101.5; // with a hair, so that the highest line of the grid is drawn
  assert.ok(isAll(end(100.2)) && isAll(end(99)) && end(104) > 104);
});

test('the axis of turns ends at now: as turns come it grows, and from the first it holds eight', () => {
  for (const last of [0, 3, 8, 9, 28, 137, 500]) {
    const { xaxis, plot } = laid([turns(last)]);
    assert.deepEqual(xaxis.range, [0, Math.max(8, last)]);
    assert.deepEqual(plot.x, xaxis.range);
    assert.ok(xaxis.ticktext[xaxis.tickvals.indexOf(last)].includes(`>turn ${last}<`), xaxis.ticktext.join());
    const places = xaxis.tickvals;
    const pixel = plot.width / xaxis.range[1];
    places.slice(1).forEach((place, at) => assert.ok((place - places[at]) * pixel > 14, `${places}`));
  }
});

test('with futures the axis reaches to their end, and what lies ahead is shaded from now on', () => {
  const { xaxis, shapes } = laid([turns(20), trace([20, 40], [5, 9])], {}, { now: 20 });
  assert.equal(xaxis.range[1], 40);
  assert.ok(xaxis.ticktext.some((words) => words.includes('turn 20')));
  assert.ok(xaxis.tickvals.at(-1) > 20, 'and it is numbered');
  assert.deepEqual(shapes.map(({ type, x0 }) => [type, x0]), [['rect', 20], ['line', 20]]);
  assert.deepEqual(laid([turns(20)]).shapes, []);
});

test('the axis of turns reaches to the turn that a question is about', () => {
  assert.equal(laid([turns(20)], { ahead: 34 }).xaxis.range[1], 34);
});

test('labels and ticks have the room that they need beside the plot', () => {
  const { margin, plot } = laid([turns(20)], {}, { right: 130 });
  assert.equal(margin.r, 130);
  assert.equal(Math.round(plot.left + plot.width), ROOM.width - 130);
  assert.ok(laid([turns(20)]).margin.r >= 12);
  const wide = laid([turns(3, 2_500_000)], { unit: '$', counted: false }).margin.l;
  assert.ok(wide > laid([turns(3)]).margin.l, 'long numbers have more');
});

test('a low chart has fewer ticks', () => {
  const count = (height) => laid([turns(5, 8)], {}, { room: { ...ROOM, height } }).yaxis.tickvals.length;
  assert.ok(count(60) < count(200) && count(60) >= 2);
});

test('names below an axis lie flat where they have room, and rise where they have none', () => {
  const bars = (names) => [trace(names, names.map(() => 1), { type: 'bar' })];
  const axis = (names, width) => laid(bars(names), { across: 'names', steady: false }, { room: { ...ROOM, width } });
  assert.equal(axis(['Ada', 'Bo'], 300).xaxis.tickangle, undefined);
  const many = axis(['Motor', 'Textile', 'Construction', 'Electronics', 'Chemicals'], 180);
  assert.ok(many.xaxis.tickangle < 0 && many.margin.b > 30);
});

test('names below an axis stand in two rows where they fit, and are cut to them where the plot is low', () => {
  const names = ['Motor', 'Textile', 'Construction', 'Electronics', 'Chemicals'];
  const axis = (width, height) =>
    laid([trace(names, names.map(() => 1), { type: 'bar' })], { across: 'names', steady: false }, { room: { ...ROOM, width, height } });
  const whole = axis(330, 200);
  assert.deepEqual(whole.xaxis.ticktext, names.map((name, at) => (at % 2 ? `<br>${name}` : name)));
  assert.equal(whole.xaxis.tickangle, 0);
  assert.ok(axis(260, 200).xaxis.ticktext.every((text) => !text.endsWith('…')), 'only the outer ones end at the edge');
  const low = axis(190, 126);
  assert.ok(low.plot.height > 75 && axis(190, 200).plot.height > 96, 'the plot stays');
  assert.ok(low.xaxis.ticktext.every((text, at) => text.startsWith('<br>') === (at % 2 === 1)));
  assert.ok(low.xaxis.ticktext[2].endsWith('…') && low.xaxis.ticktext[2].length > 4);
});

test('no bar reaches the upper edge of its chart, also where the tallest stands at a tick or at its most', () => {
  for (const most of [{}, { most: 20 }]) {
    const made = laid([trace(['A', 'B'], [20, 12], { type: 'bar' })], { across: 'names', steady: false, ...most });
    const [low, high] = made.yaxis.range;
    assert.ok(((high - 20) / (high - low)) * made.plot.height >= 1.5, 'a line of the grid is seen above it');
  }
});

test('rows of a heat map too low for their figures have none, and narrow columns no per cent sign', () => {
  const heat = (width, height) => {
    const cells = trace(['a', 'b', 'c'], ['Ada', 'Bo'], { type: 'heatmap', z: [[1, 2, 3], [1, 2, 3]] });
    const texts = trace([], [], { mode: 'text', text: Array(6).fill('100%') });
    laid([cells, texts], { across: 'names', up: 'names', steady: false }, { room: { ...ROOM, width, height } });
    return texts;
  };
  assert.deepEqual([heat(400, 200).text[0], heat(400, 200).visible], ['100%', undefined]);
  assert.equal(heat(160, 200).text[0], '100');
  assert.equal(heat(400, 50).visible, false);
});

test('a logarithmic axis has no place for what is not above zero', () => {
  const shapes = [{ y0: 0 }, { y0: 1000 }];
  const made = laid([trace([0, 1], [1, 5000])], { log: true }, { logged: true }, { shapes, annotations: shapes.map(({ y0: y }) => ({ y })) });
  assert.deepEqual([made.yaxis.type, made.plot.log], ['log', true]);
  assert.ok(made.yaxis.range[0] < 0 && made.yaxis.range[1] > Math.log10(5000), 'it holds all the others');
  assert.deepEqual([made.shapes.length, made.annotations[0].y], [1, 3]);
  assert.equal(laid([turns(3)], {}, { logged: true }).yaxis.type, undefined, 'where nobody offers it there is none');
});

test('a chart in which all is zero is empty, whatever its bands are', () => {
  assert.equal(isEmpty([turns(3, 0), trace([0], [1], { yaxis: 'y2' })]), true);
  assert.equal(isEmpty([turns(3, 0), turns(3, 1)]), false);
});

test('charts above each other have the margins that the widest of them needs', () => {
  const shared = { agree: ({ l, r }) => ({ l: l + 30, r: r + 100 }), hasTicks: false };
  const [alone, column] = [laid([turns(20)]), laid([turns(20)], {}, { column: shared })];
  assert.equal(column.plot.left, alone.plot.left + 30);
  assert.ok(column.plot.width < alone.plot.width - 100 && column.plot.height > alone.plot.height);
  assert.equal(column.xaxis.showticklabels, false);
});

test('lines of a young match end within its axis, later at its edge', () => {
  const early = laid([turns(2)]).plot;
  assert.ok(Math.abs(early.end - early.left - early.width / 4) < 1, `${early.end}`);
  const late = laid([turns(20)]).plot;
  assert.equal(late.end, late.left + late.width);
});
