// The page `tema.html`: designers of portals try colours and copy the style sheet. `theme/` has properties and
// contrasts. You can add a check or a preview here. Only write valid CSS values, since people paste the result.
import './elements.ts';
import './panel/code-block.ts';

import {html} from 'lit';
import {customElement} from 'lit/decorators.js';

import {DemoElement} from './demo-element.ts';
import {renderField} from './fields.ts';
import {renderAppearance} from './panel/appearance.ts';
import {say, settings} from './settings.ts';
import {colourOf, contrastProblems, type Scheme} from './theme/contrast.ts';
import {allTokens, type Token} from './theme/tokens.ts';

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

/** The developer panel of the theme: changes the custom properties, shows the result on the page, and the style sheet to copy. */
@customElement('demo-theme-editor')
export class ThemeEditor extends DemoElement {
  /** The changed CSS values by property name. */
  readonly #chosen = new Map<string, string>();
  readonly #sheet = new CSSStyleSheet();
  /** The text that a person is typing, which can be invalid. */
  #typed: {readonly name: string; readonly value: string} | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    document.adoptedStyleSheets.push(this.#sheet);
    darkSystem.addEventListener('change', () => this.requestUpdate());
  }

  protected override render() {
    const lines = [...this.#chosen].map(([name, value]) => `  ${name}: ${value};\n`);
    const css = lines.length ? `:root {\n${lines.join('')}}` : '';
    // Applies the colours first, since the fields read them from the page.
    this.#sheet.replaceSync(css);
    const problems = contrastProblems(this.#scheme);
    const success = say(
      'Der er kontrast nok mellem alle farver (WCAG 2.1 AA).',
      'All colours have enough contrast with each other (WCAG 2.1 AA).',
    );
    return html`
      ${renderAppearance()}
      <section>
        <div class="panel-row">
          <h3 id="egenskaber-overskrift">${say('Egenskaber', 'Custom properties')}</h3>
          <button type="button" @click=${this.#reset}>${say('Nulstil', 'Reset')}</button>
        </div>
        <div
          class="fields"
          role="group"
          aria-labelledby="egenskaber-overskrift"
          @focusout=${() => this.#type()}
        >
          ${allTokens.map(token => this.#renderField(token))}
        </div>
      </section>
      <section>
        <h3>${say('Kontrast', 'Contrast')}</h3>
        <div class=${problems.length ? 'receipt receipt-failed' : 'receipt'} id="kontrast" role="status">
          ${(problems.length ? problems : [success]).map(text => html`<p>${text}</p>`)}
        </div>
      </section>
      <section>
        <demo-code-block
          name="css"
          heading=${say('Dit stilark', 'Your style sheet')}
          .code=${css || say('/* Intet er ændret. */', '/* Nothing is changed. */')}
        ></demo-code-block>
      </section>
    `;
  }

  #renderField(token: Token) {
    const {name, initial, label, property} = token;
    const typed = this.#typed?.name === name ? this.#typed.value : undefined;
    const isInvalid = typed !== undefined && !isValid(token, typed);
    const error = say('Det er ikke en gyldig værdi.', 'That is not a valid value.');
    const isColour = property === 'color';
    const value = isColour ? toHex(token, this.#scheme) : (typed ?? this.#chosen.get(name) ?? initial);
    const onInput = (next: string) =>
      isColour ? this.#chooseColour(token, next) : this.#type(token, next.trim());
    return renderField(
      name.slice(2),
      html`<span>${say(...label)}</span><code>${name}</code>`,
      value,
      onInput,
      {
        type: isColour ? 'color' : 'text',
        error: isInvalid ? html`<span role="alert">${error}</span>` : undefined,
      },
    );
  }

  get #scheme(): Scheme {
    if (settings.scheme !== 'system') return settings.scheme;
    return darkSystem.matches ? 'dark' : 'light';
  }

  /** Chooses a colour for the scheme that the page shows, and keeps the one of the other scheme. */
  #chooseColour(token: Token, colour: string): void {
    const other = toHex(token, this.#scheme === 'light' ? 'dark' : 'light');
    const pair = this.#scheme === 'light' ? [colour, other] : [other, colour];
    this.#chosen.set(token.name, `light-dark(${pair.join(', ')})`);
    this.requestUpdate();
  }

  /**
   * Keeps the text of a field while a person types, and chooses it if it is valid. Without a token, forgets the text: the person has left the
   * field.
   */
  #type(token?: Token, value = ''): void {
    this.#typed = token && {name: token.name, value};
    if (token && isValid(token, value)) this.#chosen.set(token.name, value);
    this.requestUpdate();
  }

  readonly #reset = () => {
    this.#chosen.clear();
    this.requestUpdate();
  };
}

/** Returns a token's colour in the format of `<input type="color">`. */
function toHex(token: Token, scheme: Scheme): string {
  return `#${colourOf(token, scheme)
    .map(value => Math.round(value).toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Returns whether CSS supports a value, and the value cannot end its declaration. */
function isValid({property}: Token, value: string): boolean {
  return !/[;{}]/.test(value) && CSS.supports(property, value);
}
