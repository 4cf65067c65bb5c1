/** `<classkit-standings>`: the seats by place, with other races and tie-breaks. */

import { define } from '../basics/dom.js';
import { Head } from '../basics/controls.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';
import { seatName } from '../basics/seatlook.js';
import { unfoldWhy } from '../basics/why.js';

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
          ${ranked.map(({ seat, place, score, text, tie, held_back: why, races: further = [] }) => html`
            <tr key=${seat}>
              <td>${place}</td>
              <th scope="row">
                <bdi>${seatName(fixed, now, seat)}</bdi>
                <span class="ck-hint ck-tie">${tie ? `Tie won with ${tie}` : why?.join('. ') ?? ''}</span>
              </th>
              ${score === null ? html`<td>${text}</td>` : this.score(seat, text, 0)}
              ${further.map(([score, among], at) => html`
                ${this.score(seat, score, at + 1)}
                <td>${among}</td>`)}
            </tr>`)}
        </tbody>
      </table>`;
  }

  /**
   * The score of a seat in a race, with its explanation, which is collapsed when the match continues or a name changes.
   */
  score(seat, text, race) {
    const { store, fixed, now } = this;
    const { raced, races = [] } = fixed;
    const figure = raced?.[race];
    if (!figure) return html`<td>${text}</td>`;
    const names = now.standings.map((one) => seatName(fixed, now, one.seat));
    const named = race ? races[race - 1] : fixed.score ?? 'Score';
    const ask = ({ currentTarget: button }) => unfoldWhy(store, button, button.nextElementSibling, { figure, seat });
    const label = `Why? ${named} of ${seatName(fixed, now, seat)}`;
    return html`
      <td key=${[race, now.step, now.branch, now.seen_as, ...names].join(' ')}>
        ${text}${' '}
        <button type="button" class="ck-mini" aria-expanded="false" aria-label=${label}
          onclick=${ask}>Why?</button>
        <div class="ck-trail" role="status" hidden></div>
      </td>`;
  }
}

define('classkit-standings', StandingsPart);
