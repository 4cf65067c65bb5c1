/** Forms inside forms: parts that may be left out, whole examples to start from, rows to add and remove, and a table with an amount in each row. */

import { freshId, h, nameOf, setText, show } from '../basics/dom.js';
import { sayAmount } from './amounts.js';
import { Editors, keptIn, placeIn, troubleOf } from './editors.js';

/**
 * A choice that does something at once and then shows its title again.
 * @param {(value: any) => void} chosen
 * @returns {{node: any, offer: (examples: Array<{title: string, value: any}>) => void}}
 */
function starter(title, chosen) {
  /** @type {Array<{title: string, value: any}>} */
  let examples = [];
  const node = h('select', { class: 'ck-select ck-start', 'aria-label': title.replace(/[+…]/g, '').trim(), onchange: () => {
    const example = examples[Number(node.value)];
    node.value = '-1';
    if (example) chosen(structuredClone(example.value));
  } });
  const offer = (fresh) => {
    examples = fresh;
    node.replaceChildren(h('option', { value: -1 }, title), ...fresh.map((example, index) => h('option', { value: index }, example.title)));
    show(node, fresh.length > 0);
  };
  return { node, offer };
}

/** Up to so many parts that may be added have a button each. */
const FEW_PARTS = 3;

/** Named values that belong together. Parts that may be left out are, until somebody adds them. */
export function bundleEditor(changed, make) {
  const legend = h('legend', { class: 'ck-label' });
  const box = h('div', { class: 'ck-bundle' });
  const more = h('span', { class: 'ck-more' });
  const adder = starter('+ More …', (name) => open(name, true));
  const start = starter('Start from …', (value) => { write(value); changed(); });
  const editors = new Editors(make, changed);
  const { left } = editors;
  /** What holds each editor: a part that may be left out has a button for that. @type {Map<string, any>} */
  const boxes = new Map();
  let form = { fields: [] };
  const optional = (name) => (form.optional ?? []).includes(name);
  const fieldOf = (name) => form.fields.find((field) => field.name === name);

  const open = (name, on) => {
    if (on) {
      left.delete(name);
      editors.all.get(name).renew(fieldOf(name));
    } else left.add(name);
    settle();
    changed();
    const next = on ? boxes.get(name).querySelector('input:not([type="range"]), select, button') : (more.querySelector(`[data-part="${name}"]`) ?? adder.node);
    next?.focus();
  };
  const settle = () => {
    for (const [name, part] of boxes) show(part, !left.has(name));
    const names = [...left];
    const few = names.length <= FEW_PARTS;
    adder.offer(few ? [] : names.map((name) => ({ title: fieldOf(name).label, value: name })));
    more.replaceChildren(adder.node, ...(few ? names : []).map((name) => h('button', { type: 'button', class: 'ck-mini ck-add', 'data-part': name, onclick: () => open(name, true) }, `+ ${fieldOf(name).label}`)));
    show(more, left.size > 0);
  };
  const boxOf = ({ name, label }) => {
    const { node: inside } = editors.all.get(name);
    return !optional(name) ? inside : h('div', { class: 'ck-part' }, inside,
      h('button', { type: 'button', class: 'ck-mini ck-drop', title: 'Leave out', 'aria-label': `Leave out: ${label}`, onclick: () => open(name, false) }, '×'));
  };
  const renew = (field) => {
    form = field.form;
    setText(legend, field.label);
    start.node.setAttribute('aria-label', `Start from: ${field.label}`);
    adder.node.setAttribute('aria-label', `Add to: ${field.label}`);
    start.offer(form.examples ?? []);
    editors.renew(form.fields);
    left.clear();
    for (const one of form.fields) {
      if (!boxes.has(one.name)) boxes.set(one.name, boxOf(one));
      if (optional(one.name)) left.add(one.name);
    }
    if (box.childElementCount !== boxes.size) box.replaceChildren(...boxes.values());
    show(node, boxes.size > 0);
    settle();
  };
  const write = (value) => {
    left.clear(); // in the order of the form, so that the buttons to add stay where they were
    for (const [name, editor] of editors.all) {
      if (value && typeof value === 'object' && name in value) editor.write(value[name]);
      else if (optional(name)) left.add(name);
    }
    settle();
  };
  const node = h('fieldset', { class: 'ck-field ck-bundle-box' }, legend, start.node, box, more);
  return {
    node, renew, write, read: () => editors.read(), keep: () => editors.keep(), trouble: () => editors.trouble(),
    problem: () => editors.trouble()?.text ?? '', find: (at) => editors.find(at) ?? node,
  };
}

