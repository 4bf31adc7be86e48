// Styles of the list and the key figures of `<tavle-editorial>`, for `tavle-editorial.ts`. Change the table, the cards
// of a phone and the paper here. Take colours from `--_…` of `styles/tokens.ts`, so that the themes of portals apply.

import {css} from 'lit';

export const editorialStyles = css`
  table {
    inline-size: 100%;
    border-collapse: collapse;
    hyphens: manual;
  }
  th,
  td {
    block-size: 3em;
    padding: 0.125em 0.5em;
    border-block-end: 1px solid var(--_border);
    text-align: start;
    line-height: 1.25;
  }
  th:first-child {
    padding-inline-start: 0;
  }
  thead :first-child {
    inline-size: 25%;
  }
  .clamped,
  .dates span {
    min-inline-size: 8em;
  }
  .clamped {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
  .dates span {
    display: block;
  }
  small {
    font-weight: 400;
  }
  small,
  .dates span,
  thead,
  .hint {
    color: var(--_text-secondary);
    font-size: 0.875em;
  }
  .state {
    padding: 0 0.5em;
    border-radius: 4px;
    background: var(--_surface-muted);
    white-space: nowrap;
  }
  .publiceret {
    box-shadow: inset 0 0 0 1px var(--_primary);
  }
  .waiting,
  div.choices {
    display: flex;
    align-items: center;
    gap: 0.5em;
  }
  .waiting {
    justify-content: space-between;
  }
  td.choices {
    padding-inline-end: 0;
  }
  .choices .button {
    padding-inline: 0.625em;
  }
  thead,
  .choices,
  .bars {
    overflow-wrap: normal;
  }
  .hint,
  .suggested,
  .problem {
    flex: 1 1 100%;
  }
  .suggested .actions {
    margin-block-start: 0.5em;
  }
  .edit-fields {
    margin: 0.5em 0;
    padding: 1em;
    background: var(--_surface-muted);
  }
  [aria-disabled='true'] {
    opacity: 0.6;
  }
  .figures {
    margin-block-end: 2em;
  }
  .figures .heading {
    margin: 0;
  }
  .pictures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 24em), 1fr));
    gap: 1em 3em;
    margin-block-start: 0.75em;
  }
  .bars {
    display: block;
    max-block-size: 18em;
    overflow: auto;
  }
  caption {
    padding-block-end: 0.5em;
    font-weight: 600;
    text-align: start;
  }
  .bars :is(th, td) {
    block-size: 2em;
    border: 0;
    font-weight: 400;
  }
  .bars td:nth-child(2) {
    inline-size: 50%;
  }
  .bars svg {
    display: block;
    inline-size: 100%;
    block-size: 1em;
    background: var(--_surface-muted);
    fill: var(--_primary);
  }
  .number {
    inline-size: 1%;
    text-align: end;
    white-space: nowrap;
  }
  /* Cards. */
  @container (max-width: 60em) {
    .item,
    .item > tr,
    .item > tr > * {
      display: block;
      block-size: auto;
    }
    thead {
      display: none;
    }
    .item > tr {
      padding-block: 0.5em;
    }
    .item > tr > * {
      padding-inline: 0;
      border: 0;
    }
    .waiting,
    .choices {
      flex-wrap: wrap;
    }
    .item {
      border-block-end: 1px solid var(--_border);
    }
    .item [data-name] {
      display: flex;
      align-items: baseline;
      gap: 0.5em;
    }
    [data-name]::before {
      content: attr(data-name) ':';
      flex: 0 0 6em;
      color: var(--_text-secondary);
    }
    .item .clamped,
    small {
      display: block;
    }
  }
  /* Large text: there is no room for a value next to its label. */
  @container (max-width: 16em) {
    .item [data-name] {
      display: block;
    }
  }
  /* Paper has whole texts and all figures, but no column of buttons. */
  @media print {
    .clamped {
      display: block;
    }
    tr {
      break-inside: avoid;
    }
    .bars {
      max-block-size: none;
    }
    thead th:last-child,
    td.choices {
      display: none;
    }
  }
`;
