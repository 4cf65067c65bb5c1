/** `<classkit-branches>`: "What if?": begins a branch, and goes from one to another. */

import { define } from '../basics/dom.js';
import { Confirm } from '../basics/confirm.js';
import { Button, Select } from '../basics/controls.js';
import { Part } from '../basics/part.js';
import { html } from '../preact/standalone.js';

export class BranchesPart extends Part {
  /** Whether it is asked once more, since a fork opens what lies hidden. */
  asking = false;

  mount() { this.classList.add('ck-branch-bar'); }

  view() {
    const { branches = [], branch, read_only: barred, opens } = this.now;
    const names = branches.map(({ name }) => name);
    if (!names.includes(branch)) names.unshift(branch);
    return html`
      <${Select} class="ck-select" label="Branch" value=${branch} options=${names.map((name) => [name, name])}
        hidden=${names.length < 2} barred=${barred} run=${(name) => this.store.act({ do: 'branch', name })} />
      <${Button} class="ck-quiet ck-fork" run=${() => this.ask()} barred=${barred}
        hint="Goes on in a new branch; this one is kept, dashed on the charts">What if? Fork here<//>
      <${Confirm} title="A fork opens what is hidden" no="Leave it hidden" yes="Fork and open it"
        question=${this.asking && opens} run=${() => this.fork()} closed=${() => this.leave()} />`;
  }

  /** Forks; where that opens what lies hidden, only once the page has said so. */
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
