/** Team view on a member's phone: proposals, their authors, and the deadline. */

import { html } from '../basics/markup.js';
import { serverTime } from '../wire/serverclock.js';

/** Update interval of the remaining time in milliseconds. */
const OFTEN = 1_000;

/**
 * The remaining seconds.
 * @param {number} until seconds by the server's clock; 0 for no limit
 * @param {number} now milliseconds by the server's clock
 */
export const left = (until, now) => (until ? Math.max(0, Math.round(until - now / 1_000)) : 0);

export class TeamOnPhone {
  /** The latest refusal. */
  refusal = '';
  /** Whether the captain is choosing a successor. */
  handsOn = false;

  /**
   * @param {(content: Record<string, unknown>) => Promise<string>} ask sends to the room; resolves to the reason for a
   *   refusal
   * @param {() => void} redraw
   */
  constructor(ask, redraw) {
    this.send = ask;
    this.redraw = redraw;
    setInterval(() => { if (this.counts) redraw(); }, OFTEN);
  }

  async ask(content) {
    this.refusal = await this.send(content);
    this.handsOn = false;
    this.redraw();
  }

  /** @param {any} team @param {string} seat */
  view(team, seat) {
    const { members, choices, leads, until } = team;
    const captain = members.find((one) => one.leads);
    const silent = members.length - choices.reduce((sum, { people }) => sum + people.length, 0);
    this.counts = Boolean(until && choices.length);
    const waits = silent > 0 ? `${silent} ${silent === 1 ? 'has' : 'have'} not proposed` : 'all have proposed';
    const time = this.counts ? `, ${left(until, 1_000 * serverTime())} s left` : '';
    return html`
      <section class="ck-team" aria-label="Your team">
        <p class="ck-team-head">
          <span>
            <b>Team ${seat}</b>: ${leads ? 'you are the captain' : html`<bdi>${captain?.name}</bdi> is the captain`}
          </span>
          ${leads && members.length > 1 && html`
            <button type="button" aria-expanded=${String(this.handsOn)}
              onClick=${() => { this.handsOn = !this.handsOn; this.redraw(); }}>Hand over</button>`}
        </p>
        ${this.handsOn && leads && html`
          <p class="ck-team-next">
            ${members.filter((one) => !one.leads).map((one) => html`
              <button type="button" key=${one.place} onClick=${() => this.ask({ room: 'captain', to: one.place })}>
                <bdi>${one.name}</bdi>
              </button>`)}
          </p>`}
        ${choices.length ? html`
          <ul class="ck-team-choices" aria-label="Proposals">
            ${choices.map((choice) => this.choice(choice, leads))}
          </ul>
          <p class="ck-team-waits" role="status">${waits}${time}.</p>` : until ? html`
          <p class="ck-team-waits">Your answer is a proposal to your team.</p>` : null}
        ${this.refusal && html`<p role="alert">${this.refusal}</p>`}
      </section>`;
  }

  choice({ key, words, people, mine }, leads) {
    const votes = people.length === 1 ? '1 vote' : `${people.length} votes`;
    const press = (verb, label) => html`
      <button type="button" onClick=${() => this.ask({ room: verb, choice: key })}>${label}</button>`;
    const named = people.map((name, at) => html`${at ? ', ' : ''}<bdi>${name}</bdi>`);
    return html`
      <li key=${key}>
        <span><b><bdi>${words}</bdi></b> <small>${votes}: ${named}</small></span>
        <span class="ck-team-do">
          ${mine ? null : press('second', 'Me too')}${leads ? press('take', 'Choose this') : null}
        </span>
      </li>`;
  }
}
