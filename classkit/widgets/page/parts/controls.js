/** The way through a match: `<classkit-controls>`, `<classkit-timeline>` and `<classkit-branches>`. */

import { bar, choice, define, freshId, h, offer, press, setText, setValue, show, unfold } from '../basics/dom.js';
import { Pool } from '../basics/pool.js';
import { playedWords } from '../basics/format.js';
import { Confirm, Part } from '../basics/part.js';
import { nearestSpeed, SPEEDS } from '../wire/clock.js';

/** How far a step goes. */
const REACHES = ['decision', 'turn', 'round'];

// --- `<classkit-controls>`: Step, Back, Forward, Play; and, kept apart, what begins anew.

export class ControlsPart extends Part {
  mount() {
    this.dress('group', 'Going through the match', 'ck-controls');
    this.back = press('ck-quiet', () => this.go('back'), 'Back');
    this.step = press('ck-main', () => this.go('step'), 'Step');
    this.forward = press('ck-quiet', () => this.go('forward'), 'Forward');
    this.playButton = press('ck-quiet ck-play', () => this.play(), 'Play');
    this.speed = choice('Speed of Play', () => this.setSpeed(), SPEEDS.map(({ value, label }) => [value, label]));
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
      h('span', { class: 'ck-segments' }, ...REACHES.map((value) => h('label', { class: 'ck-segment' },
        h('input', { type: 'radio', name, value, ...(value === last ? { checked: true } : {}), onchange: () => this.store.set({ until: value }) }),
        h('span', {}, value)))));
  }

  update(changed) {
    const { now } = this;
    const { read_only: readOnly } = now;
    const line = now.timeline;
    const over = now.over && 'The match is over: go back, or begin anew';
    bar(this.back, readOnly || (line.can_undo === false && 'This is the beginning: nothing has been played yet'), 'Backspace');
    bar(this.forward, readOnly || (line.can_redo === false && 'Nothing lies ahead: it plays again what Back has taken back'), 'Plays again what Back has taken back');
    bar(this.step, readOnly || over, 'Space bar');
    bar(this.playButton, readOnly || (!now.play?.running && over));
    setText(this.playButton, now.play?.running ? 'Pause' : 'Play');
    if (changed.has('play') || changed.has('fixed')) setValue(this.speed, nearestSpeed(now.play?.speed));
  }

  /** @param {'step'|'back'|'forward'} way */
  go(way) {
    this.store.act({ do: way, until: this.store.local.until ?? 'turn' });
  }

  play() {
    this.store.local.plays = !this.now.play?.running; // this page's clock leads
    this.store.send({ do: 'play', on: !this.now.play?.running, speed: Number(this.speed.value) });
  }

  setSpeed() {
    this.store.send({ do: 'play', on: Boolean(this.now.play?.running), speed: Number(this.speed.value) });
  }
}

define('classkit-controls', ControlsPart);

// --- `<classkit-timeline>`: a slider both ways through the match, with bookmarks.

export class TimelinePart extends Part {
  /** The turn somebody wants to be at, while the way there is still under way. */
  wanted = /** @type {number|null} */ (null);
  going = false;

