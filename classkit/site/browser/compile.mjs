/** Runs `bytecode_compiler.py` in the pinned Pyodide: node compile.mjs '{"folder": ..., "script": ...}' */

import { readFileSync } from 'node:fs';
import { startPyodide } from './start.js';

const { folder, script } = JSON.parse(process.argv[2]);
// without the columns of errors, bytecode is a fifth smaller
const python = await startPyodide(`${folder}/pyodide/`, { env: { HOME: '/', PYTHONNODEBUGRANGES: '1' } });
for (const name of ['stage', 'more', 'out', 'pyodide']) python.mountNodeFS(`/${name}`, `${folder}/${name}`);
try {
  await python.runPythonAsync(readFileSync(script, 'utf8'));
} catch (error) {
  process.stderr.write(`${error.message}\n`); // without the source of Pyodide, which Node.js would print first
  process.exitCode = 1;
}
process.exit(); // what was begun in Python, such as a pause after futures, is not waited for
