/**
 * `<classkit-phone>`: a table on the phone of one seat: the open question, or the events of the match; before the
 * first decision, the lobby. Board, news, scores and a chart are one tap away.
 */

import { Badge } from '../basics/badge.js';
import { chime, setSound, soundIsOn, wake } from '../basics/chime.js';
import { define, h, press, setProp, setText, show } from '../basics/dom.js';
import { scoreWords } from '../basics/format.js';
import { isolated } from '../basics/isolated.js';
import { html } from '../basics/markup.js';
import { Part, tellPage } from '../basics/component.js';
import { Picture } from '../basics/preact_root.js';
import { seatName } from '../basics/seatlook.js';
import { listNames } from '../basics/text.js';
import { Lobby } from './lobby.js';
import { serverTime } from '../wire/serverclock.js';
import { figureOf } from './matchclock.js';
import { OWN_STORY } from './ownstory.js';
import { Case, priceWords } from './phonecase.js';
import { Guess, Places, Said, Sent, standingWords, Yours } from './phonewait.js';
import { PARTS } from './table.js';

/** The name of this part among all parts. */
export const PHONE = 'phone';

/** The views, each with its tab label and its icon in a box of 24 by 24. */
const VIEWS = [
  ['play', 'Play', 'M4 13l5 5L20 7'],
  ['board', 'Board', 'M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16'],
  ['news', 'News', 'M4 5h16M4 10h16M4 15h10M4 20h7'],
  ['standings', 'Scores', 'M5 20v-6M12 20V4M19 20v-9'],
  ['chart', 'Chart', 'M3 18l6-8 5 5 7-10'],
];
/** Duration of the vibration for a new question, in milliseconds. */
const SHAKE = 90;
/** Interval for updating the remaining time in milliseconds, and seconds below which it is highlighted. */
const TICK = 500, PRESSES = 10;

/** Icon of a raised hand, in a box of 24 by 24. */
const HAND = 'M8 13V6a1.5 1.5 0 0 1 3 0v5-7a1.5 1.5 0 0 1 3 0v7-5a1.5 1.5 0 0 1 3 0v8c0 5-2 7-5 7-4 0-5-3-8-8q1-2 4 1';

/** Selector of inputs that open the keyboard. */
const TYPED = 'input:not([type="radio"], [type="checkbox"], [type="range"])';

/** State of the room before the first message. */
const NO_ROOM = { place: 0, own: '', people: 0, absent: 0, paused: false, table: [], hand: null, ask: async () => '' };

/**
 * What a phone calls its own seat: where names are hidden, its own name and the one that everybody else sees.
 * @param {any} fixed @param {any} now @param {string} own the hidden name; empty where none is hidden
 */
export function ownName(fixed, now, own) {
  const shown = seatName(fixed, now, now.seen_as);
  return own && own !== shown ? `${own}, here ${shown}` : shown;
}

class PhonePart extends Part {
  order = 0;
  /** The latest question for which the phone vibrated. */
  asked = 0;

  mount() {
    this.classList.add('classkit', 'ck-phone');
    Object.assign(this.dataset, { width: 'narrow', theme: this.now.theme ?? 'light' });
    tellPage();
    const part = (name, props = {}) => this.makePart(name, props);
    this.store.local.openSeat = this.now.seen_as;
    this.story = part(OWN_STORY);
    this.ask = Object.assign(part('ask'), {
      own: true,
      openBoard: () => this.open('board'),
      frame: (question) => html`<${Case} ...${question} />`,
      price: (move, fields, filled) => priceWords(this.now.own, this.fixed, move, fields, filled),
    });
    this.left = h('span', { class: 'ck-phone-left', role: 'timer', 'aria-label': 'Time left' });
    this.rest = h('span', { class: 'ck-phone-time', 'aria-hidden': 'true' });
    this.makeMeanwhile(part);
    this.panels = {
      play: h('div', { class: 'ck-phone-play ck-answer-side ck-open' },
        this.said, this.story, this.meanwhile, this.lobby, this.ask),
      board: part('board'),
      news: part('news'),
      standings: part('standings'),
      chart: part('chart', { place: 0 }),
    };
    this.buttons = Object.fromEntries(VIEWS.map(([name, label, path]) => [name, this.makeTab(name, label, path)]));
    this.me = h('div', { class: 'ck-phone-me' });
    this.pictures.push(new Picture(this.me, () => this.head()));
    this.append(
      h('span', { class: 'ck-phone-clock', 'aria-hidden': 'true' }, this.rest),
      this.me,
      h('div', { class: 'ck-phone-stage' }, ...Object.values(this.panels)),
      h('nav', { class: 'ck-phone-tabs', 'aria-label': 'What is shown' }, ...Object.values(this.buttons)),
    );
    this.open('play');
    // with the keyboard open, there is only space for question, field and button
    for (const [event, on] of [['focusin', true], ['focusout', false]]) {
      this.ask.addEventListener(event, ({ target }) =>
        this.classList.toggle('ck-typing', on && target.matches(TYPED)));
    }
  }

