import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.document = { documentElement: null };
globalThis.getComputedStyle = (box) => ({ fontSize: '16px', overflowY: box?.scrolls ? 'auto' : 'visible' });
globalThis.window = { innerHeight: 768 };
const { heightFor, widthOf } = await import('../../../classkit/widgets/page/basics/stage_layout.js');

test('a low or narrow box is a cell, and less than two charts beside a board a phone', () => {
  assert.deepEqual([[1366, 768], [1280, 720], [1920, 1080], [934, 560], [1366, 600], [390, 844]].map(([wide, tall]) => widthOf(wide, tall)),
    ['wide', 'wide', 'huge', 'medium', 'medium', 'narrow']);
});

/** A table in boxes, the innermost first: how high each is, and whether it scrolls. */
function tableIn(boxes, notebook) {
  let around = null;
  for (const [clientHeight, scrolls] of boxes.toReversed()) around = { clientHeight, scrolls, scrollTop: 0, parentElement: around };
  return { parentElement: around, style: {}, closest: () => (notebook ? {} : null) };
}

test('a table is as high as the window, and as the lowest panel around it', () => {
  assert.equal(heightFor(tableIn([], false)), 768);
  assert.equal(heightFor(tableIn([[200, false], [640, true]], false)), 640);
  assert.equal(heightFor(tableIn([[30, true], [640, true]], false)), 640, 'a box that follows the table is no panel');
});

test('in a notebook it leaves something of its panel, and has bounds', () => {
  assert.equal(heightFor(tableIn([[654, true]], true)), 646);
  assert.equal(heightFor(tableIn([[400, true]], true)), 520);
  window.innerHeight = 1400;
  assert.equal(heightFor(tableIn([[1300, true]], true)), 900);
});
