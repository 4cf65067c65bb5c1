/** What a chart says beside its picture: its legend, its numbers, and its futures in a sentence. */

import { h, setProp, setText } from '../basics/dom.js';
import { Pool } from '../basics/pool.js';
import { bodyOf, headOf } from '../basics/tables.js';
import { capital, count } from '../basics/format.js';
import { sample } from '../basics/seatlook.js';
import { at, changes, concise, eachItsOwn, Filler, written } from './fill.js';

/** @typedef {import('./legend.js').Entry[]} Entries */

/** From roomy to tight: how close the entries stand (`charts.css`), and whether parts that nobody has had so far are named too. */
const STEPS = [['0', true], ['1', true], ['0', false], ['1', false], ['2', false], ['3', false], ['4', false]];

export class Legend {
  constructor() {
    this.node = h('p', { class: 'ck-chart-legend' });
    this.pool = new Pool(this.node, {
      key: ({ value, ...entry }) => JSON.stringify([entry, value !== undefined]), // of another chart the same entry may have no figure
      make: (entry) => (entry.heading ? h('span', { class: 'ck-chart-heading' }, entry.name)
        : h('span', { class: `ck-chart-entry${entry.empty ? ' ck-empty' : ''}`, title: entry.about ?? entry.name }, sample(entry),
          h('span', { class: 'ck-chart-words' }, h('bdi', {}, entry.name), ...(entry.value === undefined ? [] : [' ', h('span', { class: 'ck-chart-value' })])))),
      update: (node, { value }) => { if (value !== undefined) setText(node.lastChild.lastChild, value); },
    });
    this.names = '';
    this.room = '';
  }

  /**
   * @param {string} room of the chart, in words: its size and that of its type
   * @param {(run: () => void) => void} afterwards runs what measures when nothing more is written: the browser lays out the page for it
   */
  draw(entries, room, afterwards) {
    this.pool.keep(entries);
    const names = entries.map(({ name, value = '', empty }) => `${name} ${value.length}${empty ? '?' : ''}`).join('|');
    if (names === this.names && room === this.room) return;
    Object.assign(this, { names, room });
    afterwards(() => this.fit());
  }

  /** As roomy as it may be with every entry in sight. */
  fit() {
    const { node } = this;
    const none = !node.querySelector('.ck-chart-entry:not(.ck-empty)');
    for (const [tight, all] of STEPS) {
      setProp(node, 'data-tight', tight);
      node.classList.toggle('ck-had', !all && !none);
      if (node.scrollHeight <= node.clientHeight + 1) return;
    }
  }
}

// --- What a chart says beside its picture: the entries of its legend, its numbers, and its futures in a sentence. Pure.

/** @typedef {{name: string, colour: string, dash: string, symbol: string, filled: boolean, mark: boolean, fan?: boolean, about?: string, empty?: boolean, heading?: boolean, value?: string}} Entry `value`: where a line stands now */

/**
 * The entries of the legend.
 * @returns {Entry[]}
 */
export function legend(description, source, theme) {
  const filler = new Filler(description, source, theme);
  const found = description.legend.flatMap(({ each, colours, symbols, declared, had, now, unit, ...entry }) => {
    if (entry.heading) return [entry];
    if (!each) return [{ ...entry, name: filler.value(entry.name), colour: filler.value(entry.colour), ...(now ? { value: concise(filler.present({ now }), unit) } : {}), ...(had ? { empty: isEmpty(had, source.rows) } : {}) }];
    const texts = [...new Set(changes(source.rows, each).map((row) => String(row.values[each])))];
    const looks = [eachItsOwn(texts, colours, declared.colours), eachItsOwn(texts, symbols, declared.symbols)];
    return texts.map((name, index) => ({ ...entry, name: capital(name), colour: looks[0][index], symbol: looks[1][index] }));
  });
  // Marks that have not come yet need no heading.
  return found.filter((entry, index) => !entry.heading || found[index + 1]?.mark);
}

/**
 * Is it a part that nobody has had so far?
 * @param {string[]} path of the part; "*" stands for each seat
 * @param {Row[]} rows
 */
