/** `<classkit-endbar>`: actions at the end of a match: replay it, show the table, play another one. */

import { Button } from '../basics/controls.js';
import { define } from '../basics/dom.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';
import { takeHome } from './takehome.js';

/** Symbol and label of the film's button, by state. */
const FILM = { runs: ['❚❚', 'Stop'], rests: ['▶', 'Go on'] };

export class EndBarPart extends Part {
  /** After the end screen, which owns the film. */
  order = 4;
  said = '';

  mount() { this.dress('group', 'After the match', 'ck-ending-next'); }

  get ending() {
    const table = /** @type {any} */ (this.closest('classkit-table'));
    return table?.parts.ending ?? this.closest('classkit-ending');
  }

  update(changed) {
    if (!this.touches(changed, 'fixed', 'end', 'read_only', 'local.endAway', 'local.endSoon', 'local.film',
      'local.course')) return;
    const { endAway, endSoon } = this.store.local;
    this.hidden = !this.now.end || Boolean(endAway || endSoon);
    if (!this.hidden) this.draw();
  }

  view() {
    const { film = '' } = this.store.local;
    const seconds = this.ending?.film?.length ?? 0;
    const [sign, words] = FILM[film] ?? ['▶', `Replay the match (${seconds} s)`];
    const tell = (said) => { this.said = said; this.draw(); };
    return html`
      <${Button} class="ck-main ck-film-turn" run=${() => this.ending.film.turn()} hidden=${!seconds}
        hint="Any key stops it, and the space bar continues">
        <span class="ck-glyph" aria-hidden="true">${sign}</span>${words}
      <//>
      <span class="ck-ending-buttons">
        <${Button} class="ck-do" run=${() => this.store.set({ endAway: true })}>Show the table<//>
        <${Button} class="ck-do ck-not-logged" run=${() => this.store.act({ do: 'new_seed' })}
          barred=${this.now.read_only}>New match, new luck<//>
        <${Button} class="ck-do ck-not-logged" aria-label="Homework from this match"
          run=${() => takeHome(this.store, 'homework', tell)}>Homework<//>
        <span class="ck-hint" role="status">${this.said}</span>
      </span>`;
  }
}

define('classkit-endbar', EndBarPart);
