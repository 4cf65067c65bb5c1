/** `<classkit-table>`: the stage: one sentence, one question, three instruments, the board, and the bar below. */

import { define, h, setProp, setText } from '../basics/dom.js';
import { heightFor, widthOf } from '../basics/stage_layout.js';
import {
  controlKind, foldUp, guardKeys, holdFocus, isRemotes, keysPanel, openKeys, shortcutOf,
} from '../basics/keys.js';
import { watchPaper } from '../basics/print_view.js';
import { Part, tellPage } from '../basics/component.js';
import { ChartPart } from '../charts/chart.js';
import { CoursePart } from '../charts/course.js';
import { ApartPart } from './apart.js';
import { AskPart } from './ask.js';
import { BoardPart } from './board.js';
import { LedgerPart, RulebookPart, SheetsPart, SpacesPart } from './books.js';
import { BranchesPart } from './branches.js';
import { ControlsPart } from './controls.js';
import { EndingPart } from './ending.js';
import { EndBarPart } from './ending_bar.js';
import { AheadPart } from './futures.js';
import { HallPart } from './hall.js';
import { MatchClockPart } from './matchclock.js';
import { MenuPart, THEMES } from './menu.js';
import { LivePart, NewsPart } from './news.js';
import { RecordsPart } from './records.js';
import { RemotePart } from './remote.js';
import { SeatsPart } from './seats.js';
import { EVERYBODY, SeenAsPart } from './seenas.js';
import { StageMotion } from './stage_motion.js';
import { StandingsPart } from './standings.js';
import { OpeningPart } from './story.js';
import { makeTabs } from './tabs.js';
import { TimelinePart } from './timeline.js';

/** Parts by their names as standalone parts. */
export const PARTS = /** @type {Record<string, any>} */ ({
  ahead: AheadPart,
  apart: ApartPart,
  ask: AskPart,
  board: BoardPart,
  branches: BranchesPart,
  chart: ChartPart,
  controls: ControlsPart,
  course: CoursePart,
  endbar: EndBarPart,
  ending: EndingPart,
  hall: HallPart,
  ledger: LedgerPart,
  live: LivePart,
  matchclock: MatchClockPart,
  menu: MenuPart,
  news: NewsPart,
  opening: OpeningPart,
  records: RecordsPart,
  remote: RemotePart,
  rulebook: RulebookPart,
  standings: StandingsPart,
  seats: SeatsPart,
  seenas: SeenAsPart,
  sheets: SheetsPart,
  spaces: SpacesPart,
  timeline: TimelinePart,
});

/** Areas of the three instruments: prices, public purse, scores. */
const INSTRUMENTS = ['infl', 'treas', 'worth'];

export class TablePart extends Part {
  /** First, because it sets the theme, whose colours the charts read. */
  order = 0;
  motion = new StageMotion(this);
  fitted = '';
  /** The branch that is known to have diverged. */
  differs = '';

