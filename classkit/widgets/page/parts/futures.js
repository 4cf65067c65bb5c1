/** `<classkit-ahead>`: futures from here and compared moves: settings, progress and results. */

import { define } from '../basics/dom.js';
import { seatLook } from '../basics/seatlook.js';
import { Part } from '../basics/component.js';
import { breaks, Button, Head, Select } from '../basics/controls.js';
import { html } from '../basics/markup.js';
import { useState } from '../preact/standalone.js';

/** Options for the number of futures and their horizon: `length` in units, 0 for the end. */
const NUMBERS = [50, 200, 1000];
const USUAL = 200;
const REACHES = [
  ['0 turn', 'to the end'], ['1 round', 'to the end of the round'], ['3 round', 'for 3 rounds'],
  ['10 round', 'for 10 rounds'],
];
const FIGURES = [['seen', 'charts in view'], ['all', 'all line charts']];

/** Divisor: number of futures for each compared answer. */
const EACH = 2;

const HINT = 'Futures simulate the rest of the match many times, each with new luck and with bots in all seats. Their '
  + 'fan is drawn behind the lines of the charts. “Compare moves” does this for each answer to the current '
  + 'decision, with the same luck for all.';

export class AheadPart extends Part {
  /** The current settings, also used by the button next to Step. */
  wish = { number: USUAL, bots: '', reach: REACHES[0][0], figures: 'seen' };

  mount() { this.classList.add('ck-ahead'); }

  view() { return html`<${Ahead} part=${this} now=${this.now} fixed=${this.fixed} />`; }

  /** Arguments shared by both requests. */
  get common() {
    const [horizon, unit] = this.wish.reach.split(' ');
    return { bots: this.wish.bots, horizon: Number(horizon), unit };
  }

  askFutures() {
    if (this.now.futures?.barred) return;
    const { number, figures } = this.wish;
    this.store.send({ do: 'futures', n: Number(number), metrics: wanted(this, figures), ...this.common });
  }

  askMoves() {
    this.store.send({ do: 'moves', n: Math.ceil(Number(this.wish.number) / EACH), ...this.common });
  }
}

/** @param {{part: AheadPart, now: Now, fixed: Fixed}} props */
function Ahead({ part, now, fixed }) {
  const [unfolded, unfold] = useState(false);
  const { wish } = part;
  const { futures = {}, moves = {} } = now;
  const running = [futures, moves].find((one) => one.state === 'running');
  const barred = futures.barred ?? '';
  const asked = now.asks?.some((ask) => ask.kind === 'decision' || ask.kind === 'sealed');
  const bots = [['', 'the current bots'], ...fixed.bots.map((bot) => [bot.id, `${bot.label} in all seats`])];
  const choose = (name) => (value) => {
    part.wish = { ...wish, [name]: value };
    part.draw();
  };
  return html`
    <div class="ck-bar ck-ahead-bar">
      <${Button} class="ck-do ck-mini" run=${() => part.askFutures()} barred=${barred}>Show futures<//>
      <${Button} class="ck-do ck-mini" run=${() => part.askMoves()}
        barred=${barred || (!asked && 'No decision is open now, so there are no moves to compare')}>
        Compare moves
      <//>
      <${Button} class="ck-quiet ck-mini" run=${() => unfold(!unfolded)} unfolds=${unfolded}>Choices<//>
      <span class="ck-ahead-run">
        <${Progress} study=${running ?? (moves.state ? moves : futures)} />
        <${Button} class="ck-quiet ck-mini" run=${() => part.store.send({ do: 'cancel_study' })}
          barred=${!running && 'No futures are being played'}>Cancel<//>
        <${Button} class="ck-quiet ck-mini" run=${() => part.store.send({ do: 'clear_study' })}
          barred=${!futures.state && !moves.state && 'There is nothing to clear'}>Clear<//>
      </span>
      <div class="ck-ahead-choices" role="group" aria-label="Settings of the futures" hidden=${!unfolded}>
        <${Select} label="How many futures" value=${wish.number} run=${choose('number')}
          options=${NUMBERS.map((n) => [n, `${count(n)} futures`])} />
        <${Select} label="Who plays them" value=${wish.bots} run=${choose('bots')} options=${bots} />
        <${Select} label="How far ahead" value=${wish.reach} run=${choose('reach')} options=${REACHES} />
        <${Select} label="Which figures" value=${wish.figures} run=${choose('figures')} options=${FIGURES} />
      </div>
    </div>
    <p class="ck-hint" hidden=${!barred}>${barred}</p>
    <p class="ck-hint" hidden=${Boolean(futures.state || moves.state || barred)}>${HINT}</p>
    <${Found} study=${moves}>
      <p class="ck-given-up">${moves.words}</p>
      <${Compared} fixed=${fixed} moves=${moves} />
    <//>
    <${Found} study=${futures}>
      <p class="ck-given-up">${futures.words}</p>
      <ul class="ck-chances">
        ${(futures.chances ?? []).map((one) =>
          html`<${Chance} key=${one.slice(0, 3).join(' ')} fixed=${fixed} one=${one} />`)}
      </ul>
      <p class="ck-hint">${futures.note}</p>
    <//>`;
}

