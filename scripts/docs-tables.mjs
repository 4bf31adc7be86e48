import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {runnerImport} from 'vite';

import {createManifest} from './elements/manifest.mjs';
import {anchorOf} from './anchors.mjs';
import {conformanceTable, isUrl} from './conformance-tables.mjs';
import {elementTables, propertyTable, stringsTable} from './elements/tables.mjs';
import {markdownTable} from './markdown-table.mjs';
import {messageTable} from './messages.mjs';
import {subjectIndex} from './subject-index.mjs';

/*
 * Writes the generated parts of the manual: fields and operations of the OpenAPI document, elements and their texts, settings, commands and
 * limits, and transcripts of a screen reader. `npm run docs` runs it. With --check, it reports stale pages instead. Add another kind of part to
 * `kinds`, and its source to `docs-sources.ts`.
 */

/** @typedef {Record<string, any>} Schema The schema of a body or a field. */

const {module} = await runnerImport('./scripts/docs-sources.ts');
const {
  bounds,
  commands,
  createDocument,
  descriptions,
  readTranscript,
  settingDescriptions,
  strings,
  visibleText,
} = /** @type {typeof import('./docs-sources.ts')} */ (module);
const document = createDocument(descriptions, 'https://tavle.example.dk');
const {schemas} = document.components;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    .../** @type {any} */ (operation),
  })),
);

/** Maximum length of lines in examples. */
const lineWidth = 110;

/** The key in examples of operations with an `Idempotency-Key`. The OpenAPI parameter has no example: /docs would send the same key each time. */
const exampleKey = 'moms-2099-2';

const manifest = createManifest();

/** The pages of the manual, in `docs`. */
const pages = readdirSync('docs', {recursive: true, encoding: 'utf8'}).filter(name => name.endsWith('.md'));

/** Renders each kind of block from the name in its first line.
 * @type {Readonly<Record<string, (name: string) => string>>} */
const kinds = {
  fields: fieldTable,
  conformance: name => markdownTable(conformanceTable(name, operations, document)),
  operations: describeOperations,
  element: tag => elementTables(manifest, tag),
  properties: () => propertyTable(manifest),
  words: tag => stringsTable(...(strings[tag] ?? [{}, {}])),
  spoken: spokenTable,
  bounds: boundTable,
  settings: settingTable,
  command: describeCommand,
  commands: commandTable,
  index: () => subjectIndex(pages, Object.keys(settingDescriptions)),
  messages: name => messageTable(name === 'callers' ? 'callers' : 'operators'),
};

/** The ids of the operations that pages of the manual describe.
 * @type {Set<string>} */
const described = new Set();

const index = 'reference/index.md';
// The index comes last: it lists the headings of the other pages.
for (const name of [...pages.filter(each => each !== index), index]) fill(join('docs', name));

const undocumented = operations.filter(
  ({operationId, tags}) => !tags.includes('Service') && !described.has(operationId),
);
if (undocumented.length) {
  throw new Error(
    `No page of docs/reference has an operations comment with the beginning of ${undocumented.map(({path}) => path).join(', ')}.`,
  );
}

/** Writes the blocks between `<!-- KIND: NAME -->` and `<!-- end -->`, or reports that they are stale.
 * @param {string} file */
function fill(file) {
  const text = readFileSync(file, 'utf8');
  const updated = text.replace(
    /(<!-- (\w+): ([\w /{}-]+) -->\n)[^]*?(<!-- end -->)/g,
    (_, start, kind, name, end) => {
      const render = kinds[kind];
      if (!render) throw new Error(`${file}: unknown kind of block "${kind}".`);
      return `${start}\n${render(name).trimEnd()}\n\n${end}`;
    },
  );
  if (updated === text) return;
  if (process.argv.includes('--check')) {
    console.error(`The generated parts of ${file} are stale: run "npm run docs".`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, updated);
  }
}

/** Describes the operations whose paths begin with one of the texts: a table, then each operation in detail.
 * @param {string} beginnings Separated by spaces. */
function describeOperations(beginnings) {
  const chosen = operations.filter(({path}) =>
    beginnings.split(' ').some(beginning => path.startsWith(beginning)),
  );
  if (!chosen.length) throw new Error(`No operation has a path that begins with ${beginnings}.`);
  const rows = chosen.map(({summary, method, path}) => [
    `[${summary}](#${anchorOf(summary)})`,
    `\`${method} ${path}\``,
  ]);
  const table = markdownTable([['Operation', 'Request'], ...rows]).trimEnd();
  return [table, ...chosen.map(describeOperation)].join('\n\n');
}

/** Returns an operation with its parameters, a request in curl, Node.js and Python, and the response.
 * @param {any} operation */
