import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, relative} from 'node:path';
import {Script} from 'node:vm';

/*
 * Creates what a new element or operation consists of, for contributors: `npm run new:element NAME`, `npm run new:operation FILE ID METHOD PATH`. The
 * test that it creates fails until the rest is written. Nothing is written if a part can't be created. Change created files in `templates/`.
 */

const usage = `Usage:
  npm run new:element NAME                     such as: npm run new:element case-list
  npm run new:operation FILE ID METHOD PATH    such as: npm run new:operation dashboard/operations.ts hentNoter get /dashboard/1/noter`;

/** The changed and created files. @type {Map<string, string>} */
const files = new Map();

/** @param {string} file */
const read = file => files.get(file) ?? readFileSync(file, 'utf8');

/** Fills in a template. @param {string} name @param {Record<string, string>} values */
function fill(name, values) {
  const template = readFileSync(new URL(`templates/${name}.txt`, import.meta.url), 'utf8');
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, key) => values[key] ?? '');
}

/** @param {string} file @param {string} content */
function create(file, content) {
  if (existsSync(file)) throw new Error(`${file} already exists.`);
  files.set(file, content);
}

/** Inserts a text after the first match of a pattern. @param {string} file @param {RegExp} place @param {string} text */
function insert(file, place, text) {
  const content = read(file);
  const found = place.exec(content);
  if (!found) throw new Error(`${file}: nothing matches ${place}. Correct the pattern in scripts/new.mjs.`);
  const end = found.index + found[0].length;
  files.set(file, content.slice(0, end) + text + content.slice(end));
}

/** @param {string} word */
function isReserved(word) {
  try {
    return !new Script(`'use strict'; const ${word} = 0`);
  } catch {
    return true;
  }
}

/** @param {string} name @returns {string[]} The next steps. */
function createElement(name) {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) {
    throw new Error(`"${name}" must consist of lower-case words, such as case-list, without "tavle-".`);
  }
  const camel = name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
  const pascal = camel.replace(/^./, letter => letter.toUpperCase());
  const values = {name, camel, pascal};
  if (isReserved(camel)) throw new Error(`"${name}" is a reserved word of JavaScript.`);
  const folder = `client/${name}`;
  const taken = new RegExp(`\\b(Tavle${pascal}|${pascal}Strings)\\b|^(export )?const ${camel}\\b`, 'm');
  if (
    existsSync(folder) ||
    ['index', 'texts/da', 'texts/en'].some(file => taken.test(read(`client/${file}.ts`)))
  ) {
    throw new Error(`"${name}" is the name of another element, folder of client/ or text.`);
  }

  create(`${folder}/tavle-${name}.ts`, fill('element/tavle-element.ts', values));
  create(`${folder}/model/${name}-model.ts`, fill('element/model.ts', values));
  create(`${folder}/define.ts`, fill('element/define.ts', values));
  create(`${folder}/${name}.test.ts`, fill('element/test.ts', values));
  create(`client/testing/${name}-states.ts`, fill('element/states.ts', values));

  for (const language of ['da', 'en']) {
    insert(`client/texts/${language}.ts`, /$/, fill(`element/${language}.ts`, values));
  }
  insert('client/texts/en.ts', /import type \{/, `\n  ${pascal}Strings,`);
  insert('client/localize/localize.ts', /export type Feature = [^;]*/, ` | '${camel}'`);
  insert(
    'client/index.ts',
    /$/,
    `export type {${pascal}Strings} from './texts/da.ts';\nexport {Tavle${pascal}} from './${name}/tavle-${name}.ts';\n`,
  );
  insert(
    'scripts/docs-sources.ts',
    /'tavle-editorial': .*\n/,
    `'tavle-${name}': [da.${camel}, en.${camel}],\n`,
  );
  const list = 'client/testing/element-states.ts';
  insert(list, /import \{calendarStates\}.*\n/, `import {${camel}States} from './${name}-states.ts';\n`);
  insert(list, /const elementStates = \{\n/, `'${name}': ${camel}States,\n`);
  // The package exports `tavle/NAME/define`.
  insert('client/tsconfig.npm.json', /"forms\/define.ts"/, `, "${name}/define.ts"`);
  insert(
    'client/package.json',
    /"\.\/dist\/client\/forms\/define\.d\.ts"\s+\],/,
    `"${name}/define": ["./dist/client/${name}/define.d.ts"],`,
  );

  return [
    `Run \`npm test -- ${folder}\`. The test fails until it says what <tavle-${name}> shows.`,
    `Load the content in ${folder}/model/${name}-model.ts, render it in ${folder}/tavle-${name}.ts, and write the texts in client/texts/.`,
    `Add states to client/testing/${name}-states.ts, such as "when nobody is signed in". \`npm run dev\` shows them at /demo/states.`,
    `Add the element to the lists in client/shared/*.test.ts and client/themes/themes.test.ts.`,
    `For script tags, import ./${name}/define.ts in client/embed.ts, or add a script to scripts/build.mjs.`,
    `Describe it in docs/reference/, in docs/reference/elements.md and in "Folders" of CONTRIBUTING.md. Then run \`npm run docs\` and \`npm run lint\`. After release 0.1.0, add a line to CHANGELOG.md.`,
  ];
}

