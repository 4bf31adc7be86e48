import {css} from 'lit';

export const monthStyles = css`
  .month {
    --_radius-inside: calc(var(--_radius) - 1px);
    inline-size: 100%;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    border-spacing: 0;
    background: var(--_surface);
    table-layout: fixed;
  }
  .month th {
    padding: 0.5em 0.25em;
    color: var(--_text-secondary);
    font-size: 0.875em;
    font-weight: 600;
    text-align: start;
    hyphens: none;
    overflow-wrap: normal;
  }
  .month thead th {
    padding-inline: 0.5em;
    background: var(--_surface-muted);
  }
  /* The cells in the corners follow the frame, and so do their backgrounds and outlines. */
  .month thead :first-child {
    border-start-start-radius: var(--_radius-inside);
  }
  .month thead :last-child {
    border-start-end-radius: var(--_radius-inside);
  }
  .month tbody tr:last-child :first-child {
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
    vertical-align: top;
  }
  .month td,
  .month tbody .week {
    border-block-start: 1px solid var(--_border);
  }
  /* A day with as much as it ever shows: a row keeps its height when the deadlines come. */
  .month td {
    block-size: 8.75em;
    padding: 0.25em 0.25em 0.375em;
    border-inline-start: 1px solid var(--_border);
    vertical-align: top;
    cursor: pointer;
  }
  .month td:hover {
    background: var(--_surface-muted);
  }
  .month td[aria-selected='true'] {
    box-shadow: inset 0 0 0 1px var(--_border-strong);
  }
  .month td:focus-visible {
    outline-offset: -3px;
  }
  .number {
    display: inline-block;
    white-space: nowrap;
    min-inline-size: 1.875em;
    margin-block-end: 0.125em;
    padding-inline: 0.375em;
    border-radius: 1em;
    font-size: 0.875em;
    line-height: 1.875em;
    text-align: center;
  }
  [aria-current] .number {
    background: var(--_primary);
    color: var(--_on-primary);
    font-weight: 700;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  .outside .number {
    color: var(--_text-secondary);
  }
  .total {
    display: none;
  }
  .chip,
  .more {
    display: block;
    overflow: hidden;
    margin-block-start: 2px;
    padding: 0.125em 0.375em;
    border-inline-start: 3px solid var(--_border-strong);
    border-radius: var(--_radius);
    border-start-start-radius: var(--_radius-line);
    border-end-start-radius: var(--_radius-line);
    font-size: 0.8125em;
    line-height: 1.5;
    text-overflow: ellipsis;
    white-space: nowrap;
    hyphens: none;
    unicode-bidi: plaintext;
  }
  .chip {
    background: var(--_surface-muted);
  }
  .chip:hover,
  .more:hover {
    text-decoration: underline;
  }
  .chip.unread {
    border-color: var(--_primary);
    font-weight: 600;
  }
  .is-hidden:not(.entry) {
    border-inline-start-style: dotted;
    color: var(--_text-secondary);
    text-decoration: line-through;
  }
  .more {
    padding-inline-start: calc(0.375em + 3px);
    border: 0;
    color: var(--_text-secondary);
  }
  .outside .chip,
  .past .chip:not(.unread) {
    background: none;
    color: var(--_text-secondary);
  }

  .waiting td:nth-child(3n + 2)::after {
    content: '';
    display: block;
    block-size: 1.25em;
    border-radius: var(--_radius);
    background: var(--_surface-muted);
    animation: appear 0.2s 0.2s both;
  }

  @media (forced-colors: active) {
    .month td[aria-selected='true'] {
      outline: 1px solid;
      outline-offset: -1px;
    }
    .month td:focus-visible {
      outline: 3px solid Highlight;
    }
    [aria-current] .number {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
    .chip:not(.unread) {
      border-inline-start-width: 1px;
    }
  }
  @container (max-width: 38em) {
    .month td {
      block-size: 4em;
      padding-inline: 0;
      text-align: center;
    }
    .month th,
    .month .week {
      padding-inline: 0;
      overflow: hidden;
      font-size: 0.75em;
      text-align: center;
    }
    .month .week {
      inline-size: 2.25em;
    }
    .number {
      min-inline-size: min(2em, 100%);
      padding-inline: 0;
    }
    .chip,
    .more {
      display: none;
    }
    .total {
      display: block;
      inline-size: fit-content;
      min-inline-size: min(1.75em, 100%);
      max-inline-size: 100%;
      margin-inline: auto;
      padding-inline: 0.375em;
      border: 1px solid var(--_border-strong);
      border-radius: 1em;
      background: var(--_surface-muted);
      font-size: 0.8125em;
    }
  }
`;
