import {css} from 'lit';

export const editorialStyles = css`
  ol + .heading {
    margin-block-start: 1.5em;
  }
  .item {
    display: grid;
    gap: 0.75em;
    padding-block: 1.25em;
    border-block-end: 1px solid var(--_border);
  }
  .item .heading {
    margin: 0;
    font-size: 1.125em;
  }
  .state {
    padding: 0 0.5em;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius-control);
    font-size: 0.875em;
  }
  .new {
    border-color: var(--_primary);
    background: var(--_primary);
    color: var(--_on-primary);
  }
  dl,
  .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 9em), 1fr));
    gap: 0.75em 1.5em;
  }
  .pair {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 18em), 1fr));
  }
  dl,
  dd,
  .edit-fields {
    margin: 0;
  }
  dt,
  .hint {
    flex: 1 1 100%;
    color: var(--_text-secondary);
    font-size: 0.875em;
  }
  .pair > div {
    padding: 0.75em;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .pair .button {
    margin-block-start: 0.75em;
  }
  .edit-fields {
    padding: 1em;
    background: var(--_surface-muted);
  }
  [aria-disabled='true'] {
    opacity: 0.6;
  }
`;
