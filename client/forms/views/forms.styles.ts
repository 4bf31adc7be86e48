import {css} from 'lit';

export const styles = css`
  a:not(.button) {
    color: var(--_primary);
  }
  article > .heading,
  article > * > .heading {
    margin-block: 1.25em 0.5em;
    font-size: 1.25em;
  }
  article > :first-child .heading {
    margin-block-start: 0;
    font-size: 1.75em;
  }
  .summary {
    font-size: 1.125em;
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
  li + li {
    margin-block-start: 0.25em;
  }
  .markup > p + * {
    margin-block-start: 0.75em;
  }
  ol,
  ul {
    margin: 0;
    padding-inline-start: 1.5em;
  }
  .start {
    margin-block: 1.5em;
  }
  .start > p {
    margin-block-end: 0.5em;
  }
  a.button {
    display: inline-block;
    text-decoration: none;
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
    list-style: none;
  }
  .result {
    padding: 1em 0;
    margin: 0;
    border-block-end: 1px solid var(--_border);
  }
  .result a {
    font-weight: 600;
  }
  .more {
    margin-block-start: 1em;
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
