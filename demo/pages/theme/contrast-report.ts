import {contrast, minContrasts} from '../../../client/themes/contrast.ts';
import {byId, create} from '../dom.ts';
import {say} from '../language.ts';
import {colourOf, type Scheme} from './colour.ts';
import {allTokens} from './tokens.ts';

/** Lists the colours that are too close to each other to be distinguished by everyone. */
export function reportContrast(scheme: Scheme): void {
  const list = byId('kontrast');
  const faults = minContrasts.flatMap(([one, other, least]) => {
    const ratio = contrast(colourOf(token(one), scheme), colourOf(token(other), scheme));
    return ratio < least ? [fault(one, other, ratio, least)] : [];
  });
  const fine = say({
    da: 'Alle farver skiller sig nok ud fra hinanden (WCAG 2.1 AA).',
    en: 'All colours have enough contrast with each other (WCAG 2.1 AA).',
  });
  const texts = faults.length ? faults : [fine];
  list.classList.toggle('receipt-failed', faults.length > 0);
  if (list.innerText !== texts.join('\n')) list.replaceChildren(...texts.map(text => create('p', {}, text)));
}

function fault(one: string, other: string, ratio: number, least: number): string {
  const [front, behind] = [say(token(one).label), say(token(other).label)];
  // Cut, not rounded: 4.49 is not 4.5.
  const found = amount(Math.floor(ratio * 10) / 10);
  return say({
    da: `«${front}» mod «${behind}»: ${found}:1, mindst ${amount(least)}:1.`,
    en: `“${front}” against “${behind}”: ${found}:1, at least ${amount(least)}:1.`,
  });
}

function amount(value: number): string {
  return value.toLocaleString(document.documentElement.lang);
}

function token(short: string) {
  const found = allTokens.find(({name}) => name === `--tavle-color-${short}`);
  if (!found) throw new Error(`There is no colour ${short}.`);
  return found;
}
