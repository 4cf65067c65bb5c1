/** Cover of a chart: the question to the class and its predictions, before the chart is shown. */

import { focusedIn } from '../basics/shadow_styles.js';
import { h, setText, show } from '../basics/dom.js';
import { Button, Select } from '../basics/controls.js';
import { currencyOf } from '../basics/format.js';
import { isolated } from '../basics/isolated.js';
import { LONGEST_NAME } from '../basics/limits.js';
import { html } from '../basics/markup.js';
import { Picture } from '../basics/preact_root.js';
import { useState } from '../preact/standalone.js';
import { Pad } from './draw_pad.js';

/** Numbers of turns or rounds ahead that a question offers. */
const AHEAD = [1, 2, 3, 5, 10, 20, 30, 50];

/** @typedef {import('./chart.js').ChartPart} Covered the chart below */

export class Lid {
  /** @param {Covered} chart */
  constructor(chart) {
    this.chart = chart;
    this.title = h('p', { class: 'ck-lid-title', tabindex: -1 });
    this.place = h('div', { class: 'ck-lid-body' });
    this.node = h('div', { class: 'ck-lid', hidden: true }, this.title, this.place);
    this.picture = new Picture(this.place, () => this.view());
  }

  /** Set the text about the cover; if there is a question, only for screen readers. The head names the chart. */
  name() {
    const { coveredWith, prediction } = this.chart;
    this.title.classList.toggle('ck-only-read', !coveredWith && Boolean(prediction?.question));
    const until = coveredWith ? `with “${coveredWith}”, which it would reveal` : 'until the class has predicted';
    setText(this.title, `Covered ${until}.`);
  }

  /** @param {boolean} covered */
  draw(covered) {
    const came = covered && this.node.hidden && this.chart.contains(focusedIn(this.chart));
    show(this.node, covered);
    this.picture.draw();
    if (came) this.title.focus({ preventScroll: true }); // not the text field, so that a remote can continue to step
  }

  /** Covering the chart again clears the form. */
  view() {
    const { prediction, coveredWith } = this.chart;
    if (this.node.hidden || coveredWith) return null;
    if (this.chart.looksOn) return html`<p class="ck-lid-question">${prediction?.question}</p>`;
    return html`<${Expecting} key=${this.chart.key} lid=${this} asked=${prediction} />`;
  }

  ask(about) {
    const { figure, seat, at, unit } = { ...this.chart.prediction, ...about };
    const whose = seat ? { seat } : {};
    void this.chart.store.act({ do: 'ask', chart: this.chart.key, at, unit, figure, ...whose });
  }

  lift() {
    return this.chart.store.act({ do: 'cover', chart: this.chart.key, on: false });
  }

  /** @param {{value: string, who?: string, line?: number[][]}} answer */
  predict(answer) {
    return this.chart.store.act({ do: 'predict', chart: this.chart.key, ...answer });
  }
}

