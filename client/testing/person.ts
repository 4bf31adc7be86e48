/*
 * Finds and uses elements as a person does, for the files `…-states.ts` and for tests. Add a role or an action here. Use plain DOM only, since the
 * page of states runs without Vitest.
 */

/** Finds the element that a person means, if it is visible. */
export type Target = () => HTMLElement | undefined;

/** The elements of each role. */
const roles = {
  alert: '[role=alert]',
  button: 'button:not([role]), [role=button]',
  cell: 'td, [role=cell]',
  checkbox: 'input[type=checkbox]:not([role])',
  combobox: 'select, input[list], [role=combobox]',
  dialog: 'dialog',
  grid: '[role=grid]',
  gridcell: '[role=gridcell], [role=grid] td',
  heading: 'h1, h2, h3, h4, h5, h6, [role=heading]',
  link: 'a[href]',
  searchbox: 'input[type=search]',
  switch: '[role=switch]',
  textbox: 'input:not([type], [list]), input[type=text]:not([list]), textarea',
};

/** Returns the visible elements, in shadow roots as well. */
function* visible(root: Element): Generator<HTMLElement> {
  for (const element of [...(root.shadowRoot?.children ?? []), ...root.children]) {
    const {width, height} = element.getBoundingClientRect();
    const isVisible = width && height && element.checkVisibility({visibilityProperty: true});
    if (isVisible && element instanceof HTMLElement) yield element;
    yield* visible(element);
  }
}

/** Returns the visible elements; only those in a modal dialog if one is open: the others are inert. */
function reachable(): HTMLElement[] {
  const all = [...visible(document.body)];
  const dialog = all.findLast(element => element.matches('dialog:modal'));
  return dialog ? [dialog, ...visible(dialog)] : all;
}

const tidy = (text: string | null | undefined) => text?.trim().replaceAll(/\s+/g, ' ') ?? '';

function nameOf(element: HTMLElement): string {
  const {labels} = element as HTMLInputElement;
  const [label] = element.ariaLabelledByElements ?? labels ?? [];
  return tidy(element.ariaLabel ?? (label ?? element).textContent);
}

const fits = (text: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? text === wanted : wanted.test(text);

/** Finds an element by its role and name. @param place The index among several; negative: from the end. */
export const role =
  (name: keyof typeof roles, label: string | RegExp = /^/, place = 0): Target =>
  () =>
    reachable()
      .filter(element => element.matches(roles[name]) && fits(nameOf(element), label))
      .at(place);

/** Finds a field by its label. */
export const field =
  (label: RegExp): Target =>
  () =>
    reachable().find(element => element.matches('input, select, textarea') && label.test(nameOf(element)));

/** Finds the innermost element with a text. @param place The index among several; negative: from the end. */
export const text =
  (wanted: string | RegExp, place = 0): Target =>
  () => {
    const fitting = reachable().filter(({textContent}) => fits(tidy(textContent), wanted));
    return fitting
      .filter(element => !fitting.some(each => each !== element && element.contains(each)))
      .at(place);
  };

/** Repeats a check until it returns something. */
export async function until<Result>(check: () => Result | undefined | null | false): Promise<Result> {
  const end = performance.now() + 30_000;
  for (;;) {
    const result = check();
    if (result) return result;
    if (performance.now() > end) throw new Error(`This does not happen: ${check.toString()}`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/** Waits until something is visible. */
export const shows = (target: Target): Promise<HTMLElement> => until(target);

/** Clicks as with a mouse, which also moves the focus. */
export async function click(target: Target): Promise<void> {
  const element = await shows(target);
  element
    .closest<HTMLElement>('button, a, input, select, summary, [tabindex]')
    ?.focus({preventScroll: true, focusVisible: false});
  element.dispatchEvent(
    new MouseEvent('click', {bubbles: true, cancelable: true, composed: true, detail: 1}),
  );
}

/** Fills in a field. */
export async function fill(target: Target, value: string): Promise<void> {
  const element = (await shows(target)) as HTMLInputElement;
  element.focus();
  element.value = value;
  element.dispatchEvent(new InputEvent('input', {bubbles: true, composed: true}));
}

/** Focuses an element and presses keys. */
export async function press(target: Target, ...keys: string[]): Promise<void> {
  (await shows(target)).focus({focusVisible: true});
  for (const key of keys) {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const event = new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true, composed: true});
    if (element?.dispatchEvent(event) && element instanceof HTMLButtonElement && key === ' ') element.click();
  }
}
