/** `<classkit-controls>`: Step, Back, Forward and Play. */

import { define, freshId } from '../basics/dom.js';
import { Button, Select } from '../basics/controls.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';
import { seatName } from '../basics/seatlook.js';
import { shorten } from '../basics/text.js';
import { awaitedSeat } from '../forms/panel.js';
import { nearestSpeed, SPEEDS } from '../wire/clock.js';

/** Kinds of steps. */
const REACHES = ['decision', 'turn', 'round'];

const BEGINNING = 'This is the beginning: nothing has been played yet';
const LATEST = 'There is nothing to replay: Forward repeats steps that Back has undone';
const OVER = 'The match is over: go back, or start a new match';

/** Maximum width of a name on a button, in units of the font size. */
const NAME_ROOM = 8;

/** A decorative symbol next to a button's label. */
const sign = (shape) => html`<span class="ck-glyph" aria-hidden="true">${shape}</span>`;

export class ControlsPart extends Part {
  /** Name of the radio buttons for the kind of step. */
  reach = freshId('until');

  mount() { this.dress('group', 'Going through the match', 'ck-controls'); }

  view() {
    const { timeline, read_only: barred, over } = this.now;
    const ended = over && OVER;
    const awaited = awaitedSeat(this.now);
    const step = awaited ? `Answer for ${shorten(seatName(this.fixed, this.now, awaited), NAME_ROOM)}` : 'Step';
    return html`
      <${Button} class="ck-plain" data-does="back" run=${() => this.go('back')} hint="Backspace"
        barred=${barred || (timeline.can_undo === false && BEGINNING)}>${sign('◂')}Back<//>
      <${Button} class="ck-main" data-does="step" run=${() => this.go('step')} hint="Space bar"
        barred=${barred || ended}>${step}${sign('▸')}<//>
      <${Button} class="ck-plain ck-forward" data-does="forward" run=${() => this.go('forward')}
        hint="Replays what Back has undone" hidden=${timeline.can_redo === false}
        barred=${barred || (timeline.can_redo === false && LATEST)}>Forward<//>
      <fieldset class="ck-reach">
        <legend class="ck-only-read">A step goes to the next</legend>
        <span class="ck-segments">
          ${REACHES.map((value) => html`
            <label key=${value} class="ck-segment">
              <input type="radio" name=${this.reach} value=${value} checked=${value === this.until}
                onchange=${() => this.store.set({ until: value })} />
              <span>${value}</span>
            </label>`)}
        </span>
      </fieldset>
      <${Button} class="ck-plain ck-play" data-does="play" run=${() => this.play(!this.running)}
        barred=${barred || (!this.running && ended)}>
        ${sign(this.running ? '❚❚' : '▶')}${this.running ? 'Pause' : 'Play'}
      <//>
      <${Select} class="ck-select ck-speed" label="Speed of Play" value=${this.speed}
        options=${SPEEDS.map(({ value, label }) => [value, label])} run=${(speed) => this.setSpeed(Number(speed))} />`;
  }

  get until() { return this.store.local.until ?? 'turn'; }

  get running() { return Boolean(this.now.play?.running); }

  get speed() { return nearestSpeed(this.now.play?.speed); }

  /** @param {'step'|'back'|'forward'} way */
  go(way) {
    // Only a person can continue from here, so Step moves the focus to the answers.
    if (way === 'step' && awaitedSeat(this.now)) this.store.set({ answers: { asked: this.now.asked } });
    else this.store.act({ do: way, until: this.until });
  }

  /** @param {boolean} on */
  play(on) {
    this.store.local.plays = on; // this page's clock triggers the steps
    this.store.send({ do: 'play', on, speed: this.speed });
  }

  /** @param {number} speed steps per second */
  setSpeed(speed) { this.store.send({ do: 'play', on: this.running, speed }); }
}

define('classkit-controls', ControlsPart);
