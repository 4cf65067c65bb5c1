import assert from 'node:assert/strict';
import test from 'node:test';
import { spread } from '../../../classkit/widgets/page/charts/labels.js';

test('labels that have room stay beside their lines', () => {
  assert.deepEqual(spread([10, 50, 90], 20, 10, 90), [10, 50, 90]);
  assert.deepEqual(spread([], 20, 10, 90), []);
});

test('labels move apart evenly around their lines, and stay within the chart', () => {
  assert.deepEqual(spread([50, 50, 50], 20, 10, 90), [30, 50, 70]);
  assert.deepEqual(spread([0, 2], 20, 10, 90), [10, 30]);
  assert.deepEqual(spread([99, 100], 20, 10, 90), [70, 90]);
});

test('no two labels are nearer than the gap, wherever lines end', () => {
  let seed = 7;
  const next = () => { seed = (seed * 1103515245 + 12345) % 2147483648; return (seed / 2147483648) * 120 - 10; };
  for (let run = 0; run < 300; run += 1) {
    const wished = Array.from({ length: 1 + (run % 8) }, next).sort((one, other) => one - other);
    const placed = spread(wished, 12, 6, 106);
    placed.forEach((place, at) => {
      assert.ok(place >= 6 - 1e-9 && place <= 106 + 1e-9);
      if (at) assert.ok(place - placed[at - 1] >= 12 - 1e-9);
    });
  }
});
