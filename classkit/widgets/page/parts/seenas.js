/**
 * `<classkit-seenas>`: the viewer of the table. Everybody's view hides face-down cards; other views need confirmation.
 */

import { define } from '../basics/dom.js';
import { Confirm } from '../basics/confirm.js';
import { Select } from '../basics/controls.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';
import { seatName } from '../basics/seatlook.js';

export const EVERYBODY = 'everybody';
const INSTRUCTOR = 'instructor';

/**
 * The views of a table: everybody's, each seat's, the instructor's.
 * @returns {Array<[string, string]>}
 */
export function viewsOf(fixed, now) {
  return [
    [EVERYBODY, 'Everybody’s view'],
    ...fixed.seats.map(({ id }) => /** @type {[string, string]} */ ([id, `View of ${seatName(fixed, now, id)}`])),
    [INSTRUCTOR, 'Instructor’s view'],
  ];
}

/** Return whether this change reveals hidden information. */
export function reveals(before, after) {
  return after !== EVERYBODY && after !== before && before !== INSTRUCTOR;
}

export class SeenAsPart extends Part {
  /** The chosen view that needs confirmation, or empty. */
  wanted = '';

  mount() { this.classList.add('ck-seenas'); }

  get seenAs() { return this.now.seen_as ?? EVERYBODY; }

  view() {
    const { fixed, now, seenAs, wanted } = this;
    this.hidden = !fixed.secrets;
    this.classList.toggle('ck-reveals', seenAs !== EVERYBODY);
    return html`
      <${Select} class="ck-select" label="Seen as" value=${seenAs} options=${viewsOf(fixed, now)}
        run=${(view) => this.choose(view)} />
      <${Confirm} title="Who should look now" no="Keep it hidden" yes="Show it"
        question=${wanted && question(wanted, seatName(fixed, now, wanted))}
        run=${() => this.see(wanted)} closed=${() => this.leave()} />`;
  }

  /** Views with hidden information need confirmation, because an arrow key on the list is enough to choose one. */
  choose(view) {
    if (reveals(this.seenAs, view)) this.wanted = view;
    else this.see(view);
    this.draw();
  }

  leave() {
    this.wanted = '';
    this.draw();
    this.querySelector('select')?.focus();
  }

  see(view) {
    if (this.fixed.secrets && view !== this.seenAs) this.store.send({ do: 'seen_as', seen_as: view });
  }
}

function question(wanted, name) {
  return wanted === INSTRUCTOR
    ? 'Everything will be on this screen: what is hidden, and what every seat holds. Is this screen the '
      + 'instructor’s alone?'
    : `What ${name} alone may know will be on this screen. Is ${name} the only one who looks?`;
}

define('classkit-seenas', SeenAsPart);