/** A list of values of one form: rows to add, from an example where there are any, and to remove. */
export function listEditor(changed, make) {
  const legend = h('legend', { class: 'ck-label', id: freshId('list') });
  const box = h('div', { class: 'ck-list' });
  const add = h('button', { type: 'button', class: 'ck-mini ck-add' });
  const start = starter('+ Add another …', (value) => {
    const entry = addRow();
    entry.editor.write(value);
    settle();
    changed();
    entry.row.querySelector('input:not([type="range"]), select')?.focus();
  });
  let field = null;
  /** @type {Array<{editor: Editor, row: any, drop: any}>} */
  let rows = [];
  const inside = () => field.form.form;
  const settle = () => {
    const room = rows.length < field.form.at_most;
    const examples = inside().examples ?? [];
    show(add, room && !examples.length);
    show(start.node, room && examples.length > 0);
    rows.forEach(({ row, drop }, index) => {
      show(drop, rows.length > field.form.at_least);
      const name = row.querySelector(':scope > .ck-bundle-box > legend');
      if (name) setText(name, `${field.label} ${index + 1}`);
      row.querySelector(':scope > .ck-bundle-box > .ck-more > select')?.setAttribute('aria-label', `Add to: ${field.label} ${index + 1}`);
      drop.setAttribute('aria-label', `Remove: ${field.label} ${index + 1}`);
    });
  };
  const addRow = () => {
    const label = `${field.label} ${rows.length + 1}`;
    const editor = make({ name: String(rows.length), label, form: inside(), suggest: [] }, changed);
    const drop = h('button', { type: 'button', class: 'ck-mini ck-drop', title: 'Remove', onclick: () => remove(entry) }, '×');
    const entry = { editor, drop, row: h('div', { class: 'ck-list-row' }, editor.node, drop) };
    rows.push(entry);
    box.append(entry.row);
    return entry;
  };
  const remove = (entry) => {
    rows = rows.filter((one) => one !== entry);
    entry.row.remove();
    settle();
    changed();
    [add, start.node].find((one) => !one.hidden)?.focus();
  };
  add.addEventListener('click', () => {
    const { row } = addRow();
    settle();
    changed();
    row.querySelector('input, select, button')?.focus();
  });
  const fill = (length) => {
    rows = [];
    box.replaceChildren();
    for (let index = 0; index < length; index += 1) addRow();
    settle();
  };
  const renew = (fresh) => {
    field = fresh;
    setText(legend, fresh.label);
    setText(add, `+ ${fresh.label}`);
    start.offer(inside().examples ?? []);
    start.node.setAttribute('aria-label', `Add: ${fresh.label}`);
    // A list of fixed length (two dice) needs no heading: each entry has its label.
    const fixed = fresh.form.at_least === fresh.form.at_most;
    // Rows of a few plain values read as a sentence each; rows of forms are boxes of their own.
    const plain = !(inside().fields ?? [inside()]).some((one) => ['bundle', 'list_of'].includes((one.form ?? one).kind));
    node.classList.toggle('ck-fixed', fixed);
    node.classList.toggle('ck-sentences', plain && !fixed);
    legend.classList.toggle('ck-only-read', fixed || !plain);
    fill(fresh.form.at_least);
  };
  const node = h('fieldset', { class: 'ck-field ck-list-box' }, legend, box, add, start.node);
  const trouble = () => rows.map(({ editor }) => troubleOf(editor)).find(Boolean) ?? null;
  return {
    node, renew, trouble,
    read: () => rows.map(({ editor }) => editor.read()),
    keep: () => rows.map(({ editor }) => keptIn(editor)),
    write: (values) => {
      fill(Math.max(field.form.at_least, values?.length ?? 0));
      (values ?? []).forEach((value, index) => rows[index]?.editor.write(value));
    },
    problem: () => trouble()?.text ?? '',
    find: (at) => {
      const entry = rows[Number(at[0])];
      return entry ? placeIn(entry.editor, at.slice(1)) : node;
    },
  };
}

// --- A table with a row for each holder and amounts to set.

/**
 * Are these the very rows that are shown, in the same order?
 * @param {Array<{name: string}>} shown
 * @param {Array<{name: string}>} fresh
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
 * @param {AmountForm} form
 */
export function rangeWords(form) {
  return form.high > form.low ? `${sayAmount(form.low, form)} to ${sayAmount(form.high, form)}` : `only ${sayAmount(form.low, form)}`;
}

/**
 * @param {import('./editors.js').Make} makeAmount
 * @returns {Editor}
 */
export function gridEditor(changed, makeAmount) {
  const legend = h('legend', { class: 'ck-label ck-only-read' });
  const head = h('tr');
  const body = h('tbody');
  const node = h('fieldset', { class: 'ck-field ck-grid-box' }, legend, h('table', { class: 'ck-grid' }, h('thead', {}, head), body));
  /** @type {Array<{name: string, data: GridRow, editor: Editor, title: any, row: any, why: any, range: any, cells: any[]}>} */
  let rows = [];
  const makeRow = (data, column) => {
    const editor = makeAmount(/** @type {any} */ ({ name: data.name, label: `${data.label}: ${column}`, form: data.form, suggest: [] }), changed);
    const title = h('th', { scope: 'row' });
    const cells = data.cells.map(() => h('td'));
    const range = h('td', { class: 'ck-grid-range ck-hint' });
    const why = h('td', { colspan: cells.length + 3 });
    return { name: data.name, data, editor, title, range, cells, row: h('tr', {}, title, ...cells, h('td', { class: 'ck-grid-amount' }, editor.node), range), why };
  };
  const renew = (field) => {
    const { columns, rows: fresh } = field.form;
    const column = columns[columns.length - 1];
    setText(legend, field.label);
    head.replaceChildren(...columns.map((text) => h('th', { scope: 'col', colspan: text === column ? 2 : null }, text)));
    if (!sameRows(rows, fresh)) {
      rows = fresh.map((data) => makeRow(data, column));
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
    limit: (limits) => rows.forEach((one) => {
      const next = withLimit(one.data, limits[one.name]);
      if (next === one.data) return;
      one.data = next;
      one.editor.bound?.(next.form);
      setText(one.range, rangeWords(next.form));
    }),
  };
}
