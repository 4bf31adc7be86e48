/** Returns the anchor of a heading, for the links of the manual. It must be the same as on GitHub.
 * @param {string} heading */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}
