/*
 * Finds elements and problems in a page, for `firefox.ts` and `webkit.ts`. Add a function that both need. The functions run in the page: they must
 * not use anything outside their bodies.
 */

import type {Query} from '../../e2e/engines/tab.ts';

/**
 * Returns the visible elements that may match a query; runs in the page. The browser computes roles and names: this function only leaves out
 * elements that can't match. It searches shadow roots, which selectors of the browsers' libraries do not reach from outside.
 */
export function findCandidates({role, name, selector, text, within}: Query): Element[] {
  const native: Record<string, string> = {
    button: 'button',
    checkbox: 'input[type=checkbox]',
    dialog: 'dialog',
    gridcell: 'td',
    heading: 'h1, h2, h3, h4, h5, h6',
    link: 'a[href]',
    searchbox: 'input[type=search]',
    textbox: 'textarea, input:not([type]), input[type=text], input[type=url]',
  };
  const wanted =
    role === undefined ? (selector ?? '*') : [`[role=${role}]`, native[role] ?? []].flat().join();
  const search = (root: Document | Element | ShadowRoot, matching: string): Element[] => [
    ...root.querySelectorAll(matching),
    ...[root as Partial<Element>, ...root.querySelectorAll('*')].flatMap(({shadowRoot}) =>
      shadowRoot ? search(shadowRoot, matching) : [],
    ),
  ];
  const plain = (content: string | null | undefined) => content?.replace(/\s+/g, ' ').trim() ?? '';
  const labelsOf = (element: Element) => [
    element.ariaLabel,
    element.textContent,
    ...[...((element as HTMLInputElement).labels ?? [])].map(label => label.textContent),
  ];
  const roots = within === undefined ? [document] : search(document, within);
  return roots
    .flatMap(root => search(root, wanted))
    .filter(element => role === undefined || [null, role].includes(element.getAttribute('role')))
    .filter(element => element.getClientRects().length && getComputedStyle(element).visibility === 'visible')
    .filter(element => text === undefined || plain(element.textContent).includes(plain(text)))
    .filter(
      element =>
        name === undefined ||
        element.hasAttribute('aria-labelledby') ||
        labelsOf(element).some(label => plain(label).includes(plain(name))),
    );
}

/** Records errors, warnings and violations of policies in `window.problems` from now on; runs in the page. */
export function watchForProblems(): void {
  const problems: string[] = [];
  Object.assign(window, {problems});
  addEventListener('error', event => problems.push(event.message));
  addEventListener('unhandledrejection', event => problems.push(String(event.reason)));
  addEventListener('securitypolicyviolation', event =>
    problems.push(`${event.violatedDirective} forbids ${event.blockedURI}`),
  );
  for (const level of ['error', 'warn'] as const)
    console[level] = (...values: unknown[]) => problems.push(values.join(' '));
}
