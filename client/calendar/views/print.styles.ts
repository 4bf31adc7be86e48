import {css} from 'lit';

/** Paper is white in every colour scheme. */
export const printStyles = css`
  @media print {
    :host {
      --_text: #000;
      --_text-secondary: #333;
      --_surface: #fff;
      --_surface-muted: #fff;
      --_border: #999;
      --_border-strong: #666;
      /* A page may print its dark background. */
      background: #fff;
      color-scheme: light !important;
    }
    .notice,
    .next,
    .extend,
    .navigation,
    .months > button,
    .empty button,
    .title svg,
    .filter,
    .paper ~ *,
    dialog {
      display: none;
    }
    .months,
    .title {
      margin: 0;
      padding: 0;
    }
  }
  @media not print {
    .paper {
      display: none;
    }
  }
  .paper {
    padding: 0.5em;
    background: #fff;
  }
  .paper table {
    inline-size: 100%;
    table-layout: fixed;
    margin-block-start: 1em;
    border-collapse: collapse;
  }
  .paper :is(th, td) {
    padding: 0.375em 0.75em 0.375em 0;
    border-block-end: 1px solid #999;
    text-align: start;
    vertical-align: top;
  }
  .paper tr {
    break-inside: avoid;
  }
  .paper th:nth-child(2):nth-last-child(2) {
    inline-size: 45%;
  }
`;
