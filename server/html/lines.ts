/* The lines and list markers of plain text, for `plain-text.ts`. Add a kind of markers to `createMarkers`, and change
 * the spacing of lines in `createLines`. Deadlines store the text: a change affects only those that are written later.
 * The time must stay linear in the length. */

/** Returns the marker of the next item. @param value The item's attribute `value`. Later items continue from this number. */
export type NextMarker = (value?: string) => string;

/** Returns the function that numbers the items of an HTML list. @param attributes Of the list, by name. Some editors write a `style` in place of a `type`. */
export function createMarkers(name: string, attributes: ReadonlyMap<string, string>): NextMarker {
  const start = toNumber(attributes.get('start'));
  const step = attributes.has('reversed') ? -1 : 1;
  // A reversed list without a start gets dashes: its first number depends on the number of its items.
  if (name !== 'ol' || (step < 0 && start === undefined)) return () => '- ';
  const style = attributes.get('style')?.toLowerCase() ?? '';
  const [, size = '', letters = ''] = /\b(lower|upper)-(alpha|latin|roman)/.exec(style) ?? [];
  const [first = ''] = attributes.get('type') ?? '';
  const isRoman = letters === 'roman' || /i/i.test(first);
  const isUpper = letters ? size === 'upper' : /[AI]/.test(first);
  let next = start ?? 1;
  return value => {
    const number = toNumber(value) ?? next;
    next = number + step;
    if (!letters && !/[ai]/i.test(first)) return `${number}. `;
    const text = isRoman ? toRoman(number) : toLetters(number);
    return `${(isUpper ? text.toUpperCase() : text) || number}. `;
  };
}

const toNumber = (text = '') => (/^\s*-?\d{1,4}\b/.test(text) ? Number.parseInt(text, 10) : undefined);

/** Returns a to z, aa, ab …; '' below 1. */
function toLetters(number: number): string {
  if (number < 1) return '';
  return toLetters(Math.floor((number - 1) / 26)) + String.fromCharCode(97 + ((number - 1) % 26));
}

const romans = 'm1000 cm900 d500 cd400 c100 xc90 l50 xl40 x10 ix9 v5 iv4 i1'.split(' ');

/** Returns a Roman number in lower case; '' below 1. */
function toRoman(number: number): string {
  let text = '';
  for (const roman of romans) {
    const value = Number(roman.replace(/\D+/, ''));
    for (; number >= value; number -= value) text += roman.replace(/\d+/, '');
  }
  return text;
}

/** Control characters other than white space: calendar apps do not show them. */
// oxlint-disable-next-line no-control-regex -- These are removed.
const invisible = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/g;

/** List items on deeper levels are indented as far as those on this level. */
const maxIndents = 10;

/** Collects text for `toPlainText`: no white space at its ends, single spaces, at most one empty line between paragraphs. */
export function createLines() {
  const parts: string[] = [];
  /** The white space before the next word. */
  let gap: '' | ' ' | '\n' | '\n\n' = '';
  /** The marker of a list item, or the separators of cells (`| `), before the next word. */
  let marker = '';
  /** Whether blocks do not start a line: at the start of a list item, and at both ends of a cell. */
  let isAtEdge = false;
  let isFirstCell = true;

  return {
    append: (text: string) => void parts.push(text),
    text: () => parts.join(''),
    /** Returns the place where the next text begins, for `textFrom` and `rewriteFrom`. */
    end: () => parts.length,
    textFrom: (start: number) => parts.slice(start).join('').trim(),

    /** Rewrites the text from a place on. `rewrite` gets it without the white space around it. */
    rewriteFrom(start: number, rewrite: (text: string) => string): void {
      const text = parts.splice(start).join('');
      const words = text.trim();
      const before = text.slice(0, text.indexOf(words));
      parts.push(before, words === '' ? '' : rewrite(words));
    },

    addText(source: string): void {
      const text = source.replace(invisible, '');
      const words = text.trim();
      if (words === '' || /^\s/.test(text)) gap ||= ' ';
      if (words === '') return;
      if (parts.length > 0) parts.push(gap);
      parts.push(marker, words.replace(/\s+/g, ' '));
      gap = /\s$/.test(text) ? ' ' : '';
      marker = '';
      isAtEdge = false;
    },

    /** Adds a line break; two of them make an empty line. */
    breakLine(): void {
      if (!isAtEdge) gap = gap.startsWith('\n') ? '\n\n' : '\n';
    },

    startParagraph(): void {
      if (!isAtEdge) gap = '\n\n';
    },

    /** Starts a list item on a new line. @param level 0 for an item of a list that is not in another list. */
    startItem(text: string, level: number): void {
      if (!gap.startsWith('\n')) gap = '\n';
      marker = '  '.repeat(Math.min(level, maxIndents)) + text;
      isAtEdge = true;
    },

    /** Ends the text of a list item, at its end or before a list in it. No empty line follows. */
    endItem(): void {
      gap = '\n';
      marker = '';
      isAtEdge = false;
    },

    /** Starts a row of a table on a new line. */
    startRow(): void {
      if (!gap.startsWith('\n')) gap = '\n';
      marker = '';
      isAtEdge = false;
      isFirstCell = true;
    },

    startCell(): void {
      this.endCell();
      if (!isFirstCell) marker += '| ';
      isFirstCell = false;
    },

    /** Ends a cell. Blocks at its end do not start a line. An empty cell keeps the line break of its row. */
    endCell(): void {
      if (!isAtEdge && !isFirstCell) gap = ' ';
      isAtEdge = true;
    },
  };
}
