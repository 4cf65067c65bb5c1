/** Runs `compiling.py` in the pinned Pyodide: node compile.mjs '{"folder": ..., "script": ...}' */

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const { folder, script } = JSON.parse(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: `${folder}/pyodide/`,
  lockFileContents: JSON.stringify({
    packages: {},
    info: { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten_5_0_3', python: '3.14.2' },
  }),
});
for (const name of ['stage', 'out', 'pyodide']) python.mountNodeFS(`/${name}`, `${folder}/${name}`);
try {
  await python.runPythonAsync(readFileSync(script, 'utf8'));
} catch (error) {
  process.stderr.write(`${error.message}\n`); // without the source of Pyodide, which Node.js would print first
  process.exitCode = 1;
}
process.exit(); // what was begun in Python, such as a pause after futures, is not waited for
