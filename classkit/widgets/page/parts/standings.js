/** `<classkit-standings>`: the seats by place, with further races and what a tie was won with. */

import { define } from '../basics/dom.js';
import { Head } from '../basics/controls.js';
import { Part } from '../basics/part.js';
import { seatName } from '../basics/seatlook.js';
import { html } from '../preact/standalone.js';

export class StandingsPart extends Part {
  mount() { this.classList.add('ck-standings'); }

  view() {
    const { fixed, now } = this;
    const races = fixed.races ?? [];
    const ranked = [...(now.standings ?? [])].sort((one, other) => one.place - other.place);
    return html`
      <table>
        <caption class="ck-only-read">Standings</caption>
        <${Head} columns=${['Place', 'Seat', fixed.score ?? 'Score', ...races.flatMap((race) => [race, 'Place'])]} />
        <tbody>
          ${ranked.map(({ seat, place, text, tie, races: further = [] }) => html`
            <tr key=${seat}>
              <td>${place}</td>
              <th scope="row">
                <bdi>${seatName(fixed, now, seat)}</bdi>
                <span class="ck-hint ck-tie">${tie ? `Tie won with ${tie}` : ''}</span>
              </th>
              ${[text, ...further.flat()].map((cell) => html`<td>${cell}</td>`)}
            </tr>`)}
        </tbody>
      </table>`;
  }
}

define('classkit-standings', StandingsPart);
