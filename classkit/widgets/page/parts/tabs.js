/** Tabs over the board; a panel is drawn when it becomes visible. */

import { focusedIn } from '../basics/shadow_styles.js';
import { h, press, setProp, show } from '../basics/dom.js';

/**
 * @param {Array<{name: string, label: string, panel: HTMLElement}>} tabs
 * @param {(name: string) => void} changed
 * @returns {{node: any, choose: (name: string) => void, leadBack: () => boolean, offer: (name: string, on: boolean) =>
 *   void, print: (names: string[]|null) => void}} `leadBack` returns to the first tab; `offer` shows or hides a tab;
 * `print` shows these panels together, and null restores the chosen one
 */
export function makeTabs(tabs, changed) {
  const buttons = tabs.map(({ name, label }) =>
    h('button', { type: 'button', role: 'tab', class: 'ck-tab', 'data-tab': name, onclick: () => choose(name) }, label),
  );
  const bar = h('div', { class: 'ck-tab-bar', role: 'tablist', 'aria-label': 'Board, and more' }, ...buttons);
  // If the tabs do not fit into one line, the rest is below it.
  const more = press('ck-tab ck-tab-more', () => showAll(!node.classList.contains('ck-all')), 'More ▾');
  const showAll = (on) => {
    node.classList.toggle('ck-all', on);
    setProp(more, 'aria-expanded', String(on));
  };
  const panels = tabs.map(({ name, label, panel }) =>
    h(
      'div',
      { class: `ck-tab-panel ck-tab-${name}`, role: 'tabpanel', 'aria-label': label, tabindex: 0, hidden: true },
      panel,
    ),
  );
  const node = h(
    'div', { class: 'ck-tabs' }, h('div', { class: 'ck-tab-head' }, bar, more),
    h('div', { class: 'ck-tab-panels' }, ...panels),
  );
  const choose = (name) => {
    showAll(false);
    tabs.forEach((tab, index) => {
      const chosen = tab.name === name;
      setProp(buttons[index], 'aria-selected', String(chosen));
      setProp(buttons[index], 'tabindex', chosen ? 0 : -1);
      show(panels[index], chosen);
      // Scroll to the line of the selected tab.
      if (chosen) bar.scrollTop = buttons[index].offsetTop;
    });
    changed(name);
  };
  bar.addEventListener('keydown', (event) => {
    const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!way) return;
    const there = buttons.filter((button) => !button.hidden);
    const at = there.indexOf(/** @type {any} */ (event.target));
    const next = there[(at + way + there.length) % there.length];
    next.click();
    next.focus();
    event.preventDefault();
  });
  // Without overflow there is no More button, unless it is open.
  const sizes = new ResizeObserver(() => {
    if (node.classList.contains('ck-all')) return;
    node.classList.remove('ck-many'); // measure without the button's own width
    node.classList.toggle('ck-many', bar.scrollHeight > bar.clientHeight + 1);
    bar.scrollTop = buttons.find((_, index) => isChosen(index))?.offsetTop ?? 0;
  });
  for (const one of [bar, ...buttons]) sizes.observe(one);
  const isChosen = (index) => buttons[index].getAttribute('aria-selected') === 'true';
  const leadBack = () => {
    if (isChosen(0)) return false;
    const held = node.contains(focusedIn(node));
    choose(tabs[0].name);
    if (held) buttons[0].focus({ preventScroll: true });
    return true;
  };
  const offer = (name, on) => {
    const at = tabs.findIndex((tab) => tab.name === name);
    show(buttons[at], on);
    if (!on && isChosen(at)) choose(tabs[0].name);
  };
  /** @param {string[]|null} names */
  const print = (names) => {
    tabs.forEach((tab, index) => show(panels[index], names ? names.includes(tab.name) : isChosen(index)));
  };
  return { node, choose, leadBack, offer, print };
}
