/**
 * `<classkit-records>`, the Match tab: saving, opening and restarting (with confirmation), branches, bookmarks, and
 * signals of the host.
 */

import { define } from '../basics/dom.js';
import { Confirm } from '../basics/confirm.js';
import { Button } from '../basics/controls.js';
import { download } from '../basics/download.js';
import { fileSize } from '../basics/format.js';
import { LARGEST_RECORD, LONGEST_NAME } from '../basics/limits.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';
import { useState } from '../preact/standalone.js';
import { ClockGroup } from './matchclock.js';
import { NewMatch } from './newmatch.js';
import { takeHome } from './takehome.js';

/** Warning before restarting a match with secrets with the same luck. */
const OPENS = ' With the same luck, the same cards come up again, so everybody learns what is hidden now.';
const ANEW = 'Start a new match with new luck? The match so far is kept as a branch.';
const AGAIN = 'Go back to the start of this match, with the same luck? The match so far is kept as a branch.';
const TELLS = 'A saved match contains everything, even if it is hidden on the screen. Keep the file to yourself until '
  + 'the match is over.';

/** @typedef {{action: Record<string, string>, question: string, yes: string, file?: ArrayBuffer}} Large */

export class RecordsPart extends Part {
  /** Result of the last action. */
  said = '';
  /** The action that needs confirmation. @type {Large|null} */
  large = null;

  /** Inserts the dialog for a new match once. */
  place = (/** @type {any} */ node) => node?.append(this.fresh.node);

  mount() {
    this.classList.add('ck-records');
    this.fresh = new NewMatch(this.store);
  }

