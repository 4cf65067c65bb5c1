/**
 * Fields of a form: native controls, each a function of its form and its value.
 *
 * A *kind* of field is an object with its initial value, its conversion for sending, its validation, its width in the
 * answer bar, and its view. `README.md` says how to add one.
 */

import { Button } from '../basics/controls.js';
import { freshId } from '../basics/dom.js';
import { count, currencyOf } from '../basics/format.js';
import { html } from '../basics/markup.js';
import { useState } from '../preact/standalone.js';
import { fewValues, firstAmount, offeredValues, rangeOf, readAmount, sayAmount, slides } from './amounts.js';
import { button, folded, GAP, segment, typed, words } from './text_width.js';
import { bundle, grid, rows, troubleAmong, valuesBy } from './nested.js';
import { here, named, Why } from './validation_message.js';

/**
 * @typedef {import('./validation_message.js').Trouble} Trouble
 */

/**
 * A field whose form is of one kind.
 * @template {Form} [F=any]
 * @typedef {Omit<Field, 'form'> & {form: F}} FieldOf
 */

/**
 * Props of each view: `why` is a validation message for it or a part of it; `given` the value of the field that it
 * depends on; `part` whether it belongs to a group, in which case it says if there is nothing to choose.
 * @template {Form} [F=any]
 * @typedef {{field: FieldOf<F>, filled: any, change: (filled: any) => void, why?: Trouble|null, given?: any,
 *   limits?: any, part?: boolean}} Shown
 */

/**
 * @template {Form} [F=any] its form
 * @typedef {object} Kind
 * @property {(field: FieldOf<F>) => any} first the initial value
 * @property {(form: F, filled: any) => any} read the value to send
 * @property {(field: FieldOf<F>, filled: any) => Trouble|null} trouble the first validation problem
 * @property {(form: F, value: any, filled?: any) => any} fill the filled-in state for a value
 * @property {(field: FieldOf<F>) => number[]} widths of its controls in the bar, in em; `Infinity` if it does not fit
 * @property {(form: F) => string} shape filled-in values can be reused for a form of the same shape
 * @property {(shown: Shown<F>) => any} View
 * @property {boolean} [nested] whether it contains forms or rows
 */

const fill = (_, value) => value;

/** @returns {Trouble|null} */
const against = (text, missing = false) => (text ? { text, at: [], missing } : null);

// --- Amount: a slider if each step can be reached, a number input, and suggested values.

/** Width in em of a number input with its buttons, and maximum number of suggested values in the bar. */
const NUMBER = 12, OFFERED = 4;

/** The text of the number input: as typed, or the amount. */
function typedIn(form, filled) {
  if (typeof filled === 'object' && filled) return filled.typed;
  return typeof filled === 'number' && !currencyOf(form) ? count(filled) : sayAmount(filled, form);
}

/** @type {Kind<AmountForm>} */
const amount = {
  first: ({ form, suggest }) => firstAmount(form, suggest),
  read: (form, filled) => readAmount(typedIn(form, filled), form).value,
  trouble: ({ form }, filled) => against(readAmount(typedIn(form, filled), form).problem),
  fill,
  widths: ({ label, form, suggest }) => {
    const offered = offeredValues(form, suggest).slice(0, OFFERED);
    return [words(label) + NUMBER + GAP, ...offered.map(({ text }) => button(text))];
  },
  shape: () => 'amount',
  View: Amount,
};

/** The buttons for a step: sign, label, direction. @type {[string, string, number][]} */
const STEPS = [['−', 'Less', -1], ['+', 'More', 1]];

