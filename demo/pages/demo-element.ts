// The base class of the demo's own elements: apps, panel, mails, registry and theme editor. What you add here, all of
// them get. They must stay in the light DOM: the style sheets of the page apply to it.
import {LitElement} from 'lit';

import {watch} from './settings.ts';

/**
 * Base class of the demo's elements. They render light DOM, to which the page's style sheets apply. They render again after each change of the
 * settings.
 */
export abstract class DemoElement extends LitElement {
  #unwatch?: () => void;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unwatch = watch(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unwatch?.();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
