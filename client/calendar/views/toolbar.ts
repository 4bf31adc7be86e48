// The bar above the views, its filter, and what screen readers announce of the deadlines, for `tavle-calendar.ts`. Add
// a control here, and its state to `calendar-model.ts`. Keep the wait before an announcement: some screen readers drop
// earlier ones. Names of parts are public.

import {html, nothing, type ReactiveControllerHost} from 'lit';

import {companyName, companyTexts, findCompanies, fold, sortedByName} from '../../frist/model/cvrs.ts';
import {valueIn} from '../../shared/search-fields.ts';
import {firstDate, lastDate} from '../../frist/model/dates.ts';
import {
  chevronDown,
  chevronEnd,
  chevronStart,
  icon,
  renderButton,
  renderIconButton,
} from '../../shared/templates.ts';
import type {Announcement} from '../model/calendar-model.ts';
import {capitalise} from '../../texts/formats.ts';
import type {CalendarView, ViewContext} from './view.ts';
import {views} from './views.ts';
import {type Filter, noFilter, type Week} from '../model/selection.ts';
import {renderNone, sendersOf, weekTitle} from './templates.ts';

/** The time that screen readers need for the days of another month: Orca needs 300 ms, and drops announcements during this time. */
const changesTimeMs = 500;

const calendarIcon = icon('M2 4h12v10H2zM2 7h12M5 2v3m6-3v3M8 8.5v4M6 10.5h4');

/**
 * Renders the name of the period, the navigation of a month or year, the numbers of deadlines, the choice of view, and the filter.
 * The `part` names are public.
 */
export function renderToolbar(context: ViewContext) {
  const {model, view, strings} = context;
  const {isTodayShown, today} = model.navigation;
  const {back, forward} = view.texts(strings);
  const mover = (label: string | undefined, icon: unknown, periods: number) =>
    label ? renderIconButton(label, icon, () => model.move(periods)) : nothing;
  const choice = ({name, texts}: CalendarView) => html`
    <button
      type="button"
      aria-pressed=${name === view.name ? 'true' : 'false'}
      @click=${() => model.chooseView(name)}
    >
      ${texts(strings).label}
    </button>
  `;
  return html`
    <div class="toolbar" part="toolbar">
      <div class="months">
        ${mover(back, chevronStart, -1)} ${renderTitle(context)} ${mover(forward, chevronEnd, 1)}
        ${renderButton(strings.today, () => isTodayShown || model.goTo(today), {kind: 'quiet today', isDisabled: isTodayShown})}
      </div>
      ${renderSummary(context)}
      <div class="navigation">
        <div class="choice" part="choice" role="group" aria-label=${strings.view}>${views.map(choice)}</div>
        ${renderButton(html`${strings.filter(countFilters(model.filter))} ${chevronDown}`, () => model.toggleFilter(), {kind: 'quiet', isExpanded: model.isFilterOpen, controls: 'filter'})}
        ${renderButton(
          html`${calendarIcon} <span>${strings.subscribe}</span><span>${strings.subscribeShort}</span>`,
          () => model.dialog.openNotifications(),
          {kind: 'subscribe', label: strings.subscribe},
        )}
      </div>
    </div>
    <div id="filter" class="filter" part="filter" ?hidden=${!model.isFilterOpen}>
      ${model.isFilterOpen ? renderFilter(context) : nothing}
    </div>
  `;
}

/** Renders the name of the visible period: a button that opens the browser's date picker. */
function renderTitle(context: ViewContext) {
  const {model, view, level, strings} = context;
  return html`
    <div class="title-box">
      <div
        id="title"
        class="title"
        part="heading month-title"
        role="heading"
        aria-level=${level}
        tabindex="-1"
      >
        <button class="title-button" type="button" title=${strings.goToDate} @click=${openPicker}>
          <span>${capitalise(view.title(context))}</span> ${chevronDown}
        </button>
      </div>
      <input
        type="date"
        class="field picker"
        part="field"
        tabindex="-1"
        aria-label=${strings.goToDate}
        min=${firstDate}
        max=${lastDate}
        .value=${model.navigation.day}
        @change=${(event: Event) => model.goTo((event.target as HTMLInputElement).value)}
      />
    </div>
  `;
}

/** Opens the date picker. Focuses the field instead, which makes it visible, if the browser has no picker or refuses it in a frame. */
function openPicker({currentTarget}: Event): void {
  const field = (currentTarget as Element).closest('.title-box')?.querySelector('input');
  try {
    field?.showPicker();
  } catch {
    field?.focus();
  }
}

/** Returns how many of the filter's choices differ from the default. */
function countFilters(filter: Filter): number {
  return Object.entries(noFilter).filter(([name, value]) => filter[name as keyof Filter] !== value).length;
}

/** Renders the numbers of deadlines, or in their place a problem with the filter. Next to the filter's field, the problem would move the control that the person clicks. */
function renderSummary(context: ViewContext) {
  const {model, strings} = context;
  const isUnknown = model.isFilterOpen && model.unknownCompany;
  return html`
    <p class="summary" part="summary">
      <span>${summarise(context)}</span>
      ${isUnknown ? html`<span id="company-problem" class="problem">${strings.unknownCompany}</span>` : nothing}
    </p>
  `;
}

