const letters: Record<string, string> = {æ: 'ae', ø: 'oe', å: 'aa', Æ: 'Ae', Ø: 'Oe', Å: 'Aa'};

/**
 * The last part of a form's address: the words of its title, joined by `_`, in unaccented Latin letters and digits. A title
 * without any gives `formular`.
 */
export function permalinkOf(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[æøåÆØÅ]/g, letter => letters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '');
  return plain.match(/[a-z0-9]+/gi)?.join('_') ?? 'formular';
}
