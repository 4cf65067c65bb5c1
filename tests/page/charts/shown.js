/** Shows charts as the page does: a request on each line of the input, an answer on each of the output (tests/charts/drawn.py). */

import { createInterface } from 'node:readline';
import { fitAxes } from '../../../classkit/widgets/page/charts/axes.js';
import { dress } from '../../../classkit/widgets/page/charts/theme.js';
import { SEAT_LOOKS } from '../../../classkit/widgets/page/basics/seatlook.js';

/** A chart as plotly is told of it, and where its axes lie. */
function shown({ chart, rounds, look, room, logged }) {
  const { tokens, ...plain } = look;
  const picture = dress(chart, { family: 'sans-serif', ...plain, token: (name) => tokens[name] ?? '' });
  const turns = rounds.map(([number, turn]) => [number, Math.max(0, turn - 1)]);
  const plot = fitAxes(chart, picture, { logged, room: { ...room, size: plain.size }, rounds: turns });
  return { ...picture, plot };
}

const ACTS = { shown, looks: () => SEAT_LOOKS };

for await (const line of createInterface({ input: process.stdin })) {
  const { act, ...given } = JSON.parse(line);
  console.log(JSON.stringify(ACTS[act](given)));
}
