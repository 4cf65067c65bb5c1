import assert from 'node:assert/strict';
import test from 'node:test';

import { cameQuickly } from '../../../classkit/widgets/page/charts/plotly.js';

const asIf = (t, duration) =>
  t.mock.method(performance, 'getEntriesByName', () => (duration === null ? [] : [{ duration }]));

test('a line on which the page itself came slowly is left to the table', (t) => {
  asIf(t, 120);
  assert.equal(cameQuickly('page.js'), true);
  asIf(t, 3_000);
  assert.equal(cameQuickly('page.js'), false);
  asIf(t, null);
  assert.equal(cameQuickly('page.js'), false, 'of what is not known nothing is hoped');
});
