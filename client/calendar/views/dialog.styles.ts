import {css} from 'lit';

export const dialogStyles = css`
  dialog {
    inline-size: min(100% - 2em, 36em);
    max-block-size: min(100% - 2em, 45em);
    /* A focused element scrolls to between the heading and the notice. */
    scroll-padding-block: 4em 5em;
    padding: 0;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 45%);
  }
  .dialog-head {
    position: sticky;
    z-index: 1;
    inset-block-start: 0;
    display: flex;
    align-items: start;
    gap: 0.5em;
    padding: 0.75em 0.75em 0.5em 1.5em;
    background: var(--_surface);
  }
  .dialog-head :first-child.icon-button {
    margin-inline-start: -1em;
  }
  :host(:dir(rtl)) .dialog-head svg {
    transform: scaleX(-1);
  }
  .dialog-title {
    flex: 1;
    min-inline-size: 0;
    padding-block: 0.375em;
    font-size: 1.25em;
  }
  .dialog-body {
    display: grid;
    gap: 0.75em;
    padding: 0.25em 1.5em 1.5em;
  }
  /* Clipped, not removed: the text of a new live region is not announced. */
  .dialog-body p:empty {
    position: absolute;
  }
  .hint {
    color: var(--_text-secondary);
  }
  .dialog-body .actions {
    margin-block-start: 0.25em;
  }
  dialog .notice {
    inset-block-end: 0.75em;
    margin: 0 0.75em 0.75em;
  }
`;
