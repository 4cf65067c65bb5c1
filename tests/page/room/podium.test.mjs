import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
globalThis.document ??= { getElementById: () => null };
const { dotsOf, marksOf, Podium, rankOf, winnersOf } = await import('../../../classkit/widgets/page/room/podium.js');

const seat = (score, barred = false) => ({ score, barred, place: 1, seat: 'A' });

test('seats of a table that nobody won are no winners', () => {
  const seats = [seat(9, true), seat(8), seat(8), seat(5), seat(4)];
  const winners = winnersOf(seats);
  assert.deepEqual(winners.map(({ score }) => score), [8, 8, 5]);
  assert.deepEqual([0, 1, 2].map((at) => rankOf(winners, at)), [0, 0, 2], 'equal scores share a place');
});

test('a tie of more seats than places names nobody', () => {
  const nine = Array.from({ length: 9 }, (_, at) => ({ ...seat(0), place: 1 + Math.floor(at / 3) }));
  assert.deepEqual(winnersOf(nine).map(({ tied }) => tied), [9]);
  const later = winnersOf([seat(9), seat(8), seat(8), seat(8), seat(1)]);
  assert.deepEqual(later.map(({ score, tied }) => [score, tied]), [[9, undefined], [8, 3]]);
  assert.deepEqual([0, 1].map((at) => rankOf(later, at)), [0, 1]);
  assert.deepEqual(winnersOf([seat(9), seat(8), seat(8)]).map(({ tied }) => tied), [undefined, undefined, undefined]);
});

test('every seat is one dot, in the column of its score, and no column is too high', () => {
  const { dots, size } = dotsOf([seat(0), seat(0), seat(10)], { low: 0, high: 10 });
  assert.equal(dots[0].x, dots[1].x);
  assert.equal(dots[0].y - dots[1].y, size);
  assert.ok(dots[2].x > 1200);
  const crowd = dotsOf(Array.from({ length: 800 }, (_, at) => seat(at % 40)), { low: 0, high: 40 });
  assert.equal(crowd.dots.length, 800);
  assert.ok(Math.min(...crowd.dots.map(({ y }) => y)) >= 0);
});

test('a class whose scores are near each other has dots that can be seen, side by side', () => {
  const near = Array.from({ length: 200 }, (_, at) => seat(10 + (at % 4)));
  const { dots, size, across } = dotsOf(near, { low: 0, high: 20 });
  assert.ok(size >= 6, `dots are ${size} apart`);
  assert.equal(new Set(dots.map(({ x, y }) => `${x} ${y}`)).size, 200, 'no dot lies on another');
  assert.ok(Math.abs(dots.find(({ seat: { score } }) => score === 12).x - across(12)) < 10 * size, 'near its score');
});

test('marks of winners with the same score stand beside each other', () => {
  const [first, second, third] = marksOf([{ x: 1215, y: 80 }, { x: 1215, y: 70 }, { x: 900, y: 4 }]);
  assert.ok(first.x - second.x >= 22 && first.x < 1220);
  assert.deepEqual([third.x, third.y], [900, 12]);
  const least = marksOf([{ x: 5, y: 80 }, { x: 5, y: 70 }]);
  assert.ok(least[1].x - least[0].x >= 22 && least[0].x >= 11, 'also where the least wins');
});

test('third, second and first come by themselves or by key', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let drawn = 0;
  const podium = new Podium(() => {}, () => { drawn += 1; });
  const key = (name) => podium.press(/** @type {any} */ ({ key: name, target: {} }));
  podium.take({ podium: {} });
  assert.equal(podium.shown, 0);
  context.mock.timers.tick(1_399);
  assert.equal(podium.shown, 0);
  context.mock.timers.tick(1);
  assert.equal(podium.shown, 1);
  assert.ok(key(' ') && !key('x'));
  assert.equal(podium.shown, 2);
  context.mock.timers.tick(1_400);
  assert.equal(podium.shown, 3);
  assert.ok(!key(' '), 'there is no fourth');
  context.mock.timers.tick(10_000);
  assert.deepEqual([podium.shown, drawn], [3, 3]);
  podium.take({ podium: null });
  podium.take({ podium: {} });
  assert.equal(podium.shown, 0, 'it begins anew');
  podium.take({ podium: null });
});
