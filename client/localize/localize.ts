import type {ReactiveController, ReactiveControllerHost} from 'lit';

import {da} from './da.ts';
import {en} from './en.ts';
import type {DashboardStrings} from './strings.ts';

type Host = ReactiveControllerHost & Element & {strings: Partial<DashboardStrings>};

const dictionaries: Record<string, DashboardStrings> = {da, en};
const hosts = new Set<Host>();

/** One observer for all elements of the page; a `lang` may change on any ancestor. */
const observer = new MutationObserver(() => {
  for (const host of hosts) host.requestUpdate();
});

/** Gives an element its texts in the language that it stands in, and renders it anew when that changes. */
export class Localize implements ReactiveController {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /** Danish where the language is neither Danish nor English; single texts of the host go first. */
  get strings(): DashboardStrings {
    const language = languageOf(this.#host).split('-')[0]?.toLowerCase() ?? '';
    return {...(dictionaries[language] ?? da), ...this.#host.strings};
  }

  hostConnected(): void {
    if (!hosts.size) observer.observe(document, {attributeFilter: ['lang'], subtree: true});
    hosts.add(this.#host);
  }

  hostDisconnected(): void {
    hosts.delete(this.#host);
    if (!hosts.size) observer.disconnect();
  }
}

/** The `lang` of the element or of its closest ancestor that has one, across shadow roots; else ''. */
function languageOf(element: Element): string {
  const named = element.closest('[lang]');
  if (named) return named.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageOf(root.host) : '';
}
