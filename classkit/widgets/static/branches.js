/** `<classkit-branches>`: "What if?": begins a branch, and goes from one to another. */

import { define, h, show } from './dom.js';
import { Part } from './part.js';

export class BranchesPart extends Part {
  known = '';

  mount() {
    this.classList.add('ck-branch-bar');
    this.fork = h('button', { type: 'button', class: 'ck-quiet', title: 'Goes on in a new branch; this one is kept, dashed on the charts', onclick: () => this.store.act({ do: 'fork' }) }, 'What if? Fork here');
    this.choice = h('select', { class: 'ck-select', 'aria-label': 'Branch', onchange: () => this.store.act({ do: 'branch', name: this.choice.value }) });
    this.append(this.choice, this.fork);
  }

  /** @param {Set<string>} changed */
  update(changed) {
    if (!this.touches(changed, 'fixed', 'branches', 'branch', 'read_only')) return;
    const names = (this.now.branches ?? []).map((branch) => branch.name);
    if (!names.includes(this.now.branch)) names.unshift(this.now.branch);
    const known = names.join('\n');
    if (this.known !== known) {
      this.known = known;
      this.choice.replaceChildren(...names.map((name) => h('option', { value: name }, name)));
    }
    this.choice.value = this.now.branch;
    this.choice.disabled = Boolean(this.now.read_only);
    this.fork.disabled = Boolean(this.now.read_only);
    show(this.choice, names.length > 1);
  }
}

define('classkit-branches', BranchesPart);
