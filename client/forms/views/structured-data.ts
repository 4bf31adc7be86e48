// The description of a form for search engines, for `tavle-form.ts`. Add a property of schema.org in `renderItem`. Keep
// it outside the element, without a script, and remove it together with the element.
import {html, nothing, render} from 'lit';

import type {IntroPage} from '../../api/responses.ts';
import {plainText} from '../../shared/markup.ts';
import {startOf} from '../model/form-model.ts';

/**
 * Describes the form of a `<tavle-form>` to search engines with schema.org microdata at the end of the page, which is not rendered: search
 * engines ignore shadow roots, Trusted Types refuse scripts with data, and a child that the server did not render would make frameworks render
 * the element again.
 */
export class StructuredData {
  #container: HTMLElement | undefined;

  /** @param form `undefined`: removes the description. */
  show(form: IntroPage | undefined): void {
    this.hide();
    if (!form) return;
    this.#container = document.createElement('div');
    this.#container.className = 'tavle-form-data';
    this.#container.hidden = true;
    render(renderItem(form), this.#container);
    document.body.append(this.#container);
  }

  hide(): void {
    this.#container?.remove();
    this.#container = undefined;
  }
}

function renderItem(form: IntroPage) {
  const start = startOf(form);
  return html`
    <span itemscope itemtype="https://schema.org/GovernmentService">
      ${renderText('name', form.titel)} ${renderText('description', plainText(form.kortBeskrivelse))}
      ${renderUrl('url', form.url)}
      <span itemprop="serviceOperator" itemscope itemtype="https://schema.org/GovernmentOrganization">
        ${renderText('name', form.myndighed.navn)}
      </span>
      ${
        start &&
        html`<span itemprop="availableChannel" itemscope itemtype="https://schema.org/ServiceChannel">
          ${renderUrl('serviceUrl', start.url)}
        </span>`
      }
    </span>
  `;
}

const renderText = (name: string, text: string) =>
  text ? html`<meta itemprop=${name} content=${text} />` : nothing;
const renderUrl = (name: string, url: string | null) =>
  url ? html`<link itemprop=${name} href=${url} />` : nothing;