function isEmpty([key, part, own], rows) {
  return rows.length > 0 && rows.every((row) => (part === '*' ? Object.values(row.values[key] ?? {}).every((table) => !table?.[own]) : !at(row, [key, part])));
}

/**
 * The same numbers as a table, newest first; counted by rounds where the chart is.
 * @returns {{columns: string[], rows: string[][]}}
 */
export function numbers(description, source, theme) {
  const filler = new Filler({ ...description, latest: Infinity }, source, theme);
  const { columns, cells, lines } = description.numbers;
  const { rounds } = description.axes;
  if (lines) return { columns, rows: lines.map(([name, ...own]) => [name, ...own.map((one) => written(filler.present(one), one.unit))]) };
  const found = cells.map((cell) => filler.column(cell).map((value) => written(value, cell.unit)));
  const rows = filler.rows.map((row, index) => [...(rounds ? [count(row.round ?? 0)] : []), ...found.map((column) => column[index])]);
  return { columns: [...(rounds ? ['Round'] : []), ...columns], rows: rows.reverse() };
}

// --- Futures.

/**
 * The quantiles of the lines that have futures.
 * @param {Description} description
 * @param {Source} source
 */
function quantiles({ fan, per }, source) {
  const by = source.fan?.by[per];
  const lines = by ? fan.map(({ of: [key, who], ...line }) => ({ ...line, five: by.figures[key]?.[who] ?? [] })) : [];
  return { x: by?.x ?? [], lines: lines.filter(({ five }) => five.length) };
}

/**
 * What the points of a chart are counted by.
 * @param {Description} description
 */
function pointWord({ axes, x_title: word }) {
  return axes.rounds ? 'Turn' : word;
}

/**
 * The futures in numbers: for each line and place the five quantiles.
 * @returns {{caption: string, columns: string[], rows: string[][]}|null}
 */
export function fanNumbers(title, description, source) {
  const { x, lines } = quantiles(description, source);
  if (!lines.length) return null;
  return {
    caption: `${title}: ${source.fan?.n} futures from turn ${source.fan?.turn}`,
    columns: [pointWord(description), 'Line', '10% are below', '25% are below', 'Median', '25% are above', '10% are above'],
    rows: x.flatMap((place, index) => lines.map(({ name, unit, five }) => [count(place), name, ...five.map((line) => written(line[index], unit))])),
  };
}

/** The futures in a sentence, for those who do not see them. */
export function fanWords(description, source) {
  const { x, lines } = quantiles(description, source);
  if (!lines.length) return '';
  const ends = lines.map(({ name, unit, five }) => {
    const [low, middle, high] = [0, 2, 4].map((line) => written(five[line][x.length - 1], unit));
    return `${name} ${middle}, eight in ten between ${low} and ${high}`;
  });
  const gone = source.faded ? ' The match has gone on since.' : '';
  return ` ${source.fan?.n} futures from turn ${source.fan?.turn}, medians at ${pointWord(description).toLowerCase()} ${x[x.length - 1]}: ${ends.join('; ')}.${gone}`;
}

/**
 * What the upright axis counts, unless the title of the chart or the ticks say it.
 * @returns {string} "↑ gold per unit"
 */
export function unitWords(title, unit) {
  return !unit || unit === '%' || title.toLowerCase().includes(unit.toLowerCase()) ? '' : `↑ ${unit}`;
}

/**
 * A figure by its name, and what it means: in a sentence, over which time, against what, by which clause.
 * @param {Metric} metric
 */
export function meaningOf({ label, definition, window, relative_to, clause }) {
  const more = [window ? `Time: ${window}` : '', relative_to ? `Relative to: ${relative_to}` : '', clause ? `Clause ${clause}` : ''].filter(Boolean);
  return [h('dt', {}, label), h('dd', {}, definition ?? '', h('span', {}, more.join(' · ')))];
}

/**
 * @param {string[][]} rows
 * @param {string} look of the caption
 */
export function tableOf(caption, columns, rows, look) {
  return h('table', {}, h('caption', { class: look }, caption), headOf(columns), bodyOf(rows.slice(0, 400)));
}
