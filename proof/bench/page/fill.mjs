import {show} from './format.mjs';

/**
 * Fills in a template of the pages, for `write-page.mjs`: `{{name}}` is a value, `{{list.0.name / 1e6, 2}}` a number divided and with two decimals. A line that begins with
 * `{{each list}}` is repeated for each item, whose fields it names like values.
 *
 * @param {string} template @param {object} values
 */
export function fill(template, values) {
  return template
    .split('\n')
    .flatMap(line => {
      const [, list, rest = ''] = /^\{\{each (\w+)\}\}(.*)$/.exec(line) ?? [];
      if (list === undefined) return [fillLine(line, values)];
      const items = /** @type {readonly object[]} */ (lookUp(values, list));
      return items.map(item => fillLine(rest, {...values, ...item}));
    })
    .join('\n');
}

/** @param {string} line @param {object} values */
function fillLine(line, values) {
  return line.replaceAll(
    /\{\{([\w.]+)(?: \/ ([\de]+))?(?:, (\d))?\}\}/g,
    (_, name, divisor = 1, digits = 0) => {
      const value = lookUp(values, name);
      return typeof value === 'number' ? show(value / Number(divisor), Number(digits)) : String(value);
    },
  );
}

/** @param {object} values @param {string} name @returns {unknown} */
function lookUp(values, name) {
  let value = /** @type {any} */ (values);
  for (const key of name.split('.')) value = value?.[key];
  if (value === undefined) throw new Error(`The template has no value for ${name}.`);
  return value;
}
