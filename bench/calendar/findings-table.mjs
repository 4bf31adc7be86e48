import {show, textTable} from '../page/format.mjs';

/** @typedef {import('./findings.mjs').Finding} Finding */

const impacts = ['critical', 'serious', 'moderate', 'minor'];

/** Returns the number of axe's rules that a calendar breaks in month and list.
 * @param {import('./findings.mjs').Findings} findings */
export function brokenRules({month, list = []}) {
  return new Set([...month, ...list].map(({rule}) => rule)).size;
}

/** @param {Record<string, import('./findings.mjs').Findings>} findings */
export function findingsTable(findings) {
  return textTable(
    ['Calendar', 'View', 'Rules broken', 'Places', 'Which, with the number of places'],
    Object.entries(findings).flatMap(([name, {month, list}]) => [
      [name, 'month', ...cells(month)],
      [name, 'list', ...(list ? cells(list) : ['no list', '', ''])],
    ]),
  );
}

/** @param {readonly Finding[]} found */
function cells(found) {
  const places = found.reduce((sum, {nodes}) => sum + nodes, 0);
  const groups = impacts.flatMap(impact => {
    const some = found.filter(finding => finding.impact === impact);
    const rules = some
      .map(({rule, nodes, isAdvice}) => `\`${rule}\`${isAdvice ? '*' : ''} ${show(nodes)}`)
      .join(', ');
    return some.length ? [`${impact}: ${rules}`] : [];
  });
  return [String(found.length), show(places), groups.join('; ') || 'none'];
}
