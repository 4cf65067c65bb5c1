/** What plotly is told: to lengthen what has grown, to react to all else, one update at a time, the latest last. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { drawAlong, Drawing, drawBehind, grown } from '../../../classkit/widgets/page/charts/drawing.js';

const line = (count, more = {}) => ({ type: 'scatter', name: 'A', x: [...Array(count).keys()], y: Array(count).fill(5), line: { width: 2 }, ...more });
const picture = (...data) => ({ data, layout: { xaxis: { range: [0, 20] } } });

/** A plotly that notes what it is told, and is done when it is let. */
function fake() {
  const told = [];
  const ends = [];
  const take = (name) => (canvas, ...given) => {
    told.push([name, ...given]);
    return new Promise((resolve, reject) => ends.push({ resolve, reject }));
  };
  return { told, library: { react: take('react'), relayout: take('relayout'), animate: take('animate') }, done: async (error) => { const { resolve, reject } = ends.shift(); if (error) reject(error); else resolve(undefined); await new Promise(setImmediate); } };
}

test('lists that have grown are told by their names, also within others', () => {
  assert.deepEqual(grown(picture(line(3)), picture(line(5))), { ends: {}, ticks: {}, indices: [0], update: [{ x: [3, 4], y: [5, 5] }] });
  const marks = (count) => line(count, { marker: { color: Array(count).fill('red'), size: 4 } });
  assert.deepEqual(grown(picture(marks(1)), picture(marks(2))).update, [{ x: [1], y: [5], 'marker.color': ['red'] }]);
  assert.deepEqual(grown(picture(line(2), line(4)), picture(line(2), line(5))).indices, [1], 'those alone that grew');
  const two = grown(picture(line(3), line(1, { text: ['a'] })), picture(line(4), line(2, { text: ['a', 'b'] })));
  assert.deepEqual(two, { ends: {}, ticks: {}, indices: [0, 1], update: [{ x: [3], y: [5] }, { x: [1], y: [5], text: ['b'] }] }, 'each by its own lists');
});

test('the point of the turn under way may give way, and nothing before it', () => {
  const given = grown(picture(line(3)), picture(line(4, { y: [5, 5, 7, 8] })));
  assert.deepEqual(given, { ends: {}, ticks: {}, indices: [0], update: [{ x: [3], y: [7, 8] }] });
  assert.deepEqual(grown(picture(line(3)), picture(line(3, { y: [5, 5, 7] }))).update, [{ y: [7] }]);
  assert.equal(grown(picture(line(3)), picture(line(3, { y: [5, 7, 5] }))), null);
});

test('axes that get longer, and their ticks, are told of alone', async () => {
  const axes = (xaxis, yaxis) => ({ ...picture(line(4)), layout: { xaxis: { type: 'linear', ...xaxis }, yaxis } });
  const before = axes({ range: [0, 20], dtick: 2 }, { range: [0, 6] });
  const after = { ...axes({ range: [0, 40], dtick: 5 }, { range: [0, 6] }), data: [line(5)] };
  assert.deepEqual(grown(before, after), { ends: { 'xaxis.range': [0, 40] }, ticks: { 'xaxis.dtick': 5 }, indices: [0], update: [{ x: [4], y: [5] }] });
  assert.deepEqual(grown(after, { ...after, layout: axes({ range: [0, 40], dtick: 5 }, { range: [0, 8] }).layout }), { ends: { 'yaxis.range': [0, 8] }, ticks: {}, indices: [], update: [] });
  assert.notEqual(grown(before, after).ends['xaxis.range'], after.layout.xaxis.range, 'plotly writes into it');
  const rounds = (end, dtick) => axes({ range: [0, end], tickmode: 'array', dtick, tickvals: [0, 4], ticktext: ['1', '2'] });
  assert.equal(grown(rounds(20, 1), rounds(30, 2)).ticks['xaxis.tickmode'], 'array', 'or plotly counts by the step');
  const begun = grown(rounds(20, 1), { ...rounds(20, 1), layout: axes({ range: [0, 20], tickmode: 'array', dtick: 1, tickvals: [0, 4, 8], ticktext: ['1', '2', '3'] }).layout });
  assert.deepEqual([begun.ends, begun.ticks['xaxis.tickvals']], [{ 'xaxis.range': [0, 20] }, [0, 4, 8]], 'plotly draws an axis that is told of its ends');
  const free = (...tickvals) => axes({ tickmode: 'array', tickvals });
  assert.deepEqual(grown(free(1), free(1, 2)).ends, { 'xaxis.tickvals': [1, 2], 'xaxis.tickmode': 'array' }, 'ends that plotly finds are not told');

  assert.equal(grown({ ...free(1), data: [line(3)] }, free(1)), null, 'plotly looks for ends only where it draws all anew');

  const { told, library, done } = fake();
  let transits = () => {};
  const drawing = new Drawing(library, { once: (name, run) => { assert.equal(name, 'plotly_transitioning'); transits = run; } });
  void drawing.show(before);
  await done();
  void drawing.show(after);
  const names = () => told.map(([name]) => name);
  assert.deepEqual(names(), ['react', 'animate'], 'the points, and the ticks with them');
  assert.deepEqual([told[1][1].layout, told[1][1].traces], [{ 'xaxis.dtick': 5 }, [0]]);
  transits();
  await new Promise(setImmediate);
  assert.deepEqual(names(), ['react', 'animate', 'relayout'], 'and the axis as soon as they are drawn, in the same frame');
  assert.deepEqual(told[2][1], { 'xaxis.range': [0, 40] });
});

