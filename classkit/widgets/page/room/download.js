/** The results of a room as files: what a desk asks its server to build, and then downloads. */

import { html } from '../basics/markup.js';

/** How often a desk asks whether its export is ready, in milliseconds. */
const OFTEN = 2_000;
const BUILDING = 'The results are being written. The download begins by itself; you can go on meanwhile.';
const UNREACHABLE = 'The server did not answer. Try again.';

export class Download {
  /** What is told of the export that was asked for: that it is being built, or why there is none. */
  words = '';
  busy = false;

  /**
   * @param {string} address of the export
   * @param {string} xsrf the token that the server wants with what it is told to do
   * @param {() => void} draw
   * @param {{ fetch: typeof fetch, wait: (milliseconds: number) => Promise<unknown>,
   *   open: (address: string) => void }} [by] what it does it by
   */
  constructor(address, xsrf, draw, by = {
    fetch: (...given) => fetch(...given),
    wait: (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); }),
    open: (file) => location.assign(file),
  }) {
    this.address = address;
    this.xsrf = xsrf;
    this.draw = draw;
    this.by = by;
  }

  /** @param {any} room @param {() => void} fold closes the menu */
  view(room, fold) {
    const press = (words, run) => html`
      <button type="button" disabled=${this.busy} onClick=${() => { fold(); run(); }}>${words}</button>`;
    return html`
      <details class="ck-room-more" key="download">
        <summary>Download results</summary>
        <div>
          ${press('Results (zip)', () => void this.get(false))}
          ${press('Results with names (zip)', () => void this.get(true))}
          ${room.groups ? press('Notebook of the comparison', () => this.by.open(`${this.address}/notebook`)) : null}
        </div>
      </details>`;
  }

  /** What is told of it, outside of the menu. */
  notice() {
    return html`<p class="ck-room-bar" role="status" hidden=${!this.words}>${this.words}</p>`;
  }

  /** Lets the server build an export, and downloads it. @param {boolean} names whether it has names */
  async get(names) {
    const asked = names ? '?names=1' : '';
    this.tell(BUILDING, true);
    try {
      const body = new URLSearchParams({ _xsrf: this.xsrf, names: names ? '1' : '' });
      let answer = await this.by.fetch(this.address, { method: 'POST', body });
      while (answer.ok && !(await answer.json()).ready) {
        await this.by.wait(OFTEN);
        answer = await this.by.fetch(`${this.address}${asked}`);
      }
      if (answer.ok) this.by.open(`${this.address}/file${asked}`);
      this.tell(answer.ok ? '' : answer.status === 409 ? await answer.text() : UNREACHABLE);
    } catch {
      this.tell(UNREACHABLE);
    }
  }

  /** @param {string} words @param {boolean} [busy] whether another export has to wait */
  tell(words, busy = false) {
    Object.assign(this, { words, busy });
    this.draw();
  }
}
