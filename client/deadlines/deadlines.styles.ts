import {css} from 'lit';

export const styles = css`
  :host {
    container-type: inline-size;
    margin-block: var(--_space);
  }
  .heading {
    margin-block-end: 0.375em;
    font-size: 1em;
  }
`;
