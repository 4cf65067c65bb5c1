import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import test from 'node:test';

const folder = new URL('../../classkit/widgets/page/', import.meta.url);
const sources = Object.fromEntries(readdirSync(folder, { recursive: true }).map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.js')).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));
// What others wrote is carried as they packed it: its one line of exports is read, and nothing else is asked of it.
const PACKED = /export\{([\w ,]+)\};\s*$/;
const library = sources['preact/standalone.js'];
delete sources['preact/standalone.js'];
const given = { 'preact/standalone.js': library.match(PACKED)[1].split(',').map((one) => one.split(' as ')[1]) };
const IMPORT = /^import \{([\w,\s]+)\} from '(\.{1,2}\/[\w/.-]+)';$/gm;

/** What a module imports: [file, names]. */
const imports = (name) => [...sources[name].matchAll(IMPORT)].map(([, names, file]) => [posix.join(posix.dirname(name), file), names.match(/\w+/g)]);

test('every import has the form that the loader can read, and names something that is there', () => {
  for (const [name, text] of Object.entries(sources)) {
    const lines = text.split('\n').filter((line) => /^import\b/.test(line));
    assert.equal(lines.length, imports(name).length, `${name} has an import in another form`);
    for (const [file, names] of imports(name)) {
      if (given[file]) {
        for (const one of names) assert.ok(given[file].includes(one), `${name}: ${one} from ${file}`);
        continue;
      }
      assert.ok(sources[file], `${name} imports ${file}`);
      for (const one of names) assert.match(sources[file], new RegExp(`^export (async )?(function|class|const) ${one}\\b`, 'm'), `${name}: ${one} from ${file}`);
    }
  }
});

test('what is imported is used', () => {
  for (const [name, text] of Object.entries(sources)) {
    const body = text.replace(IMPORT, '');
    for (const [file, names] of imports(name)) for (const one of names) assert.match(body, new RegExp(`\\b${one}\\b`), `${name} does not use ${one} of ${file}`);
  }
});

test('every template is one in which texts may be translated', () => {
  for (const name of Object.keys(sources)) {
    for (const [file, names] of imports(name)) assert.ok(!given[file] || !names.includes('html') || name === 'basics/texts.js', name);
  }
});

test('nothing private of plotly is touched: another version may keep it elsewhere', () => {
  for (const [name, text] of Object.entries(sources)) {
    assert.doesNotMatch(text, /_full(Data|Layout|Trace)|__data__|\bc2p\b|\bp2c\b|\._(context|transition|ev)\w*|js-(line|fill)|scatterlayer/, name);
  }
});

test('each folder imports from those below it alone', () => {
  const below = {
    basics: ['preact'], wire: ['basics'], board: ['basics'], charts: ['basics', 'wire', 'preact'],
    forms: ['basics', 'wire', 'board', 'preact'], parts: ['basics', 'wire', 'board', 'charts', 'forms', 'preact'],
    lesson: ['basics', 'wire', 'charts', 'opened.js'], room: ['basics', 'wire', 'charts', 'forms', 'opened.js', 'preact'],
  };
  for (const name of Object.keys(sources)) {
    const [own, module] = name.split('/');
    if (!module) continue;
    for (const [file] of imports(name)) {
      const [other] = file.split('/');
      assert.ok(other === own || below[own].includes(other), `${name} imports ${file}`);
    }
  }
});

test('types are taken from modules that are there', () => {
  for (const [name, text] of Object.entries(sources)) {
    for (const [, file] of text.matchAll(/import\('(\.[\w/.-]+)'\)/g)) assert.ok(sources[posix.join(posix.dirname(name), file)], `${name}: ${file}`);
  }
});

test('the modules do not import each other in a ring', () => {
  const done = new Set();
  const visit = (name, above) => {
    assert.ok(!above.includes(name), `ring: ${[...above, name].join(' -> ')}`);
    if (done.has(name)) return;
    for (const [file] of imports(name)) if (!given[file]) visit(file, [...above, name]);
    done.add(name);
  };
  for (const name of Object.keys(sources)) visit(name, []);
});

test('no text ever becomes markup or code', () => {
  for (const [name, text] of Object.entries(sources)) {
    if (name === 'lesson/safe.js') continue; // reads what a cell gives, and keeps what it lists
    assert.doesNotMatch(text, /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc|DOMParser/, name);
  }
});

test('no address outside the server is in the page', () => {
  for (const [name, text] of Object.entries(sources)) {
    const addresses = [...text.matchAll(/https?:\/\/[\w./-]+/g)].map(([address]) => address).filter((address) => address !== 'http://www.w3.org/2000/svg');
    assert.deepEqual(addresses, [], name);
  }
});

test('each module says what it is about, and stays short', () => {
  for (const [name, text] of Object.entries(sources)) {
    assert.match(text, /^\/\*\*/, `${name} begins with its subject`);
    assert.ok(text.split('\n').length <= 450, `${name} is too long`);
  }
});
