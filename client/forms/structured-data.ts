import type {ReactiveControllerHost} from 'lit';

import {type IntroPage, startUrlOf} from './model/form-model.ts';
import {plainText} from './plain-text.ts';

type Host = ReactiveControllerHost & HTMLElement & {readonly structuredData: boolean};

/**
 * Describes a form to search engines, as schema.org has it. It is microdata in a child of the element, which is not rendered: search engines do
 * not read shadow roots, and Trusted Types refuse scripts with data.
 */
export function describeForm(host: Host, formOf: () => IntroPage | undefined): void {
  let described: IntroPage | undefined;
  let item: Element | undefined;
  host.addController({
    hostUpdated() {
      const form = host.structuredData ? formOf() : undefined;
      if (form === described) return;
      described = form;
      item?.remove();
      item = form && toItem(form);
      if (item) host.append(item);
    },
  });
}

function toItem(form: IntroPage): Element {
  const operator = itemOf('GovernmentOrganization', [textOf('name', form.myndighed.navn)], 'serviceOperator');
  const serviceUrl = startUrlOf(form);
  const channel =
    serviceUrl === null
      ? []
      : [itemOf('ServiceChannel', [linkOf('serviceUrl', serviceUrl)], 'availableChannel')];
  return itemOf('GovernmentService', [
    textOf('name', form.titel),
    ...(form.kortBeskrivelse ? [textOf('description', plainText(form.kortBeskrivelse))] : []),
    ...(form.url === null ? [] : [linkOf('url', form.url)]),
    operator,
    ...channel,
  ]);
}

function itemOf(type: string, properties: readonly Element[], itemprop?: string): Element {
  const item = elementOf('span', {
    itemscope: '',
    itemtype: `https://schema.org/${type}`,
    ...(itemprop && {itemprop}),
  });
  item.append(...properties);
  return item;
}

const textOf = (itemprop: string, content: string) => elementOf('meta', {itemprop, content});
const linkOf = (itemprop: string, href: string) => elementOf('link', {itemprop, href});

function elementOf(tag: string, attributes: Record<string, string>): Element {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
