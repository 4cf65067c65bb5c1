/** Scenes of a film on the end screen: charts, standings, sentence and heat at a moment. */

import { setProp, setText, show } from '../basics/dom.js';
import { currencyOf } from '../basics/format.js';
import { saidOn } from '../charts/film_timeline.js';
import { tickText } from '../charts/ticks.js';

/** @typedef {import('../charts/film_timeline.js').Moment} Moment */
/** @typedef {import('./ending.js').EndingPart} Ending */

/** Capitalize a moment for a heading: "Turn 17". @param {string} at */
export const headed = (at) => `${at[0].toUpperCase()}${at.slice(1)}`;

/** Maximum length of a sentence that can be read during a stop. */
const READ = 110;

/** Rounding step of large scores in money. */
const ROUND_MONEY = 1e4;

/**
 * Show a moment of the film, or the end.
 * @param {Ending} ending
 * @param {Moment|null} moment
 */
export function showScene(ending, moment) {
  const { charts, below, turns } = ending;
  ending.classList.toggle('ck-filming', Boolean(moment));
  show(ending.won, !moment);
  show(ending.told, Boolean(moment));
  const numbers = charts.flatMap(({ points }) => points).sort((one, other) => one.x - other.x)
    .map(({ number }) => number);
  const reached = moment ? numbers.slice(0, moment.passed) : null;
  const number = moment?.stop ? numbers[moment.stop - 1] : 0;
  for (const chart of charts) {
    chart.drawUpTo(moment?.x ?? null);
    chart.point(number);
  }
  below?.drawUpTo(moment?.x ?? null);
  for (const [at, node] of [...(turns?.children ?? [])].entries()) {
    node.classList.toggle('ck-unseen', Boolean(reached) && !reached?.includes(at + 1));
    node.classList.toggle('ck-forward', number === at + 1);
  }
  if (moment) tellMoment(ending, moment, number ? ending.now.end.turns[number - 1] : null);
  drawShares(ending, moment);
  wearHeat(ending, moment);
}

/** The last fully drawn turn. @param {Moment} moment */
const turnOf = ({ x }) => Math.floor(x + 1e-6);

/** Show the position of the film, and the sentence of the current turning point. */
function tellMoment(ending, moment, point) {
  const turn = turnOf(moment);
  const [title, words] = ending.told.children;
  setText(title, point ? headed(point.at) : roundAt(ending, turn) || `Turn ${turn}`);
  setText(words, point ? sentenceOf(point) : '');
}

/** A sentence for two seconds: what happened and why, without a long reason. */
function sentenceOf({ head, words }) {
  const whole = [head && `${head}.`, words].filter(Boolean).join(' ');
  return head && whole.length > READ ? `${head}.` : whole;
}

/** The round of a turn, in games with rounds. @param {Ending} ending @param {number} turn */
function roundAt({ charts, now }, turn) {
  if (!charts[0]?.filled?.axes.rounds) return '';
  const number = now.rounds.filter(([, begin]) => begin <= turn + 1).at(-1)?.[0];
  return number ? `Round ${number}` : '';
}

/** Draw the standings at a moment, leader first, or the final ones. */
function drawShares(ending, moment) {
  for (const [at, race] of [...(ending.races?.querySelectorAll('.ck-ending-race') ?? [])].entries()) {
    const metric = race.getAttribute('data-metric') ?? '';
    const rows = [...race.querySelectorAll('li')];
    const { lines, shares } = ending.now.end.races[at];
    const values = rows.map((row) => (moment ? scoreAt(ending, `${metric}.${row.dataset.seat}`, moment.x) : null));
    const known = Boolean(moment) && values.every((value) => value !== null);
    const scores = values.map((value) => value ?? 0);
    const most = Math.max(...scores);
    const order = rows.map((_, row) => row).sort((one, other) => scores[other] - scores[one]);
    for (const [row, node] of rows.entries()) {
      const share = known ? Math.max(0, scores[row] / (most || 1)) : moment ? 0 : shares[row];
      const text = known ? scoreText(ending, metric, scores[row]) : lines[row][1];
      node.querySelector('i').style.width = `${(100 * share).toFixed(2)}%`;
      node.style.order = known ? String(order.indexOf(row)) : '';
      setText(node.querySelector('.ck-ending-score'), moment && !known ? '' : text);
    }
  }
}

/** A seat's score at a position, from the chart that contains it. */
function scoreAt({ charts, now }, id, place) {
  const found = charts.map((chart) => chart.saidOf(id, place)).find((value) => value !== null);
  if (found !== undefined) return found;
  const drawn = now.end.below.map((key) => now.charts[key]?.traces[id]).find(Boolean);
  return drawn ? saidOn(drawn, place) : null;
}

/** @param {Ending} ending @param {string} metric @param {number} value */
function scoreText({ fixed }, metric, value) {
  const shown = fixed.metrics[metric];
  const large = currencyOf(shown) && Math.abs(value) >= ROUND_MONEY;
  return tickText(large ? Math.round(value / ROUND_MONEY) * ROUND_MONEY : Number(value.toFixed(1)), shown);
}

/** Set the heat and the timeline to a moment of the film, or to the final state. */
function wearHeat(ending, moment) {
  const table = ending.closest('.ck-table');
  if (!table) return;
  const { heat } = ending.now.timeline;
  const at = moment ? Math.min(turnOf(moment), heat.length - 1) : heat.length - 1;
  setProp(table, 'data-heat', heat[at] ?? 0);
  table.parts?.timeline.showTurn(moment ? turnOf(moment) : null);
}