  /** Contents of the Play tab without a question. */
  makeMeanwhile(part) {
    const place = (name, view) => {
      const node = h('div', { class: name });
      this.pictures.push(new Picture(node, view));
      return node;
    };
    this.sound = press('ck-phone-sound', () => this.switchSound(), '♪');
    setProp(this.sound, 'aria-label', 'Sound when I am asked');
    setProp(this.sound, 'aria-pressed', String(soundIsOn()));
    this.said = h('div', { class: 'ck-phone-said' },
      place('ck-said-head', () => html`<${Said} fixed=${this.fixed} now=${this.now} waits=${this.waitsFor()} />`),
      part('live'), this.sound);
    this.meanwhile = h('div', { class: 'ck-phone-wait' },
      place('ck-wait-first', () => html`
        <${Sent} now=${this.now} sent=${this.store.local.sent ?? null} change=${() => this.withdraw()} />`),
      h('div', { class: 'ck-wait-charts' }, part('chart', { place: 0 }), part('chart', { place: 1 })),
      place('ck-wait-more', () => this.more()));
    this.lobby = place('ck-phone-lobby', () => this.welcome());
  }

  /** Parts rendered from state. @type {Picture[]} */
  pictures = [];

  makeTab(name, label, path) {
    const tab = press('ck-phone-tab', () => this.open(name));
    const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    for (const [key, value] of [['viewBox', '0 0 24 24'], ['aria-hidden', 'true']]) icon.setAttribute(key, value);
    const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    line.setAttribute('d', path);
    icon.append(line);
    tab.append(icon, h('span', {}, label));
    return tab;
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

  /** Withdraw an answer that has not been revealed. */
  withdraw() { return this.store.act({ do: 'withdraw', seat: this.now.seen_as }); }

  /** The room's state for this phone. */
  get room() { return this.store.local.room ?? NO_ROOM; }

  /** Show the time until a bot answers for this seat. */
  tick() {
    if (!this.mounted) return;
    const until = this.isAsked ? this.now.until ?? 0 : 0;
    const seconds = Math.max(0, Math.ceil(until - serverTime()));
    show(this.left, Boolean(until));
    setText(this.left, figureOf(seconds));
    setProp(this.left, 'data-presses', until > 0 && seconds <= PRESSES);
    const share = until && this.room.absent ? Math.min(1, (until - serverTime()) / this.room.absent) : 0;
    this.rest.style.inlineSize = `${100 * Math.max(0, share)}%`;
    this.classList.toggle('ck-timed', Boolean(until));
  }

  /** @param {string} view the view to show */
  open(view) {
    for (const [name, panel] of Object.entries(this.panels)) {
      show(panel, name === view);
      setProp(this.buttons[name], 'aria-pressed', String(name === view));
    }
    this.store.set({ tab: view });
  }

  /** Whether this seat has an open question and may answer, which is not the case in a pause. */
  get isAsked() { return !this.room.paused && this.now.asks.some((ask) => !ask.answered); }

  /** Whether no decision has been made at the table. */
  get isBeginning() { return Boolean(this.now.own?.opening) && !this.now.over && !this.isAsked; }

  /** Who must decide now, in words; empty for this seat. */
  waitsFor() {
    const { asks, over, seats } = this.now;
    if (over) return over;
    if (this.isAsked) return '';
    if (this.room.paused) return 'paused';
    const asked = Object.values(seats).filter((seat) => seat.mover).map((seat) => seat.name);
    if (asks.length) return 'Answer received. Waiting for the other players.';
    return asked.length ? `${listNames(asked)} decide${asked.length === 1 ? 's' : ''} now.` : 'One moment …';
  }

  /** Badge and name, with cash and time for a question, or score and place otherwise. */
  head() {
    const { fixed, now } = this;
    const me = now.seen_as, name = ownName(fixed, now, this.room.own);
    const { belongings } = now.own ?? { belongings: null };
    const cash = this.isAsked && belongings?.text;
    const [score, unit] = cash ? [belongings?.text, belongings?.label]
      : [now.standings.find((one) => one.seat === me)?.text ?? '', now.counted.unit || now.counted.title];
    return html`
      <${Badge} fixed=${fixed} seat=${me} />
      <div class="ck-phone-who">
        <h1 class="ck-phone-name" dir="auto" title=${name}>${name}</h1>
        <p class="ck-phone-sub" title=${this.isAsked ? null : standingWords(now, me)}>
          ${this.isAsked
            ? html`Your turn${now.until ? ' · ' : ''}<${Held} node=${this.left} />${now.until ? ' left' : ''}`
            : standingWords(now, me)}
        </p>
      </div>
      <p class="ck-phone-score" title=${scoreWords(now, me)}><b>${score}</b>${' '}<span>${unit}</span></p>
      ${this.hand()}`;
  }

  /** Raise the hand, which the wall shows until the teacher opens the table. */
  hand() {
    const { hand, ask } = this.room;
    const words = hand ? 'Your hand is up: lower it' : 'Raise your hand';
    return hand === null ? null : html`
      <button type="button" class="ck-phone-hand" aria-pressed=${hand} aria-label="Hand up" title=${words}
        onClick=${() => void ask({ room: 'hand', on: !hand })}>
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d=${HAND} />
        </svg>
      </button>`;
  }

  /** The guess, the standings and the seat's possessions. */
  more() {
    const { fixed, now, room } = this;
    const send = (answer) => void room.ask({ room: 'guess', answer });
    return html`
      ${now.over ? null : html`<${Guess} guess=${now.own?.guess} send=${send} />`}
      <${Places} fixed=${fixed} now=${now} />
      <${Yours} own=${now.own} />`;
  }

  /** Before the first decision of the table. */
  welcome() {
    const { fixed, now, room } = this;
    if (!this.isBeginning) return null;
    const me = now.seen_as;
    const waits = room.paused ? 'We start when all are seated.' : this.waitsFor();
    return html`
      <${Lobby} name=${ownName(fixed, now, room.own)} place=${room.place} cards=${fixed.about?.cards ?? []}
        seat=${{ letter: me, at: fixed.seats.findIndex((one) => one.id === me) }} table=${room.table}
        people=${room.people} absent=${room.absent}
        words=${isolated(`${room.place ? `Table ${room.place}, s` : 'S'}eat ${me}. ${waits}`)} />`;
  }

  update(changed) {
    const { isAsked } = this;
    // a space tapped on the board is filled into the answers
    if (changed?.has('local.chosen') && isAsked) this.open('play');
    const begins = this.isBeginning;
    show(this.ask, isAsked);
    show(this.meanwhile, !isAsked && !begins);
    show(this.lobby, begins);
    show(this.story, Boolean(this.now.over));
    this.classList.toggle('ck-asked-now', isAsked);
    this.classList.toggle('ck-beginning', begins && !this.panels.play.hidden);
    setProp(this, 'data-heat', this.now.timeline.heat.at(-1) ?? 0);
    for (const picture of this.pictures) picture.draw();
    this.tick();
    const { asked } = this.now;
    setProp(this.buttons.play, 'data-asked', isAsked);
    document.title = isAsked ? 'Your turn · classkit' : 'classkit';
    if (!isAsked || asked === this.asked) return;
    this.asked = asked;
    this.open('play');
    navigator.vibrate?.(SHAKE);
    chime();
  }
}

/** A manually created node inside rendered content. @param {{node: Element}} props */
function Held({ node }) {
  const hold = (place) => { if (place && node.parentNode !== place) place.append(node); };
  return html`<span class="ck-held" ref=${hold}></span>`;
}

PARTS[PHONE] = PhonePart;
define('classkit-phone', PhonePart);
