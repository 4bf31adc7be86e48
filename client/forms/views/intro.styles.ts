// Styles of the intro page that `form.ts` renders, for `tavle-form.ts`. Change a class together with its template. Take
// colours from `--_…` of `styles/tokens.ts`. Keep the widths of the frame, which suppliers choose by `formularType`.

import {css} from 'lit';

export const introStyles = css`
  article .heading {
    margin-block: 1.25em 0.5em;
    font-size: 1.25em;
  }
  article > :first-child > :first-child .heading {
    margin-block: 0 0.25em;
    font-size: 1.75em;
  }
  .summary {
    font-size: 1.125em;
  }
  .summary,
  .text {
    max-inline-size: 44em;
  }
  .exhibitor {
    color: var(--_text-secondary);
  }
  .text,
  .summary,
  .exhibitor,
  .markup > * + * {
    margin-block: 0 0.75em;
  }
  li + li,
  .markup > p + * {
    margin-block-start: 0.5em;
  }
  ol,
  ul {
    margin: 0 0 0.75em;
    padding-inline-start: 1.5em;
  }
  ol ::marker {
    color: var(--_primary);
    font-weight: 600;
  }
  .start {
    margin-block: 1.5em;
  }
  .start > p {
    margin-block: 0.5em;
  }
  .start .button {
    padding: 0.5em 1.5em;
    font-size: 1.125em;
  }
  .side {
    align-self: start;
    margin-block-start: 2em;
    padding: 1.25em;
    border-radius: var(--_radius);
    background: var(--_surface-muted);
  }
  article .side .heading {
    margin-block: 0 0.25em;
    font-size: 1em;
  }
  .side > * + * {
    margin-block-start: 1.25em;
  }
  .side :is(.text, ul) {
    margin: 0;
  }
  .side ul {
    padding: 0;
    list-style: none;
  }
  iframe {
    inline-size: 100%;
    block-size: min(85vh, 60em);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: #fff;
  }
  /* Classes by the width in formularType: see form.ts. */
  .width-916 {
    max-inline-size: 916px;
  }
  .width-960 {
    max-inline-size: 960px;
  }
  @container (min-width: 48em) {
    article:not(.started) .side {
      margin: 0;
    }
  }
  /* Browsers print no background, so the padding is superfluous. */
  @media print {
    .side {
      padding: 0;
    }
  }
`;
