/** News of a match, and `<classkit-live>`, the effect of the last step or the reason for a refusal. */

import { define, h, onPress, press, say, setProp, setText, show, unfold } from '../basics/dom.js';
import { Pool } from '../basics/keyed_list.js';
import { drawTrail, tellEvidence } from '../basics/evidence.js';
import { closeOutside, openBox } from '../basics/floating_box.js';
import { count, countedBy } from '../basics/format.js';
import { isolated } from '../basics/isolated.js';
import { Part } from '../basics/component.js';
import { seatLetter, seatLook, seatName } from '../basics/seatlook.js';

/** Initial number of lines; more on demand. */
const PAGE = 60;

export class NewsPart extends Part {
  shown = PAGE;
  /** Whether the list is scrolled to older lines; taken from the event, because reading it forces a layout. */
  away = false;
  /** Whether there are unseen news, to scroll to when the list becomes visible. */
  behind = false;
  newest = '';
  match = '';

  mount() {
    this.classList.add('ck-news');
    this.list = h('ol', { class: 'ck-news-list', reversed: true });
    this.more = press('ck-quiet', () => { this.shown += PAGE * 2; this.draw(); }, 'Show earlier news');
    this.append(this.list, this.more);
    this.pane = this.closest('.ck-tab-panel') ?? this;
    this.pane.addEventListener('scroll', () => { this.away = this.pane.scrollTop > 0; }, { passive: true });
    // a hidden list cannot be scrolled, so wait until its tab is open again
    new ResizeObserver(() => this.catchUp()).observe(this.pane);
    this.pool = new Pool(this.list, {
      // Lines opened for one viewer are closed for another.
      key: (news) => `${news.id}.${news.text}.${this.now.seen_as}`,
      make: (news) => this.makeLine(news),
      update: (node, news) => node.classList.toggle('ck-latest', news.turn === this.now.turn),
    });
  }

  update(changed) {
    if (!this.touches(changed, 'fixed', 'branch', 'branches', 'news', 'turn', 'seen_as')) return;
    // The previous match is now a branch, and lines opened there belong to it.
    const match = JSON.stringify([this.now.branch, (this.now.branches ?? []).map((branch) => branch.name)]);
    if (match !== this.match) this.pool?.keep([]);
    this.match = match;
    this.draw();
  }

  draw() {
    const news = this.now.news ?? [];
    this.pool?.keep(news.slice(-(this.shown)).reverse());
    show(this.more, news.length > (this.shown));
    const last = news.at(-1);
    const newest = last ? `${last.id}.${last.text}` : '';
    if (this.away && newest !== this.newest) {
      this.behind = true;
      this.store.afterwards(() => this.catchUp());
    }
    this.newest = newest;
  }

  /** Scroll to the newest line, unless the tab is closed. */
  catchUp() {
    if (!this.behind || !this.pane.clientHeight) return;
    this.behind = false;
    this.pane.scrollTop = 0;
  }

  makeLine(news) {
    // Actions of the Bank or a Treasury have no seat badge.
    const look = this.fixed.seats.some((one) => one.id === news.seat) ? seatLook(this.fixed, news.seat) : null;
    const seat = h('span', { class: 'ck-news-seat', 'aria-hidden': 'true' }, look ? seatLetter(news.seat) : '');
    if (look) Object.assign(seat.style, { background: look.colour, color: look.ink });
    const trail = h('div', { class: 'ck-trail', hidden: true });
    const button = h(
      'button',
      {
        type: 'button',
        class: 'ck-news-line',
        'aria-expanded': 'false',
        onclick: () => this.open(news, button, trail),
      },
      h('span', { class: 'ck-news-turn' }, count(countedBy(this.now, news.turn))),
      seat,
      h('span', { class: 'ck-news-text', dir: 'ltr' }, isolated(news.text)),
      h('span', { class: 'ck-news-why' }, news.rule ?? ''),
    );
    return h('li', {}, button, trail);
  }

  async open(news, button, trail) {
    const opening = trail.hidden;
    unfold(button, trail, opening);
    if (!opening || trail.childElementCount) return;
    trail.replaceChildren('…');
    const data = await this.store.detail({ do: 'trail', news: news.id });
    trail.replaceChildren();
    if (!data) return;
    trail.append(...drawTrail(data));
  }
}

define('classkit-news', NewsPart);

// --- `<classkit-live>`: the effect of the last step, also for screen readers, and the reason for a refusal.

/** Milliseconds for which a refusal is shown. */
const STAYS = 9_000;

/** Milliseconds until a pending action shows a progress line, and until it shows text. */
const WORKING = 300, SLOW = 2_000;

/** Texts for slow actions. */
const WORK = {
  step: 'playing on', play_as_far: 'playing on', forward: 'replaying', back: 'going back', goto: 'going there',
  fork: 'starting a branch', branch: 'switching the branch', new_seed: 'starting a match', reset: 'beginning again',
  open: 'opening the match', save: 'saving the match', answer: 'processing the answer', figures: 'reading the numbers',
};

/** The text for a pending action. @param {unknown} action */
export const workWords = (action) => `Still ${WORK[/** @type {keyof WORK} */ (action)] ?? 'working'} …`;

/** Maximum length of a sentence at normal size. */
const LONG = 64;

