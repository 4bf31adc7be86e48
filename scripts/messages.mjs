import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

import ts from 'typescript';

import {markdownTable} from './markdown-table.mjs';

/*
 * Collects the messages in the service's source, for `docs-tables.mjs`, which writes `docs/reference/messages.md`. If the table lacks a message or
 * has another text, change the patterns below.
 */

/**
 * A message in the source of the service.
 *
 * @typedef {object} Message
 * @property {string} file
 * @property {string} text with `…` in place of values
 * @property {string} [status] of the response
 * @property {boolean} [isLogged] whether it is a line of the log, which only operators read
 */

/** Properties whose texts describe something: they are not messages. */
const describing =
  /^(?:summary|description|refusals|text|defaultText|usage|help|example\w*|languages|words|unavailable|noMails)$/;
const describingCall =
  /\.(?:describe|meta|option|watch|watchTotal|counter)$|^(?:inPath|ownIdInPath|companyInPath|schemaOperation)$/;

/** Beginnings of other texts that are not messages: descriptions of fields, and headers. */
const description =
  /^(?:Name|Title|First|Last|URL|CVR number|When|Whether|May contain|A key that|The supplier's own|default-src|text\/csv)\b/;

/** Beginnings of messages about a field. */
const aboutField = /^(?:Must|Is|Does|Has|Write)\b/;

/** Ends of messages with a suggestion, which `didYouMean` of `server/nearest.ts` returns for a similar word. */
const suggestion = ' Did you mean …?';

/** Functions that write to the log. */
const logCall = /\b(?:logOnce|log\??\.(?:warn|error|info))$/;

/** Matches texts with two words. In calls that write to the log, other texts are levels and keys. */
const twoWords = /[a-z]{2}.* [a-z]{2}/i;

/** Functions whose argument with this index is the type in `Must be ….`. */
const typeArguments = new Map(Object.entries({expected: 0, integer: 0, integerOrText: 0, listOf: 1}));

/** The file with field rules that settings and the portal file use as well: its messages are also for operators. */
const shared = /^server\/http\/fields\.ts$/;

/** Files whose texts are not messages. */
const withoutMessages = /^server\/(?:bounds|openapi\/)/;

/** The folders and files whose messages callers get. The others are for operators. */
const forCallers =
  /^server\/(?:calendar|dashboard|forms|html|http\/(?!connections|listen|static)|identity\/(?!key-set|ca-bundle)|operations|problem|store\/(?:engine|storage-quota))/;

/**
 * Returns the table of messages that callers or operators can get, sorted by text. A message for callers has the status of its response, or
 * "field" if it is about a field.
 *
 * @param {'callers' | 'operators'} reader
 */
export function messageTable(reader) {
  const found = findMessages().filter(
    ({file, isLogged}) =>
      (shared.test(file) && !isLogged) || (!isLogged && forCallers.test(file)) === (reader === 'callers'),
  );
  const rows = new Map(found.map(({text, status = ''}) => [text.trim(), status]));
  const sorted = [...rows].sort(([one], [other]) => one.localeCompare(other, 'en'));
  const head = reader === 'callers' ? ['Message', 'Status'] : ['Message'];
  const cells = sorted.map(([text, status]) => [
    text.replaceAll('<', '&lt;'),
    ...(reader === 'callers' ? [status || (aboutField.test(text) ? 'field' : '')] : []),
  ]);
  return markdownTable([head, ...cells]);
}

/** Returns the messages in the source of the service, by file.
 * @returns {Message[]} */
function findMessages() {
  return readdirSync('server', {recursive: true, encoding: 'utf8'})
    .map(file => join('server', file))
    .filter(
      file => file.endsWith('.ts') && !/\.test\.ts$|testing\//.test(file) && !withoutMessages.test(file),
    )
    .sort()
    .flatMap(messagesIn);
}

/** @param {string} file @returns {Message[]} */
function messagesIn(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  /** @type {Message[]} */
  const found = [];
  /** @param {ts.Node} node @param {string | undefined} status @param {boolean} [isSchema] whether only texts about a field are messages */
  const visit = (node, status, isSchema = false) => {
    if (ts.isPropertyAssignment(node) && describing.test(node.name.getText())) return;
    if (ts.isNumericLiteral(node) && ts.isPropertyAssignment(node.parent)) return;
    if (ts.isPropertyAssignment(node) && ts.isNumericLiteral(node.name)) {
      const table = node.parent.parent;
      if (!ts.isVariableDeclaration(table) || !/messages/i.test(table.name.getText())) return;
      status = node.name.text;
    }
    if (ts.isVariableDeclaration(node) && describing.test(node.name.getText())) return;
    if (ts.isCallExpression(node) && describingCall.test(node.expression.getText())) {
      // A schema before `.meta` or `.describe` may have messages.
      if (ts.isPropertyAccessExpression(node.expression)) visit(node.expression.expression, status, true);
      return;
    }
    // Callers never see the text of such an error: they get a general message with status 500.
    if (ts.isNewExpression(node) && node.expression.getText() === 'Error' && forCallers.test(file)) return;
    if (ts.isNewExpression(node) && node.expression.getText() === 'Problem')
      status = /^\d{3}$/.exec(node.arguments?.[0]?.getText() ?? '')?.[0];
    if (ts.isCallExpression(node) && node.expression.getText() === 'ruleBroken') status = 'field';
    if (ts.isCallExpression(node) && logCall.test(node.expression.getText())) {
      for (const argument of node.arguments) {
        const text = textOf(argument);
        if (text !== undefined && twoWords.test(text))
          found.push({file, text: withoutRepeats(text), isLogged: true});
      }
      return;
    }
    if (ts.isCallExpression(node) && (forCallers.test(file) || shared.test(file))) {
      const argument = node.arguments[typeArguments.get(node.expression.getText()) ?? -1];
      const type = argument && textOf(argument);
      if (type !== undefined) found.push({file, text: `Must be ${type}.`});
    }
    const value = textOf(node);
    const text = value === undefined ? undefined : withoutRepeats(value);
    if (text !== undefined && isMessage(text) && (!isSchema || aboutField.test(text)))
      for (const each of new Set([text, text.replace(suggestion, '')]))
        found.push({file, text: each.replace(/^\. /, '…. '), ...(status && {status})});
    else node.forEachChild(child => visit(child, status, isSchema));
  };
  visit(source, undefined);
  return found;
}

/** @param {string} text */
const withoutRepeats = text => text.replaceAll(/…{2,}/g, '…');

/** @param {ts.Node} node @returns {string | undefined} */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(span => valueOf(span) + span.literal.text).join('');
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const parts = [textOf(node.left), textOf(node.right)];
    return parts.every(part => part === undefined) ? undefined : parts.map(part => part ?? '…').join('');
  }
  return undefined;
}

