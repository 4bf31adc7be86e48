// Styles of the calendar on paper, which `print.ts` renders, for `tavle-calendar.ts`. The styles also hide parts that
// are only for the screen: if you add such a part, hide it here. All rules must stay in `@media print`. In the list of
// styles, these must follow those of dialogs, to hide them.

import {css} from 'lit';

export const printStyles = css`
  @media print {
    .next,
    .navigation,
    .title svg,
    .filter,
    .paper ~ *,
    dialog[open] {
      display: none;
    }
    .months,
    .title {
      margin: 0;
      padding: 0;
    }
  }
  .paper {
    padding: 0.5em;
  }
  .paper-title {
    font-size: 1.25em;
  }
  .paper :is(p, .markup) + p,
  .paper .markup {
    margin-block-start: 0.5em;
  }
  .paper table {
    inline-size: 100%;
    table-layout: fixed;
    margin-block-start: 1em;
    border-collapse: collapse;
  }
  .paper :is(th, td) {
    padding: 0.375em 0.75em 0.375em 0;
    border-block-end: 1px solid #999;
    text-align: start;
    vertical-align: top;
  }
  .paper .date {
    hyphens: none;
  }
  .paper tr {
    break-inside: avoid;
  }
  @container (min-width: 30em) {
    .paper th:first-child {
      inline-size: 11em;
    }
    .paper .date {
      white-space: nowrap;
    }
  }
  .paper th:nth-child(2):nth-last-child(2) {
    inline-size: 45%;
  }
`;
