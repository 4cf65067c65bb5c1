/** Why the figure beside a seat is what it is: a box over the table, put away by a click elsewhere. */

import { freshId, h, setProp, setText } from '../basics/dom.js';
import { closeOutside, openBox } from '../basics/floating_box.js';
import { tellWhy } from '../basics/why.js';

export class WhyOver {
  /** Whose figure is told apart, and whether all since the opening is. */
  seat = '';
  whole = false;

  /** @param {import('./strip.js').SeatStripPart} strip the part with the figures */
  constructor(strip) {
    this.strip = strip;
    this.told = h('div', { class: 'ck-strip-told', role: 'status' });
    this.further = h('button', { type: 'button', class: 'ck-mini', onclick: () => this.tell(this.seat, !this.whole) });
    this.box = h('div', {
      class: 'ck-trail ck-strip-why', popover: 'auto', id: freshId('why'), ontoggle: () => this.mark(),
    }, this.told, this.further);
  }

  get isOpen() { return this.box.matches(':popover-open'); }

  /** A button, with the name and the figure of a seat, that unfolds the box. */
  button(seat, ...words) {
    const button = h('button', {
      type: 'button', class: 'ck-strip-words', title: 'Why?', 'aria-expanded': 'false', 'aria-controls': this.box.id,
      onclick: (event) => this.unfold(event, button, seat),
    }, ...words, h('span', { class: 'ck-only-read' }, '. Why?'));
    button.popoverTargetElement = this.box; // a click on it is no click elsewhere, which would put the box away
    return button;
  }

  /** @returns {() => void} what ends that a click elsewhere puts the box away */
  listen() { return closeOutside(() => [this.box, this.strip.list]); }

  putAway() { this.box.hidePopover(); }

  /** Escape puts the box away, and nothing else with it. */
  escape(event) {
    if (event.key !== 'Escape' || !this.isOpen) return;
    event.stopPropagation();
    this.putAway();
  }

  /** Unfolds the box at a seat, or puts it away. */
  unfold(event, button, seat) {
    event.preventDefault();
    if (button.getAttribute('aria-expanded') === 'true') {
      this.putAway();
      return;
    }
    openBox(this.box, button);
    this.tell(seat, false);
    this.mark();
  }

  /**
   * Tells why the figure of a seat changed: in the last turn or round, as the page counts, or in all since the opening.
   * Of a match that is over it is always all.
   * @param {boolean} whole
   */
  async tell(seat, whole) {
    Object.assign(this, { seat, whole });
    const { store, figure, now: { round, over, timeline } } = this.strip;
    const alone = timeline.moment && !over ? { per: 'round', at: round } : {};
    setText(this.further, whole ? `The last ${alone.per ?? 'turn'} alone` : 'All since the opening');
    const told = await tellWhy(store, this.told, { figure, seat, ...(whole ? { whole } : alone) });
    this.further.hidden = Boolean(over) || !told?.split;
  }

  /** Lets the seat whose figure is told apart say so. */
  mark() {
    for (const node of this.strip.list.children) {
      const button = node.querySelector('button');
      if (button) setProp(button, 'aria-expanded', String(this.isOpen && node.dataset.seat === this.seat));
    }
  }
}
