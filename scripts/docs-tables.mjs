import {readFileSync, writeFileSync} from 'node:fs';

import {runnerImport} from 'vite';

import {createManifest} from './elements/manifest.mjs';
import {elementTables, propertyTable} from './elements/tables.mjs';
import {wordTable} from './elements/words.mjs';

/*
 * Writes the tables of fields and the example calls in docs/api.md from the OpenAPI document, and those of the elements in
 * docs/elements.md from what the elements say of themselves, and their words in docs/words.md. With --check, says whether they
 * are as they should be instead.
 */

/**
 * @typedef {object} Field
 * @property {string | string[]} [type]
 * @property {string} [description]
 * @property {string} [pattern]
 * @property {string} [format]
 * @property {number} [maxLength]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {unknown[]} [enum]
 */

/** @typedef {{properties: Record<string, Field>, required?: string[]}} Schema */

const apiFile = 'docs/api.md';
const elementsFile = 'docs/elements.md';
const {module} = await runnerImport('./server/openapi/document.ts');
const {createDocument} = /** @type {typeof import('../server/openapi/document.ts')} */ (module);
const document = createDocument('https://tavle.example.dk');
const {schemas} = document.components;

const {boundTable: bounds} = /** @type {typeof import('../server/limits/bounds.ts')} */ (
  (await runnerImport('./server/limits/bounds.ts')).module
);
const {settingDescriptions} = /** @type {typeof import('../server/setting-descriptions.ts')} */ (
  (await runnerImport('./server/setting-descriptions.ts')).module
);
const {commands} = /** @type {typeof import('../server/cli/commands.ts')} */ (
  (await runnerImport('./server/cli/commands.ts')).module
);
const {callOf} = /** @type {typeof import('../server/cli/help.ts')} */ (
  (await runnerImport('./server/cli/help.ts')).module
);
const manifest = createManifest();

fill(apiFile, 'fields', name => table(schemaOf(name)));
fill(apiFile, 'example', exampleCall);
fill(elementsFile, 'element', tag => elementTables(manifest, tag));
fill(elementsFile, 'properties', () => propertyTable(manifest));
const words = {
  'tavle-dashboard': await wordTable('dashboard'),
  'tavle-calendar': await wordTable('calendar'),
  'tavle-deadlines': await wordTable('deadlines'),
  'tavle-form': await wordTable('forms'),
};
fill('docs/limits.md', 'bounds', cause => boundTable(cause));
fill('docs/operations.md', 'settings', settingTable);
fill('docs/operations.md', 'commands', commandTable);
fill('docs/words.md', 'words', tag => words[/** @type {keyof typeof words} */ (tag)]);

/** Writes what stands between `<!-- KIND: NAME -->` and `<!-- end -->`, or says that it is stale.
 * @param {string} file
 * @param {string} kind
 * @param {(name: string) => string} write */
function fill(file, kind, write) {
  const text = readFileSync(file, 'utf8');
  const wanted = text.replace(
    new RegExp(`(<!-- ${kind}: ([\\w-]+) -->\n)[^]*?(<!-- end -->)`, 'g'),
    (_, start, name, end) => `${start}\n${write(name).trimEnd()}\n\n${end}`,
  );
  if (wanted === text) return;
  if (process.argv.includes('--check')) {
    console.error(`The tables of ${file} are stale: run "npm run docs".`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, wanted);
  }
}

/** @param {string} name
 * @returns {Schema} */
function schemaOf(name) {
  const schema = schemas[name];
  if (!schema) throw new Error(`${apiFile} asks for the fields of ${name}, which there is no schema of.`);
  return /** @type {Schema} */ (/** @type {unknown} */ (schema));
}

/**
 * Returns the example request of an operation as a command, and the example of its response.
 *
 * @param {string} operationId
 */