  mount() {
    this.dress('group', 'Timeline', 'ck-timeline');
    const id = freshId('timeline');
    this.slider = h('input', { type: 'range', min: 0, step: 1, class: 'ck-slider', id, oninput: () => this.goTo(Number(this.slider.value)) });
    this.turns = h('span');
    this.steps = h('span', { class: 'ck-step-count' });
    this.where = h('label', { class: 'ck-where', for: id }, this.turns, this.steps);
    this.flags = h('div', { class: 'ck-flags' });
    this.mark = h('button', { type: 'button', class: 'ck-quiet', 'aria-expanded': 'false', onclick: () => this.openMark() }, 'Bookmark');
    this.label = h('input', { type: 'text', maxlength: 60, class: 'ck-text', placeholder: 'What happens here?', 'aria-label': 'Words for the bookmark' });
    this.form = h('form', { class: 'ck-mark-form', hidden: true, onkeydown: (event) => { if (event.key === 'Escape') this.closeMark(); } }, this.label,
      h('button', { type: 'submit', class: 'ck-do' }, 'Keep'),
      press('ck-quiet', () => this.closeMark(), 'Cancel'));
    this.form.addEventListener('submit', (event) => { event.preventDefault(); this.keepMark(); });
    this.append(this.where, h('div', { class: 'ck-track' }, this.flags, this.slider), this.mark, this.form);
    this.flagPool = new Pool(this.flags, {
      key: (mark) => `${mark.turn}|${mark.label}`,
      make: (mark) => press('ck-flag', () => this.goTo(mark.turn), h('span', {}, mark.label)),
      update: (node, mark) => {
        const last = Math.max(1, this.now.timeline.last);
        node.style.left = `${(Math.min(mark.turn, last) / last) * 100}%`;
        node.title = this.now.timeline.moment ? mark.label : `Turn ${mark.turn}: ${mark.label}`;
        node.classList.toggle('ck-right', mark.turn > last * 0.6);
      },
    });
  }

  update(changed) {
    if (!this.touches(changed, 'fixed', 'timeline', 'turn', 'step', 'read_only')) return;
    const line = this.now.timeline;
    this.slider.max = String(Math.max(line.last, line.turn, 1));
    if (this.wanted === null) this.slider.value = String(line.turn);
    // A game whose turns nobody counts says itself where the match stands.
    const here = line.moment || (line.turn ? `Turn ${line.turn}` : 'Turn 0: setting up');
    const played = playedWords(line);
    this.slider.setAttribute('aria-valuetext', here + played);
    bar(this.slider, this.now.read_only);
    bar(this.mark, this.now.read_only);
    setText(this.turns, here + played);
    setText(this.steps, ` · step ${line.step}`);
    this.style.setProperty('--ck-done', `${(line.turn / Math.max(1, line.last)) * 100}%`);
    this.flagPool?.keep(line.marks ?? []);
  }

  /** Goes to a turn. While one jump is under way only the latest wish is kept. */
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
    unfold(this.mark, this.form, open);
    if (!open) return;
    this.label.value = '';
    this.label.focus();
  }

  closeMark() {
    unfold(this.mark, this.form, false);
    this.mark.focus();
  }

  keepMark() {
    const label = this.label.value.trim();
    this.store.act({ do: 'bookmark', label: label || this.now.timeline.moment || `Turn ${this.now.turn}` });
    this.closeMark();
  }
}

define('classkit-timeline', TimelinePart);

// --- `<classkit-branches>`: "What if?": begins a branch, and goes from one to another.

export class BranchesPart extends Part {
  mount() {
    this.classList.add('ck-branch-bar');
    this.fork = press('ck-quiet', () => this.ask(), 'What if? Fork here');
    this.confirm = new Confirm('A fork opens what is hidden', 'Leave it hidden', 'Fork and open it');
    this.confirm.node.addEventListener('close', () => this.fork.focus());
    this.choice = choice('Branch', (name) => this.store.act({ do: 'branch', name }));
    this.append(this.choice, this.fork, this.confirm.node);
  }

  /** Forks; where that opens what lies hidden, only once the page has said so. */
  ask() {
    const fork = () => void this.store.act({ do: 'fork' });
    if (this.now.opens) this.confirm?.ask(this.now.opens, fork);
    else fork();
  }

  update(changed) {
    if (!this.touches(changed, 'fixed', 'branches', 'branch', 'read_only')) return;
    const names = (this.now.branches ?? []).map((branch) => branch.name);
    if (!names.includes(this.now.branch)) names.unshift(this.now.branch);
    offer(this.choice, names.map((name) => [name, name]));
    this.choice.value = this.now.branch;
    bar(this.choice, this.now.read_only);
    bar(this.fork, this.now.read_only, 'Goes on in a new branch; this one is kept, dashed on the charts');
    show(this.choice, names.length > 1);
  }
}

define('classkit-branches', BranchesPart);
