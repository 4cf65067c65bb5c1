/** `<classkit-hall>`: view for a hall: board, three charts on one axis and one sentence, without controls. */

import { badge } from '../basics/badge.js';
import { define, h, setProp, setText, show } from '../basics/dom.js';
import { isolated } from '../basics/isolated.js';
import { shortcutOf } from '../basics/keys.js';
import { Part, tellPage } from '../basics/component.js';
import { seatName } from '../basics/seatlook.js';
import { THEMES } from './menu.js';
import { StageMotion } from './stage_motion.js';

/** Milliseconds without movement after which the pointer is hidden. */
const STILL = 2_000;

/** Maximum length of a sentence at normal size; longer ones are smaller, to fit into two rows. */
const LONG = 78;

export class HallPart extends Part {
  /** First, because it sets the theme, whose colours the charts read. */
  order = 0;
  still = undefined;
  motion = new StageMotion(this);

  mount() {
    this.classList.add('classkit', 'ck-hall');
    this.classList.toggle('ck-hall-alone', this.fillsPage);
    const part = (name, props = {}) => this.makePart(name, props);
    this.turn = h('b', { class: 'ck-hall-turn' });
    this.mover = h('span', { class: 'ck-hall-mover' });
    this.said = h('p', { class: 'ck-hall-said', 'aria-live': 'polite' });
    this.charts = ['infl', 'treas', 'worth'].map((area, place) =>
      part('chart', { place, class: `ck-instrument ck-${area}` }));
    this.blank = h('div', { class: 'ck-hall-blank', hidden: true });
    this.append(
      h('div', { class: 'ck-hall-stage' },
        h('header', { class: 'ck-hall-head' }, h('div', { class: 'ck-hall-when' }, this.turn, this.mover), this.said),
        part('board'), ...this.charts),
      this.blank,
    );
    this.addEventListener('pointermove', () => this.wake());
    this.wake();
  }

  /** It always has its own theme and look. */
  standsAlone() {}

  /** Whether it fills the page: in a separate window, or by `?view=hall`. */
  get fillsPage() { return this.hasAttribute('fills'); }

  listen() {
    const leaving = new AbortController();
    document.addEventListener('keydown', (event) => this.press(event), leaving);
    return [...super.listen(), () => { leaving.abort(); clearTimeout(this.still); }];
  }

  /** Show the pointer while it moves. */
  wake() {
    this.classList.remove('ck-hall-still');
    clearTimeout(this.still);
    this.still = setTimeout(() => this.classList.add('ck-hall-still'), STILL);
  }

  /** Handle keys, including those of a presenter's remote. In a notebook, the notebook handles them. */
  press(event) {
    if (!this.fillsPage) return;
    const name = shortcutOf(event, '');
    const until = this.store.local.until ?? 'turn';
    if (name === 'step' || name === 'back') this.store.act({ do: name, until });
    else if (name === 'blank') this.store.send({ do: 'blank', on: !this.now.hall.blank });
    else if (name === 'play') this.play();
    else if (name === 'theme') this.setTheme(THEMES[(THEMES.findIndex(([one]) => one === this.now.theme) + 1) % 3][0]);
    else return;
    event.preventDefault();
  }

  play() {
    this.store.local.plays = !this.now.play.running; // the clock of this page triggers the steps
    this.store.send({ do: 'play', on: !this.now.play.running, speed: this.now.play.speed });
  }

  setTheme(theme) { this.store.send({ do: 'theme', theme }); }

  update(changed) {
    if (this.touches(changed, 'fixed', 'theme')) {
      this.dataset.theme = this.now.theme;
      tellPage();
    }
    if (changed.has('fixed')) setProp(this, 'aria-label', `${this.fixed.title}: the hall’s view`);
    if (this.touches(changed, 'fixed', 'timeline')) {
      const { moment, turn, heat } = this.now.timeline;
      setText(this.turn, moment || `Turn ${turn}`);
      setProp(this, 'data-heat', heat.at(-1) ?? 0);
    }
    if (this.touches(changed, 'fixed', 'said')) {
      setText(this.said, isolated(this.now.said));
      this.said.classList.toggle('ck-long', this.now.said.length > LONG);
    }
    if (this.touches(changed, 'fixed', 'seats', 'over')) this.tellMover();
    if (this.touches(changed, 'fixed', 'hall')) show(this.blank, this.now.hall.blank);
    this.motion.update(changed);
  }

  /** Show whose turn it is, or the number of seats that decide at the same time. */
  tellMover() {
    const { seats, over } = this.now;
    const movers = over ? [] : this.fixed.seats.filter(({ id }) => seats[id]?.mover).map(({ id }) => id);
    const words = movers.length > 1 ? `${movers.length} decide` : over ? 'Over' : '';
    if (movers.length !== 1) this.mover.replaceChildren(words);
    else {
      const name = seatName(this.fixed, this.now, movers[0]);
      this.mover.replaceChildren(badge(this.fixed, movers[0]), h('bdi', { title: name }, name));
    }
  }
}

define('classkit-hall', HallPart);
