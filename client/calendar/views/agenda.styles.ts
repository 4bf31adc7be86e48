import {css} from 'lit';

export const agendaStyles = css`
  .agenda {
    display: grid;
    gap: 1.5em;
  }
  .week-heading {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.75em;
    margin-block-end: 0.5em;
    padding-block-end: 0.25em;
    border-block-end: 1px solid var(--_border-strong);
  }
  .week-range {
    color: var(--_text-secondary);
    font-weight: 400;
  }
  .far {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 6em;
  }
  .agenda-day {
    display: grid;
    gap: 0.25em 1.5em;
    padding-block: 0.75em;
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
  .past .day-heading {
    color: var(--_text-secondary);
  }
  .day-heading time::first-letter {
    text-transform: uppercase;
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

  .entries {
    display: grid;
    gap: 0.5em;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .entry {
    display: grid;
    gap: 0.125em;
    inline-size: 100%;
    padding: 0.5em 0.75em;
    border: 1px solid var(--_border);
    border-inline-start: 4px solid var(--_border-strong);
    border-radius: var(--_radius);
    border-start-start-radius: var(--_radius-line);
    border-end-start-radius: var(--_radius-line);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  .entry:hover {
    background: var(--_surface-muted);
  }
  /* What is outside a day's box is not painted. */
  .entry:focus-visible {
    outline-offset: -3px;
  }
  .entry.unread {
    border-inline-start-color: var(--_primary);
  }
  .entry-title {
    overflow-wrap: anywhere;
  }
  .unread .entry-title {
    font-weight: 600;
  }
  .is-hidden .entry-title {
    color: var(--_text-secondary);
    text-decoration: line-through;
  }
  .entry-details {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25em 0.5em;
    color: var(--_text-secondary);
    font-size: 0.875em;
  }
  .skeletons {
    display: grid;
    gap: 1em;
  }
  .skeleton {
    block-size: 5em;
    border-radius: var(--_radius);
    background: var(--_surface-muted);
    animation: appear 0.2s 0.2s both;
  }
`;
