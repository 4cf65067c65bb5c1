/** One move as people meet it: a button, or a form with a button, or greyed with the reason. */

import { h, press, setProp, setText, show } from '../basics/dom.js';
import { WordTable } from '../basics/tables.js';
import { Editors, keptIn } from './editors.js';
import { makeEditor } from './fields.js';

/**
 * Whether a form would be allowed, and what it would bring about where its move can tell.
 * @param {Record<string, any>} values
 * @returns {Promise<any>} {reason, at, table?}, or null when it was not answered
 */
export function judge(store, seat, move, values, aside) {
  return store.detail({ do: move.preview ? 'preview' : 'check', seat, move: move.name, with: values, aside });
}

/**
 * A large form, which is only announced until somebody opens it.
 * @returns {Promise<Move|null>}
 */
export function wholeMove(store, seat, move) {
  return store.detail({ do: 'form', seat, move: move.name });
}

/** Forms with forms or rows in them. */
const NESTED = ['bundle', 'list_of', 'grid'];

/** After the last change a form waits this long before it asks whether it is allowed. */
const CHECK_AFTER = 250;

export class MoveForm {
  /**
   * @param {any} panel the ask panel
   * @param {string} [aside] the seat that may do this besides; none where it answers what is asked
   */
  constructor(panel, aside = '') {
    this.panel = panel;
    this.aside = aside;
    this.editors = new Editors(makeEditor, () => this.changed());
    this.opener = h('button', { type: 'button', class: 'ck-do ck-opener', 'aria-expanded': 'false', hidden: true, onclick: () => this.open() });
    this.title = h('h3', { class: 'ck-form-title' });
    this.close = press('ck-quiet', () => this.fold(true), 'All choices');
    this.head = h('div', { class: 'ck-form-head', hidden: true }, this.title, this.close);
    this.fields = h('div', { class: 'ck-fields' });
    this.button = h('button', { type: 'submit', class: 'ck-do' });
    this.reason = h('p', { class: 'ck-reason', role: 'status' });
    this.beside = h('p', { class: 'ck-reason ck-beside', role: 'alert' });
    this.preview = new WordTable(false);
    this.node = h('form', { class: 'ck-move', novalidate: true }, this.opener, this.head, this.fields,
      h('div', { class: 'ck-side' }, this.preview.node, this.button, this.reason));
    this.node.addEventListener('submit', (event) => { event.preventDefault(); this.submit(); });
    this.node.form = this;
    this.known = '';
    /** What is asked, and by which move it is answered here. */
    this.key = '';
    this.step = -1;
    this.sent = 0;
    this.sending = false;
    this.timer = 0;
    this.folds = false;
    this.move = null;
  }

  /**
   * What is filled in stays as long as the same is asked, whatever else happens on the table.
   * @param {string} occasion changes when another question is asked
   * @param {boolean} [folds] whether its form is shown only when somebody opens it
   * @param {number} [step] changes with everything that happens
   * @param {boolean} [opens] whether it stands open until somebody closes it
   */
  update(move, occasion, folds = false, step = 0, opens = false) {
    const known = JSON.stringify([occasion, move, folds, opens, this.sent]);
    const moved = this.step !== step;
    const large = Boolean(move.large);
    this.step = step;
    this.sending = this.sending && !moved;
    if (this.known === known && !(moved && large && this.isOpen)) return;
    const key = `${occasion} ${move.name}`;
    const same = this.key === key && this.known !== '' && large === Boolean(this.move?.large);
    const held = same && this.fields.contains(document.activeElement);
    this.known = known;
    this.key = key;
    clearTimeout(this.timer);
    if (same && large && this.isOpen && !move.barred) {
      this.reload(move);
      return;
    }
    this.move = move;
    this.folds = !move.barred && (folds || Boolean(move.large)) && (Boolean(move.large) || move.fields.length > 0);
    const shown = move.barred ? [] : move.fields;
    setText(this.button, move.label);
    setText(this.opener, `${move.label} …`);
    setText(this.title, move.label);
    this.say(move.barred ?? '');
    this.button.disabled = Boolean(move.barred);
    this.node.classList.toggle('ck-barred', Boolean(move.barred));
    this.node.classList.toggle('ck-simple', !shown.length && !move.barred && !this.folds);
    setProp(this.node, 'data-move', move.name);
    setProp(this.button, 'data-space', shown.length ? null : move.space || null);
    this.updateFields(shown);
    this.showOpen(!this.folds);
    setText(this.close, this.aside ? 'Close this form' : opens ? 'Hide the form' : 'All choices');
    // Whoever is at a form that had room until now goes on with it.
    if (this.folds && (held || (this.drafts.get(key)?.open ?? opens))) this.open(false);
    else this.restore();
    if (!this.folds && shown.length && move.preview && !this.drafts.get(key)?.values && !this.editors.trouble()) this.check(true);
  }

