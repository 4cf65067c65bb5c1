/** `<classkit-controls>`: Step, Back, Forward, Play; and, kept apart, what begins anew. */

import { SPEEDS, nearestSpeed } from './clock.js';
import { define, freshId, h, setText, setValue } from './dom.js';
import { Part } from './part.js';

/** How far a step goes. */
const REACHES = [
  { value: 'decision', label: 'decision' },
  { value: 'turn', label: 'turn' },
  { value: 'round', label: 'round' },
];

export class ControlsPart extends Part {
  mount() {
    this.classList.add('ck-controls');
    this.setAttribute('role', 'group');
    this.setAttribute('aria-label', 'Going through the match');
    const button = (/** @type {string} */ label, /** @type {string} */ name, /** @type {() => void} */ run, hint = '') =>
      h('button', { type: 'button', class: name, onclick: run, title: hint || null }, label);
    this.back = button('Back', 'ck-quiet', () => this.goBack(), 'Backspace');
    this.step = button('Step', 'ck-main', () => this.goStep(), 'Space bar');
    this.forward = button('Forward', 'ck-quiet', () => this.store.act({ do: 'forward' }), 'Again what was taken back');
    this.playButton = button('Play', 'ck-quiet ck-play', () => this.play());
    this.speed = h('select', { class: 'ck-select', 'aria-label': 'Speed of Play', onchange: () => this.setSpeed() },
      ...SPEEDS.map(({ value, label }) => h('option', { value }, label)));
    this.append(
      h('span', { class: 'ck-pair' }, this.back, this.step, this.forward), this.reaches(),
      h('span', { class: 'ck-pair' }, this.playButton, this.speed),
    );
  }

  reaches() {
    const name = freshId('until');
    const last = this.store.local.until ?? 'turn';
    return h('fieldset', { class: 'ck-reach' }, h('legend', { class: 'ck-only-read' }, 'A step goes to the next'),
      h('span', { class: 'ck-reach-word', 'aria-hidden': 'true' }, 'to next'),
      h('span', { class: 'ck-segments' }, ...REACHES.map(({ value, label }) => h('label', { class: 'ck-segment' },
        h('input', { type: 'radio', name, value, ...(value === last ? { checked: true } : {}), onchange: () => this.store.set({ until: value }) }),
        h('span', {}, label)))));
  }

  /** @param {Set<string>} changed */
  update(changed) {
    const { now } = this;
    const readOnly = Boolean(now.read_only);
    const line = now.timeline ?? {};
    this.back.disabled = readOnly || line.can_undo === false;
    this.forward.disabled = readOnly || line.can_redo === false;
    this.step.disabled = readOnly || Boolean(now.over);
    this.playButton.disabled = readOnly || (Boolean(now.over) && !now.play?.running);
    setText(this.playButton, now.play?.running ? 'Pause' : 'Play');
    if (changed.has('play') || changed.has('fixed')) setValue(this.speed, nearestSpeed(now.play?.speed));
  }

  goStep() {
    this.store.act({ do: 'step', until: this.store.local.until ?? 'turn' });
  }

  goBack() {
    this.store.act({ do: 'back', until: this.store.local.until ?? 'turn' });
  }

  play() {
    this.store.send({ do: 'play', on: !this.now.play?.running, speed: Number(this.speed.value) });
  }

  setSpeed() {
    this.store.send({ do: 'play', on: Boolean(this.now.play?.running), speed: Number(this.speed.value) });
  }
}

define('classkit-controls', ControlsPart);
