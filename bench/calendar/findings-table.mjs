import {show} from '../page/format.mjs';

/** @typedef {import('./findings.mjs').Finding} Finding */

const impacts = ['critical', 'serious', 'moderate', 'minor'];

/** Returns the rows of the table.
 * @param {Record<string, import('./findings.mjs').Findings>} findings */
export function findingRows(findings) {
  return Object.entries(findings).flatMap(([name, {month, list}]) => [
    {name, view: 'month', ...summary(month)},
    {name, view: 'list', ...(list ? summary(list) : {rules: 'no list', places: '', which: ''})},
  ]);
}

/** @param {readonly Finding[]} found */
function summary(found) {
  const groups = impacts.flatMap(impact => {
    const some = found.filter(finding => finding.impact === impact);
    const rules = some
      .map(({rule, nodes, isAdvice}) => `\`${rule}\`${isAdvice ? '*' : ''} ${show(nodes)}`)
      .join(', ');
    return some.length ? [`${impact}: ${rules}`] : [];
  });
  return {
    rules: found.length,
    places: found.reduce((sum, {nodes}) => sum + nodes, 0),
    which: groups.join('; ') || 'none',
  };
}