/** Renders the numbers of deadlines. Empty for a list without deadlines, which itself shows this. */
function summarise(context: ViewContext) {
  const {view, strings} = context;
  const {selection, state} = context.model;
  if (!selection)
    return state.status === 'failed'
      ? nothing
      : html`<span class="late" aria-hidden="true">${strings.loading}</span>`;
  if (!selection.count) return view.period ? renderNone(context) : nothing;
  const deadlines = strings.deadlines(selection.count);
  const numbers = selection.unread ? `${deadlines}, ${strings.unread(selection.unread)}` : deadlines;
  return view.summary?.(numbers, context) ?? numbers;
}

/**
 * Returns a function that returns the text of the live region about the deadlines. The text of a new announcement is '' until a moment after its
 * changes were rendered.
 */
export function createAnnouncer(host: ReactiveControllerHost): (context: ViewContext) => string {
  let last: Announcement | undefined;
  let spoken: Announcement | undefined;
  let timer = 0;
  return context => {
    const {announcement} = context.model;
    if (announcement !== last) {
      last = announcement;
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        spoken = announcement;
        host.requestUpdate();
      }, changesTimeMs);
    }
    return announcement === spoken ? describeAnnouncement(context) : '';
  };
}

function describeAnnouncement(context: ViewContext): string {
  const {model, strings, formats} = context;
  const {selection, emptyDay, isCompanyUnknown} = model.announcement;
  if (isCompanyUnknown) return strings.unknownCompany;
  if (emptyDay) return strings.noneOnDay(formats.day(emptyDay));
  if (!selection) return strings.loading;
  const numbers = [strings.deadlines(selection.count), strings.unread(selection.unread)] as const;
  const from = model.agenda?.period?.from;
  return from
    ? strings.lists(formats.date(from), ...numbers)
    : strings.shows(weekTitle(context) ?? context.view.title(context), ...numbers);
}

function renderFilter(context: ViewContext) {
  const {model, strings} = context;
  const {companies, filter} = model;
  const set = (change: Partial<Filter>) => model.setFilter({...model.filter, ...change});
  const renderCheck = (label: string, name: 'unreadOnly' | 'undoneOnly' | 'includeHidden') => html`
    <label class="check">
      <input
        type="checkbox"
        .checked=${filter[name]}
        @change=${(event: Event) => set({[name]: (event.target as HTMLInputElement).checked})}
      />
      ${label}
    </label>
  `;
  const renderWeek = (week: Week, text: string) => html`
    <button
      type="button"
      aria-pressed=${filter.week === week ? 'true' : 'false'}
      @click=${() => set({week: filter.week === week ? '' : week})}
    >
      ${text}
    </button>
  `;
  const senders = sortedByName(sendersOf(model));
  return html`
    <div class="choice" role="group" aria-label=${strings.period}>
      ${renderWeek('this', strings.thisWeek)} ${renderWeek('next', strings.nextWeek)}
    </div>
    ${companies?.areSeveral ? renderCompanyField(companies.cvrs, context) : nothing}
    <select
      class="field"
      part="field"
      aria-label=${strings.authority}
      @change=${(event: Event) => set({afsenderCvr: valueIn(event)})}
    >
      <option value="" .selected=${!filter.afsenderCvr}>${strings.allAuthorities}</option>
      ${senders.map(
        ([cvr, name]) =>
          html`<option lang="da" value=${cvr} .selected=${cvr === filter.afsenderCvr}>${name}</option>`,
      )}
    </select>
    ${renderCheck(strings.undoneOnly, 'undoneOnly')} ${renderCheck(strings.unreadOnly, 'unreadOnly')}
    ${renderCheck(strings.withHidden, 'includeHidden')}
  `;
}

/** Renders a field that finds a company while the person types: there may be a thousand companies. */
function renderCompanyField(cvrs: readonly string[], {model, names, strings}: ViewContext) {
  const {filter, unknownCompany} = model;
  const texts = companyTexts(cvrs, names);
  const textOf = (cvr: string) => texts.get(cvr) ?? companyName(cvr, names);
  const onChange = (event: Event) => {
    const typed = fold(valueIn(event));
    const exact = cvrs.find(cvr => fold(textOf(cvr)) === typed);
    const found = findCompanies(typed, cvrs, names);
    const cvr = typed ? (exact ?? (found.length === 1 ? found[0] : undefined)) : '';
    if (cvr === undefined) {
      model.rejectCompany(valueIn(event));
      return;
    }
    model.setFilter({...filter, cvr});
    // Sets the value here, since Lit does not know what was typed.
    (event.target as HTMLInputElement).value = cvr && textOf(cvr);
  };
  const options = [...texts.values()];
  return html`
    <input
      class="field"
      part="field"
      lang="da"
      list="companies"
      autocomplete="off"
      aria-label=${strings.company}
      aria-describedby=${unknownCompany ? 'company-problem' : nothing}
      aria-invalid=${unknownCompany ? 'true' : 'false'}
      placeholder=${strings.findCompany}
      .value=${unknownCompany || (filter.cvr && textOf(filter.cvr))}
      @change=${onChange}
      @input=${(event: InputEvent) => {
        // In Firefox, the choice of a suggestion causes only this event, and `change` follows when the person leaves the field. A spelling correction causes this event as well.
        if (event.inputType === 'insertReplacementText' && options.includes(valueIn(event))) onChange(event);
      }}
    />
    <datalist id="companies">${options.map(text => html`<option value=${text}></option>`)}</datalist>
  `;
}
