import assert from 'node:assert/strict';
import test from 'node:test';
import { fit, measureFont, shorten, widthOf, wrap } from '../../../classkit/widgets/page/basics/text.js';

test('titles wrap at words and never exceed the lines', () => {
  assert.deepEqual(wrap('Loon Lake Lumber', 5.2, 3), ['Loon Lake', 'Lumber']);
  const lines = wrap('The Canada Life Assurance Company', 5, 2);
  assert.equal(lines.length, 2);
  assert.ok(lines[1].endsWith('…'));
  assert.ok(lines.every((line) => widthOf(line) <= 5));
});

test('what fits is not cut', () => {
  assert.equal(shorten('Esso', 4), 'Esso');
  assert.deepEqual(wrap('', 5, 2), []);
});

test('fit takes the largest type at which nothing is cut', () => {
  const small = fit('Imperial Oil Ltd. (Esso)', { width: 50, height: 36, least: 6, most: 12 });
  const large = fit('Esso', { width: 50, height: 36, least: 6, most: 12 });
  assert.equal(large.size, 12);
  assert.ok(small.size < 12 && !small.lines.some((line) => line.endsWith('…')));
});

test('a wider font takes more room, a narrower one is not trusted', () => {
  const usual = widthOf('Climate Accord');
  measureFont((text) => 1.2 * widthOf(text));
  assert.ok(Math.abs(widthOf('Climate Accord') - 1.2 * usual) < 1e-9);
  measureFont((text) => 0.5 * widthOf(text));
  assert.equal(widthOf('Climate Accord'), usual);
  measureFont(() => Number.NaN);
  assert.equal(widthOf('Climate Accord'), usual);
});
