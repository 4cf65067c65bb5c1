/** Native controls for the fields of a move, built from their forms alone. */

import { freshId, h, isNew, press, setText, show } from '../basics/dom.js';
import { count, isMoney } from '../basics/format.js';
import { fewValues, firstAmount, offeredValues, readAmount, sayAmount, slides } from './amounts.js';
import { editorKind } from './editors.js';
import { bundleEditor, gridEditor, listEditor } from './nested.js';

/** So many lines of an open list are in view. */
const LINES = 4;

/**
 * @param {() => void} changed called after the person has changed something
 * @returns {Editor}
 */
export function makeEditor(field, changed) {
  const kind = editorKind(field.form);
  // In a table an amount is typed in or slid to, however few values there are.
  if (kind === 'grid') return filledIn(gridEditor(changed, (row, run) => filledIn({ kind: 'amount', ...amountEditor(run) }, row)), field);
  const make = kind === 'amount' ? amountEditor : kind === 'few' || kind === 'radio' ? radioEditor : kind === 'select' || kind === 'options' ? (run) => selectEditor(run, kind === 'options')
    : field.form.kind === 'some_of' ? checksEditor : kind === 'text' ? textEditor : null;
  const nested = field.form.kind === 'bundle' ? bundleEditor : listEditor;
  return filledIn({ kind, ...(make ? make(changed) : nested(changed, makeEditor)) }, field);
}

/** @returns {Editor} */
function filledIn(editor, field) {
  editor.renew(field);
  return editor;
}

function amountEditor(changed) {
  let field = null;
  const label = h('label', { class: 'ck-label' });
  const slider = h('input', { type: 'range', class: 'ck-slider' });
  const typed = h('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', class: 'ck-number', id: freshId('amount') });
  const range = h('span', { class: 'ck-hint' });
  const suggestions = h('span', { class: 'ck-suggest' });
  label.htmlFor = typed.id;
  const write = (value) => {
    const plain = typeof value === 'number' && !isMoney(field.form.unit);
    typed.value = plain ? count(value) : sayAmount(value, field.form);
    if (typeof value === 'number') slider.value = String(value);
    slider.setAttribute('aria-valuetext', sayAmount(value, field.form));
  };
  slider.addEventListener('input', () => { write(Number(slider.value)); changed(); });
  typed.addEventListener('input', () => {
    const { value } = readAmount(typed.value, field.form);
    if (value !== null) slider.value = String(value);
    changed();
  });
  typed.addEventListener('focus', () => typed.select());
  /** Other bounds; what is filled in stays. */
  const bound = (form) => {
    field = { ...field, form };
    show(slider, slides(form));
    for (const [name, value] of [['min', form.low], ['max', form.high], ['step', form.step || 1]]) slider.setAttribute(name, String(value));
    setText(range, form.high < form.low ? '' : `${isMoney(form.unit) ? sayAmount(form.low, form) : count(form.low)} to ${sayAmount(form.high, form)}${form.step > 1 ? `, steps of ${sayAmount(form.step, form)}` : ''}`);
    const { value } = readAmount(typed.value, form);
    if (typeof value === 'number') slider.value = String(value);
  };
  const renew = (fresh) => {
    field = fresh;
    const form = /** @type {AmountForm} */ (fresh.form);
    setText(label, fresh.label);
    slider.setAttribute('aria-label', `${fresh.label}, slider`);
    bound(form);
    suggestions.replaceChildren(...offeredValues(form, fresh.suggest).map(({ value, text }) =>
      press('ck-mini', () => { write(value); changed(); }, text)));
    write(firstAmount(form, fresh.suggest));
  };
  return {
    node: h('div', { class: 'ck-field ck-amount' }, label, slider, typed, suggestions, range),
    read: () => readAmount(typed.value, field.form).value, problem: () => readAmount(typed.value, field.form).problem, write, renew, bound,
    keep: () => readAmount(typed.value, field.form).value ?? typed.value,
  };
}

/** Free words; none are words too. */
function textEditor(changed) {
  const typed = h('input', { type: 'text', autocomplete: 'off', class: 'ck-text', id: freshId('text'), oninput: changed });
  const label = h('label', { class: 'ck-label', for: typed.id });
  const write = (value) => { typed.value = value ?? ''; };
  const renew = (field) => {
    setText(label, field.label);
    typed.maxLength = field.form.longest;
    write('');
  };
  return { node: h('div', { class: 'ck-field' }, label, typed), read: () => typed.value, write, renew, problem: () => '' };
}

/**
 * Options side by side, to choose one of them or several.
 * @param {'radio'|'checkbox'} type
 */
