// Code with a button that copies it, for `code.ts`, `delivery.ts` and the theme editor. Here you can change its look or
// message. Show the code as text, never as markup, and copy exactly what is shown.
import {html} from 'lit';
import {customElement, property, state} from 'lit/decorators.js';

import {DemoElement} from '../demo-element.ts';
import {say} from '../settings.ts';

/** Shows code with a heading, and a button that copies it. */
@customElement('demo-code-block')
export class CodeBlock extends DemoElement {
  /** Id of the code. The id of the heading is the same with the prefix `kode-`. */
  @property() name = '';
  @property() heading = '';
  @property({attribute: false}) code = '';
  @state() private message = '';

  protected override render() {
    const {name, heading, code, message} = this;
    return html`
      <div class="panel-row">
        <h4 id=${`kode-${name}`}>${heading}</h4>
        <button
          type="button"
          id=${`kopier-${name}`}
          aria-labelledby=${`kopier-${name} kode-${name}`}
          @click=${this.#copy}
        >
          ${message || say('Kopiér', 'Copy')}
        </button>
      </div>
      <pre
        class="code"
        role="region"
        aria-labelledby=${`kode-${name}`}
        tabindex="0"
      ><code id=${name}>${code}</code></pre>
      <p class="sr-only" role="status">${message}</p>
    `;
  }

  readonly #copy = async () => {
    await navigator.clipboard.writeText(this.code);
    this.message = say('Kopieret', 'Copied');
    setTimeout(() => (this.message = ''), 2000);
  };
}
