/** Class questions on a phone, with their results, and the bars of a result. */

import { isolated } from '../basics/isolated.js';
import { LONGEST_NUMBER } from '../basics/limits.js';
import { html } from '../basics/markup.js';

/** Format a share. @param {number} part of one */
const share = (part) => `${Math.round(100 * part)} %`;

/**
 * The answers of the class as bars, with further sentences.
 * @param {{ bars: {label: string, count: number, came: boolean}[], said: string[], answers: number }} result
 * @param {string} [mine] the label of one's own answer
 */
export function resultView({ bars, said, answers }, mine) {
  const bar = ({ label, count, came }) => html`
    <li class=${came ? 'ck-tally-line ck-tally-came' : 'ck-tally-line'} key=${label}>
      <span class="ck-tally-label">
        <bdi>${label}</bdi>${label === mine ? ' (you)' : ''}${came ? ' ← result' : ''}
      </span>
      <span class="ck-tally-room">
        <span class="ck-tally-fill" style=${{ width: `${(100 * count) / (answers || 1)}%` }}></span>
      </span>
      <span class="ck-tally-count">${count} <small>${answers ? share(count / answers) : ''}</small></span>
    </li>`;
  return html`
    <ul class="ck-tally" aria-label="What the class answered">${bars.map(bar)}</ul>
    ${said.map((words) => html`<p class="ck-asked-said">${isolated(words)}</p>`)}`;
}

/** Whether this phone can still answer a question. */
export const isOpen = ({ told, why, mine }) => !told && !why && mine === null;

/** The questions of a phone. */
export class AskedOnPhone {
  /** Typed text by question number. @type {Record<number, string>} */
  typed = {};
  /** @type {Record<number, string>} */
  refusals = {};

  /**
   * @param {(content: Record<string, unknown>) => Promise<string>} ask sends to the room; resolves to the reason for a
   *   refusal
   * @param {() => void} redraw
   */
  constructor(ask, redraw) {
    this.ask = ask;
    this.redraw = redraw;
  }

  async reply(question, answer) {
    this.refusals[question] = await this.ask({ room: 'reply', question, answer });
    if (!this.refusals[question]) delete this.typed[question];
    this.redraw();
  }

  /** @param {any[]} questions */
  view(questions) {
    return questions.map((question) => html`
      <section class="ck-asked" key=${question.number} aria-label=${question.words}>
        <h2>${question.words}</h2>
        ${question.told ? this.told(question) : question.why ? html`<p>${question.why}</p>` : this.open(question)}
      </section>`);
  }

  open(question) {
    const { number, choices, mine, predicts } = question;
    const said = choices.length ? choices[mine] : mine;
    const until = predicts ? 'it is uncovered' : 'it is closed';
    return html`
      ${choices.length ? this.choices(question) : this.number(question)}
      <p role="status">
        ${mine !== null && html`You said <b><bdi>${said}</bdi></b>. You may change it until ${until}.`}
      </p>
      ${this.refusals[number] && html`<p role="alert">${this.refusals[number]}</p>`}`;
  }

  choices({ number, choices, mine }) {
    return html`
      <div class="ck-asked-choices" role="group" aria-label="Answers">
        ${choices.map((choice, at) => html`
          <button type="button" aria-pressed=${String(at === mine)} onClick=${() => this.reply(number, at)}>
            <bdi>${choice}</bdi>
          </button>`)}
      </div>`;
  }

  number({ number, mine, words }) {
    const send = (event) => {
      event.preventDefault();
      void this.reply(number, this.typed[number] ?? '');
    };
    return html`
      <form class="ck-asked-number" onSubmit=${send}>
        <input name="number" inputmode="decimal" maxlength=${LONGEST_NUMBER} autocomplete="off" enterkeyhint="send"
          aria-label=${words} placeholder="A number" value=${this.typed[number] ?? ''}
          onInput=${({ target }) => { this.typed[number] = target.value; }} />
        <button type="submit">${mine === null ? 'Answer' : 'Change'}</button>
      </form>`;
  }

  told({ choices, mine, result, nearest }) {
    const said = choices.length ? choices[mine] : mine;
    return html`
      ${resultView(result, choices.length ? said : undefined)}
      <p role="status">
        ${mine === null ? 'You did not answer.' : html`You said <b><bdi>${said}</bdi></b>.`}
        ${nearest && html` <b>Nobody was closer.</b>`}
      </p>`;
  }
}
