import {tokens} from '../../../client/styles/tokens.ts';
import type {Both} from '../language.ts';

/** A custom property that a portal may set. */
export interface Token {
  readonly name: string;
  /** The default value. */
  readonly initial: string;
  readonly label: Both;
  /** The CSS property that validates the value. */
  readonly property:
    | 'color'
    | 'border-radius'
    | 'border-width'
    | 'padding'
    | 'font-weight'
    | 'box-shadow'
    | 'outline';
}

const labels: Record<string, Both> = {
  'color-primary': {da: 'Hovedfarve', en: 'Primary colour'},
  'color-on-primary': {da: 'Tekst på hovedfarven', en: 'Text on the primary colour'},
  'color-text': {da: 'Tekst', en: 'Text'},
  'color-text-secondary': {da: 'Mindre vigtig tekst', en: 'Secondary text'},
  'color-surface': {da: 'Flader', en: 'Surfaces'},
  'color-surface-muted': {da: 'Dæmpede flader', en: 'Muted surfaces'},
  'color-border': {da: 'Rammer', en: 'Frames'},
  'color-border-strong': {da: 'Rammer om det, der kan betjenes', en: 'Frames of controls'},
  'color-error': {da: 'Fejl', en: 'Errors'},
  'color-error-surface': {da: 'Flader bag fejl', en: 'Behind errors'},
  'color-warning-surface': {da: 'Flader bag nære datoer', en: 'Behind dates that are near'},
  radius: {da: 'Hjørner', en: 'Corners'},
  'border-width': {da: 'Rammers bredde', en: 'Width of frames'},
  space: {da: 'Luft', en: 'Room'},
  'heading-weight': {da: 'Overskrifters vægt', en: 'Weight of headings'},
  shadow: {da: 'Skygge', en: 'Shadow'},
  'focus-ring': {da: 'Fokusramme', en: 'Focus ring'},
};

const properties: Record<string, Token['property']> = {
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
