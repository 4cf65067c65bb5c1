/** Rows of figures -> the series of a chart. Pure; `traces.js` turns series into plotly's traces. */

import { colourOf } from '../basics/colours.js';
import { PART_COLOURS, PART_SHAPES, SEAT_LOOKS } from '../basics/seatlook.js';

/**
 * @typedef {import('../types.js').Chart} Chart
 * @typedef {import('../types.js').Metric} Metric
 * @typedef {import('../types.js').Row} Row
 * @typedef {import('../types.js').Branch} Branch
 * @typedef {{id: string, name: string, look: import('../basics/seatlook.js').SeatLook}} SeatInfo
 * @typedef {{metrics: Record<string, Metric>, rows: Row[], branches: Branch[], branch: string, seats: SeatInfo[],
 *   prediction?: {turn: number, value: string}|null, fan?: import('./fan.js').Fan|null, faded?: boolean}} Figures
 * @typedef {{id: string, name: string, colour: string, dash: string, symbol: string, shape: string,
 *   seat: string|null, read: (row: Row) => any}} Series
 */

/** Dashes that tell several metrics of one chart apart. */
const METRIC_DASHES = ['solid', 'dash', 'dot', 'dashdot'];

/** Marks of a text metric, told apart by form as well as colour. */
export const MARK_SYMBOLS = ['circle', 'square', 'diamond', 'triangle-up', 'star', 'cross', 'hexagon', 'x'];
export const MARK_COLOURS = ['#0072B2', '#D55E00', '#E69F00', '#009E73', '#CC79A7', '#56B4E9', '#F0E442', '#6F6F6F'];

/**
 * Do the seats stand on the x axis, with the latest row alone?
 * @param {Chart} chart
 * @param {Record<string, Metric>} metrics
 * @returns {boolean}
 */
export function showsLatest(chart, metrics) {
  const scope = metrics[chart.metrics[0]]?.scope;
  return chart.kind === 'heat_map' || Boolean(chart.now) || (chart.kind === 'bar' && scope === 'seat') || (chart.kind.includes('bar') && scope === 'seat_parts');
}

/**
 * Where a row belongs by what a chart has a place for: its turn, its round, or a figure that counts.
 * @param {Chart} chart
 * @param {Row} row
 * @returns {number}
 */
export function placeOf(chart, row) {
  if (chart.per === 'round') return row.round ?? row.turn;
  return !chart.per || chart.per === 'turn' ? row.turn : Number(row.values[chart.per]);
}

/**
 * The rows a chart draws: all, or the last one of each round (or of each value of a figure).
 * @param {Chart} chart
 * @param {Row[]} rows
 * @returns {Row[]}
 */
export function rowsFor(chart, rows) {
  if (!chart.per || chart.per === 'turn') return rows;
  return rows.filter((row, index) => index === rows.length - 1 || placeOf(chart, rows[index + 1]) !== placeOf(chart, row));
}

/**
 * What the x axis counts.
 * @param {Chart} chart
 * @param {Record<string, Metric>} metrics
 * @returns {string}
 */
export function axisWord(chart, metrics) {
  if (!chart.per || chart.per === 'turn') return 'Turn';
  return chart.per === 'round' ? 'Round' : metrics[chart.per]?.label ?? chart.per;
}

/**
 * Where a row stands on the x axis.
 * @param {Chart} chart
 * @param {Row} row
 * @returns {number}
 */
export function xOf(chart, row) {
  return placeOf(chart, row);
}

/**
 * The parts of a metric, in order: those it names, then whatever turns up in the rows.
 * @param {Metric} metric
 * @param {string} key
 * @param {Row[]} rows
 * @returns {Array<{id: string, label: string}>}
 */
export function partsOf(metric, key, rows) {
  const parts = new Map((metric.parts ?? []).map((part) => (Array.isArray(part) ? [part[0], part[1]] : [part, part])));
  for (const row of rows) {
    const value = row.values[key];
    const tables = metric.scope === 'seat_parts' ? Object.values(value ?? {}) : [value];
    for (const table of tables) for (const id of Object.keys(table ?? {})) if (!parts.has(id)) parts.set(id, id);
  }
  return [...parts].map(([id, label]) => ({ id, label: words(label) }));
}

/** @param {string} key "own_company" @returns {string} "own company" */
function words(key) {
  return key.replace(/_/g, ' ');
}

/**
 * The series of a chart, the same for every row, so that new rows only add points.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {Series[]}
 */
export function seriesOf(chart, figures) {
  const known = chart.metrics.filter((key) => figures.metrics[key]);
  return known.flatMap((key, index) => metricSeries(chart, figures, key, index, known.length));
}

/**
 * @param {Chart} chart
 * @param {Figures} figures
 * @param {string} key
 * @param {number} index
 * @param {number} of how many metrics the chart has
 * @returns {Series[]}
 */
