/** `<classkit-live>`: what the last step did, said to eyes and ears; and why something was refused. */

import { define, h, setText, show } from '../basics/dom.js';
import { Part } from '../basics/part.js';

/** A refusal stays this long. */
const STAYS = 9_000;

/** An answer that takes longer than this is remarked upon. */
const SLOW = 1_500;

/** Longer stories are set in smaller type, on two lines. */
const LONG = 96;

export class LivePart extends Part {
  /** @type {(() => void)|undefined} */
  deaf = undefined;
  /** @type {(() => void)|undefined} */
  calm = undefined;

  mount() {
    this.classList.add('ck-live');
    this.said = h('p', { class: 'ck-said', 'aria-live': 'polite', 'aria-atomic': 'true' });
    this.locked = h('p', { class: 'ck-locked', role: 'status', hidden: true });
    this.toast = h('p', { class: 'ck-toast', role: 'alert', hidden: true });
    this.slow = h('p', { class: 'ck-slow', role: 'status', hidden: true }, 'Waiting for the kernel …');
    this.append(this.said, this.locked, this.toast, this.slow);
  }

  begin() {
    super.begin();
    this.deaf ??= this.store.onRefused((reason) => this.refuse(reason));
    this.calm ??= this.store.onBusy((busy) => this.watchKernel(busy));
  }

  stop() {
    super.stop();
    this.deaf?.();
    this.deaf = undefined;
    this.calm?.();
    this.calm = undefined;
    clearTimeout(this.late);
  }

  /** @param {Set<string>} changed */
  update(changed) {
    if (this.touches(changed, 'fixed', 'said')) {
      setText(this.said, this.now.said ?? '');
      this.said.title = this.now.said ?? '';
      this.said.classList.toggle('ck-long', (this.now.said ?? '').length > LONG);
    }
    if (this.touches(changed, 'fixed', 'read_only')) {
      setText(this.locked, this.now.read_only ?? '');
      show(this.locked, Boolean(this.now.read_only));
    }
    if (this.touches(changed, 'step', 'said', 'seats', 'branch')) show(this.toast, false);
  }

  /** A kernel that is busy with something else answers late; that is said, so that nobody clicks in vain. */
  watchKernel(/** @type {boolean} */ busy) {
    clearTimeout(this.late);
    if (!this.mounted) return;
    if (busy) this.late = setTimeout(() => show(this.slow, true), SLOW);
    else show(this.slow, false);
  }

  /** @param {string} reason */
  refuse(reason) {
    if (!this.mounted) return;
    setText(this.toast, reason);
    show(this.toast, true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => show(this.toast, false), STAYS);
  }
}

define('classkit-live', LivePart);
