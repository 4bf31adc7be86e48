// Styles of the year, for `year.ts`: change its look here. Use classes of this view only, since `<tavle-calendar>`
// applies the styles of all views at once. Take colours from the `--_…` names of `styles/tokens.ts`, which the themes
// of portals set.

import {css} from 'lit';

export const yearStyles = css`
  .legend {
    display: flex;
    align-items: center;
    gap: 0.375em;
    margin-block-end: 0.5em;
    color: var(--_text-secondary);
    font-size: 0.875em;
  }
  .legend .dot ~ .dot {
    margin-inline-start: 0.75em;
  }
  .year {
    display: grid;
    /* In a narrower month, the numbers of days touch. */
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 10em), 1fr));
    gap: calc(var(--_space) / 2);
  }
  @container (min-width: 34em) {
    .year {
      grid-template-columns: repeat(3, 1fr);
    }
  }
  @container (min-width: 50em) {
    .year {
      grid-template-columns: repeat(4, 1fr);
    }
  }
  .year-month {
    position: relative;
    display: grid;
    grid-row: span 2;
    grid-template-rows: subgrid;
    align-items: start;
    align-content: start;
    gap: 0.25em;
    min-inline-size: 0;
    padding: 0.375em;
    text-align: start;
  }
  .year-month:hover {
    border-color: var(--_border-strong);
  }
  .year-head {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 0.5em;
    padding-inline: 0.25em;
  }
  .year-name,
  .year-weekday {
    text-transform: capitalize;
  }
  [aria-current] .year-name {
    /* Safari ignores a shorthand with several values. */
    text-decoration: underline;
    text-decoration-thickness: 2px;
    text-decoration-color: var(--_primary);
    text-underline-offset: 0.2em;
  }
  .year-count {
    color: var(--_text-secondary);
    font-size: 0.875em;
  }
  .year-days {
    display: grid;
    grid-template-columns: repeat(7, 1fr);
    row-gap: 2px;
    font-size: 0.8125em;
    text-align: center;
  }
  .year-day {
    position: relative;
    min-inline-size: 0;
    block-size: 2em;
    line-height: 2;
    border-radius: var(--_radius-control);
    overflow-wrap: normal;
  }
  /* A box around the day and its dots. */
  .has-deadlines {
    outline: 1px solid var(--_border-strong);
    outline-offset: -1px;
    line-height: 1.25;
  }
  .year-day.is-today {
    font-weight: 700;
  }
  .dots {
    position: absolute;
    inset: auto 0 0.25em;
    display: flex;
    justify-content: center;
    gap: 1px;
  }
  /* Borders, since forced colours remove backgrounds: a dot is filled if unread, a ring if read. */
  .dot {
    inline-size: 0.4375em;
    block-size: 0.4375em;
    border: 1px solid var(--_border-strong);
    border-radius: 50%;
  }
  .dot.unread {
    inline-size: auto;
    border: 0.25em solid var(--_primary);
  }
  .is-today .dot {
    border-color: currentcolor;
  }
`;
