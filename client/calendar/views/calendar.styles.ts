import {css} from 'lit';

export const styles = css`
  :host {
    container-type: inline-size;
  }

  .toolbar,
  .months,
  .navigation,
  .filter {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 0.75em;
  }
  .toolbar {
    justify-content: space-between;
    margin-block-end: 1em;
  }
  .months {
    flex-wrap: nowrap;
    gap: 0.25em;
    margin-inline-start: -0.5em;
  }
  :host(:dir(rtl)) .months svg {
    transform: scaleX(-1);
  }
  .title {
    padding-inline-start: 0.25em;
    font-size: 1.375em;
  }
  .title::first-letter {
    text-transform: uppercase;
  }
  .choice {
    display: flex;
  }
  .choice button {
    min-block-size: 2.5em;
    padding: 0.375em 0.875em;
    border: 1px solid var(--_border-strong);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  .choice button:first-child {
    border-start-start-radius: var(--_radius);
    border-end-start-radius: var(--_radius);
  }
  .choice button:last-child {
    margin-inline-start: -1px;
    border-start-end-radius: var(--_radius);
    border-end-end-radius: var(--_radius);
  }
  .choice button:focus-visible {
    position: relative;
    z-index: 1;
  }
  .choice [aria-pressed='false']:hover {
    background: var(--_surface-muted);
  }
  .choice [aria-pressed='true'] {
    border-color: var(--_primary);
    background: var(--_primary);
    color: var(--_on-primary);
  }

  @media (forced-colors: active) {
    .choice [aria-pressed='true'] {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }

  .filter {
    margin-block-end: 1em;
  }
  /* As wide as it will be with the names of the authorities. */
  .filter select {
    inline-size: min(100%, 16em);
  }
  .check {
    display: inline-flex;
    align-items: center;
    gap: 0.5em;
    min-block-size: 2.5em;
    cursor: pointer;
  }
  .check input {
    inline-size: 1.25em;
    block-size: 1.25em;
    margin: 0;
    accent-color: var(--_primary);
  }
  /* Its line is there before it is: nothing moves when the deadlines come. */
  .summary {
    flex-basis: 100%;
    min-block-size: 1.5em;
    unicode-bidi: plaintext;
    color: var(--_text-secondary);
  }
  @container (min-width: 56em) {
    .summary {
      flex: 1;
      text-align: end;
    }
  }

  .month ~ .empty {
    margin-block-start: 1em;
  }
  .notice {
    z-index: 2;
  }
`;
