/** Letters that have no decomposition into an unaccented letter and a mark. */
const letters: Record<string, string> = {
  ...{æ: 'ae', ø: 'oe', å: 'aa', œ: 'oe', ß: 'ss', ð: 'd', þ: 'th', đ: 'd', ł: 'l', ħ: 'h', ı: 'i'},
  ...{Æ: 'Ae', Ø: 'Oe', Å: 'Aa', Œ: 'Oe', ẞ: 'Ss', Ð: 'D', Þ: 'Th', Đ: 'D', Ł: 'L', Ħ: 'H'},
};

/**
 * Returns the last part of a form's URL: the words of its title, joined by `_`, in unaccented Latin letters and digits. A title
 * without any gives `formular`.
 */
export function permalinkOf(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[æøåœßðþđłħıÆØÅŒẞÐÞĐŁĦ]/g, letter => letters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '');
  return plain.match(/[a-z0-9]+/gi)?.join('_') ?? 'formular';
}
