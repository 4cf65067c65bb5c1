import assert from 'node:assert/strict';
import test from 'node:test';

import { oneNumber } from '../../../classkit/widgets/page/charts/layout.js';

/** @type {Array<[string, number]>} */
const NUMBERS = [
  ['7', 7], [' 7 ', 7], ['-5', -5], ['\u22125', -5], ['+3', 3], ['0', 0], ['.5', 0.5], [',5', 0.5],
  ['3.5', 3.5], ['3,5', 3.5], ['0,125', 0.125], ['0.125', 0.125], ['12,50', 12.5], ['1.25', 1.25], ['12345', 12345], ['1234,567', 1234.567],
  ['1,234.5', 1234.5], ['1.234,5', 1234.5], ['1 234,5', 1234.5], ['1\u00a0234.5', 1234.5], ['1\u202f234\u202f567', 1234567], ['1’234.50', 1234.5],
  ['1,500', 1500], ['1.500', 1500], ['1,234,567', 1234567], ['1.234.567', 1234567], ['-1,500', -1500],
  ['$1,500', 1500], ['-$20', -20], ['€ 3,5', 3.5], ['3,5 €', 3.5], ['£7', 7], ['50%', 50], ['50 %', 50], ['12,5%', 12.5],
];

const WORDS = [
  '', ' ', 'it rises a lot', 'from 7 to 5', 'about 3,5', '7-5', '7 5', '7 to 5', '3 or 4', '~6', '>6', '5k', '5 million', '1e6', '0x10', 'Infinity', 'NaN',
  '1,23,456', '1,234,56', '1.234.5', '1,234.567,8', '1.5.7', '12,34.5', '1 23', '5.', '5,', '--5', '+-5', '- 5', '$', '%', '$$5', '5%%', '1_000', '½', '٣', '3;5', '7\n5', '<b>7</b>',
];

for (const [typed, number] of NUMBERS) {
  test(`${JSON.stringify(typed)} is the number ${number}`, () => assert.equal(oneNumber(typed), number));
}

for (const typed of WORDS) {
  test(`${JSON.stringify(typed)} is no number`, () => assert.equal(oneNumber(typed), null));
}
