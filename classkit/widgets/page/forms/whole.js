/** A box for a whole number that no move asks for. */

import { html } from '../basics/markup.js';
import { useLayoutEffect, useRef } from '../preact/standalone.js';
import { readAmount } from './amounts.js';

/**
 * It is read as the amounts of moves are. What it does not take the browser says at the box, once its form is sent.
 * @param {object} props
 * @param {AmountForm} props.form
 * @param {string|number} props.value what stands in it
 * @param {(typed: string) => void} props.type
 * @param {any} [props.rest] other attributes of the box; one that is `required` is not left empty
 */
export function WholeBox({ form, value, type, ...rest }) {
  const box = useRef(/** @type {any} */ (null));
  const judge = () => {
    const typed = box.current.value;
    box.current.setCustomValidity(typed ? readAmount(typed, form).problem : '');
  };
  useLayoutEffect(judge);
  const typed = () => {
    judge();
    type(box.current.value);
  };
  return html`
    <input type="text" inputmode="numeric" autocomplete="off" ref=${box} value=${value} onInput=${typed} ...${rest} />`;
}
