/** A new match with other options: a form in a dialog, made from what the game declares. */

import { h, setText, show } from '../basics/dom.js';
import { makeEditor } from './fields.js';

/**
 * @typedef {{name: string, label: string, form: any, value: any, about?: string, rule?: string}} Setting
 */

/** The first options decide most; the others are one click away. */
const FIRST = 6;

/**
 * The option that a refusal speaks of.
 * @param {string} reason
 * @returns {string} its name; empty when it speaks of none
 */
export function optionIn(reason) {
  return /^option (\w+):/.exec(reason)?.[1] ?? '';
}

/**
 * A refusal without the name that stands before it.
 * @param {string} reason
 * @returns {string}
 */
export function withoutOption(reason) {
  const rest = reason.replace(/^option \w+: /, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

export class NewMatch {
  /** @param {() => import('../wire/store.js').Store} store */
  constructor(store) {
    this.storeOf = store;
    /** @type {Map<string, any>} */
    this.editors = new Map();
    this.few = h('div', { class: 'ck-settings' });
    this.rest = h('div', { class: 'ck-settings' });
    this.words = h('summary');
    this.more = h('details', { class: 'ck-also' }, this.words, this.rest);
    this.reason = h('p', { class: 'ck-reason', role: 'alert' });
    this.begin = h('button', { type: 'submit', class: 'ck-do' }, 'Begin this match');
    this.cancel = h('button', { type: 'button', class: 'ck-quiet', onclick: () => this.node.close() }, 'Keep playing');
    this.form = h('form', { class: 'ck-new-form', novalidate: true },
      h('h3', { class: 'ck-form-title' }, 'A new match'),
      h('p', { class: 'ck-hint' }, 'What is on the table now stays as a branch: you can change back to it at any time.'),
      this.few, this.more, this.reason, h('span', { class: 'ck-pair' }, this.begin, this.cancel));
    this.form.addEventListener('submit', (/** @type {Event} */ event) => { event.preventDefault(); this.go(); });
    this.node = h('dialog', { class: 'ck-confirm ck-new', 'aria-label': 'A new match' }, this.form);
  }

  async open() {
    const data = await this.storeOf().detail({ do: 'setup' });
    if (!data || this.node.open) return;
    this.editors.clear();
    setText(this.reason, '');
    const rows = [data.seats, ...data.options].map((setting) => this.row(setting));
    this.few.replaceChildren(...rows.slice(0, FIRST + 1));
    this.rest.replaceChildren(...rows.slice(FIRST + 1));
    this.more.open = false;
    show(this.more, rows.length > FIRST + 1);
    setText(this.words, `More options (${rows.length - FIRST - 1})`);
    this.node.showModal();
    this.few.querySelector('input:checked, input, select')?.focus();
  }

  /** @param {Setting} setting */
  row(setting) {
    const editor = makeEditor({ name: setting.name, label: setting.label, form: setting.form }, () => this.changed());
    editor.write(setting.value);
    this.editors.set(setting.name, editor);
    const about = [setting.about, setting.rule].filter(Boolean).join(' · ');
    return h('div', { class: 'ck-setting', 'data-setting': setting.name }, editor.node, h('span', { class: 'ck-hint' }, about));
  }

  problem() {
    for (const [name, editor] of this.editors) {
      const problem = editor.problem();
      if (problem) return { name, problem };
    }
    return null;
  }

  changed() {
    const found = this.problem();
    this.say(found?.name ?? '', found?.problem ?? '');
  }

  /**
   * @param {string} name of the option that it is about
   * @param {string} reason
   */
  say(name, reason) {
    const row = [...this.form.querySelectorAll('[data-setting]')].find((one) => one.dataset.setting === name);
    if (row && this.rest.contains(row)) this.more.open = true;
    (row ?? this.more).after(this.reason);
    setText(this.reason, reason);
  }

  async go() {
    const found = this.problem();
    if (found) {
      this.say(found.name, found.problem);
      return;
    }
    const values = Object.fromEntries([...this.editors].map(([name, editor]) => [name, editor.read()]));
    const { seats, ...options } = values;
    const answer = await this.storeOf().act({ do: 'new', seats, options });
    if (answer?.kind === 'refused') this.say(optionIn(answer.reason), withoutOption(answer.reason));
    else if (answer) this.node.close();
  }
}
