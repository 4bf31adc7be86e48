import {css} from 'lit';

// Styles of `templates.ts` and of what several elements have, for all elements except `<tavle-app>`: a change affects
// all. Names with `--_` are private, and `styles/tokens.ts` sets them: use them for colours and lengths.
export const shared = css`
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
  .empty {
    padding: calc(var(--_space) * 1.5);
    border: 1px solid var(--_border);
    background: var(--_surface);
  }
  .empty > .heading {
    margin: 0;
  }
  /* The heading of a failure, or of the text when nobody is signed in. */
  [role] > .heading {
    margin-block-end: 0.5em;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.75em;
  }
  a.button {
    display: inline-block;
    text-decoration: none;
  }

  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  /* Skeletons are invisible if the response is quick. */
  .skeleton {
    animation: appear 0.2s 0.2s both;
  }
  .skeleton::before,
  .skeleton::after {
    content: '';
    display: block;
    block-size: 1em;
    margin-block-start: 1.5em;
    border-radius: var(--_radius);
    background: var(--_surface-muted);
  }
  .skeleton::before {
    inline-size: 40%;
  }
  @media (prefers-reduced-motion: reduce) {
    .skeleton,
    .late,
    td::after {
      animation-duration: 0s !important;
    }
  }
  /* The text appears after a second. */
  .late {
    animation: appear 0.2s 1s backwards;
  }
  .spoken {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    /* At the end of a dialog, the box would otherwise let the content scroll by 1 px. */
    margin: -1px;
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
    box-shadow: var(--_shadow);
  }
  .notice:not(.failed) {
    background: var(--_surface);
  }
  .notice p {
    flex: 1 1 5em;
    max-inline-size: 40em;
  }
  @container (max-width: 30em) {
    .notice p:has(~ .button) {
      flex-basis: 100%;
    }
    /* At a zoom of 400 %, the notice would cover the focused element (WCAG 2.4.11). */
    @media (max-height: 24em) {
      .notice {
        position: static;
      }
    }
  }
  /* A live region that is empty must stay in the page, without a gap: the text of a new one is not announced. */
  p:empty {
    position: absolute;
  }
`;
