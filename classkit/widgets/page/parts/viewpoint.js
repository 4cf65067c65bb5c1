/** `<classkit-seenas>`: as whom the table is seen. Everybody's view hides what lies face-down; others are asked for twice. */

import { define, h, setText, setValue, show } from '../basics/dom.js';
import { seatName } from '../basics/seatlook.js';
import { Part } from '../basics/part.js';

export const EVERYBODY = 'everybody';
export const INSTRUCTOR = 'instructor';

/**
 * The views a table offers: everybody's, each seat's, the instructor's.
 * @param {import('../types.js').Fixed} fixed
 * @param {import('../types.js').Now} now
 * @returns {Array<[string, string]>}
 */
export function viewsOf(fixed, now) {
  return [
    [EVERYBODY, 'Everybody’s view'],
    ...fixed.seats.map((seat) => /** @type {[string, string]} */ ([seat.id, `View of ${seatName(fixed, now, seat.id)}`])),
    [INSTRUCTOR, 'Instructor’s view'],
  ];
}

/**
 * Does this change put on the screen what was hidden on it?
 * @param {string} before
 * @param {string} after
 * @returns {boolean}
 */
export function reveals(before, after) {
  return after !== EVERYBODY && after !== before && before !== INSTRUCTOR;
}

export class SeenAsPart extends Part {
  known = '';

  mount() {
    this.classList.add('ck-seenas');
    this.choice = h('select', { class: 'ck-select', 'aria-label': 'Seen as', onchange: () => this.choose(this.choice.value) });
    this.words = h('p', { class: 'ck-confirm-words' });
    this.yes = h('button', { type: 'button', class: 'ck-do', onclick: () => this.goOn() }, 'Show it');
    this.no = h('button', { type: 'button', class: 'ck-quiet', onclick: () => this.confirm.close() }, 'Leave it hidden');
    this.confirm = h('dialog', { class: 'ck-confirm', 'aria-label': 'Who should look now', onclose: () => this.choice.focus() }, this.words, h('span', { class: 'ck-pair' }, this.no, this.yes));
    this.append(this.choice, this.confirm);
  }

  get seenAs() { return this.now.seen_as ?? EVERYBODY; }

  /** @param {Set<string>} changed */
  update(changed) {
    if (!this.touches(changed, 'fixed', 'seats', 'seen_as')) return;
    show(this, Boolean(this.fixed.secrets));
    const views = viewsOf(this.fixed, this.now);
    const known = JSON.stringify(views);
    if (known !== this.known) this.choice.replaceChildren(...views.map(([value, label]) => h('option', { value }, label)));
    this.known = known;
    setValue(this.choice, this.seenAs);
    this.classList.toggle('ck-reveals', this.seenAs !== EVERYBODY);
  }

  /**
   * What others must not see is shown only after a second question: an arrow key on the list is enough to choose.
   * @param {string} wanted
   */
  choose(wanted) {
    if (!reveals(this.seenAs, wanted)) {
      this.see(wanted);
      return;
    }
    this.wanted = wanted;
    setValue(this.choice, this.seenAs);
    const name = seatName(this.fixed, this.now, wanted);
    setText(this.words, wanted === INSTRUCTOR
      ? 'Everything will be on this screen: what lies hidden, and what every seat holds. Is this screen the instructor’s alone?'
      : `What ${name} alone may know will be on this screen. Is ${name} the only one who looks?`);
    this.confirm.showModal();
    this.no.focus();
  }

  goOn() {
    this.confirm.close();
    if (this.wanted) this.see(this.wanted);
  }

  /** @param {string} seenAs */
  see(seenAs) {
    if (this.fixed.secrets && seenAs !== this.seenAs) this.store.send({ do: 'seen_as', seen_as: seenAs });
  }
}

define('classkit-seenas', SeenAsPart);
