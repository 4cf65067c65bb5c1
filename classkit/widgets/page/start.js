/** Page for opening a class: a game, its options, and the groups to compare. */

import { offered } from './basics/controls.js';
import { html } from './basics/markup.js';
import { Picture } from './basics/preact_root.js';
import { readAmount } from './forms/amounts.js';
import { kindOf, troubleIn, valuesOf } from './forms/fields.js';
import { filledAtFirst, SettingRow } from './forms/setting.js';
import { WholeBox } from './forms/whole.js';
import { named } from './forms/validation_message.js';
import { optionIn, withoutOption } from './parts/newmatch.js';
import { begin, roomPane } from './room/page.js';

/** @typedef {import('./forms/setting.js').Setting} Setting */
/** @typedef {{name: string, title: string, seats: Setting, options: Setting[]}} Game */

/** Names of the groups; their number is the maximum. */
const GROUPS = ['First group', 'Second group', 'Third group', 'Fourth group'];
/** Maximum number of tables of a room. */
const TABLES = /** @type {AmountForm} */ ({ kind: 'amount', low: 1, high: 200, step: 1 });
/** Minimum number of groups. */
const FEWEST = 2;

/**
 * A value that no group has yet, or the option's default if there is none.
 * @param {Setting} setting
 * @param {any[]} taken
 */
export function anotherValue(setting, taken) {
  const { form, value } = setting;
  const others = form.kind === 'amount'
    ? [...(form.also ?? []), form.low, form.high]
    : form.options.map((one) => one.value);
  return [value, ...others].find((one) => !taken.includes(one)) ?? value;
}

/**
 * The settings that differ from the game's defaults.
 * @param {Setting[]} settings
 * @param {Record<string, any>} filled
 */
export function changedFrom(settings, filled) {
  const values = valuesOf(settings, filled);
  const changed = settings.filter(({ name, value }) => values[name] !== value);
  return Object.fromEntries(changed.map(({ name }) => [name, values[name]]));
}

/**
 * A select list with its label.
 * @param {string} id that no other element of the page has
 * @param {string} label
 * @param {string[][]} options [value, label]
 * @param {string} chosen
 * @param {(value: string) => void} run called with the chosen value
 */
function choice(id, label, options, chosen, run) {
  return html`
    <span class="ck-class-form-choice">
      <label for=${id}>${label}</label>
      <select id=${id} onInput=${({ target }) => run(target.value)}>${offered(options, chosen)}</select>
    </span>`;
}

class StartPage {
  /** The chosen game, and its settings. */
  chosen = '';
  filled = /** @type {Record<string, any>} */ ({});
  /** Maximum number of tables, as typed; empty for no limit. */
  tables = '';
  /** The compared option, and its value for each group. */
  compared = '';
  groups = /** @type {any[]} */ ([]);
  /** The validation message, and its setting. */
  why = { name: '', text: '' };
  /** Whether a request is in progress. */
  sending = false;

  /**
   * @param {HTMLElement} el
   * @param {{ games: Game[], address: string, xsrf: string }} told
   */
  constructor(el, told) {
    this.told = told;
    const pane = roomPane('medium');
    el.append(pane);
    this.picture = new Picture(pane, () => this.view());
    this.choose(told.games[0].name);
  }

  /** @returns {Game} */
  get game() { return this.told.games.find(({ name }) => name === this.chosen) ?? this.told.games[0]; }

  get settings() { return [this.game.seats, ...this.game.options]; }

  /** The compared option, if any. */
  get setting() { return this.game.options.find(({ name }) => name === this.compared); }

  choose(name) {
    this.chosen = name;
    this.filled = filledAtFirst(this.settings);
    this.compare('');
  }

  /** @param {string} option option in which the groups differ; empty for no groups */
  compare(option) {
    this.compared = option;
    this.groups = [];
    while (option && this.groups.length < FEWEST) this.addGroup();
    this.say('');
  }

  addGroup() {
    const setting = /** @type {Setting} */ (this.setting);
    const { form } = setting;
    const taken = this.groups.map((filled) => kindOf(form).read(form, filled));
    this.groups.push(kindOf(form).fill(form, anotherValue(setting, taken)));
  }

  /** @param {string} [name] name of its setting */
  say(text, name = '') {
    this.why = { name, text };
    this.picture.draw();
  }

  change(name, value) {
    this.filled = { ...this.filled, [name]: value };
    this.say('');
  }

  /** The compared option as a field for each group. */
  get fields() {
    const { setting } = this;
    return setting ? this.groups.map((_, at) => ({ ...setting, name: `group${at}`, label: GROUPS[at] })) : [];
  }

