/** What may come, behind the lines of a chart: bands and medians of futures. Pure. */

import { count, forPlotly } from '../basics/format.js';
import { written } from './present.js';
import { axisWord, placeOf, seriesOf } from './series.js';

/**
 * @typedef {import('../types.js').Chart} Chart
 * @typedef {import('./series.js').Figures} Figures
 * @typedef {import('./series.js').Series} Series
 * @typedef {{run: number, n: number, turn: number, by: Record<string, {x: number[], figures: Record<string, Record<string, Array<Array<number|null>>>>}>}} Fan
 * @typedef {{series: Series, five: Array<Array<number|null>>}} FanLine `five`: the quantiles at 10, 25, 50, 75 and 90 %
 */

/** How much colour the band of eight in ten has, and that of the middle half above it. */
const WIDE = 0.13;
const HALF = 0.2;
/** The same when the match has gone on since. */
const FADED = 0.5;
/** With more lines than these the wide bands would hide each other: the middle halves alone are drawn. */
const FEW_LINES = 2;

/**
 * The fans of a chart's lines; none for charts that are no lines over turns or rounds.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {{x: number[], lines: FanLine[]}}
 */
export function fanOf(chart, figures) {
  const none = { x: [], lines: [] };
  const own = figures.fan?.by[chart.per || 'turn'];
  if (!own || chart.now || !['line', 'step'].includes(chart.kind)) return none;
  const lines = seriesOf(chart, figures).flatMap((series) => {
    const [key, ...who] = series.id.split('.');
    const five = own.figures[key]?.[who.join('.')];
    return five ? [{ series, five }] : [];
  });
  return lines.length ? { x: own.x, lines } : none;
}

/**
 * The furthest point of a chart's fans, for its axes.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {{last: number, low: number, high: number}}
 */
export function fanExtent(chart, figures) {
  const { x, lines } = fanOf(chart, figures);
  const [below, above] = lines.length > FEW_LINES ? [1, 3] : [0, 4];
  const found = { last: x[x.length - 1] ?? 0, low: 0, high: 0 };
  for (const { five } of lines) {
    for (const value of five[below]) found.low = Math.min(found.low, value ?? 0);
    for (const value of five[above]) found.high = Math.max(found.high, value ?? 0);
  }
  return found;
}

/**
 * The fans as traces, behind everything else: they begin where the line of the match was.
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {{wide: number}} paint
 * @returns {any[]}
 */
export function fanTraces(chart, figures, paint) {
  const { x, lines } = fanOf(chart, figures);
  const start = figures.rows.filter((row) => placeOf(chart, row) < x[0]).slice(-1);
  const shade = figures.faded ? FADED : 1;
  return lines.flatMap(({ series, five }) => {
    const joint = start.map((row) => series.read(row)).filter((value) => typeof value === 'number');
    const across = joint.length ? [placeOf(chart, start[0]), ...x] : x;
    const [low, lower, middle, upper, high] = five.map((line) => [...joint, ...line]);
    const line = { width: 0, shape: chart.kind === 'step' ? 'hv' : 'linear', simplify: false };
    const base = { type: 'scatter', mode: 'lines', x: across, zorder: -1, hoverinfo: 'skip', name: '' };
    const band = (/** @type {any[]} */ bottom, /** @type {any[]} */ top, /** @type {number} */ depth, /** @type {string} */ name) => [
      { ...base, meta: `fan.${series.id}.${name}.below`, y: bottom, line },
      { ...base, meta: `fan.${series.id}.${name}`, y: top, line, fill: 'tonexty', fillcolor: translucent(series.colour, depth * shade) },
    ];
    return [
      ...(lines.length > FEW_LINES ? [] : band(low, high, WIDE, 'wide')),
      ...band(lower, upper, HALF, 'half'),
      {
        ...base, meta: `fan.${series.id}.median`, y: middle, opacity: figures.faded ? 0.55 : 0.9, hoverinfo: 'all',
        line: { ...line, color: series.colour, dash: '3px,4px', width: Math.max(1.4, paint.wide - 1) },
        hovertemplate: `%{y}<extra>${forPlotly(series.name)}: median of futures</extra>`,
      },
    ];
  });
}

/**
 * @param {string} colour "#0072B2"
 * @param {number} depth from 0 to 1
 */
function translucent(colour, depth) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `rgba(${red}, ${green}, ${blue}, ${depth})`;
}

/**
 * One entry of the legend: what the bands stand for.
 * @param {Chart} chart
 * @param {Figures} figures
 */
export function fanLegend(chart, figures) {
  const { lines } = fanOf(chart, figures);
  if (!lines.length) return [];
  const colour = lines.length === 1 ? lines[0].series.colour : '#8592A6';
  const name = figures.faded && lines.length <= FEW_LINES ? `futures of turn ${figures.fan?.turn}` : 'futures';
  const about = lines.length > FEW_LINES ? 'Band: the middle half of the futures; dashed: their median' : 'Dark band: the middle half of the futures; light band: eight in ten; dashed: their median';
  return [{ name, about, colour, dash: '', symbol: '', filled: false, mark: false, fan: true }];
}

/**
 * The fans in numbers: for each line and place the five quantiles.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {{caption: string, columns: string[], rows: string[][]}|null}
 */
export function fanNumbers(chart, figures) {
  const { x, lines } = fanOf(chart, figures);
  if (!lines.length) return null;
  const rows = x.flatMap((place, at) => lines.map(({ series, five }) => [
    count(place), series.name, ...five.map((line) => written(line[at], figures.metrics[series.id.split('.')[0]]?.unit)),
  ]));
  return {
    caption: `${chart.title}: ${figures.fan?.n} futures from turn ${figures.fan?.turn}`,
    columns: [axisWord(chart, figures.metrics), 'Line', '10 % are below', '25 % are below', 'Median', '25 % are above', '10 % are above'], rows,
  };
}

/**
 * The fans in a sentence, for those who do not see them.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {string}
 */
export function fanWords(chart, figures) {
  const { x, lines } = fanOf(chart, figures);
  if (!lines.length) return '';
  const last = x.length - 1;
  const ends = lines.map(({ series, five }) => {
    const unit = figures.metrics[series.id.split('.')[0]]?.unit;
    const [low, middle, high] = [0, 2, 4].map((at) => written(five[at][last], unit));
    return `${series.name} ${middle}, eight in ten between ${low} and ${high}`;
  });
  const gone = figures.faded ? ' The match has gone on since.' : '';
  return ` ${figures.fan?.n} futures from turn ${figures.fan?.turn}, medians at ${axisWord(chart, figures.metrics).toLowerCase()} ${x[last]}: ${ends.join('; ')}.${gone}`;
}
