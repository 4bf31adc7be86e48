import {html, nothing} from 'lit';
import {customElement, property, state} from 'lit/decorators.js';

import {DemoElement} from '../demo-element.ts';
import {say} from '../settings.ts';

/** Shows code with a heading, and with `copyable` a button that copies it. */
@customElement('demo-code-block')
export class CodeBlock extends DemoElement {
  /** Id of the code; the heading's has the prefix `kode-`. */
  @property() name = '';
  @property() heading = '';
  /** Level of the heading: 3 or 4. */
  @property({type: Number}) level = 4;
  @property({attribute: false}) code = '';
  @property({type: Boolean}) copyable = false;
  @state() private message = '';

  protected override render() {
    const {name, code, copyable, message} = this;
    const id = `kode-${name}`;
    const heading =
      this.level === 3 ? html`<h3 id=${id}>${this.heading}</h3>` : html`<h4 id=${id}>${this.heading}</h4>`;
    const buttonId = `kopier-${name}`;
    const button = html`
      <button type="button" id=${buttonId} aria-labelledby=${`${buttonId} ${id}`} @click=${this.#copy}>
        ${message || say('Kopiér', 'Copy')}
      </button>
    `;
    return html`
      ${copyable ? html`<div class="panel-row">${heading}${button}</div>` : heading}
      <pre class="code" role="region" aria-labelledby=${id} tabindex="0"><code id=${name}>${code}</code></pre>
      ${copyable ? html`<p class="visually-hidden" role="status">${message}</p>` : nothing}
    `;
  }

  readonly #copy = async () => {
    try {
      await navigator.clipboard.writeText(this.code);
      this.message = say('Kopieret', 'Copied');
    } catch {
      // Without a clipboard: selects the text, so that the user can copy it.
      const code = this.querySelector('code');
      if (code) getSelection()?.selectAllChildren(code);
      this.message = say('Markeret', 'Selected');
    }
    setTimeout(() => (this.message = ''), 2000);
  };
}
