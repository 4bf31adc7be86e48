import {css} from 'lit';

export const styles = css`
  :host {
    container-type: inline-size;
  }
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
  .exhibitor,
  .result p {
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
    margin: 0;
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
  iframe {
    inline-size: 100%;
    block-size: min(85vh, 60em);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: #fff;
  }
  .width-916 {
    max-inline-size: 916px;
  }
  .width-960 {
    max-inline-size: 960px;
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
  .side .text {
    margin: 0;
  }
  .side ul {
    padding: 0;
    list-style: none;
  }

  form {
    display: flex;
    flex-wrap: wrap;
    gap: 1em;
    margin-block-end: 1.5em;
  }
  label {
    display: grid;
    flex: 1 1 14em;
    gap: 0.25em;
    min-inline-size: 0;
    font-weight: 600;
  }
  label:first-child {
    flex-basis: 100%;
  }
  .field {
    inline-size: 100%;
    font-weight: 400;
    min-inline-size: 0;
  }
  .results {
    padding: 0;
    border-block-start: 1px solid var(--_border);
    list-style: none;
  }
  .result {
    padding: 1em 0;
    margin: 0;
    border-block-end: 1px solid var(--_border);
  }
  .result a {
    font-size: 1.125em;
    font-weight: 600;
  }
  .more {
    margin-block-start: 1.5em;
  }
  @container (min-width: 48em) {
    article:not(.started),
    .result {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 17em;
      column-gap: 3em;
    }
    article:not(.started) .side {
      margin: 0;
    }
    label:first-child {
      flex: 2 1 20em;
    }
    .result p {
      grid-area: 1/2/3;
    }
  }
  @media print {
    iframe,
    form,
    .more {
      display: none;
    }
    a::after {
      content: ' (' attr(href) ')';
      font-weight: 400;
    }
  }
`;
