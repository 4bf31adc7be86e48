import {css} from 'lit';

// Styles of search fields, lists of results and skeletons, for the form elements and `<tavle-editorial>`. Look at all
// three after a change. Keep the class names, which their templates and `search-fields.ts` use.
export const styles = css`
  .form {
    display: flex;
    flex-wrap: wrap;
    gap: 1em;
    margin-block-end: 1.5em;
  }
  label {
    display: grid;
    flex: 1 1 100%;
    gap: 0.25em;
    min-inline-size: 0;
    font-weight: 600;
  }
  .form .button {
    align-self: end;
    padding-inline: 1.5em;
  }
  .field {
    inline-size: 100%;
    font-weight: 400;
    min-inline-size: 0;
  }
  .skeleton {
    padding-block-end: 1.5em;
    border-block-end: 1px solid var(--_border);
  }
  .result p {
    color: var(--_text-secondary);
  }
  .results {
    margin: 0;
    padding: 0;
    border-block-start: 1px solid var(--_border);
    list-style: none;
  }
  .result {
    padding: 1em 0;
    border-block-end: 1px solid var(--_border);
  }
  .result a {
    font-size: 1.125em;
    font-weight: 600;
  }
  .more:not(.actions *) {
    margin-block-start: 1.5em;
  }
  .back {
    margin-block-end: 1em;
  }
  @container (min-width: 48em) {
    .result,
    article:not(.started) {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 17em;
      column-gap: 3em;
    }
    label {
      flex: 1 1 14em;
    }
    label:first-child {
      flex: 2 1 20em;
    }
    .result p {
      grid-area: 1/2/3;
    }
  }
  @media print {
    .back,
    [role='search'],
    iframe {
      display: none;
    }
  }
`;
