import {css} from 'lit';

export const styles = css`
  :host {
    container-type: inline-size;
  }
  .heading {
    margin-block-end: 0.375em;
    font-size: 1em;
  }
`;
