/** Nested forms: optional parts, complete examples to start from, rows to add and remove, and grids. */

import { html } from '../basics/markup.js';
import { useRef } from '../preact/standalone.js';
import { sayAmount } from './amounts.js';
import { here, inside, Why } from './validation_message.js';

const FIRST_CONTROL = 'input:not([type="range"]), select, button';

/**
 * A select list that runs an action immediately and then shows its title again.
 * @param {object} props
 * @param {string} props.title its title
 * @param {string} props.label its label for screen readers
 * @param {Array<{title: string, value: any}>} props.examples
 * @param {(value: any) => void} props.run
 */
function Starter({ title, label, examples, run }) {
  const choose = (event) => {
    const example = examples[Number(event.target.value)];
    event.target.value = '-1';
    if (example) run(example.value);
  };
  return examples.length ? html`
    <select class="ck-select ck-start" aria-label=${label} value=${-1} onchange=${choose}>
      <option value=${-1}>${title}</option>
      ${examples.map((example, index) => html`<option key=${example.title} value=${index}>${example.title}</option>`)}
    </select>` : null;
}

// --- Functions over several fields, of a form or of a part of it.

/** The values to send, by field. */
export const valuesBy = (kindOf, fields, filled) =>
  Object.fromEntries(fields.map(({ name, form }) => [name, kindOf(form).read(form, filled[name])]));

/**
 * The first mistake, or else the first missing value.
 * @returns {import('./validation_message.js').Trouble|null}
 */
export function troubleAmong(kindOf, fields, filled) {
  const found = fields.flatMap((field) => {
    const trouble = kindOf(field.form).trouble(field, filled[field.name]);
    return trouble ? [{ ...trouble, at: [field.name, ...trouble.at] }] : [];
  });
  return found.find(({ missing }) => !missing) ?? found[0] ?? null;
}

// --- Group of named values. Optional parts are omitted until they are added.

/** Maximum number of optional parts with separate buttons. */
const FEW_PARTS = 3;

const isOptional = (form, name) => Boolean(form.optional?.includes(name));

/** Whether a part is added manually, and not by a choice in another part. */
const byHand = (form, name) => isOptional(form, name) && !form.goes_with;

/** The filled-in values with exactly the parts that apply to the choice. */
function withParts(form, filled, first) {
  if (!form.goes_with) return filled;
  const needs = form.goes_with.by[filled[form.goes_with.field]] ?? [];
  const there = form.fields.filter(({ name }) => !isOptional(form, name) || needs.includes(name));
  return Object.fromEntries(there.map((one) => [one.name, one.name in filled ? filled[one.name] : first(one)]));
}

/** @returns {import('./fields.js').Kind<BundleForm>} */
export function bundle(kindOf) {
  const parts = (form, filled) => form.fields.filter(({ name }) => name in filled);
  const first = (field) => kindOf(field.form).first(field);
  return {
    nested: true,
    first: ({ form }) => {
      const needed = form.fields.filter(({ name }) => !isOptional(form, name));
      return withParts(form, Object.fromEntries(needed.map((one) => [one.name, first(one)])), first);
    },
    read: (form, filled) => valuesBy(kindOf, parts(form, filled), filled),
    trouble: ({ form }, filled) => troubleAmong(kindOf, parts(form, filled), filled),
    fill: (form, value) => Object.fromEntries(form.fields
      .filter(({ name }) => name in value || !isOptional(form, name))
      .map((one) => [one.name, one.name in value ? kindOf(one.form).fill(one.form, value[one.name]) : first(one)])),
    widths: () => [Infinity],
    shape: (form) => `bundle(${form.fields.map(({ name, form: own }) => `${name}:${kindOf(own).shape(own)}`)})`,
    View: (props) => html`<${Bundle} kindOf=${kindOf} parts=${parts(props.field.form, props.filled)} ...${props} />`,
  };
}

