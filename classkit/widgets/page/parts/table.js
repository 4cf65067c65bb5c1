/** `<classkit-table>`: the stage: board and charts, the bar that answers, and a slot for all that is looked up. */

import { choice, define, h, press, setProp, setText, setValue, show } from '../basics/dom.js';
import { stageFor, widthOf } from '../basics/stage_layout.js';
import {
  controlKind, foldUp, guardKeys, holdFocus, isRemotes, keysPanel, openKeys, shortcutOf,
} from '../basics/keys.js';
import { watchPaper } from '../basics/print_view.js';
import { Part, tellPage } from '../basics/component.js';
import { ChartPart } from '../charts/chart.js';
import { ApartPart } from './apart.js';
import { AskPart } from './ask.js';
import { BoardPart } from './board.js';
import { LedgerPart, RulebookPart, SheetsPart, SpacesPart } from './books.js';
import { BranchesPart } from './branches.js';
import { ControlsPart } from './controls.js';
import { AheadPart } from './futures.js';
import { MatchClockPart } from './matchclock.js';
import { LivePart, NewsPart } from './news.js';
import { RecordsPart } from './records.js';
import { SeatsPart } from './seats.js';
import { EVERYBODY, SeenAsPart } from './seenas.js';
import { StandingsPart } from './standings.js';
import { EndingPart, OpeningPart } from './story.js';
import { SeatStripPart } from './strip.js';
import { makeTabs } from './tabs.js';
import { TimelinePart } from './timeline.js';

/** Every part by the name it has when it stands alone. */
export const PARTS = /** @type {Record<string, any>} */ ({
  ahead: AheadPart,
  apart: ApartPart,
  ask: AskPart,
  board: BoardPart,
  branches: BranchesPart,
  chart: ChartPart,
  controls: ControlsPart,
  ending: EndingPart,
  ledger: LedgerPart,
  live: LivePart,
  matchclock: MatchClockPart,
  news: NewsPart,
  opening: OpeningPart,
  records: RecordsPart,
  rulebook: RulebookPart,
  seatstrip: SeatStripPart,
  standings: StandingsPart,
  seats: SeatsPart,
  seenas: SeenAsPart,
  sheets: SheetsPart,
  spaces: SpacesPart,
  timeline: TimelinePart,
});

const THEMES = [['light', 'Light'], ['dark', 'Dark'], ['projector', 'Projector']];
const SIGHTS = [['whole', 'Whole table'], ['board', 'Board'], ['charts', 'Charts']];

/** From so many seats on a clock leaves no room for words in the head. */
const CROWDED = 6;

class TablePart extends Part {
  /** The theme first, whose colours the charts read. */
  order = 0;
  fitted = '';
  wraps = [];

