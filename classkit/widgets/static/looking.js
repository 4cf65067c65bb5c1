/** What somebody points at among the choices of a panel is shown on the board. */

/**
 * Tells the store, as `looking`, the space that a choice under the pointer or with the focus means.
 * Choices carry it as `data-space`: buttons, labels, options of a list.
 * @param {any} box
 * @param {import('./store.js').Store} store
 */
export function watchLooks(box, store) {
  const look = (/** @type {string|null} */ space) => {
    if ((store.local.looking ?? null) !== space) store.set({ looking: space });
  };
  const focused = () => (box.contains(document.activeElement) ? spaceOf(document.activeElement) : null);
  box.addEventListener('pointerover', (/** @type {any} */ event) => look(spaceOf(event.target) ?? focused()));
  box.addEventListener('pointerleave', () => look(focused()));
  for (const name of ['focusin', 'input', 'change']) box.addEventListener(name, (/** @type {any} */ event) => look(spaceOf(event.target)));
  box.addEventListener('focusout', () => look(null));
}

/**
 * @param {any} element
 * @returns {string|null} the space that a choice means; of a list, the one that is chosen
 */
function spaceOf(element) {
  if (element?.tagName === 'SELECT') return element.selectedOptions[0]?.dataset.space ?? null;
  return element?.closest?.('[data-space]')?.dataset.space ?? null;
}