function metricSeries(chart, figures, key, index, of) {
  const metric = figures.metrics[key];
  if (chart.kind === 'timeline' && namesSeats(figures, key)) {
    return figures.seats.map((seat) => ({
      id: `${key}.${seat.id}`, name: seat.name, colour: seat.look.colour, dash: 'solid', symbol: 'square', shape: '', seat: seat.id,
      read: (row) => (row.values[key] === seat.id ? seat.id : null),
    }));
  }
  if (metric.scope === 'seat') {
    return figures.seats.map((seat) => ({
      id: `${key}.${seat.id}`,
      name: of > 1 ? `${seat.name}: ${metric.label}` : seat.name,
      colour: seat.look.colour,
      dash: of > 1 ? METRIC_DASHES[index % METRIC_DASHES.length] : seat.look.dash,
      symbol: seat.look.symbol,
      shape: PART_SHAPES[SEAT_LOOKS.indexOf(seat.look) % PART_SHAPES.length],
      seat: seat.id,
      read: (row) => row.values[key]?.[seat.id],
    }));
  }
  if (metric.scope === 'parts' || metric.scope === 'seat_parts') {
    const parts = partsOf(metric, key, figures.rows);
    const seats = parts.some((part) => figures.seats.some((one) => one.id === part.id));
    return parts.map((part, number) => {
      const seat = figures.seats.find((one) => one.id === part.id);
      return {
        id: `${key}.${part.id}`,
        name: seat?.name ?? part.label,
        // Beside seats in their colours, what is nobody's is grey.
        colour: seat?.look.colour || colourOf(metric.colours?.[part.id]) || (seats ? '#B4BCC5' : PART_COLOURS[number % PART_COLOURS.length]),
        dash: METRIC_DASHES[number % METRIC_DASHES.length],
        symbol: SEAT_LOOKS[number % SEAT_LOOKS.length].symbol,
        shape: seats && !seat ? '' : PART_SHAPES[number % PART_SHAPES.length],
        seat: null,
        read: (row) => (metric.scope === 'parts' ? row.values[key]?.[part.id] : row.values[key]),
      };
    });
  }
  const look = SEAT_LOOKS[[0, 4, 2, 3, 1, 5][index % 6]];
  return [{
    id: key,
    name: metric.label,
    colour: look.colour,
    dash: METRIC_DASHES[index % METRIC_DASHES.length],
    symbol: look.symbol,
    shape: PART_SHAPES[index % PART_SHAPES.length],
    seat: null,
    read: (row) => row.values[key],
  }];
}

/**
 * Does a text metric say which seat, such as who is Prime Minister?
 * @param {Figures} figures
 * @param {string} key
 * @returns {boolean}
 */
function namesSeats(figures, key) {
  return figures.rows.some((row) => figures.seats.some((seat) => seat.id === row.values[key]));
}

/**
 * The rows at which a text metric changes, by text: the markers of a chart.
 * @param {Row[]} rows
 * @param {string} key
 * @param {number} [from] look only at rows from this index on
 * @returns {Map<string, Row[]>}
 */
export function changesOf(rows, key, from = 0) {
  /** @type {Map<string, Row[]>} */
  const found = new Map();
  for (let index = from; index < rows.length; index += 1) {
    const text = rows[index].values[key];
    if (text === null || text === undefined || text === '' || (index > 0 && rows[index - 1].values[key] === text)) continue;
    const name = String(text);
    found.set(name, [...(found.get(name) ?? []), rows[index]]);
  }
  return found;
}

/**
 * With few turns every turn has its tick.
 * @param {Figures} figures
 */
export function isShort(figures) {
  return figures.rows.length < 8;
}

// --- A timeline of what seats hold to: a row for each seat, a colour for each text. Pure.

/**
 * Does a chart show for how long each seat held to what? Several may hold to the same at once.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {boolean}
 */
export function showsLasting(chart, figures) {
  return chart.kind === 'timeline' && figures.metrics[chart.metrics[0]]?.scope === 'seat';
}

/**
 * The texts that a figure has had, in the order in which they turned up.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {string[]}
 */
function textsOf(chart, figures) {
  const texts = new Set(figures.rows.flatMap((row) => figures.seats.map((seat) => row.values[chart.metrics[0]]?.[seat.id])));
  return [...texts].filter(Boolean).map(String);
}

/**
 * The series that are drawn: those of the chart, or one for each seat and text.
 * @param {Chart} chart
 * @param {Figures} figures
 * @returns {Series[]}
 */
export function drawnSeries(chart, figures) {
  if (!showsLasting(chart, figures)) return seriesOf(chart, figures);
  const [key] = chart.metrics;
  return figures.seats.flatMap((seat) => textsOf(chart, figures).map((text, index) => ({
    id: `${key}.${seat.id}.${text}`, name: text, colour: textColour(index), dash: 'solid', symbol: 'square', shape: '', seat: seat.id,
    read: (/** @type {Row} */ row) => (row.values[key]?.[seat.id] === text ? seat.id : null),
  })));
}

/**
 * @param {Chart} chart
 * @param {Figures} figures
 */
export function lastingLegend(chart, figures) {
  return textsOf(chart, figures).map((name, index) => ({ name, colour: textColour(index), dash: 'solid', symbol: 'square', filled: true, mark: false }));
}

/** @param {number} index */
function textColour(index) {
  return MARK_COLOURS[index % MARK_COLOURS.length];
}
