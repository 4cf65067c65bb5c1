/**
 * `<classkit-remote>`: remote on a teacher's phone for the hall: Back and Step for two thumbs, blank screen, three
 * covers.
 */

import { define } from '../basics/dom.js';
import { seatName } from '../basics/seatlook.js';
import { shorten } from '../basics/text.js';
import { awaitedSeat } from '../forms/panel.js';
import { Button } from '../basics/controls.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';

/** Maximum length of names on the Step button. */
const NAME_ROOM = 8;

/** Milliseconds of holding Step until it plays, and interval of its steps. */
const HELD = 600, EACH = 1_000;

export class RemotePart extends Part {
  /** Timer of repeated steps while Step is held. @type {any} */
  timer = undefined;
  /** Whether Step was held, so that releasing it does not cause another step. */
  held = false;

  mount() { this.dress('group', 'Remote for the hall', 'ck-remote'); }

  listen() { return [...super.listen(), () => this.letGo()]; }

  view() {
    const { now, fixed } = this;
    const { timeline, hall, over, said, first_charts: keys } = now;
    const awaited = awaitedSeat(now);
    const name = awaited && shorten(seatName(fixed, now, awaited), NAME_ROOM);
    const [step, hold] = awaited ? [`Waiting for ${name}`, 'hold: the default answer'] : ['Step', 'hold: play'];
    const blank = (words) => this.store.act({ do: 'blank', ...words });
    const charts = keys.map((key) => fixed.charts.find((one) => one.key === key)).filter(Boolean);
    return html`
      <p class="ck-remote-said"><b>${timeline.moment || `Turn ${timeline.turn}`}</b> ${said}</p>
      <div class="ck-remote-hides">
        <${Button} class="ck-raised" aria-pressed=${hall.blank} run=${() => blank({ on: !hall.blank })}>Curtain<//>
        ${charts.map(({ key, title }) => html`
          <${Button} key=${key} class="ck-raised" aria-pressed=${hall.covered.includes(key)}
            aria-label=${`Cover ${title}`} run=${() => blank({ on: !hall.covered.includes(key), chart: key })}>
            ${title}
          <//>`)}
      </div>
      <div class="ck-remote-thumbs">
        <button type="button" class="ck-do ck-remote-back" disabled=${timeline.can_undo === false}
          onclick=${() => this.go('back')}>Back</button>
        <button type="button" class="ck-main ck-remote-step" disabled=${Boolean(over)}
          onpointerdown=${() => this.hold()} onpointerup=${() => this.letGo()} onpointercancel=${() => this.letGo()}
          onpointerleave=${() => this.letGo()} oncontextmenu=${(event) => event.preventDefault()}
          onclick=${() => { if (!this.held && !awaited) this.go('step'); }}>${step}<small>${hold}</small></button>
      </div>`;
  }

  /** @param {'step'|'back'} way */
  go(way) { return this.store.act({ do: way, until: 'turn' }); }

  hold() {
    this.held = false;
    this.letGo();
    const waits = awaitedSeat(this.now);
    const play = () => {
      this.held = true;
      const awaited = awaitedSeat(this.now);
      // a waiting person is answered for only by holding again, not by continued playing
      if (awaited) {
        if (waits) void this.store.act({ do: 'default', seat: awaited });
        return;
      }
      if (!this.now.over) void this.go('step');
      this.timer = setTimeout(play, EACH);
    };
    this.timer = setTimeout(play, HELD);
  }

  letGo() { clearTimeout(this.timer); }
}

define('classkit-remote', RemotePart);
