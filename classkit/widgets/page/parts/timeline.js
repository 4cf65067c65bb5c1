/** `<classkit-timeline>`: a slider both ways through the match, with bookmarks. */

import { define, freshId } from '../basics/dom.js';
import { Button } from '../basics/controls.js';
import { playedWords } from '../basics/format.js';
import { LONGEST_NAME } from '../basics/limits.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';
import { useLayoutEffect, useRef, useState } from '../preact/standalone.js';

/** Share of the timeline after which a flag's text is on its left. */
const RIGHT = 0.5;

export class TimelinePart extends Part {
  /** The requested turn while a jump is in progress. */
  wanted = /** @type {number|null} */ (null);
  going = false;
  /** The current turn of the film. @type {number|null} */
  filmed = null;
  slider = freshId('timeline');

  mount() { this.dress('group', 'Timeline', 'ck-timeline'); }

  view() {
    const { timeline: line, read_only: barred, apart } = this.now;
    const last = Math.max(1, line.last);
    // A game without turn numbers has its own moment titles.
    const here = (line.moment || (line.turn ? `Turn ${line.turn}` : 'Turn 0: setting up')) + playedWords(line);
    this.style.setProperty('--ck-heat-track', heatTrack(line.heat, line.turn, Math.max(last, line.turn)));
    return html`
      <label class="ck-where" for=${this.slider}>
        <span>${here}</span><span class="ck-step-count">${` · step ${line.step}`}</span>
      </label>
      <div class="ck-track">
        <div class="ck-flags">
          ${(line.marks ?? []).map(({ turn, label }) => html`
            <${Flag} key=${`${turn}|${label}`} at=${Math.min(turn, last) / last} words=${label}
              title=${line.moment ? label : `Turn ${turn}: ${label}`} run=${() => this.goTo(turn)} />`)}
          ${apart?.here && html`
            <${Flag} key="apart" at=${Math.min(apart.turn, last) / last} words="What if" look="ck-parting"
              title=${apart.words || apart.parts}
              run=${() => this.store.act({ do: 'goto', step: apart.step })} />`}
        </div>
        <input type="range" class="ck-slider" id=${this.slider} min="0" max=${Math.max(last, line.turn)} step="1"
          value=${this.wanted ?? this.filmed ?? line.turn} aria-valuetext=${here}
          disabled=${Boolean(barred)} title=${barred || undefined}
          oninput=${({ target }) => this.goTo(Number(target.value))} />
      </div>
      <${Bookmark} part=${this} barred=${barred} />`;
  }

  /** Show the turn of a film, or of the match. @param {number|null} turn */
  showTurn(turn) {
    if (turn === this.filmed) return;
    this.filmed = turn;
    this.draw();
  }

  /** Go to a turn. During a jump only the latest request is kept. */
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
      this.draw();
    }
  }

  /** @param {string} words empty to use the moment's title */
  keepMark(words) {
    this.store.act({ do: 'bookmark', label: words || this.now.timeline.moment || `Turn ${this.now.turn}` });
  }
}

/**
 * The heat of prices as a stepped gradient over the turns so far; later turns are plain.
 * @param {number[]} heat of each turn, from 0 to 4
 * @param {number} turn the current turn
 * @param {number} last the end of the timeline
 */
export function heatTrack(heat, turn, last) {
  const stops = [];
  for (let at = 0; at < Math.min(turn, heat.length - 1); at += 1) {
    const colour = `var(--ck-heat-${heat[at + 1]})`;
    if (stops.at(-1)?.colour === colour) stops.at(-1).to = at + 1;
    else stops.push({ colour, from: at, to: at + 1 });
  }
  const share = (one) => `${Math.round((one / last) * 1000) / 10}%`;
  const parts = stops.map(({ colour, from, to }) => `${colour} ${share(from)} ${share(to)}`);
  return `linear-gradient(to right, ${[...parts, `var(--ck-line) ${share(turn)}`, 'var(--ck-line) 100%'].join(', ')})`;
}

/** @param {{at: number, words: string, title: string, run: () => void, look?: string}} props `at` from 0 to 1 */
function Flag({ at, words, title, run, look = '' }) {
  const turned = at > RIGHT;
  const style = `left: ${at * 100}%; max-width: max(5em, min(16em, ${(turned ? at : 1 - at) * 100}%))`;
  return html`
    <${Button} class=${`ck-flag ${look}${turned ? ' ck-right' : ''}`} style=${style} hint=${title} run=${run}>
      <span>${words}</span>
    <//>`;
}

/** The button for a bookmark, with its label field. */
function Bookmark({ part, barred }) {
  const [words, write] = useState(/** @type {string|null} */ (null)); // null while collapsed
  const open = words !== null;
  const box = /** @type {{current: any}} */ (useRef(null));
  useLayoutEffect(() => { if (open) box.current.focus(); }, [open]);
  const close = () => {
    write(null);
    part.querySelector('.ck-mark').focus();
  };
  const keep = (event) => {
    event.preventDefault();
    part.keepMark((words ?? '').trim());
    close();
  };
  return html`
    <${Button} class="ck-plain ck-mark" run=${() => (open ? close() : write(''))} unfolds=${open} barred=${barred}
      hint="Bookmark this moment" aria-label="Bookmark">⚑<//>
    <form class="ck-mark-form" hidden=${!open} onsubmit=${keep}
      onkeydown=${({ key }) => { if (key === 'Escape') close(); }}>
      <input type="text" class="ck-text" maxlength=${LONGEST_NAME} placeholder="What happens here?"
        aria-label="Label of the bookmark" ref=${box} value=${words ?? ''}
        oninput=${({ target }) => write(target.value)} />
      <button type="submit" class="ck-do">Keep</button>
      <${Button} class="ck-quiet" run=${close}>Cancel<//>
    </form>`;
}

define('classkit-timeline', TimelinePart);
