// Contrasts of the colours that a person has chosen in the theme editor, for `tema.ts`. Change the messages here.
// `client/themes/contrast.ts` has the required contrasts: the editor and the tests must use the same.
import {type Colour, contrast, minContrasts} from '../../../client/themes/contrast.ts';
import {say} from '../settings.ts';
import {allTokens, type Token} from './tokens.ts';

export type Scheme = 'light' | 'dark';

/** Returns the colour of a token on the page in a colour scheme. */
export function colourOf({name, initial}: Token, scheme: Scheme): Colour {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.hidden = true;
  // Forced colours would replace the colour.
  probe.style.forcedColorAdjust = 'none';
  probe.style.colorScheme = scheme;
  probe.style.color = `var(${name}, ${initial})`;
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
  probe.remove();
  return [red, green, blue];
}

/** Returns a sentence for each pair of colours with too little contrast. */
export function contrastProblems(scheme: Scheme): string[] {
  return minContrasts.flatMap(([one, other, min]) => {
    const [front, behind] = [one, other].map(tokenOf) as [Token, Token];
    const ratio = contrast(colourOf(front, scheme), colourOf(behind, scheme));
    if (ratio >= min) return [];
    // Rounded down: 4.49 is not 4.5.
    const [found, required] = [Math.floor(ratio * 10) / 10, min].map(number =>
      number.toLocaleString(document.documentElement.lang),
    );
    return say(
      `»${say(...front.label)}« mod »${say(...behind.label)}«: ${found}:1, mindst ${required}:1.`,
      `“${say(...front.label)}” against “${say(...behind.label)}”: ${found}:1, at least ${required}:1.`,
    );
  });
}

function tokenOf(short: string): Token {
  const found = allTokens.find(({name}) => name === `--tavle-color-${short}`);
  if (!found) throw new Error(`Unknown colour ${short}.`);
  return found;
}
