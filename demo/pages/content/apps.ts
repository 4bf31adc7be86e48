import {html, nothing} from 'lit';

import {formatNumber, renderDate, workday} from '../dates.ts';
import {DemoElement} from '../demo-element.ts';
import {companyAttributes, currentUser, type User} from '../session.ts';
import {type Both, notify, say} from '../settings.ts';
import {byCvr, type Company, type Letter, type Report} from './companies.ts';

/** Defines an element with the content of an app. */
function define(tag: string, render: (company: Company, user: User) => unknown): void {
  class Content extends DemoElement {
    protected override render() {
      const user = currentUser();
      const company = byCvr[user?.cvr ?? ''];
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
      company-names=${names ?? nothing}
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

const opened = new Set<Letter>();

define('demo-letters', ({letters}) => html`<div class="letters">${letters.map(renderLetter)}</div>`);

function renderLetter(letter: Letter) {
  const {days, authority, title, text, read} = letter;
  const onToggle = () => {
    opened.add(letter);
    notify();
  };
  return html`
    <details @toggle=${onToggle}>
      <summary class="entry">
        ${renderText(title, `${authority} · `, days)}
        ${read || opened.has(letter) ? nothing : renderBadge('info', 'Ulæst', 'Unread')}
      </summary>
      <p lang="da">${text}</p>
    </details>
  `;
}

define(
  'demo-company',
  ({address, founded, employees}, {virksomhed, cvr}) => html`
    <dl class="facts">
      ${renderFact(['Navn', 'Name'], virksomhed)} ${renderFact(['CVR-nummer', 'CVR number'], cvr)}
      ${renderFact(['Adresse', 'Address'], address)}
      ${renderFact(['Startdato', 'Founded'], renderDate(founded))}
      ${renderFact(['Ansatte', 'Employees'], employees)}
    </dl>
  `,
);

function renderFact(term: Both, value: unknown) {
  return html`<dt>${say(...term)}</dt>
    <dd>${value}</dd>`;
}

const statuses: Record<Report['status'], Parameters<typeof renderBadge>> = {
  draft: ['warning', 'Kladde', 'Draft'],
  received: ['info', 'Modtaget', 'Received'],
  approved: ['success', 'Godkendt', 'Approved'],
};

define('demo-reports', ({reports}) =>
  renderEntries(
    reports.map(({days, authority, title, status}) => [
      renderText(title, `${authority} · ${say('ændret', 'changed')} `, days),
      renderBadge(...statuses[status]),
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

const grants = [
  {days: 17, kroner: 250_000, title: 'SMV-puljen til digitalisering'},
  {days: 31, kroner: 1_200_000, title: 'Erhvervspuljen til energieffektivisering'},
  {days: 52, kroner: 75_000, title: 'Rådgivning om cirkulær økonomi'},
];

define('demo-grants', () =>
  renderEntries(
    grants.map(({days, kroner, title}) => {
      const amount = formatNumber(kroner);
      return renderText(
        title,
        say(`Op til ${amount} kr. · søg senest `, `Up to DKK ${amount} · apply by `),
        days,
      );
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
