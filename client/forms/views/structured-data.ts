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
      <meta itemprop="name" content=${form.titel} />
      ${property('description', plainText(form.kortBeskrivelse))} ${link('url', form.url)}
      <span itemprop="serviceOperator" itemscope itemtype="https://schema.org/GovernmentOrganization">
        <meta itemprop="name" content=${form.myndighed.navn} />
      </span>
      ${
        start
          ? html`<span itemprop="availableChannel" itemscope itemtype="https://schema.org/ServiceChannel">
              ${link('serviceUrl', start.url)}
            </span>`
          : nothing
      }
    </span>
  `;
}

const property = (name: string, content: string) =>
  content ? html`<meta itemprop=${name} content=${content} />` : nothing;
const link = (name: string, url: string | null) =>
  url ? html`<link itemprop=${name} href=${url} />` : nothing;
