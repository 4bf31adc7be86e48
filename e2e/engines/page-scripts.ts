import type {ElementState, Query} from './tab.ts';

/*
 * What runs in pages. Each function is sent as its source, so it must not use anything outside itself.
 */

/** A query as JSON. */
export interface PlainQuery extends Omit<Query, 'name'> {
  /** A pattern of the name. */
  readonly name?: {readonly source: string; readonly flags: string};
}

/**
 * Returns the visible elements that may match a query, those whose name is likely to match first. The browser computes roles and names:
 * this only leaves out what can't match.
 */
export function findCandidates(query: PlainQuery): Element[] {
  const fields = 'input:not([type]), input[type=text], input[type=url], textarea';
  const implicit: Record<string, string> = {
    alert: '',
    button: 'button, input[type=button], input[type=submit]',
    checkbox: 'input[type=checkbox]',
    combobox: 'select',
    dialog: 'dialog',
    gridcell: 'td',
    group: 'fieldset, details',
    heading: 'h1, h2, h3, h4, h5, h6',
    link: 'a[href]',
    listitem: 'li',
    searchbox: 'input[type=search]',
    status: 'output',
    switch: '',
    textbox: fields,
  };
  const {role} = query;
  const selectors = role === undefined ? [query.selector ?? '*'] : [`[role=${role}]`, implicit[role] ?? ''];
  const selector = selectors.filter(each => each !== '').join(', ');
  const matches = (root: Document | Element | ShadowRoot, wanted: string): Element[] => [
    ...root.querySelectorAll(wanted),
    ...[root as Partial<Element>, ...root.querySelectorAll('*')].flatMap(({shadowRoot}) =>
      shadowRoot ? matches(shadowRoot, wanted) : [],
    ),
  ];
  const textOf = (element: Element) => element.textContent.replace(/\s+/g, ' ').trim();
  const roots = query.within === undefined ? [document] : matches(document, query.within);
  const isVisible = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
  const found = roots
    .flatMap(root => matches(root, selector))
    .filter(element => role === undefined || [null, role].includes(element.getAttribute('role')))
    .filter(element => isVisible(element))
    .filter(element => query.text === undefined || textOf(element).includes(query.text));
  if (!query.name) return found;
  const pattern = new RegExp(query.name.source.replace(/^\^|\$$/g, ''), query.name.flags);
  const roughName = (element: Element) =>
    element.getAttribute('aria-label') ??
    (element as HTMLInputElement).labels?.[0]?.textContent ??
    textOf(element);
  const isLikely = (element: Element) => pattern.test(roughName(element).replace(/\s+/g, ' '));
  const rest = found.filter(element => !isLikely(element) && element.hasAttribute('aria-labelledby'));
  return [...found.filter(isLikely), ...rest];
}

/** @throws When the element has left the page. */
export function stateOf(element: Element): ElementState {
  if (!element.isConnected) throw new Error('The element has left the page.');
  const {checked, value} = element as Partial<HTMLInputElement>;
  return {
    text: element.textContent.replace(/\s+/g, ' ').trim(),
    value: value ?? '',
    isChecked: checked ?? element.getAttribute('aria-checked') === 'true',
    hasFocus: (element.getRootNode() as Document | ShadowRoot).activeElement === element,
  };
}

/** Returns the key that leads from the focused element towards another one, in the order of the rendered page. */
export function directionTo(target: Element): 'Tab' | 'Shift+Tab' {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const order: Element[] = [];
  const visit = (element: Element) => {
    order.push(element);
    const assigned = element instanceof HTMLSlotElement ? element.assignedElements() : [];
    for (const child of assigned.length ? assigned : (element.shadowRoot ?? element).children) visit(child);
  };
  visit(document.documentElement);
  return focused !== document.body && focused && order.indexOf(focused) > order.indexOf(target)
    ? 'Shift+Tab'
    : 'Tab';
}

/** Brings an element into the window. Returns whether its centre can be clicked, or names what covers it. */
export function prepareClick(element: Element): string {
  element.scrollIntoView({block: 'nearest', behavior: 'instant'});
  const {left, right, top, bottom} = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  let hit = document.elementFromPoint(x, y);
  while (hit?.shadowRoot?.elementFromPoint(x, y) && hit.shadowRoot.elementFromPoint(x, y) !== hit)
    hit = hit.shadowRoot.elementFromPoint(x, y);
  for (let place: Node | null = hit; place;) {
    if (place === element) return '';
    place = place instanceof ShadowRoot ? place.host : place.parentNode;
  }
  return hit?.outerHTML.slice(0, 200) ?? 'It is outside the window.';
}

/** Notes from now on what the page has to complain about, for {@link readProblems}. */
export function watchForProblems(): void {
  const page = window as unknown as {problems?: string[]};
  if (page.problems) return;
  const problems: string[] = (page.problems = []);
  addEventListener('error', event => problems.push(event.message));
  addEventListener('unhandledrejection', event => problems.push(String(event.reason)));
  addEventListener('securitypolicyviolation', event =>
    problems.push(`${event.violatedDirective} forbids ${event.blockedURI}`),
  );
  for (const level of ['error', 'warn'] as const) {
    const print = console[level];
    console[level] = (...values: unknown[]) => {
      problems.push(values.join(' '));
      print(...values);
    };
  }
}

export function readProblems(): string[] {
  return (window as unknown as {problems?: string[]}).problems ?? [];
}
