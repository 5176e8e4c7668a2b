/* Python for browsers in node: makes documents as the worker does, and prints their hashes. Run by the tests here.
 *
 * Arguments: the folder of Python in the workshop, and a JSON file with the calls of the desk. With the variable
 * PLAIN, no pictures of pages are made, which take half of the time. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [, , folder, calls] = process.argv;
const index = JSON.parse(readFileSync(join(folder, "pieces.json"), "utf8"));
const pieces = Array.from({ length: index.pieces }, (_, number) => readFileSync(join(folder, `piece-${number}.bin`)));
const whole = Buffer.concat(pieces);
const file = (name) => {
  const { from, to, gzip } = index.files[name];
  const part = whole.subarray(from, to);
  return gzip ? gunzipSync(part) : part;
};

const { loadPyodide } = await import(pathToFileURL(join(process.env.PYODIDE, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: process.env.PYODIDE });
const program = file("program.zip");
python.unpackArchive(program.buffer.slice(program.byteOffset, program.byteOffset + program.length), "zip", {
  extractDir: "/program",
});
python.runPython("import sys; sys.path.insert(0, '/program'); import desk");
const desk = python.pyimport("desk");
if (process.env.PLAIN) {
  python.runPython(`
from functools import wraps
made = desk.make
desk.make = wraps(made)(lambda *given, **more: made(*given, **{**more, "previews": False}))
`);
}
for (const [name, given] of JSON.parse(readFileSync(calls, "utf8"))) {
  const answer = desk.answer(name, JSON.stringify(given));
  const [said, files] = answer.toJs();
  answer.destroy();
  const hashes = files.map((content) => createHash("sha256").update(content).digest("hex"));
  console.log(JSON.stringify({ said: JSON.parse(said), hashes }));
}
