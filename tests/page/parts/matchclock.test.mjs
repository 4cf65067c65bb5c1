/** The clock of a match: what it shows as time passes, and how seldom it speaks. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

// The part itself needs a page; what it shows and says does not.
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
const { figureOf, saidOf, secondsOf, wordsOf } = await import('../../../classkit/widgets/page/parts/matchclock.js');

const clock = (state, left = 600, overtime = 0) => ({ state, minutes: 45, left, overtime, pace: '' });

test('a clock that runs counts down by itself, to nothing and not below', () => {
  assert.equal(secondsOf(clock('running'), 0), 600);
  assert.equal(secondsOf(clock('running'), 61.2), 539);
  assert.equal(secondsOf(clock('running'), 4_000), 0);
});

test('it stands in set-up, in a time-out, while the class discusses and when the match is over', () => {
  for (const state of ['set-up', 'time-out', 'stopped', 'over']) assert.equal(secondsOf(clock(state), 300), 600, state);
});

test('overtime counts up', () => {
  assert.equal(secondsOf(clock('overtime', 0, 65), 10.9), 75);
});

test('seconds are shown as minutes and seconds', () => {
  assert.deepEqual([0, 5, 60, 2_585, 5_400].map(figureOf), ['0:00', '0:05', '1:00', '43:05', '90:00']);
});

test('it is told in whole minutes, which change once a minute', () => {
  const told = new Set(Array.from({ length: 120 }, (_, second) => wordsOf('running', 600 - second, 45)));
  assert.deepEqual([...told], ['10 of 45 minutes of play left', '9 of 45 minutes of play left']);
});

test('in 45 minutes it is read out four times', () => {
  const said = [];
  for (let left = 2_700; left >= 0; left -= 1) {
    const words = saidOf('running', left);
    if (words && words !== said.at(-1)) said.push(words);
  }
  said.push(saidOf('overtime', 0));
  assert.deepEqual(said, [
    '10 minutes of play are left.', '5 minutes of play are left.', 'One minute of play is left.', 'Time is up.',
  ]);
});

test('a clock of three minutes does not say that five are left', () => {
  assert.deepEqual([179, 120, 61].map((left) => saidOf('running', left)), ['', '', '']);
  assert.equal(saidOf('running', 60), 'One minute of play is left.');
});
