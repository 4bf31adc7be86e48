import {css} from 'lit';

/** Styles of the handle and the arrow buttons. */
export const arrangingStyles = css`
  :host([moving]) {
    position: relative;
    z-index: 2;
  }
  :host([moving]) article {
    border-color: var(--_primary);
    outline: 1px solid var(--_primary);
    box-shadow: var(--_shadow);
  }
  @container (max-width: 24em) {
    .handle ~ slot {
      display: none;
    }
  }
  .arrows {
    display: flex;
    flex: none;
    margin-inline-start: auto;
  }
  .control {
    display: grid;
    flex: none;
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
  .control:hover {
    background: var(--_surface-muted);
  }
  .control svg {
    inline-size: 1em;
  }
  .handle {
    margin-inline: -0.5em 0;
    cursor: grab;
    touch-action: none;
    user-select: none;
  }
  :host([moving]) .handle {
    cursor: grabbing;
  }
  /* Up and down in one column; the dashboard rotates them in several. */
  .arrow svg {
    rotate: var(--_turn, 90deg);
  }
  .arrow[aria-disabled='true'] {
    opacity: 0.4;
    cursor: default;
  }

  @media (forced-colors: active) {
    .arrow[aria-disabled='true'] {
      color: GrayText;
      opacity: 1;
    }
  }
  @media (pointer: coarse) {
    .control {
      min-inline-size: 44px;
      min-block-size: 44px;
    }
  }
  @media print {
    .handle,
    .arrows {
      display: none;
    }
  }
`;
