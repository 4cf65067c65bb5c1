/** Input for a whole number that does not belong to a move. */

import { html } from '../basics/markup.js';
import { useLayoutEffect, useRef } from '../preact/standalone.js';
import { readAmount } from './amounts.js';

/**
 * It accepts the same notations as amounts of moves. The browser shows a validation message when the form is sent.
 * @param {object} props
 * @param {AmountForm} props.form
 * @param {string|number} props.value its text
 * @param {(typed: string) => void} props.type
 * @param {any} [props.rest] other attributes of the input, such as `required`
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
