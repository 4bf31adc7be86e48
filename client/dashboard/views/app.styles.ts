// Styles of `<tavle-app>`, for `tavle-app.ts`: of the card, and of the row while the app is off. Change the look here.
// Take colours and sizes from `--_…` of `styles/tokens.ts`, so that the themes of portals apply.

import {css} from 'lit';

export const styles = css`
  .root,
  article {
    block-size: 100%;
  }
  article {
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  header {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 0.5em;
    padding: 0.5em 0.75em 0.5em 1em;
    /* A page's border or background of ::part(header) follows the card's corners. */
    border-radius: inherit;
  }
  .title {
    /* In a narrow card, arrows and switch wrap to the next line, before a word of the heading breaks. */
    flex: 1 1 6em;
    min-inline-size: 0;
    padding-block: 0.25em;
  }
  .heading {
    font-size: 1.125em;
  }
  .description,
  .locked,
  .switch {
    color: var(--_text-secondary);
    font-size: 0.875em;
  }
  .locked,
  ::slotted([slot]) {
    flex: none;
    max-inline-size: 40%;
  }
  .locked,
  .switch,
  .arrows {
    margin-inline-start: auto;
  }
  .content {
    padding: 0.25em 1em 1em;
  }
  ::slotted(tavle-deadlines) {
    margin: 0;
  }
  @container (min-width: 24em) {
    header {
      gap: 1em;
      padding-inline: 1.5em 1.25em;
    }
    .content {
      padding: 0.5em 1.5em 1.5em;
    }
  }
  .active header {
    min-block-size: 4em;
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  .deactive header {
    block-size: 100%;
  }

  .switch,
  .arrows {
    display: flex;
    flex: none;
  }
  .switch {
    align-items: center;
    gap: 0.5em;
    min-inline-size: var(--_target);
    min-block-size: var(--_target);
    padding: 0.25em;
    border-radius: var(--_radius);
  }
  .track {
    position: relative;
    inline-size: 3.25em;
    block-size: 1.875em;
    border: 1px solid var(--_border-strong);
    border-radius: 1em;
    background: var(--_surface-muted);
  }
  .knob {
    position: absolute;
    inset-block: 2px;
    inset-inline-start: 2px;
    display: grid;
    place-items: center;
    aspect-ratio: 1;
    border: 1px solid var(--_border-strong);
    border-radius: 50%;
    background: var(--_surface);
    color: var(--_primary);
  }
  .knob svg {
    inline-size: 70%;
    visibility: hidden;
  }
  [aria-checked='true'] .track {
    border-color: var(--_primary);
    background: var(--_primary);
  }
  [aria-checked='true'] .knob {
    inset-inline: auto 2px;
    border-color: var(--_surface);
  }
  [aria-checked='true'] svg {
    visibility: visible;
  }
  .knob path {
    stroke-width: 2.5;
  }
  .switch:hover .track {
    border-color: var(--_text);
  }

  /* The handle and the arrow buttons. */
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
  .handle {
    margin-inline: -0.5em 0;
    cursor: grab;
    touch-action: none;
    user-select: none;
  }
  :host([moving]) .handle {
    cursor: grabbing;
  }
  /* Arrows point up and down in one column. The dashboard rotates them in several. */
  .arrow svg {
    rotate: var(--_turn, 90deg);
  }
  .arrow[aria-disabled='true'] {
    opacity: 0.4;
    cursor: default;
  }

  @media (forced-colors: active) {
    .knob {
      background: ButtonText;
      color: ButtonFace;
      forced-color-adjust: none;
    }
    [aria-checked='true'] .track {
      border-color: Highlight;
      background: Highlight;
      forced-color-adjust: none;
    }
    [aria-checked='true'] .knob {
      background: HighlightText;
      color: Highlight;
    }
    .arrow[aria-disabled='true'] {
      color: GrayText;
      opacity: 1;
    }
  }
  @media print {
    .locked,
    .arrows {
      display: none;
    }
  }
`;
