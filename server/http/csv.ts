/* Writes lists as CSV files for spreadsheets. Interfaces E and G use it and define the columns. To `isConverted`, add
 * each form of text that spreadsheets convert. A spreadsheet must neither run a text as a formula nor convert it: see
 * `toCsv`. */

import type {Context} from 'koa';

import {type List, type Reply, stream} from './reply.ts';
import {addVary} from './send.ts';

/** An object contains a text that the service itself has written, such as a date: spreadsheets may convert that text. */
export type Cell = string | number | boolean | null | undefined | {readonly verbatim: string};

const csvType = 'text/csv; charset=utf-8; header=present';

/** Returns whether the client prefers CSV to JSON. */
export function wantsCsv(context: Context): boolean {
  addVary(context.res, 'Accept');
  return context.accepts('application/json; charset=utf-8', csvType) === csvType;
}

interface CsvFile<Item> extends Omit<List<Item>, 'toText'> {
  /** The suggested name of the file. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Default: the one that the Danish Excel reads, `;`. */
  readonly separator?: Separator;
  /** Returns the rows of an item. */
  readonly toRows: (item: Item) => readonly (readonly Cell[])[];
}

/** A 200 with a CSV file of any length, or a 304: see {@link stream}. */
export function csv<Item>({
  name,
  columns,
  separator = ';',
  pages,
  toRows,
  basis = '',
  ...versions
}: CsvFile<Item>): Reply {
  async function* produce() {
    // Excel reads a file without a byte order mark as Windows-1252.
    let text = `\u{feff}${toCsv(columns, separator)}`;
    for await (const page of pages()) {
      for (const item of page) for (const row of toRows(item)) text += toCsv(row, separator);
      if (text) yield text;
      text = '';
    }
    if (text) yield text;
  }
  const headers = {'Content-Type': csvType, 'Content-Disposition': `attachment; filename="${name}"`};
  return stream({...versions, produce, basis: `${basis} csv ${separator}`, headers});
}

/** Puts an apostrophe before each `=`, `+`, `-` and `@` where a cell may begin, whatever separator the spreadsheet reads. */
function withoutFormulas(text: string): string {
  const parts = text.split(/([;,\t\r\n])/).map(part => part.replace(/^([\s"]*)([=+\-@＝＋－＠])/, "$1'$2"));
  return /^[\t\r\n]/.test(text) ? `'${parts.join('')}` : parts.join('');
}

/** A word in dates, times and numbers, in Danish and English. */
const wordOfNumbers = /^(?:am|pm|kr|(?:jan|feb|mar|apr|maj|may|jun|jul|aug|sep|okt|oct|nov|dec).*)$/i;

/** The `e` of a number such as `1,5e3`. That of `E0` has no digit before it. */
const exponent = /(?<=\d[.,]?\s?)e(?!\p{L})/giu;

/** Returns whether a spreadsheet may read a text as a number, a date or a truth value: `0.10` would lose its zero. */
function isConverted(text: string): boolean {
  if (text.length > 40) return false;
  if (/^\s*(?:true|false|sand|falsk)\s*$/i.test(text)) return true;
  const words = text.replaceAll(exponent, '').match(/\p{L}+/gu) ?? [];
  return /\d/.test(text) && words.every(word => wordOfNumbers.test(word));
}

/** The characters between cells. The Danish Excel reads the first one. */
export const separators = [';', ',', '\t'] as const;
export type Separator = (typeof separators)[number];

/** Returns a line of CSV (RFC 4180). A text that a spreadsheet would run as a formula or convert gets an apostrophe. */
export function toCsv(values: readonly Cell[], separator: Separator): string {
  const cells = values.map(value => {
    if (typeof value === 'object' && value) return value.verbatim;
    if (typeof value !== 'string') return String(value ?? '');
    const harmless = withoutFormulas(value);
    const text = harmless === value && isConverted(value) ? `'${value}` : harmless;
    return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(separator)}\r\n`;
}