function describeOperation(operation) {
  const {operationId, path, method, summary, description, requestBody} = operation;
  described.add(operationId);
  // docs/reference/api.md describes the headers, which are the same in all operations.
  const parameters = (operation.parameters ?? []).filter((/** @type {any} */ each) => each.in !== 'header');
  const status = Object.keys(operation.responses).find(code => code.startsWith('2')) ?? '';
  const [[type, content] = []] = Object.entries(operation.responses[status].content);
  const url = document.servers[0]?.url + exampleTarget(path, parameters);
  const body = requestBody?.content['application/json'].example;
  return [
    `### ${summary}`,
    `\`${method} ${path}\`. ${description}`,
    ...(parameters.length ? [parameterTable(parameters)] : []),
    ...(body === undefined ? [] : ['`body.json`:', block('json', text(body))]),
    ...exampleRequests(method, url, operation),
    `Response, status ${status}:`,
    block(type === 'application/json' ? 'json' : 'text', text(content.example)),
  ].join('\n\n');
}

/** @param {string} method @param {string} url @param {any} operation */
function exampleRequests(method, url, {security, requestBody, parameters = []}) {
  const needsKey = parameters.some((/** @type {any} */ {name}) => name === 'Idempotency-Key');
  const schemes = security.flatMap((/** @type {object} */ scheme) => Object.keys(scheme));
  const curl = [
    `curl${method === 'GET' ? '' : ` --request ${method}`}`,
    ...(schemes.includes('klientcertifikat') ? ['--cert "$CLIENT_CERT" --key "$CLIENT_KEY"'] : []),
    ...(schemes.includes('adgangstoken') ? ['--header "Authorization: Bearer $CLIENT_TOKEN"'] : []),
    ...(requestBody ? ["--header 'Content-Type: application/json' --data @body.json"] : []),
    ...(needsKey ? [`--header 'Idempotency-Key: ${exampleKey}'`] : []),
    `'${url}'`,
  ];
  const call = (/** @type {string} */ quote, /** @type {string} */ body) => {
    const key = needsKey ? `, {${quote}Idempotency-Key${quote}: ${quote}${exampleKey}${quote}}` : '';
    return `call(${quote}${method}${quote}, ${quote}${url}${quote}${requestBody ? `, ${body}` : ''}${key})`;
  };
  return [
    block('sh', curl.join(curl.join(' ').length > lineWidth ? ' \\\n  ' : ' ')),
    block('js', `console.log((await ${call("'", "readFileSync('body.json')")}).text);`),
    block('python', `print(${call('"', 'open("body.json", "rb").read()')}.text)`),
  ];
}

/** Returns the path and query with the examples of their parameters.
 * @param {string} path @param {readonly any[]} parameters */
function exampleTarget(path, parameters) {
  let target = path;
  const query = new URLSearchParams();
  for (const {name, in: location, example} of parameters) {
    if (location === 'path') target = target.replace(`{${name}}`, encodeURIComponent(example));
    else if (example !== undefined) for (const value of [example].flat()) query.append(name, value);
  }
  return query.size ? `${target}?${query}` : target;
}

/** @param {readonly any[]} parameters */
function parameterTable(parameters) {
  const rows = parameters.map(({name, in: location, required, description}) => [
    `\`${name}\``,
    location,
    required ? 'yes' : 'no',
    description ?? '',
  ]);
  return markdownTable([['Parameter', 'In', 'Required', 'Meaning'], ...rows]).trimEnd();
}

/** @param {unknown} example */
function text(example) {
  return typeof example === 'string'
    ? example.replaceAll('\r', '').trim()
    : toJson(JSON.parse(JSON.stringify(example)));
}

/** Formats JSON with each object and list on one line if it fits.
 * @param {unknown} value @param {string} [indent] @returns {string} */
