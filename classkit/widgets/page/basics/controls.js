/** Small components that parts drawn from state share: buttons, lists to choose from, tables of words. */

import { html } from './markup.js';
import { cellsOf } from './tables.js';

/**
 * A button.
 * @param {object} props
 * @param {(event: any) => void} props.run what it does
 * @param {string|null|false} [props.barred] why it cannot be used now
 * @param {string} [props.hint] what it says of itself while it can be used
 * @param {boolean} [props.unfolds] whether what it unfolds is open; left out where it unfolds nothing
 * @param {any} [props.children]
 */
export function Button({ run, barred = '', hint = '', unfolds, children, ...rest }) {
  return html`
    <button type="button" onclick=${run} disabled=${Boolean(barred)} title=${barred || hint || undefined}
      aria-expanded=${unfolds} ...${rest}>${children}</button>`;
}

/**
 * A list to choose from.
 * @param {object} props
 * @param {(value: string) => void} props.run what a choice does
 * @param {any[][]} props.options each a value, its words, and more about it
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
 * What a list offers, with the option that is chosen.
 * @param {any[][]} options each a value and its words
 * @param {any} chosen the value of one of them
 */
export function offered(options, chosen) {
  return options.map(([one, words]) => html`<option value=${one} selected=${one === chosen}>${words}</option>`);
}

/** The head of a table of words. */
export function Head({ columns }) {
  return html`
    <thead>
      <tr>${columns.map((name) => (name
        ? html`<th scope="col" class=${breaks(name)}><bdi>${name}</bdi></th>` : html`<td></td>`))}</tr>
    </thead>`;
}

/** The body of a table of words: the first cell of a row is its head. */
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
 * A small table of words from Python, with its note.
 * @param {object} props
 * @param {FactTable|null|undefined} props.table nothing hides it
 * @param {boolean} [props.across] whether a few names with a figure each are read across
 * @param {boolean} [props.stale] whether it tells of something else by now
 */
export function Words({ table, across = false, stale = false }) {
  const { head, rows } = table ? cellsOf(table, across) : { head: [], rows: [] };
  return html`
    <div class=${`ck-word-table${stale ? ' ck-stale' : ''}`} hidden=${!table}>
      <table>${table && html`<${Head} columns=${head} /><${Body} rows=${rows} />`}</table>
      <p class="ck-table-note" role="status">${table?.note ?? ''}</p>
    </div>`;
}

/** The class of a head whose longest word may break anywhere: that of a name of one long word. Others never do. */
export const breaks = (text) => (/\S{13}/u.test(text) ? 'ck-breaks' : undefined);
