import {css} from 'lit';

/** Styles of {@link renderNext}. */
export const nextStyles = css`
  .next-heading {
    margin-block-end: 0.375em;
  }
  .next {
    margin-block-end: 1em;
    /* As high with fewer deadlines. */
    min-block-size: calc(1.625em + 3 * var(--_row) + 4px);
  }
`;
