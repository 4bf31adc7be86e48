import {css} from 'lit';

export const styles = css`
  :host {
    container-type: inline-size;
  }
  section + section,
  .empty + section {
    margin-block-start: 2.5em;
  }
  .heading {
    display: flex;
    align-items: center;
    gap: 0.5em;
    margin-block-end: 0.75em;
    font-size: 1.375em;
  }
  .count {
    min-inline-size: 1.75em;
    padding: 0.125em 0.5em;
    border-radius: 1em;
    background: var(--_surface-muted);
    color: var(--_text-secondary);
    font-size: 0.7em;
    text-align: center;
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

  .empty,
  .failure {
    display: grid;
    justify-items: start;
    gap: 0.75em;
    padding: 1.5em;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .empty .heading,
  .failure .heading {
    margin: 0;
  }
  .failure {
    border-inline-start: 4px solid var(--_error);
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
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  .spoken {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .notice {
    position: sticky;
    z-index: 1;
    inset-block-end: 1em;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 0.75em;
    inline-size: fit-content;
    max-inline-size: 100%;
    margin-block-start: 1.5em;
    padding: 0.75em 0.75em 0.75em 1.25em;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }
  .notice.failed {
    border-inline-start: 4px solid var(--_error);
  }
  .notice p {
    flex: 1 1 auto;
    max-inline-size: 40em;
  }
  .close {
    display: grid;
    place-items: center;
    inline-size: 2.5em;
    block-size: 2.5em;
    padding: 0;
    border: 0;
    border-radius: var(--_radius);
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .close:hover {
    background: var(--_surface-muted);
  }
  .close svg {
    inline-size: 1em;
  }
`;
