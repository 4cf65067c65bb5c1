/** Sanitizer for HTML from cells, such as a pandas table: only listed elements and attributes are kept. */

const ELEMENTS = new Set([
  'a', 'abbr', 'b', 'bdi', 'blockquote', 'br', 'caption', 'code', 'col', 'colgroup', 'dd', 'details', 'div', 'dl', 'dt',
  'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'li', 'ol', 'p', 'pre', 's', 'small', 'span', 'strong', 'sub',
  'summary', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'u', 'ul',
  'circle', 'clippath', 'defs', 'desc', 'ellipse', 'g', 'line', 'path', 'polygon', 'polyline', 'rect', 'svg', 'text',
  'title', 'tspan',
]);
const ATTRIBUTES = new Set([
  'class', 'colspan', 'cx', 'cy', 'd', 'dir', 'dominant-baseline', 'dx', 'dy', 'fill', 'fill-opacity', 'font-family',
  'font-size', 'font-style', 'font-weight', 'height', 'lang', 'opacity', 'open', 'points', 'r', 'role', 'rowspan', 'rx',
  'ry', 'scope', 'stroke', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'stroke-opacity', 'stroke-width',
  'text-anchor', 'textlength', 'title', 'transform', 'viewbox', 'width', 'x', 'x1', 'x2', 'xmlns', 'y', 'y1', 'y2',
]);
/** A value that refers to another address, such as `url(…)`. */
const LEADS = /url\s*\(|:\/\//i;

/**
 * Parse markup without running scripts.
 * @param {string} markup
 * @returns {DocumentFragment} the allowed part of it
 */
export function cleaned(markup) {
  const { body } = new DOMParser().parseFromString(markup, 'text/html');
  for (const element of [...body.querySelectorAll('*')]) {
    if (!ELEMENTS.has(element.localName.toLowerCase())) element.remove();
    else clean(element);
  }
  const made = document.createDocumentFragment();
  made.append(...body.childNodes);
  return made;
}

function clean(element) {
  for (const { name, value } of [...element.attributes]) {
    const known = ATTRIBUTES.has(name.toLowerCase()) || name.startsWith('aria-');
    if (!known || (name !== 'xmlns' && LEADS.test(value))) element.removeAttribute(name);
  }
}
