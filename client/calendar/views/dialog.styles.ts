import {css} from 'lit';

// Styles of the dialog, for `tavle-calendar.ts`: of `dialog.ts` and of `notifications.ts` with its views. Change a
// class together with its template. Take colours from the `--_…` names of `styles/tokens.ts`, which the themes of
// portals set.
export const dialogStyles = css`
  dialog {
    container-type: inline-size;
    inline-size: min(100% - 2em, 36em);
    max-block-size: min(100% - 2em, 45em);
    /* A focused element scrolls to between the buttons and the notice. */
    scroll-padding-block: 4em min(5em, 25%);
    padding: 0;
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
  }
  dialog,
  .apps,
  .confirmation {
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 45%);
  }
  /* Items of one box, in which the buttons stay in sight at the top, and the title scrolls away: a long one would hide the rest. */
  dialog[open] {
    display: flex;
    flex-wrap: wrap;
    align-content: start;
    align-items: start;
  }
  .dialog-head {
    display: contents;
  }
  /* The content scrolls behind the buttons. */
  dialog[open]::before {
    --_height: calc(var(--_target) + 1.25em);
    content: '';
    position: sticky;
    z-index: 1;
    inset-block-start: 0;
    flex: 0 0 100%;
    block-size: var(--_height);
    margin-block-end: calc(-1 * var(--_height));
    background: var(--_surface);
  }
  .dialog-head button {
    position: sticky;
    z-index: 1;
    inset-block-start: 0.75em;
    margin: 0.75em 0.75em 0.5em auto;
  }
  .dialog-head .icon-button {
    margin-inline: 0.5em 0;
  }
  .dialog-title {
    position: relative;
    z-index: 1;
    flex: 1;
    min-inline-size: 0;
    margin: 0.6em 0.4em 0.4em 1.2em;
    padding-block: 0.375em;
    font-size: 1.25em;
  }
  .icon-button + .dialog-title {
    margin-inline-start: 0.4em;
  }
  .dialog-body {
    display: grid;
    flex: 0 0 100%;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75em;
    padding: 0.25em 1.5em 1.5em;
  }
  /* With a large font on a phone, the title is below the buttons. */
  @container (max-width: 16em) {
    .dialog-title,
    .dialog-body,
    dialog .notice {
      order: 1;
    }
    .dialog-title,
    .icon-button + .dialog-title {
      z-index: 0;
      flex-basis: 100%;
      margin: 0 0.6em 0.4em;
    }
    .dialog-body {
      padding-inline: 0.75em;
    }
  }
  .dialog-body .actions {
    margin-block-start: 0.25em;
  }
  dialog .notice {
    inset-block-end: 0.75em;
    margin: 0 0.75em 0.75em;
  }

  .marks,
  .section ~ .section {
    padding-block-start: 0.75em;
    border-block-start: 1px solid var(--_border);
  }

  .companies li,
  .links li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 0.75em;
    border-block-start: 1px solid var(--_border);
  }
  .companies li {
    padding-inline: 0.75em;
  }
  .companies .link {
    flex: 1 1 8em;
    min-block-size: var(--_target);
    text-align: start;
  }

  .section {
    font-weight: 700;
  }
  .fields {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5em;
  }
  .days {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1em;
  }
  .days > span {
    flex-basis: 100%;
  }
  .links {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.25em;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .links .confirmation {
    flex-basis: 100%;
  }

  .address {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0.25em 0.5em;
  }
  .address label {
    grid-column: 1 / -1;
  }
  .address .field {
    min-inline-size: 0;
  }
  .reminder {
    gap: 0.25em 0.75em;
  }
  .reminder .hint {
    flex-basis: 100%;
  }
  summary {
    padding: 0.625em 0.25em;
    cursor: pointer;
  }
  .apps summary {
    padding-inline: 0.75em;
  }
  .app + .app {
    border-block-start: 1px solid var(--_border-strong);
  }
  .app ol {
    margin: 0;
    padding-block: 0.25em 1em;
    padding-inline: 2.25em 0.75em;
  }
  .app p {
    padding-block-end: 1em;
    padding-inline: 0.75em;
  }
  .confirmation {
    margin-block-start: 0.75em;
    padding: 0.75em;
    background: var(--_surface-muted);
  }

  .markup.waiting {
    min-block-size: 3em;
  }
  .markup :is(p, table) {
    margin-block: 0.75em;
  }
  .markup > :first-child {
    margin-block-start: 0;
  }
  .markup > :last-child {
    margin-block-end: 0;
  }
`;
