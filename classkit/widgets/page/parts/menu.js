/** `<classkit-menu>`: rarely used functions at the end of the bar: futures, covers, and the menu. */

import { define, freshId } from '../basics/dom.js';
import { Button, Select } from '../basics/controls.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';
import { nearestSpeed, SPEEDS } from '../wire/clock.js';

export const THEMES = [['light', 'Light'], ['dark', 'Dark'], ['projector', 'Projector']];

const AHEAD = 'Simulates the rest of the match many times, and draws the futures behind the charts';

const HALL = 'Board, three charts and one sentence in a window for a second screen; it follows this table';

export class MenuPart extends Part {
  /** The open list. @type {''|'cover'|'menu'} */
  open = '';
  stem = freshId('list');

  mount() {
    this.classList.add('ck-menu-bar');
    this.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && !this.contains(/** @type {any} */ (relatedTarget))) this.unfold('');
    });
  }

  listen() {
    const leaving = new AbortController();
    document.addEventListener('pointerdown', (event) => {
      if (this.open && !event.composedPath().includes(this)) this.unfold('');
    }, leaving);
    return [...super.listen(), () => leaving.abort()];
  }

  get table() { return /** @type {any} */ (this.closest('classkit-table')); }

  /** The button of the menu, which gets the focus back. */
  get opener() { return /** @type {HTMLElement|null} */ (this.querySelector('.ck-menu-opener')); }

  /** @param {''|'cover'|'menu'} open */
  unfold(open) {
    if (open === this.open) return;
    this.open = open;
    this.draw();
  }

  /** @returns {boolean} whether an open list was closed */
  leadBack() {
    if (!this.open) return false;
    const opener = /** @type {any} */ (this.querySelector(`[aria-controls=${this.stem}-${this.open}]`));
    this.unfold('');
    opener?.focus();
    return true;
  }

  view() {
    const { now, fixed, table, open } = this;
    const { futures = {}, end } = now;
    const shown = futures.state === 'done' && !futures.stale;
    const turn = (list) => () => this.unfold(open === list ? '' : list);
    const run = (act) => () => {
      this.unfold('');
      act();
    };
    return html`
      <${Button} class="ck-raised ck-futures" run=${() => table?.lookAhead()} hint=${AHEAD} aria-pressed=${shown}
        barred=${futures.barred}>Futures${shown ? ' ✓' : ''}<//>
      <span class="ck-menu-box ck-cover-box">
        <${Button} class="ck-plain" run=${turn('cover')} unfolds=${open === 'cover'} barred=${now.read_only}
          aria-controls=${`${this.stem}-cover`}>Cover<//>
        <div class="ck-menu-over" id=${`${this.stem}-cover`} hidden=${open !== 'cover'} role="group"
          aria-label="Covered until the class has predicted">
          <p class="ck-hint">Covered until the class has predicted</p>
          ${this.pinned.map(({ key, title }) => html`
            <${Button} key=${key} class="ck-plain" aria-pressed=${now.covered.includes(key)}
              run=${() => this.store.act({ do: 'cover', chart: key, on: !now.covered.includes(key) })}>${title}<//>`)}
        </div>
      </span>
      <span class="ck-menu-box">
        <${Button} class="ck-plain ck-menu-opener" run=${turn('menu')} unfolds=${open === 'menu'} aria-label="Menu"
          aria-controls=${`${this.stem}-menu`}>☰<//>
        <div class="ck-menu-over" id=${`${this.stem}-menu`} hidden=${open !== 'menu'} role="group" aria-label="Menu">
          <label class="ck-menu-row"><span>Theme</span>
            <${Select} value=${this.store.local.theme ?? now.theme} options=${THEMES}
              run=${(theme) => table?.setTheme(theme)} /></label>
          <label class="ck-menu-row"><span>Speed of Play</span>
            <${Select} value=${nearestSpeed(now.play?.speed)}
              options=${SPEEDS.map(({ value, label }) => [value, label])}
              run=${(speed) => this.store.send({ do: 'play', on: now.play.running, speed: Number(speed) })} /></label>
          <span class="ck-menu-row" hidden=${!fixed.secrets}><span>Seen as</span>
            <classkit-seenas store=${this.store} /></span>
          <${Button} class="ck-plain" hidden=${!end && !fixed.about} run=${run(() => table?.tellStory())}>
            ${end ? 'How it ended' : 'What is this?'}
          <//>
          <${Button} class="ck-plain" hidden=${!this.store.local.openHall} hint=${HALL}
            run=${run(() => this.store.local.openHall())}>Open the hall’s view<//>
          <${Button} class="ck-plain" run=${run(() => table?.showKeys(true))}>Keys<//>
        </div>
      </span>`;
  }

  /** The three charts that are always visible. */
  get pinned() {
    const { charts } = this.fixed;
    const found = this.now.first_charts.map((key) => charts.find((one) => one.key === key)).filter(Boolean);
    return /** @type {Chart[]} */ (found);
  }
}

define('classkit-menu', MenuPart);
