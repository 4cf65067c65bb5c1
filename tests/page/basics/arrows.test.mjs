import assert from 'node:assert/strict';
import test from 'node:test';
import { ARROWS, nearestAhead } from '../../../classkit/widgets/page/basics/arrows.js';

const box = (id, x, y) => ({ id, x, y });

test('arrow keys go to the nearest choice in their direction, and nowhere when there is none', () => {
  const grid = [box('a', 10, 10), box('b', 30, 10), box('c', 50, 12), box('d', 10, 40), box('e', 90, 80)];
  const [a, b, c, d, e] = grid;
  assert.equal(nearestAhead(grid, a, ARROWS.ArrowRight), b);
  assert.equal(nearestAhead(grid, b, ARROWS.ArrowRight), c);
  assert.equal(nearestAhead(grid, a, ARROWS.ArrowDown), d);
  assert.equal(nearestAhead(grid, a, ARROWS.ArrowLeft), null);
  assert.equal(nearestAhead(grid, d, ARROWS.ArrowRight), c);
  // Every choice can be reached from every other by the four keys.
  for (const start of grid) {
    const seen = new Set([start]);
    for (const one of seen) for (const direction of Object.values(ARROWS)) { const next = nearestAhead(grid, one, direction); if (next) seen.add(next); }
    assert.equal(seen.size, grid.length, start.id);
  }
});
