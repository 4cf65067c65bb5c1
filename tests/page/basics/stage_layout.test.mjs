import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.document = { documentElement: null };
globalThis.getComputedStyle = () => ({ fontSize: '16px' });
const { stageFor, widthOf } = await import('../../../classkit/widgets/page/basics/stage_layout.js');

const LIGHT = 14, PROJECTOR = 17, WALL = 22;
const square = { width: 100, height: 100 };
const isLow = (wide, tall, type) => stageFor(wide, tall, widthOf(wide, tall), square, type).low;

test('the halls that a projector fills with large type have a low stage, and a screen of one\'s own has not', () => {
  for (const [wide, tall] of [[1280, 720], [1366, 768], [1280, 800]]) {
    assert.ok(isLow(wide, tall, PROJECTOR), `${wide}x${tall}`);
    assert.ok(!isLow(wide, tall, LIGHT), `${wide}x${tall}`);
  }
  assert.ok(!isLow(1920, 1080, WALL));
});

test('how wide a table is does not depend on its type, which depends on that', () => {
  assert.deepEqual(widthOf(1366, 768), { width: 'wide', lying: false });
  assert.deepEqual(widthOf(1920, 1080), { width: 'huge', lying: false });
  assert.deepEqual(widthOf(683, 384), { width: 'narrow', lying: true });
  assert.deepEqual(widthOf(390, 844), { width: 'narrow', lying: false });
});