/** The parts of a test that depend on the kind of callers. @type {Record<string, Record<string, string>>} */
const callers = {
  anyone: {},
  token: {token: ", undefined, await service.issuer.authorize('person-1')"},
  certificate: {
    imports: ', organisation, tlsSettings',
    names: 'skat, ',
    settings: 'tlsSettings',
    certificate: ', await organisation(skat)',
  },
};

/** Returns the file with the response schemas of an interface. @param {string} folder That of its operations. */
function schemaFile(folder) {
  const names = ['responses.ts', 'representations.ts'];
  const near = [folder, dirname(folder)].flatMap(each => names.map(name => `${each}/${name}`));
  return near.find(path => existsSync(path)) ?? `${folder}/schema.ts`;
}

/** @param {string} name A file in `server/`. @param {string} id @param {string} method @param {string} path @returns {string[]} The next steps. */
function createOperation(name, id, method, path) {
  const file = `server/${name.replace(/^server\//, '')}`;
  if (!existsSync(file) || !/^ {2}operations: \[\n[^]*?\n {2}\],$/m.test(read(file))) {
    throw new Error(`${file} declares no interface. CONTRIBUTING.md lists the files of each interface.`);
  }
  if (!/^[a-z][A-Za-z0-9]*$/.test(id)) throw new Error(`"${id}" must be an id in Danish, such as hentNoter.`);
  if (!/^(get|post|put|delete)$/.test(method))
    throw new Error(`"${method}" must be get, post, put or delete.`);
  if (!/^(\/([\w.-]+|\{\w+\}))+$/.test(path))
    throw new Error(`"${path}" must be a path, such as /dashboard/1/noter/{id}.`);
  const declared = new RegExp(`\\(\\s*'${id}',\\s*'((get|post|put|delete)'|/schema/)`);
  for (const other of readdirSync('server', {recursive: true, encoding: 'utf8'})) {
    if (other.endsWith('.ts') && declared.test(read(`server/${other}`)))
      throw new Error(`server/${other} already has an operation ${id}.`);
  }

  const [, caller = ''] = /^ {2}caller: '(\w+)'/m.exec(read(file)) ?? [];
  const root = `${relative(dirname(file), 'server')}/`;
  const kebab = id.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
  const test = `${dirname(file)}/${kebab}.test.ts`;
  const schema = `${id.replace(/^./, letter => letter.toUpperCase())}Svar`;
  const values = {id, method, path, root, file, schema, METHOD: method.toUpperCase()};

  insert(file, /^ {2}operations: \[\n[^]*?(?=^ {2}\],$)/m, fill('operation.ts', values));
  if (!/^import .*\bProblem\b.*;$/m.test(read(file))) {
    insert(file, /^[^]*^(?:import|\}) .*from '.*';\n/m, `import {Problem} from '${root}problem.ts';\n`);
  }
  files.set(file, read(file).replace("import type {z} from 'zod'", "import {z} from 'zod'"));
  if (!read(file).includes("import {z} from 'zod';")) {
    const lastPackage = /^[^]*^import [^;]* from '[^.][^']*';\n/m;
    if (lastPackage.test(read(file))) insert(file, lastPackage, "import {z} from 'zod';\n");
    else insert(file, /^(?:\/\*[^]*?\*\/\n\n?)?/, "import {z} from 'zod';\n\n");
  }
  const example = path.replaceAll(/\{\w+\}/g, '1');
  create(test, fill('operation.test.ts', {...values, ...callers[caller], path: example}));

  return [
    `Run \`npm test -- ${test}\`. The test fails until the handler is written.`,
    `Complete the declaration of ${id} in ${file}: parameters, query or body, response with schema and example, and handler.`,
    `Move the schema ${schema} to ${schemaFile(dirname(file))}. If an element reads the response, also change client/api/responses.ts.`,
    `Test the behaviour in ${test}, and run \`npm test -- openapi\`.`,
    'If a page of docs/reference describes the behaviour, change it. Then run `npm run docs`, `npm run format` and `npm run lint`. After release 0.1.0, add a line to CHANGELOG.md.',
  ];
}

const [kind, ...names] = process.argv.slice(2);
const kinds = {element: {create: createElement, count: 1}, operation: {create: createOperation, count: 4}};
const chosen = kind === 'element' || kind === 'operation' ? kinds[kind] : undefined;
try {
  if (chosen?.count !== names.length) throw new Error(usage);
  const steps = /** @type {(...names: string[]) => string[]} */ (chosen.create)(...names);
  for (const [file, content] of files) {
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, content);
  }
  execFileSync('npx', ['oxfmt', ...files.keys()]);
  console.log(`Written:\n${[...files.keys()].map(file => `  ${file}\n`).join('')}\nNext:`);
  steps.forEach((step, index) => console.log(`${index + 1}. ${step}`));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
