import {readFileSync} from 'node:fs';

/* Lists the differences between package.json and the tables in docs/explain/dependencies.md. */

const {dependencies, devDependencies, overrides} = JSON.parse(readFileSync('package.json', 'utf8'));
const used = new Set(Object.keys({...dependencies, ...devDependencies, ...overrides}));

const section = readFileSync('docs/explain/dependencies.md', 'utf8');
const rows = section.split('\n').flatMap(line => {
  const [, packages = '', why = '', wayOut = ''] = line.split('|').map(cell => cell.trim());
  return packages.startsWith('`') ? [{packages, why, wayOut}] : [];
});
const documented = new Set(
  rows.flatMap(({packages}) => [...packages.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
);

const problems = [
  ...[...used].filter(name => !documented.has(name)).map(name => `has no row for ${name}`),
  ...[...documented]
    .filter(name => !used.has(name ?? ''))
    .map(name => `has a row for ${name}, which is not used`),
  ...rows.filter(({why, wayOut}) => !why || !wayOut).map(({packages}) => `says too little of ${packages}`),
];
for (const problem of problems) console.error(`docs/explain/dependencies.md ${problem}.`);
if (problems.length) process.exitCode = 1;
