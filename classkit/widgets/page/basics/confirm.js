/** A second question, before something that a whole class would see or lose. */

import { useLayoutEffect, useRef } from '../preact/standalone.js';
import { Button } from './controls.js';
import { html } from './markup.js';

/**
 * A dialog that is open while there is a question. The answer that changes nothing has the focus.
 * @param {object} props
 * @param {string} props.title what the dialog is about, for ears
 * @param {string} props.question empty while nothing is asked
 * @param {string} props.no what is written on the button that changes nothing
 * @param {string} props.yes what is written on the other
 * @param {string} [props.barred] why the answer cannot be yes
 * @param {() => void} props.run what is done when it is yes
 * @param {() => void} props.closed told when it is closed, however it was answered
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
