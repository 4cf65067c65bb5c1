/** Class questions on the desk: forms, number of answers, and results. */

import { offered } from '../basics/controls.js';
import { LATEST, LONGEST_QUESTION } from '../basics/limits.js';
import { html } from '../basics/markup.js';
import { readAmount } from '../forms/amounts.js';
import { WholeBox } from '../forms/whole.js';
import { resultView } from './asked.js';

/** Default number of turns or rounds ahead for predicting a metric. */
const AHEAD = { turn: 10, round: 3 };
/** Range of the time to predict; the room checks whether the match lasts that long. */
const TIME = /** @type {AmountForm} */ ({ kind: 'amount', low: 1, high: LATEST, step: 1 });

/**
 * The default turn or round to predict.
 * @param {{turn: number, round: number, place: number}[]} tables
 * @param {number} place the table of the question; 0 for all
 * @param {'turn'|'round'} unit
 */
export function usualTime(tables, place, unit) {
  const meant = tables.filter((table) => !place || table.place === place);
  return Math.max(0, ...meant.map((table) => table[unit])) + AHEAD[unit];
}

export class AskedOnDesk {
  /** The question whose result is shown; 0 for none. */
  shown = 0;
  /** Values of the forms. */
  form = { place: '', figure: '', seat: 'A', at: '', words: '', choices: '' };

  /**
   * @param {(content: Record<string, unknown>) => Promise<boolean>} ask sends to the room; resolves to whether it
   *   succeeded
   * @param {() => void} redraw
   */
  constructor(ask, redraw) {
    this.ask = ask;
    this.redraw = redraw;
  }

  /** Show a result as soon as it is available. @param {any} before @param {any} room */
  take(before, room) {
    for (const { number, told } of room.questions) {
      const was = before?.questions.find((one) => one.number === number);
      if (told && was && !was.told) this.shown = number;
    }
  }

  /** @param {number} number of the question whose result is shown; 0 for none */
  show(number) {
    this.shown = number;
    this.redraw();
  }

  /** The open question, and the shown result. */
  view(room) {
    const open = room.questions.filter(({ told }) => !told);
    const result = room.questions.find(({ number, told }) => told && number === this.shown);
    if (!open.length && !result) return null;
    const over = result && room.place ? ' ck-laid-over' : ''; // over the board of a table shown in full
    return html`
      <div class=${`ck-desk-asked${open.length ? '' : over}`}>
        ${result && html`
          <section class=${`ck-asked ck-asked-result${over}`}
            aria-label="What the class answered">
            <header>
              <h2>${result.words}</h2>
              <button type="button" onClick=${() => this.show(0)}>Put away</button>
            </header>
            ${resultView(result.result)}
          </section>`}
        ${open.map(({ number, words, answers, asked, predicts }) => html`
          <section class="ck-asked ck-asked-open" key=${number} aria-label=${words}>
            <button type="button" onClick=${() => this.ask({ room: 'tell', question: number })}>
              ${predicts ? 'Uncover' : 'Close and show'}
            </button>
            <h2>${words}</h2>
            <span role="status">${answers} of ${asked} have answered</span>
          </section>`)}
      </div>`;
  }

  /** The forms, and earlier questions. */
  forms(room) {
    const told = room.questions.filter(({ told: one }) => one);
    return html`
      <details class="ck-room-more ck-ask-class" key="ask" onToggle=${({ target }) => this.toggle(target, room)}>
        <summary>Ask the class</summary>
        <div>
          ${room.askable.length ? this.prediction(room) : null}
          ${this.poll()}
          ${told.length ? html`
            <section><b>Before</b>
              ${told.map(({ number, words }) => html`
                <button type="button" key=${number} onClick=${() => this.show(number)}>${words}</button>`)}
            </section>` : null}
        </div>
      </details>`;
  }

  toggle(details, room) {
    this.details = details;
    if (details.open !== Boolean(room.askable.length)) void this.ask({ room: 'asking', on: details.open });
  }

  /** @param {Event} event @param {Record<string, unknown>} content */
  async send(event, content) {
    event.preventDefault();
    if (!(await this.ask(content))) return;
    this.form = { ...this.form, at: '', words: '', choices: '' };
    // the menu with the form would cover the question
    for (const one of [this.details, this.details?.parentElement?.closest('details')]) if (one) one.open = false;
    this.redraw();
  }

  set(name) {
    return ({ target }) => {
      this.form[name] = target.value;
      if (name !== 'words' && name !== 'choices') {
        this.form.at = '';
        this.redraw();
      }
    };
  }

  prediction(room) {
    const { tables } = room;
    const places = [...(tables.length > 1 ? [[0, 'the class (median)']] : []),
      ...tables.map(({ place }) => place).sort((one, other) => one - other).map((place) => [place, `table ${place}`])];
    const typed = this.form.place === '' ? room.place || places[0][0] : Number(this.form.place);
    const place = places.some(([one]) => one === typed) ? typed : places[0][0];
    const figures = room.askable.filter(({ of_class }) => place || of_class);
    const figure = figures.find(({ key }) => key === this.form.figure) ?? figures[0];
    const seats = tables.find((table) => table.place === place)?.seats ?? [];
    const seat = figure.of_seat && place ? this.form.seat : undefined;
    // computed when the form is sent, because typing does not redraw
    const time = () => this.form.at || String(usualTime(tables, place, figure.unit));
    const at = () => readAmount(time(), TIME).value;
    const content = () => ({ room: 'ask', place, figure: figure.key, at: at(), ...(seat ? { seat } : {}) });
    const choice = (words, name, options, value) => html`
      <label>${words} <select onChange=${this.set(name)}>${offered(options, value)}</select></label>`;
    return html`
      <form onSubmit=${(event) => this.send(event, content())}>
        <b>A prediction: the figure is covered until you uncover it</b>
        ${choice('Of', 'place', places, place)}
        ${choice('Figure', 'figure', figures.map((one) => [one.key, place ? one.label : one.of_class]), figure.key)}
        ${seat ? choice('Whose', 'seat', seats.map((one) => [one.seat, one.name]), seat) : null}
        <label>At ${figure.unit}
          <${WholeBox} form=${TIME} required class="ck-ask-time" value=${time()}
            type=${(typed) => { this.form.at = typed; }} /></label>
        <button type="submit">Cover and ask</button>
      </form>`;
  }

  poll() {
    const content = () => ({
      room: 'poll',
      words: this.form.words,
      choices: this.form.choices.split('\n').filter((line) => line.trim()),
    });
    return html`
      <form onSubmit=${(event) => this.send(event, content())}>
        <b>A poll</b>
        <label>Question
          <input maxlength=${LONGEST_QUESTION} required autocomplete="off" value=${this.form.words}
            onInput=${this.set('words')} /></label>
        <label>Answers, one a line; none for a number
          <textarea rows="4" value=${this.form.choices} onInput=${this.set('choices')}></textarea></label>
        <button type="submit">Ask</button>
      </form>`;
  }
}
