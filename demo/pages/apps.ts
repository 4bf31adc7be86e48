// The apps on the demo's dashboard, for `elements.ts`. Add an app to the table `apps`, and its name to `portal.json`:
// the service hides an app that it does not know. All companies and letters are fictional.
import {html, nothing} from 'lit';

import type {DemoUser} from '../issuer.ts';
import data from './companies.json' with {type: 'json'};
import {formatNumber, renderDate, workday} from './dates.ts';
import {DemoElement} from './demo-element.ts';
import {companyAttributes, currentUser} from './session.ts';
import {type Both, say, watch} from './settings.ts';

type Company = (typeof data.companies)[keyof typeof data.companies];

/** An app of the portal. The element with its content is named `demo-{name}`. */
interface App {
  readonly heading: Both;
  readonly description: Both;
  readonly render: (company: Company, user: DemoUser) => unknown;
}

const apps: Readonly<Record<string, App>> = {
  frister: {
    heading: ['Frister', 'Deadlines'],
    description: ['Det, du skal indberette og betale, og hvornår', 'What you must report and pay, and when'],
    render(_, user) {
      const {cvr, names} = companyAttributes(user);
      return html`
        <tavle-deadlines
          cvr=${cvr}
          names=${names ?? nothing}
          max="5"
          heading=""
          heading-level="4"
          href="/demo/frister.html?tavle-frist={cvr}-{id}"
        ></tavle-deadlines>
        <p class="content-link">
          <a href="/demo/frister.html">${say('Se alle frister', 'See all deadlines')}</a>
        </p>
      `;
    },
  },
  digitalpost: {
    heading: ['Digital Post', 'Digital Post'],
    description: ['Breve fra myndighederne', 'Letters from authorities'],
    render: () =>
      renderEntries(
        data.letters.map(
          ({title, authority, days, text}) => html`
            <details>
              <summary>${renderText(title, `${authority} ·`, days)}</summary>
              <p lang="da">${text}</p>
            </details>
          `,
        ),
      ),
  },
  cvr: {
    heading: ['CVR-oplysninger', 'Company register (CVR)'],
    description: ['Det, der er registreret om din virksomhed', 'What is registered about your company'],
    render({address, founded, employees}, {virksomhed, cvr}) {
      const facts = [
        [say('Navn', 'Name'), virksomhed],
        [say('CVR-nummer', 'CVR number'), cvr],
        [say('Adresse', 'Address'), address],
        [say('Startdato', 'Founded'), renderDate(new Date(founded))],
        [say('Ansatte', 'Employees'), employees],
      ];
      return html`<dl class="facts">
        ${facts.map(([term, fact]) => [html`<dt>${term}</dt>`, html`<dd>${fact}</dd>`])}
      </dl>`;
    },
  },
  indberetninger: {
    heading: ['Indberetninger', 'Reports'],
    description: ['Det, du har indberettet', 'What you have reported'],
    render: () =>
      renderEntries(
        data.reports.map(({days, authority, title, status}) => [
          renderText(title, `${authority} · ${say('ændret', 'changed')}`, days),
          status === 'draft'
            ? renderBadge('warning', 'Kladde', 'Draft')
            : status === 'received'
              ? renderBadge('info', 'Modtaget', 'Received')
              : renderBadge('success', 'Godkendt', 'Approved'),
        ]),
      ),
  },
  tilskud: {
    heading: ['Tilskud og puljer', 'Grants and funds'],
    description: ['Puljer, som din virksomhed kan søge', 'Funds that your company can apply for'],
    render: () =>
      renderEntries(
        data.grants.map(({days, kroner, title}) => {
          const amount = formatNumber(kroner);
          const about = say(`Op til ${amount} kr. · søg senest`, `Up to DKK ${amount} · apply by`);
          return renderText(title, about, days);
        }),
      ),
  },
  tilladelser: {
    heading: ['Tilladelser', 'Permits'],
    description: ['De tilladelser, din virksomhed har', 'The permits of your company'],
    render: ({permits}) =>
      renderEntries(
        permits.map(({days, authority, title}) => [
          renderText(title, `${authority} · ${say('til', 'until')}`, days),
          days < 60
            ? renderBadge('warning', 'Forny snart', 'Renew soon')
            : renderBadge('success', 'Gyldig', 'Valid'),
        ]),
      ),
  },
};

for (const [name, {render}] of Object.entries(apps)) {
  class Content extends DemoElement {
    protected override render() {
      const user = currentUser();
      const company = (data.companies as Readonly<Record<string, Company>>)[user?.cvr ?? ''];
      return user && company ? render(company, user) : nothing;
    }
  }
  customElements.define(`demo-${name}`, Content);
}

/** Adds the apps with some names to a dashboard. Default: all. */
export function addApps(dashboard: HTMLElement, names?: readonly string[]): void {
  for (const [name, {heading, description}] of Object.entries(apps)) {
    if (names && !names.includes(name)) continue;
    const element = document.createElement('tavle-app');
    const template = element.appendChild(document.createElement('template'));
    template.content.append(document.createElement(`demo-${name}`));
    watch(() => {
      const attributes = {name, heading: say(...heading), description: say(...description)};
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    });
    dashboard.append(element);
  }
}

function renderEntries(entries: unknown[]) {
  return html`<ul class="entries nobullet-list">
    ${entries.map(entry => html`<li class="entry">${entry}</li>`)}
  </ul>`;
}

/** Renders a Danish title, and a line of details that ends with a date. */
function renderText(title: string, about: string, days: number) {
  return html`
    <span class="entry-text">
      <strong lang="da">${title}</strong>
      <span class="entry-about">${about} ${renderDate(workday(days))}</span>
    </span>
  `;
}

function renderBadge(tone: 'info' | 'success' | 'warning', ...text: Both) {
  return html`<span class=${`badge badge-${tone}`}>${say(...text)}</span>`;
}
