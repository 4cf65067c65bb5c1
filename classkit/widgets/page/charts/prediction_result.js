/** Predictions for an uncovered chart, with the outcome and its explanation. */

import { h, show } from '../basics/dom.js';
import { Button } from '../basics/controls.js';
import { isolated } from '../basics/isolated.js';
import { html } from '../basics/markup.js';
import { Picture } from '../basics/preact_root.js';
import { unfoldWhy } from '../basics/why.js';
import { useRef } from '../preact/standalone.js';

export class Came {
  /** @param {import('./chart.js').ChartPart} chart */
  constructor(chart) {
    this.chart = chart;
    this.node = h('div', { class: 'ck-guessed', hidden: true });
    /** The explanation, over the chart so that nothing moves. */
    this.split = h('div', { class: 'ck-about ck-why', tabindex: 0, hidden: true, role: 'group', 'aria-label': 'Why?' });
    this.picture = new Picture(this.node, () => this.view());
  }

  draw() {
    const { prediction, covered } = this.chart;
    const shown = Boolean(prediction?.guesses.length) && !covered;
    show(this.node, shown);
    if (!shown || !prediction?.why) show(this.split, false);
    this.picture.draw();
  }

  view() {
    const { prediction } = this.chart;
    return !this.node.hidden && html`<${Predicted} came=${this} prediction=${prediction} />`;
  }

  putAway() {
    void this.chart.store.act({ do: 'predict', chart: this.chart.key, value: '' });
  }
}

/** @param {{came: Came, prediction: Expected}} props */
function Predicted({ came, prediction: { guesses, came: words, question, why, figure, seat } }) {
  const button = useRef(null);
  const asked = { figure, ...(seat ? { seat } : {}), ...why };
  const open = () => unfoldWhy(came.chart.store, button.current, came.split, asked);
  return html`
    <span class="ck-came" title=${question} role="status">
      ${words ? html`Result: <b>${isolated(words)}</b>` : html`<${Guesses} guesses=${guesses} />`}
    </span>
    <span class="ck-pair" hidden=${came.chart.looksOn}>
      ${why && html`
        <button type="button" class="ck-mini" ref=${button} onclick=${open} aria-expanded=${!came.split.hidden}>
          Why?
        </button>`}
      <${Button} class="ck-mini" run=${() => came.putAway()}>Put away<//>
    </span>`;
}

/** The predictions until the outcome is known; many answers are only counted. */
function Guesses({ guesses }) {
  if (guesses.length > 3) return html`${guesses.length} predictions`;
  const one = guesses.length === 1 && !guesses[0].who;
  return html`${one ? 'The class predicted: ' : 'Predicted: '}${guesses.map(({ who, value }, at) => html`
    ${at ? '; ' : ''}${one ? '' : html`<bdi>${who || 'the class'}</bdi>: `}<bdi>${value}</bdi>`)}`;
}