function exampleCall(operationId) {
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: /** @type {any} */ (operation),
    })),
  );
  const match = found.find(({operation}) => operation.operationId === operationId);
  if (!match) throw new Error(`${apiFile} asks for an example of ${operationId}, which is not an operation.`);
  const {path, method, operation} = match;
  const url = operation.parameters
    .filter((/** @type {any} */ parameter) => parameter.in === 'path')
    .reduce(
      (/** @type {string} */ rest, /** @type {any} */ {name, example}) => rest.replace(`{${name}}`, example),
      path,
    );
  const json = (/** @type {unknown} */ value) => JSON.stringify(value, undefined, 2);
  const body = operation.requestBody.content['application/json'].example;
  const [[status, response] = []] = Object.entries(operation.responses).filter(([code]) =>
    code.startsWith('2'),
  );
  return [
    '```sh',
    `curl --request ${method.toUpperCase()} ${document.servers[0]?.url}${url} \\`,
    '  --cert client.pem --key client.key \\',
    "  --header 'Content-Type: application/json' \\",
    `  --data '${json(body).replaceAll("'", "'\\''")}'`,
    ...['```', '', `Response, status ${status}:`, ''],
    ...['```json', json(/** @type {any} */ (response).content['application/json'].example), '```', ''],
  ].join('\n');
}

/** @param {Schema} schema */
function table({properties, required = []}) {
  const rows = Object.entries(properties).map(([name, field]) => [
    `\`${name}\``,
    typesOf(field).join(' or '),
    required.includes(name) ? 'yes' : 'no',
    rulesOf(field).join(', '),
    field.description ?? '',
  ]);
  return markdownTable([['Field', 'Type', 'Required', 'Rule', 'Meaning'], ...rows]);
}

/** Every bound on what one request, connection, caller or process can cause.
 * @param {string} cause */
function boundTable(cause) {
  const group = /** @type {Record<string, import('../server/limits/bounds.ts').Bound>} */ (
    bounds[/** @type {import('../server/limits/bounds.ts').Cause} */ (cause)]
  );
  const rows = Object.entries(group).map(([name, {value, what, beyond, setting}]) => [
    what,
    quantity(name, value),
    beyond,
    setting ? `\`${setting}\`` : '',
  ]);
  return markdownTable([['What', 'At most', 'Beyond it', 'Setting'], ...rows]);
}

function settingTable() {
  const rows = Object.entries(settingDescriptions).map(([name, {unset, does}]) => [
    `\`${name}\``,
    unset,
    does,
  ]);
  return markdownTable([['Variable', 'Default', 'What'], ...rows]);
}

function commandTable() {
  const rows = Object.entries(commands).map(([name, command]) => [
    `\`${callOf(name, command)}\``,
    command.does,
    command.fails,
  ]);
  return markdownTable([['Command', 'What it does', 'Exit code 1'], ...rows]);
}

/**
 * @param {string} name Says the unit.
 * @param {number} value
 */
function quantity(name, value) {
  const number = (/** @type {number} */ amount) => amount.toLocaleString('en');
  if (name.endsWith('Ms')) return value === 1000 ? '1 second' : `${number(value / 1000)} seconds`;
  if (name.endsWith('Share')) return `1 / ${number(1 / value)}`;
  if (name.includes('Bytes'))
    return value >= 1024 ** 2 ? `${number(value / 1024 ** 2)} MiB` : `${number(value / 1024)} KiB`;
  return number(value) + (name.endsWith('PerMinute') ? ' per minute' : '');
}

/** @param {string[][]} rows The first one is the head. */
function markdownTable([head = [], ...rows]) {
  return [head, head.map(() => '---'), ...rows]
    .map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('');
}

/** @param {Field} field */
function typesOf({type = 'any'}) {
  return [type].flat().filter(name => name !== 'null');
}

/** @param {Field} field */
function rulesOf({pattern, format, maxLength, minimum, maximum, enum: values}) {
  if (values && minimum !== undefined) return [`${minimum} to ${maximum}, or the text of that number`];
  return [
    ...(values
      ? [
          values
            .filter(value => value !== null)
            .map(value => `\`${value}\``)
            .join(', '),
        ]
      : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? [] : [`${minimum} to ${maximum}`]),
    ...(format === 'uri' ? ['an absolute http or https address'] : []),
    ...(pattern === '\\S' ? ['not blank'] : []),
  ];
}
