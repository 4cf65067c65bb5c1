/**
 * Searches a built book as its page does: `node search.mjs BOOK QUERY...` prints, as JSON, the pages that each query
 * finds, best first.
 */

import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

const [book, ...queries] = process.argv.slice(2);
Object.assign(globalThis, {
  document: { getElementById: () => null, addEventListener() {} },
  window: globalThis,
  DOCUMENTATION_OPTIONS: {},
  SPHINX_HIGHLIGHT_ENABLED: false,
  _: (words) => words,
  _ready() {},
});
const scripts = ['language_data', 'searchtools'].map((name) => `_static/${name}.js`);
const text = [...scripts, 'searchindex.js'].map((name) => readFileSync(`${book}/${name}`, 'utf8')).join('\n');
const search = runInThisContext(`${text};\nSearch`);
const found = queries.map((query) => {
  const results = search._performSearch(...search._parseQuery(query)).reverse();
  return [...new Set(results.map(([page]) => page))];
});
console.log(JSON.stringify(found));