/** @param {{lid: Lid, asked: Expected|null}} props */
function Expecting({ lid, asked }) {
  const [typed, type] = useState('');
  const [who, name] = useState('');
  const [line, drawLine] = useState(/** @type {number[][]} */ ([]));
  const [drawing, draw] = useState(false);
  const [unfolded, unfold] = useState(false);
  const guesses = asked?.guesses ?? [];
  const clear = () => { type(''); name(''); drawLine([]); };
  /** Refused input remains in its field. @returns {Promise<boolean>} whether everything was accepted */
  const add = async () => {
    const value = typed.trim();
    if (!value) return true;
    const by = who.trim() ? { who: who.trim() } : {};
    const answer = await lid.predict({ value, ...by, ...(line.length > 1 ? { line } : {}) });
    const taken = Boolean(answer) && answer?.kind !== 'refused';
    if (taken) clear();
    return taken;
  };
  const finish = async (event) => {
    event.preventDefault();
    if (await add()) await lid.lift();
  };
  const drawn = (points) => {
    drawLine(points);
    if (points.length > 1) type(String(points[points.length - 1][1]));
  };
  return html`
    <form onsubmit=${finish}>
      ${asked?.question && html`<p class="ck-lid-question">${isolated(asked.question)}</p>`}
      <span class="ck-pair ck-lid-answer">
        <input type="text" class="ck-text" aria-label="The class predicts" placeholder="class"
          maxlength=${LONGEST_NAME} autocomplete="off" value=${typed}
          oninput=${(event) => type(event.target.value)} />
        <button type="submit" class="ck-do">Predict and uncover</button>
        <${Button} class="ck-quiet" run=${() => unfold(!unfolded)} unfolds=${unfolded}>More<//>
      </span>
      <div class="ck-lid-more" hidden=${!unfolded}>
        ${asked?.question && html`<${Question} lid=${lid} asked=${asked} />`}
        ${drawing && asked && html`<${Pad} asked=${asked} now=${lid.chart.now} low=${lowest(lid.chart, asked)}
          line=${line} run=${drawn} />`}
        <${Answers} lid=${lid} guesses=${guesses} />
        <span class="ck-pair">
          <input type="text" class="ck-text" aria-label="or one person" maxlength=${LONGEST_NAME} autocomplete="off"
            placeholder="of one person" value=${who} oninput=${(event) => name(event.target.value)} />
          <${Button} class="ck-quiet" run=${add}>Add an answer<//>
          ${canDraw(lid.chart, asked) && html`
            <${Button} class="ck-quiet" run=${() => draw(!drawing)} unfolds=${drawing}>Draw<//>`}
          <${Button} class="ck-quiet" run=${() => lid.lift()}>Uncover<//>
        </span>
      </div>
    </form>`;
}

/** Settings of the question: time, unit, and the metric to predict. */
function Question({ lid, asked }) {
  const { now, fixed } = lid.chart;
  const from = asked.unit === 'round' ? now.round : now.turn;
  const times = [...new Set([asked.at, ...AHEAD.map((ahead) => from + ahead)])].sort((one, other) => one - other);
  const ofSeat = asked.figures.find(([key]) => key === asked.figure)?.[2];
  const seats = fixed.seats.map(({ id }) => [id, now.seats[id]?.name ?? id]);
  return html`
    <div class="ck-lid-asked">
      <${Select} label="When" value=${asked.at} run=${(at) => lid.ask({ at: Number(at) })}
        options=${times.map((time) => [time, `at ${asked.unit} ${time}`])} />
      <${Select} label="Unit" value=${asked.unit} options=${[['turn', 'turns'], ['round', 'rounds']]}
        run=${(unit) => lid.ask({ unit, at: undefined })} />
      ${asked.figures.length > 1 && html`
        <${Select} label="What" value=${asked.figure} options=${asked.figures}
          run=${(figure) => lid.ask({ figure, seat: undefined })} />`}
      ${ofSeat && html`
        <${Select} label="Whose" value=${asked.seat} options=${seats} run=${(seat) => lid.ask({ seat })} />`}
    </div>`;
}

/** The answers, each with a button to delete it. */
function Answers({ lid, guesses }) {
  if (!guesses.length) return null;
  return html`
    <ul class="ck-lid-answers" aria-label="Answers">
      ${guesses.map(({ who, value, line }) => html`
        <li key=${who}>
          <bdi>${who || 'The class'}</bdi>: <bdi>${value}</bdi>${line ? ' (drawn)' : ''}
          ${who && html`
            <${Button} class="ck-mini ck-quiet" aria-label=${`Delete the prediction of ${who}`}
              run=${() => lid.predict({ value: '', who })}>×<//>`}
        </li>`)}
    </ul>`;
}

/** Lower end of the drawing area; amounts of money may be negative. */
const lowest = ({ fixed }, asked) => (currencyOf(fixed.metrics[asked.figure]) ? -asked.top / 2 : 0);

/** Return whether a line can be drawn, which needs an axis of turns or rounds from now to the time of the question. */
function canDraw({ chart, now }, asked) {
  if (!asked?.top || !['line', 'step'].includes(chart.kind) || chart.now) return false;
  const per = chart.per || 'turn';
  const fits = per === asked.unit || (per === 'turn' && asked.unit === 'round');
  return fits && asked.at > (asked.unit === 'round' ? now.round : now.turn);
}