  mount() {
    this.classList.add('classkit', 'ck-table');
    guardKeys();
    watchPaper();
    this.tabIndex = -1;
    const part = (name, props = {}) => this.makePart(name, props);
    this.parts = {
      strip: part('seatstrip'),
      clock: part('matchclock'),
      seenas: part('seenas'),
      controls: part('controls'),
      timeline: part('timeline'),
      live: part('live'),
      branches: part('branches'),
      apart: part('apart'),
      board: part('board'),
      ask: part('ask'),
      ahead: part('ahead'),
      left: part('chart', { place: 0 }),
      right: part('chart', { place: 1 }),
      third: part('chart', { place: 2 }),
      opening: part('opening'),
      ending: part('ending'),
    };
    // It scrolls to its beginning, for which the browser lays out what was written before.
    this.parts.ask.order = 1;
    this.tabs = makeTabs(
      [
        { name: 'chart', label: 'Chart', panel: this.parts.right },
        { name: 'news', label: 'News', panel: part('news') },
        { name: 'standings', label: 'Standings', panel: part('standings') },
        { name: 'ahead', label: 'Futures', panel: this.parts.ahead },
        { name: 'ledger', label: 'Ledger', panel: part('ledger') },
        { name: 'sheets', label: 'Sheets', panel: part('sheets') },
        { name: 'rules', label: 'Rule book', panel: part('rulebook') },
        { name: 'spaces', label: 'Spaces', panel: part('spaces') },
        { name: 'seats', label: 'Seats', panel: part('seats') },
        { name: 'match', label: 'Match', panel: part('records') },
      ],
      (tab) => this.openTab(tab),
    );
    this.theme = choice('Theme', (theme) => this.setTheme(theme), THEMES);
    this.sight = choice('What is shown', (sight) => this.setSight(sight), SIGHTS);
    this.futures = press('ck-quiet ck-futures', () => this.lookAhead(), 'Futures');
    this.futures.title = 'Plays the match on from here many times, and draws what may come behind the charts';
    this.keysButton = press('ck-quiet', () => openKeys(this.keys, this.keys.hidden, this.keysButton), 'Keys');
    this.keys = keysPanel(() => openKeys(this.keys, false, this.keysButton), (on) => { this.keysOff = !on; });
    this.heading = h('h1', { class: 'ck-title' });
    const sign = h('span', { class: 'ck-story-sign', 'aria-hidden': 'true' }, '?');
    const words = h('span', { class: 'ck-story-words' });
    this.story = press('ck-quiet ck-mini ck-story', () => this.tellStory(), words, sign);
    this.story.hidden = true;
    this.more = press('ck-answer-more', () => this.openAnswers(!this.answers.classList.contains('ck-open')), 'More');
    this.more.setAttribute('aria-expanded', 'false');
    this.answers = h('div', { class: 'ck-answer-side' }, this.parts.ask, this.more);
    // What is typed needs its field and its button in sight, and a form all that belongs to it.
    this.answers.addEventListener('focusin', ({ target }) => {
      if (/** @type {any} */ (target).matches('input, select')) this.openAnswers(true);
    });
    this.answers.addEventListener('click', ({ target }) => {
      if (/** @type {any} */ (target).closest('.ck-opener')) this.openAnswers(true);
    });
    this.first = h('div', { class: 'ck-first' }, this.parts.left);
    this.fitHeight(); // empty yet, and so quickly laid out
    this.head = h(
      'header',
      { class: 'ck-head' },
      this.heading,
      this.story,
      this.parts.clock,
      this.parts.strip,
      h('span', { class: 'ck-pair' }, this.parts.seenas, this.sight, this.theme, this.keysButton),
    );
    this.append(
      this.head,
      h('div', { class: 'ck-desk ck-panel' }, this.parts.controls, this.parts.timeline),
      h(
        'div',
        { class: 'ck-line' },
        this.parts.live,
        h('span', { class: 'ck-pair' }, this.futures, this.parts.branches),
      ),
      this.parts.apart,
      h(
        'div',
        { class: 'ck-body' },
        this.parts.ending,
        this.parts.opening,
        h('div', { class: 'ck-board-side ck-panel' }, this.parts.board),
        this.answers,
        this.first,
        this.tabs.node,
      ),
      this.keys,
    );
    this.tabs.choose('chart');
    this.setSight('whole');
    this.hold = holdFocus(this, (held) =>
      this.parts?.ask.contains(held) && !this.now.over ? this.parts.ask.question : null,
    );
    // Clicking anywhere on the table gives it the focus, so that its keys work.
    this.addEventListener('pointerdown', (event) => {
      if (
        !controlKind(event.target) &&
        !(/** @type {any} */ (event.target).closest('button, input, select, label, summary, [tabindex]:not(.ck-table)'))
      )
        this.focus({ preventScroll: true });
    });
    this.observe(new ResizeObserver(() => this.refit()), document.documentElement, this);
  }

  listen() {
    this.fitted = ''; // it may have been put elsewhere
    const leaving = new AbortController();
    document.addEventListener('keydown', (event) => this.hear(event), leaving);
    window.addEventListener('resize', () => this.refit(), leaving); // a window that only grows higher changes no box
    return [...super.listen(), () => leaving.abort()];
  }

  hear(event) {
    if (!this.mounted) return;
    if (event.target === document.body) this.hold.check();
    const loose = event.target === document.body && document.querySelectorAll('classkit-table').length === 1;
    if (loose || this.contains(event.target)) this.press(event);
  }

  refit() {
    if (this.mounted && !this.onPaper && this.around(this.clientWidth) !== this.fitted) this.fitHeight();
  }

  /** What decides how high the table is drawn and how it is laid out, beside what it is put into. */
  around(wide) {
    return `${window.innerWidth} ${window.innerHeight} ${wide} ${this.dataset.theme} ${this.wantsThree}`;
  }

  /** Whether the game is about three charts now. */
  get wantsThree() {
    return (this.now?.first_charts.length ?? 0) > 2;
  }

