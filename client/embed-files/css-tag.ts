/*
 * Replaces Lit's module of this name in the script tag's files, without its fallback for browsers without constructable style sheets, which
 * the elements do not support. There, the elements have no styles.
 */

export const supportsAdoptingStyleSheets = 'replaceSync' in CSSStyleSheet.prototype;

export class CSSResult {
  readonly cssText: string;
  #styleSheet: CSSStyleSheet | undefined;

  constructor(cssText: string) {
    this.cssText = cssText;
  }

  /** Shared by all elements; `undefined` in a browser without constructable style sheets. */
  get styleSheet(): CSSStyleSheet | undefined {
    if (supportsAdoptingStyleSheets && !this.#styleSheet) {
      this.#styleSheet = new CSSStyleSheet();
      this.#styleSheet.replaceSync(this.cssText);
    }
    return this.#styleSheet;
  }
}

/** Returns a style sheet, without support for values in the template. */
export const css = ([text = '']: TemplateStringsArray) => new CSSResult(text);

export const unsafeCSS = (text: unknown) => new CSSResult(String(text));

export function adoptStyles(root: ShadowRoot, styles: readonly CSSResult[]): void {
  root.adoptedStyleSheets = styles.flatMap(({styleSheet}) => styleSheet ?? []);
}

export const getCompatibleStyle = <Style>(style: Style) => style;
