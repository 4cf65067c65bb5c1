/** Runs the cells of lessons in a site's Python in Node.js, each in one of its own, and prints what they have shown. */

import { readFileSync } from 'node:fs';
import { openNotebook, openPackage, startPyodide } from '../../classkit/site/browser/start.js';

const { folder, library, packed, notebook, later, script, lessons } = JSON.parse(process.argv[2]);
const bytes = (path) => new Uint8Array(readFileSync(path));

async function run(cells) {
  const python = await startPyodide(folder, { stdLibURL: library });
  openPackage(python, bytes(packed));
  const { begin } = openNotebook(python, bytes(notebook));
  python.runPython(readFileSync(script, 'utf8'));
  const finder = python.pyimport('classkit.site.lazy_packages');
  finder.install_lazy_finder(JSON.stringify(later), (path) => python.toPy(bytes(path)));
  const [runLesson, json] = ['run_lesson', 'json'].map((name) => python.globals.get(name));
  return JSON.parse(json.dumps(runLesson(begin, python.toPy(cells))));
}

try {
  const shown = [];
  for (const cells of lessons) shown.push(await run(cells));
  process.stdout.write(`${JSON.stringify(shown)}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`); // without the source of Pyodide, which Node.js would print first
  process.exitCode = 1;
}
process.exit(); // what goes on in Python is not waited for
