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
    dialog {
      display: none;
    }
    .months,
    .title {
      margin: 0;
      padding: 0;
    }
  }
`;
