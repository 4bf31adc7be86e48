// Styles of the month, for `month.ts`: change its look here. Use classes of this view only, since `<tavle-calendar>`
// applies the styles of all views at once. Take colours from the `--_…` names of `styles/tokens.ts`, which the themes
// of portals set.

import {css} from 'lit';

export const monthStyles = css`
  .month {
    --_radius-inside: calc(var(--_radius) - 1px);
    inline-size: 100%;
    border-spacing: 0;
    table-layout: fixed;
  }
  .month th {
    padding: 0.375em 0.25em;
    color: var(--_text-secondary);
    font-size: 0.875em;
    font-weight: 600;
    text-align: start;
    hyphens: none;
    overflow-wrap: normal;
  }
  /* Aligns the weekdays with the numbers of the days. */
  .month thead th {
    padding-inline: 0.75em 0.25em;
    background: var(--_surface-muted);
  }
  /* The corner cells, with their backgrounds and outlines, follow the frame. */
  .month thead :first-child {
    border-start-start-radius: var(--_radius-inside);
  }
  .month thead :last-child {
    border-start-end-radius: var(--_radius-inside);
  }
  .month tbody tr:last-child th {
    border-end-start-radius: var(--_radius-inside);
  }
  .month tbody tr:last-child td:last-child {
    border-end-end-radius: var(--_radius-inside);
  }
  .month .week {
    inline-size: 3.75em;
    padding-inline: 0.5em;
    font-weight: 400;
  }
  .month tbody .week {
    padding-block-start: 0.1875em;
    vertical-align: top;
  }
  .month td,
  .month tbody .week {
    border-block-start: 1px solid var(--_border);
  }
  /*
   * As high as three chips of one line, two of two lines, or one of three lines: a row keeps its height when the deadlines arrive, and six
   * weeks fit a laptop's screen.
   */
  .month td {
    block-size: 6.375em;
    padding: 0.125em 0.25em;
    border-inline-start: 1px solid var(--_border);
    vertical-align: top;
    cursor: pointer;
  }
  .day-head {
    display: flex;
    gap: 0.25em;
    align-items: center;
    font-size: 0.8125em;
    line-height: 1.6875;
    white-space: nowrap;
  }
  .number {
    padding-inline: 0.375em;
    border-radius: 1em;
    font-size: 1.0769em;
    line-height: 1.5669;
  }
  [aria-current] .number {
    font-weight: 700;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  .more {
    overflow: hidden;
    min-inline-size: 0;
    margin-inline-start: auto;
    color: var(--_text-secondary);
    text-overflow: ellipsis;
  }
  .chip {
    /* Contains the texts that are clipped for screen readers. */
    position: relative;
    display: block;
    overflow: hidden;
    min-block-size: 1.875em;
    padding: 0.25em 0.375em 0;
    border: 0 solid var(--_primary);
    border-inline-start-width: 3px;
    border-radius: var(--_radius);
    border-start-start-radius: var(--_radius-line);
    border-end-start-radius: var(--_radius-line);
    background: color-mix(in srgb, var(--_primary) 12%, var(--_surface));
    font-size: 0.8125em;
    line-height: 1.3;
    overflow-wrap: normal;
    white-space: nowrap;
    unicode-bidi: plaintext;
  }
  .chip:is(.past > *, .done, .is-hidden) {
    border-color: var(--_border-strong);
    background: var(--_surface-muted);
  }
  .chip > :not(.spoken) {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .chip + .chip {
    margin-block-start: 1px;
  }
  /* A separator for screen readers. */
  .chip:not(:last-child)::after {
    position: absolute;
    clip-path: inset(50%);
    content: '. ';
  }
  /* A word that is too long for a line ends with an ellipsis, where the browser can't hyphenate it. */
  .chips-1 .chip-title,
  .chips-2 :not(.has-company) > .chip-title {
    display: -webkit-box;
    white-space: normal;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .chips-1 :not(.has-company) > .chip-title {
    -webkit-line-clamp: 3;
  }
  .chip.is-hidden,
  .dot.is-hidden {
    border-style: dotted;
  }
  .month .chip.unread {
    padding-inline-start: 1.125em;
  }
  .month .chip.unread::before {
    inset-inline-start: 0.375em;
    margin-block-start: 0.4em;
  }
  .outside .chip:is(.past > *, .done, .is-hidden) {
    background: var(--_surface);
  }
  /* A line of title and a line of company: two such chips are as high as three of one line. */
  .chip.has-company {
    padding-block: 0.125em;
  }
  .has-company .company {
    font-size: 0.9286em;
    font-weight: 400;
  }
  /* A narrow day cuts off the number of the companies, not that of those who miss. */
  .has-company .company:has(.count) {
    display: flex;
    white-space: pre;
  }
  .count {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .day-list {
    margin-block-start: 0.75em;
  }

  .waiting td:nth-child(3n + 2)::after {
    content: '';
    display: block;
    block-size: 1.25em;
  }

  @media (forced-colors: active) {
    .month td:focus-visible {
      outline: 3px solid Highlight;
    }
  }
  @container (max-width: 48em) {
    .today-word {
      display: none;
    }
  }
  /* In a narrow month, a deadline is a dot, filled while it is unread. The selected day's deadlines are listed below. */
  @container (max-width: 34em) {
    .month td {
      block-size: 3em;
      padding: 0;
      text-align: center;
    }
    .month th {
      overflow: hidden;
      font-size: 0.8125em;
      text-align: center;
    }
    .month thead th,
    .month .week {
      padding-inline: 0;
    }
    .month .week {
      inline-size: 2.25em;
    }
    /* The selected day, whose deadlines are listed. Forced colours remove shadows, but not outlines. */
    .month td[aria-selected='true']:not(:focus-visible) {
      outline: 1px solid var(--_border-strong);
      outline-offset: -1px;
    }
    .week:lang(en) {
      inline-size: 3em;
    }
    .day-head {
      justify-content: center;
    }
    .number {
      min-inline-size: min(2em, 100%);
      padding-inline: 0;
    }
    .more {
      display: none;
    }
    .month td .chip {
      display: inline-block;
      inline-size: 0.625em;
      block-size: 0.625em;
      min-block-size: 0;
      margin: 0 1px;
      padding: 0;
      border-width: 1px;
      border-radius: 50%;
      background: none;
      line-height: 0;
      text-indent: 2em;
      pointer-events: none;
    }
    .month td .chip::before {
      display: none;
    }
    .month td .chip.unread {
      padding: 0;
      border-width: 0.3125em;
    }
  }
`;
