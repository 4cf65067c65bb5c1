/**
 * `<classkit-phone>`: a table as a phone shows it to one seat. What is asked comes first; the board, the news, the
 * scores and a chart are one tap away.
 */

import { badge } from '../basics/badge.js';
import { chime, setSound, soundIsOn, wake } from '../basics/chime.js';
import { define, h, press, say, setProp, setText, show } from '../basics/dom.js';
import { scoreWords } from '../basics/format.js';
import { Part, tellPage } from '../basics/component.js';
import { seatName } from '../basics/seatlook.js';
import { serverTime } from '../wire/serverclock.js';
import { figureOf } from './matchclock.js';
import { OWN_STORY } from './ownstory.js';
import { PARTS } from './table.js';

/** The name of this part among all parts. */
export const PHONE = 'phone';

/** What can be shown, each with the words on its tab. */
const VIEWS = [['play', 'Play'], ['board', 'Board'], ['news', 'News'], ['standings', 'Scores'], ['chart', 'Chart']];
/** How long a phone shakes when its seat is asked, in milliseconds. */
const SHAKE = 90;
/** How often the time that is left is shown anew, in milliseconds, and from how many seconds on it presses. */
const TICK = 500, PRESSES = 10;

class PhonePart extends Part {
  order = 0;
  /** The question for which the phone shook last. */
  asked = 0;

  mount() {
    this.classList.add('classkit', 'ck-phone');
    Object.assign(this.dataset, { width: 'narrow', theme: this.now.theme ?? 'light' });
    tellPage();
    const part = (name, props = {}) => this.makePart(name, props);
    const me = this.now.seen_as;
    this.waits = h('p', { class: 'ck-phone-waits', role: 'status' });
    this.score = h('span', { class: 'ck-phone-score' });
    this.name = h('h1', { class: 'ck-phone-name', dir: 'auto' });
    this.left = h('span', { class: 'ck-phone-left', role: 'timer', 'aria-label': 'Time left', hidden: true });
    this.sound = press('ck-phone-sound', () => this.switchSound(), '♪');
    setProp(this.sound, 'aria-label', 'Sound when I am asked');
    setProp(this.sound, 'aria-pressed', String(soundIsOn()));
    this.story = part(OWN_STORY);
    this.ask = Object.assign(part('ask'), { own: true });
    this.store.local.openSeat = me;
    this.meanwhile = part('news');
    this.panels = {
      play: h('div', { class: 'ck-phone-play ck-answer-side ck-open' },
        this.waits, this.story, this.meanwhile, this.ask),
      board: part('board'),
      news: part('news'),
      standings: part('standings'),
      chart: part('chart', { place: 0 }),
    };
    this.buttons = Object.fromEntries(
      VIEWS.map(([name, label]) => [name, press('ck-phone-tab', () => this.open(name), label)]),
    );
    this.append(
      h('div', { class: 'ck-phone-me' }, badge(this.fixed, me), this.name, this.left, this.score, this.sound),
      part('live'),
      h('div', { class: 'ck-phone-stage' }, ...Object.values(this.panels)),
      h('nav', { class: 'ck-phone-tabs', 'aria-label': 'What is shown' }, ...Object.values(this.buttons)),
    );
    this.open('play');
  }

  listen() {
    const timer = setInterval(() => this.tick(), TICK);
    document.addEventListener('pointerdown', wake, { once: true });
    return [...super.listen(), () => clearInterval(timer)];
  }

  switchSound() {
    const on = !soundIsOn();
    setSound(on);
    setProp(this.sound, 'aria-pressed', String(on));
    if (on) chime();
  }

  /** Shows how long it is until a bot answers for this seat. */
  tick() {
    if (!this.mounted) return;
    const until = this.now.until ?? 0;
    const seconds = Math.max(0, Math.ceil(until - serverTime()));
    show(this.left, Boolean(until) && this.unanswered.length > 0);
    setText(this.left, figureOf(seconds));
    setProp(this.left, 'data-presses', seconds <= PRESSES);
  }

  /** @param {string} view that is shown */
  open(view) {
    for (const [name, panel] of Object.entries(this.panels)) {
      show(panel, name === view);
      setProp(this.buttons[name], 'aria-pressed', String(name === view));
    }
    this.store.set({ tab: view });
  }

  /** What this seat is asked and has not answered. */
  get unanswered() { return this.now.asks.filter((ask) => !ask.answered); }

  /** Who is asked now, in words; empty when it is this seat. */
  waitsFor() {
    const { asks, over, seats } = this.now;
    if (over) return over;
    if (this.unanswered.length) return '';
    const asked = Object.values(seats).filter((seat) => seat.mover).map((seat) => seat.name);
    if (asks.length) return 'Answer received. Waiting for the other players.';
    return asked.length ? `${asked.join(' and ')} decide${asked.length === 1 ? 's' : ''} now.` : 'One moment …';
  }

  update() {
    const me = this.now.seen_as;
    setText(this.name, seatName(this.fixed, this.now, me));
    setText(this.score, scoreWords(this.now, me));
    say(this.waits, this.waitsFor());
    show(this.ask, Boolean(this.now.asks.length));
    show(this.meanwhile, !this.now.asks.length);
    show(this.story, Boolean(this.now.over));
    this.tick();
    const { asked } = this.now;
    const isAsked = this.unanswered.length > 0;
    setProp(this.buttons.play, 'data-asked', isAsked);
    document.title = isAsked ? 'Your turn · classkit' : 'classkit';
    if (!isAsked || asked === this.asked) return;
    this.asked = asked;
    this.open('play');
    navigator.vibrate?.(SHAKE);
    chime();
  }
}

PARTS[PHONE] = PhonePart;
define('classkit-phone', PhonePart);
