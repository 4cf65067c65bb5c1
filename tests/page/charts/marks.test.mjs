import assert from 'node:assert/strict';
import test from 'node:test';
import { heatOf, runsOf } from '../../../classkit/widgets/page/charts/below.js';
import { placeMarks, pointsAlong } from '../../../classkit/widgets/page/charts/marks.js';

const ROOM = { left: 0, top: 0, right: 600, bottom: 300 };

test('marks stand beside their points, in the room, and on no line and no other mark', () => {
  const line = pointsAlong([{ x: 0, y: 150 }, { x: 600, y: 150 }], 5);
  const wishes = [100, 104, 590].map((x) => ({ point: { x, y: 150 }, words: 50 }));
  const places = placeMarks(wishes, line, ROOM, 14);
  const boxes = places.map(({ middle: { x, y }, before }) => ({
    left: x - 14 - (before ? 56 : 0), right: x + 14 + (before ? 0 : 56), top: y - 14, bottom: y + 14,
  }));
  for (const [at, box] of boxes.entries()) {
    assert.ok(box.left >= 0 && box.right <= 600 && box.top >= 0 && box.bottom <= 300);
    assert.ok(!line.some(({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom));
    for (const other of boxes.slice(at + 1)) {
      assert.ok(box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top);
    }
  }
});

test('a mark without room is kept in the plot', () => {
  const [{ middle }] = placeMarks([{ point: { x: 5, y: 5 }, words: 400 }], [], { ...ROOM, right: 60, bottom: 60 }, 14);
  assert.ok(middle.x >= 14 && middle.x <= 46 && middle.y >= 14 && middle.y <= 46);
});

test('points along a line are close to each other', () => {
  const points = pointsAlong([{ x: 0, y: 0 }, { x: 30, y: 40 }], 5);
  assert.equal(points.length, 10);
  assert.deepEqual(points.at(-1), { x: 30, y: 40 });
});

test('heat is what the kernel says, else the share of the range', () => {
  assert.deepEqual(heatOf([1, 2], [0, 3]), [0, 3]);
  assert.deepEqual(heatOf([100, 150, 200, null], []), [0, 2, 4, 0]);
  assert.deepEqual(heatOf([5, 5], []), [0, 0]);
});

test('the same values are one run, half a step around their points', () => {
  assert.deepEqual(runsOf([0, 1, 2], [1, 1, 5]), [{ from: -0.5, to: 1.5, value: 1 }, { from: 1.5, to: 2.5, value: 5 }]);
});
