/** `<classkit-apart>`: where the branch on the screen parts from another, and what came of it, under the headline. */

import { define } from '../basics/dom.js';
import { Button } from '../basics/controls.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';

export class ApartPart extends Part {
  mount() { this.classList.add('ck-apart-line'); }

  view() {
    const { apart, read_only: barred, timeline } = this.now;
    this.hidden = !apart;
    if (!apart) return null;
    return html`
      <p class="ck-apart-words" role="status" title=${apart.words || apart.parts}>${apart.words || apart.parts}</p>
      <${Button} class="ck-do ck-mini" hidden=${!apart.behind} barred=${barred}
        hint="Plays the shorter branch on to the turn where the longer one ends: the same bots, the same luck"
        run=${() => this.store.act({ do: 'play_as_far', name: apart.other })}>
        ${apart.behind === apart.other ? 'Play the other branch to the same turn' : 'Play this branch to the same turn'}
      <//>
      <${Button} class="ck-quiet ck-mini" barred=${barred || (timeline.step === apart.step && 'This is the decision')}
        hint=${`Goes to turn ${apart.turn}, where the two branches part`}
        run=${() => this.store.act({ do: 'goto', step: apart.step })}>To the decision<//>`;
  }
}

define('classkit-apart', ApartPart);
