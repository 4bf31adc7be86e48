import {css} from 'lit';

export const styles = css`
  :host {
    container-type: inline-size;
  }
  section + section,
  .empty + section {
    margin-block-start: 2.5em;
  }
  slot,
  .skeletons {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 20em), 1fr));
    gap: 1em;
  }
  @container (min-width: 48em) {
    slot,
    .skeletons {
      column-gap: 1.5em;
    }
    .active slot,
    .skeletons {
      row-gap: 1.5em;
    }
  }

  .skeleton {
    block-size: 12em;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    /* A quick answer shows none. */
    animation: appear 0.2s 0.2s both;
  }
  .skeleton::before,
  .skeleton::after {
    content: '';
    display: block;
    block-size: 1em;
    margin: 1.5em 1.5em 0;
    border-radius: var(--_radius);
    background: var(--_surface-muted);
  }
  .skeleton::before {
    inline-size: 40%;
  }
`;
