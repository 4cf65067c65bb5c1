/** What plotly is told: to extend what has grown, to react to all else, one update at a time, the latest last. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { Drawing, grown, whenPainted } from '../../../classkit/widgets/page/charts/drawing.js';

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
  return { told, library: { react: take('react'), extendTraces: take('extendTraces') }, done: async (error) => { const { resolve, reject } = ends.shift(); if (error) reject(error); else resolve(undefined); await new Promise(setImmediate); } };
}

test('lists that have grown are told by their names, also within others', () => {
  assert.deepEqual(grown(picture(line(3)), picture(line(5))), { update: { x: [[3, 4]], y: [[5, 5]] }, indices: [0] });
  const marks = (count) => line(count, { marker: { color: Array(count).fill('red'), size: 4 } });
  assert.deepEqual(grown(picture(marks(1)), picture(marks(2))).update, { x: [[1]], y: [[5]], 'marker.color': [['red']] });
  assert.deepEqual(grown(picture(line(2), line(4)), picture(line(2), line(5))).indices, [1], 'those alone that grew');
});

test('all else is drawn anew', () => {
  const before = picture(line(3));
  for (const after of [picture(line(2)), picture(line(3), line(3)), picture(line(3, { name: 'B' })), picture(line(3, { line: { width: 3 } })),
    picture(line(4, { y: [5, 5, 6, 5] })), picture(line(3, { opacity: 0.5 })), { ...picture(line(4)), layout: { xaxis: { range: [0, 40] } } }]) {
    assert.equal(grown(before, after), null);
  }
  assert.equal(grown(picture(line(0)), before), null, 'plotly knows nothing yet of a line without points');
  assert.equal(grown(picture(line(3), line(3, { text: ['a'] })), picture(line(4), line(4, { text: ['a', 'b'] }))), null, 'plotly takes the same lists of all');
});

test('one update is under way, and of those that came meanwhile the latest wins', async () => {
  const { told, library, done } = fake();
  const drawing = new Drawing(library, {});
  for (const count of [1, 2, 3, 4]) void drawing.show(picture(line(count)));
  assert.equal(told.length, 1);
  await done();
  assert.deepEqual(told[1], ['extendTraces', { x: [[1, 2, 3]], y: [[5, 5, 5]] }, [0]]);
  await done();
  void drawing.show(picture(line(4)));
  assert.equal(told.length, 2, 'nothing has changed');
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
  assert.deepEqual(told.map(([name]) => name), ['react', 'extendTraces', 'react']);
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

test('charts are drawn after the page has painted, each once, and slow ones each in a task of its own', (t) => {
  const frames = [];
  const tasks = [];
  let now = 0;
  t.mock.method(globalThis, 'setTimeout', (run) => tasks.push(run));
  t.mock.method(performance, 'now', () => now);
  globalThis.requestAnimationFrame = (run) => frames.push(run);
  const drawn = [];
  const chart = (name, takes) => () => { drawn.push(name); now += takes; };
  const [quick, other, slow, last] = [chart('quick', 5), chart('other', 5), chart('slow', 60), chart('last', 60)];
  for (const draw of [quick, other, quick, quick, slow, last]) whenPainted(draw);
  assert.deepEqual([frames.length, drawn], [1, []], 'nothing before the frame');
  frames.shift()();
  assert.deepEqual(drawn, [], 'nor within it');
  tasks.shift()();
  assert.deepEqual(drawn, ['quick', 'other', 'slow']);
  frames.shift()();
  tasks.shift()();
  assert.deepEqual([drawn, frames.length], [['quick', 'other', 'slow', 'last'], 0]);
  delete globalThis.requestAnimationFrame;
});
