import {type CSSResult, unsafeCSS} from 'lit';

/** Returns the style sheet, with light colours only in browsers without `light-dark()`: Chrome 122, Firefox 119, Safari 17.4 and older. */
export function withLightDarkFallback(sheet: CSSResult): CSSResult {
  const isKnown = !('CSS' in globalThis) || CSS.supports('color: light-dark(red, red)');
  return isKnown ? sheet : unsafeCSS(sheet.cssText.replace(/light-dark\((#\w+),[^()]*\)/g, '$1'));
}