  mount() {
    this.classList.add('classkit', 'ck-table');
    guardKeys();
    watchPaper();
    this.tabIndex = -1;
    const part = (name, props = {}) => this.makePart(name, props);
    this.parts = {
      live: part('live'),
      clock: part('matchclock'),
      board: part('board'),
      ask: part('ask'),
      ahead: part('ahead'),
      apart: part('apart'),
      opening: part('opening'),
      ending: part('ending'),
      endbar: part('endbar'),
      controls: part('controls'),
      timeline: part('timeline'),
      branches: part('branches'),
      menu: part('menu'),
    };
    this.charts = INSTRUMENTS.map((area, place) => part('chart', { place, class: `ck-instrument ck-${area}` }));
    // It scrolls to the top, which forces a layout of earlier changes.
    this.parts.ask.order = 1;
    this.tabs = makeTabs(
      [
        { name: 'board', label: 'Board', panel: this.parts.board },
        { name: 'apart', label: 'Branches', panel: this.parts.apart },
        { name: 'ahead', label: 'Futures', panel: this.parts.ahead },
        { name: 'news', label: 'News', panel: part('news') },
        { name: 'ledger', label: 'Ledger', panel: part('ledger') },
        { name: 'standings', label: 'Standings', panel: part('standings') },
        { name: 'spaces', label: 'Spaces', panel: part('spaces') },
        { name: 'sheets', label: 'Sheets', panel: part('sheets') },
        { name: 'rules', label: 'Rules', panel: part('rulebook') },
        { name: 'seats', label: 'Seats', panel: part('seats') },
        { name: 'match', label: 'Match', panel: part('records') },
        { name: 'about', label: '?', panel: this.parts.opening },
      ],
      (tab) => this.store.set({ tab }),
    );
    this.keys = keysPanel(() => this.showKeys(false), (on) => { this.keysOff = !on; });
    this.heading = h('h1', { class: 'ck-only-read' });
    this.fitHeight(); // still empty, so the layout is fast
    this.stage = h(
      'div',
      { class: 'ck-stage' },
      this.heading,
      h('header', { class: 'ck-head' }, this.parts.live, this.parts.clock),
      this.tabs.node,
      ...this.charts,
      this.parts.ask,
      this.parts.ending,
      h('footer', { class: 'ck-desk' }, this.parts.controls, this.parts.endbar, this.parts.timeline,
        this.parts.branches, this.parts.menu),
      this.keys,
    );
    this.append(this.stage);
    this.tabs.choose('board');
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
    this.fitted = ''; // it may have been moved
    const leaving = new AbortController();
    document.addEventListener('keydown', (event) => this.hear(event), leaving);
    window.addEventListener('resize', () => this.refit(), leaving); // a window that only becomes taller resizes no box
    return [...super.listen(), () => leaving.abort()];
  }

  hear(event) {
    if (!this.mounted) return;
    if (event.target === document.body) this.hold.check();
    const loose = event.target === document.body && document.querySelectorAll('classkit-table').length === 1;
    if (loose || this.contains(event.target)) this.press(event);
  }

  /** Inputs of the table's height. */
  get around() { return `${window.innerWidth} ${window.innerHeight} ${this.clientWidth}`; }

  refit() {
    if (this.mounted && !this.onPaper && this.around !== this.fitted) this.fitHeight();
  }

  /** Set the table's height to that of the page or notebook panel, and its width class for its parts. */
  fitHeight() {
    const tall = heightFor(this);
    this.style.setProperty('--ck-tall', `${tall}px`);
    this.dataset.width = widthOf(this.clientWidth, tall);
    this.fitted = this.around;
  }

  /**
   * When printing, a table is light and shows sentence, board, standings and instruments (paper.css).
   */
  goOnPaper(on) {
    this.onPaper = on;
    if (on) {
      Object.assign(this.dataset, { theme: 'light', width: 'paper' });
      delete this.dataset.big;
    } else {
      this.fitHeight();
      setProp(this, 'data-big', this.store.local.big ?? null);
      this.wearTheme();
    }
    this.tabs?.print(on ? ['board', 'standings'] : null);
    for (const chart of this.charts ?? []) chart.goOnPaper(on);
  }

  /** Escape is handled by `leadBack`. */
  escape() {}

  /**
   * Close what was opened last, and finally the tab over the board.
   * @param {any} from what has the focus
   * @returns {boolean} whether something was open
   */
  leadBack(from) {
    if (!this.keys.hidden) {
      this.showKeys(false);
      return true;
    }
    if (this.parts?.menu.leadBack()) return true;
    const { big = null } = this.store.local;
    const asked = Boolean(document.querySelector('dialog[open]'));
    if (!asked && this.parts?.ending.mounted && !this.parts.ending.hidden) {
      this.parts.ending.toggle();
      return true;
    }
    if (big === null && this.parts?.ask.leadBack()) return true;
    if (big !== null) {
      this.store.set({ big: null });
      return true;
    }
    // In a text field, Escape restores the text.
    return !asked && (foldUp(from, this) || (controlKind(from) !== 'text' && Boolean(this.tabs?.leadBack())));
  }

