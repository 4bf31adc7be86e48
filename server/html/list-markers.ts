/** Returns the marker of the next item. @param value The item's `value`, from which the numbers go on. */
export type NextMarker = (value?: string) => string;

/**
 * Numbers the items of a list of HTML.
 *
 * @param attributes Those of the list, by name. Editors write a `style` in place of a `type`.
 */
export function createMarkers(name: string, attributes: ReadonlyMap<string, string>): NextMarker {
  const start = toNumber(attributes.get('start'));
  const step = attributes.has('reversed') ? -1 : 1;
  // The first number of a reversed list without a start depends on the number of its items.
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

/** a to z, aa, ab …; '' below 1. */
function toLetters(number: number): string {
  if (number < 1) return '';
  return toLetters(Math.floor((number - 1) / 26)) + String.fromCharCode(97 + ((number - 1) % 26));
}

const romans = 'm1000 cm900 d500 cd400 c100 xc90 l50 xl40 x10 ix9 v5 iv4 i1'.split(' ');

/** '' below 1. */
function toRoman(number: number): string {
  let text = '';
  for (const roman of romans) {
    const value = Number(roman.replace(/\D+/, ''));
    for (; number >= value; number -= value) text += roman.replace(/\d+/, '');
  }
  return text;
}
