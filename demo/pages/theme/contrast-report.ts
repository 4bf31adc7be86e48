import {contrast, minContrasts} from '../../../client/themes/contrast.ts';
import {byId, create} from '../dom.ts';
import {say} from '../language.ts';
import {colourOf, type Scheme} from './colour.ts';
import {allTokens} from './tokens.ts';

/** Lists the colour pairs with too little contrast. */
export function reportContrast(scheme: Scheme): void {
  const list = byId('kontrast');
  const problems = minContrasts.flatMap(([one, other, min]) => {
    const ratio = contrast(colourOf(token(one), scheme), colourOf(token(other), scheme));
    return ratio < min ? [describe(one, other, ratio, min)] : [];
  });
  const success = say({
    da: 'Alle farver skiller sig nok ud fra hinanden (WCAG 2.1 AA).',
    en: 'All colours have enough contrast with each other (WCAG 2.1 AA).',
  });
  const texts = problems.length ? problems : [success];
  list.classList.toggle('receipt-failed', problems.length > 0);
  if (list.innerText !== texts.join('\n')) list.replaceChildren(...texts.map(text => create('p', {}, text)));
}

function describe(one: string, other: string, ratio: number, min: number): string {
  const [front, behind] = [say(token(one).label), say(token(other).label)];
  // Rounded down: 4.49 is not 4.5.
  const found = format(Math.floor(ratio * 10) / 10);
  return say({
    da: `«${front}» mod «${behind}»: ${found}:1, mindst ${format(min)}:1.`,
    en: `“${front}” against “${behind}”: ${found}:1, at least ${format(min)}:1.`,
  });
}

function format(value: number): string {
  return value.toLocaleString(document.documentElement.lang);
}

function token(short: string) {
  const found = allTokens.find(({name}) => name === `--tavle-color-${short}`);
  if (!found) throw new Error(`There is no colour ${short}.`);
  return found;
}