  /** Whose move it is. */
  get seat() { return this.aside || (this.panel.shown?.seat ?? ''); }

  get drafts() { return this.panel.drafts; }

  get isOpen() {
    return this.node.classList.contains('ck-opened');
  }

  /** Something has happened while a large form is open: its bounds may be others. */
  async reload(move) {
    const { known, step } = this;
    const whole = await wholeMove(this.panel.store, this.seat, move);
    if (!whole || this.known !== known || this.step !== step) return;
    this.move = { ...move, fields: whole.fields };
    this.updateFields(whole.fields);
    this.restore();
    if (move.preview && !this.drafts.get(this.key)?.values) this.check(true);
  }

  /** Fills in again what somebody had filled in before. */
  restore() {
    const values = this.drafts.get(this.key)?.values;
    if (!values || !this.editors.all.size) return;
    for (const [name, editor] of this.editors.all) if (values[name]?.kind === editor.kind) editor.write(values[name].value);
    this.narrow();
    this.judge();
  }

  updateFields(fields) {
    this.node.classList.toggle('ck-nested', fields.some((field) => NESTED.includes(field.form.kind)));
    // A table takes the whole width: what it would bring about stands below, and is read across.
    const tabled = fields.some((field) => field.form.kind === 'grid');
    this.node.classList.toggle('ck-tabled', tabled);
    this.preview.across = tabled;
    this.node.classList.toggle('ck-untold', !this.move?.preview);
    this.editors.renew(fields);
    const nodes = [...this.editors.all.values()].map((editor) => editor.node);
    for (const node of [...this.fields.children]) if (!nodes.includes(node)) node.remove();
    nodes.forEach((node, index) => {
      if (this.fields.children[index] !== node) this.fields.insertBefore(node, this.fields.children[index] ?? null);
    });
    this.preview.draw(null);
  }

  /** Shows the form, or only the button that opens it. */
  showOpen(on) {
    const plain = !this.folds;
    show(this.opener, !plain && !on);
    show(this.head, !plain && on);
    show(this.fields, on && this.editors.all.size > 0);
    show(this.button, on);
    show(this.reason, on);
    this.node.classList.toggle('ck-folded', !plain && !on);
    this.node.classList.toggle('ck-opened', !plain && on);
    if (!on) this.preview.draw(null);
  }

  /**
   * Somebody opens the form; a large one is fetched first.
   * @param {boolean} [asked] whether somebody did so just now: the first field gets the focus
   */
  async open(asked = true) {
    const { known } = this;
    if (this.move.large && !this.editors.all.size) {
      const whole = await wholeMove(this.panel.store, this.seat, this.move);
      if (!whole || this.known !== known) return;
      this.move = { ...this.move, fields: whole.fields };
      this.updateFields(whole.fields);
    }
    this.showOpen(true);
    this.drafts.keep(this.key, { open: true });
    if (!this.aside) this.panel.openForm(this);
    if (asked) this.fields.querySelector('input:not([type="range"]), select, button')?.focus();
    if (this.drafts.get(this.key)?.values) this.restore();
    else if (this.move.preview && !this.editors.trouble()) this.check(true);
  }

  /** @param {boolean} back whether somebody went back to all choices: the button gets the focus */
  fold(back) {
    if (!this.folds) return;
    clearTimeout(this.timer);
    this.say('');
    this.showOpen(false);
    this.drafts.keep(this.key, { open: false });
    if (!back) return;
    if (!this.aside) this.panel.openForm(null);
    this.opener.focus();
  }

