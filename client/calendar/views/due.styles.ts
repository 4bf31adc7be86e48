import {css} from 'lit';

/** Styles of tags, also of {@link renderDue}. */
export const dueStyles = css`
  .tag {
    padding: 0.0625em 0.5em;
    border: 1px solid var(--_border);
    border-radius: 1em;
    background: var(--_surface-muted);
    color: var(--_text);
    font-size: 0.8125em;
    font-weight: 400;
    white-space: nowrap;
  }
  .due {
    display: inline-block;
  }
  .due.soon {
    border-color: transparent;
    background: var(--_warning-surface);
    font-weight: 600;
  }
`;
