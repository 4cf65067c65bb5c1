/** Why a form cannot be sent as it is: said beside the field that it is about, however deep inside. */

import { html } from '../basics/markup.js';
import { useLayoutEffect, useRef } from '../preact/standalone.js';

/**
 * @typedef {{text: string, at: Array<string|number>, missing?: boolean}} Trouble
 *   the reason; the way to its place, by names of fields and numbers of rows; whether something is only not chosen yet
 */

/** The same reason, seen from one of the parts that lie on the way to it. @returns {Trouble|null} */
export function inside(why, name) {
  return why && String(why.at[0]) === String(name) ? { ...why, at: why.at.slice(1) } : null;
}

/**
 * The words of a reason that is to be said here.
 * @param {Trouble|null|undefined} why
 * @param {Array<string|number>} [parts] those that are shown here: where the way leads to one of them, it is said there
 */
export function here(why, parts = []) {
  return why && !parts.some((name) => String(name) === String(why.at[0])) ? why.text : '';
}

/** A reason that is said elsewhere than at its field, with the name of that. */
export const named = (label, text) => `${label}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** The words, brought into view. @param {{text?: string}} props */
export function Why({ text }) {
  const place = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [text]);
  return text ? html`<p class="ck-reason ck-beside" role="alert" ref=${place}>${text}</p>` : null;
}
