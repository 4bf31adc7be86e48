// The person's links for calendar apps, in the dialog: `notifications.ts` calls `renderLinks`. Here you can change the
// list, the form for a new link and the links of others. `model/notifications.ts` sends the requests. Keep the
// confirmation: after a link has ended, its calendar app gets no more deadlines.
import {html, nothing} from 'lit';

import type {CalendarLink} from '../../api/responses.ts';
import {companyName} from '../../frist/model/cvrs.ts';
import {onEnter} from '../../shared/search-fields.ts';
import {renderButton} from '../../shared/templates.ts';
import type {Notifications} from '../model/notifications.ts';
import {renderCreated} from './new-link.ts';
import {companiesIn, heading, inputIn, renderCompanyChoice} from './notification-fields.ts';
import type {ViewContext} from './view.ts';

/** Renders the person's links, the form for a new link, the instructions for the created link, and the links of others. */
export function renderLinks(notifications: Notifications, context: ViewContext) {
  const {strings} = context;
  const {links = [], created, url} = notifications;
  return html`
    ${heading(strings.calendarLinks, context)}
    <p>${strings.subscribeIntro}</p>
    ${
      links.length
        ? html`<ul class="links" aria-label=${strings.calendarLinks}>
            ${links.map(link => renderLink(link, notifications, context))}
          </ul>`
        : nothing
    }
    ${renderNewLink(notifications, context)}
    ${created && url !== undefined ? renderCreated(url, notifications, context) : nothing}
    ${renderOthers(notifications, context)}
  `;
}

/** Renders a link of the person, and the button that ends it, which asks for confirmation. */
function renderLink(
  {id, navn, virksomheder, oprettet}: CalendarLink,
  notifications: Notifications,
  context: ViewContext,
) {
  const {strings, formats, names} = context;
  const {confirming, isBusy} = notifications;
  const isExpanded = confirming === id;
  const [only] = virksomheder;
  const whose =
    virksomheder.length === 1 && only
      ? companyName(only.cvr, names)
      : strings.linkedCompanies(virksomheder.length);
  const toggle = () => notifications.confirm(isExpanded ? undefined : id);
  const cancel = (event: Event) => {
    (event.currentTarget as Element).closest('li')?.querySelector('button')?.focus();
    toggle();
  };
  return html`
    <li>
      <span
        ><b>${navn}</b>
        <span class="hint">${whose} · ${strings.createdOn(formats.date(oprettet.slice(0, 10)))}</span></span
      >
      ${renderButton(strings.endLink, toggle, {kind: 'quiet', isExpanded, label: `${strings.endLink} ${navn}`})}
      ${
        isExpanded
          ? html`
              <div class="confirmation" role="group" aria-label=${strings.endLinkHint}>
                <p>${strings.endLinkHint}</p>
                <div class="actions">
                  ${renderButton(strings.confirmEnd, () => notifications.end(id), {kind: 'primary', isDisabled: isBusy})}
                  ${renderButton(strings.cancel, cancel)}
                </div>
              </div>
            `
          : nothing
      }
    </li>
  `;
}

function renderNewLink(notifications: Notifications, context: ViewContext) {
  const {strings} = context;
  const submit = async (event: Event) => {
    const field = inputIn(event, '#link-name');
    const focused = () => (field?.getRootNode() as ShadowRoot | undefined)?.activeElement;
    const pressed = focused();
    const name = field?.value.trim() ?? '';
    const companies = companiesIn(event, 'link', context);
    if (!companies || !(await notifications.create(name === '' ? strings.linkName : name, companies))) return;
    // If the name stayed, Enter in the field would create another link.
    if (field) field.value = '';
    // Shows the next step, which may be out of sight, unless the person is in another field by now.
    if (focused() === pressed) context.events.focus('.address button');
  };
  return html`
    <div class="fields" @keydown=${onEnter(event => void submit(event))}>
      <label for="link-name">${strings.nameOfLink}</label>
      <input
        id="link-name"
        class="field"
        part="field"
        maxlength="100"
        autocomplete="off"
        placeholder=${strings.linkName}
      />
      ${renderCompanyChoice('link', context)}
      <div class="actions">
        ${renderButton(strings.createLink, submit, {isDisabled: notifications.isBusy})}
      </div>
    </div>
  `;
}

/** Renders the links of others that contain a company. Each person of the company may remove it from these links. */
function renderOthers(notifications: Notifications, context: ViewContext) {
  const {others, othersOf, isBusy} = notifications;
  const {model, names, strings, formats} = context;
  const {companies} = model;
  const onChange = ({target}: Event) => notifications.showOthers((target as HTMLSelectElement).value);
  return html`
    <details class="manage">
      <summary>${strings.linksOfOthers}</summary>
      ${
        companies?.areSeveral
          ? html`
              <label for="others">${strings.company}</label>
              <select id="others" class="field" part="field" @change=${onChange}>
                <option value="" ?disabled=${othersOf !== undefined}></option>
                ${companies.cvrs.map(cvr => html`<option value=${cvr} .selected=${cvr === othersOf}>${companyName(cvr, names)}</option>`)}
              </select>
            `
          : nothing
      }
      ${others?.length === 0 ? html`<p>${strings.noLinksOfOthers}</p>` : nothing}
      <ul class="links" aria-label=${strings.linksOfOthers}>
        ${others?.map(
          ({id, navn, oprettet}) => html`
            <li>
              <span
                ><b>${navn}</b>
                <span class="hint">${strings.createdOn(formats.date(oprettet.slice(0, 10)))}</span></span
              >
              ${renderButton(strings.removeCompany, () => notifications.remove(id), {kind: 'quiet', isDisabled: isBusy, label: `${strings.removeCompany} ${navn}`})}
            </li>
          `,
        )}
      </ul>
    </details>
  `;
}
