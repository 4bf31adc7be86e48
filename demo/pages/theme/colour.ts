import type {Token} from './tokens.ts';

export type Scheme = 'light' | 'dark';

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** The colour that a token has on the page where its `color-scheme` is this one. */
export function colourOf({name, initial}: Token, scheme: Scheme): Colour {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.hidden = true;
  probe.style.colorScheme = scheme;
  probe.style.color = `var(${name}, ${initial})`;
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
  probe.remove();
  return [red, green, blue];
}

/** As `<input type="color">` has it. */
export function toHex(colour: Colour): string {
  return `#${colour.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2.1's contrast ratio, 1 to 21. */
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
