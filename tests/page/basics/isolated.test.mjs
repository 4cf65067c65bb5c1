import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isolated } from '../../../classkit/widgets/page/basics/isolated.js';

test('a name from right to left is kept apart from the numbers beside it', () => {
  assert.equal(isolated('شهرزاد places Tailor (1 point)'), '\u2068شهرزاد\u2069 places Tailor (1 point)');
  assert.equal(isolated('To דנה כהן: $5'), 'To \u2068דנה כהן\u2069: $5');
  assert.equal(isolated('Ada pays Zoë $5'), 'Ada pays Zoë $5');
});
