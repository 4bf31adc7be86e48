// The contrast of colours, for the tests of the themes and the demo's theme editor. If elements use two colours
// together in a new way, add the pair to `minContrasts`. Keep the minimums, which are those of WCAG 2.1.
/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** The minimum contrasts of tokens in a theme (WCAG 2.1: 4.5 for text, 3 for controls), for tests and the demo's theme editor. */
export const minContrasts = [
  ['on-primary', 'primary', 4.5],
  ['primary', 'surface', 3],
  ['primary', 'surface-muted', 3],
  ['text', 'surface', 4.5],
  ['text', 'surface-muted', 4.5],
  ['text', 'error-surface', 4.5],
  ['text', 'warning-surface', 4.5],
  ['text-secondary', 'surface', 4.5],
  ['text-secondary', 'surface-muted', 4.5],
  ['text-secondary', 'error-surface', 4.5],
  ['link', 'surface', 4.5],
  ['link', 'surface-muted', 4.5],
  ['link', 'error-surface', 4.5],
  ['border-strong', 'surface', 3],
  ['border-strong', 'surface-muted', 3],
  ['error', 'surface', 4.5],
  ['error', 'surface-muted', 4.5],
  ['error', 'error-surface', 3],
] as const;

/** Returns the contrast ratio of WCAG 2.1, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map(value =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
