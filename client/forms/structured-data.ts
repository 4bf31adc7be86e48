import type {ReactiveControllerHost} from 'lit';

import {type IntroPage, startUrlOf} from './model/form-model.ts';
import {plainText} from './plain-text.ts';

type Host = ReactiveControllerHost & {readonly structuredData: boolean};

/** Describes a form to search engines, as schema.org has it, in the head of the page: they do not read shadow roots. */
export function describeForm(host: Host, formOf: () => IntroPage | undefined): void {
  let script: HTMLScriptElement | undefined;
  const remove = () => {
    script?.remove();
    script = undefined;
  };
  host.addController({
    hostUpdated() {
      const form = host.structuredData ? formOf() : undefined;
      const text = form ? JSON.stringify(describe(form)) : '';
      if (text === (script?.textContent ?? '')) return;
      remove();
      if (!text) return;
      script = document.createElement('script');
      script.type = 'application/ld+json';
      // A text node, since Trusted Types refuse to set the content of a script, even of one that is only data.
      script.append(document.createTextNode(text));
      document.head.append(script);
    },
    hostDisconnected: remove,
  });
}

function describe(form: IntroPage) {
  const serviceUrl = startUrlOf(form);
  return {
    '@context': 'https://schema.org',
    '@type': 'GovernmentService',
    name: form.titel,
    ...(form.kortBeskrivelse && {description: plainText(form.kortBeskrivelse)}),
    ...(form.url && {url: form.url}),
    serviceOperator: {'@type': 'GovernmentOrganization', name: form.myndighed.navn},
    ...(serviceUrl && {availableChannel: {'@type': 'ServiceChannel', serviceUrl}}),
  };
}
