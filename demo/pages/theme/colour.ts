import type {Colour} from '../../../client/themes/contrast.ts';
import type {Token} from './tokens.ts';

export type Scheme = 'light' | 'dark';

/** Returns the colour of a token on the page in a colour scheme. */
export function colourOf({name, initial}: Token, scheme: Scheme): Colour {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.hidden = true;
  probe.style.colorScheme = scheme;
  probe.style.color = `var(${name}, ${initial})`;
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
  probe.remove();
  return [red, green, blue];
}

/** Returns the format of `<input type="color">`. */
export function toHex(colour: Colour): string {
  return `#${colour.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
