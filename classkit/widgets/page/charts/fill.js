/**
 * Fills a description of a chart (`charts/describe.py`) from the rows of the match and from the theme:
 * the picture that plotly is told of. What may stand in a description in place of a value, `charts/fill.py`
 * says, which does the same for notebooks. Pure.
 */

import { colourOf, inkOn, lightOf } from '../basics/seatlook.js';
import { capital, count, forPlotly, isMoney, money, shortMoney, withUnit } from '../basics/format.js';
import { shorten, widthOf } from '../basics/text.js';

/** Names beside rows have room for so much, in units of the type. */
const ROW_NAMES = 11;

/** The whole picture of a chart. */
export function fill(description, source, theme) {
  const filler = new Filler(description, source, theme);
  const data = description.data.map((trace) => filler.value(trace));
  for (const trace of data) {
    const cells = trace.textfont?.color?.inks_on;
    if (cells !== undefined) trace.textfont.color = inksOn(data[cells], theme);
  }
  return { data, layout: filler.value(description.layout) };
}

/** One picture under way. */
export class Filler {
  constructor(description, source, theme) {
    Object.assign(this, { source, theme });
    this.source = source;
    this.theme = theme;
    this.per = description.per;
    this.rows = rowsFor(this.per, source.rows).slice(-(description.latest ?? Infinity));
    this.now = source.rows.at(-1);
  }

  /** What stands for a value of a description. */
  value(given) {
    if (Array.isArray(given)) return given.map((one) => this.value(one));
    if (typeof given !== 'object' || given === null || 'inks_on' in given) return given;
    if ('column' in given) return this.column(given).map((one) => (typeof one === 'string' && !given.each ? forPlotly(one) : one));
    if ('now' in given) return this.present(given);
    if ('fan' in given) return this.futures(given);
    if ('faded' in given) return given.faded[this.source.faded ? 1 : 0];
    if ('paint' in given) return painted(given, this.theme);
    if ('room' in given) return room(given.room, given.names, this.theme.size);
    return Object.fromEntries(Object.entries(given).map(([key, one]) => [key, this.value(one)]));
  }

  present(given) {
    const value = this.now ? at(this.now, given.now) : null;
    if ('short' in given) return short(value, given.short);
    return value === null && this.now ? given.else ?? null : value;
  }

  /** A column of rows. */
  column(given) {
    const values = this.rowsOf(given).map((row) => at(row, given.column));
    if ('is' in given) return values.map((value) => (value === given.is ? given.then : null));
    if (given.flag) return values.map((value) => given.flag[value ? 0 : 1]);
    if (given.each) return eachItsOwn(values.map(String), given.each, given.declared);
    if ('at_the_end' in given) return values.map((_, index) => (index === values.length - 1 ? given.at_the_end : ''));
    if ('words' in given) return values.map((value) => (value ? (typeof value === 'string' ? value : given.words) : null));
    if (given.capital) return values.map((value) => capital(String(value)));
    return given.written ? values.map(String) : values;
  }

  /** @returns {Row[]} */
  rowsOf(given) {
    if (given.branch) return this.beside(given.branch);
    if (given.where) return changes(this.source.rows, given.where);
    return given.last ? this.rows.slice(-1) : this.rows;
  }

  /** The rows of another branch, from the row where it left. */
  beside(name) {
    const own = rowsFor(this.per, this.source.branches.find((branch) => branch.name === name)?.rows ?? []);
    const joint = own.length ? this.rows.filter((row) => row.turn < own[0].turn).slice(-1) : [];
    return [...joint, ...own];
  }

  /**
   * A quantile of futures, or their turns, from the last row before them.
   * @param {Given} given
   */
  futures({ fan: [key, who], line }) {
    const by = this.source.fan?.by[this.per];
    if (!by) return [];
    const path = who ? [key, who] : [key];
    const joint = this.source.rows.filter((row) => at(row, [this.per]) < by.x[0]).slice(-1).filter((row) => typeof at(row, path) === 'number');
    const [start, own] = line === 'x' ? [[this.per], by.x] : [path, by.figures[key]?.[who]?.[line] ?? []];
    return [...joint.map((row) => at(row, start)), ...own];
  }
}

/** The value at a path in a row; null where there is none. */
export function at(row, path) {
  if (path[0] === 'turn') return row.turn;
  if (path[0] === 'round') return row.round ?? row.turn;
  let value = row.values;
  for (const key of path) value = value?.[key];
  return value ?? null;
}

/** The rows a chart draws: all, or the last one of each round (or of each value of a figure). */
export function rowsFor(per, rows) {
  if (per === 'turn') return rows;
  return rows.filter((row, index) => index === rows.length - 1 || at(rows[index + 1], [per]) !== at(row, [per]));
}

/**
 * The turns at which rounds begin; what is before the first is its opening.
 * @returns {Array<[number, number]>} round and turn
 */
export function roundStarts(rows) {
  const begun = rows.filter((row, index) => row.round && rows[index - 1]?.round !== row.round);
  return begun.map((row) => [at(row, ['round']), Math.max(0, row.turn - 1)]);
}

