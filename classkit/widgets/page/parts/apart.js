/** `<classkit-apart>`: where this branch diverges from the compared one, and how they differ since. */

import { define } from '../basics/dom.js';
import { Badge } from '../basics/badge.js';
import { Button } from '../basics/controls.js';
import { count, currencyOf, shortMoney } from '../basics/format.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';
import { seatLook, seatName } from '../basics/seatlook.js';

export class ApartPart extends Part {
  mount() { this.classList.add('ck-parted'); }

  view() {
    const { apart, read_only: barred, timeline } = this.now;
    this.hidden = !apart;
    if (!apart) return null;
    return html`
      <h2 class="ck-apart-title">Two branches, the same dice</h2>
      ${apart.track && html`<${Tracks} track=${apart.track} names=${namesOf(apart)} />`}
      <p class="ck-apart-words" role="status">${apart.words || apart.parts}</p>
      ${apart.scores && html`<${Scores} part=${this} scores=${apart.scores} />`}
      <div class="ck-pair">
        <${Button} class="ck-do" hidden=${!apart.behind} barred=${barred}
          hint="Plays the shorter branch to the turn where the longer one ends, with the same bots and the same luck"
          run=${() => this.store.act({ do: 'play_as_far', name: apart.other })}>
          Play ${apart.behind === apart.other ? 'the other' : 'this'} branch to the same turn
        <//>
        <${Button} barred=${barred || (timeline.step === apart.step && 'This is the decision')}
          hint=${`Goes to turn ${apart.turn}, where the two branches diverge`}
          run=${() => this.store.act({ do: 'goto', step: apart.step })}>To the decision<//>
      </div>`;
  }
}

/** The decisions in this branch and in the other. */
const namesOf = ({ here, there, other }) => [here || 'This branch', there || other];

/** Heat of the prices of both branches, turn by turn. */
function Tracks({ track: { title, first, top, here, there }, names }) {
  const heat = (value) => Math.min(4, Math.max(0, Math.round((4 * (value - 1)) / (top - 1))));
  const row = (values, at) => html`
    <tr>
      <th scope="row"><bdi>${names[at]}</bdi></th>
      ${values.map((value, turn) => html`
        <td key=${turn} style=${value === null ? '' : `--ck-heat: var(--ck-heat-${heat(value)})`}>
          ${count(value)}
        </td>`)}
    </tr>`;
  return html`
    <table class="ck-apart-tracks">
      <caption>${title}, from turn ${first}</caption>
      <tbody>${row(here, 0)}${row(there, 1)}</tbody>
    </table>`;
}

/** The score of each seat in both branches on one axis: a ring for the other, the seat's colour for this one. */
function Scores({ part: { fixed, now }, scores: { title, unit, currency, here, there } }) {
  const all = [...Object.values(here), ...Object.values(there)];
  const low = Math.min(...all);
  const wide = Math.max(...all) - low || 1;
  const at = (value) => `${(100 * (value - low)) / wide}%`;
  const own = currencyOf({ unit, currency });
  const words = (change) => (own ? shortMoney(change, own) : count(change));
  const seats = Object.keys(here).filter((seat) => seat in there).sort((a, b) => here[b] - here[a]);
  return html`
    <table class="ck-apart-scores">
      <caption>${title} <span class="ck-hint">against the other branch</span></caption>
      <tbody>
        ${seats.map((seat) => html`
          <tr key=${seat}>
            <th scope="row">
              <${Badge} fixed=${fixed} seat=${seat} /><bdi>${seatName(fixed, now, seat)}</bdi>
            </th>
            <td>
              <span class="ck-apart-pair" aria-hidden="true" style=${`--ck-of: ${seatLook(fixed, seat).colour};
                --ck-from: ${at(Math.min(here[seat], there[seat]))}; --ck-to: ${at(Math.max(here[seat], there[seat]))};
                --ck-here: ${at(here[seat])}; --ck-there: ${at(there[seat])}`}><i></i><i></i></span>
            </td>
            <td>${here[seat] > there[seat] ? '+' : ''}${words(here[seat] - there[seat])}</td>
          </tr>`)}
      </tbody>
    </table>`;
}

define('classkit-apart', ApartPart);