function optionBox(type, changed) {
  const group = freshId('choice');
  const one = type === 'radio';
  const legend = h('legend', { class: 'ck-label' });
  const box = h('span', { class: one ? 'ck-segments' : 'ck-checks' });
  const node = h('fieldset', { class: one ? 'ck-field ck-radio' : 'ck-field ck-some' }, legend, box);
  const inputs = () => [...box.querySelectorAll('input')];
  const draw = (options, form) => {
    if (!isNew(box, options)) return;
    box.replaceChildren(...options.map((option) => h('label', { class: one ? 'ck-segment' : 'ck-check', 'data-space': one ? spaceIn(form, option) : null },
      h('input', { type, name: group, onchange: changed }), h('span', {}, option.label))));
  };
  return { legend, node, inputs, draw };
}

function radioEditor(changed) {
  const { legend, node, inputs, draw } = optionBox('radio', changed);
  let options = [];
  const write = (value) => inputs().forEach((input, index) => { input.checked = options[index].value === value; });
  const renew = (field) => {
    const values = field.form.kind === 'amount' ? fewValues(field.form) ?? [] : null;
    options = values ? values.map((value) => ({ value, label: isMoney(field.form.unit) ? sayAmount(value, field.form) : count(value) })) : field.form.options;
    setText(legend, field.label);
    draw(options, field.form);
    const first = field.suggest?.[0]?.value ?? field.suggest?.[0];
    write(options.some((option) => option.value === first) ? first : options.length === 1 ? options[0].value : undefined);
  };
  const read = () => options[inputs().findIndex((input) => input.checked)]?.value;
  return { node, read, write, renew, problem: () => (read() === undefined ? `Choose: ${legend.textContent}.` : '') };
}

/** The space that an option means, if it means one. */
function spaceIn(form, option) {
  return form.of === 'space' ? option.value : null;
}

/** A list of options, folded up or with some lines in view. */
function selectEditor(changed, open) {
  const select = h('select', { class: open ? 'ck-select ck-options' : 'ck-select', id: freshId('select'), onchange: changed });
  if (open) select.addEventListener('keydown', (event) => { if (event.key === 'Enter') select.form?.requestSubmit(); });
  const label = h('label', { class: 'ck-label', for: select.id });
  let options = [];
  const write = (value) => { select.value = String(options.findIndex((option) => String(option.value) === String(value))); };
  const renew = (field) => {
    setText(label, field.label);
    if (JSON.stringify(field.form.options) !== JSON.stringify(options)) {
      options = field.form.options;
      const lines = options.map((option, index) => h('option', { value: index, 'data-space': spaceIn(field.form, option) }, option.label));
      select.replaceChildren(...(open ? [] : [h('option', { value: -1 }, 'Choose …')]), ...lines);
      if (open) select.size = Math.min(LINES, lines.length);
    }
    write(undefined);
    if (select.selectedIndex < 0 && !open) select.selectedIndex = 0;
  };
  const read = () => options[Number(select.value || -1)]?.value;
  return {
    node: h('div', { class: open ? 'ck-field ck-listed' : 'ck-field' }, label, select), read, write, renew,
    problem: () => (read() === undefined ? `Choose: ${label.textContent}.` : ''),
  };
}

/**
 * Which options of a form go with what is chosen in the field that it names; all while nothing is.
 * @returns {boolean[]}
 */
export function optionsGiven(form, value) {
  return form.options.map((_, index) => !form.given || value === undefined || form.given.values[index] === value);
}

function checksEditor(changed) {
  const { legend, node, inputs, draw } = optionBox('checkbox', changed);
  let form = { options: [], at_least: 0, at_most: null };
  const read = () => form.options.filter((_, index) => inputs()[index].checked).map((option) => option.value);
  const write = (values) => {
    const wanted = (values ?? []).map(String);
    inputs().forEach((input, index) => { input.checked = wanted.includes(String(form.options[index].value)); });
  };
  const renew = (field) => {
    const most = field.form.at_most ?? field.form.options.length;
    const bounded = field.form.at_least || most < field.form.options.length;
    setText(legend, field.form.options.length ? `${field.label}${bounded ? ` (${field.form.at_least} to ${most})` : ''}` : `${field.label}: none`);
    form = field.form;
    draw(form.options, form);
    write([]);
    narrow(undefined);
  };
  /** Shows only the options that go with what is chosen in another field; others are not chosen any more. */
  const narrow = (value) => {
    const goes = optionsGiven(form, value);
    inputs().forEach((input, index) => {
      if (!goes[index]) input.checked = false;
      show(input.parentElement, goes[index]);
    });
    show(node, goes.includes(true));
  };
  const problem = () => {
    const chosen = read().length;
    if (chosen < form.at_least) return `Choose at least ${form.at_least}.`;
    return form.at_most !== null && chosen > form.at_most ? `Choose at most ${form.at_most}.` : '';
  };
  return { node, read, write, renew, problem, narrow };
}
