import {css} from 'lit';

/** The styles of {@link renderNext}. */
export const nextStyles = css`
  .next {
    margin-block-end: 1em;
  }
  .next-heading {
    margin-block-end: 0.375em;
  }
  /* As high with fewer deadlines. */
  .next {
    min-block-size: calc(1.625em + 3 * max(44px, 5.25em) + 4px);
  }
  @container (min-width: 38em) {
    .next {
      min-block-size: calc(1.625em + 3 * max(44px, 3em) + 4px);
    }
  }
  @media print {
    .next {
      display: none;
    }
  }
`;
