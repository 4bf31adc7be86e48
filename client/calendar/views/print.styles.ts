import {css} from 'lit';

export const printStyles = css`
  @media print {
    .navigation,
    .months button,
    .filter,
    .notice,
    .empty button,
    dialog {
      display: none;
    }
    .months,
    .title {
      margin: 0;
      padding: 0;
    }
    .far {
      content-visibility: visible;
    }
    .agenda-day {
      break-inside: avoid;
    }
    .week-heading {
      break-after: avoid;
    }
    .entry {
      padding-block: 0;
      border-block: 0;
      border-inline-end: 0;
    }
  }
`;
