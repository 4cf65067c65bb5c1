/** `<classkit-records>`, the tab of the match: saving and opening it, beginning anew with a second question before anything goes, and a new match with other options. */

import { bar, define, h, isNew, press, setText, show } from '../basics/dom.js';
import { download } from '../basics/download.js';
import { fileSize } from '../basics/format.js';
import { Confirm, Part } from '../basics/part.js';
import { Editors } from '../forms/editors.js';
import { makeEditor } from '../forms/fields.js';

/** A record is at most this large; larger files are not even read. */
const RECORD_LIMIT = 5_000_000;

/** What is said before a match with secrets begins again: cards come to lie where they lay. */
const OPENS = ' With the same luck the same cards come up again: it opens to everybody what lies hidden now.';

export class RecordsPart extends Part {
  mount() {
    this.classList.add('ck-records');
    const button = (label, run) => press('ck-quiet', run, label);
    this.file = h('input', { type: 'file', accept: '.json,application/json', hidden: true, onchange: () => this.open() });
    this.save = button('Save this match', () => this.download());
    this.choose = button('Open a saved match', () => this.file.click());
    this.link = button('Link to this match', () => this.store.local.connection?.showLink());
    this.reset = button('Reset to the start', () => this.ask({ do: 'reset' }, `Go back to the start of this match, with the same luck? What was played is kept as a branch.${this.fixed.secrets ? OPENS : ''}`));
    this.seed = button('New match with new luck', () => this.ask({ do: 'new_seed' }, 'Begin a new match with new luck? What was played is kept as a branch.'));
    this.fresh = new NewMatch(this.store);
    this.other = button('New match with other options …', () => this.fresh.open());
    this.signals = h('span', { class: 'ck-pair' });
    this.host = h('section', { class: 'ck-group ck-apart', hidden: true }, h('h3', {}, 'The host'), this.signals);
    this.confirm = new Confirm('Please confirm', 'No, keep playing', '', button('Save first', () => this.download()));
    this.said = h('p', { class: 'ck-hint', role: 'status' });
    this.take = new TakeHome(this.store, this.said);
    this.tells = h('p', { class: 'ck-hint', hidden: true }, 'A saved match tells everything, whatever is hidden on the screen: keep the file to yourself until the match is over.');
    this.forgets = h('p', { class: 'ck-hint', hidden: true });
    this.drop = h('div', { class: 'ck-branches' });
    this.facts = h('dl', { class: 'ck-facts' });
    this.append(
      h('section', { class: 'ck-group ck-keep' }, h('h3', {}, 'Keep'), h('span', { class: 'ck-pair' }, this.save, this.choose, this.link, this.take.work, this.take.homework, this.file), this.forgets, this.tells, this.said),
      h('section', { class: 'ck-group ck-apart' }, h('h3', {}, 'Begin anew'), h('span', { class: 'ck-pair' }, this.other, this.seed, this.reset), this.confirm.node, this.fresh.node),
      h('section', { class: 'ck-group' }, h('h3', {}, 'Branches and bookmarks'), this.drop),
      this.host,
      h('section', { class: 'ck-group' }, h('h3', {}, 'This match'), this.facts),
    );
  }

