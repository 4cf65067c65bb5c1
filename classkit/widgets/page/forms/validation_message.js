/** Validation messages of forms, shown next to their field, even in nested forms. */

import { html } from '../basics/markup.js';
import { useLayoutEffect, useRef } from '../preact/standalone.js';

/**
 * @typedef {{text: string, at: Array<string|number>, missing?: boolean}} Trouble
 *   the reason; the path to its field, by field names and row numbers; whether a value is only missing
 */

/** The same reason with a path relative to a part. @returns {Trouble|null} */
export function inside(why, name) {
  return why && String(why.at[0]) === String(name) ? { ...why, at: why.at.slice(1) } : null;
}

/**
 * The text of a reason to be shown here.
 * @param {Trouble|null|undefined} why
 * @param {Array<string|number>} [parts] the parts shown here; a reason inside one of them is shown there
 */
export function here(why, parts = []) {
  return why && !parts.some((name) => String(name) === String(why.at[0])) ? why.text : '';
}

/** A reason shown elsewhere than at its field, with the field's label. */
export const named = (label, text) => `${label}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** The message, scrolled into view. @param {{text?: string}} props */
export function Why({ text }) {
  const place = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [text]);
  return text ? html`<p class="ck-reason ck-beside" role="alert" ref=${place}>${text}</p>` : null;
}