  press(event) {
    if (event.key === 'Escape' && this.leadBack(event.target)) {
      event.preventDefault(); // the surrounding page must not handle it, too
      return;
    }
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
    else if (name === 'ask') this.parts?.ask.goTo();
    else if (name === 'raise') this.parts?.ask.sendOnly();
    else if (name === 'numbers') for (const chart of this.charts ?? []) chart.flip();
    else if (name === 'theme')
      this.setTheme(THEMES[(THEMES.findIndex(([value]) => value === this.dataset.theme) + 1) % THEMES.length][0]);
    else if (name === 'everybody') this.store.send({ do: 'seen_as', seen_as: EVERYBODY });
    else if (name === 'story') this.tellStory();
    else if (name === 'blank') this.store.send({ do: 'blank', on: !this.now.hall.blank });
    else if (name === 'help') this.showKeys(true);
  }

  /** @param {boolean} on */
  showKeys(on) { openKeys(this.keys, on, this.parts?.menu.opener ?? this); }

  /** Show the introduction or, after the end, the end screen. */
  tellStory() {
    if (this.now.end) this.parts?.ending.toggle();
    else if (this.fixed.about) this.tabs?.choose(this.store.local.tab === 'about' ? 'board' : 'about');
  }

  /** Open the news at the latest event. */
  tellNews() { this.tabs?.choose('news'); }

  /** Open the futures tab and start futures with its settings. */
  lookAhead() {
    this.tabs?.offer('ahead', true);
    this.tabs?.choose('ahead');
    this.parts?.ahead.askFutures();
  }

  setTheme(theme) {
    this.store.set({ theme });
    this.store.send({ do: 'theme', theme });
  }

  update(changed) {
    if (this.touches(changed, 'fixed', 'step', 'asks', 'over', 'read_only', 'timeline')) this.hold.later();
    if (changed.has('theme')) this.store.local.theme = null;
    if (this.touches(changed, 'fixed', 'theme', 'local.theme')) this.wearTheme();
    if (changed.has('fixed')) {
      const { title = '', sheets, about, board } = this.fixed;
      setText(this.heading, title);
      this.style.setProperty('--ck-plan', String(board.width / board.height));
      this.tabs.offer('sheets', Boolean(sheets?.length));
      this.tabs.offer('about', Boolean(about));
    }
    if (this.touches(changed, 'fixed', 'futures', 'moves')) {
      const { futures, moves } = this.now;
      this.tabs.offer('ahead', Boolean(futures.state || moves.state || this.store.local.tab === 'ahead'));
    }
    if (this.touches(changed, 'fixed', 'apart', 'branch')) this.offerApart();
    if (this.touches(changed, 'fixed', 'timeline', 'board')) {
      const { heat } = this.now.board;
      setProp(this, 'data-heat', heat == null ? this.now.timeline.heat.at(-1) ?? 0 : Math.round(4 * heat));
    }
    if (changed.has('local.begun')) this.tabs.choose('board'); // a restarted match shows its board
    // One chart covers all three; the question and Step remain.
    if (changed.has('local.big')) setProp(this, 'data-big', this.store.local.big ?? null);
    this.motion.update(changed);
  }

  /** The comparison of two branches has a tab, which opens when they first diverge. */
  offerApart() {
    const { apart, branch } = this.now;
    this.tabs?.offer('apart', Boolean(apart));
    if (apart?.words && this.differs !== branch && this.store.local.tab === 'board') this.tabs?.choose('apart');
    this.differs = apart?.words ? branch : '';
  }

  wearTheme() {
    const theme = this.store.local.theme ?? this.now.theme ?? 'light';
    const known = THEMES.some(([value]) => value === theme) ? theme : 'light';
    this.dataset.theme = this.onPaper ? 'light' : known;
    tellPage();
  }
}

define('classkit-table', TablePart);
