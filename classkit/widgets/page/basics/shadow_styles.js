/**
 * Styles in a shadow root, which those of the document do not reach. Some front ends, such as marimo, show each widget
 * in one. Fonts and dialogs belong to the document in any case, so the styles are in both.
 */

const OWN = '#classkit-style, [data-classkit-style]';
const OF_PLOTLY = 'style[id^="plotly.js-style"]';

/** @returns {ShadowRoot | null} the shadow root that contains a node; a canvas of a test may have no tree at all */
function shadowOf(node) {
  const root = node.getRootNode?.();
  return root?.host ? root : null;
}

/**
 * Copies the page's styles into the shadow root that contains a node, if one does and lacks them.
 * @param {Node} node a node that is in the page
 */
export function addStyles(node) {
  const root = shadowOf(node);
  if (!root || root.querySelector(OWN)) return;
  root.prepend(...[...document.querySelectorAll(OWN)].map((one) => one.cloneNode(true)));
}

/**
 * Copies the styles that plotly has written rule by rule: their elements have no text.
 * @param {Node} node a chart that plotly has drawn
 */
export function addPlotlyStyles(node) {
  const root = shadowOf(node);
  if (!root || root.querySelector(OF_PLOTLY)) return;
  for (const one of /** @type {NodeListOf<HTMLStyleElement>} */ (document.querySelectorAll(OF_PLOTLY))) {
    const copy = document.createElement('style');
    copy.id = one.id;
    copy.textContent = [...(one.sheet?.cssRules ?? [])].map((rule) => rule.cssText).join('\n');
    root.prepend(copy);
  }
}

/**
 * The element with the focus in the tree of a node: the document only knows the host of a shadow root.
 * @param {Node} node
 * @returns {Element | null}
 */
export function focusedIn(node) {
  const root = /** @type {Document | ShadowRoot} */ (node.getRootNode());
  return root.activeElement ?? null;
}