  /** The data to send; null with a message if something is missing. */
  read() {
    const groups = Object.fromEntries(this.groups.map((filled, at) => [`group${at}`, filled]));
    const trouble = troubleIn(this.settings, this.filled) ?? troubleIn(this.fields, groups);
    if (trouble) {
      this.say(trouble.text, String(trouble.at[0]));
      return null;
    }
    const tables = this.tables.trim() ? readAmount(this.tables, TABLES) : { value: 0, problem: '' };
    if (tables.problem) {
      this.say(named('Tables at most', tables.problem));
      return null;
    }
    const values = Object.values(valuesOf(this.fields, groups));
    const { seats } = valuesOf([this.game.seats], this.filled);
    return {
      game: this.game.name,
      seats,
      tables: tables.value ?? 0,
      options: changedFrom(this.game.options, this.filled),
      compare: this.compared ? { [this.compared]: values } : {},
    };
  }

  async open(event) {
    event.preventDefault();
    const asked = this.read();
    if (!asked || this.sending) return;
    this.sending = true;
    const body = new URLSearchParams({ asked: JSON.stringify(asked), _xsrf: this.told.xsrf });
    try {
      const answer = await fetch(this.told.address, { method: 'POST', body });
      if (answer.ok) {
        location.assign(answer.url);
        return;
      }
      const reason = answer.status === 400 ? await answer.text() : 'The server did not open a room. Reload this page.';
      this.say(withoutOption(reason), optionIn(reason));
    } catch {
      this.say('The server cannot be reached. Try again.');
    } finally {
      this.sending = false;
    }
  }

  view() {
    const { game, why } = this;
    const games = this.told.games.map(({ name, title }) => [name, title]);
    const row = (setting) => html`<${SettingRow} key=${`${game.name}/${setting.name}`} setting=${setting} why=${why}
      filled=${this.filled[setting.name]} change=${(value) => this.change(setting.name, value)} />`;
    const options = game.options.filter(({ name }) => name !== this.compared);
    const said = [...options, game.seats].some(({ name }) => name === why.name);
    return html`
      <form class="ck-class-form" novalidate onSubmit=${(event) => this.open(event)}>
        ${choice('game', 'Game', games, game.name, (name) => this.choose(name))}
        <div class="ck-settings">${row({ ...game.seats, label: 'Seats at a table' })}</div>
        <span class="ck-class-form-choice">
          <label for="tables">Tables at most</label>
          <${WholeBox} id="tables" form=${TABLES} placeholder="as many as the class needs" value=${this.tables}
            type=${(typed) => { this.tables = typed; }} />
        </span>
        ${this.comparison()}
        <details class="ck-also" open=${options.some(({ name }) => name === why.name)}>
          <summary>Options for all tables (${options.length})</summary>
          <div class="ck-settings">${options.map(row)}</div>
        </details>
        <p class="ck-reason" role="alert">${said ? '' : why.text}</p>
        <button type="submit" class="ck-room-do">Open a room</button>
      </form>`;
  }

  comparison() {
    const { groups } = this;
    const options = this.game.options.map(({ name, label }) => [name, label]);
    const none = ['', 'nothing: all tables have the same rules'];
    const regroup = (next) => { this.groups = next; this.say(''); };
    const add = () => { this.addGroup(); this.say(''); };
    return html`
      <fieldset class="ck-class-form-groups">
        <legend>An experiment with the class</legend>
        ${choice('compare', 'Compare', [none, ...options], this.compared, (name) => this.compare(name))}
        ${this.fields.map((field, at) => html`
          <div class="ck-setting" key=${`${this.compared}${at}`}>
            <${kindOf(field.form).View} field=${field} filled=${groups[at]}
              change=${(filled) => regroup(this.groups.with(at, filled))} />
          </div>`)}
        <p class="ck-hint" hidden=${!this.compared}>
          Tables are set up in turn for each group. One of each has the same dice and cards, so what they differ in
          later is the rule and the people, and not the luck.
        </p>
        <span class="ck-pair" hidden=${!this.compared}>
          <button type="button" class="ck-quiet" hidden=${groups.length >= GROUPS.length} onClick=${add}>
            Another group
          </button>
          <button type="button" class="ck-quiet" hidden=${groups.length <= FEWEST}
            onClick=${() => regroup(this.groups.slice(0, -1))}>One group fewer</button>
        </span>
      </fieldset>`;
  }
}

/**
 * @param {HTMLElement} el its place
 * @param {{ games: Game[], address: string, xsrf: string }} told
 */
function showStart(el, told) { return new StartPage(el, told); }

begin('classkit-start', showStart);

export default showStart;