function toJson(value, indent = '') {
  const line = JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || line.length + indent.length <= lineWidth) return line;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map(item => inner + toJson(item, inner))
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${toJson(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}

/** @param {string} language @param {string} code */
function block(language, code) {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

/** @param {string} schema The name of a schema. */
function fieldTable(schema) {
  /** @type {Schema | undefined} */
  const found = schemas[schema];
  if (!found) throw new Error(`The manual names the fields of ${schema}, which is not a schema.`);
  const {properties, required = []} = found;
  const rows = Object.entries(properties).map(([name, field]) => {
    /** @type {Schema[]} */
    const forms = (field.oneOf ?? [field]).filter((/** @type {Schema} */ {type}) => type !== 'null');
    const types = forms.map(({type, $ref}) => type ?? ($ref ? 'object' : 'any')).join(' or ');
    const isRequired = required.includes(name) ? 'yes' : 'no';
    return [`\`${name}\``, types, isRequired, rulesOfForms(forms), field.description ?? ''];
  });
  return markdownTable([['Field', 'Type', 'Required', 'Rule', 'Meaning'], ...rows]);
}

/** Returns the table of the limits of a request, connection, caller or process.
 * @param {string} cause */
function boundTable(cause) {
  /** @type {Record<string, import('./docs-sources.ts').Bound>} */
  const group = bounds[/** @type {import('./docs-sources.ts').Cause} */ (cause)];
  const rows = Object.entries(group).map(([name, [value, what, beyond, setting]]) => [
    what,
    quantity(name, value),
    beyond,
    setting ? `\`${setting}\`` : '',
  ]);
  return markdownTable([['Limit', 'Maximum', 'Above it', 'Setting'], ...rows]);
}

/** Returns a transcript of a screen reader: a row for each step and each key.
 * @param {string} name Journey, language and browser, separated by spaces. */
function spokenTable(name) {
  const transcript = readFileSync(`proof/speech/transcripts/${name.replaceAll(' ', '.')}.txt`, 'utf8');
  const rows = readTranscript(transcript).flatMap(({step, key, spoken}) => [
    ...(step === undefined ? [] : [[`**${step}**`, '']]),
    [`\`${key}\``, spoken.join(' · ').replaceAll('<', '&lt;') || '(silence)'],
  ]);
  return markdownTable([['Key', 'Spoken'], ...rows]);
}

function settingTable() {
  const rows = Object.entries(settingDescriptions).map(([name, {defaultText, description}]) => [
    `\`${name}\``,
    defaultText,
    description,
  ]);
  return markdownTable([['Variable', 'Default', 'Meaning'], ...rows]);
}

function commandTable() {
  const rows = Array.from(commands, ([command]) => {
    const name = nameOf(command);
    return [`[\`${name}\`](commands/${pageOf(name)})`, command.description()];
  });
  return markdownTable([['Command', 'What it does'], ...rows]);
}

/** Returns what a command does, its arguments, options, settings and exit codes, and the page about its subject.
 * @param {string} wanted Without `tavle`. */
function describeCommand(wanted) {
  const [command, details] = [...commands].find(([each]) => nameOf(each) === `tavle ${wanted}`) ?? [];
  if (!command || !details)
    throw new Error(`The manual describes "tavle ${wanted}", which is not a command.`);
  const options = command.options
    .map(({flags, mandatory}) => (mandatory ? ` ${flags}` : ` [${flags}]`))
    .join('');
  const usage = command.createHelp().commandUsage(command).replace(' [options]', options).trim();
  const parameters = [
    ...command.registeredArguments.map(argument => [
      `<${argument.name()}>`,
      'required',
      argument.description,
    ]),
    ...command.options.map(({flags, defaultValue, mandatory, description}) => [
      flags,
      mandatory ? 'required' : defaultValue === undefined ? '' : `\`${defaultValue}\``,
      description,
    ]),
  ].map(([name, ...cells]) => [`\`${name}\``, ...cells]);
  const all = Object.keys(settingDescriptions).length === details.settings.length;
  const settings = details.settings.map(name => `\`${name}\``).join(', ');
  const [page = '', anchor] = details.manual.split('#');
  const title = /^# (.+)$/m.exec(readFileSync(join('docs', page), 'utf8'))?.[1];
  return [
    `\`${usage}\` ${command.description()}.`,
    ...(parameters.length
      ? [markdownTable([['Argument or option', 'Default', 'Meaning'], ...parameters]).trimEnd()]
      : []),
    markdownTable([
      ['Exit code', 'When'],
      ['0', 'success'],
      ['1', details.failure],
    ]).trimEnd(),
    `Settings: ${all ? '[all](../settings.md)' : settings ? `${settings}, see [Settings](../settings.md)` : 'none'}. More: [${title}](../../${page}${anchor ? `#${anchor}` : ''}).`,
  ].join('\n\n');
}

/** @typedef {{name(): string, parent: Named | null}} Named A command or a group of commands. */

/** @param {Named} command @returns {string} */
function nameOf(command) {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

/** Returns the name of the page about a command, which must exist. @param {string} name */
function pageOf(name) {
  const page = `${name.replace('tavle ', '').replaceAll(' ', '-')}.md`;
  if (!existsSync(join('docs/reference/commands', page)))
    throw new Error(`docs/reference/commands/${page} is missing.`);
  return page;
}

/** @param {string} name The name of a limit, which contains the unit. @param {number} value */
function quantity(name, value) {
  const number = (/** @type {number} */ amount) => amount.toLocaleString('en');
  if (name.endsWith('Ms') && value < 1000) return `${value} ms`;
  if (name.endsWith('Ms')) return value === 1000 ? '1 second' : `${number(value / 1000)} seconds`;
  if (name.endsWith('Share')) return `1 / ${number(1 / value)}`;
  if (name.includes('Bytes') && value < 1024) return `${value} bytes`;
  if (name.includes('Bytes'))
    return value >= 1024 ** 2 ? `${number(value / 1024 ** 2)} MiB` : `${number(value / 1024)} KiB`;
  return number(value) + (name.endsWith('PerMinute') ? ' per minute' : '');
}

/** @param {Schema[]} forms The schemas of a field's values, without null. */
function rulesOfForms(forms) {
  const [{minimum, maximum} = {}, text] = forms;
  if (text?.enum) return `${minimum} to ${maximum}, or the text of that number`;
  return forms.flatMap(form => rulesOf(form).join(', ') || []).join(', or ');
}

/** @param {Schema} field */
function rulesOf(field) {
  const {pattern, maxLength, minimum, maximum, enum: values} = field;
  return [
    ...(values ? [values.map((/** @type {unknown} */ value) => `\`${value}\``).join(', ')] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? [] : [`${minimum} to ${maximum}`]),
    ...(isUrl(field) ? ['an absolute http or https URL'] : []),
    ...(pattern === visibleText ? ['not blank'] : []),
  ];
}