function Bundle({ kindOf, parts, field: { label, form }, filled, change, why }) {
  const place = useRef(/** @type {any} */ (null));
  const first = (one) => kindOf(one.form).first(one);
  const left = form.goes_with ? [] : form.fields.filter((one) => !(one.name in filled));
  const focus = (selector) => place.current?.querySelector(selector)?.focus();
  const add = (one) => {
    change({ ...filled, [one.name]: first(one) });
    focus(`[data-part="${one.name}"] :is(${FIRST_CONTROL})`);
  };
  const leaveOut = (one) => {
    const { [one.name]: _, ...others } = filled;
    change(others);
    focus(`:is([data-add="${one.name}"], .ck-more > select)`);
  };
  const field = (one) => html`
    <${kindOf(one.form).View} key=${one.name} field=${one} filled=${filled[one.name]} why=${inside(why, one.name)} part
      change=${(value) => change(withParts(form, { ...filled, [one.name]: value }, first))} />`;
  return html`
    <fieldset class="ck-field ck-bundle-box" hidden=${!form.fields.length} ref=${place}>
      <legend class="ck-label">${label}</legend>
      <${Starter} title="Start from …" label=${`Start from: ${label}`} examples=${form.examples ?? []}
        run=${(value) => change(bundle(kindOf).fill(form, value))} />
      <div class="ck-bundle">
        ${parts.map((one) => (!byHand(form, one.name) ? field(one) : html`
          <div class="ck-part" key=${one.name} data-part=${one.name}>
            ${field(one)}
            <button type="button" class="ck-mini ck-drop" title="Leave out" aria-label=${`Leave out: ${one.label}`}
              onclick=${() => leaveOut(one)}>×</button>
          </div>`))}
      </div>
      <span class="ck-more" hidden=${!left.length}>
        <${Starter} title=${`+ Add to “${label}” …`} label=${`Add to: ${label}`} run=${add}
          examples=${left.length > FEW_PARTS ? left.map((one) => ({ title: one.label, value: one })) : []} />
        ${left.length <= FEW_PARTS && left.map((one) => html`
          <button type="button" class="ck-mini ck-add" key=${one.name} data-add=${one.name} onclick=${() => add(one)}>
            + ${one.label}
          </button>`)}
      </span>
      <${Why} text=${here(why, parts.map((one) => one.name))} />
    </fieldset>`;
}

// --- List of values of one form: rows to add (from examples, if any) and remove.

/**
 * The filled-in values are rows, each with a permanent number.
 * @returns {import('./fields.js').Kind<ListForm>}
 */
export function rows(kindOf) {
  const rowField = ({ label, form: { form } }, index) =>
    ({ name: String(index), label: `${label} ${index + 1}`, form });
  const row = (field, index) => ({ id: index, filled: kindOf(field.form.form).first(rowField(field, index)) });
  return {
    nested: true,
    first: (field) => Array.from({ length: field.form.at_least }, (_, index) => row(field, index)),
    read: (form, filled) => filled.map((one) => kindOf(form.form).read(form.form, one.filled)),
    trouble: (field, filled) => {
      for (const [index, one] of filled.entries()) {
        const trouble = kindOf(field.form.form).trouble(rowField(field, index), one.filled);
        if (trouble) return { ...trouble, at: [index, ...trouble.at] };
      }
      return null;
    },
    fill: ({ form }, values) => (values ?? []).map((value, id) => ({ id, filled: kindOf(form).fill(form, value) })),
    widths: (field) => {
      const { form } = field;
      if (form.at_least !== form.at_most) return [Infinity];
      const each = (_, index) => kindOf(form.form).widths(rowField(field, index));
      return Array.from({ length: form.at_most }, each).flat();
    },
    shape: (form) => `list(${kindOf(form.form).shape(form.form)})`,
    View: (props) => html`<${Rows} kindOf=${kindOf} rowField=${rowField} ...${props} />`,
  };
}

/** Whether a form has only plain values. */
const isPlain = (form) => !(form.fields ?? [{ form }]).some((one) => ['bundle', 'list_of'].includes(one.form.kind));

function Rows({ kindOf, rowField, field, filled, change, why }) {
  const place = useRef(/** @type {any} */ (null));
  const { label, form } = field;
  const kind = kindOf(form.form);
  const examples = form.form.examples ?? [];
  const room = filled.length < form.at_most;
  // Do not offer another entry while one is incomplete.
  const waits = filled.some((one, index) => kind.trouble(rowField(field, index), one.filled));
  // A list of fixed length (two dice) needs no heading: each entry has its label.
  const fixed = form.at_least === form.at_most;
  // Rows of a few plain values are shown as one line each; rows of forms as boxes.
  const plain = isPlain(form.form);
  const look = `ck-field ck-list-box${fixed ? ' ck-fixed' : ''}${plain && !fixed ? ' ck-sentences' : ''}`;
  const focus = (selector) => place.current?.querySelector(selector)?.focus();
  const add = (value) => {
    const id = Math.max(-1, ...filled.map((one) => one.id)) + 1;
    const fresh = value === undefined ? kind.first(rowField(field, filled.length)) : kind.fill(form.form, value);
    change([...filled, { id, filled: fresh }]);
    focus(`:scope > .ck-list > :last-child :is(${FIRST_CONTROL})`);
  };
  const remove = (id) => {
    change(filled.filter((one) => one.id !== id));
    focus(':scope > :is(.ck-add, .ck-start)');
  };
  return html`
    <fieldset class=${look} ref=${place}>
      <legend class=${`ck-label${fixed || !plain ? ' ck-only-read' : ''}`}>${label}</legend>
      <div class="ck-list">
        ${filled.map((one, index) => html`
          <div class="ck-list-row" key=${one.id}>
            <${kind.View} field=${rowField(field, index)} filled=${one.filled} why=${inside(why, index)}
              change=${(value) => change(filled.map((other) => (other === one ? { ...one, filled: value } : other)))} />
            <button type="button" class="ck-mini ck-drop" title="Remove" aria-label=${`Remove: ${label} ${index + 1}`}
              hidden=${filled.length <= form.at_least} onclick=${() => remove(one.id)}>×</button>
          </div>`)}
      </div>
      ${room && !examples.length && html`
        <button type="button" class="ck-mini ck-add" onclick=${() => add(undefined)}>+ ${label}</button>`}
      <${Starter} title=${filled.length ? '+ Add another …' : '+ Add …'} label=${`Add: ${label}`} run=${add}
        examples=${room && !waits ? examples : []} />
      <${Why} text=${here(why, filled.map((_, index) => index))} />
    </fieldset>`;
}

