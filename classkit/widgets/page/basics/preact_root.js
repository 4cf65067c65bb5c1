/** A picture: what a function of state gives, kept in an element. It outlives whatever throws while it is drawn. */

import { focusedIn } from './shadow_styles.js';
import { Component, render } from '../preact/standalone.js';
import { html } from './markup.js';

export class Picture {
  drawing = false;
  /** Whether it was asked for while it was being drawn. */
  again = false;
  /** What was thrown while it was drawn last. @type {unknown} */
  thrown = null;

  /**
   * @param {Element} place whose children it is
   * @param {() => any} view made with `html`
   */
  constructor(place, view) {
    this.place = place;
    this.view = view;
  }

  /**
   * Draws at once, so that whoever measures afterwards measures what is there. When something is thrown, everything is
   * drawn anew from nothing; when that throws too, a sentence stands there until it is drawn next.
   */
  draw() {
    this.again = this.drawing;
    if (this.drawing) return;
    this.drawing = true;
    keepFocus(this.place, () => {
      this.attempt();
      if (this.thrown) this.attempt();
      if (this.thrown) this.giveUp();
    });
    this.drawing = false;
    if (this.again) this.draw();
  }

  /** Draws; from nothing after something was thrown. */
  attempt() {
    if (this.thrown) this.clear();
    this.thrown = null;
    try {
      render(html`<${Boundary} picture=${this} />`, this.place);
    } catch (error) {
      this.thrown = error;
    }
  }

  giveUp() {
    console.error('classkit: a part of the table could not be drawn', this.thrown);
    this.clear();
    this.place.append('This part could not be drawn. It will be drawn again after the next step.');
  }

  clear() {
    try {
      render(null, this.place);
    } catch (error) {
      console.info('classkit: what is left of a part is thrown away', error);
    }
    this.place.replaceChildren();
  }

  /** Something was thrown; outside of a repaint it was a change of some component's own state. */
  broke(error) {
    this.thrown = error;
    if (!this.drawing) queueMicrotask(() => this.draw());
  }
}

/** The top of each picture: what throws below it is told to the picture, which is drawn anew. */
class Boundary extends Component {
  componentDidCatch(error) {
    this.setState({ broken: true });
    this.props.picture.broke(error);
  }

  render({ picture }, { broken }) { return broken ? null : picture.view(); }
}

/** What has the focus loses it when it is moved among its neighbours: it gets it back, if it is still there. */
function keepFocus(place, draw) {
  const held = /** @type {any} */ (place.contains(focusedIn(place)) ? focusedIn(place) : null);
  draw();
  if (held && held !== focusedIn(place) && place.contains(held) && !place.contains(focusedIn(place))) {
    held.focus({ preventScroll: true });
  }
}