test('only a canvas that is new is told of its buttons: plotly would measure it, and lay out the page', async () => {
  const { told, library, done } = fake();
  const drawing = new Drawing(library, {});
  for (const count of [3, 2]) {
    void drawing.show(picture(line(count)));
    await done();
  }
  assert.deepEqual(told.map(([name, , , buttons]) => [name, buttons?.displayModeBar]), [['react', false], ['react', undefined]]);
});

test('a line named at its end is another one for plotly when it has other points', async () => {
  const { told, library, done } = fake();
  const drawing = new Drawing(library, {});
  const named = (count) => line(count, { mode: 'lines+text', text: [...Array(count - 1).fill(''), 'Main'] });
  for (const count of [3, 2]) {
    void drawing.show(picture(line(count), named(count)));
    await done();
  }
  const [before, after] = told.map(([, data]) => data.map(({ uid }) => uid));
  assert.deepEqual([before[0], after[0]], [undefined, undefined]);
  assert.ok(before[1] && after[1] && before[1] !== after[1], 'it writes no name where the line before had none');
});

test('all else is drawn anew', () => {
  const before = picture(line(3));
  for (const after of [picture(line(2)), picture(line(3), line(3)), picture(line(3, { name: 'B' })), picture(line(3, { line: { width: 3 } })),
    picture(line(4, { y: [5, 6, 5, 5] })), picture(line(3, { opacity: 0.5 })),
    ...[{ xaxis: { range: [0, 20], type: 'log' } }, { xaxis: {} }, { xaxis: { range: [0, 20] }, shapes: [] }, {}, { xaxis: { range: [0, 20] }, yaxis: { range: [0, 1] } }].map((layout) => ({ ...picture(line(4)), layout }))]) {
    assert.equal(grown(before, after), null);
  }
  assert.equal(grown(picture(line(0)), before), null, 'plotly knows nothing yet of a line without points');
  const bars = (count) => line(count, { type: 'bar' });
  assert.equal(grown(picture(bars(3)), picture(bars(4))), null, 'plotly lengthens lines alone');
});

test('one update is under way, and of those that came meanwhile the latest wins', async () => {
  const { told, library, done } = fake();
  const drawing = new Drawing(library, {});
  for (const count of [1, 2, 3, 4]) void drawing.show(picture(line(count)));
  assert.equal(told.length, 1);
  await done();
  const now = { mode: 'immediate', transition: { duration: 0 }, frame: { duration: 0, redraw: false } };
  assert.deepEqual(told[1], ['animate', { data: [{ x: [0, 1, 2, 3], y: [5, 5, 5, 5] }], traces: [0] }, now]);
  await done();
  void drawing.show(picture(line(4)));
  assert.equal(told.length, 2, 'nothing has changed');
});

test('plotly is told of every line, also of those that stay: it takes away what it is not told of', async () => {
  const { told, library, done } = fake();
  const drawing = new Drawing(library, {});
  const stays = { ...line(9), name: 'futures' };
  void drawing.show({ ...picture(line(1)), data: [line(1), stays] });
  await done();
  void drawing.show({ ...picture(line(2)), data: [line(2), stays] });
  assert.deepEqual([told[1][1].data, told[1][1].traces], [[{ x: [0, 1], y: [5, 5] }, {}], [0, 1]]);
});

test('what could not be drawn is drawn whole the next time', async () => {
  const { told, library, done } = fake();
  const { error } = console;
  console.error = () => {};
  const drawing = new Drawing(library, {});
  void drawing.show(picture(line(1)));
  await done();
  void drawing.show(picture(line(2)));
  await done(new Error('no room'));
  void drawing.show(picture(line(3)));
  console.error = error;
  assert.deepEqual(told.map(([name]) => name), ['react', 'animate', 'react']);
});

