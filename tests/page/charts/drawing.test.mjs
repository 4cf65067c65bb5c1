/** What plotly is told: each picture whole, one update at a time, the latest last. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { Drawing, drawBehind } from '../../../classkit/widgets/page/charts/drawing.js';

const line = (count, more = {}) => ({ type: 'scatter', name: 'A', x: [...Array(count).keys()], y: Array(count).fill(5), line: { width: 2 }, ...more });
const picture = (...data) => ({ data, layout: { xaxis: { range: [0, 20] } } });

/** A plotly that notes what it is told, and is done when it is let. */
function fake() {
  const told = [];
  const ends = [];
  const react = (canvas, ...given) => {
    told.push(given);
    return new Promise((resolve, reject) => ends.push({ resolve, reject }));
  };
  return { told, library: { react }, done: async (error) => { const { resolve, reject } = ends.shift(); if (error) reject(error); else resolve(undefined); await new Promise(setImmediate); } };
}

test('only a canvas that is new is told of its buttons: plotly would measure it, and lay out the page', async () => {
  const { told, library, done } = fake();
  const drawing = new Drawing(library, {});
  void drawing.show(picture(line(1)), 'worth');
  await done();
  void drawing.show(picture(line(2)), 'worth');
  await done();
  assert.deepEqual(told.map((given) => given.length), [3, 2]);
  assert.equal(told[0][2].displayModeBar, false);
});

test('plotly finds the size of the canvas that its picture has, without the browser being asked', () => {
  const found = [];
  const canvas = {};
  const library = { react: (at) => { found.push(at.clientWidth, at.clientHeight); return Promise.resolve(); } };
  const drawing = new Drawing(library, canvas);
  drawing.draw({ data: [], layout: { width: 300, height: 120 } });
  assert.deepEqual(found, [300, 120]);
  assert.deepEqual(Object.keys(canvas).concat(Object.getOwnPropertyNames(canvas)), [], 'and afterwards its own');
});

test('one update is under way, and of those that came meanwhile the latest wins', async () => {
  const { told, library, done } = fake();
  const drawing = new Drawing(library, {});
  for (const count of [1, 2, 3]) void drawing.show(picture(line(count)), 'worth');
  assert.equal(told.length, 1);
  await done();
  assert.deepEqual(told.map(([data]) => data[0].x.length), [1, 3]);
  await done();
  assert.equal(drawing.busy, false);
});

test('what could not be drawn does not keep the next picture away', async (t) => {
  const said = t.mock.method(console, 'error', () => {});
  const { told, library, done } = fake();
  const drawing = new Drawing(library, {});
  void drawing.show(picture(line(1)), 'worth');
  await done(new Error('no room'));
  assert.equal(said.mock.callCount(), 1);
  void drawing.show(picture(line(2)), 'worth');
  await done();
  assert.deepEqual([told.length, drawing.of], [2, 'worth']);
});

test('charts are drawn behind the repaint, each once, and slow ones each in a frame of its own', (t) => {
  const frames = [];
  const tasks = [];
  let now = 0;
  t.mock.method(globalThis, 'setTimeout', (run) => tasks.push(run));
  t.mock.method(performance, 'now', () => now);
  globalThis.requestAnimationFrame = (run) => frames.push(run);
  const drawn = [];
  const chart = (name, takes) => () => { drawn.push(name); now += takes; };
  const [quick, other, slow, last, unseen] = [chart('quick', 5), chart('other', 5), chart('slow', 60), chart('last', 60), chart('unseen', 5)];
  const frame = () => { for (const run of frames.splice(0)) run(); };
  for (const draw of [quick, other, quick, quick, slow, last]) drawBehind(draw);
  assert.deepEqual([tasks.length, frames.length, drawn], [0, 1, []], 'nothing before the repaint is shown');
  frame();
  assert.deepEqual([tasks.length, drawn], [1, []], 'and then one task for all');
  tasks.shift()();
  assert.deepEqual(drawn, ['quick', 'other', 'slow']);
  assert.deepEqual([frames.length, tasks.length], [1, 0], 'what is left waits for a frame of its own');
  frame();
  tasks.shift()();
  assert.deepEqual([drawn, tasks.length, frames.length], [['quick', 'other', 'slow', 'last'], 0, 0]);
  drawBehind(unseen);
  assert.deepEqual([frames.length, tasks.length], [1, 0], 'a page out of sight, which has no frames, waits until it is seen');
  frame();
  tasks.shift()();
  assert.equal(drawn.at(-1), 'unseen');
  delete globalThis.requestAnimationFrame;
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
