/** `<classkit-seats>`: names and players of the seats. */

import { define } from '../basics/dom.js';
import { Badge } from '../basics/badge.js';
import { Select } from '../basics/controls.js';
import { LONGEST_NAME } from '../basics/limits.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';
import { seatName } from '../basics/seatlook.js';
import { useState } from '../preact/standalone.js';

export class SeatsPart extends Part {
  mount() { this.classList.add('ck-seats'); }

  view() {
    const { store, fixed, now } = this;
    const bots = fixed.bots ?? [];
    const players = [['person', 'A person'], ...bots.map(({ id, label }) => [id, `Bot: ${label}`])];
    const ideas = bots.filter((bot) => bot.idea).map(({ label, idea }) => `${label}: ${idea}`);
    return html`
      <ul class="ck-seat-list">
        ${fixed.seats.map(({ id }) => html`
          <${Seat} key=${id} seat=${id} players=${players} store=${store} fixed=${fixed} now=${now} />`)}
      </ul>
      <p class="ck-hint">${ideas.join('  ')}</p>`;
  }
}

function Seat({ seat, players, store, fixed, now }) {
  const name = seatName(fixed, now, seat);
  const [typed, type] = useState(/** @type {string|null} */ (null));
  const rename = async () => {
    const answer = typed === null ? null : await store.act({ do: 'name', seat, name: typed });
    if (answer) type(null);
  };
  return html`
    <li class="ck-seat-row">
      <${Badge} fixed=${fixed} seat=${seat} />
      <input type="text" class="ck-text" dir="auto" maxlength=${LONGEST_NAME} autocomplete="off"
        aria-label=${`Name of seat ${seat}`} value=${typed ?? name}
        disabled=${Boolean(now.read_only)} title=${now.read_only || undefined}
        oninput=${({ target }) => type(target.value === name ? null : target.value)} onchange=${rename} />
      <${Select} class="ck-select" label=${`Who plays seat ${seat}`} value=${now.seats?.[seat]?.who ?? 'person'}
        options=${players} barred=${now.read_only} run=${(who) => store.act({ do: 'seat', seat, who })} />
    </li>`;
}

define('classkit-seats', SeatsPart);
