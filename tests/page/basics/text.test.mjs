import assert from 'node:assert/strict';
import test from 'node:test';
import { breadth, fit, measureFont, shorten, widthOf, wrap } from '../../../classkit/widgets/page/basics/text.js';

test('titles wrap at words and never exceed the lines', () => {
  assert.deepEqual(wrap('Loon Lake Lumber', 4.6, 3), ['Loon Lake', 'Lumber']);
  const lines = wrap('The Canada Life Assurance Company', 5, 2);
  assert.equal(lines.length, 2);
  assert.ok(lines[1].endsWith('…'));
  assert.ok(lines.every((line) => breadth(line) <= 5));
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

test('the type of boards is measured where a page can, and what was measured before is forgotten', () => {
  const estimated = breadth('Climate Accord');
  assert.ok(estimated < widthOf('Climate Accord'), 'boards have a narrow type');
  measureFont((text) => text.length);
  assert.equal(breadth('Climate Accord'), 14);
  assert.equal(breadth('Climate Accord'), 14, 'kept');
  measureFont((text) => text.length / 2);
  assert.equal(breadth('Climate Accord'), 7);
});