  view() {
    const { now, fixed, large } = this;
    const barred = now.read_only;
    return html`
      <section class="ck-group ck-keep">
        <h2>Keep</h2>
        <${Keep} part=${this} barred=${barred} />
        <p class="ck-hint" hidden=${!fixed.forgets}>
          This runs on ${fixed.forgets}, which forgets everything when you leave, or rest for some minutes: download
          your work before you go.
        </p>
        <p class="ck-hint" hidden=${!fixed.secrets}>${TELLS}</p>
        <p class="ck-hint" role="status">${this.said}</p>
      </section>
      <section class="ck-group ck-apart">
        <h2>Start over</h2>
        <span class="ck-pair">
          <${Quiet} run=${() => this.fresh.open()} barred=${barred}>New match with other options …<//>
          <${Quiet} run=${() => this.ask({ do: 'new_seed' }, ANEW)} barred=${barred}>New match with new luck<//>
          <${Quiet} run=${() => this.ask({ do: 'reset' }, AGAIN + (fixed.secrets ? OPENS : ''))} barred=${barred}>
            Reset to the start
          <//>
        </span>
        <${Confirm} title="Please confirm" no="No, keep playing" yes=${large?.yes} question=${large?.question}
          barred=${barred} run=${() => this.goOn()} closed=${() => this.leave()}>
          <${Quiet} run=${() => this.download()}>Save first<//>
        <//>
        <div ref=${this.place}></div>
      </section>
      <section class="ck-group">
        <h2>Branches and bookmarks</h2>
        <${Kept} now=${now} act=${(action) => this.store.act(action)} />
      </section>
      <section class="ck-group ck-apart" hidden=${!now.signals?.length}>
        <h2>The host</h2>
        <span class="ck-pair">
          ${(now.signals ?? []).map(({ name, label, rule }) => html`
            <${Quiet} key=${name} run=${() => this.tell(name, label, rule)}>${label}<//>`)}
        </span>
      </section>
      <${ClockGroup} now=${now} act=${(action) => this.store.act(action)} />
      <section class="ck-group">
        <h2>This match</h2>
        <dl class="ck-facts">
          ${factsOf(fixed).map(([name, value]) => html`<div><dt>${name}</dt><dd>${String(value)}</dd></div>`)}
        </dl>
      </section>`;
  }

  update(changed) {
    this.fresh.bar(this.now.read_only);
    super.update(changed);
  }

  say(words) {
    this.said = words;
    this.draw();
  }

  async download() {
    const data = await this.store.detail({ do: 'save' });
    if (!data) return;
    download(data.name, data.text, 'application/json');
    this.say(`Saved as ${data.name} in your downloads. ${data.note ?? ''}`.trim());
  }

  /** @param {File|undefined} file the chosen file */
  async open(file) {
    if (!file) return;
    if (file.size > LARGEST_RECORD) {
      const most = fileSize(LARGEST_RECORD);
      this.say(`${file.name} has ${fileSize(file.size)}; a saved match has at most ${most}. It was not opened.`);
      return;
    }
    const record = await file.arrayBuffer();
    const answer = await this.store.act({ do: 'open' }, record);
    if (answer?.kind !== 'refused') {
      if (answer) this.say(`Opened ${file.name}.`);
    } else if (answer.offer) {
      const { offer } = answer;
      const question = `${answer.reason} Open it here? `
        + 'The match on the table is kept as a branch that you can return to.';
      this.ask({ do: 'open', game: offer.game }, question, offer.label, record);
    } else this.say(answer.reason);
  }

  /** Send a signal to the game, such as time up. */
  tell(name, label, rule) {
    this.ask({ do: 'signal', name }, `${label}${rule ? ` (${rule})` : ''}?`, `Yes: ${label}`);
  }

  /**
   * Ask for confirmation of an action.
   * @param {Record<string, string>} action
   * @param {ArrayBuffer} [file] the record to open
   */
  ask(action, question, yes = 'Yes, start over', file = undefined) {
    this.large = { action, question, yes, file };
    this.draw();
  }

  /** Run the confirmed action. */
  async goOn() {
    const { action, file } = /** @type {Large} */ (this.large);
    const answer = await this.store.act(action, file);
    this.say(answer?.kind === 'refused' ? answer.reason : '');
    if (answer && answer.kind !== 'refused' && action.do !== 'signal') this.store.set({ begun: {} });
  }

  leave() {
    this.large = null; // it may contain a large record
    this.draw();
  }
}

function Quiet({ children, ...rest }) {
  return html`<${Button} class="ck-quiet" ...${rest}>${children}<//>`;
}

/** Saving, opening and downloading. */
function Keep({ part, barred }) {
  const { store } = part;
  const { connection } = store.local;
  const take = (kind) => takeHome(store, kind, (words) => part.say(words));
  const choose = ({ target }) => {
    const [file] = target.files;
    part.open(file);
    target.value = ''; // so that the same file can be chosen again
  };
  return html`
    <span class="ck-pair">
      <${Quiet} run=${() => part.download()}>Save this match<//>
      <${Quiet} run=${() => part.querySelector('input[type=file]').click()} barred=${barred}>Open a saved match<//>
      <${Quiet} run=${() => connection.showLink()} hidden=${!connection?.hosted}>Link to this match<//>
      <${Quiet} run=${() => take('work')}>Download my work and my match<//>
      <${Quiet} run=${() => take('everything')} hidden=${!connection?.inBrowser}>Export everything<//>
      <${Quiet} run=${() => take('homework')}>Homework from this match<//>
      <input type="file" accept=".json,application/json" hidden onchange=${choose} />
    </span>`;
}

/** Other branches, and bookmarks. */
function Kept({ now, act }) {
  const { marks = [], moment = '' } = now.timeline ?? {};
  const branches = (now.branches ?? []).filter(({ name }) => name !== now.branch);
  return html`
    <div class="ck-branches">
      ${branches.map(({ name, title }) => html`
        <${Line} key=${`branch ${name}`} words=${title} run=${() => act({ do: 'drop_branch', name })}
          more=${html`<${Naming} title=${title} run=${(to) => act({ do: 'name_branch', name, to })} />`}>
          Drop this branch
        <//>`)}
      ${marks.map(({ turn, label }) => html`
        <${Line} key=${`${turn} ${label}`} words=${moment ? label : `Turn ${turn}: ${label}`}
          run=${() => act({ do: 'unbookmark', turn })}>Remove bookmark<//>`)}
      ${branches.length + marks.length ? null : html`
        <p class="ck-hint">None yet. “What if?” begins a branch, “Bookmark” marks this moment.</p>`}
    </div>`;
}

/** Form for naming a branch; named branches are never dropped automatically. */
function Naming({ title, run }) {
  const [typed, type] = useState('');
  return html`
    <input type="text" class="ck-text ck-mini" maxlength=${LONGEST_NAME} placeholder="Name it to keep it" value=${typed}
      aria-label=${`Name for “${title}”`} oninput=${({ target }) => type(target.value)}
      onchange=${() => { if (typed.trim()) run(typed.trim()); type(''); }} />`;
}

function Line({ words, run, children, more = null }) {
  return html`
    <div class="ck-kept"><bdi>${words}</bdi>${more}<${Button} class="ck-mini" run=${run}>${children}<//></div>`;
}

/** Facts about the match as [name, value] pairs. */
function factsOf(fixed) {
  const by = fixed.credits ? [['Game by', fixed.credits]] : [];
  return [['Title', fixed.title], ...(fixed.options ?? []), ...by];
}

define('classkit-records', RecordsPart);
