import {readFileSync} from 'node:fs';

/*
 * Markup for tests of `script.ts`, in Node.js and in browsers. Add a line to one of the text files. An attack must call `hit()`.
 */

/** Must all be rejected. */
export const scriptMarkups: readonly string[] = readMarkups('script-markups.txt');

/** Must all be accepted: ordinary content, and markup that resembles an attack. */
export const harmlessMarkups: readonly string[] = ['', ...readMarkups('harmless-markups.txt')];

/** Reads the lines of a file, which may contain the escapes of JSON. Leaves out headings and empty lines. */
function readMarkups(name: string): string[] {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line && !line.startsWith('# '))
    .map(line => JSON.parse(`"${line.replaceAll('"', '\\"')}"`) as string);
}
