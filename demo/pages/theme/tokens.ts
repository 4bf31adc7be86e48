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

const labels: Record<string, Both> = {
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
  radius: ['Hjørner', 'Corners'],
  'border-width': ['Rammers bredde', 'Width of frames'],
  space: ['Luft', 'Room'],
  'heading-weight': ['Overskrifters vægt', 'Weight of headings'],
  shadow: ['Skygge', 'Shadow'],
  'focus-ring': ['Fokusramme', 'Focus ring'],
};

const properties: Record<string, string> = {
  radius: 'border-radius',
  'border-width': 'border-width',
  space: 'padding',
  'heading-weight': 'font-weight',
  shadow: 'box-shadow',
  'focus-ring': 'outline',
};

/** The tokens with a value in the elements' style sheet. Other tokens default to one of these. */
export const allTokens: readonly Token[] = tokens.cssText.split('\n').flatMap(line => {
  const [, short, initial = ''] = /^ *--_[a-z-]+: var\(--tavle-([a-z-]+), (.+)\);$/.exec(line) ?? [];
  if (short === undefined || initial.startsWith('var(')) return [];
  const label = labels[short];
  if (!label) throw new Error(`The page has no label for --tavle-${short}.`);
  return [{name: `--tavle-${short}`, initial, label, property: properties[short] ?? 'color'}];
});
