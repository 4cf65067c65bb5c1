/** The pad on which a line is drawn ahead. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longer, pointAt } from '../../../classkit/widgets/page/charts/draw_pad.js';

const BOX = { left: 0, top: 0, width: 300, height: 110 };

test('money may be owed: a line can be drawn below zero', () => {
  const scale = { from: 4, to: 14, low: -500_000, top: 1_000_000 };
  assert.deepEqual(pointAt({ clientX: 0, clientY: 110 }, BOX, scale), [4, -500_000]);
  assert.deepEqual(pointAt({ clientX: 150, clientY: 0 }, BOX, scale), [9, 1_000_000]);
  assert.deepEqual(pointAt({ clientX: 900, clientY: 900 }, BOX, scale), [14, -500_000]);
});

test('going back to the left takes away what lay there', () => {
  assert.deepEqual(longer([[1, 5], [2, 6], [3, 7]], [2, 9], 0.5), [[1, 5], [2, 9]]);
});
