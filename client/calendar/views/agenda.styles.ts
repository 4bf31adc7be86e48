import {css} from 'lit';

export const agendaStyles = css`
  .agenda {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.5em;
  }
  .extend {
    gap: 0 0.75em;
    font-size: 0.875em;
  }
  .extend .button {
    padding-inline: 0.625em;
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
    padding-block-end: 0.25em;
    border-block-end: 1px solid var(--_border-strong);
  }
  .month-heading {
    font-size: 1.125em;
  }
  .week-heading {
    padding-block-start: 0.5em;
    font-size: 0.875em;
  }
  .far {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 6em;
  }
  .agenda-day {
    display: grid;
    gap: 0.25em 1.5em;
    padding-block: 0.5em;
  }
  .agenda-day + .agenda-day {
    border-block-start: 1px solid var(--_border);
  }
  .day-heading {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.25em 0.5em;
  }
  @container (min-width: 38em) {
    .agenda-day {
      grid-template-columns: minmax(12em, 1fr) 3fr;
    }
    .day-heading {
      padding-block: 0.5em;
      align-self: start;
    }
  }

  .entry {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 0.125em 0.5em;
    inline-size: 100%;
    padding: 0.5em 0.75em;
    text-align: start;
  }
  .entry-sender {
    color: var(--_text-secondary);
    font-size: 0.875em;
  }
  .entry .tag {
    place-self: center start;
  }
  .entry .entry-title {
    grid-column: 1 / -1;
  }
  :is(.entry, .hint) .company {
    display: block;
    color: var(--_text);
  }
  @container (min-width: 56em) {
    .agenda .entry {
      grid-template-columns: 11em 1fr auto;
      align-items: baseline;
      gap: 0 1em;
    }
    .agenda-day {
      grid-template-columns: minmax(20em, 1fr) 3fr;
    }
    .agenda .entry-title {
      grid-area: 1 / 2;
    }
    .agenda .entry-sender {
      grid-area: 1 / 1;
    }
    .agenda .entry .tag {
      grid-area: 1 / 3;
    }
  }
  /* Its height is fixed, so later content moves nothing. */
  .none {
    display: block;
  }
  .skeletons {
    display: grid;
    gap: 1em;
  }
  .skeleton {
    block-size: 5em;
  }
`;
