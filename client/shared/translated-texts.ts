/**
 * Shows changed texts in a translated page. Chrome and Edge replace each text node by a `<font>`; Lit then writes a changed text to the `data`
 * of that element, where nobody sees it. Puts the text in its place.
 */
export function showChangedTexts(root: ShadowRoot): void {
  for (const font of root.querySelectorAll<HTMLElement & {data?: unknown}>('font')) {
    if (font.data !== undefined) font.replaceWith(String(font.data));
  }
}
