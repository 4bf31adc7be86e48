// Styles of the list of deadlines, for `agenda.ts`: change its look here. Use classes of this view only, since
// `<tavle-calendar>` applies the styles of all views at once. Take colours from the `--_…` names of `styles/tokens.ts`,
// which the themes of portals set.

import {css} from 'lit';

export const agendaStyles = css`
  .agenda {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.25em;
  }
  .extend {
    gap: 0 0.75em;
    font-size: 0.875em;
  }
  .extend .button {
    padding-inline: 0.625em;
  }
  /* Lighter than the heading next to it. */
  .month-row .button {
    border-color: transparent;
    background: none;
    text-decoration: underline;
  }
  .agenda ~ .extend {
    margin-block-start: 1em;
  }
  .extend ~ .empty {
    margin-block-start: 0.5em;
  }
  .month-row {
    justify-content: space-between;
    gap: 0.25em 0.75em;
  }
  .month-heading {
    font-size: 1.125em;
  }
  .agenda-week {
    margin-block-start: 0.5em;
  }
  .week-heading {
    padding-block: 0.25em;
    font-size: 0.875em;
  }
  .far {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 6em;
  }
  .hint .company {
    display: block;
    color: var(--_text);
  }
  .none {
    display: block;
  }
`;
