/** Shows descriptions as the page does: a request on each line of the input, an answer on each of the output (tests/charts/drawn.py). */

import { createInterface } from 'node:readline';
import { fitAxes } from '../../../classkit/widgets/page/charts/axes.js';
import { grown } from '../../../classkit/widgets/page/charts/drawing.js';
import { fill, roundStarts } from '../../../classkit/widgets/page/charts/fill.js';
import { SEAT_LOOKS } from '../../../classkit/widgets/page/basics/seatlook.js';
import { fanNumbers, fanWords, legend, numbers } from '../../../classkit/widgets/page/charts/legend.js';

/** A chart as plotly is told of it, and what the page writes beside it. */
function shown({ title, description, source, theme, logged }) {
  const picture = fill(description, source, theme);
  fitAxes(description, picture, { logged, rounds: roundStarts(source.rows) });
  return {
    ...picture, legend: legend(description, source, theme), numbers: numbers(description, source, theme),
    fan_numbers: fanNumbers(title, description, source), fan_words: fanWords(description, source),
  };
}

const ACTS = { shown, fill: ({ description, source, theme }) => fill(description, source, theme), grown: ({ before, after }) => grown(before, after), looks: () => SEAT_LOOKS };

for await (const line of createInterface({ input: process.stdin })) {
  const { act, ...given } = JSON.parse(line);
  console.log(JSON.stringify(ACTS[act](given)));
}
