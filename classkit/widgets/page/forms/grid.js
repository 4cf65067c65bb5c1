/** Small tables: a move with a row for each holder and amounts to set, and tables of words from Python. */

import { h, nameOf, setText, show } from '../basics/dom.js';
import { sayAmount } from './amounts.js';

/**
 * @typedef {import('../types.js').GridRow} GridRow
 * @typedef {import('./nested.js').Editor} Editor
 * @typedef {import('./nested.js').Make} Make
 */

/**
 * Are these the very rows that are shown, in the same order?
 * @param {Array<{name: string}>} shown
 * @param {Array<{name: string}>} fresh
 * @returns {boolean}
 */
export function sameRows(shown, fresh) {
  return shown.length === fresh.length && shown.every((row, index) => row.name === fresh[index].name);
}

/**
 * A row with other bounds; the very same when they are as they were.
 * @param {GridRow} row
 * @param {[number, number]|undefined} limit the least and the most
 * @returns {GridRow}
 */
export function withLimit(row, limit) {
  if (!limit || (limit[0] === row.form.low && limit[1] === row.form.high)) return row;
  return { ...row, form: { ...row.form, low: limit[0], high: limit[1] } };
}

/**
 * What a row may be set to, in words.
 * @param {import('../types.js').AmountForm} form
 * @returns {string}
 */
export function rangeWords(form) {
  return form.high > form.low ? `${sayAmount(form.low, form)} to ${sayAmount(form.high, form)}` : `only ${sayAmount(form.low, form)}`;
}

/**
 * @param {() => void} changed
 * @param {Make} makeAmount
 * @returns {Editor}
 */
export function gridEditor(changed, makeAmount) {
  const legend = h('legend', { class: 'ck-label ck-only-read' });
  const head = h('tr');
  const body = h('tbody');
  const node = h('fieldset', { class: 'ck-field ck-grid-box' }, legend, h('table', { class: 'ck-grid' }, h('thead', {}, head), body));
  /** @type {Array<{name: string, data: GridRow, editor: Editor, title: any, row: any, why: any, range: any, cells: any[]}>} */
  let rows = [];
  const makeRow = (/** @type {GridRow} */ data, /** @type {string} */ column) => {
    const editor = makeAmount(/** @type {any} */ ({ name: data.name, label: `${data.label}: ${column}`, form: data.form, suggest: [] }), changed);
    const title = h('th', { scope: 'row' });
    const cells = data.cells.map(() => h('td'));
    const range = h('td', { class: 'ck-grid-range ck-hint' });
    const why = h('td', { colspan: cells.length + 3 });
    return { name: data.name, data, editor, title, range, cells, row: h('tr', {}, title, ...cells, h('td', { class: 'ck-grid-amount' }, editor.node), range), why };
  };
  const renew = (/** @type {any} */ field) => {
    const { columns, rows: fresh } = field.form;
    const column = columns[columns.length - 1];
    setText(legend, field.label);
    head.replaceChildren(...columns.map((/** @type {string} */ text) => h('th', { scope: 'col', colspan: text === column ? 2 : null }, text)));
    if (!sameRows(rows, fresh)) {
      rows = fresh.map((/** @type {GridRow} */ data) => makeRow(data, column));
      // A reason stands below the row that it speaks of, over the whole width.
      body.replaceChildren(...rows.flatMap((one) => [one.row, h('tr', { class: 'ck-grid-why' }, one.why)]));
    }
    rows.forEach((one, index) => {
      one.data = fresh[index];
      one.title.replaceChildren(nameOf(one.data.label));
      one.cells.forEach((cell, at) => setText(cell, one.data.cells[at] ?? ''));
      one.editor.renew(/** @type {any} */ ({ name: one.name, label: `${one.data.label}: ${column}`, form: one.data.form, suggest: [] }));
      one.editor.write(one.data.now);
      setText(one.range, rangeWords(one.data.form));
    });
  };
  /** What is typed in is judged in Python, row by row; here only whether it is a number at all. */
  const trouble = () => {
    const bad = rows.find((one) => one.editor.read() === null);
    return bad ? { node: bad.why, text: bad.editor.problem(), missing: false } : null;
  };
  return {
    kind: 'grid', node, renew, trouble,
    problem: () => trouble()?.text ?? '',
    read: () => Object.fromEntries(rows.map((one) => [one.name, one.editor.read()])),
    keep: () => Object.fromEntries(rows.map((one) => [one.name, one.editor.keep?.() ?? one.editor.read()])),
    write: (values) => rows.forEach((one) => { if (values && one.name in values) one.editor.write(values[one.name]); }),
    find: (at) => rows.find((one) => one.name === String(at[0]))?.why ?? node,
    limit: (/** @type {Record<string, [number, number]>} */ limits) => rows.forEach((one) => {
      const next = withLimit(one.data, limits[one.name]);
      if (next === one.data) return;
      one.data = next;
      one.editor.bound?.(next.form);
      setText(one.range, rangeWords(next.form));
    }),
  };
}

// --- Small tables of words from Python: what an answer would bring about, who holds how many votes.

/** @typedef {import('../types.js').FactTable} FactTable */

/** A table of three columns is read across up to so many rows; with two columns there is always room. */
const FEW_ROWS = 5;

/**
 * The cells of a table, with rows and columns changed over where that takes less room: a few
 * names with a figure or two each are read across.
 * @param {FactTable} table
 * @param {boolean} across
 * @returns {{head: string[], rows: string[][]}}
 */
export function cellsOf(table, across) {
  const { columns, rows } = table;
  const short = columns.length === 2 || (columns.length === 3 && rows.length <= FEW_ROWS);
  if (!across || !short) return { head: columns, rows };
  return {
    head: [columns[0], ...rows.map((row) => row[0])],
    rows: columns.slice(1).map((column, index) => [column, ...rows.map((row) => row[index + 1])]),
  };
}

/**
 * The class of a head whose longest word may break anywhere: that of a name of one long word. Others, such as "Needed", never do.
 * @param {string} text
 * @returns {string|null}
 */
const breaks = (text) => (/\S{13}/u.test(text) ? 'ck-breaks' : null);

export class WordTable {
  /** @param {boolean} across whether two columns are shown as two rows */
  constructor(across) {
    this.across = across;
    this.known = '';
    this.note = h('p', { class: 'ck-table-note', role: 'status' });
    this.table = h('table');
    this.node = h('div', { class: 'ck-word-table', hidden: true }, this.table, this.note);
  }

  /** @param {FactTable|null|undefined} table nothing hides it */
  draw(table) {
    const known = JSON.stringify(table ?? null);
    if (this.known === known) return;
    this.known = known;
    show(this.node, Boolean(table));
    setText(this.note, table?.note ?? '');
    if (!table) return;
    const { head, rows } = cellsOf(table, this.across);
    this.table.replaceChildren(
      h('thead', {}, h('tr', {}, ...head.map((text) => h('th', { scope: 'col', class: breaks(text) }, nameOf(text))))),
      h('tbody', {}, ...rows.map(([first, ...rest]) => h('tr', {}, h('th', { scope: 'row', class: breaks(first) }, nameOf(first)), ...rest.map((text) => h('td', {}, text))))),
    );
  }
}
