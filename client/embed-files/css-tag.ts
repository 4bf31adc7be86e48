/*
 * Replaces Lit's module of this name in the script tag's files: without the style elements for browsers without constructable style
 * sheets, which are older than those that the elements support. There, the texts have no style.
 */

export const supportsAdoptingStyleSheets = 'replaceSync' in CSSStyleSheet.prototype;

export class CSSResult {
  readonly cssText: string;
  #styleSheet: CSSStyleSheet | undefined;

  constructor(cssText: string) {
    this.cssText = cssText;
  }

  /** The same one for all elements; `undefined` in a browser without such style sheets. */
  get styleSheet(): CSSStyleSheet | undefined {
    if (supportsAdoptingStyleSheets && !this.#styleSheet) {
      this.#styleSheet = new CSSStyleSheet();
      this.#styleSheet.replaceSync(this.cssText);
    }
    return this.#styleSheet;
  }
}

/** Returns a style sheet. Ours have no values in them. */
export const css = ([text = '']: TemplateStringsArray) => new CSSResult(text);

export const unsafeCSS = (text: unknown) => new CSSResult(String(text));

export function adoptStyles(root: ShadowRoot, styles: readonly CSSResult[]): void {
  root.adoptedStyleSheets = styles.flatMap(({styleSheet}) => styleSheet ?? []);
}

export const getCompatibleStyle = <Style>(style: Style) => style;
