/** Shows filled charts as the page does: a request on each line of the input, an answer on each of the output (tests/charts/drawn.py). */

import { createInterface } from 'node:readline';
import { fitAxes } from '../../../classkit/widgets/page/charts/axes.js';
import { grown } from '../../../classkit/widgets/page/charts/drawing.js';
import { entriesOf } from '../../../classkit/widgets/page/charts/legend.js';
import { paint } from '../../../classkit/widgets/page/charts/paint.js';
import { SEAT_LOOKS } from '../../../classkit/widgets/page/basics/seatlook.js';

/** A chart as plotly is told of it, and what the page writes beside it. */
function shown({ chart, rounds, theme, logged }) {
  const picture = paint(chart, theme);
  fitAxes(chart, picture, { logged, rounds: rounds.map(([number, turn]) => [number, Math.max(0, turn - 1)]) });
  return { ...picture, legend: entriesOf(chart) };
}

const ACTS = { shown, grown: ({ before, after }) => grown(before, after), looks: () => SEAT_LOOKS };

for await (const line of createInterface({ input: process.stdin })) {
  const { act, ...given } = JSON.parse(line);
  console.log(JSON.stringify(ACTS[act](given)));
}
