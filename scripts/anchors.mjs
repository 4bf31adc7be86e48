/** Returns the anchor of a heading, as on GitHub and in the demo.
 * @param {string} heading */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}