/** The rows at which a text figure changes. */
export function changes(rows, key) {
  return rows.filter((row, index) => row.values[key] && (index === 0 || rows[index - 1].values[key] !== row.values[key]));
}

/**
 * The look of each text: the declared one, else the next that no declared text has.
 * @param {Record<string, string>} declared
 */
export function eachItsOwn(texts, looks, declared) {
  const taken = Object.values(declared);
  const free = looks.filter((look) => !taken.includes(look));
  const spare = free.length ? free : looks;
  const others = [...new Set(texts)].filter((text) => !(text in declared));
  return texts.map((text) => declared[text] || spare[others.indexOf(text) % spare.length]);
}

/**
 * A colour or a size of the theme.
 * @param {Given} given
 * @param {Theme} theme
 */
function painted({ paint, times = 1, plus = 0, least = -Infinity }, theme) {
  if (typeof paint === 'object') return paint[isDark(theme) ? 'dark' : 'light'];
  if (paint === 'foot') return theme.size * (theme.low ? 1.8 : 3.1);
  if (paint === 'ticks') return theme.low ? 4 : 6;
  const value = /** @type {any} */ (theme)[paint];
  return typeof value === 'number' ? Math.max(least, value * times + plus) : value;
}

function isDark(theme) {
  const paper = colourOf(theme.paper);
  return Boolean(paper) && lightOf(paper) < 0.2;
}

/**
 * The room that names need: beside an axis, or below it, where they rise.
 * @param {number} size of the type
 */
function room(side, names, size) {
  const widest = Math.max(0, ...names.map(widthOf));
  return side === 'beside' ? Math.min(ROW_NAMES, widest) * size + 12 : (1.3 + Math.min(16, widest) * 0.47) * size;
}

/** A figure with its unit, as a table of numbers has it. */
export function written(value, unit) {
  if (typeof value !== 'number') return count(value);
  return isMoney(unit) ? money(value) : withUnit(value, unit === '%' ? '%' : '');
}

/**
 * A figure as a legend has room for it: "$2.33M", "0.554", "38.71", "57%".
 * @returns {string} empty where there is none
 */
export function concise(value, unit) {
  if (typeof value !== 'number') return '';
  if (isMoney(unit)) return shortMoney(value);
  // As exact as the board, where it is small.
  if (Math.abs(value) < 10 && unit !== '%') return `${value < 0 ? '−' : ''}${Number(Math.abs(value).toFixed(3))}`;
  return written(value, unit);
}

/** A figure in few letters, as a cell of a heat map has room for them. */
function short(value, unit) {
  if (typeof value !== 'number') return '–';
  return isMoney(unit) ? shortMoney(value) : written(Math.abs(value) >= 10 ? Math.round(value) : value, unit);
}

// --- Heat maps: the ink of each cell.

/**
 * @param {Record<string, any>} cells a heat map
 * @param {Theme} theme
 * @returns {string[]}
 */
function inksOn({ z, zmin, zmax, colorscale }, theme) {
  const scale = colorscale.map(([, colour]) => colour);
  return z.flat().map((value) => (value === null ? theme.ink : inkOn(shadeOf(scale, (value - zmin) / (zmax - zmin)))));
}

/**
 * A colour of a scale of three.
 * @param {number} share from 0 to 1
 * @returns {string} "#rrggbb"
 */
export function shadeOf(scale, share) {
  const place = Math.min(1, Math.max(0, share)) * 2;
  const [from, to] = place < 1 ? scale : scale.slice(1);
  const part = (start) => {
    const [low, high] = [from, to].map((colour) => Number.parseInt(colour.slice(start, start + 2), 16));
    return Math.round(low + (high - low) * (place < 1 ? place : place - 1)).toString(16).padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

// --- The cells of a heat map.

/**
 * Leaves the figures in the cells of a heat map without their per cent sign where the columns are narrow, and the cells without figures where these are larger still: the colours say which are large.
 * @param {Record<string, any>[]} data the cells, and their figures
 * @param {Record<string, any>} layout
 * @param {import('./axes.js').Room} room
 */
export function bareCells([cells, figures], { margin: { l, r, t, b } }, { width, height, size }) {
  const column = (width - l - r) / cells.x.length;
  const tooWide = () => figures.text.some((text) => (widthOf(text) + 0.5) * size > column);
  if (tooWide()) figures.text = figures.text.map((text) => text.replace(/%$/, ''));
  if (tooWide() || height - t - b < cells.y.length * size * 1.1) figures.visible = false;
}

/**
 * Cuts names beside rows short that are wider than their margin; the rows keep them whole for the pointer.
 * @param {Record<string, any>} layout
 */
export function cutShort(names, layout) {
  if (!names.some((name) => widthOf(name) > ROW_NAMES)) return;
  Object.assign(layout.yaxis, { tickmode: 'array', tickvals: names.map((_, at) => at), ticktext: names.map((name) => forPlotly(shorten(name, 0.94 * ROW_NAMES))) });
}
