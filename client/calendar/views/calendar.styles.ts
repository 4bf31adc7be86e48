// Styles of the toolbar, and of states that several views have, for `tavle-calendar.ts`: change their look here. Rules
// of one view belong in the view's own file. Take colours from the `--_…` names of `styles/tokens.ts`, which the themes
// of portals set.

import {css} from 'lit';

export const styles = css`
  .button.quiet[aria-disabled='true'] {
    border-color: var(--_border);
    background: none;
    color: var(--_text-secondary);
    cursor: default;
  }

  .toolbar,
  .months,
  .navigation,
  .filter,
  .extend,
  .month-row,
  .reminder {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(var(--_space) / 2);
  }
  .toolbar,
  .filter {
    margin-block-end: calc(var(--_space) * 0.75);
  }
  .months {
    flex-wrap: nowrap;
    gap: 0;
  }
  .months > .icon-button:first-child {
    margin-inline-start: -0.5em;
  }
  .title-box:first-child {
    margin-inline-start: -0.25em;
  }
  :host(:dir(rtl)) :is(.months .icon-button, .dialog-head) svg {
    transform: scaleX(-1);
  }
  .title-box {
    position: relative;
    min-inline-size: 0;
  }
  .title span {
    font-size: 1.25em;
  }
  /* As wide as the longest month, so the arrow after it does not move. */
  .title-button {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.25em;
    min-inline-size: 11.25em;
    min-block-size: var(--_target);
    padding: 0 0.25em;
    border-radius: var(--_radius-control);
    letter-spacing: inherit;
    text-transform: inherit;
  }
  .toolbar svg {
    flex: none;
    inline-size: 1em;
    block-size: 1em;
  }
  /* The browser opens its date picker below this field. If the picker can't be opened, the field gets the focus and is visible. */
  .picker {
    position: absolute;
    inset: 0;
    inline-size: 100%;
  }
  .picker:not(:focus) {
    opacity: 0;
    pointer-events: none;
  }
  .today {
    margin-inline-start: 0.5em;
    white-space: nowrap;
  }
  .navigation {
    margin-inline-start: auto;
  }
  .navigation .button {
    display: inline-flex;
    align-items: center;
    gap: 0.375em;
  }
  .choice {
    display: flex;
  }
  .choice button {
    min-block-size: var(--_target);
    padding: 0.375em calc(var(--_space) * 0.75);
    border: var(--_border-width) solid var(--_border-strong);
    background: var(--_surface);
  }
  .choice button + button {
    margin-inline-start: calc(0px - var(--_border-width));
  }
  .choice button:first-child {
    border-start-start-radius: var(--_radius-control);
    border-end-start-radius: var(--_radius-control);
  }
  .choice button:last-child {
    border-start-end-radius: var(--_radius-control);
    border-end-end-radius: var(--_radius-control);
  }
  .choice button:focus-visible {
    position: relative;
    z-index: 1;
  }

  /* Rules of several views. */
  .month,
  .year-month {
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .day-list,
  .marks,
  .app ol,
  .confirmation {
    display: grid;
    gap: 0.5em;
  }
  .month td.outside {
    background: light-dark(var(--_surface-muted), #0006);
  }
  .title-button:hover,
  .choice [aria-pressed='false']:hover,
  .month td:hover,
  .year-month:hover {
    background: var(--_surface-muted);
  }
  .past :is(.number, .chip:not(.unread)),
  .entry.past .entry-title,
  .year-day.past,
  .outside .number,
  .year-weekday,
  .week-range,
  .hint {
    color: var(--_text-secondary);
  }
  :is(.chip, .more, .year-day):hover,
  .link {
    text-decoration: underline;
  }
  .is-hidden .entry-title,
  .chip.is-hidden {
    color: var(--_text-secondary);
    text-decoration: line-through;
  }
  .choice [aria-pressed='true'],
  .today-word,
  .when,
  .year-name,
  .paper-title,
  label[for],
  .days > span,
  summary {
    font-weight: 600;
  }
  /* An outline outside a day's box is not painted. */
  .month td:focus-visible {
    outline-offset: -3px;
  }
  .skeleton,
  .waiting td:nth-child(3n + 2)::after {
    border-radius: var(--_radius);
    background: var(--_surface-muted);
    animation: appear 0.2s 0.2s both;
  }

  /* The chosen view, and today in a month and in a year. */
  .choice [aria-pressed='true'],
  [aria-current] .number,
  .year-day.is-today {
    border-color: var(--_primary);
    background: var(--_primary);
    color: var(--_on-primary);
  }
  @media (forced-colors: active) {
    .choice [aria-pressed='true'],
    [aria-current] .number,
    .year-day.is-today {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }

  .subscribe span + span {
    display: none;
  }
  @container (max-width: 52em) {
    .subscribe span,
    .navigation svg {
      display: none;
    }
    .subscribe span + span {
      display: inline;
    }
    .title-button {
      min-inline-size: 9.75em;
    }
    .navigation .button,
    .choice button,
    .today {
      padding-inline: 0.5em;
    }
  }
  /* The controls fit on one line from 700 px on. */
  @container (min-width: 34.01em) and (max-width: 52em) {
    .toolbar,
    .navigation {
      gap: 0.25em;
    }
    .title span {
      font-size: 1.125em;
    }
    .today {
      margin-inline-start: 0.25em;
    }
  }
  /* The summary has a line even while it is empty, so nothing moves when the deadlines or a problem with the filter appear. */
  .summary {
    position: relative;
    flex: 1 1 8em;
    min-block-size: 1.25em;
    /* Two lines are as high as the buttons next to them. */
    line-height: 1.25;
    unicode-bidi: plaintext;
    color: var(--_text-secondary);
  }
  .summary > :not(:last-child) {
    visibility: hidden;
  }
  .summary .problem {
    position: absolute;
    inset: 0;
    margin: auto;
    block-size: fit-content;
  }
  @container (max-width: 64em) {
    .summary {
      order: 1;
      flex-basis: 100%;
    }
  }
  /* Two lines of controls and a line of text, to keep the first deadline close. */
  @container (max-width: 34em) {
    .toolbar {
      gap: 0.25em;
      margin-block-end: 0.5em;
    }
    .months,
    .navigation {
      flex: 1 1 100%;
    }
    .title-button {
      min-inline-size: 0;
    }
    .today,
    .subscribe {
      margin-inline-start: auto;
    }
    .summary {
      min-block-size: 1.4em;
      font-size: 0.875em;
      line-height: 1.4;
    }
  }
  @container (max-width: 22em) {
    .navigation {
      gap: 0.25em;
    }
    .navigation .button,
    .choice button {
      padding-inline: 0.375em;
    }
  }
  @container (max-width: 21em) {
    .title span {
      font-size: 1em;
    }
    .title-button {
      gap: 0.125em;
    }
    .navigation button {
      font-size: 0.9375em;
    }
  }
  /* Text at 200 % on a phone. */
  @container (max-width: 14em) {
    .months {
      flex-wrap: wrap;
    }
    .title-box {
      order: -1;
      flex-basis: 100%;
    }
    .choice {
      flex-wrap: wrap;
    }
    .choice button {
      padding-inline: 0.25em;
      white-space: nowrap;
    }
  }

  .notice {
    z-index: 2;
  }
  .next-heading {
    margin-block-end: 0.375em;
  }
  .next {
    margin-block-end: 1em;
    /* The height of three deadlines, also with fewer. */
    min-block-size: calc(1.625em + 3 * var(--_row) + 4px);
  }

  .filter {
    column-gap: var(--_space);
  }
  /* The fields keep their width when the authorities' names arrive. */
  .filter .field {
    inline-size: min(100%, 16em);
  }
  .check {
    display: inline-flex;
    align-items: center;
    gap: 0.5em;
    min-block-size: var(--_target);
    cursor: pointer;
  }
  .company-list {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.25em;
  }
  .company-list ul {
    max-block-size: 15em;
    overflow-y: auto;
  }
  .company-list .check {
    display: flex;
    padding: 0.375em 0.75em;
  }
  .check input {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
    margin: 0;
    accent-color: var(--_primary);
    font: inherit;
  }
`;
