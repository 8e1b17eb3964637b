import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import Mocha from 'mocha';
import ts from 'typescript';

/** @typedef {readonly string[]} TitlePath the titles of a test's suites and its own */

/**
 * The titles as mocha has them when the files are loaded, those that are made in loops too. Runs no test.
 *
 * @param {readonly string[]} folders
 * @returns {Promise<TitlePath[]>}
 */
export async function loadedTitles(folders) {
  const mocha = new Mocha();
  for (const file of await filesIn(folders, /\.test\.tsx?$/)) mocha.addFile(path.resolve(file));
  await mocha.loadFilesAsync();
  /** @type {TitlePath[]} */
  const titles = [];
  mocha.suite.eachTest((test) => void titles.push(test.titlePath()));
  return titles;
}

/**
 * The titles as they are written, for files that can be loaded only inside an editor. What is put into a title when it runs
 * is `…` here.
 *
 * @param {readonly string[]} folders
 * @returns {Promise<TitlePath[]>}
 */
export async function writtenTitles(folders) {
  const files = await filesIn(folders, /\.(?:test|e2e)\.ts$/);
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return sources.flatMap((source) => titlesIn(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest), []));
}

/**
 * @param {ts.Node} node
 * @param {TitlePath} above
 * @returns {TitlePath[]}
 */
function titlesIn(node, above) {
  /** @type {TitlePath[]} */
  const found = [];
  const called = ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : undefined;
  const title = called !== undefined && ts.isCallExpression(node) ? textOf(node.arguments[0]) : undefined;
  const within = called === 'describe' && title !== undefined ? [...above, title] : above;
  if (called === 'it' && title !== undefined) found.push([...above, title]);
  ts.forEachChild(node, (child) => void found.push(...titlesIn(child, within)));
  return found;
}

/** @param {ts.Node | undefined} node */
function textOf(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

/**
 * @param {readonly string[]} folders
 * @param {RegExp} name
 */
async function filesIn(folders, name) {
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).filter((file) => name.test(file)).map((file) => `${folder}/${file}`),
    ),
  );
  return found.flat().sort();
}
