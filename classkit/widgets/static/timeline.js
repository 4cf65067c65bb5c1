/** `<classkit-timeline>`: a slider both ways through the match, with bookmarks. */

import { define, freshId, h, setText, show } from './dom.js';
import { Part } from './part.js';
import { Pool } from './pool.js';

export class TimelinePart extends Part {
  /** The turn somebody wants to be at, while the way there is still under way. */
  wanted = /** @type {number|null} */ (null);
  going = false;

  mount() {
    this.classList.add('ck-timeline');
    this.setAttribute('role', 'group');
    this.setAttribute('aria-label', 'Timeline');
    const id = freshId('timeline');
    this.slider = h('input', { type: 'range', min: 0, step: 1, class: 'ck-slider', id, oninput: () => this.drag() });
    this.where = h('label', { class: 'ck-where', for: id });
    this.flags = h('div', { class: 'ck-flags' });
    this.mark = h('button', { type: 'button', class: 'ck-quiet', 'aria-expanded': 'false', onclick: () => this.openMark() }, 'Bookmark');
    this.label = h('input', { type: 'text', maxlength: 60, class: 'ck-text', placeholder: 'What happens here?', 'aria-label': 'Words for the bookmark' });
    this.form = h('form', { class: 'ck-mark-form', hidden: true }, this.label,
      h('button', { type: 'submit', class: 'ck-do' }, 'Keep'),
      h('button', { type: 'button', class: 'ck-quiet', onclick: () => this.closeMark() }, 'Cancel'));
    this.form.addEventListener('submit', (/** @type {Event} */ event) => { event.preventDefault(); this.keepMark(); });
    this.append(this.where, h('div', { class: 'ck-track' }, this.flags, this.slider), this.mark, this.form);
    this.flagPool = new Pool(this.flags, {
      key: (mark) => `${mark.turn}|${mark.label}`,
      make: (mark) => h('button', { type: 'button', class: 'ck-flag', onclick: () => this.goTo(mark.turn) }, h('span', {}, mark.label)),
      update: (node, mark) => {
        const last = Math.max(1, this.now.timeline.last);
        node.style.left = `${(Math.min(mark.turn, last) / last) * 100}%`;
        node.title = `Turn ${mark.turn}: ${mark.label}`;
        node.classList.toggle('ck-right', mark.turn > last * 0.6);
      },
    });
  }

  /** @param {Set<string>} changed */
  update(changed) {
    if (!this.touches(changed, 'fixed', 'timeline', 'turn', 'step', 'read_only')) return;
    const line = this.now.timeline;
    this.slider.max = String(Math.max(line.last, line.turn, 1));
    if (this.wanted === null) this.slider.value = String(line.turn);
    this.slider.setAttribute('aria-valuetext', `Turn ${line.turn} of ${line.last}`);
    this.slider.disabled = Boolean(this.now.read_only);
    this.mark.disabled = Boolean(this.now.read_only);
    setText(this.where, `Turn ${line.turn} of ${line.last} · step ${line.step}`);
    this.style.setProperty('--ck-done', `${(line.turn / Math.max(1, line.last)) * 100}%`);
    this.flagPool?.keep(line.marks ?? []);
  }

  drag() {
    this.goTo(Number(this.slider.value));
  }

  /**
   * Goes to a turn. While one jump is under way only the latest wish is kept.
   * @param {number} turn
   */
  async goTo(turn) {
    this.wanted = turn;
    if (this.going) return;
    this.going = true;
    try {
      while (this.wanted !== null && this.wanted !== this.now.timeline.turn) {
        const aim = /** @type {number} */ (this.wanted);
        const answer = await this.store.act({ do: 'goto', turn: aim });
        await this.store.repaint();
        if (!answer || answer.kind === 'refused' || this.wanted === aim) break;
      }
    } finally {
      this.wanted = null;
      this.going = false;
      this.slider.value = String(this.now.timeline.turn);
    }
  }

  openMark() {
    const open = this.form.hidden;
    show(this.form, open);
    this.mark.setAttribute('aria-expanded', String(open));
    if (!open) return;
    this.label.value = '';
    this.label.focus();
  }

  closeMark() {
    show(this.form, false);
    this.mark.setAttribute('aria-expanded', 'false');
    this.mark.focus();
  }

  keepMark() {
    const label = this.label.value.trim();
    this.store.act({ do: 'bookmark', label: label || `Turn ${this.now.turn}` });
    this.closeMark();
  }
}

define('classkit-timeline', TimelinePart);
