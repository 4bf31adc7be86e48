import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

import {anchorOf} from './anchors.mjs';

/*
 * Checks Markdown files, for `npm run lint`: links, anchors, paths, settings and npm commands, and the length and first sentence of the manual's
 * pages. docs/README.md must list each page once, and docs/explain/dependencies.md the direct dependencies. Add a check of a page to
 * `problemsOfPage`.
 */

/** Maximum number of lines of a page, without the generated ones. */
const maxLines = 200;
const manual = readdirSync('docs', {recursive: true, encoding: 'utf8'})
  .filter(name => name.endsWith('.md'))
  .map(name => join('docs', name));
const others = ['README.md', 'client/README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
const settings = groups(readFileSync('server/settings.ts', 'utf8'), /^ {2}(TAVLE_\w+): /gm);
const {scripts} = JSON.parse(readFileSync('package.json', 'utf8'));
/** Paths that begin with a folder of the repository, without patterns. */
const isPath = /^(?:certificates|client|demo|deploy|docs|e2e|proof|scripts|server)\/[^*{…]*$/;

const contents = groups(readFileSync('docs/README.md', 'utf8'), /^- \[[^\]]+\]\(([\w/-]+\.md)\)/gm);
const problems = [
  ...[...manual, ...others].flatMap(path => problemsOf(path).map(problem => `${path} ${problem}`)),
  ...manual.flatMap(path => {
    const times = contents.filter(name => join('docs', name) === path).length;
    return path === 'docs/README.md' || times === 1 ? [] : [`docs/README.md names ${path} ${times} times`];
  }),
  ...problemsOfDependencies(),
];
for (const problem of problems) console.error(`${problem}.`);
if (problems.length) process.exitCode = 1;

/** @param {string} path Of a Markdown file. */
function problemsOf(path) {
  const text = readFileSync(path, 'utf8');
  const prose = withoutCode(text);
  const deadLinks = groups(prose, /\]\(([^):\s]+)\)/g).filter(link => !exists(path, link));
  // Paths in parentheses that do not follow the text of a link.
  const brokenLinks = groups(prose, /(?<!\])(\((?:\.\.?\/|#)?[\w/-]+\.md(?:#[^)\s]*)?\))/g);
  const words = groups(prose, /`([^`\n]+)`/g).flatMap(span => span.split(/[\s"',;()]+/));
  const missingPaths = words.filter(word => isPath.test(word) && !existsSync(word));
  const missingScripts = groups(text, /npm run ([\w:]+)/g).filter(name => !(name in scripts));
  // Examples must not use such names for their own variables: commands reject unknown variables that begin with TAVLE_.
  const unknownSettings = groups(text, /\b(TAVLE_[A-Z]+(?:_[A-Z]+)*)(?!\w)/g).filter(
    name => manual.includes(path) && !settings.includes(name),
  );
  return [
    ...(manual.includes(path) ? problemsOfPage(text) : []),
    ...deadLinks.map(link => `links to ${link}, which does not exist`),
    ...brokenLinks.map(link => `has "${link}" outside of a link`),
    ...missingPaths.map(name => `names ${name}, which does not exist`),
    ...unknownSettings.map(name => `names ${name}, which is not a setting`),
    ...missingScripts.map(name => `names npm run ${name}, which package.json does not have`),
  ];
}

/** @param {string} text */
function problemsOfPage(text) {
  const written = text.replaceAll(/(<!-- \w+: [^]*? -->\n)[^]*?(<!-- end -->)/g, '$1$2');
  // `npm run bench` writes these pages.
  const isMeasured = text.startsWith('# Benchmarks');
  const lines = written.trimEnd().split('\n').length;
  return [
    ...(lines > maxLines && !isMeasured ? [`has ${lines} lines: split it, at most ${maxLines}`] : []),
    ...(/^# .+\n\n(How to|What|Where|Which|The|Sådan) /.test(text)
      ? []
      : ['does not begin with what it shows, as in "How to …"']),
  ];
}

/** Compares the table of dependencies with the manifests. The row `@types/…` stands for all packages of types. */
function problemsOfDependencies() {
  const page = 'docs/explain/dependencies.md';
  const rows = groups(readFileSync(page, 'utf8'), /^\| (`.+?) \|/gm);
  const listed = rows.flatMap(row => groups(row, /`((?:@[\w-]+\/)?[\w.-]+)`/g));
  const direct = ['.', 'client', 'server', 'proof'].flatMap(folder => {
    const {dependencies, devDependencies} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return Object.keys({...dependencies, ...devDependencies}).filter(name => !name.startsWith('@types/'));
  });
  return [
    ...direct.filter(name => !listed.includes(name)).map(name => `${page} has no row for ${name}`),
    ...listed
      .filter(name => !direct.includes(name))
      .map(name => `${page} has a row for ${name}, which no package.json has`),
  ];
}

/** Returns whether the target of a link exists, with its anchor. @param {string} path @param {string} link */
function exists(path, link) {
  const [name = '', anchor] = link.split('#');
  const target = name ? join(dirname(path), name) : path;
  if (!existsSync(target)) return false;
  if (anchor === undefined) return true;
  const headings = groups(withoutCode(readFileSync(target, 'utf8')), /^#+ (.+)$/gm);
  return headings.map(anchorOf).includes(anchor);
}

/** @param {string} text */
function withoutCode(text) {
  return text.replaceAll(/^```[^]*?^```$/gm, '');
}

/** Returns the first group of each match. @param {string} text @param {RegExp} pattern */
function groups(text, pattern) {
  return Array.from(text.matchAll(pattern), ([, group = '']) => group);
}