/** The texts of constants in messages, by name. */
const formats = new Map(
  ['server/time/dates.ts', 'server/time/datetime.ts'].flatMap(file =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/^export const (\w+Format) =\s+'(.*)';$/gm),
      ([, name = '', text = '']) => /** @type {const} */ ([name, text]),
    ),
  ),
);

/** @param {ts.TemplateSpan} span */
const valueOf = ({expression}) =>
  expression.getText().startsWith('didYouMean(') ? suggestion : (formats.get(expression.getText()) ?? '…');

/** Beginnings of messages about a setting, or of the rest of a message about a file. Some end with a reason. */
const aboutSettingOrFile =
  /^(?:(?:TAVLE_\w+|LISTEN_FDS)\b.*: .*[a-z]{2}|…: .*[a-z]{2} [a-z]{2}|cannot …(?::| \()|(?:is|has|ends|does not|cannot) .*\.$)/;

/** @param {string} text */
function isMessage(text) {
  const trimmed = text.trim();
  if (description.test(text) || trimmed.includes('\n')) return false;
  if (aboutField.test(trimmed)) return trimmed.endsWith('.') || trimmed.endsWith('?');
  if (aboutSettingOrFile.test(trimmed)) return true;
  return (
    /^(?:(?:\. )?["A-Z…].* .*[.…?]|--.*\.|[a-z].* .*;.*)$/.test(trimmed) &&
    text.replace(/[^a-z]/gi, '').length > 12
  );
}