test('plotly gets lists and layouts of its own, for it writes into them', () => {
  const { told, library } = fake();
  const wanted = picture(line(1));
  void new Drawing(library, {}).show(wanted);
  const [, data, layout] = told[0];
  assert.deepEqual([data, layout], [wanted.data, wanted.layout]);
  assert.notEqual(data[0], wanted.data[0]);
  assert.notEqual(layout, wanted.layout);
});

test('charts are drawn behind the repaint, each once, and slow ones each in a frame of its own', (t) => {
  const frames = [];
  const tasks = [];
  let now = 0;
  t.mock.method(globalThis, 'setTimeout', (run) => tasks.push(run));
  t.mock.method(performance, 'now', () => now);
  globalThis.document = { hidden: false };
  globalThis.requestAnimationFrame = (run) => frames.push(run);
  const drawn = [];
  const chart = (name, takes) => () => { drawn.push(name); now += takes; };
  const [quick, other, slow, last, unseen] = [chart('quick', 5), chart('other', 5), chart('slow', 60), chart('last', 60), chart('unseen', 5)];
  for (const draw of [quick, other, quick, quick, slow, last]) drawBehind(draw);
  assert.deepEqual([tasks.length, drawn], [1, []], 'nothing within the repaint, and one task for all');
  tasks.shift()();
  assert.deepEqual(drawn, ['quick', 'other', 'slow']);
  for (const run of frames.splice(0)) run();
  assert.deepEqual([drawn, tasks.length], [['quick', 'other', 'slow'], 1], 'nor within the next frame');
  tasks.shift()();
  for (const run of frames.splice(0)) run();
  assert.deepEqual([drawn, tasks.length, frames.length], [['quick', 'other', 'slow', 'last'], 0, 0]);
  globalThis.document.hidden = true;
  drawBehind(unseen);
  assert.deepEqual([frames.length, tasks.length], [1, 0], 'a page out of sight waits until it is seen');
  frames.shift()();
  tasks.shift()();
  assert.equal(drawn.at(-1), 'unseen');
  for (const run of frames.splice(0)) run();
  delete globalThis.requestAnimationFrame;
  delete globalThis.document;
});

test('charts are drawn along with the repaint that asks, and behind it once they took long', async (t) => {
  const frames = [];
  const tasks = [];
  let now = 0;
  t.mock.method(globalThis, 'setTimeout', (run) => tasks.push(run));
  t.mock.method(performance, 'now', () => now);
  globalThis.document = { hidden: false };
  globalThis.requestAnimationFrame = (run) => frames.push(run);
  t.after(() => { delete globalThis.requestAnimationFrame; delete globalThis.document; });
  const drawn = [];
  const frame = (at) => { now = at; for (const run of frames.splice(0)) run(); };
  const [one, other] = ['one', 'other'].map((name) => () => drawn.push(name));
  for (const draw of [one, other, one]) drawAlong(draw);
  assert.deepEqual(drawn, [], 'when all parts have written');
  await Promise.resolve();
  assert.deepEqual([drawn, tasks.length], [['one', 'other'], 0], 'each once, before the next frame');
  frame(60);
  drawAlong(one);
  await Promise.resolve();
  assert.deepEqual([drawn.length, tasks.length], [2, 1], 'the repaint is shown first');
  tasks.shift()();
  assert.equal(drawn.length, 3);
  frame(80);
  drawBehind(other);
  drawAlong(one);
  await Promise.resolve();
  assert.deepEqual(drawn.slice(3), ['other', 'one'], 'what waits for its turn comes along');
  frames.splice(0);
  tasks.shift()();
  assert.deepEqual([drawn.length, frames.length], [5, 0], 'and not twice');
});

test('a canvas says of which chart its picture is, and of none while another chart is drawn', async () => {
  /** @type {Array<() => void>} */
  const ends = [];
  const library = { react: () => new Promise((done) => ends.push(() => done(undefined))) };
  const told = [];
  const drawing = new Drawing(library, {}, undefined, () => told.push(drawing.of));
  const settle = () => new Promise((done) => setTimeout(done));
  void drawing.show(picture(line(1)), 'worth');
  assert.equal(drawing.of, '', 'nothing is drawn yet');
  ends[0]();
  await settle();
  assert.equal(drawing.of, 'worth');
  void drawing.show({ ...picture(line(1)), data: [] }, 'debt');
  void drawing.show(picture(line(2)), 'worth');
  assert.notEqual(drawing.of, 'worth', 'a picture of the debt is being drawn');
  ends[1]();
  await settle();
  assert.notEqual(drawing.of, 'worth');
  ends[2]();
  await settle();
  assert.equal(drawing.of, 'worth');
  assert.deepEqual(told, ['worth', '?', 'debt', '?', 'worth']);
});
