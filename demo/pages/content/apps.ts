import {html, nothing} from 'lit';

import {formatNumber, renderDate, workday} from '../dates.ts';
import {DemoElement} from '../demo-element.ts';
import type {DemoUser} from '../../issuer.ts';
import {companyAttributes, currentUser} from '../session.ts';
import {type Both, notify, say} from '../settings.ts';
import data from './companies.json' with {type: 'json'};

type Company = (typeof data.companies)[keyof typeof data.companies];

/** Defines an element with the content of an app. */
function define(tag: string, render: (company: Company, user: DemoUser) => unknown): void {
  class Content extends DemoElement {
    protected override render() {
      const user = currentUser();
      const company = (data.companies as Readonly<Record<string, Company>>)[user?.cvr ?? ''];
      return user && company ? render(company, user) : nothing;
    }
  }
  customElements.define(tag, Content);
}

/** The next deadlines of the user's companies, with links to the calendar. */
define('demo-deadlines', (_, user) => {
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
});

/** The letters that the user has read on this page. */
const opened = new Set<object>();

define('demo-letters', ({letters}) => html`<div class="letters">${letters.map(renderLetter)}</div>`);

function renderLetter(letter: {readonly days: number; readonly name: string; readonly read?: boolean}) {
  const {authority, title, text} = data.letters[letter.name as keyof typeof data.letters];
  const onToggle = () => {
    opened.add(letter);
    notify();
  };
  return html`
    <details @toggle=${onToggle}>
      <summary class="entry">
        ${renderText(title, `${authority} · `, letter.days)}
        ${letter.read || opened.has(letter) ? nothing : renderBadge('info', 'Ulæst', 'Unread')}
      </summary>
      <p lang="da">${text}</p>
    </details>
  `;
}

define('demo-company', ({address, founded, employees}, {virksomhed, cvr}) => {
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
});

define('demo-reports', ({reports}) =>
  renderEntries(
    reports.map(({days, authority, title, status}) => [
      renderText(title, `${authority} · ${say('ændret', 'changed')} `, days),
      status === 'draft'
        ? renderBadge('warning', 'Kladde', 'Draft')
        : status === 'received'
          ? renderBadge('info', 'Modtaget', 'Received')
          : renderBadge('success', 'Godkendt', 'Approved'),
    ]),
  ),
);

const soonDays = 60;

define('demo-permits', ({permits}) =>
  renderEntries(
    permits.map(({days, authority, title}) => [
      renderText(title, `${authority} · ${say('til', 'until')} `, days),
      days < soonDays
        ? renderBadge('warning', 'Forny snart', 'Renew soon')
        : renderBadge('success', 'Gyldig', 'Valid'),
    ]),
  ),
);

define('demo-grants', () =>
  renderEntries(
    data.grants.map(({days, kroner, title}) => {
      const amount = formatNumber(kroner);
      const about = say(`Op til ${amount} kr. · søg senest `, `Up to DKK ${amount} · apply by `);
      return renderText(title, about, days);
    }),
  ),
);

function renderEntries(entries: unknown[]) {
  return html`<ul class="entries">
    ${entries.map(entry => html`<li class="entry">${entry}</li>`)}
  </ul>`;
}

/** Renders a Danish title, and a line of details that ends with a date. */
function renderText(title: string, about: string, days: number) {
  return html`
    <span class="entry-text">
      <strong lang="da">${title}</strong><span class="entry-about">${about}${renderDate(workday(days))}</span>
    </span>
  `;
}

function renderBadge(tone: 'info' | 'success' | 'warning', ...text: Both) {
  return html`<span class=${`badge badge-${tone}`}>${say(...text)}</span>`;
}
