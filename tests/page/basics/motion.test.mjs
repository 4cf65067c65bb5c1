/** The one module of what moves: what runs ends with the next step, and nothing moves for whom that is too much. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Motions, reelOf } from '../../../classkit/widgets/page/basics/motion.js';

/** An element that can be set in motion, and notes how. */
function element() {
  const classes = new Set();
  return {
    motions: [],
    classList: { add: (name) => classes.add(name), remove: (name) => classes.delete(name), contains: (name) => classes.has(name) },
    animate(frames, options) {
      const motion = { frames, options, finished: false, finish() { this.finished = true; } };
      this.motions.push(motion);
      return motion;
    },
  };
}

/** @param {boolean} reduced whether motion is too much */
function motions(reduced = false) {
  globalThis.matchMedia = () => ({ matches: reduced });
  return new Motions(/** @type {any} */ ({ classList: { toggle() {} } }));
}

const FRAMES = [{ transform: 'scale(0)' }, { transform: 'none' }];

test('the next step ends all that moves, and what was to be done then is done', () => {
  const [all, one, other] = [motions(), element(), element()];
  let after = 0;
  for (const node of [one, other]) all.move(node, FRAMES, { ms: 600, after: () => { after += 1; } });
  all.finish();
  assert.deepEqual([...one.motions, ...other.motions].map(({ finished }) => finished), [true, true]);
  assert.equal(after, 2);
  assert.equal(all.running.size, 0);
});

test('an element has one motion at a time', () => {
  const [all, node] = [motions(), element()];
  all.move(node, FRAMES, { ms: 600 });
  all.move(node, FRAMES, { ms: 600 });
  assert.deepEqual(node.motions.map(({ finished }) => finished), [true, false]);
  node.motions[0].onfinish(); // late: it does not end the one after it
  assert.equal(all.running.size, 1);
});

test('for whom motion is too much, what changed has an outline, until the next step at most', () => {
  const [all, node] = [motions(true), element()];
  let after = 0;
  assert.equal(all.move(node, FRAMES, { ms: 600, after: () => { after += 1; } }), false);
  assert.deepEqual([node.motions, after, node.classList.contains('ck-changed')], [[], 1, true]);
  all.finish();
  assert.equal(node.classList.contains('ck-changed'), false);
});

test('in a cell and at a quick Play only what is needed moves', () => {
  const [all, node] = [motions(), element()];
  const play = (running, speed) => /** @type {any} */ ({ play: { running, speed } });
  for (const [small, now, brief] of [
    [false, play(false, 3), false], [true, play(false, 1), true], [false, play(true, 1), false], [false, play(true, 3), true],
  ]) {
    all.judge(small, now);
    assert.equal(all.brief, brief);
  }
  assert.equal(all.move(node, FRAMES, { ms: 600 }), false);
  assert.equal(all.move(node, FRAMES, { ms: 600, needed: true }), true);
});

test('a digit rolls through those between, and another letter changes places', () => {
  assert.equal(reelOf('2', '6'), '2\n3\n4\n5\n6');
  assert.equal(reelOf('3', '1'), '3\n2\n1');
  assert.equal(reelOf('7', '7'), '7');
  assert.equal(reelOf(' ', '1'), '\u00a0\n1');
  assert.equal(reelOf('k', 'M'), 'k\nM');
});
