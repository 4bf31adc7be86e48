import {tokens} from '../../../client/styles/tokens.ts';
import type {Both} from '../settings.ts';

/** A custom property that a portal may set. */
export interface Token {
  readonly name: string;
  /** The default value. */
  readonly initial: string;
  readonly label: Both;
  /** The CSS property that validates the value. */
  readonly property: string;
}

/** The labels, and the property if it is not a colour. */
const properties: Record<string, readonly [...label: Both, property?: string]> = {
  'color-primary': ['Hovedfarve', 'Primary colour'],
  'color-on-primary': ['Tekst på hovedfarven', 'Text on the primary colour'],
  'color-text': ['Tekst', 'Text'],
  'color-text-secondary': ['Mindre vigtig tekst', 'Secondary text'],
  'color-surface': ['Flader', 'Surfaces'],
  'color-surface-muted': ['Dæmpede flader', 'Muted surfaces'],
  'color-border': ['Rammer', 'Frames'],
  'color-border-strong': ['Rammer om det, der kan betjenes', 'Frames of controls'],
  'color-error': ['Fejl', 'Errors'],
  'color-error-surface': ['Flader bag fejl', 'Behind errors'],
  'color-warning-surface': ['Flader bag nære datoer', 'Behind dates that are near'],
  radius: ['Hjørner', 'Corners', 'border-radius'],
  'border-width': ['Rammers bredde', 'Width of frames', 'border-width'],
  space: ['Luft', 'Room', 'padding'],
  'heading-weight': ['Overskrifters vægt', 'Weight of headings', 'font-weight'],
  shadow: ['Skygge', 'Shadow', 'box-shadow'],
  'focus-ring': ['Fokusramme', 'Focus ring', 'outline'],
};

/** The tokens with a value in the elements' style sheet. Other tokens default to one of these. */
export const allTokens: readonly Token[] = tokens.cssText.split('\n').flatMap(line => {
  const [, short, initial = ''] = /^ *--_[a-z-]+: var\(--tavle-([a-z-]+), (.+)\);$/.exec(line) ?? [];
  if (short === undefined || initial.startsWith('var(')) return [];
  const found = properties[short];
  if (!found) throw new Error(`The page has no label for --tavle-${short}.`);
  const [danish, english, property = 'color'] = found;
  return [{name: `--tavle-${short}`, initial, label: [danish, english], property}];
});
