import {css} from 'lit';

/** Styles of the company of a deadline, and of missing companies. They override the other styles, so they must be the last ones. */
export const companiesStyles = css`
  .company-failures {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 0.75em;
    padding: 0.75em 1em;
    border: 1px solid var(--_border);
    border-inline-start: 4px solid var(--_error);
    border-radius: var(--_radius);
    border-start-start-radius: var(--_radius-line);
    border-end-start-radius: var(--_radius-line);
    background: var(--_surface);
  }
  .company-failures > div {
    flex: 1 1 15em;
    min-inline-size: 0;
  }
  :is(.entry, .hint) .company {
    display: block;
    color: var(--_text);
  }
  /* A line of title and a line of company: two such chips are as high as three of one line. */
  .chip.has-company {
    display: block;
    padding-block: 0.125em;
    white-space: nowrap;
  }
  .has-company > * {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .has-company .company {
    font-size: 0.9286em;
    font-weight: 400;
  }
  .chips-1 .has-company .chip-title {
    display: -webkit-box;
    white-space: normal;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .next-sender.with-company {
    flex-basis: 100%;
  }
  .sender .company {
    color: var(--_text);
  }
  .sender .company::after {
    content: '\\b7';
    margin-inline: 0.375em;
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
`;
