import {css} from 'lit';

/** The tag of {@link renderDue}; the host has the styles of `.tag`. */
export const dueStyles = css`
  .due {
    display: inline-block;
  }
  .due::first-letter {
    text-transform: uppercase;
  }
  .due.soon {
    border-color: transparent;
    background: var(--_warning-surface);
    font-weight: 600;
  }
`;
