/** Code that the compiler must reject, for `frameworks.spec.ts`. */
import type {SvelteHTMLElements} from 'svelte/elements';
import type {} from 'tavle/svelte';

type Calendar = SvelteHTMLElements['tavle-calendar'];

// @ts-expect-error: there is no such view.
export const wrongValue: Calendar = {view: 'week'};

// @ts-expect-error: the event has no such field.
export const wrongField: Calendar = {'ontavle-mark': event => event.app};

// @ts-expect-error: there is no such property.
export const unknownProperty: Calendar = {titleText: 'Frister'};
