import assert from 'node:assert/strict';
import { test } from 'node:test';

import { crosses, placeNames, placeWords } from '../../../classkit/widgets/page/charts/names.js';

const ROOM = { width: 400, height: 120, size: 12 };

/** A picture of ten turns and ten units, with a branch that ends at turn 5 and unit 5. */
function picture(...others) {
  const branch = {
    type: 'scatter', mode: 'lines+text', textposition: 'middle right', x: [4, 5], y: [5, 5], text: ['', '\u2009Main'],
  };
  const layout = {
    margin: { l: 0, r: 0, t: 0, b: 0 }, xaxis: { range: [0, 10] }, yaxis: { range: [0, 10] },
  };
  return { branch, whole: { data: [...others, branch], layout } };
}

/** A line of a seat. */
const line = (y, x = y.map((_, at) => (at * 10) / (y.length - 1))) => ({ type: 'scatter', mode: 'lines', x, y });

test('the name of a branch stands at the right end of its line, if nothing runs there', () => {
  const { branch, whole } = picture(line([9, 9]));
  placeNames(whole, ROOM);
  assert.deepEqual([branch.mode, branch.textposition], ['lines+text', 'middle right']);
});

test('where a line goes on from its end, the name stands above or below it', () => {
  const { branch, whole } = picture(line([5, 5]));
  placeNames(whole, ROOM);
  assert.equal(branch.textposition, 'top right');
  const between = picture(line([5, 5]), line([6, 6]));
  placeNames(between.whole, ROOM);
  assert.equal(between.branch.textposition, 'bottom right');
});

test('a name without a place of its own is left to the legend', () => {
  const { branch, whole } = picture(...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((y) => line([y, y])));
  placeNames(whole, ROOM);
  assert.equal(branch.mode, 'lines');
});

test('a step upward beside the end is a line too', () => {
  const { branch, whole } = picture({ ...line([5, 9], [5, 5.5]), line: { shape: 'hv' } });
  placeNames(whole, ROOM);
  assert.equal(branch.textposition, 'bottom right');
});

test('lines through a box are told from those that pass it', () => {
  const box = { left: 0, top: 0, right: 10, bottom: 10 };
  assert.ok(crosses(box, [-5, 5], [15, 5]) && crosses(box, [4, 4], [6, 6]) && crosses(box, [-1, 2], [2, -1]));
  assert.ok(!crosses(box, [-5, 11], [15, 11]) && !crosses(box, [-3, 2], [2, -3]) && !crosses(box, [12, 5], [15, 5]));
});

/** Reference lines at these values, with their words, as the kernel gives them. */
function levels(ys, ends = {}) {
  const { whole } = picture();
  whole.layout.shapes = ys.map((y) => ({ type: 'line', xref: 'paper', x0: 0, x1: 1, y0: y, y1: y, ...ends }));
  whole.layout.annotations = ys.map((y) => ({
    xref: 'paper', x: 1, y, xanchor: 'right', yanchor: 'bottom', text: `Ann: ${y}`, ...(ends.xref ? { xref: 'x', x: ends.x1 } : {}),
  }));
  return whole;
}

const places = ({ layout }) => layout.annotations.map(({ x, xanchor, yanchor }) => [x, xanchor, yanchor].join(' '));

test('words of reference lines that lie apart stay where they are', () => {
  const whole = levels([2, 7]);
  placeWords(whole, ROOM);
  assert.deepEqual(places(whole), ['1 right bottom', '1 right bottom']);
});

test('words of reference lines that lie close by stand on both sides of them, and at both ends', () => {
  const whole = levels([5, 4.5, 5.4]);
  placeWords(whole, ROOM);
  assert.deepEqual(places(whole), ['1 right bottom', '1 right top', '0 left bottom']);
  const two = levels([4.5, 5]);
  placeWords(two, ROOM);
  assert.deepEqual(places(two), ['1 right top', '1 right bottom'], 'no line runs through the words of another');
  const short = levels([5, 4.5, 5.4], { xref: 'x', x0: 2, x1: 8 });
  placeWords(short, ROOM);
  assert.deepEqual(places(short), ['8 right bottom', '8 right top', '2 left bottom']);
});