/** @param {Shown<AmountForm>} shown */
export function Amount({ field: { label, form, suggest }, filled, change, why }) {
  const [id] = useState(() => freshId('amount'));
  const { value } = readAmount(typedIn(form, filled), form);
  const number = typeof value === 'number' ? value : undefined;
  const go = (way) => {
    const next = (number ?? form.low) + way * (form.step || 1);
    if (next >= form.low && next <= form.high) change(next);
  };
  return html`
    <div class="ck-field ck-amount">
      <label class="ck-label" for=${id}>${label}</label>
      <input type="range" class="ck-slider" aria-label=${`${label}, slider`} hidden=${!slides(form)}
        min=${form.low} max=${form.high} step=${form.step || 1} value=${number}
        aria-valuetext=${number === undefined ? undefined : sayAmount(number, form)}
        oninput=${(event) => change(Number(event.target.value))} />
      <span class="ck-stepper">
        <input type="text" inputmode="numeric" autocomplete="off" class="ck-number" id=${id}
          value=${typedIn(form, filled)} onfocus=${(event) => event.target.select()}
          oninput=${(event) => change({ typed: event.target.value })}
          onchange=${() => value !== null && change(value)} />
        ${STEPS.map(([sign, words, way]) => html`
          <${Button} key=${sign} class="ck-plain" aria-label=${`${words}: ${label}`} run=${() => go(way)}>${sign}<//>`)}
      </span>
      <span class="ck-suggest">
        ${offeredValues(form, suggest).map((one) => html`
          <${Button} key=${one.value} class="ck-mini" run=${() => change(one.value)}>${one.text}<//>`)}
      </span>
      <span class="ck-hint">${rangeOf(form)}</span>
      <${Why} text=${here(why)} />
    </div>`;
}

// --- Free text, which may be empty.

/** @type {Kind<TextForm>} */
const text = {
  first: () => '', read: (_, filled) => filled, trouble: () => null, fill, shape: () => 'text', View: Text,
  widths: ({ label }) => [words(label) + typed()],
};

/** @param {Shown<TextForm>} shown */
function Text({ field: { label, form }, filled, change, why }) {
  const [id] = useState(() => freshId('text'));
  return html`
    <div class="ck-field">
      <label class="ck-label" for=${id}>${label}</label>
      <input type="text" autocomplete="off" class="ck-text" id=${id} maxlength=${form.longest} value=${filled}
        oninput=${(event) => change(event.target.value)} />
      <${Why} text=${here(why)} />
    </div>`;
}

// --- Choice of one option: buttons if there are few, else a list, with several visible lines if routes are shown.

/**
 * Maximum number and total width in em of options shown as buttons (two lines); more are shown as a list. Number of
 * visible lines of an open list.
 */
const SIDE_BY_SIDE = 5, ACROSS = 72, LINES = 4;

/** The options of a choice, or of a small amount form. @returns {Choice[]} */
function optionsOf(form) {
  if (form.kind !== 'amount') return form.options;
  const say = (value) => (currencyOf(form) ? sayAmount(value, form) : count(value));
  return (fewValues(form) ?? []).map((value) => ({ value, label: say(value) }));
}

/** The total width of options, in em. */
const across = (options) => options.reduce((sum, { label }) => sum + segment(label), 0);

/** The selected option, if any. */
const chosen = (form, filled) => optionsOf(form).find(({ value }) => String(value) === String(filled))?.value;

/** @type {Kind<OneOfForm>} */
const list = {
  first: () => undefined,
  read: chosen,
  trouble: ({ label, form }, filled) => against(chosen(form, filled) === undefined ? `Choose: ${label}.` : '', true),
  fill,
  widths: ({ label, form }) => [words(label) + folded(form.options.map((option) => option.label))],
  shape: () => 'choice',
  View: List,
};

/** @type {Kind<OneOfForm|AmountForm>} */
const segments = {
  ...list,
  first: ({ form, suggest }) => {
    const options = optionsOf(form);
    const first = suggest?.[0]?.value ?? suggest?.[0];
    return options.some(({ value }) => value === first) ? first : options.length === 1 ? options[0].value : undefined;
  },
  widths: ({ label, form }) => [words(label) + GAP + across(optionsOf(form))],
  View: Segments,
};

/** Listen to `input`, too, because a repaint before `change` would undo the choice. */
const listen = (choose) => ({ oninput: choose, onchange: choose });

/** The space of an option, if it has one. */
const spaceIn = (form, option) => (form.of === 'space' ? option.value : undefined);

/** @param {Shown<OneOfForm|AmountForm>} shown */
function Segments({ field: { label, form }, filled, change, why }) {
  const [group] = useState(() => freshId('choice'));
  const choose = (value) => value !== chosen(form, filled) && change(value);
  return html`
    <fieldset class="ck-field ck-radio">
      <legend class="ck-label">${label}</legend>
      <span class="ck-segments">
        ${optionsOf(form).map((option) => html`
          <label key=${option.value} class="ck-segment" data-space=${spaceIn(form, option)}>
            <input type="radio" name=${group} checked=${option.value === chosen(form, filled)}
              ...${listen(() => choose(option.value))} />
            <span>${option.label}</span>
          </label>`)}
      </span>
      <${Why} text=${here(why)} />
    </fieldset>`;
}

/** @param {Shown<OneOfForm>} shown */
function List({ field: { label, form }, filled, change, why }) {
  const [id] = useState(() => freshId('select'));
  const open = Boolean(form.ways);
  const at = form.options.findIndex(({ value }) => value === chosen(form, filled));
  const choose = (event) => {
    const value = form.options[Number(event.target.value)]?.value;
    if (value !== chosen(form, filled)) change(value);
  };
  const send = (event) => { if (open && event.key === 'Enter') event.target.form?.requestSubmit(); };
  return html`
    <div class=${open ? 'ck-field ck-listed' : 'ck-field'}>
      <label class="ck-label" for=${id}>${label}</label>
      <select class=${open ? 'ck-select ck-options' : 'ck-select'} id=${id} value=${at}
        size=${open ? Math.min(LINES, form.options.length) : 0} onkeydown=${send}
        ...${listen(choose)}>
        ${!open && html`<option value=${-1}>Choose …</option>`}
        ${form.options.map((option, index) => html`
          <option key=${option.value} value=${index} data-space=${spaceIn(form, option)}>${option.label}</option>`)}
      </select>
      <${Why} text=${here(why)} />
    </div>`;
}

// --- Choice of several options with checkboxes.

/** Width of a checkbox in em. */
const TICK = 2;

/** @type {Kind<SomeOfForm>} */
const ticks = {
  first: () => [],
  read: (form, filled) => {
    const ticked = filled.map(String);
    return form.options.map(({ value }) => value).filter((value) => ticked.includes(String(value)));
  },
  trouble: ({ label, form }, filled) => {
    const many = ticks.read(form, filled).length;
    const few = many < form.at_least ? `Choose at least ${form.at_least}.` : '';
    if (few) return many ? against(few) : against(named(label, few), true);
    return against(form.at_most !== null && many > form.at_most ? `Choose at most ${form.at_most}.` : '');
  },
  // A click on the board toggles an option.
  fill: (form, value, filled) => {
    if (Array.isArray(value)) return value;
    const now = ticks.read(form, filled ?? []);
    return now.includes(value) ? now.filter((one) => one !== value) : [...now, value];
  },
  widths: ({ label, form }) => [words(label), ...form.options.map((option) => words(option.label) + TICK)],
  shape: () => 'some_of',
  View: Ticks,
};

/** @param {Shown<SomeOfForm>} shown */
function Ticks({ field: { label, form }, filled, change, why, given, part = false }) {
  const goes = optionsGiven(form, given);
  const now = ticks.read(form, filled);
  const most = form.at_most ?? form.options.length;
  const tick = (value, on) => on !== now.includes(value) && change(ticks.fill(form, value, filled));
  const bounds = form.at_least || most < form.options.length ? ` (${form.at_least} to ${most})` : '';
  return html`
    <fieldset class="ck-field ck-some" hidden=${!part && !goes.includes(true)}>
      <legend class="ck-label">${form.options.length ? `${label}${bounds}` : `${label}: none`}</legend>
      <span class="ck-checks">
        ${form.options.map((option, index) => html`
          <label key=${option.value} class="ck-check" hidden=${!goes[index]}>
            <input type="checkbox" checked=${now.includes(option.value)}
              ...${listen((event) => tick(option.value, event.target.checked))} />
            <span>${option.label}</span>
          </label>`)}
      </span>
      <${Why} text=${here(why)} />
    </fieldset>`;
}

/**
 * Return which options of a form are available for the value of the field that it depends on; all if that is not set.
 * @returns {boolean[]}
 */
export function optionsGiven(form, value) {
  return form.options.map((_, index) => !form.given || value === undefined || form.given.values[index] === value);
}

// --- Kinds by form, and functions over all fields of a form.

/** @type {Record<string, Kind>} by the kind in Python's form data */
const KINDS = {
  text,
  some_of: ticks,
  grid: grid(Amount, amount),
  bundle: bundle(kindOf),
  list_of: rows(kindOf),
};

/** @returns {Kind} */
export function kindOf(form) {
  if (form.kind === 'amount') return fewValues(form) ? segments : amount;
  // Routes are shown on hover, which a collapsed list does not report.
  if (form.kind === 'one_of') return isFew(form.options) ? segments : list;
  return KINDS[form.kind];
}

const isFew = (options) => options.length <= SIDE_BY_SIDE && across(options) <= ACROSS;

/** Whether a form is a choice among buttons. */
export const isOneOfFew = (form) => form.kind === 'one_of' && kindOf(form) === segments;

/** Return the filled-in values by field: kept values that still fit, else initial values. */
export function filledIn(fields, kept) {
  return Object.fromEntries(fields.map((field) => {
    const { first, shape } = kindOf(field.form);
    const one = kept?.[field.name];
    return [field.name, one && one.shape === shape(field.form) ? one.filled : first(field)];
  }));
}

/** Return the filled-in values to keep, each with its shape, omitting fields that do not apply. */
export function keptFrom(fields, filled) {
  return Object.fromEntries(fields.map(({ name, form }) => {
    const goes = form.given ? optionsGiven(form, givenTo(form, fields, filled)) : null;
    const left = goes ? form.options.filter((_, index) => goes[index]).map(({ value }) => value) : null;
    return [name, {
      shape: kindOf(form).shape(form),
      filled: left ? filled[name].filter((value) => left.includes(value)) : filled[name],
    }];
  }));
}

/** Return the values to send, by field. */
export const valuesOf = (fields, filled) => valuesBy(kindOf, fields, filled);

/** Return the value to send for one field. */
function valueOf(fields, filled, name) {
  const field = fields.find((one) => one.name === name);
  return field && kindOf(field.form).read(field.form, filled[name]);
}

/** Return the value of the field that a form depends on, if any. */
export const givenTo = (form, fields, filled) => form.given && valueOf(fields, filled, form.given.field);

/** The first mistake, or else the first missing value. @returns {Trouble|null} */
export const troubleIn = (fields, filled) => troubleAmong(kindOf, fields, filled);
