/** Dialog for a new match with other options, generated from the game's options. */

import { Button } from '../basics/controls.js';
import { h } from '../basics/dom.js';
import { html } from '../basics/markup.js';
import { Picture } from '../basics/preact_root.js';
import { troubleIn, valuesOf } from '../forms/fields.js';
import { filledAtFirst, SettingRow } from '../forms/setting.js';

/** Number of important options shown first; the others are collapsed. */
const FIRST = 6;

/**
 * Return the option named in a refusal.
 * @returns {string} its name; empty if there is none
 */
export function optionIn(reason) {
  return /^option (\w+):/.exec(reason)?.[1] ?? '';
}

/** Return a refusal without the option's name at its beginning. */
export function withoutOption(reason) {
  const rest = reason.replace(/^option \w+: /, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

export class NewMatch {
  /** @type {import('../forms/setting.js').Setting[]} */
  settings = [];
  filled = /** @type {Record<string, any>} */ ({});
  /** The refusal, and its option. */
  why = { name: '', text: '' };
  /** Whether the other options are shown, and why no match can start now. */
  unfolded = false;
  barred = '';

  constructor(store) {
    this.store = store;
    this.node = h('dialog', { class: 'ck-confirm ck-new', 'aria-label': 'A new match' });
    this.picture = new Picture(this.node, () => this.view());
  }

  view() {
    const row = (setting) => html`<${SettingRow} key=${setting.name} setting=${setting} why=${this.why}
      filled=${this.filled[setting.name]} change=${(value) => this.change(setting.name, value)} />`;
    const [few, rest] = [this.settings.slice(0, FIRST + 1), this.settings.slice(FIRST + 1)];
    return html`
      <form class="ck-new-form" novalidate onsubmit=${(event) => { event.preventDefault(); void this.go(); }}>
        <h3 class="ck-form-title">A new match</h3>
        <p class="ck-hint">
          What is on the table now stays as a branch: you can change back to it at any time.
        </p>
        <div class="ck-settings">${few.map(row)}</div>
        <details class="ck-also" hidden=${!rest.length} open=${this.unfolded}
          ontoggle=${(event) => { this.unfolded = event.target.open; }}>
          <summary>More options (${rest.length})</summary>
          <div class="ck-settings">${rest.map(row)}</div>
        </details>
        <p class="ck-reason" role="alert">${this.why.name ? '' : this.why.text}</p>
        <span class="ck-pair">
          <button type="submit" class="ck-do" disabled=${Boolean(this.barred)} title=${this.barred}>
            Begin this match
          </button>
          <${Button} class="ck-quiet" run=${() => this.node.close()}>Keep playing<//>
        </span>
      </form>`;
  }

  /** @param {string|null|undefined} why no match can start now; empty if it can */
  bar(why) {
    this.barred = why ?? '';
    this.picture.draw();
  }

  async open() {
    const data = await this.store.detail({ do: 'setup' });
    if (!data || this.node.open) return;
    this.settings = [data.seats, ...data.options];
    this.filled = filledAtFirst(this.settings);
    this.unfolded = false;
    this.say('', '');
    this.node.showModal();
    this.node.querySelector(':is(input:checked, input, select)')?.focus();
  }

  change(name, value) {
    this.filled = { ...this.filled, [name]: value };
    const found = troubleIn(this.settings, this.filled);
    this.say(String(found?.at[0] ?? ''), found?.text ?? '');
  }

  /** @param {string} name name of the option */
  say(name, text) {
    const at = this.settings.findIndex((setting) => setting.name === name);
    this.why = { name: at < 0 ? '' : name, text };
    this.unfolded ||= at > FIRST;
    this.picture.draw();
  }

  async go() {
    const found = troubleIn(this.settings, this.filled);
    if (found) {
      this.say(String(found.at[0]), found.text);
      return;
    }
    const { seats, ...options } = valuesOf(this.settings, this.filled);
    const answer = await this.store.act({ do: 'new', seats, options });
    if (answer?.kind === 'refused') this.say(optionIn(answer.reason), withoutOption(answer.reason));
    else if (answer) {
      this.node.close();
      this.store.set({ begun: {} });
    }
  }
}