/** Progress of the current or latest study. */
function Progress({ study }) {
  const words = {
    running: 'played', done: 'played', cancelled: 'played, then cancelled', failed: 'played, then it failed',
  };
  return html`
    <span class="ck-hint" role="status">
      ${study.state ? `${count(study.done)} of ${count(study.n)} ${words[study.state]}` : ''}
    </span>
    <progress class="ck-progress" aria-label="Futures played" max=${study.n ?? 1} value=${study.done ?? 0}
      style=${study.state === 'running' ? '' : 'visibility: hidden'}></progress>`;
}

/** Result of futures or comparison: heading, text and data. */
function Found({ study, children }) {
  return html`
    <section class=${`ck-group${study.stale ? ' ck-faded' : ''}`} hidden=${!study.state}>
      <h2 class="ck-ahead-head">${study.head}</h2>
      <p class="ck-hint">${study.stale}</p>
      <p class="ck-reason">${study.problem}</p>
      ${children}
    </section>`;
}

/** Style of a bar that fades within its standard error. */
function oddsStyle(share, error, colour) {
  const edge = (value) => `${100 * Math.min(1, Math.max(0, value))}%`;
  return `--ck-share: ${edge(share - error)}; --ck-most: ${edge(share + error)}; --ck-of: ${colour}`;
}

/** A sentence, with a bar of its share behind it. */
function Chance({ fixed, one: [kind, seat, , sentence, share, error] }) {
  const colour = kind === 'win' ? seatLook(fixed, seat).colour : 'var(--ck-edge)';
  const style = oddsStyle(share, error, colour);
  return html`<li style=${style}>${sentence}<span class="ck-odds" aria-hidden="true"></span></li>`;
}

/** The compared answers, highest mean first, each with a bar of its share of wins. */
function Compared({ fixed, moves }) {
  const { colour } = seatLook(fixed, moves.seat);
  const row = ([answer, ...cells], at) => html`
    <tr>
      <th scope="row" class=${breaks(answer)}><bdi>${answer}</bdi></th>
      ${cells.slice(0, -1).map((text) => html`<td><bdi>${text}</bdi></td>`)}
      <td class="ck-won" style=${oddsStyle(...moves.wins[at], colour)}><bdi>${cells.at(-1)}</bdi></td>
    </tr>`;
  return html`
    <table class="ck-compared">
      ${moves.rows?.length ? html`
        <caption class="ck-only-read">Compared by ${moves.futures} futures each</caption>
        <${Head} columns=${moves.columns} />
        <tbody>${moves.rows.map(row)}</tbody>` : null}
    </table>`;
}

/**
 * The metrics to simulate: those of the visible charts, or of all charts that can have a fan.
 * @param {string} which "seen" or "all"
 */
function wanted(part, which) {
  const fit = part.fixed.charts.filter((chart) =>
    ['line', 'step'].includes(chart.kind) && !chart.now && ['turn', 'round', '', undefined].includes(chart.per));
  const around = part.closest('.ck-table') ?? part.ownerDocument; // standalone parts on a custom dashboard
  const charts = /** @type {any[]} */ ([...around.querySelectorAll('classkit-chart')]);
  const seen = charts.filter((chart) => chart.store === part.store).map((chart) => chart.key);
  const both = fit.filter((chart) => seen.includes(chart.key));
  const chosen = which === 'seen' && both.length ? both : fit;
  return [...new Set(chosen.flatMap((chart) => chart.metrics))];
}

function count(n) {
  return (n ?? 0).toLocaleString('en');
}

define('classkit-ahead', AheadPart);
