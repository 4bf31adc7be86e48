import {html, nothing, render} from 'lit';

import type {IntroPage} from '../../api/responses.ts';
import {plainText} from '../../shared/markup.ts';
import {startOf} from '../model/form-model.ts';

const className = 'tavle-form-data';

/**
 * Describes a form to search engines with schema.org microdata in a child of the element that is not rendered: search engines ignore shadow
 * roots, and Trusted Types refuse scripts with data.
 *
 * @param form `undefined`: removes the description.
 */
export function renderStructuredData(host: HTMLElement, form: IntroPage | undefined): void {
  // That of the last rendering, and of the element that this one is a copy of.
  for (const child of host.querySelectorAll(`:scope > .${className}`)) child.remove();
  if (!form) return;
  const container = document.createElement('span');
  container.className = className;
  render(renderItem(form), container);
  host.append(container);
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
