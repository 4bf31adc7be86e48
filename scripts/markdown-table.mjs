/** Returns a table in Markdown, for scripts that write or print tables. @param {readonly (readonly string[])[]} rows The first one is the head. */
export function markdownTable([head = [], ...rows]) {
  return [head, head.map(() => '---'), ...rows]
    .map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('');
}
