/** Confirmation dialog, for actions with consequences for the whole class. */

import { useLayoutEffect, useRef } from '../preact/standalone.js';
import { Button } from './controls.js';
import { html } from './markup.js';

/**
 * A dialog that is open while there is a question. The button that changes nothing has the focus.
 * @param {object} props
 * @param {string} props.title title for screen readers
 * @param {string} props.question empty if the dialog is closed
 * @param {string} props.no label of the button that changes nothing
 * @param {string} props.yes label of the other button
 * @param {string} [props.barred] why the answer cannot be yes
 * @param {() => void} props.run called for yes
 * @param {() => void} props.closed called when the dialog is closed, after any answer
 * @param {any} [props.children] further buttons
 */
export function Confirm({ title, question, no, yes, barred = '', run, closed, children = null }) {
  const dialog = /** @type {{current: any}} */ (useRef(null));
  const asked = Boolean(question);
  useLayoutEffect(() => {
    if (!asked || dialog.current.open) return;
    dialog.current.showModal();
    dialog.current.querySelector('button').focus();
  }, [asked]);
  const answer = () => {
    dialog.current.close();
    run();
  };
  return html`
    <dialog class="ck-confirm" aria-label=${title} ref=${dialog} onclose=${closed}>
      <p class="ck-confirm-words">${question}</p>
      <span class="ck-pair">
        <${Button} class="ck-quiet" run=${() => dialog.current.close()}>${no}<//>
        ${children}
        <${Button} class="ck-do" run=${answer} barred=${barred}>${yes}<//>
      </span>
    </dialog>`;
}
