/** `<classkit-hall>`: what a whole hall looks at: board, three charts on one axis, one sentence. It has no controls. */

import { badge } from '../basics/badge.js';
import { define, h, setProp, setText, show } from '../basics/dom.js';
import { isolated } from '../basics/isolated.js';
import { shortcutOf } from '../basics/keys.js';
import { Part, tellPage } from '../basics/component.js';
import { seatName } from '../basics/seatlook.js';
import { THEMES } from './menu.js';
import { StageMotion } from './stage_motion.js';

/** The pointer is hidden when it has not moved for so long: milliseconds. */
const STILL = 2_000;

/** A sentence of more letters is set smaller, so that it keeps two rows. */
const LONG = 78;

export class HallPart extends Part {
  /** The theme first, whose colours the charts read. */
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

  /** It has a theme and a look of its own, wherever it stands. */
  standsAlone() {}

  /** Whether it has the whole page: in a window of its own, or by `?view=hall`. */
  get fillsPage() { return this.hasAttribute('fills'); }

  listen() {
    const leaving = new AbortController();
    document.addEventListener('keydown', (event) => this.press(event), leaving);
    return [...super.listen(), () => { leaving.abort(); clearTimeout(this.still); }];
  }

  /** The pointer is seen while it moves. */
  wake() {
    this.classList.remove('ck-hall-still');
    clearTimeout(this.still);
    this.still = setTimeout(() => this.classList.add('ck-hall-still'), STILL);
  }

  /** Keys of whoever stands at the screen, and of a presenter's remote. In a notebook they are the notebook's. */
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
    this.store.local.plays = !this.now.play.running; // the clock of this page leads
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

  /** Whose turn it is; of several who decide at once, how many. */
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
