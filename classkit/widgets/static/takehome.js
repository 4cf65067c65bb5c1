/** What is taken along from a table: all of one's work in one file, and tonight's homework. */

import { download, h, setText } from './dom.js';

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} the bytes behind a text in base64 */
export function fromBase64(text) {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

export class TakeHome {
  /**
   * @param {() => import('./store.js').Store} store
   * @param {HTMLElement} said where it is told what became of it
   */
  constructor(store, said) {
    this.store = store;
    this.said = said;
    const button = (/** @type {string} */ label, /** @type {() => Promise<void>} */ run) => h('button', {
      type: 'button', class: 'ck-quiet', onclick: (/** @type {any} */ event) => this.patiently(event.currentTarget, run),
    }, label);
    this.work = button('Download my work and my match', () => this.take('work'));
    this.homework = button('Homework from this match', () => this.take('homework'));
  }

  /**
   * One at a time: the button rests until the file is there.
   * @param {HTMLButtonElement} button
   * @param {() => Promise<void>} run
   */
  async patiently(button, run) {
    button.disabled = true;
    setText(this.said, 'One moment …');
    try {
      await run();
    } finally {
      button.disabled = false;
    }
  }

  /** @param {'work' | 'homework'} what */
  async take(what) {
    const answer = await this.store().send({ do: what });
    if (answer.kind !== 'detail') {
      setText(this.said, answer.reason ?? 'It could not be made.');
      return;
    }
    const { name, base64, note } = answer.data;
    download(name, fromBase64(base64), 'application/zip');
    setText(this.said, `Saved as ${name} in your downloads. ${note ?? ''}`.trim());
  }
}
