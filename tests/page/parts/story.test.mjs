import assert from 'node:assert/strict';
import test from 'node:test';
import { fakeBoard } from '../fake_board.js';

// The part itself needs a page; where its boxes lie does not.
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
const board = fakeBoard();
const { boxInSmall } = await import('../../../classkit/widgets/page/parts/story.js');

test('the board in small lies whole inside its frame, each box around the centre of its space', () => {
  assert.ok(board.spaces.length > 20);
  for (const space of board.spaces) {
    const box = boxInSmall(space);
    assert.ok(Math.abs(box.x + box.width / 2 - space.x) < 1e-9 && Math.abs(box.y + box.height / 2 - space.y) < 1e-9, space.id);
    assert.ok(box.x >= 0 && box.y >= 0, space.id);
    assert.ok(box.x + box.width <= board.width && box.y + box.height <= board.height, space.id);
  }
});
