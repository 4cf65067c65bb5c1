/** A new match with other options: a form in a dialog, made from what the game declares. */

import { bar, h, press, setText, show } from '../basics/dom.js';
import { Editors } from '../forms/editors.js';
import { makeEditor } from '../forms/fields.js';

/** @typedef {{name: string, label: string, form: any, value: any, about?: string, rule?: string}} Setting */

/** The first options decide most; the others are one click away. */
const FIRST = 6;

/**
 * The option that a refusal speaks of.
 * @returns {string} its name; empty when it speaks of none
 */
export function optionIn(reason) {
  return /^option (\w+):/.exec(reason)?.[1] ?? '';
}

/** A refusal without the name that stands before it. */
export function withoutOption(reason) {
  const rest = reason.replace(/^option \w+: /, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

export class NewMatch {
  constructor(store) {
    this.store = store;
    this.editors = new Editors(makeEditor, () => this.changed());
    this.few = h('div', { class: 'ck-settings' });
    this.rest = h('div', { class: 'ck-settings' });
    this.words = h('summary');
    this.more = h('details', { class: 'ck-also' }, this.words, this.rest);
    this.reason = h('p', { class: 'ck-reason', role: 'alert' });
    this.begin = h('button', { type: 'submit', class: 'ck-do' }, 'Begin this match');
    this.cancel = press('ck-quiet', () => this.node.close(), 'Keep playing');
    this.form = h('form', { class: 'ck-new-form', novalidate: true },
      h('h3', { class: 'ck-form-title' }, 'A new match'),
      h('p', { class: 'ck-hint' }, 'What is on the table now stays as a branch: you can change back to it at any time.'),
      this.few, this.more, this.reason, h('span', { class: 'ck-pair' }, this.begin, this.cancel));
    this.form.addEventListener('submit', (event) => { event.preventDefault(); this.go(); });
    this.node = h('dialog', { class: 'ck-confirm ck-new', 'aria-label': 'A new match' }, this.form);
  }

  /** @param {string|null|undefined} why no match can begin now; nothing where one can */
  bar(why) { bar(this.begin, why); }

  async open() {
    const data = await this.store.detail({ do: 'setup' });
    if (!data || this.node.open) return;
    const settings = [data.seats, ...data.options];
    this.editors.all.clear();
    this.editors.renew(settings);
    setText(this.reason, '');
    const rows = settings.map((setting) => this.row(setting));
    this.few.replaceChildren(...rows.slice(0, FIRST + 1));
    this.rest.replaceChildren(...rows.slice(FIRST + 1));
    this.more.open = false;
    show(this.more, rows.length > FIRST + 1);
    setText(this.words, `More options (${rows.length - FIRST - 1})`);
    this.node.showModal();
    this.few.querySelector('input:checked, input, select')?.focus();
  }

  row(setting) {
    const editor = this.editors.all.get(setting.name);
    editor.write(setting.value);
    const about = [setting.about, setting.rule].filter(Boolean).join(' · ');
    return h('div', { class: 'ck-setting', 'data-setting': setting.name }, editor.node, h('span', { class: 'ck-hint' }, about));
  }

  changed() {
    const found = this.editors.trouble();
    this.say(found?.name ?? '', found?.text ?? '');
  }

  /** @param {string} name of the option that it is about */
  say(name, reason) {
    const row = [...this.form.querySelectorAll('[data-setting]')].find((one) => one.dataset.setting === name);
    if (row && this.rest.contains(row)) this.more.open = true;
    (row ?? this.more).after(this.reason);
    setText(this.reason, reason);
  }

  async go() {
    const found = this.editors.trouble();
    if (found) {
      this.say(found.name, found.text);
      return;
    }
    const { seats, ...options } = this.editors.read();
    const answer = await this.store.act({ do: 'new', seats, options });
    if (answer?.kind === 'refused') this.say(optionIn(answer.reason), withoutOption(answer.reason));
    else if (answer) this.node.close();
  }
}