// --- Grid with a row for each holder and amounts to set.

/**
 * @param {(shown: import('./fields.js').Shown<AmountForm>) => any} Amount the view of an amount
 * @param {import('./fields.js').Kind<AmountForm>} amount in a grid it is typed or set with a slider, even with few
 *   values
 * @returns {import('./fields.js').Kind<GridForm>}
 */
export function grid(Amount, amount) {
  return {
    nested: true,
    first: ({ form }) => Object.fromEntries(form.rows.map((row) => [row.name, row.now])),
    read: (form, filled) =>
      Object.fromEntries(form.rows.map((row) => [row.name, amount.read(row.form, filled[row.name])])),
    // Python validates each row; only the number format is checked here.
    trouble: ({ form }, filled) => {
      const bad = form.rows.find((row) => amount.read(row.form, filled[row.name]) === null);
      return bad ? { text: amount.trouble(bad, filled[bad.name])?.text ?? '', at: [bad.name] } : null;
    },
    fill: (form, value, filled) => ({ ...filled, ...value }),
    widths: () => [Infinity],
    shape: (form) => `grid(${form.rows.map((row) => row.name)})`,
    View: (props) => html`<${Grid} Amount=${Amount} ...${props} />`,
  };
}

function Grid({ Amount, field: { label, form: { columns, rows: all } }, filled, change, why, limits = {} }) {
  const column = columns[columns.length - 1];
  const shown = all.map((row) => withLimit(row, limits[row.name]));
  return html`
    <fieldset class="ck-field ck-grid-box">
      <legend class="ck-label ck-only-read">${label}</legend>
      <table class="ck-grid">
        <thead>
          <tr>${columns.map((text) => html`<th scope="col" colspan=${text === column ? 2 : 1}>${text}</th>`)}</tr>
        </thead>
        <tbody>
          ${shown.map((row) => [row, inside(why, row.name)?.text]).map(([row, told]) => html`
            <tr key=${row.name} class=${told ? 'ck-grid-told' : null}>
              <th scope="row"><bdi>${row.label}</bdi></th>
              ${row.cells.map((cell) => html`<td>${cell}</td>`)}
              <td class="ck-grid-amount">
                <${Amount} field=${{ name: row.name, label: `${row.label}: ${column}`, form: row.form }}
                  filled=${filled[row.name]} change=${(value) => change({ ...filled, [row.name]: value })} />
              </td>
              <td class="ck-grid-range ck-hint">${rangeWords(row.form)}</td>
            </tr>
            <tr key=${`${row.name} why`} class="ck-grid-why" hidden=${!told}>
              <td colspan=${row.cells.length + 3}><${Why} text=${told} /></td>
            </tr>`)}
        </tbody>
      </table>
      <${Why} text=${here(why, shown.map((row) => row.name))} />
    </fieldset>`;
}

/**
 * Return a row with other bounds, or the same object if they are unchanged.
 * @param {GridRow} row
 * @param {[number, number]|undefined} limit minimum and maximum
 * @returns {GridRow}
 */
export function withLimit(row, limit) {
  if (!limit || (limit[0] === row.form.low && limit[1] === row.form.high)) return row;
  return { ...row, form: { ...row.form, low: limit[0], high: limit[1] } };
}

/**
 * The range of a row in words.
 * @param {AmountForm} form
 */
export function rangeWords(form) {
  const low = sayAmount(form.low, form);
  return form.high > form.low ? `${low} to ${sayAmount(form.high, form)}` : `only ${low}`;
}
