/** `<classkit-branches>`: "What if?": starts branches and switches between them. */

import { define } from '../basics/dom.js';
import { Confirm } from '../basics/confirm.js';
import { Button, Select } from '../basics/controls.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';

export class BranchesPart extends Part {
  /** Whether a confirmation is shown, because a fork reveals hidden information. */
  asking = false;

  mount() { this.classList.add('ck-branch-bar'); }

  view() {
    const { branches = [], branch, read_only: barred, opens } = this.now;
    const called = new Map(branches.map(({ name, title }) => [name, title]));
    if (!called.has(branch)) called.set(branch, branch);
    const folded = new Set(branches.filter((one) => one.folded).map(({ name }) => name));
    // unnamed earlier branches come last
    const names = [...called.keys()].sort((a, b) => Number(folded.has(a)) - Number(folded.has(b)));
    const options = names.map((name) => [name, `${folded.has(name) ? 'Earlier: ' : ''}${called.get(name)}`, name]);
    return html`
      <${Select} class="ck-select ck-branch-choice" label="Branch" value=${branch} options=${options}
        hidden=${names.length < 2} barred=${barred}
        run=${(name) => this.store.act({ do: 'branch', name, stay: true })} />
      <${Button} class="ck-raised ck-fork" run=${() => this.ask()} barred=${barred}
        hint="Fork here: continues in a new branch; this one is kept, dashed on the charts">What if?<//>
      <${Confirm} title="A fork reveals hidden information" no="Keep it hidden" yes="Fork and reveal it"
        question=${this.asking && opens} run=${() => this.fork()} closed=${() => this.leave()} />`;
  }

  /** Fork, after a confirmation if that reveals hidden information. */
  ask() {
    this.asking = Boolean(this.now.opens);
    if (this.asking) this.draw();
    else this.fork();
  }

  fork() { this.store.act({ do: 'fork' }); }

  leave() {
    this.asking = false;
    this.draw();
    /** @type {HTMLElement|null} */ (this.querySelector('.ck-fork'))?.focus();
  }
}

define('classkit-branches', BranchesPart);