  /** Shows in each field only what goes with what is chosen in the field that it names. */
  narrow() {
    for (const { name, form } of this.move?.fields ?? []) {
      if (form.given) this.editors.all.get(name)?.narrow?.(this.editors.all.get(form.given.field)?.read());
    }
  }

  /** Somebody has changed something. */
  changed() {
    this.narrow();
    this.keepValues();
    this.judge();
  }

  keepValues() {
    const values = Object.fromEntries([...this.editors.all].map(([name, editor]) => [name, { kind: editor.kind, value: keptIn(editor) }]));
    this.drafts.keep(this.key, { open: this.isOpen, values });
  }

  /** What was sent has been refused: it is a draft again, and the reason is asked for, which stands beside its field. */
  refused() {
    if (this.sending) this.changed();
    this.sending = false;
  }

  /** Says what stands against the form as it is filled in, or asks for it. */
  judge() {
    const trouble = this.editors.trouble();
    for (const field of this.move.fields ?? []) {
      if (field.form.of === 'space') this.panel.pick(this.move, field.name, this.editors.read()[field.name]);
    }
    clearTimeout(this.timer);
    if (trouble) {
      // What has not been chosen yet is no mistake; it is asked for when the form is sent.
      this.say(trouble.missing ? '' : trouble.text, trouble.node);
      return;
    }
    if (!this.beside.isConnected) setText(this.reason, '');
    const fields = this.move.fields ?? [];
    const complex = this.move.preview || fields.length > 1 || fields.some((field) => NESTED.includes(field.form.kind));
    if (complex) this.timer = /** @type {any} */ (setTimeout(() => this.check(), CHECK_AFTER));
    else this.say('');
  }

  /**
   * Asks Python whether the form would be allowed, and what it would bring about, before it is sent.
   * @param {boolean} [fresh] whether nobody has filled in anything yet: then no reason is given
   */
  async check(fresh = false) {
    const known = this.known;
    const values = this.editors.read();
    const verdict = await judge(this.panel.store, this.seat, this.move, values, Boolean(this.aside));
    if (!verdict || this.known !== known || JSON.stringify(values) !== JSON.stringify(this.editors.read())) return;
    if (this.folds && !this.isOpen) return;
    if (verdict.limits) for (const editor of this.editors.all.values()) editor.limit?.(verdict.limits);
    this.say(fresh ? '' : verdict.reason ?? '', verdict.at?.length > 1 ? this.editors.find(verdict.at) : null);
    this.preview.node.classList.toggle('ck-stale', Boolean(verdict.reason));
    if (!verdict.reason) this.preview.draw(verdict.table);
  }

  /** Says why the form cannot be sent as it is: beside the field that it is about, where there are several. */
  say(reason, place = null) {
    const beside = reason && place && this.fields.contains(place) && this.node.classList.contains('ck-nested');
    if (beside) {
      if (this.beside.parentElement !== place) place.append(this.beside);
      setText(this.beside, reason);
      this.beside.scrollIntoView({ block: 'nearest' });
    } else this.beside.remove();
    setText(this.reason, beside ? '' : reason);
  }

  submit() {
    if (this.move?.barred) return;
    const trouble = this.editors.trouble();
    if (trouble) {
      this.say(trouble.text, trouble.node);
      return;
    }
    clearTimeout(this.timer); // to ask whether it would be allowed, once it has been answered, would be refused
    const values = this.editors.read();
    this.drafts.delete(this.key);
    this.sent += 1;
    this.sending = true;
    this.panel.answer(this.seat, this.move, values, Boolean(this.aside));
  }

  /** Fills in a field from the board and goes to the button. */
  fill(field, value, many) {
    const editor = this.editors.all.get(field);
    if (this.folds && !this.isOpen) this.open();
    if (editor) {
      const { given, options } = this.move.fields.find((one) => one.name === field)?.form ?? {};
      // A space that goes with one partner chooses that partner too.
      if (given) this.editors.all.get(given.field)?.write(given.values[options.findIndex((one) => one.value === value)]);
      const now = many ? editor.read() ?? [] : null;
      editor.write(many ? (now.includes(value) ? now.filter((one) => one !== value) : [...now, value]) : value);
      this.changed();
    }
    this.button.focus();
  }
}
