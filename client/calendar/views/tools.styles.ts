import {css} from 'lit';

/** Styles of the filter's choices and the print view. */
export const toolsStyles = css`
  .filter {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: calc(var(--_space) / 2) var(--_space);
  }
  /* As wide as with the authorities' names. */
  .filter select {
    inline-size: min(100%, 16em);
  }
  .check {
    display: inline-flex;
    align-items: center;
    gap: 0.5em;
    min-block-size: var(--_target);
    cursor: pointer;
  }
  .check input {
    inline-size: 1.25em;
    block-size: 1.25em;
    margin: 0;
    accent-color: var(--_primary);
    font: inherit;
  }

  @media print {
    .filter,
    .paper ~ * {
      display: none;
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
    color: #000;
  }
  .paper-title {
    font-weight: 600;
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
