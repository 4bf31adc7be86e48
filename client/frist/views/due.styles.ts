import {css} from 'lit';

/** Styles of tags, also of {@link renderDue}, and of the sign of unread deadlines: a dot before a bold title. */
export const dueStyles = css`
  .unread .entry-title,
  .chip.unread {
    position: relative;
    padding-inline-start: 0.875em;
    font-weight: 600;
  }
  /* A border, since forced colours remove backgrounds. */
  .unread .entry-title::before,
  .chip.unread::before {
    content: '';
    position: absolute;
    inset-inline-start: 0;
    margin-block-start: 0.5em;
    border: 0.25em solid var(--_primary);
    border-radius: 50%;
  }
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
