/** Small components shared by parts with a `view`: buttons, select lists, text tables. */

import { html } from './markup.js';
import { cellsOf } from './tables.js';

/**
 * A button.
 * @param {object} props
 * @param {(event: any) => void} props.run what it does
 * @param {string|null|false} [props.barred] why it cannot be used now
 * @param {string} [props.hint] its title while it is enabled
 * @param {boolean} [props.unfolds] whether its collapsible content is open; omitted if it has none
 * @param {any} [props.children]
 */
export function Button({ run, barred = '', hint = '', unfolds, children, ...rest }) {
  return html`
    <button type="button" onclick=${run} disabled=${Boolean(barred)} title=${barred || hint || undefined}
      aria-expanded=${unfolds} ...${rest}>${children}</button>`;
}

/**
 * A select list.
 * @param {object} props
 * @param {(value: string) => void} props.run called with the chosen value
 * @param {any[][]} props.options [value, label, title] of each option
 * @param {string} [props.label]
 * @param {any} [props.value]
 * @param {string|null|false} [props.barred] why nothing can be chosen now
 */
export function Select({ label, value, run, options, barred = '', ...rest }) {
  return html`
    <select class="ck-select ck-mini" aria-label=${label} value=${value} onchange=${(event) => run(event.target.value)}
      disabled=${Boolean(barred)} title=${barred || undefined} ...${rest}>
      ${options.map(([one, words, about]) => html`<option key=${one} value=${one} title=${about}>${words}</option>`)}
    </select>`;
}

/**
 * Return the options of a select list.
 * @param {any[][]} options each a value and its words
 * @param {any} chosen the selected value
 */
export function offered(options, chosen) {
  return options.map(([one, words]) => html`<option value=${one} selected=${one === chosen}>${words}</option>`);
}

/** The head of a text table. */
export function Head({ columns }) {
  return html`
    <thead>
      <tr>${columns.map((name) => (name
        ? html`<th scope="col" class=${breaks(name)}><bdi>${name}</bdi></th>` : html`<td></td>`))}</tr>
    </thead>`;
}

/** The body of a text table; the first cell of each row is its header. */
export function Body({ rows }) {
  return html`
    <tbody>
      ${rows.map(([first, ...rest]) => html`
        <tr>
          <th scope="row" class=${breaks(first)}><bdi>${first}</bdi></th>
          ${rest.map((text) => html`<td><bdi>${text}</bdi></td>`)}
        </tr>`)}
    </tbody>`;
}

/**
 * A small text table from Python, with its note.
 * @param {object} props
 * @param {FactTable|null|undefined} props.table null to hide it
 * @param {boolean} [props.across] whether to transpose a small table
 * @param {boolean} [props.stale] whether it is outdated
 */
export function Words({ table, across = false, stale = false }) {
  const { head, rows } = table ? cellsOf(table, across) : { head: [], rows: [] };
  return html`
    <div class=${`ck-word-table${stale ? ' ck-stale' : ''}`} hidden=${!table}>
      <table>${table && html`<${Head} columns=${head} /><${Body} rows=${rows} />`}</table>
      <p class="ck-table-note" role="status">${table?.note ?? ''}</p>
    </div>`;
}

/** Return the class of a header that may break within words, because it has a very long word. */
export const breaks = (text) => (/\S{13}/u.test(text) ? 'ck-breaks' : undefined);