  update(changed) {
    for (const button of [this.choose, this.reset, this.seed, this.confirm.yes, this.other, this.fresh.begin]) bar(button, this.now.read_only);
    show(this.link, Boolean(this.store.local.connection?.hosted));
    if (changed.has('fixed')) {
      show(this.tells, Boolean(this.fixed.secrets));
      show(this.forgets, Boolean(this.fixed.forgets));
      setText(this.forgets, `This runs on ${this.fixed.forgets}, which forgets everything when you leave, or rest for some minutes: download your work before you go.`);
      const facts = [['Game', this.fixed.title], ...(this.fixed.options ?? []), ...(this.fixed.credits ? [['Game by', this.fixed.credits]] : [])];
      this.facts.replaceChildren(...facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, String(value)))));
    }
    if (this.touches(changed, 'signals')) this.drawSignals();
    if (this.touches(changed, 'fixed', 'branches', 'branch', 'timeline')) this.drawKept();
  }

  /** What the host may tell the game now from outside, such as that time is up. */
  drawSignals() {
    const signals = this.now.signals ?? [];
    show(this.host, signals.length > 0);
    this.signals.replaceChildren(...signals.map(({ name, label, rule }) => h('button', {
      type: 'button', class: 'ck-quiet', onclick: () => this.ask({ do: 'signal', name }, `${label}${rule ? ` (${rule})` : ''}?`, `Yes: ${label}`),
    }, label)));
  }

  drawKept() {
    const branches = (this.now.branches ?? []).filter((branch) => branch.name !== this.now.branch);
    const { marks = [], moment = '' } = this.now.timeline ?? {};
    if (!isNew(this.drop, [branches.map((branch) => branch.name), marks])) return;
    const line = (text, label, action) => h('div', { class: 'ck-kept' }, h('bdi', {}, text),
      press('ck-mini', () => this.store.act(action), label));
    this.drop.replaceChildren(
      ...branches.map((branch) => line(branch.name, 'Drop this branch', { do: 'drop_branch', name: branch.name })),
      ...marks.map((mark) => line(moment ? mark.label : `Turn ${mark.turn}: ${mark.label}`, 'Remove bookmark', { do: 'unbookmark', turn: mark.turn })),
    );
    if (!this.drop.childElementCount) this.drop.append(h('p', { class: 'ck-hint' }, 'None yet. “What if? Fork here” begins a branch, “Bookmark” marks this moment.'));
  }

  async download() {
    const data = await this.store.detail({ do: 'save' });
    if (!data) return;
    download(data.name, data.text, 'application/json');
    setText(this.said, `Saved as ${data.name} in your downloads. ${data.note ?? ''}`.trim());
  }

  async open() {
    const file = this.file.files?.[0];
    this.file.value = '';
    if (!file) return;
    if (file.size > RECORD_LIMIT) {
      setText(this.said, `${file.name} has ${fileSize(file.size)}; a saved match has at most ${fileSize(RECORD_LIMIT)}. It was not opened.`);
      return;
    }
    const record = await file.arrayBuffer();
    const answer = await this.store.act({ do: 'open' }, record);
    if (answer?.offer) this.ask({ do: 'open', game: answer.offer.game }, `${answer.reason} Open it here? What is on the table now stays as a branch to return to.`, answer.offer.label, record);
    else if (answer) setText(this.said, answer.kind === 'refused' ? answer.reason : `Opened ${file.name}.`);
  }

  /**
   * Asks once more before something large happens.
   * @param {Record<string, string>} action
   * @param {ArrayBuffer} [file] that it opens
   */
  ask(action, question, yes = 'Yes, begin anew', file = undefined) {
    setText(this.confirm.yes, yes);
    this.confirm.ask(question, async () => {
      const answer = await this.store.act(action, file);
      setText(this.said, answer?.kind === 'refused' ? answer.reason : '');
    });
  }
}

define('classkit-records', RecordsPart);

// --- What is taken along from a table: all of one's work in one file, and tonight's homework.

/** @returns {Uint8Array<ArrayBuffer>} the bytes behind a text in base64 */
function fromBase64(text) {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

export class TakeHome {
  /** @param {HTMLElement} said where it is told what became of it */
  constructor(store, said) {
    this.store = store;
    this.said = said;
    const button = (label, run) => h('button', {
      type: 'button', class: 'ck-quiet', onclick: (event) => this.patiently(event.currentTarget, run),
    }, label);
    this.work = button('Download my work and my match', () => this.take('work'));
    this.homework = button('Homework from this match', () => this.take('homework'));
  }

  /**
   * One at a time: the button rests until the file is there, and keeps the focus meanwhile.
   * @param {HTMLButtonElement} button
   * @param {() => Promise<void>} run
   */
  async patiently(button, run) {
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    setText(this.said, 'One moment …');
    try {
      await run();
    } finally {
      button.ariaDisabled = null;
    }
  }

  /** @param {'work' | 'homework'} what */
  async take(what) {
    const answer = await this.store.send({ do: what });
    if (answer.kind !== 'detail') {
      setText(this.said, answer.reason ?? 'It could not be made.');
      return;
    }
    const { name, base64, note } = answer.data;
    download(name, fromBase64(base64), 'application/zip');
    setText(this.said, `Saved as ${name} in your downloads. ${note ?? ''}`.trim());
  }
}

// --- A new match with other options: a form in a dialog, made from what the game declares.

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

class NewMatch {
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
