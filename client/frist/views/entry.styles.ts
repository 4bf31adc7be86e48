import {css} from 'lit';

// Styles of the rows that `entry.ts` renders, for the calendar and `<tavle-deadlines>`: look at both after a change.
// Keep `--_row`, which `calendar.styles.ts` uses. Take colours from `--_…` of `styles/tokens.ts`.
export const entryStyles = css`
  /* Tags, also of the time until a deadline, and the sign of unread deadlines: a dot before a bold title. */
  .unread .entry-title,
  .chip.unread {
    position: relative;
    padding-inline-start: 0.875em;
    font-weight: 600;
  }
  /* The dot is a border, since forced colours remove backgrounds. */
  .unread .entry-title::before,
  .chip.unread::before {
    content: '';
    position: absolute;
    inset-inline-start: 0;
    margin-block-start: 0.5em;
    border: 0.25em solid var(--_primary);
    border-radius: 50%;
  }
  .tag {
    padding: 0.0625em 0.5em;
    border: 1px solid var(--_border);
    border-radius: 1em;
    background: var(--_surface-muted);
    color: var(--_text);
    font-size: 0.8125em;
    font-weight: 400;
    white-space: nowrap;
  }
  .done :is(.entry-title, .chip-title) {
    color: var(--_text-secondary);
  }
  /* Chips have a check mark; rows have a tag. */
  .done .chip-title::before {
    content: '\\2713\\a0';
    content: '\\2713\\a0' / '';
  }
  .tag svg {
    inline-size: 0.875em;
    vertical-align: -0.0625em;
  }
  .due {
    display: inline-block;
  }
  .due.soon {
    border-color: transparent;
    background: var(--_warning-surface);
    font-weight: 600;
  }

  .entries {
    --_row: max(44px, 3em);
    /* A card of the dashboard has a frame and padding already. */
    margin: calc(var(--_inset, 0.75em) - 0.75em) 0;
    padding: 0;
    border: var(--_frame, 1px) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    list-style: none;
  }
  .entries > * + * {
    border-block-start: 1px solid var(--_border);
  }
  /* The height of a next deadline, with two lines of title in a narrow element: nothing moves when the deadlines arrive. */
  .next,
  .next-entries {
    --_row: max(44px, 5.25em);
  }
  .entry {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    align-content: center;
    gap: 0 0.75em;
    inline-size: 100%;
    min-block-size: var(--_row);
    padding: 0.375em var(--_inset, 0.75em);
    border-radius: var(--_radius);
    text-align: start;
    text-decoration: none;
  }
  :is(a, button).entry:hover,
  .entry.past {
    background: var(--_surface-muted);
  }
  :is(a, button).entry:hover .entry-title {
    text-decoration: underline;
  }
  .entry:focus-visible {
    outline-offset: -3px;
  }
  .entry-when,
  .entry-sender {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.5em;
    min-inline-size: 0;
    color: var(--_text-secondary);
    font-size: 0.875em;
  }
  .entry .tag {
    font-size: 0.9286em;
  }
  .entry .entry-title {
    display: -webkit-box;
    overflow: hidden;
    flex-basis: 100%;
    order: -1;
    min-inline-size: 0;
    -webkit-box-orient: vertical;
  }
  /* Separates the words in the name of a row: WebKit joins the texts of blocks. */
  .entry-title::after,
  .entry-when > :last-child::after {
    content: ' ';
  }
  .next-entries .entry-title {
    -webkit-line-clamp: 2;
  }
  /* The sender is on its own line if it does not fit next to the date. */
  .entry-sender {
    flex: auto;
    flex-wrap: nowrap;
  }
  .next-entries .sender {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @container (max-width: 20em) {
    .next,
    .next-entries {
      --_row: max(44px, 6.375em);
    }
  }
  .next-none {
    padding-block: 0.5em;
    color: var(--_text-secondary);
  }
  .waiting .skeleton::before,
  .waiting .skeleton::after {
    content: none;
  }
  .waiting .skeleton {
    border-radius: 0;
    background: linear-gradient(var(--_surface-muted) 0 0) 0.75em 50% / 60% 1em no-repeat;
  }
  @container (min-width: 38em) {
    .next,
    .next-entries {
      --_row: max(44px, 3.75em);
    }
    .dated {
      display: grid;
      /* The title has the room that the sender leaves. */
      grid-template-columns: minmax(15.5em, auto) minmax(0, 1fr) fit-content(calc(45% - 8em));
      gap: 0 1em;
    }
    .dated .entry-title {
      order: 0;
    }
    .dated .entry-sender {
      justify-content: end;
      text-align: end;
    }
    .dated .entry-when {
      display: grid;
      grid-template-columns: minmax(8.5em, auto) 1fr;
    }
    .entry-when time {
      grid-column: 2;
      white-space: nowrap;
    }
    .entry-when .tag {
      justify-self: start;
    }
  }
  @container (min-width: 56em) {
    .next,
    .next-entries {
      --_row: max(44px, 3em);
    }
  }
  .entry-sender.with-company {
    flex-basis: 100%;
  }
  .sender .company {
    color: var(--_text);
  }
  .sender .company::after {
    content: '\\b7';
    margin-inline-start: 0.25em;
  }
  @container (min-width: 38em) and (max-width: 56em) {
    .sender .company {
      display: block;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    .sender .company::after {
      content: none;
    }
  }
  .left-out {
    margin-block-end: calc(var(--_space) * 0.75);
    color: var(--_text-secondary);
  }
  /* Paper has room for all of a text. */
  @media print {
    .entry .entry-title {
      display: block;
    }
    .entry .sender {
      white-space: normal;
    }
  }
`;