  /**
   * The table is as tall as what the page around it shows at once: the window, or a notebook's pane.
   * Boxes that only follow the table's own height do not count, so it is folded up to measure.
   */
  fitHeight() {
    const boxes = [];
    for (let box = this.parentElement; box; box = box.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(box).overflowY)) boxes.push(box);
    }
    const scrolled = boxes.map((box) => box.scrollTop);
    this.style.height = '0px';
    const tall = boxes
      .map((box) => box.clientHeight)
      .filter((height) => height > 320)
      .reduce((a, b) => Math.min(a, b), window.innerHeight);
    this.style.height = '';
    boxes.forEach((box, index) => { if (box.scrollTop !== scrolled[index]) box.scrollTop = scrolled[index]; });
    this.style.setProperty('--ck-tall', `${tall}px`);
    const wide = this.clientWidth;
    if (!wide) return;
    this.fitted = this.around(wide);
    const worn = widthOf(wide, tall);
    const { width, lying } = worn;
    this.dataset.width = width; // and with it the size of the type
    const type = Number.parseFloat(getComputedStyle(this).fontSize);
    const { low, three, share } = stageFor(wide, tall, worn, this.fixed?.board, type, this.wantsThree);
    this.placeThird(three);
    const was = this.hasAttribute('data-low');
    this.toggleAttribute('data-low', low);
    this.toggleAttribute('data-lying', lying);
    if (lying !== Boolean(this.store.local.lying)) this.store.set({ lying });
    setProp(this.parts?.board, 'tabindex', lying ? 0 : null); // it is scrolled by itself then
    this.sticksOut(width === 'narrow');
    this.style.setProperty('--ck-board-share', `${share * 100}%`);
    if (was !== low) this.parts?.ask.draw(); // it has other lines
  }

  /**
   * The third chart is in the page only where it is seen: a chart that nobody sees would be filled for the printer.
   * @param {boolean} on
   */
  placeThird(on) {
    if (!this.parts || on === this.parts.third.isConnected) return;
    if (on) this.first.append(this.parts.third);
    else this.parts.third.remove();
    this.toggleAttribute('data-three', on);
    if (!on && this.store.local.big === this.parts.third.place) this.store.set({ big: null });
  }

  /** The charts in the page. */
  get charts() {
    return [this.parts?.left, this.parts?.third, this.parts?.right].filter((chart) => chart?.isConnected);
  }

  /**
   * What sticks to the edges of the page does so past the boxes of a notebook's cell, which follow the table's height.
   */
  sticksOut(on) {
    for (const box of this.wraps) box.classList.remove('ck-around');
    this.wraps = [];
    const cell = on && !this.closest('.jp-mod-outputsScrolled') ? this.closest('.jp-Cell') : null;
    for (let box = cell && this.parentElement; box && cell?.contains(box); box = box.parentElement) {
      if (!/visible|clip/.test(getComputedStyle(box).overflowY)) this.wraps.push(box);
    }
    for (const box of this.wraps) box.classList.add('ck-around');
  }

  /**
   * On paper a table is light and shows board, standings and both charts, whatever was open on the screen (paper.css).
   */
  goOnPaper(on) {
    this.onPaper = on;
    if (on) {
      Object.assign(this.dataset, { theme: 'light', width: 'paper' });
      delete this.dataset.sight;
      delete this.dataset.big;
      delete this.dataset.lying;
    } else {
      this.fitted = '';
      this.fitHeight();
      this.setSight(this.sight.value);
      this.enlarge(this.store.local.big ?? null);
      this.wearTheme();
    }
    this.tabs?.print(on ? ['chart', 'standings'] : null);
    for (const chart of [this.parts?.left, this.parts?.right]) chart?.goOnPaper(on);
  }

  /** What Escape leads back from has an order here: see `leadBack`. */
  escape() {}

  /**
   * Leads back from what was opened last, and at the end from the tab that lies over the second chart.
   * @param {any} from what has the focus
   * @returns {boolean} whether something was open
   */
  leadBack(from) {
    if (!this.keys.hidden) {
      openKeys(this.keys, false, this.keysButton);
      return true;
    }
    const { big = null } = this.store.local;
    const asked = Boolean(document.querySelector('dialog[open]'));
    if (!asked && this.putStoryAway()) return true;
    if (big === null && this.parts?.ask.leadBack()) return true;
    if (big !== null) {
      this.store.set({ big: null });
      return true;
    }
    // In what is typed, Escape takes back the words.
    return !asked && (foldUp(from, this) || (controlKind(from) !== 'text' && Boolean(this.tabs?.leadBack())));
  }

  press(event) {
    if (event.key === 'Escape' && this.leadBack(event.target)) return;
    const asked = /** @type {any} */ (event.target).closest?.('dialog') || !this.keys.hidden;
    const name = this.keysOff || (asked && !isRemotes(event)) ? null : shortcutOf(event, controlKind(event.target));
    if (!name) return;
    event.preventDefault();
    event.stopPropagation();
    this.run(name);
  }

  /** @param {string} name of a shortcut */
  run(name) {
    const { controls } = this.parts ?? {};
    if (['step', 'back', 'forward', 'play'].includes(name)) controls.querySelector(`[data-does=${name}]`).click();
    else if (['decision', 'turn', 'round'].includes(name)) controls.querySelector(`input[value=${name}]`).click();
    else if (['whole', 'board', 'charts'].includes(name)) this.setSight(name);
    else if (name === 'ask')
      [...(this.parts?.ask.querySelectorAll('.ck-ask-body :is(button, select, input):not([disabled])') ?? [])]
        .find((one) => one.offsetParent)
        ?.focus();
    else if (name === 'raise') this.parts?.ask.sendOnly();
    else if (name === 'numbers') for (const chart of this.charts) chart.flip();
    else if (name === 'theme')
      this.setTheme(THEMES[(THEMES.findIndex(([value]) => value === this.dataset.theme) + 1) % THEMES.length][0]);
    else if (name === 'everybody') this.parts?.seenas.see(EVERYBODY);
    else if (name === 'story') this.tellStory();
    else if (name === 'help') openKeys(this.keys, true, this.keysButton);
  }

  /** What is this, before and while it is played; and how it ended. */
  tellStory() {
    if (this.now.end) this.parts?.ending.toggle();
    else this.parts?.opening.toggle();
  }

  /** @returns {boolean} whether one of the two was open */
  putStoryAway() {
    const open = [this.parts?.ending, this.parts?.opening].find((part) => part?.mounted && !part.hidden);
    open?.toggle();
    return Boolean(open);
  }

  /** The first is opened by the table itself; whoever asks for one, the same or another, finds no form before it. */
  openTab(tab) {
    const first = this.store.local.tab === undefined;
    this.store.set({ tab });
    if (!first) this.parts?.ask.makeRoom();
  }

  /** Futures with what is chosen in their tab, which opens. */
  lookAhead() {
    this.tabs?.choose('ahead');
    this.parts?.ahead.askFutures();
  }

  /** On a phone the answers have a fifth of the screen until they are opened; another question closes them. */
  openAnswers(open) {
    this.answers?.classList.toggle('ck-open', open);
    setText(this.more, open ? 'Less' : 'More');
    setProp(this.more, 'aria-expanded', String(open));
  }

  setTheme(theme) {
    this.store.set({ theme });
    this.store.send({ do: 'theme', theme });
  }

  setSight(sight) {
    this.dataset.sight = sight;
    setValue(this.sight, sight);
    this.parts?.ask.draw(); // it has other lines
  }

  update(changed) {
    if (this.touches(changed, 'fixed', 'step', 'asks', 'over', 'read_only', 'timeline')) this.hold.later();
    const answering = this.answers?.contains(document.activeElement);
    if (this.touches(changed, 'fixed', 'step') && !answering) this.openAnswers(false);
    if (changed.has('theme')) this.store.local.theme = null;
    if (this.touches(changed, 'fixed', 'theme', 'local.theme')) this.wearTheme();
    if (this.touches(changed, 'fixed', 'clock', 'apart')) this.dressLines();
    if (changed.has('fixed')) {
      const [title, subtitle] = (this.fixed.title ?? '').split(/: (.*)/s);
      this.heading.replaceChildren(title, ...(subtitle ? [h('span', { class: 'ck-subtitle' }, ` ${subtitle}`)] : []));
      this.tabs.offer('sheets', Boolean(this.fixed.sheets?.length));
    }
    show(this.heading, Boolean(this.fixed.title));
    if (this.touches(changed, 'fixed', 'end')) {
      const words = this.now.end ? 'How it ended' : 'What is this?';
      setText(this.story.firstChild, words);
      setProp(this.story, 'aria-label', words);
      show(this.story, Boolean(this.now.end ?? this.fixed.about));
    }
    if (changed.has('local.begun')) this.tabs.choose('chart'); // a match that begins anew shows its charts
    if (this.touches(changed, 'fixed', 'first_charts')) this.refit();
    if (changed.has('local.big')) this.enlarge(this.store.local.big ?? null);
  }

  /** What the lines above the stage have to make room for: a clock beside many seats, and where two branches part. */
  dressLines() {
    const { clock, apart } = this.now;
    this.head?.classList.toggle('ck-head-full', Boolean(clock) && this.fixed.seats.length >= CROWDED);
    this.classList.toggle('ck-parted', Boolean(apart));
  }

  wearTheme() {
    const theme = this.store.local.theme ?? this.now.theme ?? 'light';
    const known = THEMES.some(([value]) => value === theme) ? theme : 'light';
    setValue(this.theme, known);
    this.dataset.theme = this.onPaper ? 'light' : known;
    this.refit(); // its letters may have another size
    tellPage();
  }

  /**
   * Gives one chart the place of the board and of the other chart, or gives it back.
   * @param {number|null} place of the chart: 0 above, 1 in the slot, 2 beside the first
   */
  enlarge(place) {
    if (place === 1) this.tabs?.choose('chart');
    setProp(this, 'data-big', place);
  }
}

define('classkit-table', TablePart);
