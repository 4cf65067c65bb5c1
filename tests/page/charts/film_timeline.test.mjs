import assert from 'node:assert/strict';
import test from 'node:test';
import {
  filmLength, momentAt, saidOn, stillsOf, valueAt,
} from '../../../classkit/widgets/page/charts/film_timeline.js';

const COURSE = { first: 0, last: 48, stops: [12, 24, 48] };

test('a film of three turning points has 14 seconds', () => {
  assert.equal(filmLength(COURSE), 14);
  assert.equal(filmLength({ first: 0, last: 48, stops: [] }), 8);
});

test('a film draws the course evenly, and rests for two seconds at each turning point', () => {
  const at = (position) => momentAt(COURSE, position);
  assert.deepEqual(at(0), { x: 0, stop: 0, passed: 0, over: false });
  assert.deepEqual(at(1), { x: 6, stop: 0, passed: 0, over: false });
  assert.deepEqual(at(2), { x: 12, stop: 1, passed: 1, over: false });
  assert.deepEqual(at(3.9), { x: 12, stop: 1, passed: 1, over: false });
  assert.deepEqual(at(5), { x: 18, stop: 0, passed: 1, over: false });
  assert.deepEqual(at(6), { x: 24, stop: 2, passed: 2, over: false });
  assert.deepEqual(at(13.9), { x: 48, stop: 3, passed: 3, over: false });
  assert.deepEqual(at(14), { x: 48, stop: 0, passed: 3, over: true });
});

test('two turning points of the same turn are shown one after the other', () => {
  const course = { first: 0, last: 8, stops: [4, 4] };
  assert.deepEqual([momentAt(course, 5).stop, momentAt(course, 7).stop, momentAt(course, 8.5).x], [1, 2, 4.5]);
});

test('the stills are the turning points, and the end', () => {
  const stills = stillsOf(COURSE);
  assert.deepEqual(stills.map((at) => momentAt(COURSE, at).stop), [1, 2, 3, 0]);
  assert.ok(momentAt(COURSE, stills.at(-1)).over);
});

test('a match without turns has a film all the same', () => {
  assert.equal(momentAt({ first: 0, last: 0, stops: [0] }, 0).stop, 1);
  assert.ok(momentAt({ first: 0, last: 0, stops: [] }, 8).over);
});

test('a line has a value between its points, and a stepped one keeps that of the last', () => {
  const line = { x: [0, 1, 2], y: [10, 20, null], stepped: false };
  assert.equal(valueAt(line, 0.5), 15);
  assert.equal(valueAt({ ...line, stepped: true }, 0.5), 10);
  assert.equal(valueAt(line, 2), 20, 'the last that is known');
  assert.equal(valueAt({ x: [1], y: [5], stepped: false }, 0), null, 'it begins later');
});

test('whole figures have no fractions on their way', () => {
  assert.equal(saidOn({ x: [0, 1], y: [12, 21] }, 0.8), 19);
  assert.equal(saidOn({ x: [0, 1], y: [12.5, 21] }, 0.5), 16.75);
  assert.equal(saidOn({ x: [1], y: [3] }, 0), null);
});
