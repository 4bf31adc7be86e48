// The custom properties that the theme editor offers, for `tema.ts` and `contrast.ts`. Add the labels of a new one to
// `properties.json`. Names and defaults come from `client/styles/tokens.ts`: do not repeat them here.
import {tokens} from '../../../client/styles/tokens.ts';
import type {Both} from '../settings.ts';
import properties from './properties.json' with {type: 'json'};

/** A custom property that a portal may set. */
export interface Token {
  readonly name: string;
  /** The default value. */
  readonly initial: string;
  readonly label: Both;
  /** The CSS property that validates the value. */
  readonly property: string;
}

/** The Danish and the English label of each property, and the CSS property that validates it if it is not a colour. */
const known: Readonly<Record<string, readonly string[]>> = properties;

/** The tokens with a value in the elements' style sheet. Other tokens default to one of these. */
export const allTokens: readonly Token[] = tokens.cssText.split('\n').flatMap(line => {
  const [, short, initial = ''] = /^ *--_[a-z-]+: var\(--tavle-([a-z-]+), (.+)\);$/.exec(line) ?? [];
  if (short === undefined || initial.startsWith('var(')) return [];
  const [danish, english, property = 'color'] = known[short] ?? [];
  if (!danish || !english) throw new Error(`The page has no labels for --tavle-${short}.`);
  return [{name: `--tavle-${short}`, initial, label: [danish, english], property}];
});