export class LivePart extends Part {
  /** Timers while the kernel is busy. @type {any[]} */
  timers = [];
  // no <button>, so that the text can end with an ellipsis
  words = h('span', {
    class: 'ck-said-words', onclick: () => this.unfold(), onkeydown: (event) => this.onKey(event),
  });
  trail = h('div', {
    class: 'ck-trail ck-over', popover: 'manual', role: 'status', onkeydown: (event) => this.onKey(event),
    ontoggle: () => setProp(this.words, 'aria-expanded', this.hasEvidence ? String(this.isOpen) : null),
  });

  mount() {
    this.classList.add('ck-live');
    this.moment = h('span', { class: 'ck-moment' });
    this.said = h('p', { class: 'ck-said', 'aria-live': 'polite', 'aria-atomic': 'true' }, this.words);
    this.more = press('ck-link ck-more-events', () => /** @type {any} */ (this.closest('classkit-table'))?.tellNews());
    this.note = h('p', { class: 'ck-said-note', 'aria-live': 'polite' });
    this.eyes = h('span', { class: 'ck-eyes' });
    this.why = h('span');
    this.here = press('ck-mini', () => window.location.reload(), 'Play on here');
    this.locked = h('p', { class: 'ck-locked', role: 'status', hidden: true }, this.why, this.here);
    this.toast = h('p', { class: 'ck-toast', role: 'alert', hidden: true });
    this.working = h('span', { class: 'ck-working', hidden: true });
    this.work = h('span');
    this.slow = h('p', { class: 'ck-slow', role: 'status', hidden: true }, this.work, ' ',
      press('ck-link', () => this.store.stopWaiting(), 'Cancel'));
    this.append(
      this.moment, this.said, this.trail, this.note, this.locked, this.slow, this.eyes, this.more, this.toast,
      this.working,
    );
  }

  listen() {
    return [
      ...super.listen(),
      this.store.onRefused((reason) => this.refuse(reason)),
      this.store.onBusy((busy) => this.watchKernel(busy)),
      closeOutside(() => [this.trail, this.words]),
      () => this.timers.forEach(clearTimeout),
    ];
  }

  update(changed) {
    if (this.touches(changed, 'fixed', 'said', 'said_by')) {
      setText(this.words, isolated(this.now.said ?? ''));
      if (this.isOpen) this.trail.hidePopover();
      setProp(this.words, 'role', this.hasEvidence ? 'button' : null);
      setProp(this.words, 'tabindex', this.hasEvidence ? 0 : null);
      setProp(this.words, 'aria-expanded', this.hasEvidence ? 'false' : null);
      this.said.title = this.now.said ?? '';
      this.said.classList.toggle('ck-long', (this.now.said ?? '').length > LONG);
    }
    if (this.touches(changed, 'fixed', 'timeline')) {
      const { moment, turn } = this.now.timeline;
      setText(this.moment, moment || `Turn ${turn}`);
    }
    if (this.touches(changed, 'fixed', 'said_note')) {
      say(this.note, isolated(this.now.said_note));
      this.note.title = this.now.said_note;
    }
    if (this.touches(changed, 'fixed', 'more_said')) {
      const { more_said: more } = this.now;
      say(this.more, more ? `${more} more event${more > 1 ? 's' : ''}` : '');
    }
    if (this.touches(changed, 'fixed', 'seen_as', 'seats')) {
      const { seen_as: as } = this.now;
      say(this.eyes, as === 'everybody' ? '' : as === 'instructor' ? 'Instructor’s view'
        : `View of ${seatName(this.fixed, this.now, as)}`);
    }
    if (this.touches(changed, 'fixed', 'read_only', 'local.stopped')) {
      setText(this.why, this.now.read_only ?? '');
      this.why.title = this.now.read_only ?? '';
      show(this.here, Boolean(this.store.local.stopped)); // a newer page plays; reloading takes the match back
      show(this.locked, Boolean(this.now.read_only));
      this.classList.toggle('ck-only-looks', Boolean(this.now.read_only));
    }
    if (this.touches(changed, 'step', 'said', 'seats', 'branch')) show(this.toast, false);
  }

  /** @returns {boolean} whether the headline has evidence */
  get hasEvidence() {
    const { events = [], transfers = [] } = this.now.said_by ?? {};
    return events.length + transfers.length > 0;
  }

  get isOpen() { return this.trail.matches(':popover-open'); }

  /** Show or hide the evidence of the headline. */
  unfold() {
    if (this.isOpen) {
      this.trail.hidePopover();
    } else if (this.hasEvidence) {
      openBox(this.trail, this.words);
      tellEvidence(this.store, this.trail, this.now.said_by);
    }
  }

  /** Keys of a button; Escape closes only this box. */
  onKey(event) {
    if (event.currentTarget === this.words) onPress(event, () => this.unfold());
    if (event.key !== 'Escape' || !this.isOpen) return;
    event.stopPropagation();
    this.unfold();
  }

  /** Show a progress line for a slow action, and then a text. */
  watchKernel(busy) {
    this.timers.forEach(clearTimeout);
    if (!this.mounted) return;
    if (busy) this.timers = [
      setTimeout(() => show(this.working, true), WORKING), setTimeout(() => this.saySlow(), SLOW),
    ];
    else for (const node of [this.working, this.slow]) show(node, false);
  }

  saySlow() {
    setText(this.work, workWords(this.store.awaited.oldest?.do));
    show(this.slow, true);
  }

  refuse(reason) {
    if (!this.mounted) return;
    say(this.toast, reason);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => show(this.toast, false), STAYS);
  }
}

define('classkit-live', LivePart);
