import assert from 'node:assert/strict';
import test from 'node:test';
import { scaleOf, stepOf, ticksOf, tickText, tickWidth } from '../../../classkit/widgets/page/charts/ticks.js';

test('an axis of values holds all, has at most so many ticks, and never ends far above its highest point', () => {
  for (let most = 0.003; most < 1e9; most *= 1.07) {
    for (const count of [2, 3, 5]) {
      const { range, ticks } = scaleOf(0, most, count, false);
      assert.ok(range[0] === 0 && range[1] >= most * (1 - 1e-9) && range[1] <= most * 1.29, `${most}: ${range}`);
      assert.ok(ticks.length <= count && ticks.length >= 2, `${most}: ${ticks}`);
    }
  }
});

test('an axis that reaches below zero has a tick there', () => {
  for (const [least, most] of [[-7, 40], [-40_000, 120_000], [-90, 3], [-5, 0]]) {
    const { range, ticks } = scaleOf(least, most, 5, false);
    assert.ok(range[0] <= least && range[1] >= most && ticks.includes(0), `${least} to ${most}: ${ticks}`);
  }
});

test('values are written in few letters', () => {
  assert.deepEqual([0, 300_000, 2_500_000, -200_000, 1_500].map((value) => tickText(value, { unit: '$' })), ['$0', '$300k', '$2.5M', '−$200k', '$1,500']);
  assert.deepEqual([tickText(85, { unit: '%' }), tickText(1000, {}), tickText(0.25, {})], ['85%', '1,000', '0.25']);
});

test('steps between turns are round', () => {
  assert.deepEqual([stepOf(8, 9), stepOf(28, 6), stepOf(137, 6), stepOf(500, 8)], [1, 5, 50, 100]);
});

test('the last number of an axis that ends at its highest point is that point', () => {
  assert.deepEqual(scaleOf(0, 8, 5, true).ticks, [0, 2, 4, 6, 8]);
  assert.deepEqual(scaleOf(0, 8, 3, true).ticks, [0, 4, 8]);
  assert.deepEqual(scaleOf(0, 147, 5, false).ticks, [0, 50, 100, 150], 'and no steps of fours otherwise');
});

test('ticks keep clear of the words of now, whatever the room', () => {
  for (const wide of [80, 150, 300, 900]) {
    for (const at of [1, 7, 28, 137, 500]) {
      const ticks = ticksOf([0, Math.max(8, at)], { at, word: 'turn', wide, size: 12, rounds: null });
      const pixel = wide / Math.max(8, at);
      assert.ok(ticks.some(([place, words]) => place === at && words === `turn ${at}`));
      ticks.slice(1).forEach(([place, words], n) => {
        const [before, said] = ticks[n];
        if (place !== at && before !== at) return;
        const room = (place - before) * pixel - (tickWidth(words, 12) + tickWidth(said, 12)) / 2;
        assert.ok(room > 0, `${said} and ${words} in ${wide}`);
      });
    }
  }
});

test('rounds are numbered where they begin, and the present one in words', () => {
  const rounds = [[1, 0], [2, 4], [3, 8], [4, 12]];
  const ticks = ticksOf([0, 14], { at: 14, word: 'round', wide: 400, size: 12, rounds });
  assert.deepEqual(ticks, [[0, '1'], [4, '2'], [8, '3'], [14, 'round 4']]);
});

test('rounds that are left out are every second one, from the first on', () => {
  const rounds = Array.from({ length: 8 }, (_, at) => [at + 1, at * 4]);
  const ticks = ticksOf([0, 30], { at: 30, word: 'round', wide: 150, size: 12, rounds });
  assert.deepEqual(ticks.map(([, words]) => words), ['1', '3', '5', 'round 8']);
});
